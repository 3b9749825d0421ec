//! Recording of a run while it happens.

use gristmill_base::element::Format;
use gristmill_machine::{Blend, Blueprint, Contents, DepthStencilState, MemoryId, Region, Sampling, Topology, Value};
use gristmill_shader::{Expanded, Module};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The most launches that are kept.
const LAUNCHES: usize = 4096;

/// The most launches whose outputs are kept.
const SHOWN: usize = 64;

/// The most words of one output, and of all.
const EACH: usize = 1 << 16;
const ALL: usize = 1 << 21;

/// The most words that the host wrote and read.
const MOVED: usize = 1 << 22;

/// The state of a capture.
#[derive(Default)]
pub(crate) struct Kept {
    pub on: Cell<bool>,
    /// The live memories, each with its number in the run.
    pub alive: RefCell<BTreeMap<usize, (usize, Blueprint)>>,
    pub run: RefCell<Run>,
}

/// A captured run.
#[derive(Default, Debug)]
pub(crate) struct Run {
    /// Every memory that was created: several may have had one id.
    pub memories: Vec<Blueprint>,
    pub programs: Vec<Rc<KeptProgram>>,
    pub launches: Vec<Launch>,
    pub events: Vec<Event>,
    pub left_out: LeftOut,
    /// Words of outputs, and words of the host, kept until now.
    output_words: usize,
    host_words: usize,
}

/// Counts of what was left out.
#[derive(Default, Debug)]
pub(crate) struct LeftOut {
    pub launches: usize,
    /// Outputs of launches.
    pub outputs: usize,
    /// Words that the host wrote and read.
    pub words: usize,
}

/// A kernel's stages.
pub(crate) struct KeptProgram {
    pub stages: Vec<Expanded>,
    pub module: Module,
}

impl std::fmt::Debug for KeptProgram {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.stages.iter().map(|stage| &stage.name)).finish()
    }
}

/// An event of the run: a launch, or an action of the host.
#[derive(Debug)]
pub(crate) enum Event {
    Reset(usize, Contents),
    Write(usize, Region, Vec<u32>),
    Copy((usize, Region), (usize, Region)),
    /// A read by the host.
    Read(usize, Vec<Region>, Vec<u32>),
    Launch(usize),
}

/// A pass or a dispatch; memories are given by their numbers.
#[derive(Debug)]
pub(crate) struct Launch {
    pub program: usize,
    pub uniforms: Vec<(String, Value)>,
    pub textures: Vec<(String, usize, Sampling)>,
    pub images: Vec<(String, usize)>,
    pub buffers: Vec<(String, usize)>,
    pub what: What,
    pub outputs: Vec<Held>,
}

/// The kind of launch, with its own data.
#[derive(Debug)]
pub(crate) enum What {
    Pass(Box<Pass>),
    /// Its groups; `None` if a buffer holds them.
    Dispatch(Option<[u32; 3]>),
}

#[derive(Debug)]
pub(crate) struct Pass {
    pub depth_stencil: Option<(usize, DepthStencilState)>,
    pub covers: Covers,
    pub blend: Option<Blend>,
    pub query: Option<usize>,
    pub condition: Option<usize>,
    /// True if it calculates as a card did, not as today's devices.
    pub of_a_card: bool,
}

#[derive(Debug)]
pub(crate) enum Covers {
    Regions(Vec<Region>),
    Vertices { mode: Topology, count: usize, attributes: Vec<(String, usize, Format)>, size: [usize; 2] },
}

/// An output's content after a launch.
#[derive(Debug)]
pub(crate) struct Held {
    pub name: String,
    pub memory: usize,
    /// The slice of a volume, the face of a cube.
    pub slice: usize,
    /// `None` if they are left out.
    pub words: Option<Vec<u32>>,
}

impl Kept {
    /// Returns the number of a memory.
    pub(crate) fn number(&self, id: MemoryId) -> usize {
        self.alive.borrow().get(&id.0).map_or(usize::MAX, |(number, _)| *number)
    }

    /// Notes a new memory.
    pub(crate) fn made(&self, id: MemoryId, blueprint: Blueprint) {
        let mut run = self.run.borrow_mut();
        let number = run.memories.len();
        self.alive.borrow_mut().insert(id.0, (number, blueprint));
        if self.on.get() {
            run.memories.push(blueprint);
        }
    }

    /// Renumbers the live memories from 0 on, for a new run, and returns them.
    pub(crate) fn begin(&self) -> Vec<(MemoryId, Blueprint)> {
        let mut alive = self.alive.borrow_mut();
        for (number, (_, memory)) in alive.iter_mut().enumerate() {
            memory.0 = number;
        }
        let memories: Vec<Blueprint> = alive.values().map(|(_, blueprint)| *blueprint).collect();
        self.run.replace(Run { memories, ..Run::default() });
        alive.iter().map(|(id, (_, blueprint))| (MemoryId(*id), *blueprint)).collect()
    }
}

impl Run {
    /// Records an action of the host.
    pub(crate) fn event(&mut self, event: Event) {
        if let Event::Write(_, _, words) | Event::Read(_, _, words) = &event {
            if self.host_words + words.len() > MOVED {
                self.left_out.words += words.len();
                return;
            }
            self.host_words += words.len();
        }
        self.events.push(event);
    }

    /// Returns the number of a program; a new program is added.
    pub(crate) fn program(&mut self, program: &Rc<KeptProgram>) -> usize {
        let known = self.programs.iter().position(|known| Rc::ptr_eq(known, program));
        known.unwrap_or_else(|| {
            self.programs.push(program.clone());
            self.programs.len() - 1
        })
    }

    /// Returns true if `words` more words of an output are to be kept, and counts them.
    pub(crate) fn takes(&mut self, words: usize) -> bool {
        let takes = self.launches.len() < SHOWN && words <= EACH && self.output_words + words <= ALL;
        match takes {
            true => self.output_words += words,
            false => self.left_out.outputs += 1,
        }
        takes
    }

    /// Records a launch.
    pub(crate) fn launched(&mut self, launch: Launch) {
        if self.launches.len() == LAUNCHES {
            self.left_out.launches += 1;
            return;
        }
        self.events.push(Event::Launch(self.launches.len()));
        self.launches.push(launch);
    }
}
