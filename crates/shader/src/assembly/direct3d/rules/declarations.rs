//! Declarations and definitions: before everything that executes, of registers that may have them, each
//! once; and the registers that must have one.

use super::{refuse_at, target_place};
use crate::assembly::direct3d::operation::OperationKind;
use crate::assembly::direct3d::shader::{Declared, Register, RegisterKind, Shader, Source, Statement, Target};
use crate::assembly::direct3d::version::ShaderVersion;
use crate::assembly::program_error::ParseResult;
use std::collections::HashMap;

/// The place of `psize` in the usages.
const PSIZE: usize = 4;

pub(super) struct DeclarationRules {
    version: &'static ShaderVersion,
    /// True if the shader declares no input, as those of Direct3D 8, whose host declares them.
    is_bare: bool,
    /// The declared components of each register.
    declared: HashMap<Register, [bool; 4]>,
    /// The usages that are taken: true for outputs.
    usages: Vec<(bool, usize, u32)>,
    /// The registers that are defined.
    defined: Vec<Register>,
    /// True after the first statement that executes.
    executes: bool,
}

impl DeclarationRules {
    pub(super) fn new(shader: &Shader) -> DeclarationRules {
        DeclarationRules {
            version: shader.version,
            is_bare: !shader.statements.iter().any(|statement| statement.declared.is_some()),
            declared: HashMap::new(),
            usages: vec![],
            defined: vec![],
            executes: false,
        }
    }

    pub(super) fn check_statement(&mut self, statement: &Statement) -> ParseResult<()> {
        let declares = statement.declared.is_some();
        if (declares || statement.value.is_some()) && self.executes {
            let name = statement.operation.name;
            return refuse_at(
                statement.at,
                format!("expected {name} before the first instruction, found it behind one; move it up"),
            );
        }
        if let (Some(declared), Some(target)) = (statement.declared, &statement.target) {
            return self.check_declaration(statement, declared, target);
        }
        if let (Some(_), Some(target)) = (statement.value, &statement.target) {
            return self.check_definition(statement, target);
        }
        self.executes |= statement.operation.kind != OperationKind::Setup || statement.operation.name == "phase";
        for source in &statement.sources {
            self.check_declared(statement, source)?;
        }
        self.check_declared_target(statement)
    }

    /// Checks `dcl`.
    fn check_declaration(&mut self, statement: &Statement, declared: Declared, target: &Target) -> ParseResult<()> {
        let register = target.register;
        let wanted = match declared {
            Declared::Sampler(_) => register.kind == RegisterKind::Sampler,
            Declared::Plain => match self.version.model {
                30 => matches!(register.kind, RegisterKind::PixelPosition | RegisterKind::Face),
                _ => self.version.pixel && matches!(register.kind, RegisterKind::Input | RegisterKind::Coordinate),
            },
            // Listings of ps_2_0 may name a usage too.
            Declared::Usage(..) => {
                matches!(register.kind, RegisterKind::Input | RegisterKind::Output | RegisterKind::Coordinate)
            }
        };
        if !wanted {
            let next = match (declared, register.kind) {
                (_, RegisterKind::Sampler) => "declare a sampler by dcl_2d, dcl_cube or dcl_volume",
                (Declared::Plain, _) => "declare it with its usage, as dcl_texcoord0",
                _ => "declare inputs, outputs and samplers",
            };
            return refuse_at(
                target.at,
                format!("expected a declaration that fits {register}, found another one; {next}"),
            );
        }
        if register.kind == RegisterKind::PixelPosition && target.masked && (target.mask[2] || target.mask[3]) {
            return refuse_at(
                target.at,
                "expected vPos with .x, .y or .xy, found more; its others are undefined".to_string(),
            );
        }
        self.check_packing(statement, declared, target)?;
        let known = self.declared.entry(register).or_insert([false; 4]);
        for (known, more) in known.iter_mut().zip(target.mask) {
            *known |= more;
        }
        Ok(())
    }

