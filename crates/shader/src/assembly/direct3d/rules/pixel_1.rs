//! Rules of `ps_1_1` to `ps_1_4`: textures first, rows of matrices in their order, phases, pairs.

use super::{refuse_at, target_place};
use crate::assembly::direct3d::operation::OperationKind;
use crate::assembly::direct3d::shader::{Register, RegisterKind, Shader, SourceModifier, Statement};
use crate::assembly::direct3d::version::ShaderVersion;
use crate::assembly::program_error::ParseResult;

/// Rows of a matrix that were multiplied: the operation's columns, the stage, the source, and the place.
struct OpenRows {
    three: bool,
    rows: u32,
    stage: u32,
    source: Option<Register>,
    at: usize,
}

pub(super) struct PixelOneRules<'s> {
    version: &'static ShaderVersion,
    statements: &'s [Statement],
    /// True after the first arithmetic instruction of the phase.
    computes: bool,
    /// The registers that texture instructions of the phase have written.
    sampled: Vec<u32>,
    open: Option<OpenRows>,
    /// Registers that `texbem` has read.
    perturbing: Vec<Register>,
    /// True if the shader has two phases, and in the second.
    has_phases: bool,
    second: bool,
    /// Uses of `bem` and of `_dz`.
    bumps: usize,
    divisions: usize,
    /// The components that each coordinate register is read with.
    selections: Vec<(Register, [u8; 4])>,
}

