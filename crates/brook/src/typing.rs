//! The type check: makes the typed tree of the syntax tree.

mod calls;
pub(crate) mod conversions;
pub(crate) mod declared;
mod initial;
pub(crate) mod library_calls;
mod lines;
mod places;
mod values;

use crate::fault::{Outcome, Position, refuse_text};
use crate::lexer::shorten_name;
use crate::syntax::{FunctionKind, FunctionSyntax, ProgramSyntax};
use crate::tree::{Function, Line, LineKind, Named, Role, Tree, Variable};
use crate::types::{Type, TypeTable};
use std::collections::HashMap;

/// The function that is being read.
struct Current {
    kind: FunctionKind,
    locals: Vec<Named>,
    roles: Vec<Role>,
    scopes: Vec<HashMap<String, usize>>,
    result: Type,
    /// Loops around the statement, and switches.
    loops: usize,
    switches: usize,
    /// The labels that are named so far, each with the place where it is, if it was seen, and that of a goto.
    labels: Vec<KnownLabel>,
}

struct KnownLabel {
    name: String,
    is_there: bool,
    used: Option<Position>,
}

impl Current {
    fn new(kind: FunctionKind) -> Current {
        let scopes = vec![HashMap::new()];
        Current {
            kind,
            locals: Vec::new(),
            roles: Vec::new(),
            scopes,
            result: Type::Void,
            loops: 0,
            switches: 0,
            labels: Vec::new(),
        }
    }
}

struct Typer<'p> {
    syntax: &'p ProgramSyntax,
    types: TypeTable,
    constants: HashMap<String, i64>,
    globals: Vec<Named>,
    global_names: HashMap<String, usize>,
    functions: Vec<Function>,
    function_names: HashMap<String, usize>,
    texts: Vec<Vec<u8>>,
    current: Current,
}

/// Checks a program's types.
pub(crate) fn type_program(syntax: &ProgramSyntax) -> Outcome<Tree> {
    let mut typer = Typer {
        syntax,
        types: TypeTable::default(),
        constants: HashMap::new(),
        globals: Vec::new(),
        global_names: HashMap::new(),
        functions: Vec::new(),
        function_names: HashMap::new(),
        texts: Vec::new(),
        current: Current::new(FunctionKind::Host),
    };
    typer.define_constants()?;
    typer.define_structs()?;
    for function in &syntax.functions {
        typer.declare_function(function)?;
    }
    let initials = typer.type_globals()?;
    for function in &syntax.functions {
        typer.type_function(function)?;
    }
    let Typer { types, functions, globals, texts, .. } = typer;
    Ok(Tree { types, functions, globals, initials, texts })
}

