//! Cost of a run on the emulator, in counts that do not depend on this computer.

use serde::{Serialize, Serializer};
use std::collections::{BTreeMap, BTreeSet};

/// The main resource of an instruction.
///
/// ```
/// use gristmill::counters::Class;
/// assert_eq!(Class::ALL.map(|class| class.name())[..2], ["float", "int"]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// Float arithmetic.
    Float,
    /// Integer arithmetic, addresses, comparisons and moves.
    Int,
    /// Roots, powers, trigonometric functions.
    Transcendental,
    /// Buffers, shared memory, images, indexed arrays.
    Memory,
    /// Textures.
    Texture,
    /// Branches and loops.
    Control,
    /// Barriers, including memory barriers.
    Barrier,
}

impl Class {
    /// All of them.
    pub const ALL: [Class; 7] = [
        Class::Float,
        Class::Int,
        Class::Transcendental,
        Class::Memory,
        Class::Texture,
        Class::Control,
        Class::Barrier,
    ];

    /// Returns its name in one word.
    pub fn name(self) -> &'static str {
        match self {
            Class::Float => "float",
            Class::Int => "int",
            Class::Transcendental => "transcendental",
            Class::Memory => "memory",
            Class::Texture => "texture",
            Class::Control => "control",
            Class::Barrier => "barrier",
        }
    }
}

/// The counts of one line, or of a whole run.
///
/// ```
/// use gristmill::counters::Counts;
/// let mut counts = Counts::default();
/// (counts.instructions, counts.lanes, counts.slots) = ([1, 2, 0, 1, 0, 0, 0], 96, 128);
/// (counts.requests, counts.sectors, counts.texels, counts.hits_linear) = (1, 4, 4, 3);
/// (counts.atomics, counts.contended, counts.shared_requests, counts.bank_conflicts) = (2, 6, 2, 3);
/// assert_eq!((counts.instructions(), counts.utilisation(), counts.sectors_per_request()), (4, 0.75, 4.0));
/// assert_eq!((counts.hit_rates(), counts.contention(), counts.conflicts_per_request()), ([0.75, 0.0], 3.0, 1.5));
/// counts.add(&counts.clone());
/// assert_eq!(counts.lanes, 192);
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Instructions that warps ran, in the order of [`Class::ALL`].
    #[serde(serialize_with = "by_class")]
    pub instructions: [u64; Class::ALL.len()],
    /// Lanes that were active in these instructions.
    pub lanes: u64,
    /// Lane slots of these instructions: the width of a warp for each.
    pub slots: u64,
    /// Conditional branches.
    pub branches: u64,
    /// Conditional branches after which a warp goes both ways.
    pub divergent: u64,
    /// Instructions of warps that accessed global memory.
    pub requests: u64,
    /// Sectors of 32 bytes that these touched.
    pub sectors: u64,
    /// The fewest sectors that one request touched.
    pub sectors_least: u64,
    /// The most sectors that one request touched.
    pub sectors_most: u64,
    /// Instructions of warps that accessed shared memory.
    pub shared_requests: u64,
    /// Additional passes of these, because lanes accessed different words of one of 32 banks.
    pub bank_conflicts: u64,
    /// Texels read from textures.
    pub texels: u64,
    /// Texels found in a cache of 16 KiB, if textures are stored row by row.
    pub hits_linear: u64,
    /// Texels found in it if they are stored in tiles of 4 x 4 texels.
    pub hits_tiled: u64,
    /// Atomic instructions of warps.
    pub atomics: u64,
    /// The sum over them of the most lanes that changed the same word.
    pub contended: u64,
    /// The largest of these numbers.
    pub contended_most: u64,
}

impl Counts {
    /// Returns the instructions of all classes.
    pub fn instructions(&self) -> u64 {
        self.instructions.iter().sum()
    }

    /// Returns the share of active lanes, from 0 to 1.
    pub fn utilisation(&self) -> f64 {
        ratio(self.lanes, self.slots)
    }

    /// Returns the average number of sectors that a request touched; 4 for 32 lanes with neighbouring words.
    pub fn sectors_per_request(&self) -> f64 {
        ratio(self.sectors, self.requests)
    }

