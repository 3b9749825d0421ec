//! Inputs and outputs of a stage: the registers that they fill and the registers that they come from.

use super::super::assembly::{Interpolation, StageInput, StageOutput, SubgroupMask};
use super::super::number::NumberType;
use super::error::{LowerResult, not_emulated};
use super::lowering::Lowering;
use super::module::{result_and_type, storage_class};
use super::types::Type;
use super::value::PointerTarget;
use gristmill_shader::Stage;
use gristmill_shader::ledger::LedgerEntry;
use rspirv::dr::Operand;
use rspirv::spirv::{BuiltIn, Decoration, StorageClass, Word};

/// One register of an input or output: its location, and its lane there.
struct InterfaceLane {
    location: u32,
    lane: u8,
    between: Interpolation,
    scalar: gristmill_base::element::Scalar,
}

impl Lowering<'_> {
    pub(super) fn built_in(&self, of: Word, member: Option<u32>) -> Option<BuiltIn> {
        match self.source.module.decoration(of, member, Decoration::BuiltIn) {
            Some(Some(Operand::BuiltIn(built_in))) => Some(*built_in),
            _ => None,
        }
    }

    /// True if that constant is `gl_WorkGroupSize`.
    pub(super) fn is_work_group_size(&self, of: Word) -> bool {
        self.built_in(of, None) == Some(BuiltIn::WorkgroupSize)
    }

    /// Declares an input at its first use.
    pub(super) fn declare_input(&mut self, variable: Word, of: Word) -> LowerResult<PointerTarget> {
        let local = self.add_read_only_local(variable, of)?;
        let (first, words) = self.known.locals.get(local).map_or((0, 0), |local| (local.first, local.words));
        if let Some(built_in) = self.built_in(variable, None) {
            let lanes = (0..words as u8)
                .map(|lane| built_in_input(built_in, lane))
                .collect::<Option<Vec<StageInput>>>();
            let Some(lanes) = lanes else { return not_emulated(built_in_refusal(built_in)) };
            self.out.code.inputs.extend((first..).zip(lanes));
        } else {
            let lanes = self.locate_lanes(variable, of)?;
            let vertex = self.out.code.stage == Stage::Vertex;
            for (register, InterfaceLane { location, lane, between, .. }) in (first..).zip(lanes) {
                let input = match vertex {
                    true => StageInput::Attribute { location, lane },
                    false => StageInput::Varying { location, lane, between },
                };
                self.out.code.inputs.push((register, input));
            }
        }
        Ok(PointerTarget::Local { local, offset: 0, of, moving: false })
    }

    /// Declares an output, which holds zeros until it is written.
    pub(super) fn declare_output(&mut self, variable: Word, of: Word) -> LowerResult<PointerTarget> {
        let local = self.add_global_local(variable, of)?;
        let (first, words) = self.known.locals.get(local).map_or((0, 0), |local| (local.first, local.words));
        self.clear_at_start(local)?;
        let members = match self.source.types.get(of)? {
            Type::Struct(members) => members.len() as u32,
            _ => 0,
        };
        if let Some(built_in) = self.built_in(variable, None) {
            if words != if built_in == BuiltIn::Position { 4 } else { 1 } {
                return not_emulated(format!("gl_{built_in:?} does not have the type that GLSL defines"));
            }
            match built_in {
                BuiltIn::Position => self.add_outputs(first, StageOutput::Position),
                BuiltIn::PointSize => self.out.code.outputs.push((first, StageOutput::PointSize)),
                BuiltIn::FragDepth => self.out.code.outputs.push((first, StageOutput::Depth)),
                other => return not_emulated(built_in_refusal(other)),
            }
        } else if (0..members).any(|member| self.built_in(of, Some(member)).is_some()) {
            let position = (0..members).find(|&member| self.built_in(of, Some(member)) == Some(BuiltIn::Position));
            if let Some(member) = position {
                let (part, skip) = self.source.types.locate_part(of, member)?;
                if self.source.types.word_count(part)? != 4 {
                    return not_emulated("gl_Position does not have the type that GLSL defines");
                }
                self.add_outputs(first + skip, StageOutput::Position);
            }
        } else {
            let fragment = self.out.code.stage == Stage::Fragment;
            if fragment
                && self
                    .source
                    .module
                    .decoration_value(variable, None, Decoration::Index)
                    .is_some_and(|index| index != 0)
            {
                return not_emulated("the emulator has no dual-source blending (index = 1)");
            }
            for (register, InterfaceLane { location, lane, scalar, .. }) in
                (first..).zip(self.locate_lanes(variable, of)?)
            {
                let output = match fragment {
                    true => StageOutput::Colour { location, lane, scalar },
                    false => StageOutput::Varying { location, lane },
                };
                self.out.code.outputs.push((register, output));
            }
        }
        Ok(PointerTarget::Local { local, offset: 0, of, moving: false })
    }

    fn add_outputs(&mut self, first: u32, output: fn(u8) -> StageOutput) {
        self.out.code.outputs.extend((first..).zip((0..4).map(output)));
    }

    /// Adds `gl_PointSize` to the outputs: it is one only if the kernel uses it.
    pub(super) fn use_point_size(&mut self, variable: Word, of: Word, member: u32) -> LowerResult<()> {
        let (_, skip) = self.source.types.locate_part(of, member)?;
        let local = self
            .known
            .global_locals
            .get(&variable)
            .and_then(|&local| self.known.locals.get(local));
        let Some(register) = local.map(|local| local.first + skip) else { return Ok(()) };
        if !self.out.code.outputs.contains(&(register, StageOutput::PointSize)) {
            self.out.code.outputs.push((register, StageOutput::PointSize));
        }
        Ok(())
    }

    /// Declares outputs even if they are never written, and uniforms with an initial value even if they are never read:
    /// the other stage has that value, too.
    pub(super) fn declare_unused_globals(&mut self) -> LowerResult<()> {
        let mut declared = vec![];
        for variable in self.source.module.variables() {
            let (result, pointer) = result_and_type(variable)?;
            let (_, of) = self.source.types.pointee(pointer)?;
            let has_value = variable.operands.len() > 1;
            if storage_class(variable)? == StorageClass::UniformConstant && has_value {
                declared.push(result);
                continue;
            }
            let members = match self.source.types.get(of)? {
                Type::Struct(members) => members.len() as u32,
                _ => 0,
            };
            let built_in = self.built_in(result, None).is_some()
                || (0..members).any(|member| self.built_in(of, Some(member)).is_some());
            if storage_class(variable)? == StorageClass::Output && !built_in {
                declared.push(result);
            }
        }
        declared
            .into_iter()
            .try_for_each(|variable| self.id_value(variable).map(|_| ()))
    }

    /// Returns the locations of a variable's registers.
    fn locate_lanes(&self, variable: Word, of: Word) -> LowerResult<Vec<InterfaceLane>> {
        let between = self.interpolation_mode(variable, None);
        let first = self.source.module.decoration_value(variable, None, Decoration::Location);
        let component = self
            .source
            .module
            .decoration_value(variable, None, Decoration::Component)
            .unwrap_or(0);
        let mut lanes = vec![];
        self.push_lanes(of, (first.unwrap_or(0), component), between, &mut lanes)?;
        Ok(lanes)
    }

    fn interpolation_mode(&self, of: Word, member: Option<u32>) -> Option<Interpolation> {
        if self.source.module.has_decoration(of, member, Decoration::Flat) {
            Some(Interpolation::Flat)
        } else {
            self.source
                .module
                .has_decoration(of, member, Decoration::NoPerspective)
                .then_some(Interpolation::Linear)
        }
    }

    /// Adds the registers of a type and returns the location after it.
    fn push_lanes(
        &self,
        of: Word,
        at: (u32, u32),
        between: Option<Interpolation>,
        lanes: &mut Vec<InterfaceLane>,
    ) -> LowerResult<u32> {
        let (location, component) = at;
        if location >= 1 << 20 {
            return not_emulated("a location is out of range");
        }
        match self.source.types.get(of)?.clone() {
            Type::Matrix { column: item, columns: count } | Type::Array { item, count, .. } => (0..count)
                .try_fold(location, |location, _| self.push_lanes(item, (location, component), between, lanes)),
            Type::Struct(members) => {
                let mut location = location;
                for (number, member) in (0..).zip(members) {
                    location = self
                        .source
                        .module
                        .decoration_value(of, Some(number), Decoration::Location)
                        .unwrap_or(location);
                    let component = self
                        .source
                        .module
                        .decoration_value(of, Some(number), Decoration::Component)
                        .unwrap_or(0);
                    let between = self.interpolation_mode(of, Some(number)).or(between);
                    location = self.push_lanes(member.of, (location, component), between, lanes)?;
                }
                Ok(location)
            }
            _ => {
                // Numbers of 64 bits pass between stages as two words and are never interpolated.
                let words = self.source.types.element_number(of).map_or(1, NumberType::register_count);
                let (scalar, between) = match words {
                    1 => (self.scalar_type(of)?, between.unwrap_or(Interpolation::Smooth)),
                    _ => (gristmill_base::element::Scalar::U32, Interpolation::Flat),
                };
                let end = component + self.source.types.lane_count(of)? as u32 * words;
                if end > 4 && (words == 1 || component != 0) {
                    return not_emulated("a component is out of range");
                }
                for word in component..end {
                    lanes.push(InterfaceLane {
                        location: location + word / 4,
                        lane: (word % 4) as u8,
                        between,
                        scalar,
                    });
                }
                Ok(location + end.div_ceil(4))
            }
        }
    }
}

