//! Vertex programs counted a second time, by a reader of its own: from the text, by section 2.14.3.7 of
//! ARB_vertex_program, with nothing of the library's.
//!
//! `GRISTMILL_VERTEX_PROGRAMS` names a folder of programs to compare as well.

use gristmill::Profile;
use gristmill::check::{KernelCheck, program_counts};
use std::collections::{BTreeMap, BTreeSet};

/// Instructions, temporaries, parameters, attributes, address registers.
type Counts = [usize; 5];

/// A vector that is bound: state by its name, or a constant by its value.
#[derive(Debug, Clone, PartialEq)]
enum Bound {
    State(String),
    Constant([f32; 4]),
}

/// Returns the statements of a program, without comments, each as its words and signs.
fn statements(text: &str) -> Vec<Vec<String>> {
    let lines: Vec<&str> = text.lines().map(|line| line.split('#').next().unwrap()).collect();
    let body = lines.join(" ").replacen("!!ARBvp1.0", "", 1);
    let body = body.trim_end().trim_end_matches("END").to_string();
    body.split(';').map(words).filter(|words| !words.is_empty()).collect()
}

/// Splits a statement at blanks and signs; a name keeps its dots and a number its point and exponent.
fn words(statement: &str) -> Vec<String> {
    let mut all: Vec<String> = vec![];
    let mut word = String::new();
    for letter in statement.chars() {
        let number = word.chars().next().is_some_and(|first| first.is_ascii_digit() || first == '.');
        let exponent = number && word.ends_with(['e', 'E']) && "+-".contains(letter);
        if letter.is_alphanumeric() || "._$!".contains(letter) || exponent {
            word.push(letter);
            continue;
        }
        if !word.is_empty() {
            all.push(std::mem::take(&mut word));
        }
        if !letter.is_whitespace() {
            all.push(letter.to_string());
        }
    }
    if !word.is_empty() {
        all.push(word);
    }
    all
}

/// A counter's notes about one program.
#[derive(Default)]
struct Counter {
    instructions: usize,
    temporaries: usize,
    addresses: BTreeSet<String>,
    attributes: BTreeSet<String>,
    /// Arrays, and vectors with a name.
    named: BTreeMap<String, Vec<Bound>>,
    arrays: BTreeSet<String>,
    indexed: BTreeSet<String>,
    aliases: BTreeMap<String, String>,
    /// Vectors bound without an array, in their order.
    single: Vec<Bound>,
}

impl Counter {
    fn count(text: &str) -> Counts {
        let mut counter = Counter::default();
        for statement in statements(text) {
            counter.read_statement(&statement);
        }
        let Counter { instructions, temporaries, addresses, attributes, .. } = &counter;
        [*instructions, *temporaries, counter.count_parameters(), attributes.len(), addresses.len()]
    }

    fn read_statement(&mut self, words: &[String]) {
        let names = |words: &[String]| -> Vec<String> { words.iter().filter(|word| *word != ",").cloned().collect() };
        match words[0].as_str() {
            "OPTION" | "OUTPUT" => {}
            "TEMP" => self.temporaries += names(&words[1..]).len(),
            "ADDRESS" => self.addresses.extend(names(&words[1..])),
            "ALIAS" => drop(self.aliases.insert(words[1].clone(), words[3].clone())),
            "ATTRIB" => drop(self.attributes.insert(attribute(&words[3..]))),
            "PARAM" => self.read_parameter(&words[1..]),
            _ => {
                self.instructions += 1;
                let mut operands = split_items(&words[1..]);
                // The numbers of an extended swizzle are no constants.
                if words[0].starts_with("SWZ") {
                    operands.truncate(2);
                }
                self.read_operands(operands);
            }
        }
    }

    fn read_parameter(&mut self, words: &[String]) {
        let name = words[0].clone();
        let at = words.iter().position(|word| word == "=").unwrap();
        let given = &words[at + 1..];
        if words[1] != "[" {
            // A single vector, of braces or of one word.
            let bound = bind(given).remove(0);
            self.single.push(bound.clone());
            self.named.insert(name, vec![bound]);
            return;
        }
        let mut items = vec![];
        for item in split_items(&given[1..given.len() - 1]) {
            items.extend(bind(&item));
        }
        self.arrays.insert(name.clone());
        self.named.insert(name, items);
    }

