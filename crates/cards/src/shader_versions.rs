//! The versions of Direct3D's shader assemblies, and the cards that ran them.

use super::demand::Demand;
use super::fact::Mark;
use super::feature_support::{FeatureSupport, build_demand, feature_support};
use super::profile::Profile;
use gristmill_shader::{ExpandedKernel, program_needs};

/// Every card here, and every interface of Direct3D 9.
const ALL: &[&str] = &["radeon-", "geforce-", "ps-"];
const SINCE_2004: &[&str] = &["geforce-6800", "geforce-7800", "geforce-8800", "radeon-x1800", "ps-3-0"];
const LIKE_FX: &[&str] = &["geforce-", "radeon-x1800", "ps-2-a", "ps-3-0"];
const LIKE_X800: &[&str] = &["radeon-x", "geforce-6800", "geforce-7800", "geforce-8800", "ps-2-b", "ps-3-0"];

const REFERENCE: &str = "Microsoft: Direct3D 9, Pixel Shaders";
const VERTEX_REFERENCE: &str = "Microsoft: Direct3D 9, Vertex Shaders";
const PROFILES: &str = "Microsoft: D3DXGetPixelShaderProfile";
const VERTEX_PROFILES: &str = "Microsoft: D3DXGetVertexShaderProfile";

const VERSIONS: [FeatureSupport; 14] = [
    feature_support("ps_1_1", ALL, Mark::Specification, REFERENCE),
    feature_support("ps_1_2", ALL, Mark::Specification, REFERENCE),
    feature_support("ps_1_3", ALL, Mark::Specification, REFERENCE),
    feature_support("ps_1_4", ALL, Mark::Specification, REFERENCE),
    feature_support("ps_2_0", ALL, Mark::Specification, REFERENCE),
    feature_support("ps_2_a", LIKE_FX, Mark::Specification, PROFILES),
    feature_support("ps_2_b", LIKE_X800, Mark::Specification, PROFILES),
    feature_support("ps_2_x", LIKE_FX, Mark::Specification, PROFILES),
    feature_support("ps_3_0", SINCE_2004, Mark::Specification, REFERENCE),
    feature_support("vs_1_1", ALL, Mark::Specification, VERTEX_REFERENCE),
    feature_support("vs_2_0", ALL, Mark::Specification, VERTEX_REFERENCE),
    feature_support("vs_2_a", LIKE_FX, Mark::Specification, VERTEX_PROFILES),
    feature_support("vs_2_x", LIKE_FX, Mark::Specification, VERTEX_PROFILES),
    feature_support("vs_3_0", SINCE_2004, Mark::Specification, VERTEX_REFERENCE),
];

/// Returns the demand of a shader's version on a card; `None` for a text of another language.
pub(super) fn demand_version(profile: &Profile, expanded: &ExpandedKernel) -> Option<Demand> {
    let version = program_needs(&expanded.text)?.version?;
    let support = VERSIONS.iter().find(|support| support.name == version.name)?;
    let is_there = support.is_had_by(profile);
    let name = version.name;
    let title = profile.title;
    let sentence = match is_there {
        true => format!("{name}: there"),
        false => {
            format!("{name}: {title} does not run it; write the shader for a version that it has (the book: cards.md)")
        }
    };
    let source = (support.mark, support.source);
    Some(build_demand(expanded, support.name, 1, is_there, 0, sentence, version.line, source))
}
