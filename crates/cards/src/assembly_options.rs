//! The demands of a program in assembly on a card: its options, the instructions that they add, the turns of its loops.

use super::demand::Demand;
use super::fact::{Fact, Mark, memory_fact, spec_fact};
use super::feature_support::{FeatureSupport, build_demand, feature_support};
use super::profile::{Profile, ProfileKind};
use gristmill_shader::{ExpandedKernel, OptionUse, ProgramNeeds, Stage, program_needs};

const ALL_PROFILES: &[&str] = &[""];
const ALL_CARDS: &[&str] = &["radeon-", "geforce-"];
const WITH_SEVERAL_OUTPUTS: &[&str] = &["radeon-", "geforce-6800", "geforce-7800", "geforce-8800"];
const NVIDIA: &[&str] = &["geforce-"];
const NVIDIA_SINCE_2004: &[&str] = &["geforce-6800", "geforce-7800", "geforce-8800"];
const CORE: &str = "ARB_fragment_program";
const CONVENTIONS: &str = "ARB_fragment_coord_conventions";

/// Options of programs, and the extensions that the first lines of NVIDIA's own languages name. An interface has
/// only those of ARB_fragment_program and ARB_vertex_program themselves, because no implementation has to support
/// others.
const OPTIONS: [FeatureSupport; 17] = [
    feature_support("ARB_fog_exp", ALL_PROFILES, Mark::Specification, CORE),
    feature_support("ARB_fog_exp2", ALL_PROFILES, Mark::Specification, CORE),
    feature_support("ARB_fog_linear", ALL_PROFILES, Mark::Specification, CORE),
    feature_support("ARB_precision_hint_fastest", ALL_PROFILES, Mark::Specification, CORE),
    feature_support("ARB_precision_hint_nicest", ALL_PROFILES, Mark::Specification, CORE),
    feature_support("ARB_fragment_program_shadow", ALL_CARDS, Mark::Memory, "ARB_fragment_program_shadow"),
    feature_support("ARB_draw_buffers", WITH_SEVERAL_OUTPUTS, Mark::Driver, "Mesa: outputs of r300 and nouveau"),
    feature_support("ATI_draw_buffers", WITH_SEVERAL_OUTPUTS, Mark::Driver, "Mesa: outputs of r300 and nouveau"),
    // From 2009, when the drivers of these Radeons and of the GeForce FX were no longer maintained.
    feature_support("ARB_fragment_coord_origin_upper_left", NVIDIA_SINCE_2004, Mark::Memory, CONVENTIONS),
    feature_support("ARB_fragment_coord_pixel_center_integer", NVIDIA_SINCE_2004, Mark::Memory, CONVENTIONS),
    feature_support("NV_fragment_program", NVIDIA, Mark::Specification, "NV_fragment_program_option"),
    feature_support("NV_fragment_program2", NVIDIA_SINCE_2004, Mark::Specification, "NV_fragment_program2"),
    feature_support("ARB_position_invariant", ALL_PROFILES, Mark::Specification, "ARB_vertex_program"),
    // The GeForce 3 was the first with it, and each later GeForce of these has it.
    feature_support("NV_vertex_program", NVIDIA, Mark::Specification, "NV_vertex_program"),
    feature_support("NV_vertex_program1_1", NVIDIA, Mark::Specification, "NV_vertex_program1_1"),
    // Of the GeForce FX; its option for !!ARBvp1.0 has the same name.
    feature_support("NV_vertex_program2", NVIDIA, Mark::Specification, "NV_vertex_program2"),
    feature_support("NV_vertex_program3", NVIDIA_SINCE_2004, Mark::Specification, "NV_vertex_program3"),
];

/// Returns true, with its source, for a card that has an option.
fn option_fact(option: &FeatureSupport, profile: &Profile) -> Fact<bool> {
    let is_there = option.is_had_by(profile);
    let FeatureSupport { mark, source, .. } = *option;
    match (profile.kind, mark) {
        (ProfileKind::Interface, _) => spec_fact(is_there, source),
        (ProfileKind::Card, Mark::Memory) => memory_fact(is_there),
        (ProfileKind::Card, _) => Fact::new(is_there, mark, source),
    }
}

/// Limit of nested calls: `MAX_PROGRAM_CALL_DEPTH_NV`.
const CALL_DEPTH: u64 = 4;
const NV_FP2: &str = "NV_fragment_program2";

/// Returns a program's demands on a card beyond the counted resources.
pub(super) fn demand_options(profile: &Profile, expanded: &ExpandedKernel) -> Vec<Demand> {
    let Some(needs) = program_needs(&expanded.text) else { return vec![] };
    let mut demands = vec![];
    for (name, line) in &needs.options {
        let Some(option) = OPTIONS.iter().find(|option| option.name == name) else { continue };
        let fact = option_fact(option, profile);
        let uses = needs.uses.iter().filter(|used| used.option == option.name);
        demands.push(demand_option(profile, expanded, option, &fact, *line, uses.clone().next()));
        if !fact.value {
            demands.extend(uses.map(|used| demand_use(profile, expanded, used, &fact)));
        }
    }
    if expanded.stage != Stage::Vertex {
        demands.extend(demand_loops(profile, expanded, &needs));
    }
    demands
}

