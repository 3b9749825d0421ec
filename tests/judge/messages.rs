//! Messages between lanes, in kernels drawn by lot: from the text on they are judged as their definition says. The
//! observers alone are held against it in `crates/emulator/src/observers/tests/oracle.rs`, in many more runs.

#[path = "../../crates/emulator/src/observers/tests/definition.rs"]
mod definition;
#[path = "../../crates/emulator/src/observers/tests/drawn_runs.rs"]
mod drawn_runs;

use definition::{Act, Atomic, Barrier, History, Memory, Step};
use drawn_runs::Dice;
use gristmill::check::{KernelCheck, LaunchOptions};
use gristmill::finding::{Finding, FindingKind};

/// Kernels that are drawn.
const KERNELS: u64 = 150;

/// Lanes of a group, some of which may do nothing.
const LANES: u32 = 4;

const HEAD: &str = "#version 450 core
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer Plain { uint plain[16]; };
layout(std430, binding = 1) coherent buffer Shown { uint shown[16]; };
layout(std430, binding = 2) buffer Result { uint result[16]; };
shared uint board[16];

void main() {
    uint lane = gl_LocalInvocationIndex, group = gl_WorkGroupID.x, seen = 0u;
";

/// Returns a step in the words of the extension if GLSL has no short word for it. Atomics are for
/// all lanes.
fn in_glsl(step: &Step) -> Step {
    let Act::Atomic(memory, word, kind, semantics) = step.act else { return *step };
    let semantics = semantics.map(|barrier| match kind {
        Atomic::Store => Barrier { wide: true, acquires: false, ..barrier },
        Atomic::Load => Barrier { wide: true, releases: false, ..barrier },
        _ => Barrier { wide: true, ..barrier },
    });
    let semantics = semantics.filter(|barrier| kind != Atomic::Fails && (barrier.acquires || barrier.releases));
    Step { act: Act::Atomic(memory, word, kind, semantics), ..*step }
}

/// The storage and the semantics of a memory barrier.
fn semantics(barrier: Barrier) -> String {
    let storage = match (barrier.buffers, barrier.shared) {
        (true, true) => "gl_StorageSemanticsBuffer | gl_StorageSemanticsShared",
        (true, false) => "gl_StorageSemanticsBuffer",
        _ => "gl_StorageSemanticsShared",
    };
    let order = match (barrier.acquires, barrier.releases) {
        (true, true) => "gl_SemanticsAcquireRelease",
        (true, false) => "gl_SemanticsAcquire",
        _ => "gl_SemanticsRelease",
    };
    format!("{storage}, {order}")
}

fn fence(barrier: Barrier) -> String {
    let short = match barrier {
        Barrier { acquires: true, releases: true, wide: true, buffers, shared } => match (buffers, shared) {
            (true, true) => Some("memoryBarrier()"),
            (true, false) => Some("memoryBarrierBuffer()"),
            _ => Some("memoryBarrierShared()"),
        },
        Barrier { acquires: true, releases: true, wide: false, buffers: true, shared: true } => {
            Some("groupMemoryBarrier()")
        }
        _ => None,
    };
    let scope = if barrier.wide { "gl_ScopeDevice" } else { "gl_ScopeWorkgroup" };
    short.map_or(format!("memoryBarrier({scope}, {})", semantics(barrier)), str::to_string)
}

fn word(memory: Memory, word: u32) -> String {
    let name = match memory {
        Memory::Shared => "board",
        Memory::Plain => "plain",
        Memory::Coherent => "shown",
    };
    format!("{name}[{word}]")
}

/// The statement that a lane does; of a barrier none.
fn statement(act: Act, number: usize) -> String {
    match act {
        Act::Read(memory, at) => format!("seen += {};", word(memory, at)),
        Act::Write(memory, at) => format!("{} = {}u;", word(memory, at), 100 + number),
        Act::Fence(barrier) => format!("{};", fence(barrier)),
        Act::Wait => String::new(),
        Act::Atomic(memory, at, kind, with) => {
            let (at, with) = (word(memory, at), with.map_or("0, 0".to_string(), semantics));
            match kind {
                Atomic::Change { used: true } => format!("seen += atomicAdd({at}, 1u, gl_ScopeDevice, {with});"),
                Atomic::Change { used: false } => format!("atomicAdd({at}, 1u, gl_ScopeDevice, {with});"),
                Atomic::Store => format!("atomicStore({at}, {number}u, gl_ScopeDevice, {with});"),
                Atomic::Load => format!("seen += atomicLoad({at}, gl_ScopeDevice, {with});"),
                Atomic::Fails => format!("seen += atomicCompSwap({at}, 123456u, 1u);"),
            }
        }
    }
}

/// The text of a run, a step a line, and the line of each step.
fn text(steps: &[Step]) -> (String, Vec<usize>) {
    let (mut text, mut lines) = (HEAD.to_string(), vec![]);
    for (number, step) in steps.iter().enumerate() {
        let Step { group, lane, act } = *step;
        let later = &steps[number + 1..];
        // Lanes of a group that are still to come to this barrier: it stands where the last one comes.
        let passed = |lane: u32, until: &[Step]| {
            let own = until
                .iter()
                .filter(|step| (step.group, step.lane, step.act) == (group, lane, Act::Wait));
            own.count()
        };
        let here = passed(lane, &steps[..=number]);
        let is_last = || {
            !later.iter().any(|other| {
                other.group == group && other.act == Act::Wait && passed(other.lane, &steps[..=number]) < here
            })
        };
        match act {
            Act::Wait if is_last() => text += &format!("    if (group == {group}u) barrier();\n"),
            Act::Wait => {}
            _ => text += &format!("    if (group == {group}u && lane == {lane}u) {{ {} }}\n", statement(act, number)),
        }
        lines.push(text.lines().count());
    }
    (text + "    result[group * 4u + lane] = seen;\n}\n", lines)
}

/// The steps of a finding. A wait that is not the last of its barrier has no line of its own: it
/// bears that of the step before it.
fn pair(finding: &Finding, lines: &[usize]) -> (usize, usize) {
    let step = |witness: usize| lines.iter().position(|line| *line == finding.witnesses[witness].line).unwrap();
    (step(0), step(1))
}

#[test]
fn kernels_with_messages_are_judged_as_their_definition_says() {
    let (mut faulty, mut told) = (0, 0);
    for seed in 0..KERNELS {
        let mut steps: Vec<Step> = Dice(!seed).run().iter().map(in_glsl).collect();
        // In order the groups run one after another.
        steps.sort_by_key(|step| step.group);
        assert!(steps.iter().all(|step| step.lane < LANES));
        let (text, lines) = text(&steps);
        let zeros = vec![0; 16];
        let launch = LaunchOptions::new().groups([3, 1, 1]).schedules(1).warp(32);
        let launch = launch
            .buffer("Plain", zeros.clone())
            .buffer("Shown", zeros.clone())
            .buffer("Result", zeros);
        let report = KernelCheck::source("drawn.comp", &text)
            .run(&launch)
            .unwrap_or_else(|error| panic!("{error}\n{text}"));
        let races = report
            .findings
            .iter()
            .filter(|finding| matches!(finding.kind, FindingKind::Race | FindingKind::MemoryModel));
        let found: Vec<(usize, usize)> = races.map(|finding| pair(finding, &lines)).collect();
        let history = History::new(steps.clone());
        for &(one, other) in &found {
            assert!(history.is_fault(one, other), "kernel {seed}: steps {one} and {other} are no fault\n{text}");
        }
        for (one, other) in history.faults() {
            let is_known = found.iter().any(|&(known, _)| history.are_of_one_word(known, one));
            let overwritten = history.is_overwritten(one, other);
            assert!(overwritten || is_known, "kernel {seed}: steps {one} and {other} are missed\n{text}");
        }
        faulty += u64::from(!found.is_empty());
        told += u64::from(history.has_messages());
    }
    println!("{KERNELS} kernels: {faulty} with faults, {told} with messages");
    assert!(faulty > KERNELS / 4 && told > KERNELS / 20);
}
