//! Draws with a fragment kernel, or runs a vertex kernel alone.

use super::attributes::PlannedAttribute;
use super::launch_run::{DispatchOutcome, LaunchRun};
use super::plan::RunCopies;
use super::settings::RunSetting;
use super::target_formats::{round_to_format, target_texel};
use gristmill_base::element::{Format, Scalar};
use gristmill_base::error::{Error, Result};
use gristmill_emulator::assembly::Assembly;
use gristmill_emulator::bindings::SlotBindings;
use gristmill_emulator::dispatch::{Ending, Policy};
use gristmill_emulator::event::{MemoryKey, Observe};
use gristmill_emulator::raster::{self, PassGeometry, RasterPass, RenderTarget, VertexPass, WrittenStream};
use gristmill_emulator::rounding::Rounder;
use gristmill_emulator::storage::Storage;
use gristmill_emulator::texture::TexelFormat;
use gristmill_machine::{Region, Topology};
use gristmill_shader::{Output, Stage};
use std::sync::Arc;

/// Formats that can be drawn to.
const TARGET_FORMATS: [Format; 12] = {
    const fn format(scalar: Scalar, lanes: u8) -> Format {
        Format { scalar, lanes }
    }
    use Scalar::{F16, F32, I32, U32, Unorm8};
    [
        format(F32, 4),
        format(F32, 2),
        format(F32, 1),
        format(I32, 4),
        format(I32, 2),
        format(I32, 1),
        format(U32, 4),
        format(U32, 2),
        format(U32, 1),
        format(F16, 4),
        format(F16, 2),
        format(Unorm8, 4),
    ]
};

/// The destination of an output.
struct OutputTarget {
    key: MemoryKey,
    storage: Arc<Storage>,
    format: Format,
    size: [u32; 2],
    /// True if the kernel also reads it under another name.
    shared: bool,
}

/// Returns the bytes of a kernel's targets, or of its written vertices, including the copy that is read back.
pub(super) fn drawing_bytes(outputs: &[Output], [width, height]: [u32; 2], vertices: u32) -> u128 {
    outputs.len() as u128 * (u128::from(width) * u128::from(height)).max(u128::from(vertices)) * 32
}

/// Draws the pass once.
pub(super) fn draw_pass<O: Observe>(
    running: &LaunchRun,
    dispatch: usize,
    copies: &RunCopies,
    policy: &Policy,
    observer: &mut O,
) -> Result<DispatchOutcome> {
    let outputs = &running.checked.outputs;
    if let [assembly] = running.assemblies
        && assembly.stage == Stage::Vertex
    {
        return Ok(write_streams(running, assembly, copies, policy, observer));
    }
    let onto = (0..)
        .zip(outputs)
        .map(|(at, output)| output_target(running, copies, at, output))
        .collect::<Result<Vec<_>>>()?;
    let bindings = running.assemblies.iter().enumerate();
    let bindings: Vec<_> = bindings
        .map(|(at, assembly)| {
            let rounder = fragment_rounder(running).filter(|_| assembly.stage == Stage::Fragment);
            SlotBindings { rounder, ..running.plan.bind_stage(dispatch, at, assembly, copies) }
        })
        .collect();
    let mut stages = running.assemblies.iter().copied().zip(&bindings);
    let vertex = if running.assemblies.len() > 1 { stages.next() } else { None };
    let Some(fragment) = stages.next() else {
        return Ok(DispatchOutcome { ending: Ending::Complete, stage: Stage::Fragment, drew: false, outputs: vec![] });
    };
    let targets: Vec<RenderTarget> = outputs
        .iter()
        .zip(&onto)
        .map(|(output, onto)| onto.render_target(output.location, kept_channels(running, output, onto)))
        .collect();
    let [width, height] = running.bounds.size.map(|side| side as usize);
    let regions = [Region { x: 0, y: 0, z: 0, width, height }];
    let attributes: Vec<_> = running.plan.attributes.iter().map(PlannedAttribute::vertex_stream).collect();
    let geometry = match running.plan.vertices {
        0 => PassGeometry::Regions(&regions),
        count => PassGeometry::Vertices {
            mode: Topology::Triangles,
            count: count as usize,
            attributes: &attributes,
            size: [width, height],
        },
    };
    let pass = RasterPass { vertex, fragment, targets: &targets, mask: None, geometry, blend: None, policy };
    let drawn = raster::draw_pass(&pass, observer)?;
    let own = || outputs.iter().zip(&onto).filter(|(_, onto)| !onto.shared);
    for (output, onto) in own() {
        if let Some(texel) = target_texel(running.settings, &output.name) {
            round_to_format(texel, &onto.storage);
        }
    }
    let outputs = own()
        .map(|(output, onto)| (output.name.clone(), onto.storage.to_vec()))
        .collect();
    Ok(DispatchOutcome { ending: drawn.ending, stage: drawn.stage, drew: drawn.passed > 0, outputs })
}

