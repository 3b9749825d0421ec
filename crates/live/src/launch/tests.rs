use crate::answer;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use std::time::Instant;

fn ask_json(request: Value) -> Value {
    serde_json::from_str(&answer(&request.to_string())).unwrap_or_default()
}

/// Returns a kernel that adds 1 to each number of a block of that type.
fn increment_kernel(kind: &str) -> String {
    format!(
        "#version 430 core
// run: groups 1
// run: buffer Numbers=numbers.npy
layout(local_size_x = 8) in;
layout(std430) buffer Numbers {{ {kind} numbers[]; }};
void main() {{
    uint i = gl_GlobalInvocationID.x;
    if (i < uint(numbers.length())) numbers[i] += {kind}(1);
}}
"
    )
}

fn npy_bytes(descr: &str, shape: &str, bytes: &[u8]) -> Vec<u8> {
    let header = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}\n");
    let length = (header.len() as u16).to_le_bytes();
    [b"\x93NUMPY\x01\x00", &length[..], header.as_bytes(), bytes].concat()
}

fn launch_with_file(text: &str, bytes: &[u8]) -> Value {
    let file = json!({ "name": "numbers.npy", "base64": STANDARD.encode(bytes) });
    ask_json(json!({ "do": "launch", "name": "more.comp", "text": text, "files": [file] }))
}

#[test]
fn an_array_of_numpy_arrives_as_it_is() {
    let floats: Vec<u8> = [0.5_f32, -2.0, 1e9].iter().flat_map(|number| number.to_le_bytes()).collect();
    let launched = launch_with_file(&increment_kernel("float"), &npy_bytes("<f4", "(3,)", &floats));
    assert_eq!(launched["outputs"][0]["numbers"], json!([1.5, -1.0, 1e9]), "{launched}");
    let launched = launch_with_file(&increment_kernel("int"), &npy_bytes("|i1", "(2,)", &[0xff, 7]));
    assert_eq!(launched["outputs"][0]["numbers"], json!([0.0, 8.0]), "{launched}");
}

#[test]
fn a_file_that_is_not_what_it_should_be_is_a_sentence() {
    let floats = npy_bytes("<f4", "(1,)", &0.5_f32.to_le_bytes());
    for (kind, bytes, sentence) in [
        ("uint", &floats[..], "its numbers are float32, uint is wanted; save it as uint32"),
        ("float", &floats[..floats.len() - 1], "numbers.npy: it is cut off: its shape (1,) is 4 bytes, 3 are there"),
        ("float", b"PK\x03\x04", "numbers.npy: it is not an .npy file; numpy.save writes one"),
        ("float", b"", "numbers.npy: it is not an .npy file"),
        ("float", &npy_bytes("<c8", "(1,)", &[0; 8]), "its numbers are c8; save it as float32"),
    ] {
        let error = launch_with_file(&increment_kernel(kind), bytes)["error"].to_string();
        assert!(error.contains(sentence), "{error}");
    }
    let file = json!({ "name": "numbers.npy", "base64": "#" });
    let damaged =
        ask_json(json!({ "do": "launch", "name": "a.comp", "text": increment_kernel("float"), "files": [file] }));
    assert!(damaged["error"].to_string().contains("numbers.npy: it arrived damaged"), "{damaged}");
    let missing = ask_json(json!({ "do": "launch", "name": "a.comp", "text": increment_kernel("float") }));
    assert!(missing["error"].to_string().contains("numbers.npy: the kernel has no folder"), "{missing}");
}

#[test]
fn a_picture_is_read_by_a_sampler_and_drawn_again() {
    let mut png = std::io::Cursor::new(vec![]);
    let pixels = image::RgbaImage::from_fn(2, 1, |x, _| image::Rgba([255 * x as u8, 51, 0, 255]));
    pixels.write_to(&mut png, image::ImageFormat::Png).unwrap();
    let text = "#version 330 core
// run: size 2x1
// run: image photo=photo.png
uniform sampler2D photo;
out vec3 colour;
void main() { colour = texelFetch(photo, ivec2(gl_FragCoord.xy), 0).rgb; }
";
    let file = json!({ "name": "photo.png", "base64": STANDARD.encode(png.get_ref()) });
    let launched = ask_json(json!({ "do": "launch", "name": "copy.frag", "text": text, "files": [file] }));
    let output = &launched["outputs"][0];
    assert_eq!((&output["lanes"], &output["size"]), (&json!(3), &json!([2, 1])), "{launched}");
    assert_eq!(output["numbers"][3], 1.0, "{launched}");
    assert_eq!(output["picture"]["rgba"], STANDARD.encode(pixels.as_raw()), "{launched}");
    let file = json!({ "name": "photo.png", "base64": STANDARD.encode(b"GIF89a") });
    let wrong = ask_json(json!({ "do": "launch", "name": "copy.frag", "text": text, "files": [file] }));
    assert!(wrong["error"].to_string().contains("photo.png"), "{wrong}");
}

