use crate::answer;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use gristmill::algorithms::life;
use serde_json::{Value, json};

fn ask_json(request: Value) -> Value {
    serde_json::from_str(&answer(&request.to_string())).unwrap_or_default()
}

const SAXPY_KERNEL: &str = "fragment_kernels/streams/saxpy.frag";

#[test]
fn a_kernel_is_run_by_its_ways() {
    let ways = ask_json(json!({ "do": "ways", "path": SAXPY_KERNEL }));
    assert_eq!(ways["ways"][0]["way"], "fragment", "{ways}");
    let others = ways["others"].as_array().unwrap();
    assert!(others.iter().any(|way| way["era"] == "compute"), "{ways}");
}

#[test]
fn the_likeliest_way_is_found_first() {
    for (path, algorithm, way) in [
        ("fragment_kernels/streams/saxpy_packed.frag", "saxpy", "fragment_packed"),
        ("compute_kernels/primitives/reduce_shared.comp", "reduce", "compute_shared"),
        ("fragment_kernels/include/stream.glsl", "saxpy", "fragment"),
    ] {
        let ways = ask_json(json!({ "do": "ways", "path": path, "first": true }));
        assert_eq!(ways["ways"].as_array().map(Vec::len), Some(1), "{ways}");
        assert_eq!((&ways["ways"][0]["algorithm"], &ways["ways"][0]["way"]), (&json!(algorithm), &json!(way)));
        assert!(
            ways["algorithms"]
                .as_array()
                .is_some_and(|names| names.contains(&json!(algorithm))),
            "{ways}"
        );
    }
    let none = ask_json(json!({ "do": "ways", "path": SAXPY_KERNEL, "algorithm": "scan" }));
    assert_eq!(none["ways"], json!([]));
}

#[test]
fn an_edited_kernel_is_judged_by_the_reference() {
    let text = ask_json(json!({ "do": "text", "path": SAXPY_KERNEL }))["text"]
        .as_str()
        .unwrap()
        .to_string();
    let mut request = json!({ "do": "run", "algorithm": "saxpy", "way": "fragment", "size": 43, "counted": true });
    let right = ask_json(request.clone());
    assert_eq!(right["verdict"], "right", "{right}");
    assert_eq!(right["numbers"].as_array().map(Vec::len), Some(43));
    assert!(right["counters"]["bytes_read"].is_number(), "{right}");
    request["files"] = json!({ SAXPY_KERNEL: text.replace("alpha *", "2.0 * alpha *") });
    let wrong = ask_json(request.clone());
    assert_eq!((&wrong["verdict"], &wrong["unused"]), (&json!("wrong"), &json!([])), "{wrong}");
    request["files"] = json!({ SAXPY_KERNEL: text.replace("alpha *", "alpha * * ;") });
    let failed = ask_json(request);
    assert_eq!(failed["verdict"], "failed");
    assert_eq!(failed["lines"][0]["file"], "saxpy.frag", "{failed}");
    assert!(failed["lines"][0]["line"].as_u64() > Some(1), "{failed}");
}

#[test]
fn a_kernel_without_its_barrier_is_found_out_at_its_lines() {
    let path = "compute_kernels/primitives/reduce_shared.comp";
    let text = ask_json(json!({ "do": "text", "path": path }))["text"]
        .as_str()
        .unwrap()
        .to_string();
    assert!(text.contains("    barrier();"));
    let edited = text.replace("    barrier();", "");
    let way = "compute_shared";
    let found =
        ask_json(json!({ "do": "run", "algorithm": "reduce", "way": way, "size": 1000, "files": { path: edited } }));
    assert_eq!(found["verdict"], "found", "{found}");
    assert_eq!(found["findings"][0]["kind"], "race");
    let line = &found["findings"][0]["lines"][0];
    assert_eq!(line["file"], "reduce_shared.comp");
    assert!(
        line["sentence"]
            .as_str()
            .is_some_and(|said| said.starts_with("race on shared `block[")),
        "{line}"
    );
}

#[test]
fn a_card_of_the_time_refuses_what_it_had_not() {
    let refused = ask_json(json!({
        "do": "run", "algorithm": "saxpy", "way": "fragment", "size": 43, "card": "radeon-9700", "path": SAXPY_KERNEL,
    }));
    assert_eq!(refused["verdict"], "failed", "{refused}");
    assert!(refused["sentence"].as_str().unwrap().contains("ATI Radeon 9700 Pro"), "{refused}");
    let lines = refused["lines"].as_array().unwrap();
    assert!(lines.len() > 1 && lines.iter().all(|line| line["sentence"].is_string()), "{refused}");
    assert_eq!(lines[0]["file"], "stream.glsl", "{refused}");
}

