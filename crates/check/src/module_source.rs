//! Kernels in other languages than GLSL: WGSL files, and SPIR-V from any compiler.

use super::blocks::{find_member, is_called};
use super::compiled::Checked;
use super::sandbox::{Compiler, WgslText};
use super::settings::{self, RunSetting};
use gristmill_base::error::Result;
use gristmill_emulator::assembly::Assembly;
use gristmill_shader::{self as shader, ExpandedKernel, ModuleChoice, OverrideDeclaration, SourceFile, Stage};
use std::path::PathBuf;

/// The language of a kernel that is not GLSL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Language {
    Wgsl,
    SpirV,
}

/// Returns the language of a file by its ending; `None` for GLSL and for files that are not kernels.
pub(super) fn find_language(name: &str) -> Option<Language> {
    match name.rsplit_once('.') {
        Some((_, "wgsl")) => Some(Language::Wgsl),
        Some((_, "spv")) => Some(Language::SpirV),
        _ => None,
    }
}

/// A kernel in one of these languages.
pub(super) struct ModuleSource<'k> {
    pub name: &'k str,
    /// Its text, if it is a text.
    pub text: &'k str,
    /// Its bytes, if it is binary.
    pub bytes: &'k [u8],
    pub folder: Option<PathBuf>,
    /// True if constants without a value are made up.
    pub makes_up_constants: bool,
}

impl ModuleSource<'_> {
    /// Compiles it with a launch's choices.
    pub(super) fn compile(&self, language: Language, compiler: &Compiler, launch: ModuleChoice) -> Result<Checked> {
        match language {
            Language::Wgsl => self.compile_wgsl(compiler, launch),
            Language::SpirV => self.compile_spirv(launch),
        }
    }

    fn compile_wgsl(&self, compiler: &Compiler, launch: ModuleChoice) -> Result<Checked> {
        // A byte order mark is not part of the text.
        let text = self.text.strip_prefix('\u{feff}').unwrap_or(self.text);
        let comments = settings::parse_comments(self.name, text)?;
        let mut choice = merge_choice(&comments, launch);
        let overrides = shader::list_overrides(text);
        key_constants(&mut choice, &overrides);
        let made_up = if self.makes_up_constants { make_up_constants(overrides, &choice) } else { vec![] };
        choice
            .constants
            .extend(made_up.iter().map(|(open, value)| (open.key.clone(), value.to_string())));
        let wgsl = WgslText { wgsl: self.name.to_string(), text: text.to_string(), choice };
        let modules = compiler.compile_wgsl(&wgsl)?;
        let stage = modules.last().map_or(Stage::Compute, |(stage, _)| *stage);
        let file = SourceFile { name: self.name.to_string(), text: text.to_string().into() };
        let lines = (1..=text.lines().count()).map(|line| (0, line)).collect();
        let expanded =
            ExpandedKernel { name: self.name.to_string(), stage, text: text.to_string(), lines, files: vec![file] };
        let mut checked = self.lower_modules(expanded, modules, comments)?;
        checked.lane_constants = count_lanes(&made_up, text);
        checked.made_up_constants = made_up.into_iter().map(|(open, value)| (open.name, value)).collect();
        Ok(checked)
    }

    fn compile_spirv(&self, launch: ModuleChoice) -> Result<Checked> {
        let (expanded, words) = shader::read_module(self.name, self.bytes, &launch)?;
        // The module's source text may have comments about its launch, as a kernel does.
        let comments = match expanded.files.first() {
            Some(file) if file.name != self.name => settings::parse_comments(&file.name, &file.text)?,
            _ => vec![],
        };
        let modules = vec![(expanded.stage, words)];
        let mut checked = self.lower_modules(expanded, modules, comments)?;
        // Settings for variables that an optimiser removed are dropped.
        if let Some(assembly) = checked.stages.last().map(|stage| stage.assembly_for(true)).transpose()? {
            checked.comments.retain(|(_, comment)| has_target(assembly, comment));
        }
        Ok(checked)
    }

    fn lower_modules(
        &self,
        expanded: ExpandedKernel,
        modules: Vec<(Stage, Vec<u32>)>,
        comments: Vec<(usize, RunSetting)>,
    ) -> Result<Checked> {
        let stage = expanded.stage;
        let words = modules.last().map(|(_, words)| words.clone()).unwrap_or_default();
        let name = self.name.to_string();
        let mut checked = Checked::new(name, vec![expanded], modules, vec![], comments, self.folder.clone())?;
        // Words that lower can also be parsed.
        checked.check_lowering()?;
        if stage != Stage::Compute {
            checked.outputs = shader::stage_outputs(self.name, &words)?;
        }
        Ok(checked)
    }
}

