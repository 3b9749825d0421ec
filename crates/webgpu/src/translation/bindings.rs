//! Gives every resource of a stage a binding, in the order of declaration, and images their formats.

use super::loose_uniforms::{LaneType, UniformBlock, find_lane_type};
use super::module_editor::{ModuleEditor, id, id_at, literal_at};
use super::options::TranslationOptions;
use super::refusal::{Refusal, Translated};
use super::resource::StageResource;
use super::sampler_split::SamplerPair;
use super::stage_interface::SquarePoints;
use gristmill_base::element::Scalar;
use gristmill_shader::{Dimension, glsl_format};
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{Capability, Decoration, Dim, ImageFormat, Op, StorageClass, Word};
use std::collections::{HashMap, HashSet};

/// Bindings under way.
struct Bindings<'e> {
    editor: &'e mut ModuleEditor,
    group: u32,
    next: u32,
}

/// Assigns all bindings, and returns what a launch binds.
pub(super) fn assign_bindings(
    editor: &mut ModuleEditor,
    group: u32,
    uniforms: Option<UniformBlock>,
    squares: Option<SquarePoints>,
    pairs: &[SamplerPair],
    options: &TranslationOptions,
) -> Translated<Vec<StageResource>> {
    let mut resources = vec![];
    let mut taken = HashSet::new();
    let mut bindings = Bindings { editor, group, next: 0 };
    if let Some(block) = uniforms {
        let binding = bindings.bind_variable(block.variable);
        taken.insert(block.variable);
        let UniformBlock { bytes, storage, members, .. } = block;
        resources.push(StageResource::Uniforms { binding, bytes, storage, members });
    }
    if let Some(SquarePoints { target }) = squares {
        let binding = bindings.bind_variable(target);
        taken.insert(target);
        resources.push(StageResource::TargetSize { binding });
    }
    for pair in pairs {
        taken.extend([pair.texture, pair.sampler]);
        resources.push(bindings.bind_texture(pair)?);
    }
    for (variable, class, of) in bindings.editor.list_variables() {
        if taken.contains(&variable) {
            continue;
        }
        match class {
            StorageClass::UniformConstant => resources.push(bindings.bind_image(variable, of, options)?),
            StorageClass::Uniform | StorageClass::StorageBuffer => {
                resources.push(bindings.bind_block(variable, class, of))
            }
            _ => {}
        }
    }
    Ok(resources)
}

