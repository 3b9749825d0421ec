//! The emulator as a machine: memories, programs, and launches with or without observers.

use super::assembly::{Assembly, Space};
use super::bindings::{Bindings, Bound};
use super::dispatch::{self, Ending, Policy};
use super::event::Key;
use super::lower::lower;
use super::memory::{Memory, Texels};
use super::observers::Watch;
use super::storage::Storage;
use crate::backend::{
    Backend, Barriers, Blueprint, Code, Description, Dispatch, Draw, Groups, Limits, MemoryId, Pending, ProgramId,
    Region, Value,
};
use crate::finding::Notebook;
use crate::shader::Expanded;
use crate::{Error, Result};
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// What the emulator allows: what any driver of OpenGL 4.3 does.
const LIMITS: Limits = Limits {
    texture_side: 16_384,
    volume_side: 2048,
    outputs: 8,
    textures: 32,
    buffer_bytes: 1 << 30,
    buffers: 16,
    images: 8,
    groups: [65_535; 3],
    group_size: [1024, 1024, 64],
    group_invocations: 1024,
    shared_bytes: 32_768,
};

/// The emulator.
pub(crate) struct Emulator {
    description: Description,
    notebook: Rc<Notebook>,
    memories: RefCell<Vec<Option<Memory>>>,
    programs: RefCell<Vec<Rc<Program>>>,
}

/// A kernel's stages.
struct Program {
    vertex: Option<Lowered>,
    main: Lowered,
    /// Whether its groups were seen to use each other's words.
    conflicts: AtomicBool,
}

/// A stage as text, as SPIR-V, and as register code of both kinds, made when first wanted.
struct Lowered {
    expanded: Expanded,
    spirv: Vec<u32>,
    plain: OnceCell<Assembly>,
    watched: OnceCell<Assembly>,
}

impl Lowered {
    fn assembly(&self, watched: bool) -> Result<&Assembly> {
        let cell = if watched { &self.watched } else { &self.plain };
        match cell.get() {
            Some(assembly) => Ok(assembly),
            None => {
                let assembly = lower(&self.expanded, &self.spirv, watched)?;
                Ok(cell.get_or_init(|| assembly))
            }
        }
    }
}

impl Emulator {
    /// A machine whose findings go into that notebook.
    pub(crate) fn open(notebook: Rc<Notebook>) -> Emulator {
        let start = Instant::now();
        let threads = rayon::current_num_threads();
        let description = Description {
            name: format!("Gristmill's emulator ({threads} threads)"),
            version: format!("Gristmill {}", env!("CARGO_PKG_VERSION")),
            opengl: (4, 3),
            opened_in: start.elapsed(),
            limits: LIMITS,
        };
        Emulator { description, notebook, memories: RefCell::default(), programs: RefCell::default() }
    }

    fn with_memory<T>(&self, id: MemoryId, call: impl FnOnce(&Memory) -> Result<T>) -> Result<T> {
        call(of(&self.memories.borrow(), id)?)
    }

    fn program(&self, id: ProgramId) -> Result<Rc<Program>> {
        let programs = self.programs.borrow();
        programs.get(id.0).cloned().ok_or_else(|| Error::driver("launching", "there is no such kernel"))
    }

    /// How plain runs go; the notebook may say otherwise.
    fn policy(&self) -> Policy {
        Policy::default()
    }
}

/// The memory behind an id that the layer above made; it lives until that layer destroys it.
fn of(memories: &[Option<Memory>], id: MemoryId) -> Result<&Memory> {
    memories.get(id.0).and_then(Option::as_ref).ok_or_else(|| Error::driver("looking up a memory", "it was destroyed"))
}

/// What one launch gives its kernel, by name.
struct Given<'a> {
    uniforms: &'a [(&'a str, Value)],
    textures: &'a [(&'a str, MemoryId)],
    images: &'a [(&'a str, MemoryId)],
    buffers: &'a [(&'a str, MemoryId)],
}

