//! Rewrites atomic counters as words of storage buffers, which the library can bind.

use super::builtin::NAME_PREFIX;
use super::lexer::{Token, TokenKind, split_tokens};
use std::collections::BTreeMap;

/// The counter functions, and the atomics on a buffer's word that replace them.
const FUNCTIONS: [(&str, &str); 13] = [
    ("atomicCounterIncrement(c)", "atomicAdd(c, 1u)"),
    ("atomicCounterDecrement(c)", "(atomicAdd(c, 4294967295u) - 1u)"),
    ("atomicCounter(c)", "atomicAdd(c, 0u)"),
    ("atomicCounterAdd(c, d)", "atomicAdd(c, d)"),
    ("atomicCounterSubtract(c, d)", "atomicAdd(c, 0u - (d))"),
    ("atomicCounterMin(c, d)", "atomicMin(c, d)"),
    ("atomicCounterMax(c, d)", "atomicMax(c, d)"),
    ("atomicCounterAnd(c, d)", "atomicAnd(c, d)"),
    ("atomicCounterOr(c, d)", "atomicOr(c, d)"),
    ("atomicCounterXor(c, d)", "atomicXor(c, d)"),
    ("atomicCounterExchange(c, d)", "atomicExchange(c, d)"),
    ("atomicCounterCompSwap(c, d, e)", "atomicCompSwap(c, d, e)"),
    ("memoryBarrierAtomicCounter()", "memoryBarrierBuffer()"),
];

/// An example declaration of a counter.
const EXAMPLE: &str = "write layout(binding = 0, offset = 0) uniform atomic_uint count;";

/// A text whose counters are words of buffers, line for line, and the definitions that go before it.
#[derive(Debug, PartialEq, Eq)]
pub struct TextWithoutCounters {
    pub text: String,
    /// Lines that go after `#version`.
    pub functions: String,
}

/// The line of a declaration with an error, and the error.
pub type WrongLine = (usize, String);

/// A counter, or an array of counters.
struct Counter {
    name: String,
    binding: u32,
    /// In words of 4 bytes.
    offset: u32,
    items: Option<u32>,
}

/// A statement that declares counters: its tokens, and the buffer that replaces it.
struct Declaration {
    first: usize,
    end: usize,
    binding: u32,
}

/// Replaces the counters of a text; returns `None` if it has none.
///
/// # Errors
/// The line of a declaration that cannot be read, and the reason.
pub fn replace_counters(text: &str) -> Result<Option<TextWithoutCounters>, WrongLine> {
    if !text.contains("atomic_uint") {
        return Ok(None);
    }
    let all = split_tokens(text);
    let mut counters = vec![];
    let mut declarations = vec![];
    let mut next: BTreeMap<u32, u32> = BTreeMap::new();
    for (at, _) in all.iter().enumerate().filter(|(_, token)| is_counter_type(token)) {
        let line = 1 + all[..at].iter().map(|token| token.text.matches('\n').count()).sum::<usize>();
        let declaration = read_declaration(&all, at, &mut next, &mut counters);
        declarations.push(declaration.map_err(|why| (line, why))?);
    }
    if declarations.is_empty() {
        return Ok(None);
    }
    let functions = FUNCTIONS.map(|(name, word)| {
        let suffixed = name.replacen('(', "ARB(", 1);
        format!("#define {name} {word}\n#define {suffixed} {word}\n")
    });
    Ok(Some(TextWithoutCounters { text: rewrite_text(&all, &counters, &declarations), functions: functions.concat() }))
}

fn is_counter_type(token: &Token) -> bool {
    token.kind == TokenKind::Word && token.text == "atomic_uint"
}

