//! Flow control: blocks and their ends, how deep they are, subroutines.

use super::refuse_at;
use crate::assembly::direct3d::shader::{RegisterKind, RelativeIndex, Shader, Source, Statement};
use crate::assembly::direct3d::version::ShaderVersion;
use crate::assembly::program_error::ParseResult;
use std::collections::{BTreeMap, BTreeSet};

/// The kind of an open block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BlockKind {
    /// `if b0`.
    Static,
    /// `if_gt`, `if p0.x`.
    Dynamic,
    Rep,
    Loop,
}

#[derive(Debug)]
struct OpenBlock {
    kind: BlockKind,
    name: String,
    /// True after `else`.
    is_else: bool,
    at: usize,
}

/// A call: the subroutine that it is in, the label that it calls, and its place.
struct Call {
    caller: Option<u32>,
    label: u32,
    at: usize,
}

pub(super) struct FlowRules {
    version: &'static ShaderVersion,
    end: usize,
    open: Vec<OpenBlock>,
    calls: Vec<Call>,
    labels: Vec<u32>,
    /// The subroutine of the statements that follow; `None` in the main part.
    section: Option<u32>,
    /// True after `ret`: only a label may follow.
    has_returned: bool,
    static_instructions: usize,
}

impl FlowRules {
    pub(super) fn new(shader: &Shader) -> FlowRules {
        FlowRules {
            version: shader.version,
            end: shader.end,
            open: vec![],
            calls: vec![],
            labels: vec![],
            section: None,
            has_returned: false,
            static_instructions: 0,
        }
    }

    /// Returns true inside of a block that numbers decide.
    pub(super) fn is_dynamic(&self) -> bool {
        self.open.iter().any(|open| open.kind == BlockKind::Dynamic)
    }

    /// Returns true inside of any block or subroutine.
    pub(super) fn is_nested(&self) -> bool {
        !self.open.is_empty() || self.section.is_some()
    }

    pub(super) fn check_statement(&mut self, statement: &Statement) -> ParseResult<()> {
        let name = statement.operation.name;
        if self.has_returned && name != "label" {
            return refuse_at(
                statement.at,
                format!("expected a label after ret, found {name}; a subroutine begins with label l0"),
            );
        }
        self.check_loop_counter(statement)?;
        self.check_gradient(statement)?;
        self.count_static(statement)?;
        match name {
            "if" | "if_comp" | "rep" | "loop" => self.open_block(statement),
            "else" => self.check_else(statement),
            "endif" | "endrep" | "endloop" => self.close_block(statement),
            "break" | "break_comp" | "breakp" => self.check_break(statement),
            "call" | "callnz" => self.note_call(statement),
            "label" => self.open_section(statement),
            "ret" => self.check_return(statement),
            _ => Ok(()),
        }
    }

    /// Counts the static flow instructions of vertex shaders of model 2.
    fn count_static(&mut self, statement: &Statement) -> ParseResult<()> {
        let by_boolean = statement
            .sources
            .last()
            .is_some_and(|source| source.register.kind == RegisterKind::Boolean);
        self.static_instructions += usize::from(match statement.operation.name {
            "rep" | "loop" | "call" => true,
            "if" | "callnz" => by_boolean,
            "else" => self.open.last().is_some_and(|open| open.kind == BlockKind::Static),
            _ => false,
        });
        match self.version.flow_instructions {
            Some(most) if self.static_instructions > most => refuse_at(
                statement.at,
                format!(
                    "expected at most {most} static flow instructions in {}, found one more; write a loop or a subroutine down",
                    self.version.name
                ),
            ),
            _ => Ok(()),
        }
    }

