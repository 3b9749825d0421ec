//! Cases of messages between lanes and groups.

use super::{assert_right, assert_says};
use crate::ROOT;
use std::path::Path;

/// The text of `hlsl_one_binding.spv`.
const AUTHORS: &str = "modern/hlsl_one_binding.hlsl";

/// Groups, and buffers that nobody wrote, of the kernels that are written for Vulkan.
const LETTER: [&str; 8] =
    ["--groups", "2", "--buffer", "Letter=zero:1", "--buffer", "Flag=zero:1", "--buffer", "Out=zero:2"];

#[test]
fn who_is_told_by_atomics_is_told() {
    for warp in ["1", "2", "32"] {
        let options = ["--warp", warp];
        assert_right("emulator/false_alarm_same_warp_atomic.comp", &options);
        assert_right("emulator/false_alarm_shared.comp", &options);
        assert_right("emulator/false_alarm_transitive.comp", &options);
        assert_right("emulator/right_barrier_after_acquire.comp", &options);
    }
}

#[test]
fn who_is_not_told_knows_nothing() {
    let one_order = ["--schedule", "in-order"];
    let said = ["`data`", "lane 1 of group 1 read it", "1 error"];
    assert_says("emulator/miss_group_knowledge.comp", &one_order, 1, &said);
    // Group 1 passes nothing on, for it has not looked.
    assert_says("emulator/right_transitive_broken.comp", &[], 1, &["`data`", "lane 0 of group 2 read it"]);
}

#[test]
fn under_the_vulkan_memory_model_uses_are_private_or_for_others() {
    assert_right("modern/vkmm_message_coherent.comp", &LETTER);
    let said = ["memory model", "`text`", "only its own lane or group sees the write: declare it coherent"];
    assert_says("modern/vkmm_message_private.comp", &LETTER, 1, &said);
}

#[test]
fn a_race_round_a_loop_is_with_the_next_turn() {
    let options = ["--buffer", "Source=random:256", "--buffer", "Sums=zero:64"];
    let text = assert_says("modern/loop_back_edge.comp", &options, 1, &["race", "`board", "next turn"]);
    assert!(!text.contains("put barrier(); between the two accesses"), "{text}");
}

#[test]
fn two_buffers_with_members_of_one_name_are_told_apart() {
    let options = ["--groups", "1", "--buffer", "From=random:64", "--buffer", "To=zero:64"];
    assert_says("modern/same_member_name.comp", &options, 1, &["bounds", "buffer `From", "read From.data[64] of 64"]);
}

#[test]
fn what_follows_from_a_race_is_listed_under_it() {
    let options = ["--buffer", "Weight=random:256", "--buffer", "Sums=zero:64"];
    let said =
        ["errors, and 2 more that may follow from them", "2 more may follow from the race on `vote`, fix that first: "];
    let text = assert_says("modern/race_with_consequences.comp", &options, 1, &said);
    assert!(!text.contains("Advice: barrier in") && !text.contains("Error: barrier in"), "{text}");
    let [cause, effect] = ["Error: race on shared `vote", "first: barrier"].map(|part| text.find(part).unwrap());
    assert!(cause < effect, "{text}");
    // The counters of a wrong kernel are for who asks.
    assert!(!text.contains("instructions of warps"), "{text}");
    assert_says(
        "modern/race_with_consequences.comp",
        &[&options[..], &["--counters"]].concat(),
        1,
        &["instructions of"],
    );
}

#[test]
fn buffers_of_a_module_at_one_binding_are_said_to_be_one_memory() {
    let said =
        ["`Keys` and `Counts` share one memory, because all are at binding 0", "compile with --auto-map-bindings"];
    let text = assert_says("modern/hlsl_one_binding.spv", &["--buffer", "Keys=random:64"], 1, &said);
    let [memory, race] = ["share one memory", "race on buffer"].map(|part| text.find(part).unwrap());
    assert!(memory < race, "{text}");
    // The module carries its author's text.
    let author = std::fs::read_to_string(Path::new(ROOT).join("tests/cases").join(AUTHORS));
    assert!(
        author.unwrap().contains("Counts[63 - i] = Keys[i] + i;") && text.contains("Counts[63 - i] = Keys[i] + i;")
    );
}