#[test]
fn a_readers_own_kernel_runs_on_what_it_says() {
    let text = "#version 430 core
// run: groups 2
layout(local_size_x = 4) in;
layout(std430) buffer Last { uint last[]; };
void main() { last[0] = gl_GlobalInvocationID.x; }";
    let launched = ask_json(json!({ "do": "launch", "name": "last.comp", "text": text, "counted": true }));
    assert_eq!(launched["right"], false, "{launched}");
    let line = &launched["findings"][0]["lines"][0];
    assert_eq!((&line["file"], &line["line"]), (&json!("last.comp"), &json!(5)), "{launched}");
    assert_eq!(launched["outputs"][0]["name"], "Last");
}

/// Decodes the words of a base64 text.
fn decode_words(text: &Value) -> Vec<u32> {
    let bytes = STANDARD.decode(text.as_str().unwrap()).unwrap();
    bytes
        .chunks_exact(4)
        .map(|word| u32::from_le_bytes(word.try_into().unwrap()))
        .collect()
}

#[test]
fn each_launch_is_told_with_what_it_left() {
    let told = ask_json(json!({ "do": "run", "algorithm": "scan", "way": "fragment", "size": 43, "launches": true }));
    let launches = told["launches"].as_array().unwrap();
    // There is a stride for each power of two below the length.
    let strides = launches
        .iter()
        .map(|launch| launch["uniforms"]["stride"]["numbers"][0].as_u64().unwrap());
    assert_eq!(strides.collect::<Vec<_>>(), [1, 2, 4, 8, 16, 32]);
    assert!(
        launches
            .iter()
            .all(|launch| launch["kernel"] == "scan.frag" && launch["era"] == "fragment"),
        "{told}"
    );
    let last = decode_words(&launches[5]["outputs"][0]["words"]);
    let read: Vec<f64> = last[..43].iter().map(|word| f32::from_bits(*word).into()).collect();
    assert_eq!((&told["verdict"], json!(read)), (&json!("right"), told["numbers"].clone()));

    let told =
        ask_json(json!({ "do": "run", "algorithm": "scan", "way": "compute_blocks", "size": 43, "launches": true }));
    let dispatch = &told["launches"][0];
    assert_eq!((&dispatch["era"], dispatch["groups"].as_array().map(Vec::len)), (&json!("compute"), Some(3)), "{told}");
    assert!(
        dispatch["outputs"]
            .as_array()
            .unwrap()
            .iter()
            .all(|output| output["words"].is_string()),
        "{told}"
    );
}

#[test]
fn generations_of_life_are_those_of_the_reference() {
    let told = ask_json(json!({ "do": "run", "algorithm": "life", "way": "fragment", "size": 256, "launches": true }));
    let launches = told["launches"].as_array().unwrap();
    let generations: Vec<Vec<u32>> = launches
        .iter()
        .map(|launch| decode_words(&launch["outputs"][0]["words"]))
        .collect();
    assert_eq!((&told["verdict"], generations.len()), (&json!("right"), 16), "{told}");
    for pair in generations.windows(2) {
        assert_eq!(life::reference(&pair[0], [16, 16], 1), pair[1]);
    }
}

#[test]
fn a_captured_run_has_what_a_machine_needs_to_make_it_again() {
    let told = ask_json(json!({ "do": "run", "algorithm": "saxpy", "way": "fragment", "size": 43, "capture": true }));
    let capture = &told["capture"];
    let kinds: Vec<&str> = capture["events"]
        .as_array()
        .unwrap()
        .iter()
        .map(|event| {
            ["reset", "write", "launch", "read", "copy"]
                .into_iter()
                .find(|kind| !event[*kind].is_null())
                .unwrap()
        })
        .collect();
    assert_eq!(kinds.iter().filter(|kind| **kind == "write").count(), 2, "{kinds:?}");
    assert_eq!(kinds[kinds.len() - 2..], ["launch", "read"]);
    assert_eq!(capture["launches"][0]["textures"].as_array().map(Vec::len), Some(2));
    assert!(
        capture["programs"][0]["web"]["fragment"]
            .as_str()
            .unwrap()
            .starts_with("#version 300 es"),
        "{capture}"
    );
}