    fn open_block(&mut self, statement: &Statement) -> ParseResult<()> {
        let kind = match (statement.operation.name, statement.sources.first().map(|source| source.register.kind)) {
            ("rep", _) => BlockKind::Rep,
            ("loop", _) => BlockKind::Loop,
            ("if", Some(RegisterKind::Boolean)) => BlockKind::Static,
            _ => BlockKind::Dynamic,
        };
        let is_loop = |kind: BlockKind| matches!(kind, BlockKind::Rep | BlockKind::Loop);
        let depth = self
            .open
            .iter()
            .filter(|open| open.kind == kind || is_loop(kind) && is_loop(open.kind))
            .count();
        let most = match kind {
            BlockKind::Static => self.version.flow.fixed,
            BlockKind::Dynamic => self.version.flow.dynamic,
            _ => self.version.flow.loops,
        };
        if depth >= most {
            let name = statement.name();
            return refuse_at(
                statement.at,
                format!(
                    "expected {name} at most {most} deep in {}, found it {} deep; write it flat",
                    self.version.name,
                    depth + 1
                ),
            );
        }
        self.open
            .push(OpenBlock { kind, name: statement.name(), is_else: false, at: statement.at });
        Ok(())
    }

    fn check_else(&mut self, statement: &Statement) -> ParseResult<()> {
        let open = self
            .open
            .last_mut()
            .filter(|open| matches!(open.kind, BlockKind::Static | BlockKind::Dynamic) && !open.is_else);
        match open {
            Some(open) => {
                open.is_else = true;
                Ok(())
            }
            None => refuse_at(statement.at, "expected an open if before else, found none; write if first"),
        }
    }

    fn close_block(&mut self, statement: &Statement) -> ParseResult<()> {
        let name = statement.operation.name;
        let fits = |open: &OpenBlock| match name {
            "endrep" => open.kind == BlockKind::Rep,
            "endloop" => open.kind == BlockKind::Loop,
            _ => matches!(open.kind, BlockKind::Static | BlockKind::Dynamic),
        };
        if self.open.pop_if(|open| fits(open)).is_some() {
            return Ok(());
        }
        let inside = self.open.last().map_or("nothing".to_string(), |open| open.name.clone());
        refuse_at(statement.at, format!("expected the end of what is open, found {name}; open is {inside}"))
    }

    fn check_break(&mut self, statement: &Statement) -> ParseResult<()> {
        let in_loop = self
            .open
            .iter()
            .any(|open| matches!(open.kind, BlockKind::Rep | BlockKind::Loop));
        let name = statement.name();
        if !in_loop {
            return refuse_at(statement.at, format!("expected {name} in a loop, found it in none; use if"));
        }
        let depth = self.open.iter().filter(|open| open.kind == BlockKind::Dynamic).count();
        if statement.operation.name == "break_comp" && depth >= self.version.flow.dynamic {
            return refuse_at(
                statement.at,
                format!("expected {name} at most {} deep, found it deeper; write it flat", self.version.flow.dynamic),
            );
        }
        Ok(())
    }

    fn note_call(&mut self, statement: &Statement) -> ParseResult<()> {
        let label = statement.sources.first().map_or(0, |source| source.register.number);
        self.calls.push(Call { caller: self.section, label, at: statement.at });
        Ok(())
    }

    fn check_return(&mut self, statement: &Statement) -> ParseResult<()> {
        if let Some(open) = self.open.last() {
            return refuse_at(
                statement.at,
                format!("expected ret outside of blocks, found it inside {}; use break or else", open.name),
            );
        }
        self.has_returned = true;
        Ok(())
    }

    fn open_section(&mut self, statement: &Statement) -> ParseResult<()> {
        let label = statement.sources.first().map_or(0, |source| source.register.number);
        if !self.has_returned {
            return refuse_at(
                statement.at,
                format!("expected ret before label l{label}, found none; a label stands directly after a ret"),
            );
        }
        if self.labels.contains(&label) {
            return refuse_at(
                statement.at,
                format!("expected label l{label} once, found it again; use another number"),
            );
        }
        self.labels.push(label);
        self.section = Some(label);
        self.has_returned = false;
        Ok(())
    }