/// Reads the statement around a type, and adds its counters.
fn read_declaration(
    all: &[Token],
    at: usize,
    next: &mut BTreeMap<u32, u32>,
    counters: &mut Vec<Counter>,
) -> Result<Declaration, String> {
    let behind = all[..at]
        .iter()
        .rposition(|token| matches!(token.text, ";" | "{" | "}") || token.kind == TokenKind::Directive)
        .map_or(0, |end| end + 1);
    let first = behind + all[behind..at].iter().position(|token| !token.is_blank()).unwrap_or(0);
    let end = all[at..]
        .iter()
        .position(|token| token.text == ";")
        .map_or(all.len(), |length| at + length);
    let before: String = collect_words(&all[first..at]).join(" ");
    let qualifiers = before
        .strip_prefix("layout (")
        .and_then(|rest| rest.split_once(')'))
        .ok_or_else(refuse_declaration)?;
    if !qualifiers
        .1
        .split_whitespace()
        .all(|word| matches!(word, "uniform" | "highp" | "coherent" | "volatile"))
    {
        return Err(refuse_declaration());
    }
    let mut binding = 0;
    let mut offset = None;
    for qualifier in qualifiers.0.split(',') {
        match qualifier.split_once('=') {
            Some((name, value)) if name.trim() == "binding" => binding = parse_qualifier(value)?,
            Some((name, value)) if name.trim() == "offset" => offset = Some(parse_qualifier(value)? / 4),
            _ => return Err(refuse_declaration()),
        }
    }
    let mut offset = offset.unwrap_or(next.get(&binding).copied().unwrap_or(0));
    for declared in collect_words(&all[at + 1..end])
        .concat()
        .split(',')
        .filter(|declared| !declared.is_empty())
    {
        let (name, items) = match declared.split_once('[') {
            None => (declared, None),
            Some((name, items)) => {
                (name, Some(items.trim_end_matches(']').parse::<u32>().map_err(|_| refuse_declaration())?))
            }
        };
        counters.push(Counter { name: name.to_string(), binding, offset, items });
        offset = offset.saturating_add(items.unwrap_or(1));
    }
    next.insert(binding, offset);
    Ok(Declaration { first, end, binding })
}

fn parse_qualifier(value: &str) -> Result<u32, String> {
    value.trim().parse::<u32>().map_err(|_| refuse_declaration())
}

fn refuse_declaration() -> String {
    format!("declare each counter in a statement of its own; {EXAMPLE}")
}

fn collect_words(tokens: &[Token]) -> Vec<String> {
    tokens
        .iter()
        .filter(|token| !token.is_blank())
        .map(|token| token.text.to_string())
        .collect()
}

/// Writes the text with buffers instead of the counter declarations.
fn rewrite_text(all: &[Token], counters: &[Counter], declarations: &[Declaration]) -> String {
    let mut out = String::new();
    let mut bound = vec![];
    for (at, token) in all.iter().enumerate() {
        let place = declarations
            .iter()
            .find(|declaration| (declaration.first..=declaration.end).contains(&at));
        let Some(declaration) = place else {
            out += token.text;
            continue;
        };
        if at == declaration.first && !bound.contains(&declaration.binding) {
            bound.push(declaration.binding);
            out += &counter_buffer(declaration.binding, counters);
        }
        out += &"\n".repeat(token.text.matches('\n').count());
    }
    out
}

/// Returns the buffer for the counters of one binding; its stream has the name of the last of them.
fn counter_buffer(binding: u32, counters: &[Counter]) -> String {
    let mut own: Vec<&Counter> = counters.iter().filter(|counter| counter.binding == binding).collect();
    own.sort_by_key(|counter| counter.offset);
    let mut members = String::new();
    let mut end = 0;
    for counter in own {
        if counter.offset > end {
            members += &format!("uint {NAME_PREFIX}before_{}[{}]; ", counter.name, counter.offset - end);
        }
        let items = counter.items.map_or(String::new(), |items| format!("[{items}]"));
        members += &format!("uint {}{items}; ", counter.name);
        end = counter.offset + counter.items.unwrap_or(1);
    }
    format!("layout(std430) coherent buffer {NAME_PREFIX}counters_{binding} {{ {members}}};")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_become_words_of_buffers_on_the_same_lines() {
        let text = "#version 430
layout(binding = 1, offset = 8) uniform
    atomic_uint hits;
layout(binding = 1) uniform atomic_uint more[2], last;
void main() { atomicCounterIncrement(hits); }
";
        let replaced = replace_counters(text).unwrap().unwrap();
        let members = "uint gristmill_before_hits[2]; uint hits; uint more[2]; uint last; ";
        let buffer = format!("layout(std430) coherent buffer gristmill_counters_1 {{ {members}}};");
        assert_eq!(
            replaced.text,
            format!("#version 430\n{buffer}\n\n\nvoid main() {{ atomicCounterIncrement(hits); }}\n")
        );
        assert!(
            replaced
                .functions
                .contains("#define atomicCounterAddARB(c, d) atomicAdd(c, d)\n")
        );
        assert_eq!(replace_counters("// atomic_uint\nvoid main() {}").unwrap(), None);
        for wrong in
            ["void f(atomic_uint c) {}", "layout(binding = N) uniform atomic_uint c;", "uniform atomic_uint c;"]
        {
            let (line, why) = replace_counters(&format!("\n{wrong}")).unwrap_err();
            assert!(line == 2 && why.contains("in a statement of its own"), "{wrong}: {why}");
        }
    }
}
