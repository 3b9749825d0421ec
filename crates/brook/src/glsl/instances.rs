//! The functions that a kernel needs: each function once for every set of gathers that it is called with, since GLSL has
//! no arrays of buffers as arguments.

use super::names::{free_name, local_names, type_name};
use super::written_lines::WrittenLines;
use crate::fault::{Fault, Outcome, refuse_text};
use crate::lexer::shorten_name;
use crate::tree::{Function, Line, LineKind, Node, Op, Role, Tree};
use crate::types::Type;
use std::collections::BTreeSet;

/// A function with the gathers that it reads.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Instance {
    pub function: usize,
    /// For each parameter that is a gather, the kernel's own one.
    pub gathers: Vec<Option<usize>>,
    pub name: String,
}

/// Prints the functions of one kernel.
pub(super) struct Printer<'t> {
    pub tree: &'t Tree,
    pub kernel: usize,
    pub is_compute: bool,
    /// The `vout` parameter that this text is for, and true if it only counts what is pushed.
    pub pushed: Option<(usize, bool)>,
    pub instances: Vec<Instance>,
    /// Functions of the compiler's own that the text calls.
    pub used_functions: BTreeSet<&'static str>,
    /// Gathers of the kernel that are read.
    pub read_gathers: BTreeSet<usize>,
    pub discards: bool,
    /// The instance that is printed, with the names of its locals.
    pub current: Instance,
    pub locals: Vec<String>,
    pub lines: WrittenLines,
}

/// A printed function.
pub(super) struct PrintedFunction {
    pub line: u32,
    pub file: u32,
    pub prototype: String,
    pub lines: WrittenLines,
}

/// The most functions that call each other in a kernel.
const MOST_NESTED: usize = 64;
/// The most functions of a kernel, counted with their gathers.
const MOST_INSTANCES: usize = 400;