    /// Returns the average number of additional passes of an access to shared memory.
    pub fn conflicts_per_request(&self) -> f64 {
        ratio(self.bank_conflicts, self.shared_requests)
    }

    /// Returns the cache's hit rates for texels, from 0 to 1: row by row, and in tiles.
    pub fn hit_rates(&self) -> [f64; 2] {
        [ratio(self.hits_linear, self.texels), ratio(self.hits_tiled, self.texels)]
    }

    /// Returns the average over atomic instructions of the most lanes that changed the same word.
    pub fn contention(&self) -> f64 {
        ratio(self.contended, self.atomics)
    }

    /// Adds the counts of another run.
    pub fn add(&mut self, other: &Counts) {
        for (sum, count) in self.instructions.iter_mut().zip(other.instructions) {
            *sum += count;
        }
        self.lanes += other.lanes;
        self.slots += other.slots;
        self.branches += other.branches;
        self.divergent += other.divergent;
        if other.requests > 0 {
            let first = self.requests == 0;
            self.sectors_least = if first { other.sectors_least } else { self.sectors_least.min(other.sectors_least) };
            self.sectors_most = self.sectors_most.max(other.sectors_most);
        }
        self.requests += other.requests;
        self.sectors += other.sectors;
        self.shared_requests += other.shared_requests;
        self.bank_conflicts += other.bank_conflicts;
        self.texels += other.texels;
        self.hits_linear += other.hits_linear;
        self.hits_tiled += other.hits_tiled;
        self.atomics += other.atomics;
        self.contended += other.contended;
        self.contended_most = self.contended_most.max(other.contended_most);
    }
}

/// Serializes an object with a number for the name of each class.
fn by_class<S: Serializer>(instructions: &[u64; Class::ALL.len()], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(Class::ALL.iter().map(|class| class.name()).zip(instructions))
}

/// Returns the ratio of two counts; 0 if there are none.
fn ratio(some: u64, all: u64) -> f64 {
    if all == 0 { 0.0 } else { some as f64 / all as f64 }
}

/// The counts of one line.
///
/// ```
/// # #[cfg(feature = "emulator")] {
/// use gristmill::check::{KernelCheck, LaunchOptions};
/// use gristmill::counters::LineCounts;
/// let text = "#version 430 core
/// layout(local_size_x = 4) in;
/// layout(std430) buffer Result { uint result[]; };
/// void main() { result[gl_LocalInvocationID.x] = 1u; }";
/// let report = KernelCheck::source("ones.comp", text).run(&LaunchOptions::new().counted())?;
/// let lines: Vec<LineCounts> = report.counters.map(|counters| counters.lines).unwrap_or_default();
/// assert!(lines.iter().any(|line| line.line == 4 && line.counts.instructions() > 0));
/// # }
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LineCounts {
    /// The file.
    pub file: String,
    /// The line, from 1; 0 for counts that belong to no line.
    pub line: usize,
    /// Its text.
    pub text: String,
    /// The counts of the line.
    pub counts: Counts,
}

/// The counters of one run or several.
///
/// ```
/// use gristmill::counters::Counters;
/// let mut sum = Counters::default();
/// let mut run = Counters::default();
/// run.dependent_reads = 2;
/// sum.add(&run);
/// assert_eq!(sum.dependent_reads, 2); // the longest chain of all
/// assert!(sum.json().starts_with('{'));
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Counters {
    /// The sum of all counts.
    pub total: Counts,
    /// Bytes of buffers and textures that were read; each word counts once per launch.
    pub bytes_read: u64,
    /// Bytes that were written; each word counts once per launch. A word that an atomic function changes, or a texel
    /// that is blended, is read and written.
    pub bytes_written: u64,
    /// The longest chain of reads in which each needs the value of the one before. 1 if no read depends on another
    /// one.
    pub dependent_reads: u32,
    /// Largest number of loop iterations of one invocation, for each kernel file. The iterations of
    /// all its loops are added up.
    ///
    /// An iteration is one run through a loop's body, including the one that finds the loop's end: a loop over `n`
    /// elements takes `n + 1`. A warp runs an iteration as long as one of its lanes does, so this is at least the
    /// count of any lane. It equals the count of a driver that runs a vector of lanes for as long as its longest.
    /// Mesa's llvmpipe ends all loops of an invocation silently after 65,535.
    pub turns: BTreeMap<String, u64>,
    /// Line by line: the kernel file's lines, then those of each file that it includes.
    pub lines: Vec<LineCounts>,
    /// Files and lines of the loops in which a warp came to one barrier twice: a race of two turns is seen in these
    /// alone.
    #[serde(skip)]
    pub second_turns: BTreeSet<(String, usize)>,
}

