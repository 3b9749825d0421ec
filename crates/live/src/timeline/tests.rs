use crate::answer;
use gristmill::check::{KernelCheck, LaunchOptions, Texels};
use gristmill::timeline::{LaunchTimeline, TimelineKind};
use serde_json::{Value, json};
use std::collections::HashSet;

fn ask_json(request: Value) -> Value {
    serde_json::from_str(&answer(&request.to_string())).unwrap_or_default()
}

/// Sixteen lanes in warps of four, with one barrier, an atomic, four words at once, and several writers of one word.
const MIXED_KERNEL: &str = "#version 430 core
// run: groups 2
// run: buffer Source=index:32
// run: buffer Rows=zero:128
// run: buffer Last=zero:1
layout(local_size_x = 16) in;
layout(std430) buffer Source { uint source[]; };
layout(std430) buffer Rows { uvec4 rows[]; };
layout(std430) buffer Last { uint last; };
shared uint board[16];
void main() {
    uint me = gl_LocalInvocationID.x;
    board[me] = source[gl_GlobalInvocationID.x];
    barrier();
    rows[gl_GlobalInvocationID.x] = uvec4(board[15u - me], me, 7u, 8u);
    atomicAdd(source[31], 1u);
    if (me > 5u) last = me;
}";

/// Returns the memories after all events were replayed.
fn play_events(launch: &LaunchTimeline) -> Vec<Vec<u32>> {
    let mut words: Vec<Vec<u32>> = launch.memories.iter().map(|memory| memory.words.clone()).collect();
    for event in &launch.events {
        let Some(memory) = event.memory.filter(|memory| !launch.memories[*memory].shared) else { continue };
        for touched in &event.touched {
            let word = &mut words[memory][touched.word as usize];
            if event.kind == TimelineKind::Load {
                assert_eq!(*word, touched.holds, "{event:?}");
            }
            *word = touched.holds;
        }
    }
    words
}

#[test]
fn all_events_played_give_what_the_run_gave() {
    for order in ["in-order", "reversed", "round-robin", "random:1", "random:2", "random:3"] {
        let launch = LaunchOptions::new()
            .option("schedule", order)
            .unwrap()
            .option("warp", "4")
            .unwrap();
        let report = KernelCheck::source("mixed.comp", MIXED_KERNEL).run(&launch.timeline()).unwrap();
        let launch = &report.timelines[0];
        let words = play_events(launch);
        for (output, name) in [("Source", "source"), ("Rows", "rows"), ("Last", "last")] {
            let memory = launch.memories.iter().position(|memory| memory.name == name).unwrap();
            assert_eq!(report.output(output), Some(&words[memory][..]), "{output} {order}");
        }
        let barriers = launch.events.iter().filter(|event| event.kind == TimelineKind::Barrier);
        assert_eq!(barriers.count(), 8, "one for each warp");
    }
}

#[test]
fn all_dispatches_of_an_own_kernel_are_told() {
    let text = "#version 430 core
// run: groups 4
// run: buffer Sums=index:8
// run: uniform stride=1
// run: then uniform stride=2
// run: then groups 1 uniform stride=4
layout(local_size_x = 2) in;
layout(std430) buffer Sums { uint sums[]; };
uniform uint stride;
void main() {
    uint me = gl_GlobalInvocationID.x;
    if (me % (2u * stride) == 0u) sums[me] += sums[me + stride];
}";
    let answer = ask_json(json!({ "do": "time", "name": "sum.comp", "text": text }));
    let launches = answer["launches"].as_array().unwrap_or_else(|| panic!("{answer}"));
    launches.iter().for_each(assert_events_end);
    // Each dispatch starts with the data of the one before.
    let words: Vec<String> = launches
        .iter()
        .map(|launch| launch["memories"][0]["words"].to_string())
        .collect();
    assert_eq!(words, ["[0,1,2,3,4,5,6,7]", "[1,1,5,3,9,5,13,7]", "[6,1,5,3,22,5,13,7]"], "{answer}");
}

