//! Registers that are read before anything has written them.

use super::{refuse_at, target_place};
use crate::assembly::direct3d::reads::lanes_read;
use crate::assembly::direct3d::shader::{Register, RegisterKind, RelativeIndex, Shader, Statement};
use crate::assembly::program_error::ParseResult;
use std::collections::HashMap;

pub(super) struct FirstWrites<'s> {
    shader: &'s Shader,
    written: HashMap<Register, [bool; 4]>,
    /// True after a call, which may write any register, and in subroutines.
    is_unknown: bool,
}

impl<'s> FirstWrites<'s> {
    pub(super) fn new(shader: &'s Shader) -> FirstWrites<'s> {
        FirstWrites { shader, written: HashMap::new(), is_unknown: false }
    }

    /// Refuses to read what nothing has written, and notes what a statement writes.
    pub(super) fn check_statement(&mut self, statement: &Statement) -> ParseResult<()> {
        let name = statement.operation.name;
        self.is_unknown |= matches!(name, "call" | "callnz" | "label");
        for (number, source) in statement.sources.iter().enumerate() {
            if name == "sgn" && number > 0 {
                continue;
            }
            self.check_index(source.relative, source.at)?;
            self.check_read(source.register, lanes_read(self.shader, statement, number), source.at)?;
        }
        if let Some(predicate) = &statement.predicate {
            self.check_any(predicate.register, predicate.at)?;
        }
        for source in &statement.sources {
            if source.register.kind == RegisterKind::Predicate {
                self.check_any(source.register, source.at)?;
            }
        }
        let reads_target = match name {
            "texkill" if !self.shader.version.is_before_pixel_1_4() => [true, true, true, false],
            "texdepth" => [true, true, false, false],
            _ => [false; 4],
        };
        if let Some(register) = statement.target_register() {
            self.check_read(register, reads_target, target_place(statement))?;
        }
        self.note_writes(statement);
        Ok(())
    }

    fn check_index(&self, relative: Option<RelativeIndex>, at: usize) -> ParseResult<()> {
        let Some(RelativeIndex::Address(lane)) = relative else { return Ok(()) };
        let mut lanes = [false; 4];
        if let Some(read) = lanes.get_mut(usize::from(lane)) {
            *read = true;
        }
        self.check_read(Register::new(RegisterKind::Address, 0), lanes, at)
    }

    /// Returns true if something has to write the register before it is read.
    fn begins_empty(&self, register: Register) -> bool {
        match register.kind {
            RegisterKind::Temporary | RegisterKind::Address => true,
            RegisterKind::Coordinate => self.shader.version.is_before_pixel_1_4(),
            _ => false,
        }
    }

    fn check_read(&self, register: Register, lanes: [bool; 4], at: usize) -> ParseResult<()> {
        if self.is_unknown || !self.begins_empty(register) {
            return Ok(());
        }
        let written = self.written.get(&register).copied().unwrap_or_default();
        let missing = "xyzw"
            .chars()
            .zip(lanes.into_iter().zip(written))
            .filter(|(_, (read, written))| *read && !written);
        let missing: String = missing.map(|(letter, _)| letter).collect();
        match missing.is_empty() {
            true => Ok(()),
            false => refuse_at(
                at,
                format!(
                    "expected a register that was written, found {register}.{missing}, which nothing wrote before; write it first"
                ),
            ),
        }
    }

    /// Refuses to use the predicate before anything has set a component of it.
    fn check_any(&self, register: Register, at: usize) -> ParseResult<()> {
        match self.is_unknown || self.written.contains_key(&register) {
            true => Ok(()),
            false => refuse_at(
                at,
                format!(
                    "expected {register} set by setp_gt or another comparison, found it in use before; set it first"
                ),
            ),
        }
    }

    fn note_writes(&mut self, statement: &Statement) {
        let name = statement.operation.name;
        if name == "phase" {
            // The alpha of temporaries does not survive the transition.
            let temporaries = self
                .written
                .iter_mut()
                .filter(|(register, _)| register.kind == RegisterKind::Temporary);
            temporaries.for_each(|(_, lanes)| lanes[3] = false);
            return;
        }
        let Some(target) = statement.target.as_ref().filter(|_| statement.declared.is_none()) else { return };
        if matches!(name, "texkill" | "texm3x2pad" | "texm3x3pad") {
            return;
        }
        let lanes = self.written.entry(target.register).or_default();
        for (lane, written) in lanes.iter_mut().zip(target.mask) {
            *lane |= written;
        }
        match name {
            // Its third component is lost with a division, its fourth always.
            "texcrd" => lanes[3] = false,
            "sincos" if self.shader.version.model < 30 => {
                let [x, y, ..] = target.mask;
                (lanes[0], lanes[1], lanes[2]) = (x, y, false);
            }
            "texm3x2depth" | "texdepth" => *lanes = [false; 4],
            _ => {}
        }
    }
}
