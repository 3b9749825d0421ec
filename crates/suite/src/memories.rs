//! The memories that the steps of a case share by their names.

use crate::files::FileCache;
use crate::fill_text::{FillText, is_file_name};
use crate::program::{MemoryFill, ProgramStep};
use gristmill_base::error::{Error, Result};
use gristmill_check::{Checked, ExpectedResult, LaunchOptions, OutputShape, Report, ResultArray};

/// A memory of a case.
#[derive(Debug, Clone)]
struct CaseMemory {
    name: String,
    content: MemoryContent,
    /// True if it has no element, as for the size 0.
    is_empty: bool,
    /// True if a step has it.
    is_used: bool,
}

/// The content of a memory.
#[derive(Debug, Clone)]
enum MemoryContent {
    /// The content that the case gives it.
    Fill(MemoryFill),
    /// The words that a step left in it, and their shape.
    Result(OutputShape, Vec<u32>),
}

/// The memories of a case.
#[derive(Debug, Clone, Default)]
pub struct CaseMemories {
    memories: Vec<CaseMemory>,
    /// Names that the steps' kernels have.
    known: Vec<String>,
}

/// The names of a step's kernel, and the memories that they mean now.
#[derive(Debug, Clone, Default)]
pub struct StepNames {
    bind: Vec<(String, String)>,
}

impl StepNames {
    pub fn of_step(step: &ProgramStep) -> StepNames {
        StepNames { bind: step.bind.clone() }
    }

    /// Lets two memories change places.
    pub fn swap_memories(&mut self, [one, other]: &[String; 2]) {
        for (_, memory) in &mut self.bind {
            if memory == one {
                memory.clone_from(other);
            } else if memory == other {
                memory.clone_from(one);
            }
        }
    }

    /// Returns the names of the kernel that mean a memory.
    fn own_names<'n>(&'n self, memory: &'n str) -> Vec<&'n str> {
        let bound: Vec<&str> = self
            .bind
            .iter()
            .filter(|(_, bound)| bound == memory)
            .map(|(own, _)| own.as_str())
            .collect();
        // A name that is bound to another memory does not mean the one of its name.
        let is_taken = self.bind.iter().any(|(own, _)| own == memory);
        if bound.is_empty() && !is_taken { vec![memory] } else { bound }
    }

    /// Returns the memory that a name of the kernel means.
    fn memory_of<'n>(&'n self, own: &'n str) -> &'n str {
        let bound = self.bind.iter().find(|(known, _)| known == own);
        bound.map_or(own, |(_, memory)| memory.as_str())
    }
}

impl CaseMemories {
    pub fn from_fills(fills: &[(String, MemoryFill)]) -> CaseMemories {
        let memories = fills.iter().map(|(name, fill)| CaseMemory {
            name: name.clone(),
            content: MemoryContent::Fill(fill.clone()),
            is_empty: matches!(fill, MemoryFill::Buffer(FillText::Empty) | MemoryFill::Image(FillText::Empty)),
            is_used: false,
        });
        CaseMemories { memories: memories.collect(), known: vec![] }
    }

    /// Gives a launch the memories that its kernel has.
    ///
    /// # Errors
    /// [`Error::Data`] for a content that cannot be read.
    pub fn give_to(
        &mut self,
        mut launch: LaunchOptions,
        kernel: &Checked,
        names: &StepNames,
        files: &mut FileCache,
    ) -> Result<LaunchOptions> {
        for name in kernel.memory_names()? {
            let memory = names.memory_of(&name).to_string();
            if !self.known.contains(&memory) {
                self.known.push(memory);
            }
        }
        for memory in &mut self.memories {
            for own in names.own_names(&memory.name) {
                if kernel.find_memory(own)?.is_none() {
                    memory.is_used |= kernel.has_name(own);
                    continue;
                }
                memory.is_used = true;
                let is_drawn = kernel.outputs().any(|(output, ..)| output == own);
                launch = memory.give_as(launch, own, is_drawn, files)?;
            }
        }
        Ok(launch)
    }

    /// Keeps what a step wrote.
    pub fn keep_results(&mut self, report: Report, kernel: &Checked, names: &StepNames) -> Result<()> {
        for (shape, (written, words)) in report.shapes.into_iter().zip(report.outputs) {
            let means_it = |memory: &CaseMemory| -> Result<bool> {
                for own in names.own_names(&memory.name) {
                    if kernel.find_memory(own)?.as_deref() == Some(&written) {
                        return Ok(true);
                    }
                }
                Ok(false)
            };
            let mut kept: Option<CaseMemory> = None;
            let mut others = vec![];
            for memory in std::mem::take(&mut self.memories) {
                if !means_it(&memory)? {
                    others.push(memory);
                } else if kept.is_none() {
                    kept = Some(memory);
                }
            }
            let new = CaseMemory {
                name: names.memory_of(&written).to_string(),
                content: MemoryContent::Result(shape, words),
                is_empty: false,
                is_used: true,
            };
            others.push(match kept {
                Some(memory) => {
                    // One that was given by a member is whole from now on.
                    let is_member = memory.name.contains(['.', '[']);
                    let name = if is_member { new.name.clone() } else { memory.name };
                    CaseMemory { name, is_empty: memory.is_empty, ..new }
                }
                None => new,
            });
            self.memories = others;
        }
        Ok(())
    }