#[test]
fn every_fragment_kernel_is_one_for_webgl_too() {
    let mut refused = vec![];
    let mut count = 0;
    for name in gristmill::kernels::names() {
        let kernel = gristmill::kernels::find(&name).unwrap();
        if kernel.check(gristmill::Era::Fragment).is_ok() {
            count += 1;
            refused.extend(kernel.web().err().map(|error| error.to_string()));
        }
    }
    assert!(count > 250, "{count}");
    assert_eq!(refused, [""; 0], "{} of {count}", refused.len());
}

#[test]
fn every_puzzle_is_told_and_judged() {
    let puzzles = ask_json(json!({ "do": "puzzles" }));
    assert!(puzzles["puzzles"].as_array().unwrap().len() >= 40);
    let name = "left_neighbour";
    let puzzle = ask_json(json!({ "do": "puzzle", "name": name }));
    assert_eq!(puzzle["hints"].as_array().map(Vec::len), Some(3), "{puzzle}");
    let judged = ask_json(json!({ "do": "judge", "name": name, "text": puzzle["start"] }));
    assert_eq!((&judged["right"], &judged["reason"]), (&json!(false), &json!("wrong")));
    let solution = ask_json(json!({ "do": "solution", "name": name }));
    let judged = ask_json(json!({ "do": "judge", "name": name, "text": solution["text"] }));
    assert_eq!(judged["right"], true, "{judged}");
}

/// Returns a uniform of a kernel from an answer.
fn find_uniform<'a>(answer: &'a Value, kernel: &str, name: &str) -> &'a Value {
    let mut all = answer["uniforms"].as_array().unwrap().iter();
    all.find(|one| one["kernel"] == kernel && one["name"] == name).unwrap()
}

#[test]
fn uniforms_of_the_host_are_told() {
    let told = ask_json(json!({ "do": "run", "algorithm": "heat", "way": "fragment", "size": 64 }));
    assert_eq!(told["uniforms"].as_array().map(Vec::len), Some(1), "the library's own are not the host's: {told}");
    let rate = find_uniform(&told, "heat.frag", "rate");
    assert_eq!((&rate["type"], rate["values"].as_array().map(Vec::len)), (&json!("float"), Some(1)), "{told}");
    let told = ask_json(json!({ "do": "run", "algorithm": "scan", "way": "fragment", "size": 8 }));
    assert_eq!(find_uniform(&told, "scan.frag", "stride")["values"], json!([[1.0], [2.0], [4.0]]));
}

#[test]
fn a_pinned_uniform_changes_the_result_and_is_not_judged() {
    let mut request = json!({ "do": "run", "algorithm": "heat", "way": "compute", "size": 64 });
    let right = ask_json(request.clone());
    let host = find_uniform(&right, "heat.comp", "rate")["values"][0][0].clone();
    request["uniforms"] = json!({ "heat.comp": { "rate": { "type": "float", "numbers": [0.0] } } });
    let pinned = ask_json(request.clone());
    assert_eq!(
        (&pinned["verdict"], pinned["sentence"].as_str()),
        (
            &json!("not judged"),
            Some(&*format!(
                "the reference computes with the host's rate = {host}; here it is 0, so the result is shown and not judged"
            ))
        )
    );
    assert_ne!(pinned["numbers"], right["numbers"]);
    assert_eq!(
        find_uniform(&pinned, "heat.comp", "rate")["values"],
        json!([[host]]),
        "the host's is told, not the pinned one"
    );
    request["uniforms"]["heat.comp"]["rate"]["numbers"] = json!([host]);
    let same = ask_json(request);
    assert_eq!((&same["verdict"], &same["numbers"]), (&json!("right"), &right["numbers"]), "{same}");
}

#[test]
fn a_launch_is_captured_with_the_pinned_value() {
    let pin = json!({ "saxpy.frag": { "alpha": { "type": "float", "numbers": [0.5] } } });
    let told = ask_json(json!({
        "do": "run", "algorithm": "saxpy", "way": "fragment", "size": 43, "launches": true, "uniforms": pin,
    }));
    assert_eq!(told["launches"][0]["uniforms"]["alpha"]["numbers"], json!([0.5]), "{told}");
}

#[test]
fn what_cannot_be_pinned_is_told_in_a_sentence() {
    for (told, sentence) in [
        (request_pin("saxpy.frag", "alfa", build_float(1.0)), "saxpy.frag has no uniform alfa; it has alpha"),
        (
            request_pin("saxpy.comp", "alpha", build_float(1.0)),
            "no launch of this run is of saxpy.comp, whose alpha is pinned; the host sets uniforms of saxpy.frag",
        ),
        (
            request_pin("saxpy.frag", "alpha", json!({ "type": "int", "numbers": [1] })),
            "saxpy.frag: the uniform alpha is float, and is pinned to int; pin it to float",
        ),
        (
            request_pin("saxpy.frag", "alpha", json!({ "type": "uint", "numbers": [-1] })),
            "saxpy.frag: [-1.0] are not a value of the uniform alpha as \"uint\"; give a float, int, uint or a vector \
             of them, with its numbers",
        ),
    ] {
        let said = told["error"].as_str().or(told["sentence"].as_str()).unwrap_or_default();
        assert_eq!(said, sentence, "{told}");
    }
}

