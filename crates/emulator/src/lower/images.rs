//! Textures and images.

use super::super::assembly::Binary;
use super::super::assembly::{ImageOperation, ImageUse, Instruction, LevelOfDetail, Register, SampleMethod, SampleUse};
use super::error::{LowerResult, not_emulated};
use super::lowering::Lowering;
use super::module::{id_operand, result_and_type};
use super::value::{IdValue, PointerTarget};
use gristmill_shader::ledger::refusal_of_image_operands;
use gristmill_shader::{Dimension, Stage};
use rspirv::dr::{Instruction as Made, Operand};
use rspirv::spirv::{ImageOperands, Op, Word};

/// Returns the number of coordinates of a texel of a texture.
pub(super) fn coordinate_count(dimension: Dimension, arrayed: bool) -> usize {
    axis_count(dimension) + usize::from(arrayed)
}

/// Returns the number of coordinates without the layer.
fn axis_count(dimension: Dimension) -> usize {
    match dimension {
        Dimension::D1 | Dimension::Buffer => 1,
        Dimension::D2 | Dimension::TexelRect => 2,
        Dimension::D3 | Dimension::Cube => 3,
    }
}

/// The optional image operands of an instruction, by id.
#[derive(Default)]
struct ImageOperandIds {
    bias: Option<Word>,
    level: Option<Word>,
    gradients: Option<(Word, Word)>,
    offset: Option<Word>,
    offsets: Option<Word>,
}

fn read_image_operands(instruction: &Made, place: usize) -> LowerResult<ImageOperandIds> {
    let mut extras = ImageOperandIds::default();
    let Some(Operand::ImageOperands(mask)) = instruction.operands.get(place) else { return Ok(extras) };
    if let Some(refusal) = refusal_of_image_operands(*mask) {
        return not_emulated(refusal);
    }
    let mut at = place;
    let mut next = || {
        at += 1;
        id_operand(instruction, at)
    };
    if mask.contains(ImageOperands::BIAS) {
        extras.bias = Some(next()?);
    }
    if mask.contains(ImageOperands::LOD) {
        extras.level = Some(next()?);
    }
    if mask.contains(ImageOperands::GRAD) {
        extras.gradients = Some((next()?, next()?));
    }
    if mask.contains(ImageOperands::CONST_OFFSET) {
        extras.offset = Some(next()?);
    }
    if mask.contains(ImageOperands::OFFSET) {
        extras.offset = Some(next()?);
    }
    if mask.contains(ImageOperands::CONST_OFFSETS) {
        extras.offsets = Some(next()?);
    }
    Ok(extras)
}

/// The operands of a texture instruction.
struct SampleForm {
    method: SampleMethod,
    /// True if the coordinates are divided by the one after them.
    projective: bool,
    /// True if depths are compared, with the operand after the coordinates.
    compares: bool,
    /// The place of the optional image operands.
    extras: usize,
}

fn sample_form(op: Op) -> Option<SampleForm> {
    match op {
        Op::ImageSampleImplicitLod | Op::ImageSampleExplicitLod => make_form(SampleMethod::Filter, false, false, 2),
        Op::ImageSampleDrefImplicitLod | Op::ImageSampleDrefExplicitLod => {
            make_form(SampleMethod::Filter, false, true, 3)
        }
        Op::ImageSampleProjImplicitLod | Op::ImageSampleProjExplicitLod => {
            make_form(SampleMethod::Filter, true, false, 2)
        }
        Op::ImageSampleProjDrefImplicitLod | Op::ImageSampleProjDrefExplicitLod => {
            make_form(SampleMethod::Filter, true, true, 3)
        }
        Op::ImageFetch => make_form(SampleMethod::Fetch, false, false, 2),
        Op::ImageGather => make_form(SampleMethod::Gather, false, false, 3),
        Op::ImageDrefGather => make_form(SampleMethod::Gather, false, true, 3),
        Op::ImageQueryLod => make_form(SampleMethod::QueryLevel, false, false, 2),
        Op::ImageQuerySizeLod | Op::ImageQuerySize => make_form(SampleMethod::Size, false, false, 9),
        Op::ImageQueryLevels => make_form(SampleMethod::Levels, false, false, 9),
        _ => None,
    }
}

fn make_form(method: SampleMethod, projective: bool, compares: bool, extras: usize) -> Option<SampleForm> {
    Some(SampleForm { method, projective, compares, extras })
}

