//! Draws a finding over its source lines.

use super::ExpandedKernel;
use super::callers::callers;
use super::diagnostic::{cut_long_lines, line_span, plain_text};
use ariadne::{CharSet, Config, IndexType, Label, Report, ReportKind, sources};
use gristmill_base::finding::Finding;

/// Draws a finding over its source lines, without colour: a label for each witness. If no line is
/// known, returns the finding's text. Errors are drawn as errors, everything else as advice.
pub fn draw_finding(finding: &Finding, is_error: bool, expanded: &ExpandedKernel) -> String {
    let mut labels: Vec<_> = finding
        .witnesses
        .iter()
        .filter_map(|witness| {
            let file = expanded.files.iter().find(|file| file.name == witness.file)?;
            let says = match &witness.who {
                Some(who) => format!("{who} {}", witness.did),
                None => witness.did.clone(),
            };
            (witness.line > 0).then(|| ((file.name.clone(), line_span(file, witness.line)), says))
        })
        .collect();
    let (kind, word) = if is_error { (ReportKind::Error, "Error") } else { (ReportKind::Advice, "Advice") };
    let Some(first) = labels.first().map(|(span, _)| span.clone()) else { return format!("{word}: {finding}") };
    // An excerpt of a file shows its lines in order.
    labels.sort_by_key(|((_, span), _)| span.start);
    let config = Config::new()
        .with_color(false)
        .with_index_type(IndexType::Byte)
        .with_char_set(CharSet::Unicode);
    let text = finding.to_string();
    let mut report = Report::build(kind, first)
        .with_config(config)
        .with_message(text.lines().next().unwrap_or_default());
    for (order, (span, says)) in (0..).zip(labels) {
        report = report.with_label(Label::new(span).with_message(says).with_order(order));
    }
    if !finding.mend.is_empty() {
        report = report.with_help(&finding.mend);
    }
    if !finding.cause.is_empty() {
        report = report.with_note(format!("it may follow from the {}: fix that first", finding.cause));
    }
    if let Some(called) = call_sentence(finding, expanded) {
        report = report.with_note(called);
    }
    let mut bytes = vec![];
    let files = expanded.files.iter().map(|file| (file.name.clone(), plain_text(file)));
    match report.finish().write(sources(files.collect::<Vec<_>>()), &mut bytes) {
        Ok(()) => cut_long_lines(&bytes),
        Err(_) => text,
    }
}

/// Builds a sentence about the kernel's calls of the include file's function in which a fault is seen.
fn call_sentence(finding: &Finding, expanded: &ExpandedKernel) -> Option<String> {
    let (kernel, includes) = expanded.files.split_first()?;
    let mut outside = finding.witnesses.iter().filter(|witness| witness.line > 0);
    let (witness, include) =
        outside.find_map(|witness| Some((witness, includes.iter().find(|file| file.name == witness.file)?)))?;
    let (function, lines) = callers(&kernel.text, &include.text, witness.line)?;
    let lines: Vec<_> = lines.iter().map(|line| format!("line {line}")).collect();
    let lines = match lines.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, before)) => format!("{} and {last}", before.join(", ")),
        None => return None,
    };
    Some(format!("{} calls {function} in {lines}", kernel.name))
}
