//! Boids: a flock in which each bird keeps away from those too close, flies along with those around, and stays with them.
//!
//! | era | rung | method | passes or dispatches a tick for n birds | birds looked at |
//! |---|---|---|---|---|
//! | fragment | `fragment` | all pairs, two outputs a pass | 1 | n² |
//! | fragment | `fragment_grid` | by a [hashed grid](crate::algorithms::hash_grid), sorted by a network | those of a [sort](mod@crate::algorithms::sort), and 4 | n times those in 27 cells |
//! | compute | `compute` | all pairs | 1 | n² |
//! | compute | `compute_shared` | all pairs, tiles in shared memory | 1 | n², fetched n² / 128 times |
//! | compute | `compute_grid` | by a hashed grid, counted by atomics | those of a [scan](mod@crate::algorithms::scan), and 3 | n times those in 27 cells |
//!
//! A bird sees as far as `radius`, and what it sees weighs the less the further off it is, down to nothing there; so all rungs compute the same
//! sums, in another order each. By the grid the flock comes out in the order of the grid's buckets. The fourth lane of a position is
//! the bird's number, by which [`Birds::read`] puts them back. A bird by the grid that has more than [`crate::algorithms::hash_grid::CROWD`] birds in the cells around
//! it sees none of them, and flies on by itself.
//!
//! Sources: Reynolds, Flocks, Herds, and Schools: A Distributed Behavioral Model, SIGGRAPH 1987; OpenGL SuperBible, 6th edition, chapter 10
//! (all pairs in shared tiles); Green, CUDA Particles, 2007 (the grid).

mod grid;
mod plain;
mod scene;

use super::{Algorithm, Check, Rung, Trial, Workload, row_bits};
use crate::{Device, Era, Error, KernelSource, Result, Shape, Stream, compute_kernel, kernel_pair, random};
use nalgebra::{Point3, Vector3, Vector4};

pub use grid::{compute_grid, fragment_grid};
pub use plain::{reference, reference_grid};
pub use scene::Flock;

const BOIDS: KernelSource = kernel_pair!("simulations/boids");
const SHARED: KernelSource = compute_kernel!("simulations/boids_shared");

/// The most birds that look at all others: a loop as long as the flock must end before some drivers end it unasked.
const ALL_PAIRS: usize = 65_000;

/// What makes birds a flock.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rules {
    /// How far a bird sees, in metres.
    pub radius: f32,
    /// How far it keeps away from others; not more than `radius`.
    pub closest: f32,
    /// How much it turns away from those that are closer: acceleration a metre of distance.
    pub separation: f32,
    /// How much it takes on the velocity of those around: acceleration by difference of velocity.
    pub alignment: f32,
    /// How much it turns to the middle of those around: acceleration a metre.
    pub cohesion: f32,
    /// Where the flock wants to be.
    pub goal: Point3<f32>,
    /// The most acceleration towards it, metres a second, each second.
    pub pull: f32,
    /// The speed a bird has when nobody is around, metres a second.
    pub cruise: f32,
    /// How soon it is back to that, one over seconds.
    pub eagerness: f32,
    /// The most speed of a bird.
    pub fastest: f32,
    /// Seconds of a tick.
    pub interval: f32,
}

impl Default for Rules {
    /// Starlings, thirty ticks a second.
    fn default() -> Rules {
        Rules {
            radius: 1.5,
            closest: 1.0,
            separation: 30.0,
            alignment: 3.0,
            cohesion: 0.5,
            goal: Point3::origin(),
            pull: 3.0,
            cruise: 6.0,
            eagerness: 0.5,
            fastest: 10.0,
            interval: 1.0 / 30.0,
        }
    }
}