impl Typer<'_> {
    fn in_kernel(&self) -> bool {
        self.current.kind != FunctionKind::Host
    }

    /// Adds a function's name and parameters, so that functions before it may call it.
    fn declare_function(&mut self, syntax: &FunctionSyntax) -> Outcome<()> {
        let known = self.function_names.get(&syntax.name).copied();
        let has_body = known
            .and_then(|known| self.functions.get(known))
            .is_some_and(|known| known.body.is_some());
        if has_body && syntax.body.is_some() {
            let name = shorten_name(&syntax.name);
            return refuse_text(syntax.at, format!("the function {name} is defined twice; rename one"));
        }
        if known.is_some() && syntax.body.is_none() {
            return Ok(());
        }
        let is_kernel = syntax.kind != FunctionKind::Host;
        let mut locals = Vec::new();
        let mut roles = Vec::new();
        for parameter in &syntax.parameters {
            let (ty, role) = match is_kernel {
                true => self.kernel_parameter(parameter)?,
                false => (self.host_parameter(parameter)?, Role::Constant),
            };
            if syntax.body.is_some() && parameter.name.is_empty() {
                return refuse_text(parameter.at, "expected the name of this parameter, found none; name it");
            }
            if locals
                .iter()
                .any(|known: &Named| known.name == parameter.name && !parameter.name.is_empty())
            {
                let name = shorten_name(&parameter.name);
                return refuse_text(parameter.at, format!("the parameter {name} is there twice; rename one"));
            }
            locals.push(Named { name: parameter.name.clone(), ty, at: parameter.at });
            roles.push(role);
        }
        let result = self.resolve_type(&syntax.result)?;
        check_signature(syntax, &roles, &result)?;
        if syntax.kind == FunctionKind::Reduction {
            self.check_reduced_type(&locals, &roles)?;
        }
        // The body is a mark until the function is typed.
        let body = syntax.body.as_ref().map(|body| Line { at: body.at, kind: LineKind::Empty });
        let function =
            Function { kind: syntax.kind, name: syntax.name.clone(), at: syntax.at, roles, result, locals, body };
        match known.and_then(|known| self.functions.get_mut(known)) {
            Some(prototype) => *prototype = function,
            None => {
                self.function_names.insert(syntax.name.clone(), self.functions.len());
                self.functions.push(function);
            }
        }
        Ok(())
    }

    /// Checks that a reduction's stream and result have one type: a partial result is an element of the next pass.
    fn check_reduced_type(&self, locals: &[Named], roles: &[Role]) -> Outcome<()> {
        let find = |wanted: Role| {
            locals
                .iter()
                .zip(roles)
                .find(|(_, role)| **role == wanted)
                .map(|(named, _)| named)
        };
        match (find(Role::Stream), find(Role::Reduce)) {
            (Some(stream), Some(result)) if stream.ty != result.ty => Err(self.mismatch_fault(
                result.at,
                &stream.ty,
                &result.ty,
                "give a reduction's result the type of its stream",
            )),
            _ => Ok(()),
        }
    }

    fn type_globals(&mut self) -> Outcome<Vec<Line>> {
        let mut initials = Vec::new();
        for declaration in &self.syntax.globals {
            // A declaration without a value may stand beside the one that defines the variable.
            if declaration.type_name.specifier.is_extern && declaration.initial.is_none() {
                let is_defined = self
                    .syntax
                    .globals
                    .iter()
                    .any(|other| other.name == declaration.name && !other.type_name.specifier.is_extern);
                if is_defined || self.global_names.contains_key(&declaration.name) {
                    continue;
                }
            }
            initials.push(self.type_declaration(declaration, true)?);
        }
        Ok(initials)
    }

    fn type_function(&mut self, syntax: &FunctionSyntax) -> Outcome<()> {
        let (Some(body), Some(&at)) = (&syntax.body, self.function_names.get(&syntax.name)) else { return Ok(()) };
        let Some(function) = self.functions.get(at) else { return Ok(()) };
        let names = function
            .locals
            .iter()
            .enumerate()
            .map(|(at, local)| (local.name.clone(), at))
            .collect();
        self.current = Current {
            locals: function.locals.clone(),
            roles: function.roles.clone(),
            scopes: vec![names],
            result: function.result.clone(),
            ..Current::new(syntax.kind)
        };
        let body = self.type_line(body)?;
        if let Some(label) = self.current.labels.iter().find(|label| !label.is_there) {
            let (name, at) = (shorten_name(&label.name), label.used.unwrap_or(syntax.at));
            return refuse_text(
                at,
                format!("the label {name} is not in this function; write {name}: before a statement"),
            );
        }
        let current = std::mem::replace(&mut self.current, Current::new(FunctionKind::Host));
        if let Some(function) = self.functions.get_mut(at) {
            function.locals = current.locals;
            function.body = Some(body);
        }
        Ok(())
    }

    /// Adds a local variable to the innermost scope.
    fn add_local(&mut self, named: Named) -> Outcome<usize> {
        let at = self.current.locals.len();
        let name = named.name.clone();
        if let Some(scope) = self.current.scopes.last_mut()
            && scope.insert(name.clone(), at).is_some()
        {
            let name = shorten_name(&name);
            return refuse_text(named.at, format!("{name} is declared twice in this block; rename one"));
        }
        self.current.locals.push(named);
        Ok(at)
    }

    fn find_local(&self, name: &str) -> Option<usize> {
        self.current.scopes.iter().rev().find_map(|scope| scope.get(name).copied())
    }

    fn find_variable(&self, name: &str) -> Option<Variable> {
        self.find_local(name)
            .map(Variable::Local)
            .or_else(|| self.global_names.get(name).copied().map(Variable::Global))
    }

    fn describe_type(&self, ty: &Type) -> String {
        self.types.describe_type(ty)
    }
}

/// Checks that a kernel returns nothing where it has streams, and that a reduction has one stream and one result.
fn check_signature(syntax: &FunctionSyntax, roles: &[Role], result: &Type) -> Outcome<()> {
    let count = |wanted: Role| roles.iter().filter(|role| **role == wanted).count();
    let name = shorten_name(&syntax.name);
    match syntax.kind {
        FunctionKind::Host => Ok(()),
        FunctionKind::Reduction if count(Role::Reduce) != 1 || count(Role::Stream) != 1 => refuse_text(
            syntax.at,
            format!(
                "the reduction {name} expects one stream and one `reduce` parameter, found {} and {}; write as reduce void {name}(float a<>, reduce float r<>)",
                count(Role::Stream),
                count(Role::Reduce)
            ),
        ),
        FunctionKind::Reduction if count(Role::Out) + count(Role::Push) > 0 => refuse_text(
            syntax.at,
            format!("the reduction {name} has an `out` parameter; a reduction writes its `reduce` parameter alone"),
        ),
        FunctionKind::Kernel if count(Role::Reduce) > 0 => refuse_text(
            syntax.at,
            format!("the kernel {name} has a `reduce` parameter; begin it with `reduce` instead of `kernel`"),
        ),
        _ if *result != Type::Void && count(Role::Push) > 0 => {
            refuse_text(syntax.at, format!("the kernel {name} returns a value and has `vout` parameters; return void"))
        }
        _ => Ok(()),
    }
}