/// Puts what is given by name into the slots of the code. A slot without anything gets an empty memory, so that using it is a finding.
fn bind(assembly: &Assembly, given: &Given, memories: &[Option<Memory>]) -> Result<Bindings> {
    let mut bindings = Bindings::default();
    for slot in &assembly.uniforms {
        for item in 0..slot.items {
            let named = |name: &&str| {
                let indexed = name.strip_prefix(slot.name.as_str()).and_then(|rest| rest.strip_prefix('['));
                match indexed.and_then(|rest| rest.strip_suffix(']')) {
                    Some(index) => index.parse() == Ok(item),
                    None => **name == slot.name && item == 0,
                }
            };
            let Some((_, value)) = given.uniforms.iter().find(|(name, _)| named(name)) else { continue };
            for (at, word) in words(value).into_iter().take(slot.words as usize).enumerate() {
                let word = if slot.boolean && word != 0 { u32::MAX } else { word };
                bindings.uniforms.push((slot.first + item * slot.words + at as u32, word));
            }
        }
    }
    for slot in &assembly.memories {
        let bound = match slot.space {
            Space::Shared(base) => Bound::Shared { base, words: slot.words },
            _ => match given.buffers.iter().find(|(name, _)| *name == slot.name) {
                Some((name, id)) => match of(memories, *id)? {
                    Memory::Buffer(storage) => Bound::Global { key: Key::Global(id.0), storage: storage.clone() },
                    _ => return Err(Error::driver(format!("binding {name}"), "it is no buffer")),
                },
                None => Bound::Global { key: Key::Global(usize::MAX), storage: Arc::new(Storage::new(0)) },
            },
        };
        bindings.memories.push(bound);
    }
    let texture = |name: &str, given: &[(&str, MemoryId)]| {
        let id = given.iter().find(|(known, _)| *known == name).map(|(_, id)| *id);
        let id = id.ok_or_else(|| Error::driver(format!("binding {name}"), "nothing is given for it"))?;
        match of(memories, id)? {
            Memory::Texture(Texels { texture, .. }) => Ok((Key::Global(id.0), texture.clone())),
            _ => Err(Error::driver(format!("binding {name}"), "it is no texture")),
        }
    };
    for slot in &assembly.textures {
        bindings.textures.push(texture(&slot.name, given.textures)?);
    }
    for slot in &assembly.images {
        bindings.images.push(texture(&slot.name, given.images)?);
    }
    Ok(bindings)
}

/// The words of a uniform, column by column.
fn words(value: &Value) -> Vec<u32> {
    let floats = |floats: &[f32]| floats.iter().map(|float| float.to_bits()).collect::<Vec<u32>>();
    let ints = |ints: &[i32]| ints.iter().map(|&int| int as u32).collect::<Vec<u32>>();
    match value {
        Value::Float(value) => vec![value.to_bits()],
        Value::Vec2(value) => floats(value),
        Value::Vec3(value) => floats(value),
        Value::Vec4(value) => floats(value),
        Value::Int(value) => vec![*value as u32],
        Value::IVec2(value) => ints(value),
        Value::IVec3(value) => ints(value),
        Value::IVec4(value) => ints(value),
        Value::UInt(value) => vec![*value],
        Value::UVec2(value) => value.to_vec(),
        Value::UVec3(value) => value.to_vec(),
        Value::UVec4(value) => value.to_vec(),
        Value::Bool(value) => vec![u32::from(*value)],
        Value::Mat2(value) => floats(value.as_flattened()),
        Value::Mat3(value) => floats(value.as_flattened()),
        Value::Mat4(value) => floats(value.as_flattened()),
    }
}

/// A launch that did not come to its end is an error even where nobody watches.
fn complete(ending: Ending, lowered: &Lowered, assembly: &Assembly) -> Result<()> {
    let (what, pc) = match ending {
        Ending::Complete => return Ok(()),
        Ending::Stopped(pc) => ("a warp took 10 million steps and was stopped", pc),
        Ending::Late(pc) => ("its time was up", pc),
    };
    let line = assembly.lines.get(pc as usize).copied().unwrap_or(0);
    let place =
        lowered.expanded.place(line as usize).map_or(String::new(), |(file, line)| format!(" at {}:{line}", file.name));
    Err(Error::call(
        &lowered.expanded.name,
        format!("{what}{place}; does a loop never end? (see the chapter How the emulator works)"),
    ))
}

impl Backend for Emulator {
    fn description(&self) -> &Description {
        &self.description
    }

    fn create(&self, blueprint: &Blueprint) -> Result<MemoryId> {
        let memory = Memory::new(blueprint);
        let mut memories = self.memories.borrow_mut();
        let free = memories.iter().position(Option::is_none);
        let place = free.unwrap_or_else(|| {
            memories.push(None);
            memories.len() - 1
        });
        memories[place] = Some(memory);
        Ok(MemoryId(place))
    }

