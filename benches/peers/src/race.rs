//! Ways to solve one problem, run in turn in one process: A B C A B C.

use std::error::Error;
use std::time::{Duration, Instant};

pub type Outcome<T = ()> = Result<T, Box<dyn Error>>;

/// Rounds of a race, and the rounds in which ways run that are slower than `SLOW`.
pub const ROUNDS: usize = 15;
const SLOW_ROUNDS: [usize; 3] = [0, 7, 14];
const SLOW: Duration = Duration::from_millis(150);

/// The work that is timed: runs on data that lies where it is needed, until the result is there.
pub trait Way {
    fn run(&mut self) -> Outcome;
    /// Returns the result of the last run.
    fn result(&mut self) -> Outcome<Vec<f64>>;
}

struct Functions<S, R, G> {
    state: S,
    run: R,
    result: G,
}

impl<S, R: FnMut(&mut S) -> Outcome, G: FnMut(&mut S) -> Outcome<Vec<f64>>> Way for Functions<S, R, G> {
    fn run(&mut self) -> Outcome {
        (self.run)(&mut self.state)
    }

    fn result(&mut self) -> Outcome<Vec<f64>> {
        (self.result)(&mut self.state)
    }
}

/// A way that keeps something between its runs.
pub fn way<S: 'static>(
    state: S,
    run: impl FnMut(&mut S) -> Outcome + 'static,
    result: impl FnMut(&mut S) -> Outcome<Vec<f64>> + 'static,
) -> Box<dyn Way> {
    Box::new(Functions { state, run, result })
}

/// The owner of a way: the goals are ratios of ours to others'.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    Fragment,
    Compute,
    Peer,
}

pub struct Contender {
    pub name: String,
    pub side: Side,
    /// Compiles its kernels and brings its data to where they are.
    pub prepare: Box<dyn FnOnce() -> Outcome<Box<dyn Way>>>,
}

/// Ours is to be so many times as fast as a peer.
pub struct Goal {
    /// The faster of both, where it is nobody.
    pub ours: Option<Side>,
    /// The start of its name. The fastest is meant where several names have it.
    pub peer: &'static str,
    pub least: f64,
}

pub struct Problem {
    pub name: &'static str,
    pub title: String,
    /// The functions of Gristmill's that solve it.
    pub ours: &'static str,
    pub truth: Vec<f64>,
    /// The most by which a number of a result may differ from the truth.
    pub allowed: f64,
    pub contenders: Vec<Contender>,
    pub goals: Vec<Goal>,
    /// The task that the page needs to take part.
    pub page: Option<PageTask>,
}

/// A problem as the page of [`crate::page`] knows it: its inputs, as floats.
pub struct PageTask {
    pub problem: &'static str,
    pub inputs: Vec<(&'static str, Vec<f32>)>,
}

/// The outcome of a way.
pub struct Finish {
    pub name: String,
    pub side: Side,
    pub times: Result<Times, String>,
}

#[derive(Debug, Clone)]
pub struct Times {
    /// The time from the text of the kernels to the first result, less the fastest run: compiling
    /// and bringing data.
    pub prepared: Duration,
    /// Sorted.
    pub runs: Vec<Duration>,
}

impl Times {
    pub fn new(first: Duration, mut runs: Vec<Duration>) -> Times {
        runs.sort();
        let least = runs.first().copied().unwrap_or_default();
        Times { prepared: first.saturating_sub(least), runs }
    }

    pub fn minimum(&self) -> Duration {
        self.runs[0]
    }

    /// The lower quartile, the median, the upper quartile.
    pub fn quartiles(&self) -> [Duration; 3] {
        [1, 2, 3].map(|quarter| self.runs[(self.runs.len() - 1) * quarter / 4])
    }
}

/// A way on its way through the rounds.
struct Runner {
    name: String,
    side: Side,
    state: Result<(Box<dyn Way>, Duration, bool), String>,
    runs: Vec<Duration>,
}

fn timed(way: &mut dyn Way) -> Outcome<Duration> {
    let start = Instant::now();
    way.run().map(|()| start.elapsed())
}

impl Runner {
    /// Prepares a way, runs it once with a judged result, and runs it once more to be warm.
    fn new(contender: Contender, truth: &[f64], allowed: f64) -> Runner {
        let Contender { name, side, prepare } = contender;
        let start = Instant::now();
        let ready = || -> Outcome<(Box<dyn Way>, Duration, bool)> {
            let mut way = prepare()?;
            way.run()?;
            let first = start.elapsed();
            judge(&way.result()?, truth, allowed)?;
            let slow = timed(way.as_mut())? > SLOW;
            Ok((way, first, slow))
        };
        Runner { name, side, state: ready().map_err(|error| error.to_string()), runs: Vec::new() }
    }

    fn round(&mut self, round: usize) {
        let Ok((way, _, slow)) = &mut self.state else { return };
        if *slow && !SLOW_ROUNDS.contains(&round) {
            return;
        }
        match timed(way.as_mut()) {
            Ok(time) => self.runs.push(time),
            Err(error) => self.state = Err(error.to_string()),
        }
    }

    fn finish(self, truth: &[f64], allowed: f64) -> Finish {
        let times = self.state.and_then(|(mut way, first, _)| {
            let judged = way.result().and_then(|result| judge(&result, truth, allowed));
            judged.map(|()| Times::new(first, self.runs)).map_err(|error| error.to_string())
        });
        Finish { name: self.name, side: self.side, times }
    }
}

/// A result against the truth of plain Rust.
pub fn judge(result: &[f64], truth: &[f64], allowed: f64) -> Outcome {
    if result.len() != truth.len() {
        return Err(format!("wrong: {} numbers instead of {}", result.len(), truth.len()).into());
    }
    let is_near = |(given, wanted): (&f64, &f64)| given == wanted || (given - wanted).abs() <= allowed;
    match result.iter().zip(truth).position(|pair| !is_near(pair)) {
        None => Ok(()),
        Some(at) => Err(format!("wrong: number {at} is {} instead of {}", result[at], truth[at]).into()),
    }
}

/// All rounds of a problem. `page` runs between the two halves, and brings what it measured.
pub fn race(problem: &mut Problem, page: impl FnOnce(&PageTask, &[f64], f64) -> Vec<Finish>) -> Vec<Finish> {
    let (truth, allowed) = (&problem.truth, problem.allowed);
    let contenders = std::mem::take(&mut problem.contenders);
    let mut runners: Vec<Runner> = contenders
        .into_iter()
        .map(|contender| Runner::new(contender, truth, allowed))
        .collect();
    let mut rounds = |range: std::ops::Range<usize>| {
        for round in range {
            for runner in &mut runners {
                runner.round(round);
            }
        }
    };
    rounds(0..ROUNDS / 2);
    let on_page = problem.page.as_ref().map(|task| page(task, truth, allowed)).unwrap_or_default();
    rounds(ROUNDS / 2..ROUNDS);
    let mut finishes: Vec<Finish> = runners.into_iter().map(|runner| runner.finish(truth, allowed)).collect();
    finishes.extend(on_page);
    finishes
}
