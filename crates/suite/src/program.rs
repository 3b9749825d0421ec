//! A case for one size: its memories, its steps and what is expected, with every formula evaluated.

use crate::case_file::{CaseText, ListText, NumberText, ReferenceText, StepText};
use crate::fill_text::{FillText, expand_fill, is_file_name};
use crate::formula::{evaluate_formula, format_formula};
use std::path::{Path, PathBuf};

/// The most times that a step may run.
const MOST_REPEATS: u64 = 10_000;

/// A case for one size.
#[derive(Debug, Clone)]
pub struct Program {
    /// Memories and their first contents, by name.
    pub memories: Vec<(String, MemoryFill)>,
    /// Its kernels in turn.
    pub steps: Vec<ProgramStep>,
    /// Expected contents.
    pub expected: Vec<(String, FillText)>,
    /// The kernel or the loop that computes the expected contents.
    pub reference: Option<Reference>,
    /// The allowed difference of floats, as `check` reads it.
    pub tolerance: Option<String>,
    /// Counters and the most that they may count.
    pub caps: Vec<(String, u64)>,
    /// Options of every launch, as words of `check`.
    pub options: Vec<(&'static str, String)>,
    /// The card to check against.
    pub card: Option<String>,
    /// Folders of files to include.
    pub include: Vec<PathBuf>,
    /// The folder of its files.
    pub folder: PathBuf,
}

/// The first content of a memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MemoryFill {
    /// Numbers of a buffer or a vertex stream.
    Buffer(FillText),
    /// Texels.
    Image(FillText),
}

/// A kernel or a loop that computes the expected contents.
#[derive(Debug, Clone)]
pub enum Reference {
    /// Another kernel.
    Kernel(Box<ProgramStep>),
    /// A loop that one lane runs, with the declarations of the first step's kernel.
    Loop(String),
}

/// A kernel and what it runs on.
#[derive(Debug, Clone, Default)]
pub struct ProgramStep {
    pub kernel: PathBuf,
    /// A text in the place of the file's.
    pub text: Option<String>,
    /// The text whose declarations a loop has, if not the kernel's own.
    pub declarations: Option<String>,
    pub vertex: Option<PathBuf>,
    /// A text in the place of the vertex kernel's file.
    pub vertex_text: Option<String>,
    pub vertices: u32,
    pub stage: Option<String>,
    /// Work groups; a direction may have none.
    pub groups: Option<Vec<u64>>,
    /// Options, as words of `check`.
    pub options: Vec<(&'static str, String)>,
    pub defines: Vec<(String, String)>,
    /// A name of the kernel, and the memory that it means.
    pub bind: Vec<(String, String)>,
    pub repeat: u64,
    /// Two memories that change places after each time.
    pub swap: Option<[String; 2]>,
}

impl Program {
    /// Evaluates a case for a size and a card. The error is a sentence.
    pub fn from_text(text: &CaseText, folder: &Path, size: Option<u64>, card: Option<&str>) -> Result<Program, String> {
        if !text.step.is_empty() && text.has_fields_of_step() {
            return Err(
                "it has steps, and a field of a step of its own, as kernel or uniforms; write those into a step"
                    .to_string(),
            );
        }
        let mut memories = vec![];
        for (name, content) in &text.buffers {
            let fill = expand_list(content, size).map_err(|why| format!("buffers.{name}: {why}"))?;
            memories.push((name.clone(), MemoryFill::Buffer(fill)));
        }
        for (name, content) in &text.images {
            let fill = expand_fill(content, size).map_err(|why| format!("images.{name}: {why}"))?;
            memories.push((name.clone(), MemoryFill::Image(fill)));
        }
        let steps = text.list_steps();
        let steps = steps.iter().map(|step| expand_step(step, folder, size));
        let steps = steps.collect::<Result<Vec<_>, String>>()?;
        let mut expected = vec![];
        for (name, content) in &text.expect {
            let fill = expand_list(content, size).map_err(|why| format!("expect.{name}: {why}"))?;
            expected.push((name.clone(), fill));
        }
        let reference = expand_reference(text, &steps, folder, size)?;
        let mut caps = vec![];
        for (name, most) in &text.caps {
            caps.push((name.clone(), whole_number(most, size).map_err(|why| format!("caps.{name}: {why}"))?));
        }
        let tolerance = match &text.tolerance {
            Some(NumberText::Text(words)) => Some(words.clone()),
            Some(number) => Some(number_words(number, size)?),
            None => None,
        };
        Ok(Program {
            memories,
            steps,
            expected,
            reference,
            tolerance,
            caps,
            options: launch_options(text),
            card: card.map(str::to_string),
            include: text.include.iter().map(|name| folder.join(name)).collect(),
            folder: folder.to_path_buf(),
        })
    }

