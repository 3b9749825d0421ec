//! Hands a stage's inputs to its function as arguments.
//!
//! naga keeps inputs such as `gl_WorkGroupID`, and global variables of the author's, in private variables. WGSL's
//! analysis takes whatever is read from those for different in each lane, and refuses a `barrier()` after a condition
//! on it: Chromium checks that, naga does not. An argument or a local variable is followed to where it comes from.

use naga::{
    AddressSpace, Block, Expression, Function, FunctionArgument, GlobalVariable, Handle, LocalVariable, Module, Span,
    Statement,
};

/// Makes arguments of the inputs of all stages, and local variables of private ones that only a stage's own function
/// uses.
pub(super) fn pass_inputs(module: &mut Module) {
    for at in 0..module.entry_points.len() {
        let Some((callee, inputs)) = find_wrapped(module, at) else { continue };
        let privates: Vec<Handle<GlobalVariable>> = module
            .global_variables
            .iter()
            .filter(|(_, variable)| variable.space == AddressSpace::Private && variable.init.is_none())
            .map(|(handle, _)| handle)
            .filter(|handle| uses_variable(&module.functions[callee], *handle))
            .collect();
        let mut values = vec![];
        for variable in privates {
            let value = inputs.iter().find(|(input, _)| *input == variable).map(|(_, value)| *value);
            if value.is_none() && !is_alone(module, at, callee, variable) {
                continue;
            }
            let GlobalVariable { ref name, ty, .. } = module.global_variables[variable];
            let local = LocalVariable { name: name.clone(), ty, init: None };
            let argument = FunctionArgument { name: name.clone(), ty, binding: None };
            localise_variable(&mut module.functions[callee], variable, local, value.map(|_| argument));
            values.extend(value);
        }
        set_call_arguments(&mut module.entry_points[at].function.body, values);
    }
}

/// Inputs that a stage's wrapper stores, each with its value.
type Inputs = Vec<(Handle<GlobalVariable>, Handle<Expression>)>;

/// Returns the function that a stage's wrapper calls, and the inputs that it stores before.
fn find_wrapped(module: &Module, at: usize) -> Option<(Handle<Function>, Inputs)> {
    let wrapper = &module.entry_points[at].function;
    let mut inputs = vec![];
    for statement in wrapper.body.iter() {
        match statement {
            Statement::Store { pointer, value } => {
                if let Expression::GlobalVariable(variable) = wrapper.expressions[*pointer] {
                    inputs.push((variable, *value));
                }
            }
            Statement::Call { function, arguments, result: None } if arguments.is_empty() => {
                return Some((*function, inputs));
            }
            _ => {}
        }
    }
    None
}

fn uses_variable(function: &Function, variable: Handle<GlobalVariable>) -> bool {
    let mut expressions = function.expressions.iter();
    expressions.any(|(_, expression)| *expression == Expression::GlobalVariable(variable))
}

/// Returns true if no other function and no wrapper uses a variable.
fn is_alone(module: &Module, at: usize, callee: Handle<Function>, variable: Handle<GlobalVariable>) -> bool {
    let mut others = module.functions.iter().filter(|(handle, _)| *handle != callee);
    !uses_variable(&module.entry_points[at].function, variable)
        && !others.any(|(_, function)| uses_variable(function, variable))
}

/// Puts a local variable in the place of a private one; it begins with the argument, if there is one.
fn localise_variable(
    function: &mut Function,
    variable: Handle<GlobalVariable>,
    local: LocalVariable,
    argument: Option<FunctionArgument>,
) {
    let local = function.local_variables.append(local, Span::UNDEFINED);
    for (_, expression) in function.expressions.iter_mut() {
        if *expression == Expression::GlobalVariable(variable) {
            *expression = Expression::LocalVariable(local);
        }
    }
    let Some(argument) = argument else { return };
    let index = function.arguments.len() as u32;
    function.arguments.push(argument);
    let value = function
        .expressions
        .append(Expression::FunctionArgument(index), Span::UNDEFINED);
    let pointer = function.expressions.append(Expression::LocalVariable(local), Span::UNDEFINED);
    let store = Block::from_vec(vec![Statement::Store { pointer, value }]);
    function.body.splice(0..0, store);
}

fn set_call_arguments(body: &mut Block, values: Vec<Handle<Expression>>) {
    for statement in body.iter_mut() {
        if let Statement::Call { arguments, result: None, .. } = statement
            && arguments.is_empty()
        {
            *arguments = values;
            return;
        }
    }
}
