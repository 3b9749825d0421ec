//! Checks the tree and writes it as GLSL 3.30, each statement on its author's line.
//!
//! Only what the entry reaches is checked and written, as NVIDIA's compiler does it. A matrix is
//! stored by rows: a row of the author's is a column of GLSL's, so `m[1]` means the same in both, and
//! `mul(m, v)` becomes `v * m`.

mod calls;
mod constructors;
mod convert;
mod entry;
mod expressions;
mod functions;
mod globals;
mod interface;
mod library;
mod lists;
mod members;
mod names;
mod operators;
mod samplers;
mod statements;
mod stored_arguments;
mod structures;
mod value;
mod wrapper;

pub(crate) use convert::{glsl_number, has_same_components, smear_code};
pub(crate) use library::is_function;
pub(crate) use value::{Value, strip_parentheses};

use crate::request::{Language, ProgramStage, ShortNumbers, TranslationRequest};
use crate::source_error::{CgError, CgResult};
use crate::syntax::{Name, Program};
use crate::token::Place;
use crate::translation::Translation;
use crate::types::{Shape, Type};
use functions::{FunctionInfo, FunctionState};
use globals::Global;
use names::NameTable;
use samplers::SamplerSlot;
use std::collections::{BTreeMap, HashMap, HashSet};
use structures::StructureInfo;

/// The GLSL version of translations, core profile.
const GLSL_VERSION: u32 = 330;

/// The version with arrays of arrays.
const NESTED_ARRAYS_VERSION: u32 = 430;

/// Most bytes of a translation.
const MAX_BYTES: usize = 1 << 24;

/// The state of a translation.
pub(crate) struct Writer<'p> {
    pub program: &'p Program,
    pub request: &'p TranslationRequest<'p>,
    names: NameTable,
    structures: Vec<StructureInfo>,
    globals: Vec<Global<'p>>,
    global_names: HashMap<Name, usize>,
    functions: Vec<FunctionInfo<'p>>,
    function_names: HashMap<Name, Vec<usize>>,
    samplers: Vec<SamplerSlot>,
    /// Samplers that are members of structs, by the name of the variable and the path.
    member_samplers: HashMap<String, usize>,
    /// Parts of the text, by the place at which they begin.
    chunks: BTreeMap<(Place, usize), String>,
    /// Declarations before the text.
    interface_lines: Vec<String>,
    helpers: Vec<String>,
    known_helpers: HashSet<String>,
    extensions: Vec<String>,
    /// Statements before the entry is called.
    start: String,
    /// Functions that are called and not written yet.
    pending: Vec<usize>,
    /// The calls: who, whom, where.
    call_edges: Vec<(usize, usize, Place)>,
    state: FunctionState,
    /// The function that the program begins with.
    entry: Option<usize>,
    has_nested_arrays: bool,
    written_bytes: usize,
}

/// Translates a text's tree.
pub(crate) fn write_program(program: &Program, request: &TranslationRequest) -> CgResult<Translation> {
    let mut writer = new_writer(program, request);
    writer.register_names()?;
    let entry = writer.find_entry()?;
    writer.write_entry(&entry)?;
    while let Some(function) = writer.pending.pop() {
        writer.write_function(function, None)?;
    }
    // Direct3D's compiler reads functions that nothing calls, too.
    for number in 0..if writer.is_hlsl() { writer.functions.len() } else { 0 } {
        writer.build_signature(number)?;
    }
    writer.refuse_recursion()?;
    writer.finish_translation(&entry)
}

/// Returns the stage of the entry; `None` if its functions have errors.
pub(crate) fn find_stage(program: &Program, request: &TranslationRequest) -> Option<ProgramStage> {
    let mut writer = new_writer(program, request);
    writer.register_names().ok()?;
    writer.entry_stage()
}

/// Returns true if a text has neither `main`, nor a pass, nor a function that stores what a stage does.
pub(crate) fn has_no_entry(program: &Program, request: &TranslationRequest) -> bool {
    [ProgramStage::Vertex, ProgramStage::Fragment].into_iter().all(|stage| {
        let request = TranslationRequest { stage, ..*request };
        let mut writer = new_writer(program, &request);
        writer.register_names().is_ok() && writer.lacks_entry()
    })
}

