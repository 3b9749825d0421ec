//! The commands of a host program, frame by frame, for a device elsewhere.
//!
//! A launch that differs from an earlier one in its uniforms alone is described once: later frames name it by its
//! number, with the uniforms that have changed.

use super::json::{EncodeWords, event_json, launch_with_program_json, memory_json, region_json, uniform_json};
use super::recording::{CapturedEvent, CapturedLaunch, CapturedProgram};
use super::spirv_json::spirv_program_json;
use gristmill_base::element::Scalar;
use gristmill_machine::{Blueprint, Memories, MemoryId, Region};
use serde_json::{Map, Value, json};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::mem::discriminant;
use std::rc::Rc;

/// The most launches that are remembered: what needs more of them begins anew.
const MAX_REMEMBERED: usize = 2048;

/// The most destroyed memories that wait for a new one of their blueprint.
const MAX_SPARE: usize = 8;

/// The commands since the last frame, and what earlier frames have described.
#[derive(Default)]
pub(crate) struct CommandState {
    memories: RefCell<Memories<Blueprint>>,
    spare: RefCell<VecDeque<(MemoryId, Blueprint)>>,
    programs: RefCell<Vec<Rc<CapturedProgram>>>,
    /// The programs that were described.
    told_programs: Cell<usize>,
    launches: RefCell<Vec<Option<RememberedLaunch>>>,
    frame: Cell<u64>,
    commands: RefCell<Vec<Command>>,
}

struct RememberedLaunch {
    launch: CapturedLaunch,
    /// The last frame that used it.
    frame: u64,
}

enum Command {
    Create(usize, Blueprint),
    Destroy(usize),
    Zero(usize, Option<Region>),
    /// A whole texture of one colour.
    Fill(usize, Vec<f32>),
    /// An action of the host.
    Host(CapturedEvent),
    /// A launch that is described here.
    Describe(usize, Value),
    /// A launch with the uniforms that have changed.
    Launch(usize, Map<String, Value>),
    /// All launches are forgotten.
    Forget,
}

impl CommandState {
    pub(super) fn create_memory(&self, blueprint: &Blueprint) -> MemoryId {
        let mut spare = self.spare.borrow_mut();
        if let Some(at) = spare.iter().position(|(_, known)| known == blueprint)
            && let Some((id, _)) = spare.remove(at)
        {
            return id;
        }
        let id = self.memories.borrow_mut().add(*blueprint);
        self.push_command(Command::Create(id.0, *blueprint));
        id
    }

    pub(super) fn destroy_memory(&self, id: MemoryId) {
        let blueprint = self.memories.borrow().get(id).copied();
        let mut spare = self.spare.borrow_mut();
        spare.extend(blueprint.map(|blueprint| (id, blueprint)));
        if spare.len() > MAX_SPARE
            && let Some((gone, _)) = spare.pop_front()
        {
            self.memories.borrow_mut().remove(gone);
            for place in &mut *self.launches.borrow_mut() {
                if place.as_ref().is_some_and(|known| known.launch.has_memory(gone.0)) {
                    *place = None;
                }
            }
            self.push_command(Command::Destroy(gone.0));
        }
    }

    pub(super) fn push_zero(&self, id: MemoryId) {
        self.push_command(Command::Zero(id.0, None));
    }

    /// Adds a write. What is the same in every texel, or zero, is not sent word by word.
    pub(super) fn push_write(&self, id: MemoryId, region: &Region, words: &[u32]) {
        let blueprint = self.memories.borrow().get(id).copied();
        self.push_command(match blueprint {
            Ok(Blueprint::Buffer { .. }) if words.iter().all(|word| *word == 0) => Command::Zero(id.0, Some(*region)),
            Ok(blueprint) => match find_fill(&blueprint, region, words) {
                Some(colour) => Command::Fill(id.0, colour),
                None => Command::Host(CapturedEvent::Write(id.0, *region, words.to_vec())),
            },
            Err(_) => return,
        });
    }

    pub(super) fn push_copy(&self, from: (MemoryId, Region), to: (MemoryId, Region)) {
        self.push_command(Command::Host(CapturedEvent::Copy((from.0.0, from.1), (to.0.0, to.1))));
    }

    /// Adds a launch: one that is remembered, with other uniforms, or a new one.
    pub(super) fn push_launch(&self, texts: &Rc<CapturedProgram>, launch: CapturedLaunch) {
        let launch = CapturedLaunch { program: self.program_number(texts), ..launch };
        let mut launches = self.launches.borrow_mut();
        let frame = self.frame.get();
        let alike: Vec<usize> = (0..launches.len())
            .filter(|at| launches[*at].as_ref().is_some_and(|known| known.launch.is_alike(&launch)))
            .collect();
        let known = |at: &&usize| launches[**at].as_ref();
        let same = alike
            .iter()
            .find(|at| known(at).is_some_and(|known| known.launch.uniforms == launch.uniforms));
        // A launch runs once a frame with other uniforms: they are written before the frame.
        let free = same.or_else(|| alike.iter().find(|at| known(at).is_some_and(|known| known.frame < frame)));
        if let Some(&at) = free
            && let Some(known) = &mut launches[at]
        {
            let changed = launch
                .uniforms
                .iter()
                .filter(|uniform| !known.launch.uniforms.contains(uniform));
            let changed = changed.map(|(name, value)| (name.clone(), uniform_json(value))).collect();
            *known = RememberedLaunch { launch, frame };
            self.push_command(Command::Launch(at, changed));
            return;
        }
        let described = launch_with_program_json(Some(texts), &launch, &|_| String::new());
        let at = launches.iter().position(Option::is_none).unwrap_or(launches.len());
        if at == launches.len() {
            launches.push(None);
        }
        launches[at] = Some(RememberedLaunch { launch, frame });
        self.push_command(Command::Describe(at, described));
    }