impl Lowering<'_> {
    /// Lowers a use of textures or images; returns false if the instruction is something else.
    pub(super) fn lower_image(&mut self, instruction: &Made) -> LowerResult<bool> {
        match instruction.class.opcode {
            Op::SampledImage => self.lower_sampled_image(instruction)?,
            Op::Image => self.lower_copy_object(instruction)?,
            Op::ImageRead => self.lower_image_read(instruction)?,
            Op::ImageWrite => self.lower_image_write(instruction)?,
            op => {
                let Some(shape) = sample_form(op) else { return Ok(false) };
                let value = self.id_value(id_operand(instruction, 0)?)?;
                match value.target {
                    Some(PointerTarget::Opaque { image: true, .. }) if shape.method == SampleMethod::Size => {
                        self.lower_image_size(instruction, &value)?;
                    }
                    Some(PointerTarget::Opaque { image: false, .. }) => {
                        self.lower_sample(instruction, &value, shape)?
                    }
                    _ => return not_emulated(format!("the operand of Op{op:?} is not a texture")),
                }
            }
        }
        Ok(true)
    }

    /// Returns the slot, and the index register with the number of slots for an indexed array.
    fn opaque_item(&self, value: &IdValue) -> LowerResult<(u16, Option<(Register, u16)>)> {
        match value.target {
            Some(PointerTarget::Opaque { slot, count, moving, .. }) => {
                let item = value.registers.first().filter(|_| moving);
                match item {
                    None if count != 1 => not_emulated("an array of samplers or images must be indexed"),
                    item => Ok((slot, item.map(|&item| (item, count)))),
                }
            }
            _ => not_emulated("expected a sampler or an image"),
        }
    }

    fn lower_sample(&mut self, instruction: &Made, value: &IdValue, shape: SampleForm) -> LowerResult<()> {
        let (texture, item) = self.opaque_item(value)?;
        let Some((dimension, arrayed)) = self
            .out
            .code
            .textures
            .get(usize::from(texture))
            .map(|texture| (texture.dimension, texture.arrayed))
        else {
            return not_emulated("there is no such sampler");
        };
        let op = instruction.class.opcode;
        let sides = axis_count(dimension);
        let count = coordinate_count(dimension, arrayed);
        let asks = matches!(shape.method, SampleMethod::Size | SampleMethod::Levels);
        let given = if asks { vec![] } else { self.operand_registers(instruction, 1)? };
        let wanted = match shape.method {
            _ if asks => 0,
            SampleMethod::QueryLevel => sides,
            _ => count,
        };
        let Some(coordinates) = given.get(..wanted) else { return not_emulated("a texture has too few coordinates") };
        let mut coordinates = coordinates.to_vec();
        if let Some(texture) = self.out.code.textures.get_mut(usize::from(texture)) {
            texture.shadow |= shape.compares;
        }
        let mut compare = if shape.compares { Some(self.scalar_register(id_operand(instruction, 2)?)?) } else { None };
        if shape.projective {
            let Some(&divisor) = given.get(wanted) else { return not_emulated("a texture has too few coordinates") };
            coordinates =
                self.map_lanes(&coordinates, |lowering, a| lowering.emit_binary(Binary::DivFloat, a, divisor))?;
            compare = compare
                .map(|compare| self.emit_binary(Binary::DivFloat, compare, divisor))
                .transpose()?;
        }
        let component = match op {
            Op::ImageGather => self.source.constants.scalar_word(id_operand(instruction, 2)?).unwrap_or(0),
            _ => 0,
        };
        if component > 3 {
            return not_emulated(format!("textureGather of component {component}; there are 0 to 3"));
        }
        let extras = read_image_operands(instruction, shape.extras)?;
        let level = self.level_of_detail(instruction, &extras, (dimension, sides))?;
        let offset = extras.offset.map(|offset| self.expect_registers(offset, sides)).transpose()?;
        let offsets = extras.offsets.map(|offsets| self.gather_offsets(offsets)).transpose()?;
        let component = component as u8;
        let method = shape.method;
        let sample = self.out.code.samples.len() as u32;
        self.out.code.samples.push(SampleUse {
            texture,
            item,
            method,
            coordinates,
            level,
            offset,
            offsets,
            compare,
            component,
        });
        let to = self.out.registers.allocate_temporaries(4)?;
        self.emit(Instruction::Sample { sample, to })?;
        let (_, of) = result_and_type(instruction)?;
        let words = self.source.types.word_count(of)?;
        if words > 4 {
            return not_emulated("a texture returns at most four lanes");
        }
        self.set_result(instruction, (to..to + words).collect())
    }

    /// Returns the four offsets of `textureGatherOffsets`, x and y.
    fn gather_offsets(&self, of: Word) -> LowerResult<[[i32; 2]; 4]> {
        match self.source.constants.get(of) {
            Some((_, &[a, b, c, d, e, f, g, h])) => {
                Ok([[a, b], [c, d], [e, f], [g, h]].map(|pair| pair.map(|word| word as i32)))
            }
            _ => not_emulated("the offsets of textureGatherOffsets are not constants"),
        }
    }

    fn level_of_detail(
        &mut self,
        instruction: &Made,
        extras: &ImageOperandIds,
        (dimension, sides): (Dimension, usize),
    ) -> LowerResult<LevelOfDetail> {
        let op = instruction.class.opcode;
        let level = match op {
            Op::ImageQuerySizeLod => Some(id_operand(instruction, 1)?),
            _ => extras.level,
        };
        if matches!(dimension, Dimension::TexelRect | Dimension::Buffer) {
            return Ok(LevelOfDetail::Base);
        }
        if let Some(level) = level {
            return Ok(LevelOfDetail::Explicit(self.scalar_register(level)?));
        }
        if let Some((x, y)) = extras.gradients {
            return Ok(LevelOfDetail::Gradients(self.expect_registers(x, sides)?, self.expect_registers(y, sides)?));
        }
        let implicit = matches!(
            op,
            Op::ImageSampleImplicitLod
                | Op::ImageSampleDrefImplicitLod
                | Op::ImageSampleProjImplicitLod
                | Op::ImageSampleProjDrefImplicitLod
                | Op::ImageQueryLod
        );
        if !implicit || self.out.code.stage != Stage::Fragment {
            return Ok(LevelOfDetail::Base);
        }
        self.out.code.needs_quads = true;
        Ok(LevelOfDetail::Implicit(extras.bias.map(|bias| self.scalar_register(bias)).transpose()?))
    }

    /// Returns the coordinates of a texel of an image.
    fn texel_coordinates(&mut self, value: &IdValue, coordinates: Word) -> LowerResult<Vec<Register>> {
        let Some(PointerTarget::Opaque { image: true, slot, .. }) = value.target else {
            return not_emulated("there is no image where one must be");
        };
        let image = self.out.code.images.get(usize::from(slot));
        let count = image.map_or(0, |image| coordinate_count(image.dimension, image.arrayed));
        let given = self.result_registers(coordinates)?;
        given
            .get(..count)
            .map_or_else(|| not_emulated("an image has too few coordinates"), |given| Ok(given.to_vec()))
    }

    fn emit_image_use(
        &mut self,
        value: &IdValue,
        coordinates: Vec<Register>,
        work: ImageOperation,
    ) -> LowerResult<Register> {
        let (image, item) = self.opaque_item(value)?;
        let image_use = self.out.code.image_uses.len() as u32;
        self.out.code.image_uses.push(ImageUse { image, item, coordinates, work });
        let to = self.out.registers.allocate_temporaries(4)?;
        self.emit(Instruction::Image { image_use, to })?;
        Ok(to)
    }

    fn lower_image_read(&mut self, instruction: &Made) -> LowerResult<()> {
        let value = self.id_value(id_operand(instruction, 0)?)?;
        let coordinates = self.texel_coordinates(&value, id_operand(instruction, 1)?)?;
        read_image_operands(instruction, 2)?;
        let to = self.emit_image_use(&value, coordinates, ImageOperation::Load)?;
        let words = self.source.types.word_count(result_and_type(instruction)?.1)?;
        self.set_result(instruction, (to..to + words.min(4)).collect())
    }

    fn lower_image_write(&mut self, instruction: &Made) -> LowerResult<()> {
        let value = self.id_value(id_operand(instruction, 0)?)?;
        let coordinates = self.texel_coordinates(&value, id_operand(instruction, 1)?)?;
        read_image_operands(instruction, 3)?;
        let zero = self.uint_constant(0)?;
        let mut texel = [zero; 4];
        for (to, from) in texel.iter_mut().zip(self.operand_registers(instruction, 2)?) {
            *to = from;
        }
        self.emit_image_use(&value, coordinates, ImageOperation::Store(texel))?;
        Ok(())
    }

    fn lower_image_size(&mut self, instruction: &Made, value: &IdValue) -> LowerResult<()> {
        let to = self.emit_image_use(value, vec![], ImageOperation::Size)?;
        let words = self.source.types.word_count(result_and_type(instruction)?.1)?;
        self.set_result(instruction, (to..to + words.min(4)).collect())
    }
}