#[test]
fn what_the_playground_begins_with_does_what_it_says() {
    let examples = ask_json(json!({ "do": "examples" }));
    for example in examples["examples"].as_array().unwrap() {
        let launched = ask_json(json!({
            "do": "launch", "name": example["file"], "text": example["text"], "options": example["options"],
        }));
        let raced = launched["findings"]
            .as_array()
            .unwrap()
            .iter()
            .any(|finding| finding["kind"] == "race");
        assert_eq!(raced, example["title"] == "A race", "{}: {launched}", example["title"]);
        assert_eq!(launched["right"], !raced, "{}: {launched}", example["title"]);
        assert_eq!(launched["made_up"], json!([]), "{}", example["title"]);
        let output = &launched["outputs"][0];
        assert!(output["length"].as_u64() >= Some(64), "{}: {output}", example["title"]);
        let is_fragment = !example["file"].as_str().unwrap().ends_with(".comp");
        assert_eq!(output["picture"].is_object(), is_fragment, "{}", example["title"]);
    }
}

/// Returns the error or the verdict of a launch, which must come soon.
fn launch_sentence(name: &str, text: &str, options: Value) -> String {
    let begin = Instant::now();
    let launched = ask_json(json!({ "do": "launch", "name": name, "text": text, "options": options }));
    let seconds = begin.elapsed().as_secs_f64();
    assert!(seconds < 60.0, "{name}: {seconds} s");
    launched["error"]
        .as_str()
        .or(launched["verdict"].as_str())
        .unwrap_or_default()
        .to_string()
}

fn compute_kernel(body: &str) -> String {
    format!(
        "#version 430 core
layout(local_size_x = 64) in;
layout(std430) buffer Result {{ uint result[]; }};
void main() {{ {body} }}
"
    )
}

#[test]
fn what_asks_for_too_much_is_told_and_ends() {
    let endless = compute_kernel("uint i = 1u; while (i != 0u) i |= 1u; result[0] = i;");
    for groups in ["1", "64", "65535"] {
        let said = launch_sentence("endless.comp", &endless, json!([["groups", groups]]));
        assert_eq!(said, "endless.comp: 1 error");
    }
    let patterns = [["buffer", "Result=zero:4294967295"], ["buffer", "Result=0..4000000000"]];
    for option in patterns {
        let said = launch_sentence("large.comp", &compute_kernel("result[0] = 1u;"), json!([option]));
        assert!(said.ends_with("make them smaller, or allow more with a line as memory 1024"), "{said}");
    }
    for (name, text) in [
        ("local.comp", compute_kernel("uint many[1000000]; many[gl_LocalInvocationID.x] = 1u; result[0] = many[1];")),
        ("shared.comp", compute_kernel("result[0] = 1u;").replace("void", "shared uint many[1 << 30];\nvoid")),
        ("picture.frag", "#version 330 core\nout vec4 c;\nvoid main() { c = vec4(1.0); }".to_string()),
    ] {
        let options = if name == "picture.frag" { json!([["size", "16384x16384"]]) } else { json!([]) };
        let said = launch_sentence(name, &text, options);
        assert!(said.starts_with(name), "{said}");
    }
}

#[test]
fn sentences_name_what_a_page_has() {
    let said = launch_sentence("a.comp", &compute_kernel("result[0] = 1u;"), json!([["groups", "many"]]));
    assert_eq!(said, "groups many: it is not a number from 1 to 65535; write it as groups 4,4");
    let long = compute_kernel("for (uint i = 0u; i < 1000000u; i++) result[i & 1u] = i;");
    let said = launch_sentence("a.comp", &long, json!([["groups", "64"], ["deadline", "0.1"]]));
    assert!(said.ends_with("make it smaller, or run it by gristmill check, which has no time limit"), "{said}");
}

#[test]
fn a_long_kernel_is_run_or_told() {
    let mut lines = String::new();
    while lines.len() < 200_000 {
        lines += "    sum += gl_LocalInvocationID.x * 3u + 1u;\n";
    }
    let said = launch_sentence(
        "long.comp",
        &compute_kernel(&format!("uint sum = 0u;\n{lines}result[0] = 1u; result[1] = sum;")),
        json!([]),
    );
    // Its buffer has fewer words than it writes, so it ran.
    assert_eq!(said, "long.comp: 1 error");
    let comment = compute_kernel("result[gl_LocalInvocationID.x] = 1u;") + &"// nothing\n".repeat(200_000 / 11);
    let said = launch_sentence("comment.comp", &comment, json!([]));
    assert!(said.contains("nothing is wrong"), "{said}");
    let nested =
        compute_kernel(&format!("result[gl_LocalInvocationID.x] = {}1u{};", "(".repeat(3000), ")".repeat(3000)));
    assert_eq!(launch_sentence("nested.comp", &nested, json!([])), "nested.comp: nothing is wrong");
}

#[test]
fn a_launch_takes_cg_and_hlsl_by_the_name_of_the_file() {
    let cg = "float4 main(uniform float4 a) : COLOR { half4 h = a; return 2 * h; }\n";
    let hlsl = "float4 a : register(c0);\nfloat4 main() : COLOR { return 2 * a; }\n";
    let options = json!([["size", "1x1"], ["uniform", "a=1,2,3,4"]]);
    for (name, text) in [("k.cg", cg), ("k.hlsl", hlsl)] {
        let launched = ask_json(json!({ "do": "launch", "name": name, "text": text, "options": options }));
        assert_eq!(launched["outputs"][0]["numbers"], json!([2.0, 4.0, 6.0, 8.0]), "{launched}");
    }
}