    /// Refuses a component that is declared twice, and a usage that two registers have.
    fn check_packing(&mut self, statement: &Statement, declared: Declared, target: &Target) -> ParseResult<()> {
        let register = target.register;
        let known = self.declared.get(&register).copied().unwrap_or_default();
        let overlaps = known.iter().zip(target.mask).any(|(known, more)| *known && more);
        if overlaps {
            return refuse_at(
                target.at,
                format!(
                    "expected {register} declared once, found a second declaration of its components; leave one out"
                ),
            );
        }
        if let Declared::Usage(usage, index) = declared {
            let one = (register.kind == RegisterKind::Output, usage, index);
            if self.usages.contains(&one) && (self.version.model == 30 || !self.version.pixel) {
                return refuse_at(
                    statement.at,
                    "expected a usage that no other register has, found one in use; give it another index".to_string(),
                );
            }
            self.usages.push(one);
            let is_whole = target.mask == [true; 4];
            if register.kind == RegisterKind::Output && !is_whole && (usage == 0 && index == 0 || usage == PSIZE) {
                return refuse_at(
                    target.at,
                    format!("expected {register} declared whole, found a mask; a position and a point size have none"),
                );
            }
        }
        Ok(())
    }

    /// Checks `def`, `defi` and `defb`.
    fn check_definition(&mut self, statement: &Statement, target: &Target) -> ParseResult<()> {
        let (kind, letter) = match statement.operation.name {
            "def" => (RegisterKind::Constant, "c#"),
            "defi" => (RegisterKind::Integer, "i#"),
            _ => (RegisterKind::Boolean, "b#"),
        };
        let name = statement.operation.name;
        if target.register.kind != kind || target.relative.is_some() {
            return refuse_at(
                target.at,
                format!("expected {letter} after {name}, found {}; define a constant", target.register),
            );
        }
        if target.masked {
            return refuse_at(
                target.at,
                format!("expected {} whole after {name}, found a mask; give all four numbers", target.register),
            );
        }
        if self.defined.contains(&target.register) {
            return refuse_at(
                target.at,
                format!("expected {} defined once, found a second definition; use another register", target.register),
            );
        }
        self.defined.push(target.register);
        Ok(())
    }

    /// Refuses to read a register without the declaration that it must have.
    fn check_declared(&self, statement: &Statement, source: &Source) -> ParseResult<()> {
        let register = source.register;
        let required = match register.kind {
            RegisterKind::Input => self.version.model >= 20 || !self.version.pixel && !self.is_bare,
            RegisterKind::Coordinate => self.version.model >= 20,
            RegisterKind::Sampler | RegisterKind::PixelPosition | RegisterKind::Face => true,
            _ => false,
        };
        let is_known = match source.relative {
            // The index decides which input is read.
            Some(_) => self.declared.keys().any(|known| known.kind == register.kind),
            None => self.declared.contains_key(&register),
        };
        if !required || is_known {
            return Ok(());
        }
        let next = match register.kind {
            RegisterKind::Sampler => format!("write dcl_2d {register} at the top"),
            RegisterKind::Coordinate | RegisterKind::PixelPosition | RegisterKind::Face => {
                format!("write dcl {register} at the top")
            }
            _ if self.version.is_pixel_2() => format!("write dcl {register} at the top"),
            _ => format!("write dcl_texcoord0 {register} or another usage at the top"),
        };
        let name = statement.name();
        refuse_at(
            source.at,
            format!("expected a declared register for {name}, found {register} without its dcl; {next}"),
        )
    }

    /// Refuses to write an output of `vs_3_0` that is not declared, and `texkill` of an undeclared input.
    fn check_declared_target(&self, statement: &Statement) -> ParseResult<()> {
        let Some(target) = &statement.target else { return Ok(()) };
        let register = target.register;
        if register.kind == RegisterKind::Output && target.relative.is_none() {
            let known = self.declared.get(&register).copied().unwrap_or_default();
            let fits = known.iter().zip(target.mask).all(|(known, written)| *known || !written);
            if !fits {
                return refuse_at(
                    target.at,
                    format!(
                        "expected a declared output, found components of {register} without a dcl; write dcl_texcoord0 {register} or another usage at the top"
                    ),
                );
            }
        }
        let reads = statement.operation.name == "texkill" && self.version.model >= 20;
        if reads && register.kind != RegisterKind::Temporary && !self.declared.contains_key(&register) {
            return refuse_at(
                target_place(statement),
                format!(
                    "expected a declared register for texkill, found {register} without its dcl; declare it at the top"
                ),
            );
        }
        Ok(())
    }
}