impl Rules {
    fn check(&self) -> Result<()> {
        let Rules { radius, closest, cruise, fastest, .. } = *self;
        let numbers = [self.separation, self.alignment, self.cohesion, self.pull, self.eagerness, self.interval];
        let fault = if !(radius > 0.0 && radius.is_finite()) {
            format!("a bird that sees {radius} m far sees nobody; give a finite radius above 0")
        } else if !(closest > 0.0 && closest <= radius) {
            format!("a bird keeps {closest} m away but sees {radius} m far; give it a closest above 0, and up to that")
        } else if !(cruise > 0.0 && cruise.is_finite() && fastest > 0.0 && fastest.is_finite()) {
            format!("speeds of {cruise} and {fastest} m/s move no flock; give finite ones above 0")
        } else if let Some(number) = numbers.iter().find(|number| !number.is_finite()) {
            format!("a rule of the flock is {number}; give it a finite number")
        } else {
            return Ok(());
        };
        Err(Error::data(fault))
    }

    /// The uniforms of boids.glsl.
    fn tell<'a>(&self, call: crate::Call<'a>) -> crate::Call<'a> {
        call.uniform("sight", [self.radius, self.closest].map(|far| 1.0 / (far * far)))
            .uniform("weights", [self.separation, self.alignment, self.cohesion])
            .uniform("goal", self.goal.coords.push(self.pull))
            .uniform("pace", [self.eagerness, 1.0 / (self.cruise * self.cruise), self.fastest, self.interval])
    }
}

/// Birds on the host, in the order of their numbers.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct State {
    /// Where they are, in metres; in the fourth lane a bird's number: 0, 1, 2 ...
    pub position: Vec<Vector4<f32>>,
    /// Metres a second; the fourth lane is 0.
    pub velocity: Vec<Vector4<f32>>,
}

impl State {
    /// So many birds in a ball around the origin, as close as a flock is, flying in all directions and a little to the right.
    pub fn new(birds: usize, seed: u32) -> State {
        let reach = (birds as f32).cbrt() * 0.65;
        let in_ball = |bird, draw: u32| {
            let cube = Vector3::from_fn(|lane, _| random::uniform(seed, bird, draw + lane as u32) * 2.0 - 1.0);
            cube * (cube.amax() / cube.norm().max(1e-6)) // the cube's shells become the ball's
        };
        let place = |bird: u32| (in_ball(bird, 0) * reach).push(bird as f32);
        let speed = |bird: u32| (in_ball(bird, 4) * 4.0 + Vector3::new(2.0, 0.0, 0.0)).push(0.0);
        let birds = 0..birds as u32;
        State { position: birds.clone().map(place).collect(), velocity: birds.map(speed).collect() }
    }
}

// ANCHOR: struct
/// A flock on a device.
pub struct Birds {
    /// Where they are; the fourth lane is a bird's number, which stays with it.
    pub position: Stream<Vector4<f32>>,
    /// Metres a second.
    pub velocity: Stream<Vector4<f32>>,
}
// ANCHOR_END: struct

impl Birds {
    /// Birds of the host, in the device's era. They are numbered in their order.
    ///
    /// # Errors
    /// [`crate::Error::Data`] for a bird whose position or velocity is NaN or infinite, or where there are not as many velocities as
    /// positions; [`crate::Error::Limit`] where they do not fit the machine, or a float cannot number them.
    pub fn new(device: &Device, State { position, velocity }: &State) -> Result<Birds> {
        const MOST: usize = 1 << 24;
        if position.len() != velocity.len() {
            let [places, speeds] = [position.len(), velocity.len()];
            return Err(Error::data(format!("{speeds} velocities given for {places} birds; give each bird one")));
        }
        if position.len() > MOST {
            return Err(Error::limit("birds of a flock", position.len() as u128, MOST as u128, "make two flocks"));
        }
        let lost =
            |(place, speed): (&Vector4<f32>, &Vector4<f32>)| !(place + speed).xyz().iter().all(|x| x.is_finite());
        if let Some(bird) = position.iter().zip(velocity).position(lost) {
            return Err(Error::data(format!("bird {bird} is nowhere, or flies away at once; give it finite numbers")));
        }
        let numbered = (0..).zip(position).map(|(bird, place)| place.xyz().push(bird as f32));
        let position = device.stream(&numbered.collect::<Vec<_>>())?;
        Ok(Birds { position, velocity: device.stream(velocity)? })
    }

    fn empty(device: &Device, shape: Shape) -> Result<Birds> {
        Ok(Birds { position: device.empty(shape)?, velocity: device.empty(shape)? })
    }