    /// Reads the operands of an instruction: what they name that no declaration has bound.
    fn read_operands(&mut self, operands: Vec<Vec<String>>) {
        for operand in operands {
            let signless: Vec<String> = operand.into_iter().skip_while(|word| "+-".contains(word.as_str())).collect();
            let Some(first) = signless.first() else { continue };
            let base = first.split('.').next().unwrap().to_string();
            let base = self.aliases.get(&base).cloned().unwrap_or(base);
            let is_vector = first == "{" || first.starts_with(|letter: char| letter.is_ascii_digit() || letter == '.');
            match base.as_str() {
                "vertex" => drop(self.attributes.insert(attribute(&signless))),
                "program" | "state" => self.single.extend(bind(&signless)),
                _ if is_vector => self.single.extend(bind(&signless)),
                // An array whose index is a register's component.
                _ if signless.get(1).is_some_and(|word| word == "[") && self.named.contains_key(&base) => {
                    let index = signless[2].split('.').next().unwrap();
                    let index = self.aliases.get(index).map_or(index, String::as_str);
                    if self.addresses.contains(index) {
                        self.indexed.insert(base);
                    }
                }
                _ => {}
            }
        }
    }

    fn count_parameters(&self) -> usize {
        let mut states: Vec<String> = vec![];
        let mut constants: Vec<[f32; 4]> = vec![];
        let mut count = 0;
        let indexed = self.arrays.iter().filter(|name| self.indexed.contains(*name));
        for item in indexed.flat_map(|name| &self.named[name]) {
            count += note(item, &mut states, &mut constants, true);
        }
        let others = self.arrays.iter().filter(|name| !self.indexed.contains(*name));
        for item in others.flat_map(|name| &self.named[name]).chain(&self.single) {
            count += note(item, &mut states, &mut constants, false);
        }
        count
    }
}

/// Returns 1 if a vector counts, and notes it.
fn note(item: &Bound, states: &mut Vec<String>, constants: &mut Vec<[f32; 4]>, always: bool) -> usize {
    match item {
        Bound::State(name) if states.contains(name) => 0,
        Bound::State(name) => {
            states.push(name.clone());
            1
        }
        Bound::Constant(value) => {
            let known = constants.contains(value);
            constants.push(*value);
            usize::from(always || !known)
        }
    }
}

/// Splits words at commas outside of braces and brackets.
fn split_items(words: &[String]) -> Vec<Vec<String>> {
    let mut items = vec![vec![]];
    let mut depth = 0;
    for word in words {
        depth += i32::from(word == "{" || word == "[") - i32::from(word == "}" || word == "]");
        match (word.as_str(), depth) {
            (",", 0) => items.push(vec![]),
            _ => items.last_mut().unwrap().push(word.clone()),
        }
    }
    items.retain(|item| !item.is_empty());
    items
}

/// Returns an attribute under one name for all its spellings.
fn attribute(words: &[String]) -> String {
    let joined: String = words.concat();
    let name = joined.trim_start_matches(['+', '-']).strip_prefix("vertex.").unwrap();
    // A swizzle comes last: one or four letters of xyzw, which no attribute is called.
    let name = match name.rsplit_once('.') {
        Some((before, swizzle)) if swizzle.chars().all(|letter| "xyzwrgba".contains(letter)) => before,
        _ => name,
    };
    match name {
        "color.primary" => "color".to_string(),
        "texcoord" => "texcoord[0]".to_string(),
        "weight" => "weight[0]".to_string(),
        name => name.to_string(),
    }
}

/// Returns the vectors that a binding names: several for a range and a whole matrix.
fn bind(words: &[String]) -> Vec<Bound> {
    let first = words[0].trim_start_matches(['+', '-']);
    if !first.starts_with("program") && !first.starts_with("state") {
        return vec![Bound::Constant(constant(words))];
    }
    let joined: String = words.concat();
    let name = joined.as_str();
    let ranged = |open: &str| -> Option<(String, usize, usize)> {
        let at = name.find(open)? + open.len();
        let inside = name[at..].split(']').next().unwrap();
        let (from, to) = inside.split_once("..").unwrap_or((inside, inside));
        Some((name[..at].to_string(), from.parse().ok()?, to.parse().ok()?))
    };
    if let Some((head, from, to)) = ranged("env[").or_else(|| ranged("local[")) {
        return (from..=to).map(|n| Bound::State(format!("{head}{n}]"))).collect();
    }
    if name.starts_with("state.matrix.") {
        let (matrix, rows) = match name.split_once(".row[") {
            Some((matrix, rows)) => {
                let rows = rows.split(']').next().unwrap();
                let (from, to) = rows.split_once("..").unwrap_or((rows, rows));
                (matrix, from.parse().unwrap()..=to.parse().unwrap())
            }
            None => (name, 0..=3_usize),
        };
        let matrix = matrix.replace("modelview[0]", "modelview").replace("texture[0]", "texture");
        return rows.map(|row| Bound::State(format!("{matrix}.row{row}"))).collect();
    }
    // What is left may have a swizzle behind it: state has no name of such letters alone.
    let name = match name.rsplit_once('.') {
        Some((before, swizzle)) if swizzle.len() != 2 && swizzle.chars().all(|letter| "xyzwrgba".contains(letter)) => {
            before
        }
        _ => name,
    };
    let name = name
        .replace("material.front.", "material.")
        .replace("lightprod[0].front.", "lightprod[0].");
    vec![Bound::State(name)]
}

