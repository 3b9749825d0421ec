//! What a kernel is run on.

use super::Texels;
use super::run::{self, Fill, Numbers, Picture, Setting};
use crate::data::error::{Error, Result};
use std::time::{Duration, Instant};

/// What one run of a kernel gets. What is not said here, the kernel's own `// run:` comments say; what they do not say either is made up: one
/// work group, 64 x 64 fragments, buffers of 1024 zeros, textures of zeros, uniforms that are 0.
#[derive(Debug, Clone, Default)]
pub struct Launch {
    settings: Vec<Setting>,
    /// When the time began to run; at the launch, if it is not said.
    pub(super) started: Option<Instant>,
    pub(super) unwatched: bool,
    pub(super) counters: bool,
    pub(super) timeline: bool,
    /// Vertices of a pass, if a vertex kernel places them.
    pub(super) vertices: u32,
}

impl Launch {
    /// Nothing said yet.
    pub fn new() -> Launch {
        Launch::default()
    }

    /// As a comment `// run: word value` would say it; `memory`, `deadline` and files anywhere are allowed here.
    ///
    /// # Errors
    /// [`Error::Data`] says what is wrong with it, and how it is written.
    ///
    /// ```
    /// use gristmill::check::Launch;
    /// let launch = Launch::new().option("groups", "4,4")?.option("buffer", "Source=random:1024")?;
    /// let error = launch.option("groups", "many").unwrap_err();
    /// assert_eq!(error.to_string(), "--groups many: it is no number from 1 to 65535; write it as groups 4,4");
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn option(self, word: &str, value: &str) -> Result<Launch> {
        let setting = run::setting(word, value.trim()).map_err(|why| Error::data(format!("--{why}")))?;
        Ok(self.set(setting))
    }

    /// Work groups along x, y and z.
    pub fn groups(self, groups: [u32; 3]) -> Launch {
        self.set(Setting::Groups(groups))
    }

    /// Width and height of what a fragment kernel draws on.
    pub fn size(self, size: [u32; 2]) -> Launch {
        self.set(Setting::Size(size))
    }

    /// The words of a block: of all its scalars in order, without the gaps of its layout.
    pub fn buffer(self, name: &str, words: Vec<u32>) -> Launch {
        self.set(Setting::Buffer(name.to_string(), Fill::Given(Numbers::Words(words))))
    }

    /// The words of a uniform: a scalar, a vector, a matrix column by column, an array item by item; a `bool` is 0 or not. The name may also
    /// be that of a member of a block.
    pub fn uniform(self, name: &str, words: Vec<u32>) -> Launch {
        self.set(Setting::Uniform(name.to_string(), Numbers::Words(words)))
    }

    /// The texels of a sampler or an image.
    pub fn texture(self, name: &str, texels: Texels) -> Launch {
        self.set(Setting::Image(name.to_string(), Picture::Given(texels)))
    }

    /// Vertices that a vertex kernel places, as triangles; without one a rectangle covers everything.
    pub fn vertices(self, vertices: u32) -> Launch {
        Launch { vertices, ..self }
    }

    /// Lanes of a warp, 1 to 64.
    pub fn warp(self, lanes: u32) -> Launch {
        self.set(Setting::Warp(lanes))
    }

    /// Under how many orders of warps and groups it runs, 1 to 4096.
    pub fn schedules(self, schedules: u32) -> Launch {
        self.set(Setting::Schedules(schedules.clamp(1, run::SCHEDULES)))
    }

    /// Instructions after which a warp is stopped.
    pub fn steps(self, steps: u64) -> Launch {
        self.set(Setting::Steps(steps))
    }

    /// How long all of it may take, a day at most.
    pub fn deadline(self, deadline: Duration) -> Launch {
        self.set(Setting::Deadline(deadline.as_secs_f64()))
    }

    /// The deadline counts from then on.
    pub fn started(self, started: Instant) -> Launch {
        Launch { started: Some(started), ..self }
    }

    /// Nobody watches: faster, and nothing is found.
    pub fn unwatched(self) -> Launch {
        Launch { unwatched: true, ..self }
    }

    /// Counts as well.
    pub fn counted(self) -> Launch {
        Launch { counters: true, ..self }
    }

    /// Remembers who was where at each step.
    pub fn timeline(self) -> Launch {
        Launch { timeline: true, ..self }
    }

    fn set(mut self, setting: Setting) -> Launch {
        self.settings.retain(|known| !setting.replaces(known));
        self.settings.push(setting);
        self
    }

    /// Everything that is said, the comments of the kernel among it unless something here replaces them.
    pub(super) fn over(&self, comments: &[(usize, Setting)]) -> Vec<Setting> {
        let comments = comments.iter().map(|(_, setting)| setting);
        let kept = comments.filter(|comment| !self.settings.iter().any(|setting| setting.replaces(comment)));
        kept.chain(&self.settings).cloned().collect()
    }
}

/// What is said once or not at all, with what holds where it is not said.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Bounds {
    pub groups: [u32; 3],
    pub size: [u32; 2],
    pub warp: u32,
    pub steps: u64,
    /// MiB.
    pub memory: u32,
    pub deadline: Duration,
    pub non_finite: bool,
    pub same_value: bool,
}

/// Seconds that a run may take: all of it, with the compiler, ends within five.
const DEADLINE: Duration = Duration::from_secs(4);

/// The longest of all: the clock must be able to tell when it is over.
const DAY: Duration = Duration::from_secs(86_400);

impl Bounds {
    pub(super) fn of(settings: &[Setting]) -> Bounds {
        let mut bounds = Bounds {
            groups: [1; 3],
            size: [64; 2],
            warp: 32,
            steps: 10_000_000,
            memory: 512,
            deadline: DEADLINE,
            non_finite: false,
            same_value: false,
        };
        for setting in settings {
            match setting {
                Setting::Groups(groups) => bounds.groups = *groups,
                Setting::Size(size) => bounds.size = *size,
                Setting::Warp(lanes) => bounds.warp = (*lanes).clamp(1, 64),
                Setting::Steps(steps) => bounds.steps = *steps,
                Setting::Memory(memory) => bounds.memory = *memory,
                Setting::Deadline(seconds) => {
                    bounds.deadline = Duration::try_from_secs_f64(*seconds).unwrap_or(DAY).min(DAY);
                }
                Setting::WatchNonFinite => bounds.non_finite = true,
                Setting::WatchSameValue => bounds.same_value = true,
                _ => {}
            }
        }
        bounds
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_here_replaces_the_comments() {
        let comments =
            run::comments("a.comp", "// run: groups 4\n// run: buffer A=zero:1\n// run: schedules 3\n").unwrap();
        let launch = Launch::new()
            .groups([2, 1, 1])
            .option("schedule", "reversed")
            .unwrap()
            .buffer("B", vec![]);
        let settings = launch.over(&comments);
        assert_eq!(settings.len(), 4);
        assert_eq!(Bounds::of(&settings).groups, [2, 1, 1]);
        assert!(!settings.iter().any(|setting| matches!(setting, Setting::Schedules(_))));
        assert_eq!(Bounds::of(&Launch::new().over(&comments)).groups, [4, 1, 1]);
        assert_eq!(Bounds::of(&[]), Bounds { groups: [1; 3], ..Bounds::of(&[Setting::Groups([1; 3])]) });
    }
}
