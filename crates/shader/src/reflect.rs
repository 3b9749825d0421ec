//! Reads a program's interface from its SPIR-V.
//!
//! glslang keeps declarations that are never used, and GL's names are in `OpName`.

mod locations;

use super::Stage;
use super::image_format::glsl_format;
use super::interface::{
    Attribute, DeclaredSampler, Dimension, Image, Interface, InterfaceBlock, Member, Output, Uniform, UniformKind,
};
use gristmill_base::element::Scalar;
use gristmill_base::error::{Error, Result};
use rspirv::dr::{self, Instruction, Operand};
use rspirv::spirv::{Decoration, Dim, ExecutionMode, ImageFormat, Op, StorageClass, Word};
use std::collections::HashMap;

/// Reads the interface of a program from the SPIR-V of its stages.
///
/// # Errors
///
/// [`Error::Source`] names the declaration whose type this library cannot fill, and suggests another.
pub fn reflect_interface(kernel: &str, stages: &[(Stage, Vec<u32>)]) -> Result<Interface> {
    let mut interface = Interface { local_size: [1; 3], ..Interface::default() };
    for (at, (stage, words)) in stages.iter().enumerate() {
        let module = dr::load_words(words)
            .map_err(|error| source_error(kernel, format!("its SPIR-V cannot be read: {error}")))?;
        let last = at + 1 == stages.len();
        InterfaceReader::new(&module)
            .read_stage(*stage, &mut interface, |class| match class {
                StorageClass::Output => last,
                StorageClass::Input => *stage == Stage::Vertex,
                _ => true,
            })
            .map_err(|report| source_error(kernel, report))?;
    }
    interface.outputs.sort_by_key(|output| output.location);
    interface.attributes.sort_by_key(|attribute| attribute.location);
    if let Some(two) = interface.outputs.windows(2).find(|two| two[0].location == two[1].location) {
        let first = &two[0].name;
        let second = &two[1].name;
        return Err(source_error(
            kernel,
            format!("{first} and {second} have the same location; give each output its layout(location = ...)"),
        ));
    }
    Ok(interface)
}

fn source_error(kernel: &str, report: String) -> Error {
    Error::Source { kernel: kernel.to_string(), report }
}

/// The result of reading; the error is a sentence about a declaration that cannot be filled.
pub(super) type ReflectResult<T> = Result<T, String>;

/// The target of a name or decoration: an id, or a member of the struct with that id.
type NamedId = (Word, Option<u32>);

/// One stage's SPIR-V, with its tables by id.
pub(super) struct InterfaceReader<'m> {
    module: &'m dr::Module,
    defined: HashMap<Word, &'m Instruction>,
    names: HashMap<NamedId, &'m str>,
    /// Each with its literal, if it has one.
    decorations: HashMap<NamedId, Vec<(Decoration, u32)>>,
    /// True if outputs and attributes that are matrices, blocks and structs are split up; otherwise
    /// they are refused, since drivers know them by one name.
    pub(super) takes_apart: bool,
}

/// A type with its arrays stripped.
#[derive(Clone, Copy)]
struct ArrayItem {
    /// The type of the items.
    id: Word,
    /// Items of the outermost array; `Some(None)` for a runtime array.
    array: Option<Option<usize>>,
    /// Bytes from item to item of the outermost array.
    stride: Option<u32>,
    /// True for an array of arrays.
    nested: bool,
}

/// A scalar, vector or matrix.
#[derive(Clone, Copy)]
struct NumericType {
    /// `None` for `bool`.
    scalar: Option<Scalar>,
    lanes: u8,
    columns: u8,
}

