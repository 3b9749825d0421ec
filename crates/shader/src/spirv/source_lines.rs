//! Source lines of a module: the author's texts, and the line of each instruction in those texts joined together.

use super::super::expanded_kernel::SourceFile;
use super::listing::list_instructions;
use super::words::{HEADER_WORDS, ModuleInstruction, push_instruction, split_instructions};
use rspirv::spirv::{Op, SourceLanguage};
use std::collections::HashMap;

/// The largest line number that is accepted.
const MAX_LINE: u32 = 1 << 16;

/// Most texts of a module; lines in further texts are unknown.
const MAX_TEXTS: usize = 64;

/// Limit on the bytes of all texts: a module may name one text many times.
const MAX_TEXT_BYTES: usize = super::words::MAX_MODULE_BYTES;

/// Opcodes of the debug information sets, such as `DebugSource`, alike in all of them.
mod debug {
    pub const COMPILATION_UNIT: u32 = 1;
    pub const SOURCE: u32 = 35;
    pub const SOURCE_CONTINUED: u32 = 102;
    pub const LINE: u32 = 103;
}

/// A module whose `OpLine`s refer to these files.
pub(super) struct LocatedModule {
    pub words: Vec<u32>,
    pub files: Vec<SourceFile>,
    /// The file of each line, and its number there.
    pub lines: Vec<(usize, usize)>,
    /// The listing of the whole module.
    pub listing: String,
}

/// The source information of a module.
#[derive(Default)]
struct ModuleSources {
    strings: HashMap<u32, String>,
    /// 32-bit constants, by which debug information gives line numbers.
    numbers: HashMap<u32, u32>,
    /// Imported sets of debug information.
    sets: Vec<u32>,
    /// Texts by the id of the file's name.
    texts: Vec<(u32, String)>,
    /// `DebugSource` ids, with the id of the file's name.
    debug_sources: HashMap<u32, u32>,
    /// The largest line used, by the id of the file's name.
    last: HashMap<u32, u32>,
    /// Bytes of the texts so far.
    taken: usize,
}

impl ModuleSources {
    fn from_words(words: &[u32]) -> ModuleSources {
        let mut sources = ModuleSources::default();
        for instruction in split_instructions(words) {
            sources.read_instruction(&instruction);
        }
        sources
    }

    fn read_instruction(&mut self, instruction: &ModuleInstruction) {
        if instruction.has_opcode(Op::String) {
            self.strings.insert(instruction.operand(0), instruction.read_text(1).0);
        } else if instruction.has_opcode(Op::Constant) && instruction.words.len() == 4 {
            self.numbers.insert(instruction.operand(1), instruction.operand(2));
        } else if instruction.has_opcode(Op::ExtInstImport) {
            if is_debug_set(&instruction.read_text(1).0) {
                self.sets.push(instruction.operand(0));
            }
        } else if instruction.has_opcode(Op::Source) && instruction.words.len() > 4 {
            self.add_text(instruction.operand(2), instruction.read_text(3).0);
        } else if instruction.has_opcode(Op::SourceContinued) {
            self.continue_text(&instruction.read_text(0).0);
        } else if let Some((file, line)) = self.source_line(instruction) {
            let last = self.last.entry(file).or_default();
            *last = (*last).max(line);
        } else if instruction.has_opcode(Op::ExtInst) && self.sets.contains(&instruction.operand(2)) {
            if self.taken > MAX_TEXT_BYTES {
                return;
            }
            match instruction.operand(3) {
                debug::SOURCE => {
                    let file = instruction.operand(4);
                    self.debug_sources.insert(instruction.operand(1), file);
                    self.add_text(file, self.find_string(instruction, 5));
                }
                debug::SOURCE_CONTINUED => self.continue_text(&self.find_string(instruction, 4)),
                _ => {}
            }
        }
    }

    fn find_string(&self, instruction: &ModuleInstruction, place: usize) -> String {
        self.strings.get(&instruction.operand(place)).cloned().unwrap_or_default()
    }

    /// Starts the text of a file.
    fn add_text(&mut self, file: u32, text: String) {
        self.taken += text.len();
        if self.texts.len() < MAX_TEXTS && self.taken <= MAX_TEXT_BYTES {
            self.texts.push((file, text));
        }
    }

    /// Continues the last text.
    fn continue_text(&mut self, more: &str) {
        self.taken += more.len();
        if let (Some((_, text)), true) = (self.texts.last_mut(), self.taken <= MAX_TEXT_BYTES) {
            text.push_str(more);
        }
    }

    /// Returns the file and the line of an instruction, the file by the id of its name.
    fn source_line(&self, instruction: &ModuleInstruction) -> Option<(u32, u32)> {
        let (file, line) = if instruction.opcode == Op::Line as u32 {
            (instruction.operand(0), instruction.operand(1))
        } else if instruction.opcode == Op::ExtInst as u32
            && self.sets.contains(&instruction.operand(2))
            && instruction.operand(3) == debug::LINE
        {
            let file = self.debug_sources.get(&instruction.operand(4)).copied()?;
            (file, self.numbers.get(&instruction.operand(5)).copied()?)
        } else {
            return None;
        };
        (1..=MAX_LINE).contains(&line).then_some((file, line))
    }