/// Reads a texture with a filter, adds to an integer image, and writes one of four channels.
const TEXELS_KERNEL: &str = "#version 430 core
// run: groups 2
// run: image counts=zero:3x1
// run: image result=zero:4x2
layout(local_size_x = 4) in;
uniform sampler2D source;
layout(r32ui) uniform uimage2D counts;
layout(rgba32f) uniform image2D result;
void main() {
    ivec2 at = ivec2(gl_LocalInvocationID.x, gl_WorkGroupID.x);
    imageAtomicAdd(counts, ivec2(at.x % 3, 0), 1u);
    vec4 texel = texelFetch(source, at, 0);
    imageStore(result, at, imageLoad(result, at) + texel.yxyx);
}";

#[test]
fn images_and_textures_are_memories() {
    let numbers = (0..16_u8).map(|number| f32::from(number).to_bits()).collect();
    let source = Texels::new("rg32f", [4, 2, 1], numbers);
    let launch = LaunchOptions::new().option("warp", "4").unwrap().texture("source", source);
    let report = KernelCheck::source("texels.comp", TEXELS_KERNEL)
        .run(&launch.timeline())
        .unwrap();
    let launch = &report.timelines[0];
    let words = play_events(launch);
    let memory = |name: &str| launch.memories.iter().position(|memory| memory.name == name).unwrap();
    for output in ["counts", "result"] {
        assert_eq!(report.output(output), Some(&words[memory(output)][..]), "{output}");
    }
    let kinds = |name: &str| -> Vec<(TimelineKind, u32, u32)> {
        let of = Some(memory(name));
        let events = launch.events.iter().filter(|event| event.memory == of);
        events
            .map(|event| (event.kind, event.touched[2].lane, event.touched[2].word))
            .collect()
    };
    let load = TimelineKind::Load;
    let store = TimelineKind::Store;
    let atomic = TimelineKind::Atomic;
    // A texel of two channels and one of four: the third access is to the first word of lane 1, or to the third of lane
    // 0.
    assert_eq!(kinds("source"), [(load, 1, 2), (load, 1, 10)]);
    assert_eq!(kinds("result"), [(load, 0, 2), (store, 0, 2), (load, 0, 18), (store, 0, 18)]);
    assert_eq!(kinds("counts"), [(atomic, 2, 2), (atomic, 2, 2)]);
    let answer = ask_json(json!({ "do": "time", "name": "texels.comp", "text": TEXELS_KERNEL }));
    let told = &answer["launches"][0]["memories"][memory("result")];
    let texels = json!({ "width": 4, "words": 4, "channels": 4 });
    assert_eq!((&told["texels"], &told["numbers"]), (&texels, &json!("float")), "{told}");
}

#[test]
fn a_way_of_images_tells_what_they_hold() {
    for (path, name, numbers) in [
        ("compute_kernels/images/invert_image.comp", "result", "byte"),
        ("compute_kernels/simulations/nbody_images.comp", "position", "float"),
        ("compute_kernels/primitives/reduce_mipmap.comp", "result", "float"),
    ] {
        let answer = ask_json(timeline_request(path));
        let launches = answer["launches"].as_array().unwrap_or_else(|| panic!("{path} {answer}"));
        launches.iter().for_each(assert_events_end);
        let memories = launches[0]["memories"].as_array().unwrap();
        let known = memories.iter().position(|memory| memory["name"] == name);
        let known = known.unwrap_or_else(|| panic!("{path} {memories:?}"));
        assert!(memories[known]["texels"]["width"].as_u64() > Some(0), "{path}");
        assert_eq!(memories[known]["numbers"], numbers, "{path}");
        let events = launches[0]["events"].as_array().unwrap();
        assert!(events.iter().any(|event| event["memory"] == known), "{path}");
    }
}