fn new_writer<'p>(program: &'p Program, request: &'p TranslationRequest<'p>) -> Writer<'p> {
    Writer {
        program,
        request,
        names: NameTable::new(),
        structures: Vec::new(),
        globals: Vec::new(),
        global_names: HashMap::new(),
        functions: Vec::new(),
        function_names: HashMap::new(),
        samplers: Vec::new(),
        member_samplers: HashMap::new(),
        chunks: BTreeMap::new(),
        interface_lines: Vec::new(),
        helpers: Vec::new(),
        known_helpers: HashSet::new(),
        extensions: Vec::new(),
        start: String::new(),
        pending: Vec::new(),
        call_edges: Vec::new(),
        state: FunctionState::default(),
        entry: None,
        has_nested_arrays: false,
        written_bytes: 0,
    }
}

impl Writer<'_> {
    pub(crate) fn is_hlsl(&self) -> bool {
        self.request.language == Language::Hlsl
    }

    /// Declares a function of GLSL before the text, once.
    pub(crate) fn declare_function(&mut self, line: String) {
        if self.known_helpers.insert(line.clone()) {
            self.helpers.push(line);
        }
    }

    pub(crate) fn require_extension(&mut self, name: &str) {
        let line = format!("#extension {name} : require");
        if !self.extensions.contains(&line) {
            self.extensions.push(line);
        }
    }

    /// Adds a part of the text.
    fn add_chunk(&mut self, place: Place, text: String) -> CgResult<()> {
        self.written_bytes += text.len();
        if self.written_bytes > MAX_BYTES {
            return Err(CgError::new(place, format!("its translation is longer than {MAX_BYTES} bytes")));
        }
        let number = self.chunks.len();
        self.chunks.insert((place, number), text);
        Ok(())
    }

    /// Puts all parts together.
    fn finish_translation(mut self, entry: &entry::Entry) -> CgResult<Translation> {
        let mut text = String::new();
        let mut line = 1;
        for ((place, _), chunk) in &self.chunks {
            while line < place.line {
                text.push('\n');
                line += 1;
            }
            line += chunk.matches('\n').count() as u32;
            text.push_str(chunk);
        }
        text.push('\n');
        let text = self.fill_sampler_types(&text);
        let globals = self.declare_globals();
        let structures = self.declare_structures();
        let prototypes = self.functions.iter().filter(|info| info.is_announced);
        let lines = [
            std::mem::take(&mut self.extensions),
            structures,
            std::mem::take(&mut self.interface_lines),
            globals,
            std::mem::take(&mut self.helpers),
            prototypes.map(|info| info.head.clone()).collect(),
        ];
        let preamble: String = lines.iter().flatten().map(|line| format!("{line}\n")).collect();
        let preamble = self.fill_sampler_types(&preamble);
        let version = if self.has_nested_arrays { NESTED_ARRAYS_VERSION } else { GLSL_VERSION };
        let text = text.replacen(entry::START_MARK, &self.start, 1);
        Ok(Translation { version, preamble, text, names: self.names.own, entry: entry.name.to_string() })
    }

    /// Returns the type as its author writes it.
    pub(crate) fn describe_type(&self, kind: &Type) -> String {
        match kind {
            Type::Void => "void".to_string(),
            Type::Number(base, Shape::Scalar) => base.word().to_string(),
            Type::Number(base, Shape::Vector(count)) => format!("{}{count}", base.word()),
            Type::Number(base, Shape::Matrix(rows, columns)) => format!("{}{rows}x{columns}", base.word()),
            Type::Sampler(kind) => kind.word().to_string(),
            Type::Struct(number) => self
                .program
                .structures
                .get(*number)
                .map_or("struct", |one| &one.name)
                .to_string(),
            Type::Array(of, length) => format!("{}[{length}]", self.describe_type(of)),
            Type::Host => "a value of the host".to_string(),
        }
    }
}