/// Returns the input that fills a lane of a built-in variable.
fn built_in_input(built_in: BuiltIn, lane: u8) -> Option<StageInput> {
    let lanes = match built_in {
        BuiltIn::FragCoord => 4,
        BuiltIn::GlobalInvocationId | BuiltIn::LocalInvocationId | BuiltIn::WorkgroupId | BuiltIn::NumWorkgroups => 3,
        BuiltIn::PointCoord => 2,
        BuiltIn::SubgroupEqMask
        | BuiltIn::SubgroupGeMask
        | BuiltIn::SubgroupGtMask
        | BuiltIn::SubgroupLeMask
        | BuiltIn::SubgroupLtMask => 4,
        _ => 1,
    };
    let input = match built_in {
        BuiltIn::GlobalInvocationId => StageInput::GlobalId(lane),
        BuiltIn::LocalInvocationId => StageInput::LocalId(lane),
        BuiltIn::LocalInvocationIndex => StageInput::LocalIndex,
        BuiltIn::WorkgroupId => StageInput::Group(lane),
        BuiltIn::NumWorkgroups => StageInput::Groups(lane),
        BuiltIn::FragCoord => StageInput::FragCoord(lane),
        BuiltIn::FrontFacing => StageInput::FrontFacing,
        BuiltIn::PointCoord => StageInput::PointCoord(lane),
        BuiltIn::PrimitiveId => StageInput::PrimitiveId,
        BuiltIn::HelperInvocation => StageInput::Helper,
        BuiltIn::VertexId | BuiltIn::VertexIndex => StageInput::VertexId,
        BuiltIn::InstanceId | BuiltIn::InstanceIndex => StageInput::InstanceId,
        BuiltIn::SubgroupSize => StageInput::SubgroupSize,
        BuiltIn::SubgroupLocalInvocationId => StageInput::SubgroupLane,
        BuiltIn::SubgroupId => StageInput::SubgroupNumber,
        BuiltIn::NumSubgroups => StageInput::Subgroups,
        BuiltIn::SubgroupEqMask => StageInput::SubgroupMask(SubgroupMask::Equal, lane),
        BuiltIn::SubgroupGtMask => StageInput::SubgroupMask(SubgroupMask::Above, lane),
        BuiltIn::SubgroupGeMask => StageInput::SubgroupMask(SubgroupMask::From, lane),
        BuiltIn::SubgroupLtMask => StageInput::SubgroupMask(SubgroupMask::Below, lane),
        BuiltIn::SubgroupLeMask => StageInput::SubgroupMask(SubgroupMask::UpTo, lane),
        _ => return None,
    };
    (lane < lanes).then_some(input)
}

/// Returns the reason why a built-in variable cannot be used.
pub(super) fn built_in_refusal(built_in: BuiltIn) -> String {
    built_in
        .explain_refusal()
        .unwrap_or_else(|| format!("the emulator has no {built_in:?} in this stage"))
}
