//! Launch options.

use super::default_fill::Defaults;
use super::settings::{self, BufferFill, GivenNumbers, ImageFill, RunSetting};
use super::texels::Texels;
use gristmill_base::error::{Error, Result};
use gristmill_cards::{Arithmetic, Profile};
use gristmill_emulator::dispatch::StepMeter;
use gristmill_shader::ModuleChoice;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The options of a launch. Options that are not set here come from the kernel's own `// run:`
/// comments, and otherwise have defaults: one work group, 64 x 64 fragments, buffers of 1024
/// distinct numbers or as many as the kernel reaches, textures of 64 x 64 such texels, integer
/// uniforms of 64. Memory that the kernel never reads, or changes by atomics, is zeros.
///
/// ```
/// use gristmill::check::{KernelCheck, LaunchOptions, Texels};
/// use std::time::{Duration, Instant};
/// let text = "#version 430 core
/// layout(local_size_x = 2) in;
/// uniform uint more;
/// uniform usampler2D table;
/// layout(std430) buffer Result { uint result[]; };
/// void main() { result[gl_GlobalInvocationID.x] += more + texelFetch(table, ivec2(0), 0).r; }";
/// let launch = LaunchOptions::new()
///     .groups([2, 1, 1])
///     .buffer("Result", vec![1, 2, 3, 4])
///     .uniform("more", vec![10])
///     .texture("table", Texels::new("r32ui", [1, 1, 1], vec![100]))
///     .warp(2)
///     .schedules(2)
///     .steps(1_000)
///     .started(Instant::now())
///     .deadline(Duration::from_secs(60))
///     .counted()
///     .timeline();
/// let report = KernelCheck::source("more.comp", text).run(&launch)?;
/// assert_eq!(report.output("Result"), Some(&[111, 112, 113, 114][..]));
/// assert!(report.counters.is_some() && !report.timelines.is_empty());
///
/// let pass = LaunchOptions::new().size([2, 2]).vertices(3).unwatched(); // of a fragment kernel
/// let corner = "#version 330 core
/// void main() { gl_Position = vec4(gl_VertexID % 2 * 4 - 1, gl_VertexID / 2 * 4 - 1, 0.0, 1.0); }";
/// let one = "#version 330 core
/// out float one;
/// void main() { one = 1.0; }";
/// let report = KernelCheck::source("one.frag", one).vertex(corner).run(&pass)?;
/// assert_eq!(report.output("one").map(<[u32]>::len), Some(16)); // four channels of four texels
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct LaunchOptions {
    settings: Vec<RunSetting>,
    /// The start of the deadline; by default the launch.
    pub(super) started: Option<Instant>,
    /// The arithmetic of fragments; by default the card's.
    pub(super) arithmetic: Option<Arithmetic>,
    pub(super) unwatched: bool,
    pub(super) counters: bool,
    pub(super) timeline: bool,
    /// The card to check against.
    pub(super) card: Option<&'static Profile>,
    /// Vertices of a pass, if there is a vertex kernel.
    pub(super) vertices: u32,
    pub(super) over: Vec<(String, Vec<u32>)>,
    /// Files given by name instead of being read from disk.
    pub(super) files: Vec<(String, Vec<u8>)>,
    /// True if a file lists the dispatches, which overrides the comments.
    dispatches_said: bool,
    /// True if several values, groups and orders are tried where no setting says which.
    pub(super) explored: bool,
    /// Defaults that another launch has found, to be compared with it.
    pub(super) defaults: Option<Defaults>,
}

impl LaunchOptions {
    /// Creates options with nothing set.
    pub fn new() -> LaunchOptions {
        LaunchOptions::default()
    }

    /// Sets an option as a comment `// run: word value` would; here `memory`, `deadline` and files
    /// in any folder are allowed too.
    ///
    /// # Errors
    /// [`Error::Data`] explains the mistake, and how to write the option.
    ///
    /// ```
    /// use gristmill::check::LaunchOptions;
    /// let launch = LaunchOptions::new().option("groups", "4,4")?.option("buffer", "Source=random:1024")?;
    /// let error = launch.option("groups", "many").unwrap_err();
    /// assert_eq!(error.to_string(), "--groups many: it is not a number from 1 to 65535; write it as groups 4,4");
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn option(self, word: &str, value: &str) -> Result<LaunchOptions> {
        let setting = settings::parse_setting(word, value.trim()).map_err(|why| Error::data(format!("--{why}")))?;
        Ok(self.set_setting(setting.with_place(format!("--{word}"))))
    }