fn demand_option(
    profile: &Profile,
    expanded: &ExpandedKernel,
    option: &FeatureSupport,
    fact: &Fact<bool>,
    line: usize,
    first: Option<&OptionUse>,
) -> Demand {
    let name = option.name;
    let believed = if fact.mark.is_sourced() { "" } else { " (unverified: no source)" };
    let gives = first.map_or(String::new(), |used| format!(", and {} of line {} needs it", used.name, used.line));
    let language = option_noun(expanded, name);
    let next = match is_own_language(expanded) {
        true => "write the program in a language of the ARB, or use a card that has it (the book: cards.md)",
        false => "write the program without it, or use a card that has it (the book: cards.md)",
    };
    let sentence = match fact.value {
        true => format!("{language}: there"),
        false => format!("{language}: {} has none{gives}{believed}; {next}", profile.title),
    };
    let thing = option_thing(name);
    let thing = if is_own_language(expanded) { thing.trim_start_matches("OPTION ") } else { thing };
    build_demand(expanded, thing, 1, fact.value, 0, sentence, line, (fact.mark, fact.source))
}

fn demand_use(profile: &Profile, expanded: &ExpandedKernel, used: &OptionUse, fact: &Fact<bool>) -> Demand {
    let OptionUse { option, name, line } = *used;
    let next = match name {
        "LOOP" | "REP" | "BRK" => "write each turn down, or draw a pass for each",
        "condition codes" if option.starts_with("NV_vertex") => "compute both sides, and choose by SLT and MUL",
        "IF" | "condition codes" => "compute both sides, and choose by CMP",
        "BRA" => "compute both sides, and choose by SLT and MUL",
        "TEX" | "TXB" | "TXL" | "TXP" if option.starts_with("NV_vertex") => "give the numbers in vertex streams",
        "CAL" | "RET" => "write the subroutine down where it is called",
        "DDX" | "DDY" | "TXD" => "read the neighbours, and subtract",
        "half registers" => "leave H and SHORT out",
        _ if option.starts_with("NV_vertex") => "compute it by instructions of ARB_vertex_program",
        _ => "compute it by instructions of ARB_fragment_program",
    };
    let title = profile.title;
    let language = option_noun(expanded, option);
    let sentence =
        format!("{name}: {language} provides it, which {title} does not support; {next} (the book: cards.md)");
    build_demand(expanded, name, 1, false, 0, sentence, line, (fact.mark, fact.source))
}

/// Returns true for a program in a language of NVIDIA's own: its first line asks for the extension, no option does.
fn is_own_language(expanded: &ExpandedKernel) -> bool {
    !expanded.text.starts_with("!!ARB")
}

/// Returns the name of an extension as the program asks for it.
fn option_noun(expanded: &ExpandedKernel, name: &str) -> String {
    if is_own_language(expanded) { name.to_string() } else { format!("OPTION {name}") }
}

/// Returns the demands of loops and calls that exceed the limits of a card that has them.
fn demand_loops(profile: &Profile, expanded: &ExpandedKernel, needs: &ProgramNeeds) -> Vec<Demand> {
    let mut demands = vec![];
    if profile.loops.value == Some(0) {
        return demands;
    }
    let title = profile.title;
    let turns = &profile.turns;
    for left in &needs.loops {
        let Some((given, most)) = left.turns.zip(turns.value.map(u64::from)).filter(|(given, most)| given > most)
        else {
            continue;
        };
        let next = "put a loop into the loop (the book: ping_pong.md)";
        let sentence = format!("turns of a loop: {given} of {most} on {title}; {next}");
        let from = (turns.mark, turns.source);
        demands.push(build_demand(expanded, "turns of a loop", given, false, most, sentence, left.line, from));
    }
    let depth = needs.call_depth as u64;
    if depth > CALL_DEPTH {
        let next = "write a subroutine down where it is called (the book: cards.md)";
        let sentence = format!("calls inside one another: {depth} of {CALL_DEPTH} on {title}; {next}");
        let from = (Mark::Specification, NV_FP2);
        demands.push(build_demand(expanded, "calls inside one another", depth, false, CALL_DEPTH, sentence, 0, from));
    }
    demands
}

/// Returns the name of an option as it appears in refusals.
fn option_thing(name: &str) -> &'static str {
    match name {
        "NV_fragment_program" => "OPTION NV_fragment_program",
        "NV_fragment_program2" => "OPTION NV_fragment_program2",
        "NV_vertex_program" => "OPTION NV_vertex_program",
        "NV_vertex_program1_1" => "OPTION NV_vertex_program1_1",
        "NV_vertex_program2" => "OPTION NV_vertex_program2",
        "NV_vertex_program3" => "OPTION NV_vertex_program3",
        "ARB_position_invariant" => "OPTION ARB_position_invariant",
        "ARB_draw_buffers" | "ATI_draw_buffers" => "OPTION ARB_draw_buffers",
        "ARB_fragment_program_shadow" => "OPTION ARB_fragment_program_shadow",
        name if name.starts_with("ARB_fragment_coord") => "OPTION ARB_fragment_coord_..",
        _ => "OPTION of ARB_fragment_program",
    }
}
