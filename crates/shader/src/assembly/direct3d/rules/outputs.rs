//! Outputs: how they may be written, and that they are.

use super::refuse_at;
use crate::assembly::direct3d::shader::{
    Declared, Register, RegisterKind, Shader, SourceModifier, Statement, Target, WHOLE,
};
use crate::assembly::direct3d::version::ShaderVersion;
use crate::assembly::program_error::ParseResult;
use std::collections::BTreeMap;

pub(super) struct OutputRules {
    version: &'static ShaderVersion,
    end: usize,
    /// The written components of outputs, and of `r0` in `ps_1_1` to `ps_1_4`.
    written: BTreeMap<Register, [bool; 4]>,
    /// The output of `vs_3_0` that is the position.
    position: Option<Register>,
    /// True if an output was written by an index.
    by_index: bool,
}

impl OutputRules {
    pub(super) fn new(shader: &Shader) -> OutputRules {
        let position = shader.statements.iter().find(|statement| {
            statement.declared == Some(Declared::Usage(0, 0))
                && statement
                    .target_register()
                    .is_some_and(|register| register.kind == RegisterKind::Output)
        });
        OutputRules {
            version: shader.version,
            end: shader.end,
            written: BTreeMap::new(),
            position: position.and_then(Statement::target_register),
            by_index: false,
        }
    }

    /// Checks a write to an output, and notes it.
    pub(super) fn check_statement(&mut self, statement: &Statement, dynamic: bool, nested: bool) -> ParseResult<()> {
        if statement.operation.name == "phase" {
            // The alpha of r0 does not survive the transition.
            self.written.values_mut().for_each(|lanes| lanes[3] = false);
        }
        let reads = statement.operation.name == "texkill" || statement.declared.is_some();
        let Some(target) = statement.target.as_ref().filter(|_| !reads) else { return Ok(()) };
        let is_result = self.version.is_pixel_1() && target.register == Register::new(RegisterKind::Temporary, 0);
        if !is_result && !target.register.kind.is_output() {
            return Ok(());
        }
        self.check_write(statement, target, dynamic, nested)?;
        self.by_index |= target.relative.is_some();
        let lanes = self.written.entry(target.register).or_default();
        for (lane, written) in lanes.iter_mut().zip(target.mask) {
            *lane |= written;
        }
        Ok(())
    }