/// Returns the rounding of the fragment stage to a card's arithmetic; `None` for the emulator's own.
fn fragment_rounder(running: &LaunchRun) -> Option<Rounder> {
    let stage = running
        .checked
        .stages
        .iter()
        .find(|stage| stage.expanded.stage == Stage::Fragment)?;
    running
        .launch
        .arithmetic
        .or_else(|| running.launch.card.map(|card| card.arithmetic_for(&stage.expanded)))
        .and_then(Rounder::for_arithmetic)
}

/// Runs a vertex kernel alone, once.
fn write_streams<O: Observe>(
    running: &LaunchRun,
    assembly: &Assembly,
    copies: &RunCopies,
    policy: &Policy,
    observer: &mut O,
) -> DispatchOutcome {
    let outputs = &running.checked.outputs;
    let [width, height] = running.bounds.size.map(|side| side as usize);
    let attributes: Vec<_> = running.plan.attributes.iter().map(PlannedAttribute::vertex_stream).collect();
    let count = match running.plan.vertices {
        0 => width * height,
        count => count as usize,
    };
    let bindings = running.plan.bind_stage(0, 0, assembly, copies);
    let stored: Vec<Storage> = outputs
        .iter()
        .map(|output| Storage::new(count * usize::from(output.lanes)))
        .collect();
    let streams = outputs.iter().zip(&stored).enumerate();
    let written: Vec<WrittenStream> = streams
        .map(|(at, (output, storage))| WrittenStream {
            key: running.plan.texture_key(running.plan.textures.len() + at),
            location: output.location,
            storage,
            lanes: output.lanes,
        })
        .collect();
    let pass = VertexPass { vertex: (assembly, &bindings), count, attributes: &attributes, written: &written, policy };
    let ran = raster::write_streams(&pass, observer);
    let named = outputs.iter().zip(&stored);
    let outputs: Vec<_> = named.map(|(output, storage)| (output.name.clone(), storage.to_vec())).collect();
    DispatchOutcome { ending: ran.ending, stage: ran.stage, drew: count > 0, outputs }
}

/// Refuses settings for outputs that the kernel does not have.
pub(super) fn refuse_unknown(running: &LaunchRun) -> Result<()> {
    for setting in running.settings {
        if let RunSetting::Output(name, _) = setting
            && !running.checked.outputs.iter().any(|output| output.name == *name)
        {
            return Err(Error::Name {
                kernel: running.checked.name.clone(),
                kind: "output",
                given: name.clone(),
                known: running.checked.outputs.iter().map(|output| output.name.clone()).collect(),
            });
        }
    }
    Ok(())
}

/// Returns the destination of an output: a texture that the kernel reads, if set, else a new target.
fn output_target(running: &LaunchRun, copies: &RunCopies, at: usize, output: &Output) -> Result<OutputTarget> {
    let plan = running.plan;
    let named = running.settings.iter().find_map(|setting| match setting {
        RunSetting::Output(name, onto) if *name == output.name => Some(onto),
        _ => None,
    });
    let Some(named) = named else {
        let size = running.bounds.size;
        let words = size.iter().map(|&side| side as usize).product::<usize>() * 4;
        let key = plan.texture_key(plan.textures.len() + at);
        let format = Format { scalar: output.scalar, lanes: 4 };
        let over = running.launch.over.iter().rev().find(|(name, _)| *name == output.name);
        let storage = match over {
            None => Storage::new(words),
            Some((_, over)) if over.len() == words => Storage::from_words(over),
            Some((name, over)) => {
                let [width, height] = size;
                let given = over.len();
                let sentence = format!(
                    "{name} is drawn over {given} words, {width} x {height} texels take {words}; give four per texel"
                );
                return Err(running.checked.call_error(sentence));
            }
        };
        return Ok(OutputTarget { key, storage: Arc::new(storage), format, size, shared: false });
    };
    let place = plan.textures.iter().position(|texture| texture.is_called(named));
    let found = place.and_then(|place| Some((place, plan.textures.get(place)?, copies.textures.get(place)?)));
    let format = found.and_then(|(_, texture, _)| {
        TARGET_FORMATS
            .into_iter()
            .find(|format| TexelFormat::from_format(*format) == texture.texture.texel)
    });
    let Some(((place, texture, copy), format)) = found.zip(format) else {
        let sentence = format!(
            "{} cannot be drawn to {named}; its texels must be of 32 bits per lane, halves by twos or fours, or four bytes",
            output.name
        );
        return Err(running.checked.call_error(sentence));
    };
    let [width, height, _] = texture.size;
    Ok(OutputTarget {
        key: plan.texture_key(place),
        storage: copy.storage.clone(),
        format,
        size: [width, height],
        shared: true,
    })
}

/// Returns the channels that the target of an output keeps.
fn kept_channels(running: &LaunchRun, output: &Output, onto: &OutputTarget) -> u8 {
    let said = target_texel(running.settings, &output.name).map(|texel| texel.lane_count() as u8);
    said.unwrap_or(onto.format.lanes)
}

impl OutputTarget {
    fn render_target(&self, location: u32, kept: u8) -> RenderTarget<'_> {
        let [width, height] = self.size.map(|side| side as usize);
        let key = self.key;
        let storage = &*self.storage;
        let format = self.format;
        RenderTarget { key, location, storage, format, kept, width, height, slice: 0 }
    }
}
