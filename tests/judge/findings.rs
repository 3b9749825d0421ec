//! Every kernel of `tests/findings` on the emulator: what is found is what its `.expected` says, no more and
//! no less, and the right ones are silent.

use gristmill::check::{KernelCheck, LaunchOptions};
use gristmill::finding::{Finding, FindingKind};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

/// Findings as `.expected` has them, one a line.
type Lines = BTreeSet<String>;

/// The folder of the kernels that are right.
const SILENT: &str = "silent";
/// They never get that far; a slow machine must not cut a run short.
const DEADLINE: Duration = Duration::from_secs(120);

/// A kernel of the folder.
struct Kernel {
    path: PathBuf,
    silent: bool,
}

/// The outcome of a kernel.
struct Outcome {
    name: String,
    silent: bool,
    missed: Vec<String>,
    surplus: Vec<String>,
    /// The reason why it did not run to its end.
    failure: Option<String>,
}

impl Outcome {
    fn is_right(&self) -> bool {
        self.missed.is_empty() && self.surplus.is_empty() && self.failure.is_none()
    }
}

#[test]
fn what_is_wrong_is_found_and_what_is_right_is_silent() {
    let kernels = Mutex::new(kernels());
    let outcomes = Mutex::new(vec![]);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let Some(kernel) = kernels.lock().unwrap().pop() else { break };
                    let outcome = judge(&kernel);
                    outcomes.lock().unwrap().push(outcome);
                }
            });
        }
    });
    let mut outcomes = outcomes.into_inner().unwrap();
    outcomes.sort_by(|left, right| left.name.cmp(&right.name));
    let right = |silent: bool| {
        outcomes
            .iter()
            .filter(|outcome| outcome.silent == silent && outcome.is_right())
            .count()
    };
    let missed: usize = outcomes.iter().map(|outcome| outcome.missed.len()).sum();
    let surplus: usize = outcomes.iter().map(|outcome| outcome.surplus.len()).sum();
    let totals = format!(
        "findings: {} wrong kernels found, {} silent kernels silent, {missed} missed, {surplus} false alarms",
        right(false),
        right(true)
    );
    println!("{totals}");
    let wrong: Vec<String> = outcomes.iter().filter(|outcome| !outcome.is_right()).map(drawn).collect();
    assert!(outcomes.len() > 200, "only {} kernels are there", outcomes.len());
    assert!(wrong.is_empty(), "{totals}\n{}", wrong.concat());
}

/// All kernels: whatever has an `.expected` beside it, and those of `silent`.
fn kernels() -> Vec<Kernel> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/findings");
    let mut kernels = vec![];
    for kind in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let named = |name: &str| kind.file_name().is_some_and(|own| own == name);
        if !kind.is_dir() || named("broken") {
            continue;
        }
        for path in std::fs::read_dir(&kind).unwrap().map(|entry| entry.unwrap().path()) {
            let ending = path.extension().and_then(|ending| ending.to_str());
            let wgsl = cfg!(feature = "wgsl") && ending == Some("wgsl");
            if wgsl || matches!(ending, Some("comp" | "frag" | "hlsl" | "spv")) {
                kernels.push(Kernel { path, silent: named(SILENT) });
            }
        }
    }
    kernels
}