    fn check_write(&self, statement: &Statement, target: &Target, dynamic: bool, nested: bool) -> ParseResult<()> {
        let register = target.register;
        let varies = dynamic || statement.predicate.is_some();
        match register.kind {
            RegisterKind::PixelColor | RegisterKind::PixelDepth if self.version.is_pixel_2() => {
                self.check_pixel_2(statement, target)?;
                if varies || nested && register.kind == RegisterKind::PixelDepth {
                    return refuse_at(
                        target.at,
                        format!(
                            "expected {register} written outside of flow control, found it inside; move the result at the end"
                        ),
                    );
                }
                Ok(())
            }
            RegisterKind::PixelDepth => check_depth(statement, target),
            RegisterKind::Fog | RegisterKind::PointSize => {
                let count = target.mask.iter().filter(|written| **written).count();
                match target.masked && count > 1 {
                    true => refuse_at(
                        target.at,
                        format!("expected {register} without a mask, found several components; it is one number"),
                    ),
                    false => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }

    /// Checks the outputs of `ps_2_0` and its extensions: moved once, whole, unchanged.
    fn check_pixel_2(&self, statement: &Statement, target: &Target) -> ParseResult<()> {
        let register = target.register;
        let name = self.version.name;
        if statement.operation.name != "mov" {
            return refuse_at(
                target.at,
                format!(
                    "expected {register} written by mov in {name}, found {}; compute in r# and move it",
                    statement.name()
                ),
            );
        }
        if self.written.contains_key(&register) {
            return refuse_at(
                target.at,
                format!("expected {register} written once in {name}, found a second write; compute in r# first"),
            );
        }
        let Some(source) = statement.sources.first() else { return Ok(()) };
        if source.modifier != SourceModifier::None || source.negative {
            return refuse_at(
                source.at,
                format!(
                    "expected {} without a modifier as the source of {register}, found one; compute in r# first",
                    source.register
                ),
            );
        }
        if register.kind == RegisterKind::PixelDepth {
            return check_depth(statement, target);
        }
        if target.masked && target.mask != [true; 4] {
            return refuse_at(
                target.at,
                format!("expected {register} written whole in {name}, found a mask; compute in r# first"),
            );
        }
        if source.swizzle != WHOLE {
            return refuse_at(
                source.at,
                format!(
                    "expected {} whole as the source of {register}, found a swizzle; compute in r# first",
                    source.register
                ),
            );
        }
        Ok(())
    }

    /// Checks that the results of the shader are there.
    pub(super) fn check_end(&self) -> ParseResult<()> {
        let name = self.version.name;
        match (self.version.pixel, self.version.model) {
            (true, 11..=14) => self.check_whole(Register::new(RegisterKind::Temporary, 0), "its result"),
            (true, 20 | 21) => self.check_colors(),
            (true, _) => match self.written.is_empty() {
                true => refuse_at(
                    self.end,
                    format!("expected an output of {name}, found none written; write oC0 or oDepth"),
                ),
                false => Ok(()),
            },
            (false, 30) => match self.position {
                Some(_) if self.by_index => Ok(()),
                Some(position) => self.check_whole(position, "its position"),
                None => refuse_at(
                    self.end,
                    "expected dcl_position of an output in vs_3_0, found none; write dcl_position o0",
                ),
            },
            (false, _) => {
                self.check_whole(Register::new(RegisterKind::Position, 0), "its position")?;
                self.check_coordinates()
            }
        }
    }

    /// Refuses a shader that leaves components of a result unwritten.
    fn check_whole(&self, register: Register, what: &str) -> ParseResult<()> {
        let lanes = self.written.get(&register).copied().unwrap_or_default();
        let missing: String = "xyzw"
            .chars()
            .zip(lanes)
            .filter(|(_, written)| !written)
            .map(|(letter, _)| letter)
            .collect();
        match missing.is_empty() {
            true => Ok(()),
            false => refuse_at(
                self.end,
                format!(
                    "expected {what} in {register}, found {register}.{missing} unwritten; write all four components"
                ),
            ),
        }
    }

    /// Refuses a shader of model 2 without `oC0`, or with a gap in the numbers.
    fn check_colors(&self) -> ParseResult<()> {
        let has = |number: u32| self.written.contains_key(&Register::new(RegisterKind::PixelColor, number));
        let last = (0..4).rev().find(|number| has(*number)).unwrap_or(0);
        let missing = (0..=last).find(|number| !has(*number));
        match missing {
            None => Ok(()),
            Some(number) => refuse_at(
                self.end,
                format!("expected oC{number} in {}, found it unwritten; write mov oC{number}, r0", self.version.name),
            ),
        }
    }

    /// Refuses coordinates with a gap in their components, as `.xz`.
    fn check_coordinates(&self) -> ParseResult<()> {
        for (register, lanes) in &self.written {
            let is_gap = lanes.windows(2).any(|two| !two[0] && two[1]);
            if register.kind == RegisterKind::VertexCoordinate && is_gap {
                return refuse_at(
                    self.end,
                    format!("expected {register} written from x on, found a gap; write .x, .xy, .xyz or all"),
                );
            }
        }
        Ok(())
    }
}

/// Refuses a depth that is not one component.
fn check_depth(statement: &Statement, target: &Target) -> ParseResult<()> {
    if target.masked {
        return refuse_at(target.at, "expected oDepth without a mask, found one; it is one number");
    }
    let source = statement
        .sources
        .first()
        .filter(|source| !source.is_replicated() && statement.operation.name == "mov");
    match source {
        Some(source) => refuse_at(
            source.at,
            format!(
                "expected one component of {} for oDepth, found more; write {}.x",
                source.register, source.register
            ),
        ),
        None => Ok(()),
    }
}
