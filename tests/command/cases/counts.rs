//! Cases of costs and refusals of assembly, write masks and half registers.

use super::{assert_right, assert_says};
use crate::check::{folder, gristmill, path};
use serde_json::Value;

/// Returns what `fit` counts of a case on a card: arithmetic and texture slots.
fn count_slots(name: &str, card: &str) -> [u64; 2] {
    let (code, out, errors) = gristmill(&["fit", "--json", &format!("tests/cases/{name}")]);
    assert_eq!(code, Some(0), "{name}: {errors}");
    let fits: Value = serde_json::from_str(&out).unwrap();
    let fit = fits[0]["fits"].as_array().unwrap().iter().find(|fit| fit["card"] == card);
    let demands = fit.unwrap()["demands"].as_array().unwrap();
    ["arithmetic slots", "texture slots"].map(|thing| {
        let demand = demands.iter().find(|demand| demand["thing"] == thing);
        demand.unwrap()["given"].as_u64().unwrap()
    })
}

/// Listings 33-1 and 33-2 of GPU Gems 2: the address costs what the chapter says, beside two reads.
/// cgc 3.1 has the same counts for arbfp1 and fp30. A Radeon moves what a read gives into the
/// output, and a coordinate that is no register's first components.
#[test]
fn a_component_written_in_place_costs_nothing() {
    for card in ["geforce-fx-5900", "geforce-6800", "arb-fragment-program"] {
        assert_eq!(count_slots("mission/a0.frag", card), [0, 2], "{card}");
        assert_eq!(count_slots("mission/a1.frag", card), [1, 2], "{card}");
        for name in ["mission/a2.frag", "mission/a3.frag", "mission/a2.fp"] {
            assert_eq!(count_slots(name, card), [2, 2], "{name} on {card}");
        }
    }
    let by_radeon = ["mission/a0.frag", "mission/a1.frag", "mission/a2.frag", "mission/a3.frag"]
        .map(|name| count_slots(name, "radeon-9700"));
    assert_eq!(by_radeon, [[2, 2], [2, 2], [3, 2], [3, 2]]);
}

/// The assembly has a first move that no compiler writes: cgc 3.1 makes 52 instructions of the GLSL, too.
#[test]
fn a_write_mask_costs_nothing() {
    for card in ["radeon-9700", "geforce-fx-5900", "radeon-x800"] {
        assert_eq!(count_slots("mission/mask.frag", card), [52, 0], "{card}");
        assert_eq!(count_slots("mission/mask.fp", card), [53, 0], "{card}");
    }
    for name in ["mission/mask.frag", "mission/mask.fp"] {
        assert_right(name, &["--card", "radeon-9700"]);
    }
}

/// Returns what `fit` says of a case on each card: the name of the card and the things that it refuses.
fn list_refusals(name: &str) -> Vec<(String, Vec<String>)> {
    list_refusals_of(&format!("tests/cases/{name}"))
}

fn list_refusals_of(name: &str) -> Vec<(String, Vec<String>)> {
    let (code, out, errors) = gristmill(&["fit", "--json", name]);
    assert_eq!(code, Some(0), "{name}: {errors}");
    let fits: Value = serde_json::from_str(&out).unwrap();
    let cards = fits[0]["fits"].as_array().unwrap().iter().map(|fit| {
        let demands = fit["demands"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|demand| demand["refused"] == true);
        let things = demands.map(|demand| demand["thing"].as_str().unwrap().to_string());
        (fit["card"].as_str().unwrap().to_string(), things.collect())
    });
    cards.collect()
}

/// Asserts that these cards take a case, and that each other one refuses all of these things and nothing else.
fn assert_taken_by(name: &str, cards: &[&str], things: &[&str]) {
    let all = list_refusals(name);
    assert!(all.len() > 10, "{name}");
    for (card, refused) in all {
        let wanted = if cards.contains(&card.as_str()) { &[][..] } else { things };
        assert_eq!(refused, wanted, "{name} on {card}");
    }
}