    /// Returns the files by the ids of their names, in the module's order.
    fn source_files(&self) -> Vec<(u32, SourceFile)> {
        let mut ids: Vec<u32> = self.texts.iter().map(|(file, _)| *file).collect();
        let mut others: Vec<u32> = self.last.keys().copied().filter(|file| !ids.contains(file)).collect();
        others.sort_unstable();
        ids.extend(others);
        ids.retain(|file| self.last.contains_key(file));
        ids.truncate(MAX_TEXTS);
        let mut files: Vec<(u32, SourceFile)> = vec![];
        for file in ids {
            if files.iter().any(|(known, _)| *known == file) {
                continue;
            }
            let text = self.texts.iter().filter(|(of, _)| *of == file).map(|(_, text)| text.as_str());
            let mut text = own_text(text.max_by_key(|text| text.len()).unwrap_or("")).to_string();
            let known = text.lines().count();
            let last = self.last.get(&file).copied().unwrap_or(0) as usize;
            if known > 0 && !text.ends_with('\n') {
                text.push('\n');
            }
            // If the text is missing, its lines are counted all the same.
            text.push_str(&"\n".repeat(last.saturating_sub(known)));
            let named = self.strings.get(&file).map_or("", String::as_str);
            let name = named.rsplit(['/', '\\']).next().unwrap_or("");
            let name = if name.is_empty() { format!("source {}", files.len() + 1) } else { name.to_string() };
            files.push((file, SourceFile { name, text: text.into() }));
        }
        files
    }
}

/// Returns true for debug information sets and other sets without effect on the result.
fn is_debug_set(set: &str) -> bool {
    set.starts_with("NonSemantic.") || set == "OpenCL.DebugInfo.100"
}

/// Returns the author's part of a text: glslang writes its options before it.
fn own_text(text: &str) -> &str {
    match text.starts_with("// OpModuleProcessed") {
        true => text.split_once("#line 1\n").map_or(text, |(_, own)| own),
        false => text,
    }
}

/// Returns the language of the author's text: in GLSL a block has a name of its own.
fn find_language(words: &[u32], sources: &ModuleSources) -> Option<u32> {
    let said = split_instructions(words).find_map(|made| read_language(&made, sources))?;
    SourceLanguage::from_u32(said).map(|language| language as u32)
}

/// Returns the number of the language that an instruction names.
fn read_language(made: &ModuleInstruction, sources: &ModuleSources) -> Option<u32> {
    if made.opcode == Op::Source as u32 {
        return Some(made.operand(0));
    }
    let unit = made.opcode == Op::ExtInst as u32
        && sources.sets.contains(&made.operand(2))
        && made.operand(3) == debug::COMPILATION_UNIT;
    sources.numbers.get(&made.operand(7)).copied().filter(|_| unit)
}

/// Returns a module with the lines of its author's text, or with the lines of its listing if it has none.
pub(super) fn locate_lines(name: &str, words: &[u32]) -> LocatedModule {
    let sources = ModuleSources::from_words(words);
    let list = list_instructions(words);
    let files = sources.source_files();
    let mut starts: HashMap<u32, u32> = HashMap::new();
    let mut lines = vec![];
    for (number, (id, file)) in files.iter().enumerate() {
        starts.insert(*id, lines.len() as u32);
        lines.extend((1..=file.text.lines().count()).map(|line| (number, line)));
    }
    let mut files: Vec<SourceFile> = files.into_iter().map(|(_, file)| file).collect();
    if files.is_empty() {
        lines = (1..=list.len()).map(|line| (0, line)).collect();
        files.push(SourceFile { name: name.to_string(), text: list.join("\n").into() });
    }
    let by_listing = starts.is_empty();
    let mut placed: Vec<u32> = words.iter().take(HEADER_WORDS).copied().collect();
    let mut inside = false;
    let mut entered = false;
    let mut head = vec![];
    if let Some(language) = find_language(words, &sources) {
        push_instruction(&mut head, Op::Source as u32, &[language, 0]);
    }
    for instruction in split_instructions(words) {
        if instruction.has_opcode(Op::Label) {
            inside = true;
        } else if inside && by_listing && !instruction.has_opcode(Op::Line) && !instruction.has_opcode(Op::NoLine) {
            push_instruction(&mut placed, Op::Line as u32, &[1, instruction.number, 0]);
        }
        if let (Some(line), true) = (
            sources
                .source_line(&instruction)
                .and_then(|(file, line)| starts.get(&file).map(|start| start + line)),
            inside,
        ) {
            push_instruction(&mut placed, Op::Line as u32, &[1, line, 0]);
        }
        // The source language comes right after the entry points.
        if instruction.has_opcode(Op::EntryPoint)
            || instruction.has_opcode(Op::ExecutionMode)
            || instruction.has_opcode(Op::ExecutionModeId)
        {
            entered = true;
        } else if entered {
            placed.append(&mut head);
        }
        if !is_about_text(&instruction, &sources.sets) {
            placed.extend_from_slice(instruction.words);
        }
        // Lines after the last instruction of a block belong to none.
        if ends_block(instruction.opcode) {
            inside = false;
        }
    }
    LocatedModule { words: placed, files, lines, listing: list.join("\n") }
}

fn ends_block(opcode: u32) -> bool {
    (Op::Branch as u32..=Op::Unreachable as u32).contains(&opcode) || opcode == Op::TerminateInvocation as u32
}

/// Returns true if an instruction only describes source text.
fn is_about_text(instruction: &ModuleInstruction, sets: &[u32]) -> bool {
    [Op::String, Op::Source, Op::SourceContinued, Op::SourceExtension, Op::ModuleProcessed, Op::Line, Op::NoLine]
        .into_iter()
        .any(|op| instruction.has_opcode(op))
        || instruction.has_opcode(Op::ExtInst) && sets.contains(&instruction.operand(2))
        || instruction.has_opcode(Op::ExtInstImport) && sets.contains(&instruction.operand(0))
}