    fn program_number(&self, texts: &Rc<CapturedProgram>) -> usize {
        let mut programs = self.programs.borrow_mut();
        let known = programs.iter().position(|known| Rc::ptr_eq(known, texts));
        known.unwrap_or_else(|| {
            programs.push(texts.clone());
            programs.len() - 1
        })
    }

    fn push_command(&self, command: Command) {
        self.commands.borrow_mut().push(command);
    }

    /// Ends a frame and returns its commands.
    fn take_frame(&self, encode: EncodeWords) -> Value {
        self.frame.set(self.frame.get() + 1);
        let commands = self.commands.take();
        let programs = self.programs.borrow();
        let new = &programs[self.told_programs.replace(programs.len())..];
        let told = json!({
            "programs": new.iter().map(|program| spirv_program_json(program, encode)).collect::<Vec<_>>(),
            "commands": commands.iter().map(|command| command_json(command, encode)).collect::<Vec<_>>(),
        });
        let mut launches = self.launches.borrow_mut();
        if launches.len() > MAX_REMEMBERED {
            launches.clear();
            self.push_command(Command::Forget);
        }
        told
    }
}

/// Returns the colour of a write that sets all texels of a texture of floats alike.
fn find_fill(blueprint: &Blueprint, region: &Region, words: &[u32]) -> Option<Vec<f32>> {
    let &Blueprint::Texture { format, width, height, levels: 1 } = blueprint else { return None };
    let is_whole = *region == Region { x: 0, y: 0, z: 0, width, height };
    let mut texels = words.chunks_exact(format.words());
    let first = texels.next()?;
    let colour: Vec<f32> = first.iter().map(|word| f32::from_bits(*word)).collect();
    let is_plain = is_whole && format.scalar == Scalar::F32 && colour.iter().all(|lane| lane.is_finite());
    (is_plain && texels.all(|texel| texel == first)).then_some(colour)
}

impl CapturedLaunch {
    /// Returns true if both differ in their uniforms' values at most.
    fn is_alike(&self, other: &CapturedLaunch) -> bool {
        let mut uniforms = self.uniforms.iter().zip(&other.uniforms);
        self.program == other.program
            && self.textures == other.textures
            && self.images == other.images
            && self.buffers == other.buffers
            && self.outputs == other.outputs
            && self.what == other.what
            && self.uniforms.len() == other.uniforms.len()
            && uniforms.all(|(own, other)| own.0 == other.0 && discriminant(&own.1) == discriminant(&other.1))
    }

    fn has_memory(&self, memory: usize) -> bool {
        let bound = self.images.iter().chain(&self.buffers).map(|(_, number)| *number);
        let textures = self.textures.iter().map(|(_, number, _)| *number);
        let outputs = self.outputs.iter().map(|output| output.memory);
        bound.chain(textures).chain(outputs).any(|number| number == memory) || self.what.has_memory(memory)
    }
}

fn command_json(command: &Command, encode: EncodeWords) -> Value {
    match command {
        Command::Create(memory, blueprint) => json!({ "create": memory, "of": memory_json(blueprint) }),
        Command::Destroy(memory) => json!({ "destroy": memory }),
        Command::Zero(memory, region) => json!({ "zero": memory, "at": region.as_ref().map(region_json) }),
        Command::Fill(memory, colour) => json!({ "fill": memory, "colour": colour }),
        Command::Host(event) => event_json(event, encode),
        Command::Describe(at, launch) => json!({ "describe": at, "launch": launch }),
        Command::Launch(at, changed) if changed.is_empty() => json!(at),
        Command::Launch(at, changed) => json!({ "run": at, "uniforms": changed }),
        Command::Forget => json!({ "forget": true }),
    }
}

/// The log of a device that computes nothing, from [`Device::command_log`](crate::Device::command_log).
///
/// ```
/// # #[cfg(feature = "emulator")] {
/// use gristmill::algorithms::saxpy;
/// use gristmill::{Device, Era};
/// let limits = *Device::emulator(Era::Compute)?.limits();
/// let (device, log) = Device::command_log(Era::Compute, limits)?;
/// let numbers = device.stream(&[1.0; 8])?;
/// let frame = |alpha| {
///     saxpy::compute(&device, alpha, &numbers, &numbers)?;
///     Ok::<_, gristmill::Error>(log.frame_json(&|words| format!("{} words", words.len())))
/// };
/// let first = frame(2.0)?;
/// assert!(first.contains("\"describe\":0") && first.contains("\"write\""), "{first}");
/// let second = frame(3.0)?;
/// assert!(second.contains(r#""run":0"#) && !second.contains("spirv"), "{second}");
/// # }
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Clone)]
pub struct CommandLog(pub(crate) Rc<CommandState>);

impl std::fmt::Debug for CommandLog {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CommandLog")
            .field("frame", &self.0.frame.get())
            .finish_non_exhaustive()
    }
}

impl CommandLog {
    /// Returns the commands since the last call as JSON: `programs` that are new, and `commands`. A number is a launch
    /// that is known. `encode` converts words to text.
    pub fn frame_json(&self, encode: &dyn Fn(&[u32]) -> String) -> String {
        self.0.take_frame(encode).to_string()
    }
}