impl<'m> InterfaceReader<'m> {
    pub(super) fn new(module: &'m dr::Module) -> InterfaceReader<'m> {
        let defined = module
            .types_global_values
            .iter()
            .filter_map(|made| Some((made.result_id?, made)))
            .collect();
        let mut reader =
            InterfaceReader { module, defined, names: HashMap::new(), decorations: HashMap::new(), takes_apart: false };
        for named in &module.debug_names {
            let member = (named.class.opcode == Op::MemberName).then(|| operand_literal(named, 1));
            if let Some(Operand::LiteralString(name)) = named.operands.last() {
                reader.names.insert((operand_id(named, 0), member), name);
            }
        }
        for annotation in &module.annotations {
            let (member, at) = match annotation.class.opcode {
                Op::Decorate => (None, 1),
                Op::MemberDecorate => (Some(operand_literal(annotation, 1)), 2),
                _ => continue,
            };
            if let Some(Operand::Decoration(decoration)) = annotation.operands.get(at) {
                let list = reader.decorations.entry((operand_id(annotation, 0), member)).or_default();
                list.push((*decoration, operand_literal(annotation, at + 1)));
            }
        }
        reader
    }

    /// Adds the stage's declarations of the storage classes that `wanted` selects.
    pub(super) fn read_stage(
        &self,
        stage: Stage,
        interface: &mut Interface,
        wanted: impl Fn(StorageClass) -> bool,
    ) -> ReflectResult<()> {
        for variable in self
            .module
            .types_global_values
            .iter()
            .filter(|made| made.class.opcode == Op::Variable)
        {
            let Some(Operand::StorageClass(class)) = variable.operands.first() else { continue };
            if !wanted(*class) {
                continue;
            }
            let (Some(variable), Some(pointer)) = (variable.result_id, variable.result_type) else { continue };
            let Some(pointee) = self.defined.get(&pointer).map(|pointer| operand_id(pointer, 1)) else { continue };
            let name = self.names.get(&(variable, None)).copied().unwrap_or("");
            let kind = self.names.get(&(pointee, None)).copied().unwrap_or(""); // gl_PerVertex has no other name
            let built_in = self.find_decoration(variable, None, Decoration::BuiltIn).is_some();
            // Old outputs, attributes and interpolants count like declared ones.
            let of_old = *class == StorageClass::Output && name.starts_with("gl_Frag") || *class == StorageClass::Input;
            if built_in || !of_old && name.starts_with("gl_") || kind.starts_with("gl_") {
                continue;
            }
            match class {
                StorageClass::UniformConstant => self.read_uniform(name, variable, pointee, interface)?,
                StorageClass::Uniform | StorageClass::StorageBuffer | StorageClass::PushConstant => {
                    self.read_block(pointee, *class, interface)?
                }
                StorageClass::Output => {
                    let located = self.read_located(name, variable, pointee)?;
                    interface.outputs.extend(located.into_iter().map(Output::from));
                }
                // In a vertex stage, or in a fragment stage alone.
                StorageClass::Input if stage != Stage::Compute => {
                    match self.read_located(name, variable, pointee) {
                        Ok(located) => interface.attributes.extend(located.into_iter().map(Attribute::from)),
                        // A launch cannot set an attribute of 64 bits, but can set the others.
                        Err(_) if self.takes_apart => {}
                        Err(error) => return Err(error),
                    }
                }
                StorageClass::Workgroup => {
                    interface.shared_bytes = interface.shared_bytes.saturating_add(self.type_bytes(pointee))
                }
                StorageClass::AtomicCounter => {
                    return Err(format!("{name} is an atomic_uint; count with atomicAdd on a uint in a buffer"));
                }
                _ => {}
            }
        }
        for mode in &self.module.execution_modes {
            if mode.operands.get(1) == Some(&Operand::ExecutionMode(ExecutionMode::LocalSize)) {
                interface.local_size = [operand_literal(mode, 2), operand_literal(mode, 3), operand_literal(mode, 4)];
            }
        }
        Ok(())
    }

    /// Reads a uniform outside any block: a value, a sampler or an image.
    fn read_uniform(&self, name: &str, variable: Word, pointee: Word, interface: &mut Interface) -> ReflectResult<()> {
        let item = self.strip_arrays(pointee);
        if item.nested {
            return Err(format!("{name} is an array of arrays; make it one array"));
        }
        let name = name.to_string();
        let array = item.array.flatten();
        match self.type_op(item.id) {
            Op::TypeSampledImage => {
                let texture = self.type_operands(item.id).first().and_then(Operand::id_ref_any).unwrap_or(0);
                let (scalar, dimension, arrayed) = self.read_texture(&name, texture)?;
                let shadow = self
                    .defined
                    .get(&texture)
                    .is_some_and(|texture| operand_literal(texture, 2) == 1);
                let sampler = DeclaredSampler { name, scalar, dimension, arrayed, shadow, array };
                merge_declaration(&mut interface.samplers, sampler, |sampler| &sampler.name)
            }
            Op::TypeImage => {
                let (scalar, dimension, arrayed) = self.read_texture(&name, item.id)?;
                let format = match self.type_operands(item.id).get(6) {
                    Some(Operand::ImageFormat(format)) if *format != ImageFormat::Unknown => Some(glsl_format(*format)),
                    _ => None,
                };
                let readable = self.find_decoration(variable, None, Decoration::NonReadable).is_none();
                let writable = self.find_decoration(variable, None, Decoration::NonWritable).is_none();
                let image = Image { name, scalar, dimension, arrayed, format, readable, writable, array };
                merge_declaration(&mut interface.images, image, |image| &image.name)
            }
            Op::TypeStruct => {
                Err(format!("{name} is a struct; make each of its members a uniform, or put it into a block"))
            }
            _ => {
                let plain = self
                    .numeric_type(item.id)
                    .ok_or_else(|| format!("{name} has a type of 64 bits; use one of 32"))?;
                let kind = match (plain.scalar, plain.columns) {
                    (None, _) => UniformKind::Bool { lanes: plain.lanes },
                    (Some(scalar), 1) => UniformKind::Vector { scalar, lanes: plain.lanes },
                    (Some(_), columns) => UniformKind::Matrix { columns, rows: plain.lanes },
                };
                merge_declaration(&mut interface.uniforms, Uniform { name, kind, array }, |uniform| &uniform.name)
            }
        }
    }

    /// Returns the type of a texture's values, its dimension, and true if it is layered.
    fn read_texture(&self, name: &str, texture: Word) -> ReflectResult<(Scalar, Dimension, bool)> {
        let Some(texture) = self.defined.get(&texture) else { return Err(format!("{name} has no type")) };
        if operand_literal(texture, 4) == 1 {
            return Err(format!("{name} is multisampled; streams have one sample"));
        }
        let dimension = match texture.operands.get(1) {
            Some(Operand::Dim(Dim::Dim1D)) => Dimension::D1,
            Some(Operand::Dim(Dim::Dim2D)) => Dimension::D2,
            Some(Operand::Dim(Dim::Dim3D)) => Dimension::D3,
            Some(Operand::Dim(Dim::DimCube)) => Dimension::Cube,
            Some(Operand::Dim(Dim::DimRect)) => Dimension::TexelRect,
            Some(Operand::Dim(Dim::DimBuffer)) => Dimension::Buffer,
            _ => return Err(format!("{name} is a texture of a kind that OpenGL lacks")),
        };
        let scalar = self.numeric_type(operand_id(texture, 0)).and_then(|plain| plain.scalar);
        let scalar = scalar.ok_or_else(|| format!("{name} holds numbers of 64 bits; use 32"))?;
        Ok((scalar, dimension, operand_literal(texture, 3) == 1))
    }

    /// Reads a uniform or storage block.
    fn read_block(&self, pointee: Word, class: StorageClass, interface: &mut Interface) -> ReflectResult<()> {
        let name = self.names.get(&(pointee, None)).copied().unwrap_or("").to_string();
        if self.type_op(pointee) != Op::TypeStruct {
            let name = self.names.get(&(self.strip_arrays(pointee).id, None)).copied().unwrap_or("");
            return Err(format!("{name} is an array of blocks; declare the blocks one by one"));
        }
        let members = (0..).zip(self.type_operands(pointee).iter().filter_map(Operand::id_ref_any));
        let storage = class == StorageClass::StorageBuffer
            || self.find_decoration(pointee, None, Decoration::BufferBlock).is_some();
        let readable = members
            .clone()
            .any(|(member, _)| !self.is_decorated(pointee, member, Decoration::NonReadable));
        let writable = storage
            && members
                .clone()
                .any(|(member, _)| !self.is_decorated(pointee, member, Decoration::NonWritable));
        let member = members.map(|(member, of)| self.read_member(pointee, member, of)).collect();
        merge_declaration(
            &mut interface.blocks,
            InterfaceBlock { name, members: member, storage, readable, writable },
            |block| &block.name,
        )
    }

    fn is_decorated(&self, pointee: Word, member: u32, decoration: Decoration) -> bool {
        self.find_decoration(pointee, Some(member), decoration).is_some()
    }

    fn read_member(&self, block: Word, member: u32, of: Word) -> Member {
        let item = self.strip_arrays(of);
        let plain = self.numeric_type(item.id);
        // SPIR-V has no bool in memory; glslang uses a uint.
        let scalar = plain.map(|plain| plain.scalar.unwrap_or(Scalar::U32));
        Member {
            name: self.names.get(&(block, Some(member))).copied().unwrap_or("").to_string(),
            scalar,
            lanes: plain.map_or(0, |plain| plain.lanes),
            columns: plain.map_or(1, |plain| plain.columns),
            offset: self.find_decoration(block, Some(member), Decoration::Offset).unwrap_or(0),
            array_stride: item.stride,
            array: item.array.flatten(),
            unsized_array: item.array == Some(None),
        }
    }

    /// Strips the arrays off a type.
    fn strip_arrays(&self, of: Word) -> ArrayItem {
        let array = match self.type_op(of) {
            Op::TypeArray => Some(Some(self.array_length(of))),
            Op::TypeRuntimeArray => Some(None),
            _ => return ArrayItem { id: of, array: None, stride: None, nested: false },
        };
        let stride = self.find_decoration(of, None, Decoration::ArrayStride);
        let inner = self.strip_arrays(self.defined.get(&of).map_or(0, |array| operand_id(array, 0)));
        ArrayItem { id: inner.id, array, stride, nested: inner.array.is_some() }
    }

    /// Returns the length of an array type.
    fn array_length(&self, of: Word) -> usize {
        let constant = self
            .type_operands(of)
            .get(1)
            .and_then(Operand::id_ref_any)
            .and_then(|length| self.defined.get(&length));
        constant.map_or(0, |constant| operand_literal(constant, 0) as usize)
    }

    /// Returns a scalar, vector or matrix type of 32-bit lanes; `None` for other types.
    fn numeric_type(&self, of: Word) -> Option<NumericType> {
        let made = self.defined.get(&of)?;
        match made.class.opcode {
            Op::TypeBool => build_scalar(None),
            Op::TypeFloat if operand_literal(made, 0) == 32 => build_scalar(Some(Scalar::F32)),
            Op::TypeInt if operand_literal(made, 0) == 32 && operand_literal(made, 1) == 1 => {
                build_scalar(Some(Scalar::I32))
            }
            Op::TypeInt if operand_literal(made, 0) == 32 => build_scalar(Some(Scalar::U32)),
            Op::TypeVector => {
                Some(NumericType { lanes: operand_literal(made, 1) as u8, ..self.numeric_type(operand_id(made, 0))? })
            }
            Op::TypeMatrix => {
                Some(NumericType { columns: operand_literal(made, 1) as u8, ..self.numeric_type(operand_id(made, 0))? })
            }
            _ => None,
        }
    }

    /// Returns the size of a type in bytes, without padding.
    fn type_bytes(&self, of: Word) -> u32 {
        let Some(made) = self.defined.get(&of) else { return 0 };
        match made.class.opcode {
            Op::TypeArray => self
                .type_bytes(operand_id(made, 0))
                .saturating_mul(self.array_length(of) as u32),
            Op::TypeVector | Op::TypeMatrix => self.type_bytes(operand_id(made, 0)) * operand_literal(made, 1),
            Op::TypeInt | Op::TypeFloat => operand_literal(made, 0) / 8,
            Op::TypeBool => 4,
            Op::TypeStruct => {
                let members = made.operands.iter().filter_map(Operand::id_ref_any);
                members.map(|member| self.type_bytes(member)).fold(0, u32::saturating_add)
            }
            _ => 0,
        }
    }

    fn type_op(&self, of: Word) -> Op {
        self.defined.get(&of).map_or(Op::Nop, |made| made.class.opcode)
    }

    fn type_operands(&self, of: Word) -> &'m [Operand] {
        self.defined.get(&of).map_or(&[], |made| &made.operands)
    }