#[test]
fn a_race_is_told_at_its_step_with_both_lanes() {
    let text = "#version 430 core
// run: buffer Result=zero:8
layout(local_size_x = 8) in;
layout(std430) buffer Result { uint result[]; };
shared uint board[8];
void main() {
    uint me = gl_LocalInvocationID.x;
    board[me] = me;

    result[me] = board[(me + 7u) % 8u];
}";
    let answer = ask_json(json!({ "do": "time", "name": "left.comp", "text": text, "lanes": 4 }));
    let launch = &answer["launches"][0];
    let races = launch["races"].as_array().unwrap();
    // Each word is read by its right neighbour.
    let words: HashSet<u64> = races.iter().map(|race| race["word"].as_u64().unwrap()).collect();
    assert_eq!(words.len(), 8, "{answer}");
    for race in races {
        let word = race["word"].as_u64().unwrap();
        let lanes: Vec<(u64, &str, u64)> = race["lanes"].as_array().unwrap().iter().map(lane_use).collect();
        let wrote = (word, "store", 8);
        let read = ((word + 1) % 8, "load", 10);
        // Lane 0 reads the word of lane 7 before the second warp has written it.
        assert_eq!(lanes, if word == 7 { [read, wrote] } else { [wrote, read] }, "{race}");
        let events = launch["events"].as_array().unwrap();
        let event = events
            .iter()
            .find(|event| event["step"] == race["step"] && event["memory"] == race["memory"]);
        let touched = event.unwrap()["lanes"].as_array().unwrap();
        assert!(touched.iter().any(|lane| lane[0] == lanes[1].0 && lane[1] == word), "{race}");
        assert_eq!(answer["findings"][race["finding"].as_u64().unwrap() as usize]["kind"], "race");
    }
    let mended = text.replace("= me;\n\n", "= me;\n    barrier();\n");
    let answer =
        ask_json(json!({ "do": "time", "name": "left.comp", "text": mended, "lanes": 4, "order": "random:5" }));
    assert_eq!(answer["launches"][0]["races"], json!([]), "{answer}");
}

fn lane_use(lane: &Value) -> (u64, &str, u64) {
    (lane["lane"].as_u64().unwrap(), lane["kind"].as_str().unwrap(), lane["line"].as_u64().unwrap())
}

/// Kernels that have a slider in the book.
const BOOK_KERNELS: [&str; 10] = [
    "compute_kernels/primitives/reduce_shared.comp",
    "compute_kernels/primitives/reduce.comp",
    "compute_kernels/primitives/scan.comp",
    "compute_kernels/primitives/scan_add.comp",
    "compute_kernels/linear_algebra/transpose.comp",
    "compute_kernels/linear_algebra/transpose_tile.comp",
    "compute_kernels/primitives/compact.comp",
    "compute_kernels/primitives/compact_atomic_group.comp",
    "compute_kernels/primitives/histogram.comp",
    "compute_kernels/primitives/histogram_shared.comp",
];

/// Returns a page's request for a kernel: for the first way found.
fn timeline_request(path: &str) -> Value {
    let ways = ask_json(json!({ "do": "ways", "path": path, "first": true }));
    let way = &ways["ways"][0];
    json!({ "do": "time", "algorithm": way["algorithm"], "way": way["way"], "era": way["era"], "path": path })
}

fn assert_events_end(launch: &Value) {
    assert_eq!(launch["complete"], true);
    let warps: HashSet<_> = read_list(launch, "spans").iter().map(find_warp).collect();
    let ended: HashSet<_> = read_list(launch, "events")
        .iter()
        .filter(|event| event["kind"] == "ended")
        .map(find_warp)
        .collect();
    assert!(!warps.is_empty());
    assert_eq!(warps, ended);
}

fn read_list(launch: &Value, list: &str) -> Vec<Value> {
    launch[list].as_array().unwrap().clone()
}

fn find_warp(event: &Value) -> (String, Option<u64>) {
    (event["group"].to_string(), event["first"].as_u64())
}

#[test]
fn the_kernels_of_the_book_have_timelines_that_end() {
    for path in BOOK_KERNELS {
        for order in ["in-order", "random:3"] {
            let mut asked = timeline_request(path);
            asked["order"] = order.into();
            let answer = ask_json(asked);
            let launches = answer["launches"].as_array().unwrap_or_else(|| panic!("{path} {answer}"));
            assert!(!launches.is_empty(), "{path} {answer}");
            launches.iter().for_each(assert_events_end);
            assert_eq!(answer["findings"], json!([]), "{path}");
            let name = path.rsplit('/').next().unwrap();
            assert!(answer["texts"][name].is_string());
        }
    }
    for (path, is_race) in [
        ("examples/race/race.comp", true),
        ("examples/race/race_mended.comp", false),
        ("tests/book/shifted_block.comp", false),
    ] {
        let text = std::fs::read_to_string(format!("../../{path}")).unwrap();
        let answer = ask_json(json!({ "do": "time", "name": path.rsplit('/').next(), "text": text }));
        assert_events_end(&answer["launches"][0]);
        assert_eq!(answer["launches"][0]["races"] != json!([]), is_race, "{path}");
    }
}

