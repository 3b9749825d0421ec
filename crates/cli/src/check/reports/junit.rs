//! Reports as JUnit XML, for test runners and their dashboards.

use crate::check::record::{CheckRecord, CheckState, Diagnostic, Severity};
use gristmill::{Error, Result};
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};
use std::io::Write;

/// Writes one suite for each algorithm, and one for users' kernels; a case for each way or file.
pub fn format_junit(judgements: &[CheckRecord]) -> Result<String> {
    let mut suites: Vec<&str> = Vec::new();
    for judgement in judgements {
        if !suites.contains(&judgement.suite.as_str()) {
            suites.push(&judgement.suite);
        }
    }
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
    let written = writer
        .write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))
        .and_then(|()| {
            let all = count_states(judgements.iter());
            writer
                .create_element("testsuites")
                .with_attribute(("name", "gristmill check"))
                .with_attributes(all.iter().map(|(name, count)| (*name, count.as_str())).take(3))
                .write_inner_content(|writer| suites.iter().try_for_each(|name| write_suite(writer, name, judgements)))
                .map(drop)
        });
    written.map_err(|error| Error::data(format!("the JUnit report cannot be written: {error}")))?;
    // Only valid text was written.
    Ok(String::from_utf8(writer.into_inner()).unwrap_or_default() + "\n")
}

/// Counts tests, failures, errors and skipped ones.
fn count_states<'j>(judgements: impl Iterator<Item = &'j CheckRecord>) -> [(&'static str, String); 4] {
    let mut counts = ["tests", "failures", "errors", "skipped"].map(|name| (name, 0));
    for judgement in judgements {
        counts[0].1 += 1;
        match judgement.state {
            CheckState::Right => {}
            CheckState::Wrong => counts[1].1 += 1,
            CheckState::NotJudged => counts[2].1 += 1,
            CheckState::LeftOut => counts[3].1 += 1,
        }
    }
    counts.map(|(name, count): (_, usize)| (name, count.to_string()))
}

fn write_suite<W: Write>(writer: &mut Writer<W>, name: &str, judgements: &[CheckRecord]) -> std::io::Result<()> {
    let own = judgements.iter().filter(|judgement| judgement.suite == name);
    let counts = count_states(own.clone());
    writer
        .create_element("testsuite")
        .with_attribute(("name", name))
        .with_attributes(counts.iter().map(|(name, count)| (*name, count.as_str())))
        .write_inner_content(|writer| own.clone().try_for_each(|judgement| write_case(writer, judgement)))
        .map(drop)
}

fn write_case<W: Write>(writer: &mut Writer<W>, judgement: &CheckRecord) -> std::io::Result<()> {
    let name = drop_invalid_chars(&judgement.name);
    let case = writer
        .create_element("testcase")
        .with_attribute(("name", name.as_str()))
        .with_attribute(("classname", judgement.suite.as_str()));
    if judgement.faults.is_empty() {
        return case.write_empty().map(drop);
    }
    case.write_inner_content(|writer| {
        judgement
            .faults
            .iter()
            .try_for_each(|fault| write_diagnostic(writer, judgement, fault))
    })
    .map(drop)
}

fn write_diagnostic<W: Write>(
    writer: &mut Writer<W>,
    judgement: &CheckRecord,
    fault: &Diagnostic,
) -> std::io::Result<()> {
    let element = match (judgement.state, fault.level) {
        _ if fault.known => "system-out",
        (CheckState::LeftOut, _) => "skipped",
        (CheckState::NotJudged, Severity::Error | Severity::Warning) => "error",
        (_, Severity::Error) => "failure",
        _ => "system-out",
    };
    let drawn = drop_invalid_chars(&fault.drawn);
    let text = BytesText::new(&drawn);
    if element == "system-out" {
        return writer.create_element(element).write_text_content(text).map(drop);
    }
    let sentence = drop_invalid_chars(&fault.sentence);
    writer
        .create_element(element)
        .with_attribute(("type", fault.rule.as_str()))
        .with_attribute(("message", sentence.as_str()))
        .write_text_content(text)
        .map(drop)
}

/// Removes the characters that XML 1.0 does not allow.
fn drop_invalid_chars(text: &str) -> String {
    text.chars().filter(|letter| is_xml_char(*letter)).collect()
}

fn is_xml_char(letter: char) -> bool {
    matches!(letter, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
}