    /// The birds on the host, in the order of their numbers.
    ///
    /// # Errors
    /// As [`Stream::read`].
    pub fn read(&self) -> Result<State> {
        let (position, velocity) = (self.position.read()?, self.velocity.read()?);
        let mut birds: Vec<_> = position.into_iter().zip(velocity).collect();
        birds.sort_by(|(one, _), (other, _)| one.w.total_cmp(&other.w));
        let (position, velocity) = birds.into_iter().unzip();
        Ok(State { position, velocity })
    }
}

/// The flock after so many ticks, in the device's era: by the grid.
///
/// ```
/// # use gristmill::{Device, Era, algorithms::boids::{Birds, Rules, State, boids}};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let birds = Birds::new(&device, &State::new(100, 1))?;
/// let later = boids(&device, &birds, &Rules::default(), 1)?.read()?;
/// assert!(later.velocity.iter().all(|velocity| velocity.norm() < 10.001)); // metres a second
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`crate::Error::Data`] for rules that are no numbers, or of birds that keep further away than they see; [`crate::Error::Call`] where the
/// streams are not laid out as the era does; [`crate::Error::Limit`] where the machine lacks room.
pub fn boids(device: &Device, start: &Birds, rules: &Rules, ticks: usize) -> Result<Birds> {
    match device.era() {
        Era::Fragment => fragment_grid(device, start, rules, ticks),
        Era::Compute => compute_grid(device, start, rules, ticks),
    }
}

/// All pairs, a fragment a bird.
///
/// # Errors
/// As [`boids`], and [`crate::Error::Limit`] for more than 65,000 birds.
pub fn fragment(device: &Device, start: &Birds, rules: &Rules, ticks: usize) -> Result<Birds> {
    all_pairs(&device.with_era(Era::Fragment)?, &BOIDS, start, rules, ticks)
}

/// All pairs, an invocation a bird.
///
/// # Errors
/// As [`fragment`].
pub fn compute(device: &Device, start: &Birds, rules: &Rules, ticks: usize) -> Result<Birds> {
    all_pairs(&device.with_era(Era::Compute)?, &BOIDS, start, rules, ticks)
}

/// All pairs, which a group fetches tile by tile into shared memory.
///
/// # Errors
/// As [`fragment`].
pub fn compute_shared(device: &Device, start: &Birds, rules: &Rules, ticks: usize) -> Result<Birds> {
    all_pairs(&device.with_era(Era::Compute)?, &SHARED, start, rules, ticks)
}

// ANCHOR: all_pairs
fn all_pairs(device: &Device, kernel: &KernelSource, start: &Birds, rules: &Rules, ticks: usize) -> Result<Birds> {
    rules.check()?;
    let birds = start.position.len();
    if birds > ALL_PAIRS {
        return Err(Error::limit("birds that look at all others", birds as u128, ALL_PAIRS as u128, "take the grid"));
    }
    let kernel = device.kernel(&of(kernel))?;
    let tick = |now: &Birds, next: &mut Birds| {
        let call = rules
            .tell(kernel.call())
            .input("position", &now.position)
            .input("velocity", &now.velocity);
        call.output("new_position", &mut next.position)
            .output("new_velocity", &mut next.velocity)
            .run()
    };
    turns(device, start, ticks, tick)
}

/// Ticks from one pair of streams to another.
fn turns(
    device: &Device,
    start: &Birds,
    ticks: usize,
    mut tick: impl FnMut(&Birds, &mut Birds) -> Result<()>,
) -> Result<Birds> {
    let shape = start.position.shape();
    let mut now = Birds::empty(device, shape)?;
    if ticks == 0 {
        now.position.copy_from(&start.position)?;
        now.velocity.copy_from(&start.velocity)?;
        return Ok(now);
    }
    tick(start, &mut now)?;
    if ticks > 1 {
        let mut next = Birds::empty(device, shape)?;
        for _ in 1..ticks {
            tick(&now, &mut next)?;
            std::mem::swap(&mut now, &mut next);
        }
    }
    Ok(now)
}
// ANCHOR_END: all_pairs