impl<'s> PixelOneRules<'s> {
    pub(super) fn new(shader: &'s Shader) -> PixelOneRules<'s> {
        PixelOneRules {
            version: shader.version,
            statements: &shader.statements,
            computes: false,
            sampled: vec![],
            open: None,
            perturbing: vec![],
            has_phases: shader.statements.iter().any(|statement| statement.operation.name == "phase"),
            second: false,
            bumps: 0,
            divisions: 0,
            selections: vec![],
        }
    }

    pub(super) fn check_statement(&mut self, number: usize, statement: &Statement) -> ParseResult<()> {
        if statement.paired && !self.version.is_pixel_1() {
            return refuse_at(
                statement.at,
                format!("expected no + in {}, found one; only ps_1_1 to ps_1_4 pair instructions", self.version.name),
            );
        }
        if !self.version.is_pixel_1() {
            return Ok(());
        }
        match statement.operation.kind {
            OperationKind::Texture => self.check_texture(statement)?,
            OperationKind::Arithmetic => self.check_arithmetic(number, statement)?,
            _ if statement.operation.name == "phase" => self.start_phase(statement)?,
            _ if statement.paired => return self.refuse_pair(statement, "an instruction of arithmetic"),
            _ => {}
        }
        Ok(())
    }

    fn start_phase(&mut self, statement: &Statement) -> ParseResult<()> {
        if self.second {
            return refuse_at(statement.at, "expected one phase, found a second; a shader has two parts");
        }
        self.second = true;
        self.computes = false;
        self.sampled.clear();
        Ok(())
    }

    fn check_texture(&mut self, statement: &Statement) -> ParseResult<()> {
        let name = statement.operation.name;
        if self.computes {
            return refuse_at(
                statement.at,
                format!("expected {name} before arithmetic in {}, found it behind; move it up", self.version.name),
            );
        }
        if statement.paired {
            return self.refuse_pair(statement, "an instruction of arithmetic");
        }
        let stage = statement.target_register().map_or(0, |register| register.number);
        if name != "texkill" && name != "texdepth" {
            if self.sampled.contains(&stage) {
                return refuse_at(
                    target_place(statement),
                    format!(
                        "expected a stage for {name} that no instruction has used, found number {stage} again; use another register"
                    ),
                );
            }
            self.sampled.push(stage);
        }
        match self.version.model {
            14 => self.check_phase_texture(statement),
            _ => self.check_stage_texture(statement, stage),
        }
    }

    /// Checks a texture instruction of `ps_1_1` to `ps_1_3`.
    fn check_stage_texture(&mut self, statement: &Statement, stage: u32) -> ParseResult<()> {
        let name = statement.operation.name;
        if let Some(source) = statement.sources.first() {
            if source.register.number >= stage {
                return refuse_at(
                    source.at,
                    format!(
                        "expected {name} to read a stage before its own, found {}; use a lower one",
                        source.register
                    ),
                );
            }
            self.check_perturbing(statement)?;
        }
        if matches!(name, "texbem" | "texbeml") {
            self.perturbing.extend(statement.sources.first().map(|source| source.register));
        }
        self.check_rows(statement, stage)
    }

    /// Checks the rows of a matrix: `pad`, then the last one, at stages one after the other, of one source.
    fn check_rows(&mut self, statement: &Statement, stage: u32) -> ParseResult<()> {
        let name = statement.operation.name;
        let source = statement.sources.first().map(|source| source.register);
        let three = name.starts_with("texm3x3");
        let is_pad = name.ends_with("pad");
        let of_matrix = three || name.starts_with("texm3x2");
        let Some(open) = self.open.take() else {
            return match (of_matrix, is_pad) {
                (true, true) => {
                    self.open = Some(OpenRows { three, rows: 1, stage, source, at: statement.at });
                    Ok(())
                }
                (true, false) => {
                    let pad = if three { "texm3x3pad twice" } else { "texm3x2pad" };
                    refuse_at(
                        statement.at,
                        format!("expected {pad} before {name}, found none; multiply the other rows first"),
                    )
                }
                _ => Ok(()),
            };
        };
        let rows_before = if three { 2 } else { 1 };
        let fits = of_matrix && open.three == three && is_pad == (open.rows < rows_before);
        if !fits {
            return refuse_at(
                statement.at,
                format!("expected the next row of the matrix, found {name}; rows follow each other"),
            );
        }
        if stage != open.stage + 1 || source != open.source {
            return refuse_at(
                statement.at,
                format!(
                    "expected {name} at stage {} with the source of the row before, found another stage or source; use them",
                    open.stage + 1
                ),
            );
        }
        if is_pad {
            self.open = Some(OpenRows { rows: open.rows + 1, stage, ..open });
        }
        Ok(())
    }

    /// Checks a texture instruction of `ps_1_4`.
    fn check_phase_texture(&mut self, statement: &Statement) -> ParseResult<()> {
        let name = statement.operation.name;
        if name == "texdepth" {
            let register = statement.target_register();
            if register != Some(Register::new(RegisterKind::Temporary, 5)) {
                return refuse_at(
                    target_place(statement),
                    "expected r5 for texdepth, found another register; put the depth in r5",
                );
            }
            return match self.second {
                true => Ok(()),
                false => refuse_at(statement.at, "expected texdepth after phase, found it before; move it down"),
            };
        }
        let Some(source) = statement.sources.first() else { return Ok(()) };
        let first = self.has_phases && !self.second;
        if source.register.kind == RegisterKind::Temporary && (first || name == "texcrd") {
            return refuse_at(
                source.at,
                format!(
                    "expected {name} to read t# here, found {}; only texld of the second phase reads r#",
                    source.register
                ),
            );
        }
        if source.modifier == SourceModifier::DivideByZ {
            self.divisions += 1;
            if self.divisions > 2 {
                return refuse_at(
                    source.at,
                    "expected _dz at most twice in a shader, found it again; divide in another pass",
                );
            }
        }
        self.check_selection(statement)
    }

    /// Refuses one coordinate register that is read as `.xyz` and as `.xyw`.
    fn check_selection(&mut self, statement: &Statement) -> ParseResult<()> {
        let Some(source) = statement
            .sources
            .first()
            .filter(|source| source.register.kind == RegisterKind::Coordinate)
        else {
            return Ok(());
        };
        let takes_w = source.swizzle[2] == 3;
        let known = self.selections.iter().find(|(register, _)| *register == source.register);
        match known {
            Some((_, other)) if (other[2] == 3) != takes_w => refuse_at(
                source.at,
                format!(
                    "expected {0} with the components of its other reads, found .xyz and .xyw; read {0} one way",
                    source.register
                ),
            ),
            Some(_) => Ok(()),
            None => {
                self.selections.push((source.register, source.swizzle));
                Ok(())
            }
        }
    }

    fn check_arithmetic(&mut self, number: usize, statement: &Statement) -> ParseResult<()> {
        let name = statement.operation.name;
        if name != "nop" {
            self.computes = true;
        }
        if let Some(open) = &self.open {
            return refuse_at(
                open.at,
                "expected the last row of the matrix, found arithmetic; multiply the other rows first",
            );
        }
        self.check_perturbing(statement)?;
        if self.version.model == 14 {
            let color = statement
                .sources
                .iter()
                .find(|source| source.register.kind == RegisterKind::Input);
            if let Some(color) = color.filter(|_| self.has_phases && !self.second) {
                return refuse_at(
                    color.at,
                    format!(
                        "expected {} after phase, found it before; colours are of the second phase",
                        color.register
                    ),
                );
            }
            if name == "bem" {
                self.bumps += 1;
                if self.bumps > 1 || self.second || !self.has_phases {
                    return refuse_at(
                        statement.at,
                        "expected bem once, before phase, found it elsewhere; move it to the first phase",
                    );
                }
            }
        }
        if statement.paired { self.check_pair(number, statement) } else { Ok(()) }
    }

    /// Refuses to read what `texbem` has read.
    fn check_perturbing(&self, statement: &Statement) -> ParseResult<()> {
        if matches!(statement.operation.name, "texbem" | "texbeml") {
            return Ok(());
        }
        let read = statement
            .sources
            .iter()
            .find(|source| self.perturbing.contains(&source.register));
        match read {
            Some(source) => refuse_at(
                source.at,
                format!(
                    "expected a register that no texbem has read, found {}; read its texture at another stage",
                    source.register
                ),
            ),
            None => Ok(()),
        }
    }

    /// Checks that two instructions can be issued together: one writes colours, the other alpha.
    fn check_pair(&self, number: usize, statement: &Statement) -> ParseResult<()> {
        let before = number.checked_sub(1).and_then(|number| self.statements.get(number));
        let Some(before) = before.filter(|before| before.operation.kind == OperationKind::Arithmetic && !before.paired)
        else {
            return self.refuse_pair(statement, "an instruction of arithmetic before it, alone");
        };
        for one in [before, statement] {
            if matches!(one.operation.name, "dp4" | "bem" | "nop") {
                return self.refuse_pair(one, "another instruction, since it takes both pipes");
            }
        }
        let mask = |one: &Statement| one.target.as_ref().map_or([false; 4], |target| target.mask);
        let alpha = [false, false, false, true];
        let [one, other] = [mask(before), mask(statement)];
        let apart = one == alpha && !other[3] || other == alpha && !one[3];
        match apart {
            true => Ok(()),
            false => self.refuse_pair(statement, "one result with .rgb and one with .a"),
        }
    }

    fn refuse_pair(&self, statement: &Statement, wanted: &str) -> ParseResult<()> {
        let name = statement.operation.name;
        refuse_at(statement.at, format!("expected {wanted} in a pair, found {name}; leave the + out"))
    }

    /// Checks that no matrix is left open.
    pub(super) fn check_end(&self) -> ParseResult<()> {
        match &self.open {
            Some(open) => {
                refuse_at(open.at, "expected the last row of the matrix, found the end of the shader; multiply it")
            }
            None => Ok(()),
        }
    }
}
