//! Recording of a run while it happens.

use gristmill_base::element::Format;
use gristmill_machine::{
    Blend, Blueprint, DepthStencilState, InitialContents, MemoryId, Region, Sampling, Topology, Value,
};
use gristmill_shader::{CompiledModule, ExpandedKernel};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The most launches that are kept.
const MAX_LAUNCHES: usize = 4096;

/// The most launches whose outputs are kept.
const MAX_SHOWN_LAUNCHES: usize = 64;

/// The most words of one output, and of all.
const MAX_OUTPUT_WORDS: usize = 1 << 16;
const MAX_TOTAL_OUTPUT_WORDS: usize = 1 << 21;

/// The most words that the host wrote and read.
const MAX_HOST_WORDS: usize = 1 << 22;

/// The state of a capture.
#[derive(Default)]
pub(crate) struct CaptureState {
    pub on: Cell<bool>,
    /// The live memories, each with its number in the run.
    pub alive: RefCell<BTreeMap<usize, (usize, Blueprint)>>,
    pub run: RefCell<CapturedRun>,
}

/// A captured run.
#[derive(Default, Debug)]
pub(crate) struct CapturedRun {
    /// Every memory that was created: several may have had one id.
    pub memories: Vec<Blueprint>,
    pub programs: Vec<Rc<CapturedProgram>>,
    pub launches: Vec<CapturedLaunch>,
    pub events: Vec<CapturedEvent>,
    pub left_out: OmittedCounts,
    /// Words of outputs, and words of the host, kept until now.
    output_words: usize,
    host_words: usize,
}

/// Counts of what was left out.
#[derive(Default, Debug)]
pub(crate) struct OmittedCounts {
    pub launches: usize,
    /// Outputs of launches.
    pub outputs: usize,
    /// Words that the host wrote and read.
    pub words: usize,
}

/// A kernel's stages.
pub(crate) struct CapturedProgram {
    pub stages: Vec<ExpandedKernel>,
    /// The vertex stage of a fragment kernel that has none.
    pub cover: Option<ExpandedKernel>,
    pub module: CompiledModule,
}

impl std::fmt::Debug for CapturedProgram {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.stages.iter().map(|stage| &stage.name)).finish()
    }
}

/// An event of the run: a launch, or an action of the host.
#[derive(Debug)]
pub(crate) enum CapturedEvent {
    Reset(usize, InitialContents),
    Write(usize, Region, Vec<u32>),
    Copy((usize, Region), (usize, Region)),
    /// A read by the host.
    Read(usize, Vec<Region>, Vec<u32>),
    Launch(usize),
}

/// A pass or a dispatch; memories are given by their numbers.
#[derive(Debug)]
pub(crate) struct CapturedLaunch {
    pub program: usize,
    pub uniforms: Vec<(String, Value)>,
    pub textures: Vec<(String, usize, Sampling)>,
    pub images: Vec<(String, usize)>,
    pub buffers: Vec<(String, usize)>,
    pub what: CapturedWork,
    pub outputs: Vec<CapturedOutput>,
}

/// The kind of launch, with its own data.
#[derive(Debug, PartialEq)]
pub(crate) enum CapturedWork {
    Pass(Box<CapturedPass>),
    Dispatch([u32; 3]),
    /// The buffer that holds the groups, and their first word.
    IndirectDispatch(usize, usize),
}

#[derive(Debug, PartialEq)]
pub(crate) struct CapturedPass {
    pub depth_stencil: Option<(usize, DepthStencilState)>,
    pub covers: CapturedGeometry,
    pub blend: Option<Blend>,
    pub query: Option<usize>,
    pub condition: Option<usize>,
    /// True if it calculates as a card did, not as today's devices.
    pub of_a_card: bool,
}

#[derive(Debug, PartialEq)]
pub(crate) enum CapturedGeometry {
    Regions(Vec<Region>),
    Vertices { mode: Topology, count: usize, attributes: Vec<(String, usize, Format)>, size: [usize; 2] },
}