    /// Returns the literal of a decoration, 0 if it has none; `None` if the decoration is absent.
    fn find_decoration(&self, of: Word, member: Option<u32>, wanted: Decoration) -> Option<u32> {
        let list = self.decorations.get(&(of, member))?;
        list.iter()
            .find(|(decoration, _)| *decoration == wanted)
            .map(|&(_, number)| number)
    }
}

fn build_scalar(scalar: Option<Scalar>) -> Option<NumericType> {
    Some(NumericType { scalar, lanes: 1, columns: 1 })
}

/// Adds a declaration, unless another stage has it already.
fn merge_declaration<T: PartialEq>(list: &mut Vec<T>, new: T, name: impl Fn(&T) -> &String) -> ReflectResult<()> {
    match list.iter().find(|old| name(old) == name(&new)) {
        Some(old) if *old == new => Ok(()),
        Some(_) => Err(format!("{} is declared differently in two stages; declare it alike", name(&new))),
        None => {
            list.push(new);
            Ok(())
        }
    }
}

/// Returns the id at an index among an instruction's operands; 0, which is never an id, if there is none.
fn operand_id(instruction: &Instruction, place: usize) -> Word {
    instruction.operands.get(place).and_then(Operand::id_ref_any).unwrap_or(0)
}

/// Returns the number at an index among an instruction's operands; 0 if there is none.
fn operand_literal(instruction: &Instruction, place: usize) -> u32 {
    match instruction.operands.get(place) {
        Some(Operand::LiteralBit32(number)) => *number,
        _ => 0,
    }
}
