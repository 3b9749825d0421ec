//! Inputs and outputs of a stage: the registers that they fill and the registers that they come from.

use super::super::assembly::{Between, StageInput, StageOutput, SubgroupMask};
use super::super::number::Number;
use super::fault::{Lowered, fault};
use super::lowering::Lowering;
use super::module::{class, made};
use super::types::Type;
use super::value::PointerTarget;
use gristmill_shader::Stage;
use gristmill_shader::ledger::Listed;
use rspirv::dr::Operand;
use rspirv::spirv::{BuiltIn, Decoration, StorageClass, Word};

/// One register of an input or output: its location, and its lane there.
struct Lane {
    location: u32,
    lane: u8,
    between: Between,
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
    pub(super) fn input(&mut self, variable: Word, of: Word) -> Lowered<PointerTarget> {
        let local = self.given(variable, of)?;
        let (first, words) = self.known.locals.get(local).map_or((0, 0), |local| (local.first, local.words));
        if let Some(built_in) = self.built_in(variable, None) {
            let lanes = (0..words as u8)
                .map(|lane| input_of(built_in, lane))
                .collect::<Option<Vec<StageInput>>>();
            let Some(lanes) = lanes else { return fault(refusal_of(built_in)) };
            self.out.code.inputs.extend((first..).zip(lanes));
        } else {
            let lanes = self.located(variable, of)?;
            let vertex = self.out.code.stage == Stage::Vertex;
            for (register, Lane { location, lane, between, .. }) in (first..).zip(lanes) {
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
    pub(super) fn output(&mut self, variable: Word, of: Word) -> Lowered<PointerTarget> {
        let local = self.global_local(variable, of)?;
        let (first, words) = self.known.locals.get(local).map_or((0, 0), |local| (local.first, local.words));
        self.clear_first(local)?;
        let members = match self.source.types.get(of)? {
            Type::Struct(members) => members.len() as u32,
            _ => 0,
        };
        if let Some(built_in) = self.built_in(variable, None) {
            if words != if built_in == BuiltIn::Position { 4 } else { 1 } {
                return fault(format!("gl_{built_in:?} has another type than GLSL gives it"));
            }
            match built_in {
                BuiltIn::Position => self.add_outputs(first, StageOutput::Position),
                BuiltIn::PointSize => self.out.code.outputs.push((first, StageOutput::PointSize)),
                BuiltIn::FragDepth => self.out.code.outputs.push((first, StageOutput::Depth)),
                other => return fault(refusal_of(other)),
            }
        } else if (0..members).any(|member| self.built_in(of, Some(member)).is_some()) {
            let position = |&member: &u32| self.built_in(of, Some(member)) == Some(BuiltIn::Position);
            if let Some(member) = (0..members).find(position) {
                let (part, skip) = self.source.types.part(of, member)?;
                if self.source.types.words(part)? != 4 {
                    return fault("gl_Position has another type than GLSL gives it");
                }
                self.add_outputs(first + skip, StageOutput::Position);
            }
        } else {
            let fragment = self.out.code.stage == Stage::Fragment;
            if fragment
                && self
                    .source
                    .module
                    .decorated(variable, None, Decoration::Index)
                    .is_some_and(|index| index != 0)
            {
                return fault("the emulator has no second colour for blending");
            }
            for (register, Lane { location, lane, scalar, .. }) in (first..).zip(self.located(variable, of)?) {
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
    pub(super) fn use_point_size(&mut self, variable: Word, of: Word, member: u32) -> Lowered<()> {
        let (_, skip) = self.source.types.part(of, member)?;
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
    pub(super) fn declare(&mut self) -> Lowered<()> {
        let mut declared = vec![];
        for variable in self.source.module.variables() {
            let (result, pointer) = made(variable)?;
            let (_, of) = self.source.types.pointee(pointer)?;
            let has_value = variable.operands.len() > 1;
            if class(variable)? == StorageClass::UniformConstant && has_value {
                declared.push(result);
                continue;
            }
            let members = match self.source.types.get(of)? {
                Type::Struct(members) => members.len() as u32,
                _ => 0,
            };
            let built_in = self.built_in(result, None).is_some()
                || (0..members).any(|member| self.built_in(of, Some(member)).is_some());
            if class(variable)? == StorageClass::Output && !built_in {
                declared.push(result);
            }
        }
        declared.into_iter().try_for_each(|variable| self.value(variable).map(|_| ()))
    }

    /// Returns the locations of a variable's registers.
    fn located(&self, variable: Word, of: Word) -> Lowered<Vec<Lane>> {
        let decorated = |wanted| self.source.module.decorated(variable, None, wanted);
        let between = self.between(variable, None);
        let first = decorated(Decoration::Location);
        let component = decorated(Decoration::Component).unwrap_or(0);
        let mut lanes = vec![];
        self.lanes_of(of, (first.unwrap_or(0), component), between, &mut lanes)?;
        Ok(lanes)
    }

    fn between(&self, of: Word, member: Option<u32>) -> Option<Between> {
        if self.source.module.is(of, member, Decoration::Flat) {
            Some(Between::Flat)
        } else {
            self.source
                .module
                .is(of, member, Decoration::NoPerspective)
                .then_some(Between::Linear)
        }
    }

    /// Adds the registers of a type and returns the location after it.
    fn lanes_of(&self, of: Word, at: (u32, u32), between: Option<Between>, lanes: &mut Vec<Lane>) -> Lowered<u32> {
        let (location, component) = at;
        if location >= 1 << 20 {
            return fault("a location is out of range");
        }
        match self.source.types.get(of)?.clone() {
            Type::Matrix { column: item, columns: count } | Type::Array { item, count, .. } => {
                (0..count).try_fold(location, |location, _| self.lanes_of(item, (location, component), between, lanes))
            }
            Type::Struct(members) => {
                let mut location = location;
                for (number, member) in (0..).zip(members) {
                    let decorated = |wanted| self.source.module.decorated(of, Some(number), wanted);
                    location = decorated(Decoration::Location).unwrap_or(location);
                    let component = decorated(Decoration::Component).unwrap_or(0);
                    let between = self.between(of, Some(number)).or(between);
                    location = self.lanes_of(member.of, (location, component), between, lanes)?;
                }
                Ok(location)
            }
            _ => {
                // Numbers of 64 bits pass between stages as two words and are never interpolated.
                let words = self.source.types.number(of).map_or(1, Number::words);
                let (scalar, between) = match words {
                    1 => (self.scalar(of)?, between.unwrap_or(Between::Smooth)),
                    _ => (gristmill_base::element::Scalar::U32, Between::Flat),
                };
                let end = component + self.source.types.lanes(of)? as u32 * words;
                if end > 4 && (words == 1 || component != 0) {
                    return fault("a component is out of range");
                }
                for word in component..end {
                    lanes.push(Lane { location: location + word / 4, lane: (word % 4) as u8, between, scalar });
                }
                Ok(location + end.div_ceil(4))
            }
        }
    }
}

/// Returns the input that fills a lane of a built-in variable.
fn input_of(built_in: BuiltIn, lane: u8) -> Option<StageInput> {
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
pub(super) fn refusal_of(built_in: BuiltIn) -> String {
    built_in
        .refusal()
        .unwrap_or_else(|| format!("the emulator has no {built_in:?} in this stage"))
}
