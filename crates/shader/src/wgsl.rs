//! Compiles WGSL to SPIR-V by naga.
//!
//! The author's code is checked as written: naga's own guards against indices out of range and
//! endless loops are left out. Semantics that WGSL defines stay: division by zero, zeroed shared
//! memory.

use super::compile::thread_shortage;
use super::diagnostic::{cut_long_lines, plain_text};
use super::expanded_kernel::SourceFile;
use super::spirv::ModuleChoice;
use super::wgsl_directives::{blank_subgroups, rename_push_constants};
use super::{MAX_TEXT_BYTES, Stage};
use ariadne::{CharSet, Config, IndexType, Label, Report, ReportKind, sources};
use gristmill_base::error::{Error, Result};
use naga::back::{PipelineConstants, pipeline_constants, spv};
use naga::valid::{ValidationFlags, Validator};
use naga::{ShaderStage, Span};
use std::ops::Range;

/// Stack size in bytes: naga recurses into expressions. Only the part in use takes memory.
const STACK_BYTES: usize = 1 << 28;

/// Returns the SPIR-V of the chosen entry point, with the lines of this text.
///
/// # Errors
/// [`Error::Source`] draws the errors of the text, [`Error::Call`] lists the entry points,
/// [`Error::Limit`] if a text is too long.
pub fn translate(name: &str, text: &str, choice: &ModuleChoice) -> Result<(Stage, Vec<u32>)> {
    if text.len() > MAX_TEXT_BYTES {
        let thing = format!("the text of {name} in bytes");
        return Err(Error::limit(thing, text.len() as u128, MAX_TEXT_BYTES as u128, "split the kernel"));
    }
    std::thread::scope(|scope| {
        let here = std::thread::Builder::new().name("naga".to_string()).stack_size(STACK_BYTES);
        let compiled = here.spawn_scoped(scope, || translate_here(name, text, choice));
        match compiled.map(|thread| thread.join()) {
            Ok(Ok(result)) => result,
            Ok(Err(_)) => Err(source_error(name, "naga panicked on it; remove parts to find the cause".to_string())),
            Err(error) => Err(thread_shortage(name, &error)),
        }
    })
}

/// Compiles on this thread's stack.
fn translate_here(name: &str, text: &str, choice: &ModuleChoice) -> Result<(Stage, Vec<u32>)> {
    let file = SourceFile { name: name.to_string(), text: text.to_string().into() };
    let module = naga::front::wgsl::parse_str(&blank_subgroups(&rename_push_constants(text))).map_err(|error| {
        let labels = error.labels().map(|(span, says)| (span, says.to_string()));
        source_error(
            name,
            draw_error(&file, error.message(), labels.collect(), &error.notes().collect::<Vec<_>>().join("\n")),
        )
    })?;
    let mut validator = Validator::new(ValidationFlags::all(), spv::supported_capabilities());
    let info = validator.validate(&module).map_err(|error| {
        let labels = error.spans().map(|(span, says)| (*span, says.clone())).collect();
        source_error(name, draw_error(&file, &error_chain(error.as_inner()), labels, ""))
    })?;
    let (entry, stage, own) = choose_entry(name, &module, choice.entry.as_deref())?;
    let constants = parse_constants(name, &choice.constants)?;
    let (module, info) = pipeline_constants::process_overrides(&module, &info, Some((own, &entry)), &constants)
        .map_err(|error| Error::call(name, error_chain(&error)))?;
    let options = spv::Options {
        lang_version: (1, 3),
        flags: spv::WriterFlags::DEBUG | spv::WriterFlags::LABEL_VARYINGS,
        force_loop_bounding: false,
        debug_info: Some(spv::DebugInfo {
            source_code: text,
            file_name: name,
            language: rspirv::spirv::SourceLanguage::WGSL,
        }),
        ..spv::Options::default()
    };
    let pipeline = spv::PipelineOptions { shader_stage: own, entry_point: entry };
    let words = spv::write_vec(&module, &info, &options, Some(&pipeline))
        .map_err(|error| source_error(name, error_chain(&error)))?;
    Ok((stage, words))
}

/// Makes an error of what naga reports on a text.
fn source_error(name: &str, report: String) -> Error {
    Error::Source { kernel: name.to_string(), report }
}