impl Counters {
    /// Returns the largest number of loop iterations of one invocation of any kernel: see
    /// [`Counters::turns`].
    ///
    /// ```
    /// # fn main() -> gristmill::Result<()> {
    /// # #[cfg(feature = "emulator")] {
    /// use gristmill::finding::Listening;
    /// use gristmill::{Device, Era, KernelSource};
    /// let device = Device::emulator(Era::Compute)?;
    /// device.listen(Some(Listening::COUNTERS))?;
    /// let text = "#version 430 core
    /// layout(local_size_x = 32) in;
    /// layout(std430) writeonly buffer Result { uint result[]; };
    /// void main() {
    ///     uint sum = 0u;
    ///     for (uint i = 0u; i < gl_LocalInvocationID.x; i++) { sum += i; }
    ///     result[gl_GlobalInvocationID.x] = sum;
    /// }";
    /// let mut result = device.empty::<u32>(64)?;
    /// let kernel = device.kernel(&KernelSource::new("sums").compute(text))?;
    /// kernel.call().output("result", &mut result).groups([2, 1, 1]).run()?;
    /// assert_eq!(device.counters()?.most_turns(), 32); // of lane 31: 31 sums, and the turn that ends it
    /// # }
    /// # Ok(())
    /// # }
    /// ```
    pub fn most_turns(&self) -> u64 {
        self.turns.values().copied().max().unwrap_or(0)
    }

    /// Returns the bytes touched: those read and those written.
    ///
    /// ```
    /// # fn main() -> gristmill::Result<()> {
    /// # #[cfg(feature = "emulator")] {
    /// use gristmill::finding::Listening;
    /// use gristmill::{Device, Era, KernelSource, TexelRect};
    /// let device = Device::emulator(Era::Fragment)?;
    /// let text = "#version 330 core
    /// uniform sampler2D source;
    /// out float result;
    /// void main() { result = texelFetch(source, ivec2(gl_FragCoord.xy), 0).r; }";
    /// let source = device.stream_of([8, 8], &[1.0; 64])?;
    /// let mut result = device.stream_of([8, 8], &[0.0; 64])?;
    /// let kernel = device.kernel(&KernelSource::new("copy").fragment(text))?;
    /// device.listen(Some(Listening::COUNTERS))?;
    /// let corner = [TexelRect { x: 0, y: 0, width: 4, height: 2 }];
    /// kernel.call().regions(&corner).gather("source", &source).output("result", &mut result).run()?;
    /// assert_eq!(device.counters()?.bytes(), 2 * 8 * 4); // eight texels of 64, read and written
    /// # }
    /// # Ok(())
    /// # }
    /// ```
    pub fn bytes(&self) -> u64 {
        self.bytes_read + self.bytes_written
    }

    /// Adds the bytes that a launch read and wrote.
    pub fn add_bytes(&mut self, read: u64, written: u64) {
        self.bytes_read += read;
        self.bytes_written += written;
    }

    /// Adds the counters of another run.
    pub fn add(&mut self, other: &Counters) {
        self.total.add(&other.total);
        self.add_bytes(other.bytes_read, other.bytes_written);
        self.dependent_reads = self.dependent_reads.max(other.dependent_reads);
        self.second_turns.extend(other.second_turns.iter().cloned());
        for (kernel, turns) in &other.turns {
            let most = self.turns.entry(kernel.clone()).or_default();
            *most = (*most).max(*turns);
        }
        for line in &other.lines {
            match self
                .lines
                .iter_mut()
                .find(|known| (&known.file, known.line) == (&line.file, line.line))
            {
                Some(known) => known.counts.add(&line.counts),
                None => self.lines.push(line.clone()),
            }
        }
    }

    /// Returns the counters as one line of JSON.
    pub fn json(&self) -> String {
        // Only a map whose keys are not strings could fail.
        serde_json::to_string(self).unwrap_or_default()
    }
}