/// A kernel that includes the rules, and the grid.
fn of(kernel: &KernelSource) -> KernelSource {
    kernel
        .clone()
        .include("boids.glsl", include_str!("../../../kernel_includes/boids.glsl"))
}

/// Ticks of a trial.
const TICKS: usize = 2;

/// The most birds of a trial, whose reference looks at all pairs in 64 bits.
const MOST: usize = 1_499;

/// The most birds in sight of one for which [`bound`] speaks.
pub const IN_SIGHT: usize = 64;

/// How far apart the birds of two machines may be after so many ticks, in each lane, where none sees more than [`IN_SIGHT`], a quarter of
/// them too close, and none is further than 64 metres from the origin.
///
/// A sum of k terms is off by k roundings, and each term by a few, all of the largest turn there can be; a tick makes velocity of it.
/// A place is rounded once a tick. What parted in a tick turns birds otherwise in the next, which as much again covers: a tick is short.
pub fn bound(rules: &Rules, ticks: usize) -> f64 {
    let apart = 0.385 * (IN_SIGHT / 4) as f32 * rules.separation * rules.closest; // 0.385 is the most of a way that fades
    let turn = apart + rules.cohesion * rules.radius + 2.0 * rules.alignment * rules.fastest;
    let turn = turn + rules.pull + rules.eagerness * rules.fastest * (rules.fastest / rules.cruise).powi(2);
    let velocity = rules.interval * turn * (IN_SIGHT + 16) as f32 + 4.0 * rules.fastest;
    f64::from((velocity + 64.0) * f32::EPSILON) * 2.0 * ticks as f64
}

type Ticks = fn(&Device, &Birds, &Rules, usize) -> Result<Birds>;

fn trial(device: &Device, workload: &Workload, rung: Ticks) -> Result<Trial> {
    let rules = Rules::default();
    let state = State::new(workload.size.min(MOST), workload.seed);
    let wanted = reference(&state, &rules, TICKS);
    let (birds, device) = (Birds::new(device, &state)?, device.clone());
    Ok(Trial::new(
        move || rung(&device, &birds, &rules, TICKS),
        move |result| {
            let error = apart(&result.read()?, &wanted);
            Ok(Check::new(wanted.position.len(), error, bound(&rules, TICKS)))
        },
    ))
}

/// The largest difference of two flocks in any lane of a position or velocity; infinite where they are not the same birds.
pub fn apart(given: &State, wanted: &State) -> f64 {
    let lanes = |vectors: &[Vector4<f32>]| vectors.iter().flat_map(|v| [v.x, v.y, v.z]).collect::<Vec<_>>();
    let numbers = |state: &State| state.position.iter().map(|place| place.w).collect::<Vec<_>>();
    let position = Check::within(&lanes(&given.position), &lanes(&wanted.position), 0.0);
    let velocity = Check::within(&lanes(&given.velocity), &lanes(&wanted.velocity), 0.0);
    let number = Check::exact(&numbers(given), &numbers(wanted));
    position.error.max(velocity.error).max(number.error)
}

pub(in crate::algorithms) const ROW: Algorithm = Algorithm {
    name: "boids",
    part: "simulations",
    summary: "a flock of birds, two ticks",
    size: MOST,
    rungs: &[
        Rung {
            name: "fragment",
            era: Era::Fragment,
            method: "all pairs, two outputs a pass",
            source: "Reynolds 1987",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, fragment),
        },
        Rung {
            name: "fragment_grid",
            era: Era::Fragment,
            method: "a hashed grid, sorted by a network",
            source: "Purcell et al. 2003",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, fragment_grid),
        },
        Rung {
            name: "compute",
            era: Era::Compute,
            method: "all pairs",
            source: "Reynolds 1987",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute),
        },
        Rung {
            name: "compute_shared",
            era: Era::Compute,
            method: "all pairs, tiles in shared memory",
            source: "OpenGL SuperBible 6, chapter 10",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute_shared),
        },
        Rung {
            name: "compute_grid",
            era: Era::Compute,
            method: "a hashed grid, counted by atomics",
            source: "Green 2007",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute_grid),
        },
    ],
};
