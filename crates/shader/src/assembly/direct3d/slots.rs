//! The instruction slots that each statement takes, by the tables of Microsoft's reference.

use super::operation::OperationKind;
use super::shader::{RegisterKind, SamplerKind, Shader, Statement};
use super::version::ShaderVersion;

/// The slots of a statement, by what they count as.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct StatementSlots {
    pub arithmetic: usize,
    pub texture: usize,
    pub flow: usize,
}

impl StatementSlots {
    pub(super) fn total_slots(self) -> usize {
        self.arithmetic + self.texture + self.flow
    }

    pub(super) fn add_slots(&mut self, other: StatementSlots) {
        self.arithmetic += other.arithmetic;
        self.texture += other.texture;
        self.flow += other.flow;
    }
}

/// Returns the slots of a statement.
pub(super) fn statement_slots(shader: &Shader, statement: &Statement) -> StatementSlots {
    let version = shader.version;
    // A pair takes one slot.
    if statement.paired {
        return StatementSlots::default();
    }
    let predicated = usize::from(statement.predicate.is_some());
    match statement.operation.kind {
        OperationKind::Setup => StatementSlots::default(),
        OperationKind::Flow => StatementSlots { flow: flow_slots(statement.operation.name), ..Default::default() },
        OperationKind::Texture => {
            let texture = texture_slots(shader, statement) + predicated;
            let arithmetic = usize::from(statement.operation.name == "texbeml");
            StatementSlots { texture, arithmetic, ..Default::default() }
        }
        OperationKind::Arithmetic => {
            let arithmetic = arithmetic_slots(statement.operation.name, version) + predicated;
            StatementSlots { arithmetic, ..Default::default() }
        }
    }
}

fn flow_slots(name: &str) -> usize {
    match name {
        "call" | "endloop" | "endrep" => 2,
        "callnz" | "loop" | "rep" | "if" | "if_comp" | "break_comp" | "breakp" => 3,
        _ => 1,
    }
}

fn arithmetic_slots(name: &str, version: &ShaderVersion) -> usize {
    if version.is_pixel_1() {
        return match name {
            "nop" => 0,
            "bem" => 2,
            "cmp" | "dp4" if version.model < 14 => 2,
            _ => 1,
        };
    }
    match name {
        "exp" | "log" if version.model == 11 => 10,
        "frc" if version.model == 11 => 3,
        "lit" if version.model > 11 => 3,
        "crs" | "lrp" | "dp2add" | "dsx" | "dsy" | "m3x2" => 2,
        "nrm" | "pow" | "sgn" | "m3x3" | "m4x3" => 3,
        "m3x4" | "m4x4" => 4,
        "sincos" => 8,
        _ => 1,
    }
}

/// Returns the slots of a texture instruction: more than one where the number of reads has no limit of its own.
fn texture_slots(shader: &Shader, statement: &Statement) -> usize {
    let version = shader.version;
    if version.model < 21 {
        return 1;
    }
    let mut registers = statement.sources.iter().map(|source| source.register);
    let sampler = registers.rfind(|register| register.kind == RegisterKind::Sampler);
    let is_cube = sampler.and_then(|register| shader.sampler_kind(register.number)) == Some(SamplerKind::Cube);
    match statement.operation.name {
        "texkill" => 2,
        "texld" | "texldp" if is_cube => 4,
        "texldp" => 3,
        "texldb" => 6,
        "texldd" => 3,
        "texldl" if is_cube => 5,
        "texldl" => 2,
        _ => 1,
    }
}

/// Returns the slots of the whole shader.
pub(super) fn shader_slots(shader: &Shader) -> StatementSlots {
    let mut sum = StatementSlots::default();
    for statement in &shader.statements {
        sum.add_slots(statement_slots(shader, statement));
    }
    sum
}