    /// Refuses `aL` where no loop sets it.
    fn check_loop_counter(&self, statement: &Statement) -> ParseResult<()> {
        let in_loop = self.open.iter().any(|open| open.kind == BlockKind::Loop) || self.section.is_some();
        if in_loop || statement.operation.name == "loop" {
            return Ok(());
        }
        let uses = |source: &&Source| {
            source.relative == Some(RelativeIndex::Loop) || source.register.kind == RegisterKind::LoopCounter
        };
        let by_target = statement
            .target
            .as_ref()
            .filter(|target| target.relative == Some(RelativeIndex::Loop));
        let place = statement
            .sources
            .iter()
            .find(uses)
            .map(|source| source.at)
            .or(by_target.map(|target| target.at));
        match place {
            Some(at) => {
                refuse_at(at, "expected aL inside of loop and endloop, found it outside; it has no value there")
            }
            None => Ok(()),
        }
    }

    /// Refuses what needs the neighbours' numbers where they may have gone another way.
    fn check_gradient(&self, statement: &Statement) -> ParseResult<()> {
        let takes = matches!(statement.operation.name, "texld" | "texldp" | "texldb" | "dsx" | "dsy");
        let computed = statement
            .sources
            .first()
            .is_some_and(|source| source.register.kind == RegisterKind::Temporary);
        if takes && computed && self.is_dynamic() {
            let name = statement.operation.name;
            return refuse_at(
                statement.at,
                format!(
                    "expected {name} of r# outside of blocks that numbers decide, found it inside; use texldl or texldd, or move it out"
                ),
            );
        }
        Ok(())
    }

    /// Checks what only the whole shader shows.
    pub(super) fn check_end(&self) -> ParseResult<()> {
        if let Some(open) = self.open.last() {
            return refuse_at(
                open.at,
                format!("expected the end of {}, found the end of the shader; close it", open.name),
            );
        }
        if self.section.is_some() && !self.has_returned {
            return refuse_at(
                self.end,
                "expected ret at the end of a subroutine, found the end of the shader; write ret",
            );
        }
        for call in &self.calls {
            if !self.labels.contains(&call.label) {
                return refuse_at(
                    call.at,
                    format!("expected a label l{0} for the call, found none; write label l{0} after ret", call.label),
                );
            }
        }
        self.check_depths()
    }

    /// Refuses calls that are nested too deep, or that come back to themselves.
    fn check_depths(&self) -> ParseResult<()> {
        // The labels that each subroutine calls; `None` is the main part.
        let mut called: BTreeMap<Option<u32>, BTreeSet<u32>> = BTreeMap::new();
        for call in &self.calls {
            called.entry(call.caller).or_default().insert(call.label);
        }
        let mut depths = BTreeMap::new();
        for call in &self.calls {
            let Some(depth) = section_depth(Some(call.label), &called, &mut depths) else {
                return refuse_at(
                    call.at,
                    format!(
                        "expected calls without a circle, found that l{} comes back to itself; unroll it",
                        call.label
                    ),
                );
            };
            let most = self.version.flow.calls;
            if depth + 1 > most {
                return refuse_at(
                    call.at,
                    format!(
                        "expected calls at most {most} deep in {}, found them {} deep; write one down",
                        self.version.name,
                        depth + 1
                    ),
                );
            }
        }
        Ok(())
    }
}

/// Returns how deep the calls of a section are; `None` if they come back to a section that is open.
fn section_depth(
    section: Option<u32>,
    called: &BTreeMap<Option<u32>, BTreeSet<u32>>,
    depths: &mut BTreeMap<Option<u32>, Option<usize>>,
) -> Option<usize> {
    if let Some(known) = depths.get(&section) {
        return *known;
    }
    depths.insert(section, None);
    let mut depth = 0;
    for label in called.get(&section).into_iter().flatten() {
        depth = depth.max(section_depth(Some(*label), called, depths)? + 1);
    }
    depths.insert(section, Some(depth));
    Some(depth)
}