fn build_float(number: f64) -> Value {
    json!({ "type": "float", "numbers": [number] })
}

fn request_pin(kernel: &str, name: &str, given: Value) -> Value {
    let uniforms = json!({ kernel: { name: given } });
    ask_json(json!({ "do": "run", "algorithm": "saxpy", "way": "fragment", "size": 4, "uniforms": uniforms }))
}

#[test]
fn what_is_no_request_is_told_in_a_sentence() {
    for (request, sentence) in [
        (json!([]), "the request has no text in \"do\"; give one"),
        (json!({ "do": "dance" }), "unknown request \"dance\"; crates/live/README.md lists all"),
        (json!({ "do": "run", "algorithm": "saxpi", "way": "fragment" }), "saxpi"),
        (json!({ "do": "run", "algorithm": "saxpy", "way": "quickest" }), "saxpy has no way \"quickest\"; there are "),
        (
            json!({ "do": "run", "algorithm": "saxpy", "way": "fragment", "size": -1 }),
            "size is -1; give a whole number",
        ),
        (
            json!({ "do": "run", "algorithm": "saxpy", "way": "fragment", "size": u64::MAX }),
            "elements are more than the 4194304",
        ),
        (
            json!({ "do": "text", "path": "../../etc/passwd" }),
            "../../etc/passwd not found; gristmill::kernels::paths lists all files",
        ),
        (json!({ "do": "puzzle", "name": "no" }), "no"),
    ] {
        let answer = ask_json(request);
        let said = answer["error"].as_str().or(answer["sentence"].as_str()).unwrap_or_default();
        assert!(said.contains(sentence), "{answer}");
    }
}

/// `tests/live/parts/bits.mjs` compares the module with the same lines.
#[test]
fn results_have_the_same_bits_on_every_machine() {
    let known = ask_json(json!({ "do": "bits" }));
    let mut lines = String::new();
    for (kind, names) in [("function", &known["functions"]), ("algorithm", &known["algorithms"])] {
        for name in names.as_array().unwrap() {
            let given = ask_json(json!({ "do": "bits", kind: name }));
            lines += &format!(
                "{kind} {}: {}\n",
                name.as_str().unwrap(),
                given["bits"].as_str().unwrap_or(&given.to_string())
            );
        }
    }
    insta::assert_snapshot!("bits", lines);
}

/// Kernels that are right without their guard in the way that a page starts with, and the reason.
const NEEDLESS_GUARDS: [(&str, &str); 17] = [
    ("compute_kernels/primitives/compact_chunk_counts.comp", CHUNKS),
    ("compute_kernels/primitives/compact_chunks.comp", CHUNKS),
    ("compute_kernels/primitives/compact_lookback.comp", TILES),
    ("compute_kernels/primitives/scan_chunk_totals.comp", CHUNKS),
    ("compute_kernels/primitives/scan_chunks.comp", CHUNKS),
    ("compute_kernels/primitives/scan_image.comp", CHUNKS),
    ("compute_kernels/primitives/scan_image_totals.comp", CHUNKS),
    ("compute_kernels/primitives/segmented_scan_chunk_totals.comp", CHUNKS),
    ("compute_kernels/primitives/segmented_scan_chunks.comp", CHUNKS),
    ("compute_kernels/primitives/sort_pairs.comp", CHUNKS),
    ("compute_kernels/primitives/sort_step.comp", LATE),
    ("compute_kernels/primitives/sort_unpair.comp", CHUNKS),
    ("compute_kernels/primitives/split_chunks.comp", CHUNKS),
    ("compute_kernels/linear_algebra/jacobi_strips.comp", EMPTY),
    ("compute_kernels/linear_algebra/transpose_blocks.comp", EMPTY),
    ("compute_kernels/structures/level_set_view.comp", PICTURE),
    ("compute_kernels/simulations/fluid_coarsest.comp", ELSEWHERE),
];
const CHUNKS: &str = "there are whole groups of chunks";
const TILES: &str = "there are as many groups as tiles";
const PICTURE: &str = "its pictures are of whole groups";
const ELSEWHERE: &str = "the way that a page begins with compiles it, and another one runs it";
const EMPTY: &str = "the loops of a lane beyond the end have no turn";
const LATE: &str = "it runs on more than 2,048 elements alone, and is found at 4,097";

