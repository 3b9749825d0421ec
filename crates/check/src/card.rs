//! Checks a kernel that runs against a card: its text, and the textures and targets that it uses.

use super::compiled::Checked;
use super::launch_run::LaunchRun;
use super::samplers::apply_sampler;
use super::settings::RunSetting;
use super::target_formats::target_texel;
use gristmill_base::element::Scalar;
use gristmill_base::error::Result;
use gristmill_base::finding::Finding;
use gristmill_cards::{Demand, FlatKernel, HostTarget, HostTexture, Profile};
use gristmill_emulator::assembly::TextureSlot;
use gristmill_emulator::lowered::LoweredStage;
use gristmill_emulator::texture::{LaneCoding, TexelFormat, Wrap};
use gristmill_shader::{Dimension, Stage, is_of_direct3d};
use std::sync::Arc;

/// Returns the refusals of the card that the launch checks against, if there is one.
pub(super) fn card_findings(running: &LaunchRun) -> Result<Vec<Finding>> {
    let Some(card) = running.launch.card else { return Ok(vec![]) };
    let mut findings = vec![];
    let mut levels = 0;
    for stage in &running.checked.stages {
        let fit = FlatKernel::new(&stage.expanded, &stage.spirv)?.fit(card);
        findings.extend(fit.refusals().map(|demand| demand.to_finding(&fit.kernel, card.title)));
        let indirections = fit.demands.iter().find(|demand| demand.thing == "indirections");
        levels = indirections.map_or(levels, |demand| demand.given);
    }
    for (stage, assembly) in running.checked.stages.iter().zip(running.assemblies) {
        let expanded = &stage.expanded;
        for texture in assembly.textures.iter().filter_map(|slot| host_texture(running, slot)) {
            let refusals = match expanded.stage {
                Stage::Vertex => card.vertex_texture_refusals(&texture),
                Stage::Fragment => card.texture_refusals(&texture, levels),
                Stage::Compute => vec![],
            };
            for refusal in refusals {
                findings.push(Demand::from_host(refusal, expanded).to_finding(&expanded.name, card.title));
            }
        }
    }
    if running
        .checked
        .stages
        .last()
        .is_some_and(|stage| stage.expanded.stage == Stage::Fragment)
    {
        findings.extend(target_findings(running, card));
    }
    Ok(findings)
}

/// Returns the card's refusals of the targets. A refused default format is only a note.
fn target_findings(running: &LaunchRun, card: &Profile) -> Vec<Finding> {
    let Some(stage) = running.checked.stages.last() else { return vec![] };
    let expanded = &stage.expanded;
    let targets = host_targets(running);
    let mut all = vec![];
    let mut findings = vec![];
    for (target, is_said) in &targets {
        let refusals = card.target_refusals(std::slice::from_ref(target)).into_iter();
        // Integers are the kernel's own choice, and refused with it.
        for refusal in refusals.filter(|refusal| refusal.thing != "integer targets") {
            let is_note = !is_said && refusal.thing == "float targets";
            let demand = Demand::from_host(refusal, expanded);
            let name = &expanded.name;
            findings.push(if is_note { demand.to_note(name, card.title) } else { demand.to_finding(name, card.title) });
        }
        all.push(target.clone());
    }
    // Outputs of different types are the kernel's own choice, and refused with it.
    let outputs = &running.checked.outputs;
    let is_mixed = outputs
        .iter()
        .zip(outputs.iter().skip(1))
        .any(|(one, next)| one.scalar != next.scalar);
    let refusals = card.target_refusals(&all).into_iter();
    let together = refusals.filter(|refusal| refusal.thing == "target formats" && !is_mixed);
    findings
        .extend(together.map(|refusal| Demand::from_host(refusal, expanded).to_finding(&expanded.name, card.title)));
    findings
}

