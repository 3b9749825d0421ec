//! What nobody said of a launch, and what was taken instead.

use super::attributes;
use super::launch::LaunchBounds;
use super::plan::LaunchPlan;
use super::settings::RunSetting;
use crate::emulator::assembly::Assembly;
use crate::shader::{Attribute, Stage};

/// What was made up for these stages: groups or fragments, buffers, uniforms, textures.
pub(super) fn made_up(
    stages: &[&Assembly],
    settings: &[RunSetting],
    bounds: &LaunchBounds,
    plan: &LaunchPlan,
    attributes: &[Attribute],
) -> Vec<String> {
    let said = |is: fn(&RunSetting) -> bool| settings.iter().any(is);
    let mut all = Vec::new();
    match stages.last().map(|assembly| assembly.stage) {
        Some(Stage::Compute) if !said(|setting| matches!(setting, RunSetting::Groups(_))) => {
            all.push("one work group".to_string());
        }
        // A vertex kernel alone has the vertices that are given to it.
        Some(Stage::Vertex) if plan.vertices > 0 => {}
        Some(Stage::Fragment | Stage::Vertex) if !said(|setting| matches!(setting, RunSetting::Size(_))) => {
            let [width, height] = bounds.size;
            let what = if stages.len() == 1 && stages[0].stage == Stage::Vertex { "vertices" } else { "fragments" };
            all.push(format!("{width} x {height} {what}"));
        }
        _ => {}
    }
    all.extend(plan.unsaid(stages, settings));
    all.extend(attributes::unsaid(attributes, settings));
    all
}