/// Returns an error with its causes.
fn error_chain(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(Some(error), |error| error.source());
    causes.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

/// Returns the wanted entry point, or the only one.
fn choose_entry(name: &str, module: &naga::Module, wanted: Option<&str>) -> Result<(String, Stage, ShaderStage)> {
    let fitting = module
        .entry_points
        .iter()
        .filter(|entry| wanted.is_none_or(|wanted| wanted == entry.name));
    let entry = match (fitting.collect::<Vec<_>>().as_slice(), wanted) {
        ([entry], _) => *entry,
        _ if module.entry_points.is_empty() => {
            return Err(Error::call(
                name,
                "it has no entry point; write @compute, @fragment or @vertex before a function".to_string(),
            ));
        }
        ([], Some(wanted)) => {
            return Err(Error::call(
                name,
                format!("there is no entry point {wanted}; there are {}", list_entry_points(module)),
            ));
        }
        _ => {
            let count = module.entry_points.len();
            return Err(Error::call(
                name,
                format!("it has {count} entry points; choose one by --entry: {}", list_entry_points(module)),
            ));
        }
    };
    let stage = match entry.stage {
        ShaderStage::Vertex => Stage::Vertex,
        ShaderStage::Fragment => Stage::Fragment,
        ShaderStage::Compute => Stage::Compute,
        other => {
            let other = format!("{other:?}").to_lowercase();
            return Err(Error::call(
                name,
                format!(
                    "its entry point {} is of the stage {other}; vertex, fragment and compute are taken",
                    entry.name
                ),
            ));
        }
    };
    Ok((entry.name.clone(), stage, entry.stage))
}

/// Names the entry points of a module with their stages.
fn list_entry_points(module: &naga::Module) -> String {
    let all = module.entry_points.iter();
    let said = all.map(|entry| format!("{} ({})", entry.name, format!("{:?}", entry.stage).to_lowercase()));
    said.collect::<Vec<_>>().join(", ")
}

/// Parses the values of `override` declarations.
fn parse_constants(name: &str, given: &[(String, String)]) -> Result<PipelineConstants> {
    let mut constants = PipelineConstants::default();
    for (constant, value) in given {
        let number = match value.as_str() {
            "true" => Some(1.0),
            "false" => Some(0.0),
            value => match value.strip_prefix("0x") {
                Some(digits) => u32::from_str_radix(digits, 16).ok().map(f64::from),
                None => value.parse::<f64>().ok().filter(|number| number.is_finite()),
            },
        };
        let number = number.ok_or_else(|| {
            Error::call(name, format!("the constant {constant}: expected a number, true or false, found {value}"))
        })?;
        constants.insert(constant.clone(), number);
    }
    Ok(constants)
}

/// Draws an error over its lines.
fn draw_error(file: &SourceFile, message: &str, labels: Vec<(Span, String)>, notes: &str) -> String {
    let text = plain_text(file);
    let labels: Vec<(Range<usize>, String)> = labels
        .into_iter()
        .filter_map(|(span, says)| Some((to_byte_range(&text, span)?, says)))
        .collect();
    let Some((first, _)) = labels.first() else { return message.to_string() };
    let config = Config::new()
        .with_color(false)
        .with_index_type(IndexType::Byte)
        .with_char_set(CharSet::Unicode);
    let mut report = Report::build(ReportKind::Error, (file.name.clone(), first.clone()))
        .with_config(config)
        .with_message(message);
    for (order, (span, says)) in (0..).zip(&labels) {
        let says = if says.is_empty() { "here" } else { says.as_str() };
        report = report.with_label(
            Label::new((file.name.clone(), span.clone()))
                .with_message(says)
                .with_order(order),
        );
    }
    if !notes.is_empty() {
        report = report.with_note(notes);
    }
    let mut bytes = vec![];
    match report.finish().write(sources([(file.name.clone(), text.as_str())]), &mut bytes) {
        Ok(()) => cut_long_lines(&bytes),
        Err(_) => message.to_string(),
    }
}

/// Returns the bytes of a span, widened to whole characters.
fn to_byte_range(text: &str, span: Span) -> Option<Range<usize>> {
    let range = span.to_range()?;
    Some(find_character_start(text, range.start)..find_character_start(text, range.end.max(range.start)))
}

/// Returns the last start of a character up to a byte.
fn find_character_start(text: &str, at: usize) -> usize {
    (0..=at.min(text.len()))
        .rev()
        .find(|&at| text.is_char_boundary(at))
        .unwrap_or(0)
}