impl<'t> Printer<'t> {
    pub fn new(tree: &'t Tree, kernel: usize, is_compute: bool, pushed: Option<(usize, bool)>) -> Outcome<Printer<'t>> {
        let function = tree
            .functions
            .get(kernel)
            .ok_or_else(|| Fault::new(Default::default(), "there is no such kernel"))?;
        check_recursion(tree, kernel, &mut Vec::new(), &mut BTreeSet::new())?;
        let gathers = function
            .parameters()
            .map(|(at, _, role)| (role == Role::Gather).then_some(at))
            .collect();
        let current = Instance { function: kernel, gathers, name: free_name(&function.name, &|_| false) };
        Ok(Printer {
            tree,
            kernel,
            is_compute,
            pushed,
            instances: vec![current.clone()],
            used_functions: BTreeSet::new(),
            read_gathers: BTreeSet::new(),
            discards: false,
            current,
            locals: Vec::new(),
            lines: WrittenLines::default(),
        })
    }

    /// Prints the kernel and all that it calls.
    pub fn print_functions(&mut self) -> Outcome<Vec<PrintedFunction>> {
        let mut printed = Vec::new();
        let mut at = 0;
        while let Some(instance) = self.instances.get(at).cloned() {
            at += 1;
            let Some(function) = self.tree.functions.get(instance.function) else { continue };
            let Some(body) = &function.body else {
                let name = shorten_name(&function.name);
                return refuse_text(function.at, format!("the kernel {name} has no body in this program; write it"));
            };
            self.locals = local_names(function);
            self.current = instance;
            self.lines = WrittenLines::default();
            let signature = self.print_signature(function);
            self.lines.add_line(function.at.line, 0, signature.clone());
            self.print_line(body, 0)?;
            let lines = std::mem::take(&mut self.lines);
            let (line, file) = (function.at.line, function.at.file);
            printed.push(PrintedFunction { line, file, prototype: signature + ";", lines });
        }
        Ok(printed)
    }

    fn print_signature(&self, function: &Function) -> String {
        let mut parameters = Vec::new();
        for (at, named, role) in function.parameters() {
            let name = self.locals.get(at).map(String::as_str).unwrap_or_default();
            let (ty, _) = type_name(&self.tree.types, &named.ty);
            match role {
                Role::Gather => continue,
                Role::Constant | Role::Stream => parameters.push(format!("{ty} {name}")),
                Role::Out | Role::Reduce | Role::Push => parameters.push(format!("inout {ty} {name}")),
            }
            if role == Role::Stream
                && self.current.function != self.kernel
                && uses_index(self.tree, self.current.function, at)
            {
                parameters.push(format!("vec4 brook_index_{at}"));
            }
        }
        let (result, _) = type_name(&self.tree.types, &function.result);
        format!("{result} {}({})", self.current.name, parameters.join(", "))
    }

    /// Returns the name of a function called with these gathers, and has it printed.
    pub fn instance_name(&mut self, function: usize, gathers: Vec<Option<usize>>) -> Outcome<String> {
        let known = self
            .instances
            .iter()
            .find(|known| known.function == function && known.gathers == gathers);
        if let Some(known) = known {
            return Ok(known.name.clone());
        }
        let Some(callee) = self.tree.functions.get(function) else { return Ok(String::new()) };
        let is_taken = |name: &str| {
            self.instances.iter().any(|known| known.name == name)
                || self
                    .tree
                    .functions
                    .iter()
                    .any(|other| other.name == name && other.name != callee.name)
        };
        let mut name = free_name(&callee.name, &|name| self.instances.iter().any(|known| known.name == name));
        let mut number = 2;
        while is_taken(&name) {
            name = format!("{}_{number}", free_name(&callee.name, &|_| false));
            number += 1;
        }
        if self.instances.len() >= MOST_INSTANCES {
            let name = shorten_name(&callee.name);
            return refuse_text(
                callee.at,
                format!("{name} is called with more than {MOST_INSTANCES} sets of gathers; give fewer"),
            );
        }
        self.instances.push(Instance { function, gathers, name: name.clone() });
        Ok(name)
    }

    /// Returns the index of the element that a stream of the current function is at.
    pub fn index_of(&self, parameter: usize) -> String {
        let function = self.tree.functions.get(self.current.function);
        match function.and_then(|function| function.roles.get(parameter)) {
            Some(Role::Stream) => format!("brook_index_{parameter}"),
            _ => "brook_index".to_string(),
        }
    }
}

/// Refuses a kernel that calls itself: GLSL has no recursion.
fn check_recursion(tree: &Tree, function: usize, open: &mut Vec<usize>, done: &mut BTreeSet<usize>) -> Outcome<()> {
    let Some(known) = tree.functions.get(function) else { return Ok(()) };
    if open.contains(&function) {
        let name = shorten_name(&known.name);
        return refuse_text(known.at, format!("the kernel {name} calls itself, which no card can; write a loop"));
    }
    if done.contains(&function) {
        return Ok(());
    }
    if open.len() >= MOST_NESTED {
        return refuse_text(known.at, format!("kernels call each other more than {MOST_NESTED} deep; call fewer"));
    }
    open.push(function);
    let mut called = BTreeSet::new();
    if let Some(body) = &known.body {
        visit_line(body, &mut |node| {
            if let Op::Call { function, .. } = &node.op {
                called.insert(*function);
            }
        });
    }
    for callee in called {
        check_recursion(tree, callee, open, done)?;
    }
    open.pop();
    done.insert(function);
    Ok(())
}

/// Returns true if a function needs the index of a stream that is its parameter.
pub(super) fn uses_index(tree: &Tree, function: usize, parameter: usize) -> bool {
    finds_index(tree, function, parameter, &mut BTreeSet::new())
}

fn finds_index(tree: &Tree, function: usize, parameter: usize, seen: &mut BTreeSet<(usize, usize)>) -> bool {
    if !seen.insert((function, parameter)) {
        return false;
    }
    let Some(body) = tree.functions.get(function).and_then(|known| known.body.as_ref()) else { return false };
    let mut uses = false;
    visit_line(body, &mut |node| match &node.op {
        Op::IndexOf(of) if *of == parameter => uses = true,
        Op::Call { function: callee, arguments } => {
            for (at, argument) in arguments.iter().enumerate() {
                let is_stream =
                    tree.functions.get(*callee).and_then(|known| known.roles.get(at)) == Some(&Role::Stream);
                if matches!(argument.op, Op::Local(local) if local == parameter) && is_stream && !uses {
                    uses = finds_index(tree, *callee, at, seen);
                }
            }
        }
        _ => {}
    });
    uses
}

/// Calls `visit` with each expression of a statement.
pub(super) fn visit_line(line: &Line, visit: &mut dyn FnMut(&Node)) {
    match &line.kind {
        LineKind::Block(lines, _) | LineKind::Several(lines) => lines.iter().for_each(|line| visit_line(line, visit)),
        LineKind::Switch(value, lines, _) => {
            visit_node(value, visit);
            lines.iter().for_each(|line| visit_line(line, visit));
        }
        LineKind::Declare(_, Some(crate::tree::Initial::Value(value))) => visit_node(value, visit),
        LineKind::Evaluate(value) | LineKind::Return(Some(value)) => visit_node(value, visit),
        LineKind::If(condition, yes, no) => {
            visit_node(condition, visit);
            visit_line(yes, visit);
            if let Some(no) = no {
                visit_line(no, visit);
            }
        }
        LineKind::While(condition, body) | LineKind::DoWhile(body, condition) => {
            visit_node(condition, visit);
            visit_line(body, visit);
        }
        LineKind::For(first, condition, step, body) => {
            visit_line(first, visit);
            condition.iter().chain(step).for_each(|node| visit_node(node, visit));
            visit_line(body, visit);
        }
        _ => {}
    }
}

fn visit_node(node: &Node, visit: &mut dyn FnMut(&Node)) {
    visit(node);
    match &node.op {
        Op::Dereference(a) | Op::Convert(a) | Op::Negate(a) | Op::Not(a) | Op::Complement(a) | Op::AddressOf(a) => {
            visit_node(a, visit);
        }
        Op::Member { base: a, .. }
        | Op::Swizzle { base: a, .. }
        | Op::Step { place: a, .. }
        | Op::Gather { index: a, .. } => {
            visit_node(a, visit);
        }
        Op::Element { base: a, index: b, .. }
        | Op::Binary(_, a, b)
        | Op::Comma(a, b)
        | Op::Assign(a, b)
        | Op::Update { place: a, operand: b, .. }
        | Op::Move { pointer: a, by: b, .. }
        | Op::Between { from: a, to: b, .. } => {
            visit_node(a, visit);
            visit_node(b, visit);
        }
        Op::Select(a, b, c) | Op::Domain { stream: a, from: b, to: c } => {
            visit_node(a, visit);
            visit_node(b, visit);
            visit_node(c, visit);
        }
        Op::Construct(list) | Op::Call { arguments: list, .. } | Op::Library(_, list) => {
            list.iter().for_each(|node| visit_node(node, visit));
        }
        Op::Whole(_) | Op::Real(_) | Op::Text(_) | Op::Local(_) | Op::Global(_) | Op::IndexOf(_) | Op::Push(_) => {}
    }
}

/// Returns true if a type has a double in it, which the fragment era lacks.
pub(super) fn has_double(tree: &Tree, ty: &Type) -> bool {
    match ty {
        Type::Number { kind, .. } => *kind == crate::types::Kind::Double,
        Type::Array(of, _) | Type::Gather(of, _) => has_double(tree, of),
        Type::Struct(index) => {
            let known = tree.types.structs.get(*index);
            known.is_some_and(|known| known.members.iter().any(|member| has_double(tree, &member.ty)))
        }
        _ => false,
    }
}