#[test]
fn what_a_timeline_ends_with_is_what_the_way_gives() {
    let path = "compute_kernels/primitives/scan.comp";
    let mut asked = timeline_request(path);
    asked["size"] = 16.into();
    let mut run = asked.clone();
    run["do"] = "run".into();
    let numbers = ask_json(run)["numbers"].clone();
    let answer = ask_json(asked);
    let launch = &answer["launches"][0];
    let mut words: Vec<Vec<u32>> = serde_json::from_value(Value::Array(
        launch["memories"]
            .as_array()
            .unwrap()
            .iter()
            .map(|memory| memory["words"].clone())
            .collect(),
    ))
    .unwrap();
    for event in launch["events"].as_array().unwrap() {
        let Some(memory) = event["memory"].as_u64() else { continue };
        for lane in event["lanes"].as_array().unwrap() {
            let word = lane[1].as_u64().unwrap() as usize;
            if let Some(place) = words[memory as usize].get_mut(word) {
                *place = lane[2].as_u64().unwrap() as u32;
            }
        }
    }
    let numbers: Vec<f64> = serde_json::from_value(numbers).unwrap();
    let found = words.iter().any(|words| {
        words.len() >= 16
            && words
                .iter()
                .zip(&numbers)
                .all(|(&word, &number)| f64::from(f32::from_bits(word)) == number)
    });
    assert!(found, "{numbers:?} {words:?}");
}

#[test]
fn a_pinned_uniform_is_in_what_lanes_store() {
    let mut asked = timeline_request("compute_kernels/streams/saxpy.comp");
    let (y, result) = run_stores(&asked);
    assert_ne!(result, y);
    asked["uniforms"] = json!({ "saxpy.comp": { "alpha": { "type": "float", "numbers": [0.0] } } });
    let (y, result) = run_stores(&asked);
    assert_eq!(result, y, "nothing times x is added to y");
}

fn run_stores(asked: &Value) -> (Vec<Option<u64>>, Vec<Option<u64>>) {
    let answer = ask_json(asked.clone());
    let launch = &answer["launches"][0];
    let y: Vec<u64> = serde_json::from_value(launch["memories"][find_memory(launch, "y")]["words"].clone()).unwrap();
    let mut result = vec![None; y.len()];
    for event in launch["events"].as_array().unwrap() {
        for lane in event["lanes"].as_array().unwrap() {
            if event["kind"] == "store" && event["memory"] == find_memory(launch, "result") {
                result[lane[1].as_u64().unwrap() as usize] = lane[2].as_u64();
            }
        }
    }
    assert_eq!(answer["findings"], json!([]));
    (y.into_iter().map(Some).collect::<Vec<_>>(), result)
}

fn find_memory(launch: &Value, name: &str) -> usize {
    let memories = launch["memories"].as_array().unwrap();
    memories.iter().position(|memory| memory["name"] == name).unwrap()
}

#[test]
fn what_no_timeline_can_be_of_is_told_in_a_sentence() {
    let path = "compute_kernels/primitives/scan.comp";
    let way = timeline_request(path);
    for (field, value, sentence) in [
        ("size", json!(5000), "elements of a run step by step: 5000 given"),
        ("order", json!("sideways"), "the order is \"sideways\"; give in-order, reversed, round-robin or random:7"),
        ("lanes", json!(65), "lanes of a warp"),
        ("files", json!({ path: "void main() {" }), "scan.comp"),
    ] {
        let mut asked = way.clone();
        asked[field] = value;
        let answer = ask_json(asked);
        assert!(answer["error"].as_str().unwrap_or_default().contains(sentence), "{answer}");
    }
}