/// Sizes of groups by one, two and three constants without a value.
const GROUP_SIDES: [u32; 3] = [64, 8, 4];
/// A whole constant without a value that sizes no group: a few of something.
const FEW: u32 = 4;

/// Names the chosen constants of WGSL by their keys: a pipeline knows one with an `@id` by that number alone.
fn key_constants(choice: &mut ModuleChoice, overrides: &[OverrideDeclaration]) {
    for (chosen, _) in &mut choice.constants {
        if let Some(declared) = overrides.iter().find(|declared| declared.name == *chosen) {
            chosen.clone_from(&declared.key);
        }
    }
}

/// Returns values for the constants of WGSL that have none and are not chosen.
fn make_up_constants(overrides: Vec<OverrideDeclaration>, choice: &ModuleChoice) -> Vec<(OverrideDeclaration, u32)> {
    let is_open = |declared: &OverrideDeclaration| {
        !declared.has_value && choice.constants.iter().all(|(chosen, _)| *chosen != declared.key)
    };
    let open: Vec<OverrideDeclaration> = overrides.into_iter().filter(is_open).collect();
    let sides = open.iter().filter(|declared| declared.sizes_groups).count();
    let side = GROUP_SIDES.get(sides.saturating_sub(1)).copied().unwrap_or(1);
    let mut made_up = vec![];
    for declared in open {
        let value = match declared.type_name.as_str() {
            _ if declared.sizes_groups => side,
            "u32" | "i32" => FEW,
            _ => 1,
        };
        made_up.push((declared, value));
    }
    made_up
}

/// Returns made-up constants with the lanes of a group for each that is in the type of an array and sizes no group: such
/// a constant is often the group's size once more.
fn count_lanes(made_up: &[(OverrideDeclaration, u32)], text: &str) -> Vec<(String, u32)> {
    let sides = made_up.iter().filter(|(declared, _)| declared.sizes_groups);
    let lanes = sides.map(|(_, side)| side).product::<u32>();
    let choose = |(declared, value): &(OverrideDeclaration, u32)| {
        let is_length = is_in_array_type(text, &declared.name);
        let value = if is_length && !declared.sizes_groups && lanes > 1 { lanes } else { *value };
        (declared.name.clone(), value)
    };
    made_up.iter().map(choose).collect()
}

/// Returns true if a line with an array's type has that word.
fn is_in_array_type(text: &str, word: &str) -> bool {
    let has_word = |line: &str| {
        line.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
            .any(|known| known == word)
    };
    text.lines().any(|line| line.contains("array<") && has_word(line))
}

/// Returns true if a module still has the variable that a comment of its text fills.
fn has_target(assembly: &Assembly, comment: &RunSetting) -> bool {
    match comment {
        RunSetting::Buffer(name, _) | RunSetting::Uniform(name, _) => {
            let mut memories = assembly.memories.iter();
            memories.any(|slot| is_called(slot, name) || find_member(slot, name).is_some())
                || assembly.uniforms.iter().any(|slot| is_item_of(name, &slot.name))
        }
        RunSetting::Image(name, _) => {
            assembly.textures.iter().any(|slot| is_item_of(&slot.name, name))
                || assembly.images.iter().any(|slot| is_item_of(&slot.name, name))
        }
        RunSetting::Sampler(name, _) => assembly
            .textures
            .iter()
            .any(|slot| slot.sampler.as_ref().unwrap_or(&slot.name) == name),
        _ => true,
    }
}

/// Returns true for the array itself too.
fn is_item_of(item: &str, array: &str) -> bool {
    item == array || item.strip_prefix(array).is_some_and(|rest| rest.starts_with('['))
}

/// Merges the choices of comments and of a launch; the launch takes precedence.
pub(super) fn merge_choice(comments: &[(usize, RunSetting)], launch: ModuleChoice) -> ModuleChoice {
    let mut choice = launch;
    for (_, comment) in comments {
        match comment {
            RunSetting::Entry(entry) if choice.entry.is_none() => choice.entry = Some(entry.clone()),
            RunSetting::Constant(name, value) if choice.constants.iter().all(|(known, _)| known != name) => {
                choice.constants.push((name.clone(), value.clone()));
            }
            _ => {}
        }
    }
    choice
}
