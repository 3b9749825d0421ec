//! The interface of a program: registers of attributes and results, by the names and locations of its translation.

use super::super::super::assembly::{Register, StageInput, StageOutput, Ternary, TypeLayout, WindowCoordinates};
use super::super::error::{LowerResult, not_emulated};
use super::super::lowering::{LocalVariable, Lowering};
use super::super::module::storage_class;
use super::super::registers::Owner;
use super::super::value::PointerTarget;
use super::ProgramLowering;
use super::attribute_kind::{AttributeKind, TEXTURE_COORDS};
use gristmill_base::element::Scalar;
use gristmill_shader::program::{
    MatrixForm, OperandSource, ProgramAttribute, ProgramInstruction, ProgramOutput, ProgramParameter, ProgramRegister,
};
use rspirv::spirv::{StorageClass, Word};
use std::collections::HashMap;

/// Components of a vector.
pub(super) const VECTOR: u32 = 4;

/// The name of all parameters of NVIDIA's vertex languages.
pub(super) const PARAMETER_ARRAY: &str = "c";

/// Lists the variables of the interface by the author's name.
pub(super) fn list_declared(lowering: &Lowering) -> LowerResult<HashMap<String, Word>> {
    let module = lowering.source.module;
    let mut declared = HashMap::new();
    for variable in module.variables() {
        let Some(id) = variable.result_id else { continue };
        if storage_class(variable)? != StorageClass::Private {
            declared.insert(module.name(id).to_string(), id);
        }
    }
    Ok(declared)
}