impl CapturedWork {
    /// Returns true if it names a memory.
    pub(super) fn has_memory(&self, memory: usize) -> bool {
        match self {
            CapturedWork::Dispatch(_) => false,
            CapturedWork::IndirectDispatch(number, _) => *number == memory,
            CapturedWork::Pass(pass) => {
                let streams = match &pass.covers {
                    CapturedGeometry::Regions(_) => &[][..],
                    CapturedGeometry::Vertices { attributes, .. } => attributes,
                };
                let masks = pass.depth_stencil.iter().map(|(number, _)| *number);
                let mut all = streams.iter().map(|(_, number, _)| *number).chain(masks);
                all.any(|number| number == memory) || pass.query == Some(memory) || pass.condition == Some(memory)
            }
        }
    }
}

/// An output's content after a launch.
#[derive(Debug, PartialEq)]
pub(crate) struct CapturedOutput {
    pub name: String,
    pub memory: usize,
    /// The slice of a volume, the face of a cube.
    pub slice: usize,
    /// `None` if they are left out.
    pub words: Option<Vec<u32>>,
}

impl CaptureState {
    /// Returns the number of a memory.
    pub(crate) fn memory_number(&self, id: MemoryId) -> usize {
        self.alive.borrow().get(&id.0).map_or(usize::MAX, |(number, _)| *number)
    }

    /// Notes a new memory.
    pub(crate) fn note_memory(&self, id: MemoryId, blueprint: Blueprint) {
        let mut run = self.run.borrow_mut();
        let number = run.memories.len();
        self.alive.borrow_mut().insert(id.0, (number, blueprint));
        if self.on.get() {
            run.memories.push(blueprint);
        }
    }

    /// Renumbers the live memories from 0 on, for a new run, and returns them.
    pub(crate) fn renumber_memories(&self) -> Vec<(MemoryId, Blueprint)> {
        let mut alive = self.alive.borrow_mut();
        for (number, (_, memory)) in alive.iter_mut().enumerate() {
            memory.0 = number;
        }
        let memories: Vec<Blueprint> = alive.values().map(|(_, blueprint)| *blueprint).collect();
        self.run.replace(CapturedRun { memories, ..CapturedRun::default() });
        alive.iter().map(|(id, (_, blueprint))| (MemoryId(*id), *blueprint)).collect()
    }
}

impl CapturedRun {
    /// Records an action of the host.
    pub(crate) fn push_event(&mut self, event: CapturedEvent) {
        if let CapturedEvent::Write(_, _, words) | CapturedEvent::Read(_, _, words) = &event {
            if self.host_words + words.len() > MAX_HOST_WORDS {
                self.left_out.words += words.len();
                return;
            }
            self.host_words += words.len();
        }
        self.events.push(event);
    }

    /// Returns the number of a program; a new program is added.
    pub(crate) fn intern_program(&mut self, program: &Rc<CapturedProgram>) -> usize {
        let known = self.programs.iter().position(|known| Rc::ptr_eq(known, program));
        known.unwrap_or_else(|| {
            self.programs.push(program.clone());
            self.programs.len() - 1
        })
    }

    /// Returns true if `words` more words of an output are to be kept, and counts them.
    pub(crate) fn reserve_output(&mut self, words: usize) -> bool {
        let takes = self.launches.len() < MAX_SHOWN_LAUNCHES
            && words <= MAX_OUTPUT_WORDS
            && self.output_words + words <= MAX_TOTAL_OUTPUT_WORDS;
        match takes {
            true => self.output_words += words,
            false => self.left_out.outputs += 1,
        }
        takes
    }

    /// Records a launch.
    pub(crate) fn push_launch(&mut self, launch: CapturedLaunch) {
        if self.launches.len() == MAX_LAUNCHES {
            self.left_out.launches += 1;
            return;
        }
        self.events.push(CapturedEvent::Launch(self.launches.len()));
        self.launches.push(launch);
    }
}