    /// Returns the same launch for one run, unwatched, without a card and in this arithmetic.
    pub(super) fn with_arithmetic(&self, arithmetic: Arithmetic) -> LaunchOptions {
        let arithmetic = Some(arithmetic);
        let own = self.clone().schedules(1);
        LaunchOptions {
            card: None,
            arithmetic,
            unwatched: true,
            counters: false,
            timeline: false,
            explored: false,
            ..own
        }
    }

    /// Returns the same launch with these defaults, to be compared with the launch that found them.
    pub(super) fn with_defaults(&self, defaults: &Defaults) -> LaunchOptions {
        LaunchOptions { defaults: Some(defaults.clone()), ..self.clone() }
    }

    /// Sets the work groups along x, y and z.
    pub fn groups(self, groups: [u32; 3]) -> LaunchOptions {
        self.set_setting(RunSetting::Groups(groups))
    }

    /// Sets the width and height of a fragment kernel's target.
    pub fn size(self, size: [u32; 2]) -> LaunchOptions {
        self.set_setting(RunSetting::Size(size))
    }

    /// Sets the words of a block: all its scalars in order, without the gaps of its layout. 8- and
    /// 16-bit numbers are packed in them.
    pub fn buffer(self, name: &str, words: Vec<u32>) -> LaunchOptions {
        self.set_setting(RunSetting::Buffer(name.to_string(), BufferFill::Given(GivenNumbers::Words(words))))
    }

    /// Sets the words of a uniform: a scalar, a vector, a matrix column by column, an array item by
    /// item; a `bool` is 0 or not. The name may also be that of a member of a block.
    pub fn uniform(self, name: &str, words: Vec<u32>) -> LaunchOptions {
        self.set_setting(RunSetting::Uniform(name.to_string(), BufferFill::Given(GivenNumbers::Words(words))))
    }

    /// Sets the texels of a sampler or an image.
    pub fn texture(self, name: &str, texels: Texels) -> LaunchOptions {
        self.set_setting(RunSetting::Image(name.to_string(), ImageFill::Given(texels)))
    }

    /// Provides the bytes of a file of that name, instead of reading it from disk: `.npy`, `.bin`
    /// or `.png`, as named in a comment or an option.
    ///
    /// ```
    /// use gristmill::check::{KernelCheck, LaunchOptions};
    /// let text = "#version 430 core
    /// // run: buffer Numbers=seven.bin
    /// layout(local_size_x = 1) in;
    /// layout(std430) buffer Numbers { uint numbers[]; };
    /// void main() { numbers[0] += 1u; }";
    /// let launch = LaunchOptions::new().file("seven.bin", vec![7, 0, 0, 0]);
    /// let report = KernelCheck::source("more.comp", text).run(&launch)?;
    /// assert_eq!(report.output("Numbers"), Some(&[8][..]));
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn file(mut self, name: &str, bytes: Vec<u8>) -> LaunchOptions {
        self.files.retain(|(known, _)| known != name);
        self.files.push((name.to_string(), bytes));
        self
    }

    /// Sets the content that an output is drawn over, four channels per texel; zeros by default.
    ///
    /// ```
    /// use gristmill::check::{KernelCheck, LaunchOptions};
    /// let text = "#version 330 core
    /// out uint number;
    /// void main() { if (gl_FragCoord.x < 1.0) discard; number = 7u; }";
    /// let launch = LaunchOptions::new().size([2, 1]).drawn_over("number", vec![1, 2, 3, 4, 5, 6, 7, 8]);
    /// let report = KernelCheck::source("seven.frag", text).run(&launch)?;
    /// assert_eq!(report.output("number").map(|lanes| [lanes[0], lanes[4]]), Some([1, 7]));
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn drawn_over(mut self, output: &str, words: Vec<u32>) -> LaunchOptions {
        self.over.push((output.to_string(), words));
        self
    }

    /// Sets the number of vertices that a vertex kernel places, as triangles; without a vertex
    /// kernel a rectangle covers everything. A vertex kernel alone writes this many vertices; by
    /// default as many as there are fragments.
    pub fn vertices(self, vertices: u32) -> LaunchOptions {
        LaunchOptions { vertices, ..self }
    }

    /// Sets the lanes of a warp, 1 to 64.
    pub fn warp(self, lanes: u32) -> LaunchOptions {
        self.set_setting(RunSetting::Warp(lanes))
    }

    /// Sets the number of schedules of warps and groups to run, 1 to 4096.
    pub fn schedules(self, schedules: u32) -> LaunchOptions {
        self.set_setting(RunSetting::Schedules(schedules.clamp(1, settings::MAX_SCHEDULES)))
    }

    /// Sets the instructions after which a warp is stopped, by default 10 million; all warps
    /// together may execute 20 times as many.
    pub fn steps(self, steps: u64) -> LaunchOptions {
        self.set_setting(RunSetting::Steps(steps))
    }