fn constant(words: &[String]) -> [f32; 4] {
    let mut value = [0.0, 0.0, 0.0, 1.0];
    let is_scalar = words.iter().all(|word| word != "{");
    let mut sign = 1.0;
    let mut at = 0;
    for word in words {
        match word.as_str() {
            "-" => sign = -1.0,
            "}" => break,
            "{" | "+" | "," => {}
            number => {
                let number = number.trim_end_matches('.').parse::<f32>();
                let Ok(number) = number else { break };
                value[at] = sign * number;
                (sign, at) = (1.0, at + 1);
            }
        }
    }
    if is_scalar { [value[0]; 4] } else { value }
}

fn assert_counts_agree(name: &str, text: &str) {
    let counts = program_counts("program.vp", text).unwrap_or_else(|error| panic!("{name}: {error}"));
    let ours =
        [counts.instructions, counts.temporaries, counts.parameters, counts.attributes, counts.address_registers];
    assert_eq!(ours, Counter::count(text), "{name}");
}

/// The programs of a folder whose names end with `.vp` or `.txt` and that are vertex programs.
fn programs(folder: &str) -> Vec<(String, String)> {
    let mut found = vec![];
    for entry in std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder}: {error}")) {
        let path = entry.unwrap().path();
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        if text.starts_with("!!ARBvp1.0") {
            found.push((path.display().to_string(), text));
        }
    }
    found.sort();
    found
}

/// Programs that name one thing in several ways, or take parts of arrays and matrices.
const SPELLINGS: [&str; 4] = [
    "!!ARBvp1.0
OPTION ARB_position_invariant;
ATTRIB place = vertex.position;
ALIAS where = place;
PARAM rows[3] = { state.matrix.modelview[0].row[1..2], program.env[7] };
PARAM two = { 2 };
PARAM four = 4;
TEMP a, b;
ALIAS c = b;
MUL a, where, rows[0]; ADD c, a, state.matrix.modelview.row[1];
MAD result.color, b, program.env[7], { 2, 0, 0, 1 };
ADD result.texcoord[1], vertex.texcoord, vertex.texcoord[0];
END",
    "!!ARBvp1.0
# Two bones out of a table.
ADDRESS bone;
PARAM bones[24] = { program.local[0..23] };
PARAM mvp[4] = { state.matrix.mvp };
TEMP moved, both;
MUL both, vertex.attrib[2], 3.0;
ARL bone.x, both.x;
DP4 moved.x, vertex.position, bones[bone.x];
DP4 moved.y, vertex.position, bones[bone.x + 1];
DP4 moved.z, vertex.position, bones[bone.x + 2];
MOV moved.w, 1.0;
DP4 result.position.x, mvp[0], moved;
DP4 result.position.y, mvp[1], moved;
DP4 result.position.z, mvp[2], moved;
DP4 result.position.w, mvp[3], moved;
END",
    "!!ARBvp1.0
TEMP t;
SWZ t, vertex.normal, 0, -x, 1, w;
POW t.x, t.y, { 0.5 }.x;
MAX t, -t, -1.5e-1;
MOV result.color.primary, vertex.color.primary;
MOV result.color.secondary, vertex.color;
ADD result.position, t, vertex.position;
END",
    "!!ARBvp1.0
PARAM light = state.light[0].position;
PARAM same = state.light[0].position;
DP3 result.color.x, vertex.normal, light;
DP3 result.color.y, vertex.normal, state.light[0].half;
MOV result.color.zw, state.material.front.diffuse;
MOV result.pointsize.x, state.material.diffuse.x;
MOV result.position, vertex.position;
END",
];