/// Returns the fragment stage as a card without integers computes it, in floats; `None` if that makes no difference.
pub(super) fn card_stage(checked: &Checked, card: &Profile) -> Option<LoweredStage> {
    let stage = checked.stages.iter().find(|stage| stage.expanded.stage == Stage::Fragment)?;
    let words = card.words_in_floats(&stage.expanded, &stage.spirv)?;
    Some(LoweredStage::new(stage.expanded.clone(), words))
}

/// Returns the textures that are drawn to, each with true if its format was set.
fn host_targets<'r>(running: &'r LaunchRun) -> Vec<(HostTarget<'r>, bool)> {
    let outputs = running.checked.outputs.iter();
    let targets = outputs.map(|output| {
        let onto = running.settings.iter().find_map(|setting| match setting {
            RunSetting::Output(name, onto) if *name == output.name => Some(onto),
            _ => None,
        });
        let said = target_texel(running.settings, &output.name);
        let texture = onto.and_then(|onto| running.plan.textures.iter().find(|texture| texture.is_called(onto)));
        let (texel, size) = match texture {
            Some(texture) => (Some(texture.texture.texel), [texture.size[0], texture.size[1]]),
            None => (said, running.bounds.size),
        };
        let (scalar, format) = match texel {
            Some(texel) => (texel_scalar(texel), format_name(texel)),
            None => (output.scalar, default_format(output.scalar)),
        };
        let size = Some(size.map(|side| side as usize));
        (HostTarget { name: &output.name, scalar, format, size, blended: false }, texel.is_some())
    });
    targets.collect()
}

/// Returns the texture of a slot; its size is given only if it was set.
fn host_texture<'r>(running: &LaunchRun, slot: &'r TextureSlot) -> Option<HostTexture<'r>> {
    let planned = running.plan.textures.iter().find(|texture| texture.name == slot.name)?;
    let is_said = running
        .settings
        .iter()
        .any(|setting| matches!(setting, RunSetting::Image(name, _) if planned.is_called(name)));
    let texture = apply_sampler(&running.plan.samplers, slot, Arc::new(planned.texture.clone()));
    let sampling = &texture.sampling;
    Some(HostTexture {
        name: &slot.name,
        scalar: texel_scalar(texture.texel),
        format: format_name(texture.texel),
        rectangle: slot.dimension == Dimension::TexelRect,
        of_direct3d: running.checked.stages.iter().any(|stage| is_of_direct3d(&stage.expanded.text)),
        volume: slot.dimension == Dimension::D3,
        size: is_said.then(|| planned.size.map(|side| side as usize)),
        linear: sampling.minify == gristmill_emulator::texture::Filter::Linear
            || sampling.magnify == gristmill_emulator::texture::Filter::Linear,
        repeats: sampling.wraps.iter().any(|wrap| matches!(wrap, Wrap::Repeat | Wrap::Mirror)),
        smaller_levels: sampling.mip.is_some(),
    })
}

/// Returns the scalar that a card needs for a texel: floats of 32 bits or less, integers, or steps between 0 and 1.
fn texel_scalar(texel: TexelFormat) -> Scalar {
    match (texel.coding(), texel.stream_scalar()) {
        (LaneCoding::Float, Some(Scalar::F32)) => Scalar::F32,
        (LaneCoding::Float, _) => Scalar::F16,
        (LaneCoding::Int, _) => Scalar::I32,
        (LaneCoding::Uint, _) => Scalar::U32,
        (LaneCoding::Unorm | LaneCoding::Snorm, _) => Scalar::Unorm8,
    }
}

/// Returns the name of a texel's format for messages: `RGBA32F`.
fn format_name(texel: TexelFormat) -> String {
    TexelFormat::format_names()
        .find(|name| TexelFormat::from_name(name) == Some(texel))
        .unwrap_or("a texture of its own")
        .to_uppercase()
}

/// Returns the default format of a target.
fn default_format(scalar: Scalar) -> String {
    match scalar {
        Scalar::I32 => "RGBA32I",
        Scalar::U32 => "RGBA32UI",
        _ => "RGBA32F",
    }
    .to_string()
}