    fn destroy(&self, memory: MemoryId) {
        if let Some(place) = self.memories.borrow_mut().get_mut(memory.0) {
            *place = None;
        }
    }

    fn write(&self, memory: MemoryId, region: &Region, words: &[u32]) -> Result<()> {
        self.with_memory(memory, |memory| {
            memory.write(region, words);
            Ok(())
        })
    }

    fn read(&self, memory: MemoryId, regions: &[Region], words: &mut [u32]) -> Result<()> {
        self.with_memory(memory, |memory| {
            let mut rest = words;
            for region in regions {
                let count = memory.words(region).min(rest.len());
                let (now, later) = rest.split_at_mut(count);
                memory.read(region, now);
                rest = later;
            }
            Ok(())
        })
    }

    fn read_later(&self, memory: MemoryId, regions: &[Region]) -> Result<Box<dyn Pending>> {
        let count = self.with_memory(memory, |memory| Ok(regions.iter().map(|region| memory.words(region)).sum()))?;
        let mut words = vec![0; count];
        self.read(memory, regions, &mut words)?;
        Ok(Box::new(Ready(words)))
    }

    fn copy(&self, (from, at): (MemoryId, &Region), (to, there): (MemoryId, &Region)) -> Result<()> {
        let mut words = Vec::new();
        self.with_memory(from, |memory| {
            words.resize(memory.words(at), 0);
            memory.read(at, &mut words);
            Ok(())
        })?;
        self.write(to, there, &words)
    }

    fn compile(&self, code: &Code) -> Result<ProgramId> {
        let lowered = |expanded: &Expanded| {
            let spirv = code.module.spirv.iter().find(|(stage, _)| *stage == expanded.stage);
            let spirv = spirv.map(|(_, words)| words.clone()).unwrap_or_default();
            let (plain, watched) = (OnceCell::new(), OnceCell::new());
            Lowered { expanded: expanded.clone(), spirv, plain, watched }
        };
        let Some(main) = code.compute.or(code.fragment) else {
            return Err(Error::driver("compiling", "a kernel needs a fragment or a compute stage"));
        };
        let program =
            Program { vertex: code.vertex.map(lowered), main: lowered(main), conflicts: AtomicBool::new(false) };
        program.main.assembly(false)?;
        let mut programs = self.programs.borrow_mut();
        programs.push(Rc::new(program));
        Ok(ProgramId(programs.len() - 1))
    }

    fn draw(&self, draw: &Draw) -> Result<()> {
        let _ = draw;
        Err(Error::driver("drawing", "not yet"))
    }

    fn dispatch(&self, dispatch: &Dispatch) -> Result<()> {
        let program = self.program(dispatch.program)?;
        let memories = self.memories.borrow();
        let groups = match dispatch.groups {
            Groups::Direct(groups) => groups,
            Groups::Indirect(id, word) => match of(&memories, id)? {
                Memory::Buffer(storage) => [0, 1, 2].map(|axis| storage.load(word + axis)),
                _ => return Err(Error::driver("dispatching", "the group counts must lie in a buffer")),
            },
        };
        let Dispatch { uniforms, textures, images, buffers, .. } = dispatch;
        let given = Given { uniforms, textures, images, buffers };
        let listening = self.notebook.listening.get();
        let assembly = program.main.assembly(listening.is_some())?;
        let bindings = bind(assembly, &given, &memories)?;
        let policy = self.policy();
        let ending = match listening {
            None => dispatch::parallel(assembly, &bindings, groups, &policy, &program.conflicts)?,
            Some(listening) => {
                let mut watch = Watch::new(listening);
                let ending = dispatch::watched(assembly, &bindings, groups, &policy, &mut watch)?;
                self.notebook.add(watch.findings(assembly, &program.main.expanded));
                ending
            }
        };
        complete(ending, &program.main, assembly)
    }

    fn barrier(&self, _: Barriers) {
        // Every launch ends before the next one begins.
    }

    fn wait(&self) -> Result<()> {
        Ok(())
    }
}

/// Words that are there already.
struct Ready(Vec<u32>);

impl Pending for Ready {
    fn is_ready(&self) -> bool {
        true
    }

    fn finish(self: Box<Self>) -> Result<Vec<u32>> {
        Ok(self.0)
    }
}