impl ProgramLowering<'_, '_, '_> {
    /// Declares the temporaries, the address registers and the condition code.
    pub(super) fn declare_variables(&mut self) -> LowerResult<()> {
        let program = self.program;
        for name in &program.temporaries {
            let first = self.add_variable(name, VECTOR)?;
            self.temporaries.push(first);
            // The registers of NV_fragment_program begin as zeros; those of the ARB extensions have no value.
            self.clear_variable(program.level.registers)?;
        }
        let address_words = if self.has_vector_addresses() { VECTOR } else { 1 };
        for name in &program.addresses {
            let first = self.add_variable(name, address_words)?;
            self.addresses.push(first);
            self.clear_variable(program.level.registers)?;
        }
        for (code, name) in [(0, "CC"), (1, "CC1")] {
            if program.instructions.iter().any(|one| uses_condition_code(one, code)) {
                let first = self.add_variable(name, VECTOR)?;
                self.condition_codes[usize::from(code)] = Some(first);
                // It begins as EQ in each component.
                self.clear_variable(true)?;
            }
        }
        Ok(())
    }

    /// Declares all that the program reads and writes, before its first instruction: inside a branch not every lane
    /// would see it.
    pub(super) fn declare_interface(&mut self) -> LowerResult<()> {
        let program = self.program;
        self.lowering.declare_unused_globals()?;
        for one in &program.instructions {
            self.lowering.out.line = self.lines.line_at(one.at);
            for operand in &one.sources {
                match &operand.source {
                    OperandSource::Temporary(_) => {}
                    OperandSource::Attribute(attribute) if self.has_attribute(*attribute) => {
                        self.attribute_registers(*attribute)?;
                    }
                    OperandSource::Parameter(parameter) if self.has_parameter(parameter) => {
                        self.parameter_registers(parameter)?;
                    }
                    OperandSource::Relative(array, ..) if self.has_array(*array) => self.declare_array(*array)?,
                    OperandSource::LoopTexcoord(_) if self.has_attribute(ProgramAttribute::Texcoord(0)) => {
                        self.declare_texcoords()?;
                    }
                    OperandSource::IndexedGeneric(..) => self.declare_attribute_array(AttributeKind::Generic)?,
                    OperandSource::IndexedTexcoord(..) => self.declare_attribute_array(AttributeKind::Texcoord)?,
                    OperandSource::Attribute(_)
                    | OperandSource::Parameter(_)
                    | OperandSource::Relative(..)
                    | OperandSource::LoopTexcoord(_)
                    | OperandSource::Address(_) => {}
                }
            }
            let written = one.destination.map(|destination| destination.register);
            for output in list_outputs(written) {
                if self.has_output(output) {
                    self.output_registers(output)?;
                }
            }
        }
        if program.options.fog.is_some() {
            self.declare_fog()?;
        }
        if program.options.position_invariant {
            self.write_invariant_position()?;
        }
        self.write_first_results()?;
        self.lowering.out.registers.free_scratch();
        Ok(())
    }

    /// Returns true if an attribute is part of the interface: one that no component of a result needs is not.
    fn has_attribute(&mut self, attribute: ProgramAttribute) -> bool {
        let is_built_in = attribute == ProgramAttribute::Facing
            || attribute == ProgramAttribute::Position && self.program.level.fragment;
        is_built_in || self.declared.contains_key(&self.names.attribute(attribute))
    }

    fn has_parameter(&mut self, parameter: &ProgramParameter) -> bool {
        if let ProgramParameter::Register(constant) = parameter {
            return self.declared.contains_key(&constant.name);
        }
        if matches!(parameter, ProgramParameter::Local(_)) && self.has_parameter_array() {
            return self.declared.contains_key(PARAMETER_ARRAY);
        }
        let name = self.names.parameter(parameter);
        name.is_none_or(|name| self.declared.contains_key(&name))
    }

    fn has_array(&mut self, number: usize) -> bool {
        let program = self.program;
        let items = program.arrays.get(number).map_or(&[][..], |array| &array.items);
        items.iter().all(|item| self.has_parameter(item))
    }

    /// Returns true if a result is part of the interface.
    pub(super) fn has_output(&mut self, output: ProgramOutput) -> bool {
        match output {
            ProgramOutput::Position | ProgramOutput::PointSize | ProgramOutput::Depth => true,
            ProgramOutput::Color(..)
            | ProgramOutput::Fogcoord
            | ProgramOutput::Texcoord(_)
            | ProgramOutput::Clip(_)
            | ProgramOutput::Usage(..)
            | ProgramOutput::Side(..) => self.declared.contains_key(&self.names.output(output)),
        }
    }

    /// Writes the values that results have before the first instruction: (0, 0, 0, 1) in NVIDIA's vertex languages. Clip
    /// distances are 0 with NVIDIA's options, too.
    fn write_first_results(&mut self) -> LowerResult<()> {
        let level = self.program.level;
        let has_all = level.registers && !level.fragment;
        let zero = self.lowering.float_constant(0.0)?;
        let unit = self.lowering.float_constant(1.0)?;
        for (output, registers) in self.outputs.clone() {
            let is_own = output == ProgramOutput::Position && self.program.options.position_invariant;
            if is_own || !(has_all || matches!(output, ProgramOutput::Clip(_))) {
                continue;
            }
            for (register, value) in registers.into_iter().zip([zero, zero, zero, unit]) {
                self.lowering.emit_copy(register, value)?;
            }
        }
        Ok(())
    }

    /// Writes the position of the fixed pipeline.
    fn write_invariant_position(&mut self) -> LowerResult<()> {
        let position = self.output_registers(ProgramOutput::Position)?;
        let vertex = self.attribute_registers(match self.program.level.registers {
            true => ProgramAttribute::Generic(0),
            false => ProgramAttribute::Position,
        })?;
        for (row, to) in (0..VECTOR).zip(position) {
            let matrix = ProgramParameter::Row("state.matrix.mvp".to_string(), MatrixForm::Plain, row);
            let row = self.parameter_registers(&matrix)?;
            let sum = self.lowering.emit_dot(&row, &vertex)?;
            self.lowering.emit_copy(to, sum)?;
        }
        Ok(())
    }

    /// Returns the registers of an attribute.
    pub(super) fn attribute_registers(&mut self, attribute: ProgramAttribute) -> LowerResult<[Register; 4]> {
        if let Some((_, known)) = self.attributes.iter().find(|(known, _)| *known == attribute) {
            return Ok(*known);
        }
        let registers = self.declare_attribute(attribute)?;
        self.attributes.push((attribute, registers));
        Ok(registers)
    }

    fn declare_attribute(&mut self, attribute: ProgramAttribute) -> LowerResult<[Register; 4]> {
        let zero = self.lowering.float_constant(0.0)?;
        let one = self.lowering.float_constant(1.0)?;
        match attribute {
            ProgramAttribute::Position if self.program.level.fragment => self.fragment_position(),
            ProgramAttribute::Facing => {
                let front = self.add_input(StageInput::FrontFacing)?;
                let back = self.lowering.float_constant(-1.0)?;
                let side = self.lowering.emit_ternary(Ternary::Select, front, one, back)?;
                self.lowering.out.registers.add_holder(side);
                Ok([side, zero, zero, one])
            }
            ProgramAttribute::Normal => {
                let name = self.names.attribute(attribute);
                let [x, y, z, _] = self.declared_vector(&name)?;
                Ok([x, y, z, one])
            }
            ProgramAttribute::Fogcoord => {
                let name = self.names.attribute(attribute);
                let first = self.declared_registers(&name)?.first().copied().unwrap_or(zero);
                Ok([first, zero, zero, one])
            }
            ProgramAttribute::Color
            | ProgramAttribute::Secondary
            | ProgramAttribute::Texcoord(_)
            | ProgramAttribute::Position
            | ProgramAttribute::Weight(_)
            | ProgramAttribute::MatrixIndex(_)
            | ProgramAttribute::Generic(_)
            | ProgramAttribute::Usage(..) => {
                let name = self.names.attribute(attribute);
                self.declared_vector(&name)
            }
        }
    }

    /// Declares the position of a fragment, by the conventions of the program's options.
    fn fragment_position(&mut self) -> LowerResult<[Register; 4]> {
        let options = self.program.options;
        self.lowering.out.code.window =
            WindowCoordinates { is_upper_left: options.upper_left, has_whole_centers: options.whole_place };
        let mut registers = [0; 4];
        for (lane, register) in (0..).zip(&mut registers) {
            *register = self.add_input(StageInput::FragCoord(lane))?;
        }
        Ok(registers)
    }

    /// Adds a register that is filled when a warp starts.
    fn add_input(&mut self, input: StageInput) -> LowerResult<Register> {
        let register = self.lowering.out.registers.allocate_new(1, Owner::Fixed)?;
        self.lowering.out.code.inputs.push((register, input));
        Ok(register)
    }

    /// Returns the registers of a result: four, or one for a scalar.
    pub(super) fn output_registers(&mut self, output: ProgramOutput) -> LowerResult<Vec<Register>> {
        if let Some((_, known)) = self.outputs.iter().find(|(known, _)| *known == output) {
            return Ok(known.clone());
        }
        let program = self.program;
        let registers = match output {
            ProgramOutput::Position => self.add_built_in(
                program.register_of(output).unwrap_or("result.position"),
                VECTOR,
                StageOutput::Position,
            )?,
            ProgramOutput::PointSize => {
                self.add_built_in(program.register_of(output).unwrap_or("result.pointsize"), 1, |_| {
                    StageOutput::PointSize
                })?
            }
            ProgramOutput::Depth => {
                let other = if self.program.level.registers { "o[DEPR]" } else { "result.depth" };
                self.add_built_in(program.register_of(output).unwrap_or(other), 1, |_| StageOutput::Depth)?
            }
            ProgramOutput::Color(..)
            | ProgramOutput::Fogcoord
            | ProgramOutput::Texcoord(_)
            | ProgramOutput::Clip(_)
            | ProgramOutput::Usage(..)
            | ProgramOutput::Side(..) => {
                let name = self.names.output(output);
                self.declared_registers(&name)?
            }
        };
        self.outputs.push((output, registers.clone()));
        Ok(registers)
    }

    /// Adds a result that the translation has no variable of its own for.
    fn add_built_in(
        &mut self,
        name: &str,
        words: u32,
        output: impl Fn(u8) -> StageOutput,
    ) -> LowerResult<Vec<Register>> {
        let first = self.add_variable(name, words)?;
        self.clear_variable(false)?;
        let registers: Vec<Register> = (first..first + words).collect();
        let outputs = registers.iter().copied().zip((0..).map(output));
        self.lowering.out.code.outputs.extend(outputs);
        Ok(registers)
    }

    /// Returns the four registers of a declared vector.
    pub(super) fn declared_vector(&mut self, name: &str) -> LowerResult<[Register; 4]> {
        match self.declared_registers(name)?[..] {
            [x, y, z, w] => Ok([x, y, z, w]),
            _ => not_emulated(format!("{name} is not a vector of four components")),
        }
    }

    /// Returns the registers of a variable of the interface.
    pub(super) fn declared_registers(&mut self, name: &str) -> LowerResult<Vec<Register>> {
        let Some(&id) = self.declared.get(name) else { return not_emulated(format!("there is no {name}")) };
        let value = self.lowering.id_value(id)?;
        let Some(PointerTarget::Local { local, .. }) = value.target else {
            return not_emulated(format!("{name} is not a number"));
        };
        let local = self.lowering.known.locals.get(local);
        let (first, words) = local.map_or((0, 0), |local| (local.first, local.words));
        Ok((first..first + words).collect())
    }

    /// Returns the slot of a texture.
    pub(super) fn texture_slot(&mut self, name: &str) -> LowerResult<u16> {
        let Some(&id) = self.declared.get(name) else { return not_emulated(format!("there is no {name}")) };
        match self.lowering.id_value(id)?.target {
            Some(PointerTarget::Opaque { image: false, slot, .. }) => Ok(slot),
            _ => not_emulated(format!("{name} is not a texture")),
        }
    }

    /// Adds a variable with registers of its own and returns the first; watched code knows it by its name.
    pub(super) fn add_variable(&mut self, name: &str, words: u32) -> LowerResult<Register> {
        let owner = Owner::Variable(self.lowering.known.locals.len());
        let first = self.lowering.out.registers.allocate_new(words, owner)?;
        let layout = match words {
            1 => TypeLayout::Scalar(Scalar::F32),
            _ => TypeLayout::Vector(Scalar::F32, words.min(VECTOR) as u8),
        };
        self.lowering.known.locals.push(new_local(name, (first, words), layout));
        Ok(first)
    }

    /// Sets the registers of the last variable to zero at the start; watched code sees them as unwritten unless zero is
    /// their defined value.
    fn clear_variable(&mut self, is_zero: bool) -> LowerResult<()> {
        let number = self.lowering.known.locals.len().saturating_sub(1);
        if !is_zero {
            return self.lowering.clear_at_start(number);
        }
        let watched = std::mem::replace(&mut self.lowering.out.watched, false);
        let cleared = self.lowering.clear_at_start(number);
        self.lowering.out.watched = watched;
        cleared
    }
}

/// Creates a variable of the lowering.
pub(super) fn new_local(name: &str, (first, words): (Register, u32), layout: TypeLayout) -> LocalVariable {
    LocalVariable {
        name: name.to_string(),
        of: 0,
        first,
        words,
        layout: Some(layout),
        slot: None,
        given: false,
        aliases: vec![],
        touched: 0,
        line: 0,
    }
}

/// Returns true if an instruction sets a condition code or tests it.
fn uses_condition_code(one: &ProgramInstruction, code: u8) -> bool {
    let written = one.destination.and_then(|destination| destination.condition);
    let mut tests = [written, one.condition].into_iter().flatten();
    one.updates && one.code == code || tests.any(|condition| condition.code == code)
}

/// Lists the results that an instruction may write.
fn list_outputs(written: Option<ProgramRegister>) -> Vec<ProgramOutput> {
    match written {
        Some(ProgramRegister::Output(output)) => vec![output],
        Some(ProgramRegister::IndexedTexcoord(..)) => (0..TEXTURE_COORDS).map(ProgramOutput::Texcoord).collect(),
        _ => vec![],
    }
}