    /// Returns an error for a memory that no step has.
    pub fn refuse_unused(&self) -> Result<()> {
        // The buffer of `@test` functions is used only where one expects something.
        let mut given = self.memories.iter().filter(|memory| !memory.name.starts_with("gristmill_"));
        match given.find(|memory| !memory.is_used) {
            Some(memory) => Err(Error::Name {
                kernel: "the case".into(),
                kind: "memory",
                given: memory.name.clone(),
                known: self.known.clone(),
            }),
            None => Ok(()),
        }
    }

    /// Returns a sentence about a memory that is not as expected; `None` if it is.
    ///
    /// # Errors
    /// [`Error::Name`] if there is no such memory, [`Error::Data`] if nothing wrote it, or the content does not fit.
    pub fn find_difference(&self, name: &str, expected: Option<&ExpectedResult>) -> Result<Option<String>> {
        let Some((memory, part)) = self.find_result(name) else {
            let known: Vec<String> = self.memories.iter().map(|memory| memory.name.clone()).collect();
            if !known.iter().any(|known| known == name) {
                return Err(Error::Name { kernel: "the case".into(), kind: "memory", given: name.to_string(), known });
            }
            return match expected {
                None => Ok(None),
                Some(_) => {
                    Err(Error::data(format!("nothing wrote {name}, which is expected to change; is there a group?")))
                }
            };
        };
        match (&memory.content, expected) {
            (_, Some(_)) if memory.is_empty => {
                Err(Error::data(format!("{name} has no element for this size, and some are expected")))
            }
            (MemoryContent::Result(shape, words), Some(expected)) => expected.find_difference(shape, &part, words),
            _ => Ok(None),
        }
    }

    /// Returns true if there is a memory of that name.
    pub fn has_memory(&self, name: &str) -> bool {
        self.memories.iter().any(|memory| memory.name == name)
    }

    /// Returns the words that a result has, with its shape.
    pub fn result_of(&self, name: &str) -> Option<(&OutputShape, &[u32])> {
        match &self.find_result(name)?.0.content {
            MemoryContent::Result(shape, words) => Some((shape, words)),
            MemoryContent::Fill(_) => None,
        }
    }

    /// Returns the numbers of a result, or of a member of one.
    pub fn array_of(&self, name: &str) -> Option<ResultArray> {
        let (memory, part) = self.find_result(name)?;
        match &memory.content {
            MemoryContent::Result(shape, words) => shape.read_array(&part, words),
            MemoryContent::Fill(_) => None,
        }
    }

    /// Returns the names of what was written and has elements.
    pub fn result_names(&self) -> Vec<&str> {
        let is_written = |memory: &&CaseMemory| matches!(memory.content, MemoryContent::Result(..)) && !memory.is_empty;
        let written = self.memories.iter().filter(is_written);
        written.map(|memory| memory.name.as_str()).collect()
    }

    /// Finds a written memory by its name, or by that of a member, and the name of that part in its kernel.
    fn find_result(&self, name: &str) -> Option<(&CaseMemory, String)> {
        let named = self.memories.iter().find(|memory| memory.name == name);
        if let Some(CaseMemory { content: MemoryContent::Result(shape, _), .. }) = named {
            return named.map(|memory| (memory, shape.name().to_string()));
        }
        self.memories.iter().find_map(|memory| match &memory.content {
            MemoryContent::Result(shape, _) if shape.has_part(name) => Some((memory, name.to_string())),
            _ => None,
        })
    }
}

impl CaseMemory {
    /// Gives it to a launch, as the name of the kernel, which may draw it.
    fn give_as(
        &self,
        launch: LaunchOptions,
        own: &str,
        is_drawn: bool,
        files: &mut FileCache,
    ) -> Result<LaunchOptions> {
        match &self.content {
            MemoryContent::Result(_, words) if is_drawn => Ok(launch.drawn_over(own, words.clone())),
            // A target that no step has drawn begins with zeros.
            MemoryContent::Fill(_) if is_drawn => Ok(launch),
            MemoryContent::Fill(MemoryFill::Buffer(FillText::Empty)) => {
                launch.option("buffer", &format!("{own}=zero:1"))
            }
            MemoryContent::Fill(MemoryFill::Image(FillText::Empty)) => {
                launch.option("image", &format!("{own}=zero:1x1"))
            }
            MemoryContent::Fill(MemoryFill::Buffer(FillText::Words(words))) => {
                files.give_file(launch, words)?.option("buffer", &format!("{own}={words}"))
            }
            MemoryContent::Fill(MemoryFill::Image(FillText::Words(words))) => {
                files.give_file(launch, words)?.option("image", &format!("{own}={words}"))
            }
            MemoryContent::Result(shape, words) if shape.is_block() => {
                let file = format!("result of {own}.bin");
                let bytes = words.iter().flat_map(|word| word.to_le_bytes()).collect();
                launch.file(&file, bytes).option("buffer", &format!("{own}={file}"))
            }
            // What was drawn is read as a texture.
            MemoryContent::Result(shape, words) => match shape.to_texels(words) {
                Some(texels) => Ok(launch.texture(own, texels)),
                None => Ok(launch),
            },
        }
    }
}

/// Returns an expected content with the files that it names.
///
/// # Errors
/// [`Error::Data`] explains the mistake.
pub fn read_expected(words: &str, tolerance: Option<&str>, files: &mut FileCache) -> Result<ExpectedResult> {
    let mut expected = ExpectedResult::parse(words)?;
    if let Some(tolerance) = tolerance {
        expected = expected.tolerance(tolerance)?;
    }
    if is_file_name(words) {
        expected = expected.file(words, files.read_bytes(words)?);
    }
    Ok(expected)
}