    /// Sets several dispatches that run one after another, from the text of a file: a line for
    /// each, with its differences from the first. Buffers and images keep their contents in
    /// between.
    ///
    /// # Errors
    /// [`Error::Data`] explains the mistake and its line.
    ///
    /// ```
    /// use gristmill::check::{KernelCheck, LaunchOptions};
    /// let text = "#version 430 core
    /// layout(local_size_x = 1) in;
    /// uniform uint more;
    /// layout(std430) buffer Sum { uint sum; };
    /// void main() { sum += more; }";
    /// let launch = LaunchOptions::new().option("buffer", "Sum=[1]")?.runs("steps", "uniform more=10\nuniform more=100\n")?;
    /// let report = KernelCheck::source("sum.comp", text).run(&launch)?;
    /// assert_eq!(report.output("Sum"), Some(&[111][..]));
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn runs(mut self, name: &str, text: &str) -> Result<LaunchOptions> {
        let settings = settings::parse_runs(name, text)?;
        self.settings.retain(|known| !matches!(known, RunSetting::Then(..)));
        self.dispatches_said = true;
        Ok(settings.into_iter().fold(self, LaunchOptions::set_setting))
    }

    /// Sets everything that a file of answers says, in lines as a kernel's comments have them: the lines that
    /// [`Report::questions`](super::Report::questions) asks for, with values of one's own.
    ///
    /// # Errors
    /// [`Error::Data`] explains the mistake and its line.
    ///
    /// ```
    /// use gristmill::check::LaunchOptions;
    /// let launch = LaunchOptions::new().answers("a.txt", "// run: groups 4\n// run: uniform n=1000\n")?;
    /// let error = launch.answers("a.txt", "// run: groups none").unwrap_err().to_string();
    /// assert!(error.starts_with("a.txt:1: groups none: it is not a number from 1 to 65535"));
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn answers(self, name: &str, text: &str) -> Result<LaunchOptions> {
        Ok(settings::parse_answers(name, text)?
            .into_iter()
            .fold(self, LaunchOptions::set_setting))
    }

    /// Sets the wall-clock limit for everything, at most a day. Without it steps are counted and no
    /// clock is read, so that a busy machine gives the same verdict.
    pub fn deadline(self, deadline: Duration) -> LaunchOptions {
        self.set_setting(RunSetting::Deadline(deadline.as_secs_f64()))
    }

    /// Sets the start of the deadline.
    pub fn started(self, started: Instant) -> LaunchOptions {
        LaunchOptions { started: Some(started), ..self }
    }

    /// Runs without observers: faster, but without findings.
    pub fn unwatched(self) -> LaunchOptions {
        LaunchOptions { unwatched: true, ..self }
    }

    /// Counts operations as well.
    pub fn counted(self) -> LaunchOptions {
        LaunchOptions { counters: true, ..self }
    }

    /// Tries what no setting says: several values of integers, so that the most lines are reached, several work groups
    /// along the axes that the kernel asks for, and several orders if it has atomics. Operations are counted, too. A
    /// launch with [expectations](Self::option) keeps its defaults.
    ///
    /// ```
    /// use gristmill::check::{KernelCheck, LaunchOptions};
    /// let text = "#version 430 core
    /// layout(local_size_x = 4) in;
    /// uniform uint mode;
    /// layout(std430) buffer Result { uint result[]; };
    /// void main() {
    ///     if (mode == 7u)
    ///         result[gl_LocalInvocationID.x] = 1u;
    /// }";
    /// let kernel = KernelCheck::source("mode.comp", text);
    /// assert!(!kernel.run(&LaunchOptions::new())?.is_judged());
    /// let report = kernel.run(&LaunchOptions::new().explored())?;
    /// assert!(report.is_judged() && report.unreached.is_empty());
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn explored(self) -> LaunchOptions {
        LaunchOptions { explored: true, counters: true, ..self }
    }

    /// Checks the kernel against a card as well: the card's refusals become findings.
    ///
    /// ```
    /// use gristmill::{Profile, check::{KernelCheck, LaunchOptions}};
    /// let text = "#version 330 core
    /// out uint bits;
    /// void main() { bits = uint(gl_FragCoord.x) << 3; }";
    /// let launch = LaunchOptions::new().card(Profile::named("geforce-7800")?);
    /// let report = KernelCheck::source("bits.frag", text).run(&launch)?;
    /// assert_eq!(report.findings[0].kind.name(), "refused");
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn card(self, card: &'static Profile) -> LaunchOptions {
        LaunchOptions { card: Some(card), ..self }
    }