/// Returns true if a condition compares an index with a count.
fn is_guard(condition: &str) -> bool {
    let sides = condition.split_once(" >= ").or_else(|| condition.split_once(" < "));
    sides.is_some_and(|(index, many)| is_bound(many) && !index.contains(['[', '(']))
}

fn is_bound(side: &str) -> bool {
    let side = side.trim();
    let name = side.trim_end_matches(".x").trim_end_matches(".y");
    let is_word = name.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
    is_word && ["count", "size", "length"].iter().any(|word| name.ends_with(word))
}

/// Returns a kernel without its guards: both `if (i >= element_count) return;` and `if (i < element_count)` are
/// removed. `None` if it has none.
fn without_guards(text: &str) -> Option<String> {
    let mut left = text.to_string();
    let mut from = 0;
    let mut stripped = false;
    while let Some(begin) = left[from..].find("if (").map(|at| from + at) {
        let mut deep = 0;
        let end = left[begin..].char_indices().find_map(|(at, letter)| {
            deep += match letter {
                '(' => 1,
                ')' => -1,
                _ => 0,
            };
            (letter == ')' && deep == 0).then_some(begin + at)
        })?;
        let condition = left[begin + 4..end].to_string();
        let terms: Vec<&str> = condition.split(" || ").collect();
        let others: Vec<&str> = terms.iter().copied().filter(|term| !is_guard(term)).collect();
        from = begin + 4;
        if others.len() == terms.len() {
            continue;
        }
        stripped = true;
        let returns = left[end + 1..].trim_start().starts_with("return;");
        let otherwise = left[end + 1..]
            .find('\n')
            .is_some_and(|line| left[end + 1..][line..].trim_start().starts_with("else"));
        let (stop, instead) = match (others.is_empty(), returns) {
            (false, _) => (end + 1, format!("if ({})", others.join(" || "))),
            (true, true) => (end + 1 + left[end + 1..].find(';')? + 1, String::new()),
            (true, false) if otherwise => (end + 1, "if (true)".to_string()),
            (true, false) => (end + 1, String::new()),
        };
        left.replace_range(begin..stop, &instead);
        from = begin;
    }
    stripped.then_some(left)
}

/// Algorithms whose kernels are too slow for every run of the tests.
const SLOW_ALGORITHMS: [&str; 5] = ["boids", "fluid_volume", "nbody", "photon_map", "ray_grid"];

/// Returns true if a kernel is of one of [`SLOW_ALGORITHMS`].
fn is_slow_kernel(path: &str) -> bool {
    path.rsplit('/')
        .next()
        .is_some_and(|file| SLOW_ALGORITHMS.iter().any(|name| file.starts_with(name)))
}

/// Judges a kernel without its guard, on a size that is a multiple of every group's; returns the answer.
fn judge_without_guard(path: &str) -> Option<Value> {
    let text = without_guards(&gristmill::kernels::text(path).unwrap())?;
    let ways = ask_json(json!({ "do": "ways", "path": path, "first": true }));
    let way = ways["ways"].get(0)?;
    Some(ask_json(json!({
        "do": "run", "algorithm": way["algorithm"], "way": way["way"], "era": way["era"], "size": 1_024, "files": { path: text },
    })))
}

#[test]
fn a_kernel_without_its_guard_is_not_right() {
    let paths = gristmill::kernels::paths()
        .into_iter()
        .filter(|path| path.starts_with("compute_kernels/") && path.ends_with(".comp"))
        .filter(|path| !is_slow_kernel(path));
    let judged: Vec<(String, Value)> = paths
        .filter_map(|path| judge_without_guard(&path).map(|answer| (path, answer)))
        .collect();
    let mut right: Vec<&str> = vec![];
    for (path, answer) in &judged {
        println!(
            "{path}: {} {} {}",
            answer["verdict"],
            answer["wrong_size"],
            answer["sentence"].as_str().unwrap_or("").lines().next().unwrap_or("")
        );
        if answer["verdict"] == "right" || answer["verdict"] == "left out" {
            right.push(path);
        }
    }
    let mut needless: Vec<&str> = NEEDLESS_GUARDS.iter().map(|(path, _)| *path).collect();
    right.sort();
    needless.sort();
    assert_eq!(right, needless, "of {} kernels without their guard", judged.len());
}