fn judge(kernel: &Kernel) -> Outcome {
    let path = &kernel.path;
    let name = path.iter().rev().take(2).map(|part| part.to_string_lossy()).collect::<Vec<_>>();
    let mut outcome = Outcome {
        name: format!("{}/{}", name[1], name[0]),
        silent: kernel.silent,
        missed: vec![],
        surplus: vec![],
        failure: None,
    };
    let expected = if kernel.silent { String::new() } else { read(&path.with_extension("expected")) };
    match KernelCheck::file(path).and_then(|check| check.run(&LaunchOptions::new().deadline(DEADLINE))) {
        Err(error) => outcome.failure = Some(error.to_string()),
        Ok(report) => {
            if report.schedules < report.wanted {
                outcome.failure = Some(report.verdict());
            }
            (outcome.missed, outcome.surplus) = compare(&expected, &report.findings);
        }
    }
    if outcome.failure.is_some() && outcome.missed.is_empty() {
        outcome.missed = expected.lines().map(str::to_string).collect();
    }
    outcome
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the findings that are missing, and those that are too much.
fn compare(expected: &str, findings: &[Finding]) -> (Vec<String>, Vec<String>) {
    let expected: Lines = expected.lines().map(str::to_string).collect();
    let found: Lines = findings.iter().map(line).collect();
    (expected.difference(&found).cloned().collect(), found.difference(&expected).cloned().collect())
}

/// A finding as a line of `.expected`.
fn line(finding: &Finding) -> String {
    let name = if finding.name.is_empty() { "-" } else { &finding.name };
    let mut line = format!("{} {name}", finding.kind);
    if finding.kind != FindingKind::Order {
        let mut sides = finding.key().sides;
        // A barrier is one place: who waits there and who does not come are told by it.
        if finding.kind == FindingKind::Barrier {
            sides.dedup();
        }
        sides
            .iter()
            .for_each(|(file, number)| line.push_str(&format!(" {file}:{number}")));
    }
    line
}

fn drawn(outcome: &Outcome) -> String {
    let mut drawn = format!("{}\n", outcome.name);
    let parts = [("missed", &outcome.missed), ("false alarm", &outcome.surplus)];
    for (what, lines) in parts {
        lines.iter().for_each(|line| drawn.push_str(&format!("  {what}: {line}\n")));
    }
    if let Some(failure) = &outcome.failure {
        drawn.push_str(&format!("  {failure}\n"));
    }
    drawn
}

/// Reads its neighbour's word before all have written, in lines 7 and 8.
const RACE: &str = "#version 430 core
// run: buffer Result=zero:32
layout(local_size_x = 32) in;
layout(std430) buffer Result { uint result[]; };
shared uint block[32];
void main() {
    block[gl_LocalInvocationID.x] = 7u;
    result[gl_LocalInvocationID.x] = block[31u - gl_LocalInvocationID.x];
}
";

#[test]
fn the_comparison_sees_what_is_missing_and_what_is_too_much() {
    let report = KernelCheck::source("reverse.comp", RACE)
        .run(&LaunchOptions::new().deadline(DEADLINE))
        .unwrap();
    let compare = |expected: &str| compare(expected, &report.findings);
    let none: Vec<String> = vec![];
    let race = "race block reverse.comp:7 reverse.comp:8".to_string();
    assert_eq!(compare(&race), (none.clone(), none.clone()));
    assert_eq!(compare(""), (none.clone(), vec![race.clone()]));
    let steps = "steps - reverse.comp:9".to_string();
    assert_eq!(compare(&format!("{race}\n{steps}\n")), (vec![steps], none));
    for other in [
        "race block reverse.comp:7 reverse.comp:9",
        "race block reverse.comp:7 other.glsl:8",
        "race block reverse.comp:7",
        "race result reverse.comp:7 reverse.comp:8",
        "note block reverse.comp:7 reverse.comp:8",
    ] {
        assert_eq!(compare(other), (vec![other.to_string()], vec![race.clone()]));
    }
}

/// A triangle over everything, and what the two lines marked so say about it.
const VERTEX: &str = "#version 430 core
out float shade;
uniform int far;
void main() {
    float steps[3] = float[3](0.0, 0.5, 1.0);
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0;
    shade = steps[gl_VertexID + far];
    while (far > 9) {
        shade += 1.0;
    }
    gl_Position = vec4(corner, 0.0, 1.0);
}
";

const FRAGMENT: &str = "#version 430 core
in float shade;
out float result;
uniform sampler2D photo;
void main() {
    result = shade
        + texelFetch(photo, ivec2(64, 0), 0).x;
}
";

/// Each stage numbers its instructions for itself; findings, counters and steps of both must not be taken for
/// one another's.
#[test]
fn a_finding_of_a_vertex_kernel_is_at_its_line() {
    let check = || KernelCheck::source("shade.frag", FRAGMENT).vertex(VERTEX);
    let launch = |far: &str| {
        LaunchOptions::new()
            .option("image", "photo=zero:32x32")
            .unwrap()
            .vertices(3)
            .option("uniform", &format!("far={far}"))
            .unwrap()
            .counted()
    };
    let report = check().run(&launch("1").timeline()).unwrap();
    let mut told: Vec<_> = report
        .findings
        .iter()
        .map(|finding| (finding.kind, finding.kernel.as_str(), finding.name.as_str(), finding.witnesses[0].line))
        .collect();
    told.sort();
    let bounds = FindingKind::Bounds;
    assert_eq!(told, [(bounds, "shade.frag", "photo", 7), (bounds, "shade.vert", "steps", 7)]);
    let drawn = report.drawings.concat();
    assert!(drawn.contains("shade = steps[gl_VertexID + far];") && drawn.contains("+ texelFetch"), "{drawn}");
    let spans = &report.timelines[0].spans;
    let counters = report.counters.unwrap();
    let at = |file: &str, line| counters.lines.iter().find(|known| known.file == file && known.line == line);
    assert_eq!(at("shade.frag", 7).unwrap().counts.texels, 0);
    assert_eq!(at("shade.vert", 6).unwrap().counts.texels, 0);
    assert!(at("shade.vert", 6).unwrap().counts.instructions() > 0);
    let sum: u64 = counters.lines.iter().map(|line| line.counts.instructions()).sum();
    assert_eq!(counters.total.instructions(), sum);
    assert!(spans.first().unwrap().file == "shade.vert" && spans.last().unwrap().file == "shade.frag");

    let endless = check().run(&launch("10").steps(1000)).unwrap();
    let steps: Vec<_> = endless
        .findings
        .iter()
        .filter(|finding| finding.kind == FindingKind::Steps)
        .collect();
    assert_eq!((steps.len(), steps[0].kernel.as_str(), steps[0].witnesses[0].line), (1, "shade.vert", 8));
    let unwatched = check().run(&launch("10").steps(1000).unwatched()).unwrap_err().to_string();
    assert!(unwatched.contains("was stopped after 1000 steps at shade.vert:8"), "{unwatched}");
}

/// The demands of a program are bounded as those of a comment are: no clock overflows, no list of
/// orders takes all memory, and an endless loop of a fragment ends with its time.
#[test]
fn a_launch_of_anything_ends() {
    let comp = "#version 430 core
layout(local_size_x = 1) in;
layout(std430) buffer Result { uint result[]; };
void main() { if (gl_WorkGroupID.x < 1024) result[gl_WorkGroupID.x] = 1; }
";
    let run = |launch: LaunchOptions| KernelCheck::source("wide.comp", comp).run(&launch).unwrap();
    let longest = Duration::from_secs(u64::MAX);
    assert!(run(LaunchOptions::new().deadline(longest)).is_right());
    let report = run(LaunchOptions::new().schedules(0));
    assert!(report.schedules == 1 && report.output("Result").is_some_and(|words| words[0] == 1));
    let short = Duration::from_millis(100);
    assert_eq!(run(LaunchOptions::new().groups([1 << 20, 1, 1]).schedules(u32::MAX).deadline(short)).wanted, 4096);
    // Orders of 2^32 groups do not fit the memory of most machines.
    let many = LaunchOptions::new()
        .groups([65_535, 65_535, 1])
        .option("schedule", "random:1")
        .unwrap()
        .deadline(short);
    // Its end is no fault of the kernel, however far a machine gets in that time.
    let report = run(many);
    assert!(report.is_right() && report.unfinished.is_some(), "{}", report.verdict());

    let frag = "#version 330 core
// run: steps 100000000
// run: uniform n=0
uniform int n;
out vec4 colour;
void main() {
    colour = vec4(0.0);
    while (n < 1) colour += 1.0;
}
";
    let report = KernelCheck::source("endless.frag", frag)
        .run(&LaunchOptions::new().deadline(short))
        .unwrap();
    assert!(report.findings.is_empty() && !report.is_judged(), "{:?}", report.findings);
    assert!(report.verdict().contains("the last of them at endless.frag:8"), "{}", report.verdict());
}

/// Light that is thrown back as a whole is refracted to 0, by definition and not by a calculation that went
/// wrong.
#[test]
fn total_reflection_is_finite() {
    let text = "#version 330 core
// run: watch non-finite
out vec4 colour;
void main() { colour = vec4(refract(normalize(vec3(gl_FragCoord.xy + 9.0, -1.0)), vec3(0.0, 0.0, 1.0), 1.5), 1.0); }
";
    let report = KernelCheck::source("refract.frag", text).run(&LaunchOptions::new()).unwrap();
    assert!(report.is_right(), "{}", report.drawings.concat());
}

/// The files that the library's own kernels include are found from the kernels' files alone.
#[test]
fn the_kernels_of_reduce_are_checked_by_their_files() {
    let primitives = Path::new(env!("CARGO_MANIFEST_DIR")).join("compute_kernels/primitives");
    for name in ["reduce_shared.comp", "reduce_atomic_group.comp"] {
        let launch = LaunchOptions::new()
            .option("buffer", "Source=random:256")
            .unwrap()
            .option("uniform", "source_count=256");
        let report = KernelCheck::file(primitives.join(name)).unwrap().run(&launch.unwrap()).unwrap();
        assert!(report.is_right(), "{}", report.drawings.concat());
    }
}