#[test]
fn an_option_that_a_card_has_not_is_refused_with_its_instructions() {
    let option = "OPTION NV_fragment_program2";
    let since_2004 = ["geforce-6800", "geforce-7800", "geforce-8800"];
    assert_taken_by("mission/kil_loop.fp", &since_2004, &[option, "LOOP"]);
    for card in ["radeon-9700", "geforce-fx-5900", "ps-2-0", "webgl-1"] {
        let at = ["mission/kil_loop.fp", "kil_loop.fp:2:", "kil_loop.fp:5:"];
        let said = ["OPTION NV_fragment_program2: ", " has none, and LOOP of line 5 needs it", "LOOP: OPTION"];
        assert_says(at[0], &["--card", card], 1, &[&at[1..], &said].concat());
    }
}

/// A hundred turns of three instructions, the way in, and the first and the last instruction.
#[test]
fn a_loop_counts_with_its_turns() {
    let (_, out, _) = gristmill(&["fit", "--json", "tests/cases/mission/kil_loop.fp"]);
    let fits: Value = serde_json::from_str(&out).unwrap();
    let fit = fits[0]["fits"]
        .as_array()
        .unwrap()
        .iter()
        .find(|fit| fit["card"] == "geforce-6800");
    let demands = fit.unwrap()["demands"].as_array().unwrap();
    let run = demands.iter().find(|demand| demand["thing"] == "instructions run").unwrap();
    assert_eq!((&run["given"], &run["limit"]), (&303.into(), &65_536.into()));
}

/// The features of `OPTION NV_fragment_program` are the GeForce FX's, and none of them is asked for
/// as GLSL would.
#[test]
fn instructions_of_the_geforce_fx_are_its_own() {
    let nvidia = ["geforce-fx-5900", "geforce-6800", "geforce-7800", "geforce-8800"];
    assert_taken_by("mission/nv1.fp", &nvidia, &["OPTION NV_fragment_program", "DDX", "TXD", "PK2H"]);
    assert_taken_by("mission/h2.fp", &nvidia, &["OPTION NV_fragment_program", "half registers"]);
}

/// 0.1 x 0.3 and the half next to 0.2 are 0.22995; the half next to that is 1884 / 8192.
#[test]
fn a_half_register_holds_a_half() {
    let images = ["texture[0]=0.1:1x1", "texture[1]=0.2:1x1"];
    let given =
        ["--size", "1x1", "--image", images[0], "--image", images[1], "--uniform", "program.local[0]=0.3,0,0,0"];
    let half = "0.22998047";
    let expected = format!("result.color=[{half},{half},{half},{half}]");
    assert_right("mission/h2.fp", &[&given[..], &["--expect", &expected]].concat());
    assert_right("mission/h2.fp", &[&given[..], &["--card", "geforce-6800", "--expect", &expected]].concat());
}