    /// Returns the kernel files that it reads.
    pub fn list_kernels(&self) -> Vec<&Path> {
        let mut steps: Vec<&ProgramStep> = self.steps.iter().collect();
        if let Some(Reference::Kernel(step)) = &self.reference {
            steps.push(step);
        }
        let files = steps.into_iter().flat_map(|step| [Some(&step.kernel), step.vertex.as_ref()]);
        files.flatten().map(PathBuf::as_path).collect()
    }

    /// Returns the files that memories are filled from.
    pub fn input_files(&self) -> impl Iterator<Item = PathBuf> {
        self.memories.iter().filter_map(|(_, fill)| match fill {
            MemoryFill::Buffer(FillText::Words(words)) | MemoryFill::Image(FillText::Words(words))
                if is_file_name(words) =>
            {
                Some(self.folder.join(words))
            }
            _ => None,
        })
    }

    /// Returns the files of expected numbers or pixels, each with the result that it is for.
    pub fn expected_files(&self) -> impl Iterator<Item = (&str, PathBuf)> {
        self.expected.iter().filter_map(|(name, fill)| match fill {
            FillText::Words(words) if is_file_name(words) => Some((name.as_str(), self.folder.join(words))),
            _ => None,
        })
    }
}

/// Returns the options that hold for every step.
fn launch_options(text: &CaseText) -> Vec<(&'static str, String)> {
    let mut options = vec![];
    let numbers = [("schedules", text.schedules), ("warp", text.warp), ("memory", text.memory)];
    for (word, number) in numbers {
        options.extend(number.map(|number| (word, number.to_string())));
    }
    options.extend(text.most_steps.map(|steps| ("steps", steps.to_string())));
    options.extend(text.watch.iter().map(|what| ("watch", what.clone())));
    options
}

fn expand_reference(
    text: &CaseText,
    steps: &[ProgramStep],
    folder: &Path,
    size: Option<u64>,
) -> Result<Option<Reference>, String> {
    let first = text.list_steps().into_iter().next().unwrap_or_default();
    let step = match (&text.reference, &text.plain_loop) {
        (None, None) => return Ok(None),
        (Some(_), Some(_)) => return Err("it has a reference and a loop; leave one out".to_string()),
        (None, Some(plain_loop)) => {
            if steps.len() > 1 {
                return Err(
                    "a loop has the declarations of one kernel, and the case has several; write a reference".into()
                );
            }
            return Ok(Some(Reference::Loop(plain_loop.clone())));
        }
        // A reference runs on what the case says, but for what it says itself.
        (Some(ReferenceText::File(file)), None) => StepText {
            kernel: Some(file.clone()),
            vertex: None,
            entry: None,
            stage: None,
            bind: Default::default(),
            repeat: None,
            swap: vec![],
            ..first
        },
        (Some(ReferenceText::Step(own)), None) => {
            let mut own = (**own).clone();
            own.groups = own.groups.or(first.groups);
            own.size = own.size.or(first.size);
            if own.uniforms.is_empty() {
                own.uniforms = first.uniforms;
            }
            own
        }
    };
    let step = expand_step(&step, folder, size).map_err(|why| format!("reference: {why}"))?;
    Ok(Some(Reference::Kernel(Box::new(step))))
}

fn expand_step(text: &StepText, folder: &Path, size: Option<u64>) -> Result<ProgramStep, String> {
    let kernel = text.kernel.as_ref().ok_or("it has no kernel; write kernel = \"FILE\"")?;
    let mut step = ProgramStep { kernel: folder.join(kernel), repeat: 1, ..ProgramStep::default() };
    step.vertex = text.vertex.as_ref().map(|name| folder.join(name));
    step.stage.clone_from(&text.stage);
    if let Some(vertices) = &text.vertices {
        let vertices = whole_number(vertices, size).map_err(|why| format!("vertices: {why}"))?;
        step.vertices = u32::try_from(vertices).map_err(|_| format!("vertices: {vertices} are too many"))?;
    }
    if let Some(groups) = &text.groups {
        step.groups = Some(whole_numbers(groups, size).map_err(|why| format!("groups: {why}"))?);
    }
    if let Some(sides) = &text.size {
        let sides = whole_numbers(sides, size).map_err(|why| format!("size: {why}"))?;
        let sides: Vec<String> = sides.iter().map(u64::to_string).collect();
        step.options.push(("size", sides.join("x")));
    }
    step.options.extend(text.entry.iter().map(|entry| ("entry", entry.clone())));
    for (name, numbers) in &text.uniforms {
        let words = uniform_words(numbers, size).map_err(|why| format!("uniforms.{name}: {why}"))?;
        step.options.push(("uniform", format!("{name}={words}")));
    }
    for (word, named) in [("sampler", &text.samplers), ("target", &text.targets)] {
        step.options
            .extend(named.iter().map(|(name, how)| (word, format!("{name}={how}"))));
    }
    for (name, number) in &text.constants {
        let words = number_words(number, size).map_err(|why| format!("constants.{name}: {why}"))?;
        step.options.push(("constant", format!("{name}={words}")));
    }
    for (name, value) in &text.defines {
        // A definition is any text; only a number can be a formula.
        let value = match value {
            NumberText::Text(text) => format_formula(text, size).unwrap_or_else(|_| text.clone()),
            number => number_words(number, size)?,
        };
        step.defines.push((name.clone(), value));
    }
    step.bind = text.bind.iter().map(|(own, memory)| (own.clone(), memory.clone())).collect();
    if let Some(repeat) = &text.repeat {
        step.repeat = whole_number(repeat, size).map_err(|why| format!("repeat: {why}"))?;
        if step.repeat > MOST_REPEATS {
            return Err(format!(
                "repeat: {}, and {MOST_REPEATS} is the most; let a loop in the kernel do more",
                step.repeat
            ));
        }
    }
    step.swap = match &text.swap[..] {
        [] => None,
        [one, other] => Some([one.clone(), other.clone()]),
        _ => return Err("swap: two memories change places; name two".to_string()),
    };
    Ok(step)
}

/// Returns a number as a word of `check`.
fn number_words(number: &NumberText, size: Option<u64>) -> Result<String, String> {
    match number {
        NumberText::Flag(flag) => Ok(flag.to_string()),
        NumberText::Whole(whole) => Ok(whole.to_string()),
        NumberText::Real(real) => Ok(format!("{real:?}")),
        NumberText::Text(text) => format_formula(text, size),
    }
}

fn whole_number(number: &NumberText, size: Option<u64>) -> Result<u64, String> {
    match number {
        NumberText::Text(text) => evaluate_formula(text, size),
        number => evaluate_formula(&number_words(number, size)?, size),
    }
}

/// Returns one to three whole numbers.
fn whole_numbers(list: &ListText, size: Option<u64>) -> Result<Vec<u64>, String> {
    match list {
        ListText::One(number) => Ok(vec![whole_number(number, size)?]),
        ListText::Many(numbers) => numbers.iter().map(|number| whole_number(number, size)).collect(),
    }
}

/// Returns the numbers of a uniform as words of `check`.
fn uniform_words(list: &ListText, size: Option<u64>) -> Result<String, String> {
    match list {
        ListText::One(NumberText::Text(text))
            if text.contains([':', '[']) || text.contains("..") || is_file_name(text) =>
        {
            match expand_fill(text, size)? {
                FillText::Words(words) => Ok(words),
                FillText::Empty => Err("it has no numbers".to_string()),
            }
        }
        ListText::One(number) => number_words(number, size),
        ListText::Many(numbers) => {
            let words = numbers.iter().map(|number| number_words(number, size));
            Ok(words.collect::<Result<Vec<_>, String>>()?.join(","))
        }
    }
}

/// Returns a content as words of `check`.
fn expand_list(list: &ListText, size: Option<u64>) -> Result<FillText, String> {
    match list {
        ListText::One(NumberText::Text(text)) => match format_formula(text, size) {
            Ok(number) => Ok(FillText::Words(format!("[{number}]"))),
            Err(_) => expand_fill(text, size),
        },
        ListText::One(number) => Ok(FillText::Words(format!("[{}]", number_words(number, size)?))),
        ListText::Many(numbers) if numbers.is_empty() => Ok(FillText::Empty),
        ListText::Many(numbers) => {
            let words = numbers.iter().map(|number| number_words(number, size));
            Ok(FillText::Words(format!("[{}]", words.collect::<Result<Vec<_>, String>>()?.join(","))))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case_file::parse_file;

    fn expand(text: &str, size: Option<u64>) -> Result<Program, String> {
        let file = parse_file("a.test.toml", &format!("[[case]]\n{text}")).map_err(|error| error.to_string())?;
        Program::from_text(file.cases[0].get_ref(), Path::new("f"), size, None)
    }

    #[test]
    fn formulas_are_evaluated() {
        let text = "kernel = \"a.comp\"\ngroups = [\"ceil(n/64)\", 2]\nuniforms = { n = \"n\", v = [1.5, \"n\"], on = true }\n\
                    buffers = { A = \"random:n:7\", B = [1, 2], C = \"n\" }\nexpect = { A = \"0..n\", D = \"d_{n}.npy\" }\n\
                    caps = { words_read = \"3*n\" }\ntolerance = 1e-5\nschedules = 4\ndefines = { SIDE = 16, NAME = \"x + y\" }\n";
        let program = expand(text, Some(100)).unwrap();
        let step = &program.steps[0];
        assert_eq!(step.groups, Some(vec![2, 2]));
        let uniforms = [("uniform", "n=100"), ("uniform", "on=true"), ("uniform", "v=1.5,100")];
        assert!(step.options.iter().map(|(word, value)| (*word, value.as_str())).eq(uniforms));
        assert_eq!(step.defines, [("NAME".into(), "x + y".into()), ("SIDE".into(), "16".into())]);
        let words = |text: &str| MemoryFill::Buffer(FillText::Words(text.into()));
        let memories = [("A", words("random:100:7")), ("B", words("[1,2]")), ("C", words("[100]"))];
        assert!(
            program
                .memories
                .iter()
                .map(|(name, fill)| (name.as_str(), fill.clone()))
                .eq(memories)
        );
        assert_eq!(program.expected_files().collect::<Vec<_>>(), [("D", PathBuf::from("f/d_100.npy"))]);
        assert_eq!((program.caps, program.tolerance), (vec![("words_read".into(), 300)], Some("1e-5".into())));
        assert_eq!(program.options, [("schedules", "4".to_string())]);
    }

    #[test]
    fn contradictions_are_sentences() {
        for (text, part) in [
            ("groups = 1", "it has no kernel"),
            ("kernel = \"a.comp\"\ngroups = \"m\"", "groups: expected a formula"),
            ("kernel = \"a.comp\"\ngroups = \"n/3\"", "groups: n/3 is not a whole number for n = 100"),
            ("kernel = \"a.comp\"\nreference = \"b.comp\"\nloop = \"\"", "leave one out"),
            ("kernel = \"a.comp\"\n[[case.step]]\nkernel = \"b.comp\"", "write those into a step"),
            ("uniforms = { n = 1 }\n[[case.step]]\nkernel = \"b.comp\"", "write those into a step"),
            ("[[case.step]]\nkernel = \"b.comp\"\nrepeat = 100000", "10000 is the most"),
            ("[[case.step]]\nkernel = \"b.comp\"\nswap = [\"a\"]", "name two"),
        ] {
            let why = expand(text, Some(100)).expect_err(text);
            assert!(why.contains(part), "{text}: {why}");
        }
    }
}