#[test]
fn two_readers_count_the_same() {
    let own = programs(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/assembly/programs"));
    assert!(own.len() >= 2, "{} programs", own.len());
    SPELLINGS
        .iter()
        .enumerate()
        .for_each(|(at, text)| assert_counts_agree(&format!("spelling {at}"), text));
    let more = std::env::var("GRISTMILL_VERTEX_PROGRAMS").map_or(vec![], |folder| programs(&folder));
    let mut taken = 0;
    for (name, text) in own.iter().chain(&more) {
        // A program that the reader refuses has no counts: they are compared where it has.
        match program_counts("program.vp", text) {
            Ok(_) => assert_counts_agree(name, text),
            Err(error) => {
                println!("{name} is refused: {}", error.to_string().lines().last().unwrap_or_default());
                continue;
            }
        }
        taken += 1;
    }
    println!("{taken} of {} vertex programs are counted alike", own.len() + more.len());
    assert!(taken >= own.len());
}

/// The example of the extension's section: six vectors by hand, so that the second reader is tested too.
#[test]
fn the_second_reader_counts_the_extensions_example() {
    let text = "!!ARBvp1.0
PARAM arr1[4] = { {1,2,3,4}, {1,2,3,4}, {4,4,4,4}, {5,6,7,8} };
PARAM arr2[3] = { {1,2,3,4}, {5,6,7,8}, {0,1,2,3} };
PARAM x = {4,3,2,1};
PARAM y = {1,2,3,4};
PARAM z = 4;
PARAM r = {4,3,2,1};
ADDRESS a;
ARL a.x, vertex.position.x;
MOV result.position, arr1[a.x];
END";
    assert_eq!(Counter::count(text), [2, 0, 6, 1, 1]);
    assert_eq!(Counter::count(&text.replace("arr1[a.x]", "arr1[0]")), [2, 0, 5, 1, 1]);
    assert_ne!(Counter::count(text), Counter::count(&text.replace("PARAM z = 4;", "PARAM z = 5;")));
}

/// Each limit of ARB_vertex_program on its own profile: a program at the limit fits, and one beyond it does not.
#[test]
fn programs_just_fit_and_just_do_not() {
    let repeated = |count: usize, one: &dyn Fn(usize) -> String| (0..count).map(one).collect::<String>();
    let instructions = |count: usize| {
        let moves = repeated(count - 1, &|_| "MOV t, vertex.position;\n".to_string());
        format!("!!ARBvp1.0\nTEMP t;\n{moves}MOV result.position, t;\nEND")
    };
    let temporaries = |count: usize| {
        let names: Vec<String> = (0..count).map(|n| format!("t{n}")).collect();
        format!("!!ARBvp1.0\nTEMP {};\nMOV result.position, vertex.position;\nEND", names.join(", "))
    };
    let parameters = |count: usize| {
        format!(
            "!!ARBvp1.0\nPARAM c[{count}] = {{ program.env[0..{}] }};\nADD result.position, vertex.position, c[0];\nEND",
            count - 1
        )
    };
    let addresses = |count: usize| {
        let names: Vec<String> = (0..count).map(|n| format!("a{n}")).collect();
        format!("!!ARBvp1.0\nADDRESS {};\nMOV result.position, vertex.position;\nEND", names.join(", "))
    };
    type Limit<'a> = (&'static str, usize, &'a dyn Fn(usize) -> String);
    let limits: [Limit; 4] = [
        ("slots", 128, &instructions),
        ("temporaries", 12, &temporaries),
        ("constants", 96, &parameters),
        ("address registers", 1, &addresses),
    ];
    let card = Profile::named("arb-fragment-program").unwrap();
    for (thing, limit, program) in limits {
        let fit = |count: usize| KernelCheck::source("program.vp", program(count)).flat().unwrap().fit(card);
        assert_eq!(fit(limit).verdict(), "fits", "{thing}");
        assert_eq!(fit(limit + 1).verdict(), format!("refused: {thing}"));
        let over = fit(limit + 1);
        let sentence = &over.refusals().next().unwrap().sentence;
        let about = if thing == "temporaries" { "about " } else { "" };
        let says = format!("{thing}: {about}{} of {limit}", limit + 1);
        assert!(sentence.starts_with(&says) && sentence.contains("ARB_vertex_program"), "{sentence}");
    }
}
