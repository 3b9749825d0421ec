//! A kernel's whole text: the author's functions on their lines, with the declarations before and the loop over elements
//! after them.

mod interface;
mod main_function;

use super::instances::{Printer, has_double};
use super::variant::{Form, KernelText, LeafBinding, Variant};
use crate::fault::{Outcome, refuse_text};
use crate::lexer::shorten_name;
use crate::tree::{Function, Tree};
use interface::Interface;
pub(crate) use interface::stored_kind;
pub(crate) use main_function::ELEMENTS_OF_PASS;

/// The first line of each era's text.
const FIRST_LINES: [&str; 2] = ["#version 330 core", "#version 430 core"];

/// Prints a kernel.
pub(crate) fn print_kernel(tree: &Tree, kernel: usize, variant: &Variant) -> Outcome<KernelText> {
    let pushed = match variant.form {
        Form::Count(parameter) => Some((parameter, true)),
        Form::Push(parameter) => Some((parameter, false)),
        _ => None,
    };
    let mut printer = Printer::new(tree, kernel, variant.is_compute, pushed)?;
    let Some(function) = tree.functions.get(kernel) else {
        return refuse_text(Default::default(), "there is no such kernel");
    };
    if !variant.is_compute {
        check_era(tree, function)?;
    }
    let mut printed = printer.print_functions()?;
    if !variant.is_compute {
        check_instances(tree, &printer)?;
    }
    let interface = Interface::new(&printer, function, variant)?;
    let include_name = format!("brook_{}.glsl", function.name);
    let mut text = format!("{}\n#include \"{include_name}\"\n", FIRST_LINES[usize::from(variant.is_compute)]);
    let prototypes: Vec<String> = printed.iter().map(|function| function.prototype.clone()).collect();
    // The first of each function is on its author's lines, the rest follow.
    let own_file = function.at.file;
    printed.sort_by_key(|function| (function.file != own_file, function.line));
    let mut line = 3;
    let mut last = None;
    for function in &printed {
        let is_first = function.file == own_file && last != Some(function.line);
        line = match is_first {
            true => function.lines.append_to(&mut text, line),
            false => function.lines.append_after(&mut text, line),
        };
        last = Some(function.line);
    }
    text += "\n\n";
    let has_index = text.contains("brook_index");
    text += &main_function::print_main(&printer, &interface, function, variant, has_index)?;
    let include = interface.print_interface(&printer, &prototypes, variant);
    let discards = printer.discards;
    let Interface { inputs, outputs, uniforms, windows, .. } = interface;
    Ok(KernelText {
        name: printer.instances.first().map(|first| first.name.clone()).unwrap_or_default(),
        text,
        include_name,
        include,
        inputs: inputs.into_iter().map(|(binding, _)| binding).collect(),
        outputs: match variant.form {
            Form::Count(parameter) => vec![LeafBinding { parameter, leaf: 0, name: "brook_pushes".to_string() }],
            _ => outputs.into_iter().map(|(binding, _)| binding).collect(),
        },
        uniforms: uniforms.into_iter().map(|(binding, _)| binding).collect(),
        windows,
        discards,
    })
}

/// Refuses doubles in the fragment era, whose language has none.
fn check_era(tree: &Tree, function: &Function) -> Outcome<()> {
    match function.locals.iter().find(|local| has_double(tree, &local.ty)) {
        None => Ok(()),
        Some(local) => {
            let name = shorten_name(&local.name);
            refuse_text(
                local.at,
                format!(
                    "{name} is a double, which the fragment era does not have; run it with --era compute, or write float"
                ),
            )
        }
    }
}

fn check_instances(tree: &Tree, printer: &Printer) -> Outcome<()> {
    for instance in &printer.instances {
        if let Some(function) = tree.functions.get(instance.function) {
            check_era(tree, function)?;
        }
    }
    Ok(())
}