#[test]
fn a_root_of_zero_is_judged_by_the_extension() {
    let text = assert_right("mission/sqrt.fp", &[]);
    assert!(!text.contains("GLSL"), "{text}");
    // A logarithm of zero is undefined by the same text.
    let program = "!!ARBfp1.0\nTEMP t;\nMUL t, fragment.position, 0.0;\nLG2 result.color, t.x;\nEND";
    let folder = folder(&[("logarithm.fp", program)]);
    let (code, out, errors) = gristmill(&["check", &path(&folder, "logarithm.fp")]);
    let said = format!("{out}{errors}");
    assert_eq!(code, Some(1), "{said}");
    for part in ["called LG2(0.0)", "ARB fragment program 3.11.5.12"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert!(!said.contains("GLSL"), "{said}");
}

#[test]
fn a_head_of_another_extension_is_named() {
    assert_right("legacy/m09_fp10.fp", &["--size", "4x2", "--image", "TEX0=random:4x2"]);
    assert_right("mission/saxpy.fp1", &[]);
    assert_right("mission/saxpy_vp2.vp", &[]);
    let folder = folder(&[("new.vp", "!!VP3.0\nMOV o[HPOS], v[OPOS];\nEND")]);
    let (code, out, errors) = gristmill(&["check", &path(&folder, "new.vp")]);
    assert_eq!(code, Some(2), "{out}{errors}");
    assert!(format!("{out}{errors}").contains("there is no head !!VP3.0"), "{out}{errors}");
}

/// NVIDIA's cards have its vertex languages, each from the year of its extension on.
#[test]
fn a_vertex_language_of_nvidia_is_refused_by_other_cards() {
    let nvidia = ["geforce-fx-5900", "geforce-6800", "geforce-7800", "geforce-8800"];
    let position = "MOV o[HPOS], v[OPOS];";
    let branch = "BRA end (GT.x);\nend:\n";
    let option = |name: &str, statement: &str| {
        format!("!!ARBvp1.0\nOPTION {name};\n{statement}\nMOV result.position, vertex.position;\nEND")
    };
    let programs: [(String, &[&str], &str); 5] = [
        (format!("!!VP1.0\n{position}\nEND"), &nvidia, "NV_vertex_program"),
        (format!("!!VP1.1\n{position}\nEND"), &nvidia, "NV_vertex_program1_1"),
        (format!("!!VP2.0\n{position}\nEND"), &nvidia, "NV_vertex_program2"),
        (option("NV_vertex_program2", branch), &nvidia, "OPTION NV_vertex_program2"),
        (option("NV_vertex_program3", branch), &nvidia[1..], "OPTION NV_vertex_program3"),
    ];
    for (number, (text, cards, thing)) in programs.iter().enumerate() {
        let name = format!("program{number}.vp");
        let folder = folder(&[(&name, text)]);
        for (card, refused) in list_refusals_of(&path(&folder, &name)) {
            let branches = if number > 2 { vec!["BRA"] } else { vec![] };
            let wanted = if cards.contains(&card.as_str()) { vec![] } else { [vec![*thing], branches].concat() };
            assert_eq!(refused, wanted, "{text} on {card}");
        }
    }
}

/// Shaders of Direct3D, which cards of their version take.
#[test]
fn shaders_of_direct3d_are_right_and_have_their_cards() {
    let images = ["s0=index:4x1", "s1=10:4x1"];
    let expected = "oC0=[10,10,10,10,12,10,10,10,14,10,10,10,16,10,10,10]";
    let given = ["--size", "4x1", "--image", images[0], "--image", images[1], "--uniform", "c0=2,0,0,0"];
    for name in ["mission/saxpy.ps", "mission/saxpy3.ps"] {
        assert_right(name, &[&given[..], &["--expect", expected]].concat());
    }
    let refused = ["--card", "geforce-fx-5900"];
    assert_says("mission/saxpy3.ps", &[&given[..], &refused].concat(), 1, &["ps_3_0", "does not run it"]);
}

#[test]
fn the_place_of_a_fragment_is_whole_where_the_option_says_so() {
    let expected = "result.color=[0,0,0.5,1,1,0,0.5,1]";
    assert_right("legacy/m10_pixel_centre_option.fp", &["--size", "2x1", "--expect", expected]);
    let half = "result.color=[0.5,0.5,0.5,1,1.5,0.5,0.5,1]";
    assert_says("legacy/m10_pixel_centre_option.fp", &["--size", "2x1", "--expect", half], 1, &["result.color"]);
}

/// Each file that `split` writes compiles, and the card that it was written for takes it.
#[test]
fn passes_of_a_program_compile() {
    let folder = folder(&[]);
    let out = path(&folder, "passes");
    let (code, said, errors) = gristmill(&["split", "tests/cases/legacy/m29_split_of_assembly.fp", "--out", &out]);
    assert_eq!(code, Some(0), "{said}{errors}");
    let files = super::files_below(std::path::Path::new(&out));
    assert_eq!(files.len(), 2, "{said}");
    for file in files {
        let (code, said, errors) = gristmill(&["check", "--card", "radeon-9700", file.to_str().unwrap()]);
        assert_eq!(code, Some(0), "{}: {said}{errors}", file.display());
    }
}

/// It runs where no card is named. A card's limit of what a vertex kernel hands on is not asked yet.
#[test]
fn a_vertex_kernel_of_thirteen_outputs_runs() {
    assert_right("mission/vertex13.vert", &[]);
}