impl Bindings<'_> {
    /// Gives a variable the next binding.
    fn bind_variable(&mut self, variable: Word) -> u32 {
        self.editor.decorate(variable, Decoration::DescriptorSet, Some(self.group));
        self.editor.decorate(variable, Decoration::Binding, Some(self.next));
        self.next += 1;
        self.next - 1
    }

    fn bind_texture(&mut self, pair: &SamplerPair) -> Translated<StageResource> {
        let of = self
            .editor
            .find_global(pair.texture)
            .and_then(|made| self.editor.find_pointee(made.result_type?));
        let made = of.and_then(|of| self.editor.find_global(of)).cloned();
        let made = made.ok_or_else(|| Refusal::new(format!("{} has no type; report this as a bug", pair.name)))?;
        let (dimension, arrayed) = read_dimension(&made, &pair.name)?;
        let scalar = self.read_scalar(&made, &pair.name)?;
        let shadow = literal_at(&made, 2) == 1;
        let binding = self.bind_variable(pair.texture);
        let is_sampled = self.editor.find_global(pair.sampler).is_some();
        let sampler = is_sampled.then(|| self.bind_variable(pair.sampler));
        Ok(StageResource::Texture { name: pair.name.clone(), binding, sampler, dimension, arrayed, scalar, shadow })
    }

    /// Returns the type of a texel's channel.
    fn read_scalar(&self, image: &Instruction, name: &str) -> Translated<Scalar> {
        find_lane_type(self.editor, id_at(image, 0))
            .and_then(LaneType::number)
            .ok_or_else(|| Refusal::new(format!("{name} has texels of 64 bits; use 32")))
    }

    fn bind_image(&mut self, variable: Word, of: Word, options: &TranslationOptions) -> Translated<StageResource> {
        let name = self.editor.find_name(variable);
        let Some(made) = self
            .editor
            .find_global(of)
            .filter(|made| made.class.opcode == Op::TypeImage)
            .cloned()
        else {
            return Err(Refusal::new(format!("{name} is an array of images; declare them one by one")));
        };
        let (dimension, arrayed) = read_dimension(&made, &name)?;
        let scalar = self.read_scalar(&made, &name)?;
        let format = match made.operands.get(6) {
            Some(Operand::ImageFormat(ImageFormat::Unknown)) | None => {
                let wanted = options.image_formats.iter().find(|(image, _)| *image == name);
                let wanted = wanted.map_or(default_format(scalar), |(_, format)| *format);
                let format = find_format(wanted)
                    .ok_or_else(|| Refusal::new(format!("{name} has the format {wanted}, which WGSL lacks")))?;
                self.set_format((variable, of), &made, format);
                format
            }
            Some(Operand::ImageFormat(format)) => *format,
            Some(_) => return Err(Refusal::new(format!("{name} has no format; report this as a bug"))),
        };
        let [loads, stores] = self.image_uses(variable);
        if !loads {
            self.editor.decorate(variable, Decoration::NonReadable, None);
        } else if !stores {
            self.editor.decorate(variable, Decoration::NonWritable, None);
        }
        let binding = self.bind_variable(variable);
        let format = glsl_format(format);
        Ok(StageResource::Image { name, binding, dimension, arrayed, format, readable: loads, writable: stores })
    }

    /// Gives an image that says no format one.
    fn set_format(&mut self, (variable, old_type): (Word, Word), old: &Instruction, format: ImageFormat) {
        let mut operands = old.operands.clone();
        operands[6] = Operand::ImageFormat(format);
        let of = self.editor.intern(Op::TypeImage, None, operands);
        let pointer = self.editor.pointer_type(StorageClass::UniformConstant, of);
        let operands = vec![Operand::StorageClass(StorageClass::UniformConstant)];
        let made = Instruction::new(Op::Variable, Some(pointer), Some(variable), operands);
        self.editor
            .module
            .types_global_values
            .retain(|old| old.result_id != Some(variable));
        self.editor.module.types_global_values.push(made.clone());
        self.editor.replace_global(made);
        let functions = self.editor.module.functions.iter_mut();
        for load in functions.flat_map(|function| function.all_inst_iter_mut()) {
            if load.class.opcode == Op::Load && id_at(load, 0) == variable {
                load.result_type = Some(of);
            }
        }
        let others = self.editor.list_variables();
        if others.iter().all(|(_, _, of)| *of != old_type) {
            self.editor.remove_type(old_type);
        }
        const GONE: [Capability; 2] =
            [Capability::StorageImageReadWithoutFormat, Capability::StorageImageWriteWithoutFormat];
        self.editor.module.capabilities.retain(
            |made| !matches!(made.operands.first(), Some(Operand::Capability(capability)) if GONE.contains(capability)),
        );
    }

    /// Returns whether a kernel loads from an image, and whether it stores to it.
    fn image_uses(&self, variable: Word) -> [bool; 2] {
        let functions = self.editor.module.functions.iter();
        let all: Vec<&Instruction> = functions.flat_map(|function| function.all_inst_iter()).collect();
        let loads = all
            .iter()
            .filter(|made| made.class.opcode == Op::Load && id_at(made, 0) == variable);
        let values: HashSet<Word> = loads.filter_map(|made| made.result_id).collect();
        let of_value = |op: Op| {
            all.iter()
                .any(|made| made.class.opcode == op && values.contains(&id_at(made, 0)))
        };
        let of_variable = |op: Op| {
            all.iter()
                .any(|made| made.class.opcode == op && made.operands.contains(&id(variable)))
        };
        let both = of_variable(Op::ImageTexelPointer) || of_variable(Op::FunctionCall);
        [both || of_value(Op::ImageRead), both || of_value(Op::ImageWrite)]
    }

    fn bind_block(&mut self, variable: Word, class: StorageClass, of: Word) -> StageResource {
        let name = self.editor.find_name(of);
        let storage =
            class == StorageClass::StorageBuffer || self.editor.is_decorated(of, None, Decoration::BufferBlock);
        let members = self.editor.find_global(of).map_or(0, |made| made.operands.len()) as u32;
        let reads = |member| self.editor.is_decorated(of, Some(member), Decoration::NonWritable);
        let writable = storage && !(0..members).all(reads);
        let binding = self.bind_variable(variable);
        StageResource::Buffer { name, binding, storage, writable }
    }
}

/// Returns the dimension of a texture or an image, and true if it has layers.
fn read_dimension(image: &Instruction, name: &str) -> Translated<(Dimension, bool)> {
    let dimension = match image.operands.get(1) {
        Some(Operand::Dim(Dim::Dim2D)) => Dimension::D2,
        Some(Operand::Dim(Dim::Dim3D)) => Dimension::D3,
        Some(Operand::Dim(Dim::DimCube)) => Dimension::Cube,
        _ => return Err(Refusal::new(format!("{name} is a texture of a kind that WGSL lacks; use two dimensions"))),
    };
    Ok((dimension, literal_at(image, 3) == 1))
}

/// Returns the format of an image that says none.
fn default_format(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::I32 => "rgba32i",
        Scalar::U32 => "rgba32ui",
        _ => "rgba32f",
    }
}

/// Returns the format that GLSL calls by this name.
fn find_format(name: &str) -> Option<ImageFormat> {
    let known: HashMap<String, ImageFormat> = (1..=41)
        .filter_map(ImageFormat::from_u32)
        .map(|format| (glsl_format(format), format))
        .collect();
    known.get(name).copied()
}