    /// Records the position of each invocation at each step, and its accesses.
    pub fn timeline(self) -> LaunchOptions {
        LaunchOptions { timeline: true, ..self }
    }

    fn set_setting(mut self, setting: RunSetting) -> LaunchOptions {
        self.settings.retain(|known| !setting.replaces_setting(known));
        self.settings.push(setting);
        self
    }

    /// Returns its choices for a module.
    pub(super) fn module_choice(&self) -> ModuleChoice {
        let mut choice = ModuleChoice::default();
        for setting in &self.settings {
            match setting {
                RunSetting::Entry(entry) => choice.entry = Some(entry.clone()),
                RunSetting::Constant(name, value) => choice.constants.push((name.clone(), value.clone())),
                _ => {}
            }
        }
        choice
    }

    /// Returns all settings: those here, and the kernel's comments that they do not replace.
    pub(super) fn merge_settings(&self, comments: &[(usize, RunSetting)]) -> Vec<RunSetting> {
        let comments = comments.iter().map(|(_, setting)| setting);
        let kept = comments.filter(|comment| !self.settings.iter().any(|setting| setting.replaces_setting(comment)));
        let kept = kept.filter(|comment| !(self.dispatches_said && matches!(comment, RunSetting::Then(..))));
        kept.chain(&self.settings).cloned().collect()
    }
}

/// Settings that exist once, with their defaults.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct LaunchBounds {
    pub groups: [u32; 3],
    pub size: [u32; 2],
    pub warp: u32,
    pub steps: u64,
    /// MiB.
    pub memory: u32,
    pub deadline: Option<Duration>,
    pub non_finite: bool,
    pub same_value: bool,
    pub one_result: bool,
}

/// The steps of all warps together, as a multiple of those of one warp.
const TOTAL_STEP_FACTOR: u64 = 20;

/// The longest deadline: the clock has to be able to represent its end.
const LONGEST_DEADLINE: Duration = Duration::from_secs(86_400);

impl LaunchBounds {
    pub(super) fn from_settings(settings: &[RunSetting]) -> LaunchBounds {
        let mut bounds = LaunchBounds {
            groups: [1; 3],
            size: [64; 2],
            warp: 32,
            steps: 10_000_000,
            memory: 512,
            deadline: None,
            non_finite: false,
            same_value: false,
            one_result: false,
        };
        for setting in settings {
            match setting {
                RunSetting::Groups(groups) => bounds.groups = *groups,
                RunSetting::Size(size) => bounds.size = *size,
                RunSetting::Warp(lanes) => bounds.warp = (*lanes).clamp(1, 64),
                RunSetting::Steps(steps) => bounds.steps = *steps,
                RunSetting::Memory(memory) => bounds.memory = *memory,
                RunSetting::Deadline(seconds) => {
                    bounds.deadline = Some(
                        Duration::try_from_secs_f64(*seconds)
                            .unwrap_or(LONGEST_DEADLINE)
                            .min(LONGEST_DEADLINE),
                    );
                }
                RunSetting::WatchNonFinite => bounds.non_finite = true,
                RunSetting::WatchSameValue => bounds.same_value = true,
                RunSetting::WatchOrder => bounds.one_result = true,
                _ => {}
            }
        }
        bounds
    }

    /// Returns the step limit of all warps of all dispatches and schedules.
    pub(super) fn total_steps(&self) -> u64 {
        self.steps.saturating_mul(TOTAL_STEP_FACTOR)
    }

    /// Creates a meter with that limit.
    pub(super) fn step_meter(&self) -> Arc<StepMeter> {
        Arc::new(StepMeter::new(self.total_steps()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_here_replaces_the_comments() {
        let comments =
            settings::parse_comments("a.comp", "// run: groups 4\n// run: buffer A=zero:1\n// run: schedules 3\n")
                .unwrap();
        let launch = LaunchOptions::new()
            .groups([2, 1, 1])
            .option("schedule", "reversed")
            .unwrap()
            .buffer("B", vec![]);
        let settings = launch.merge_settings(&comments);
        assert_eq!(settings.len(), 4);
        assert_eq!(LaunchBounds::from_settings(&settings).groups, [2, 1, 1]);
        assert!(!settings.iter().any(|setting| matches!(setting, RunSetting::Schedules(_))));
        assert_eq!(LaunchBounds::from_settings(&LaunchOptions::new().merge_settings(&comments)).groups, [4, 1, 1]);
        assert_eq!(
            LaunchBounds::from_settings(&[]),
            LaunchBounds { groups: [1; 3], ..LaunchBounds::from_settings(&[RunSetting::Groups([1; 3])]) }
        );
    }
}
