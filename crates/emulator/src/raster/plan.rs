//! Values computed once for a pass.

use super::super::assembly::{Assembly, ImageOperation, Instruction, Register, StageOutput};
use super::super::bindings::{BoundMemory, SlotBindings};
use super::super::event::{ExecutionEvent, LaunchInfo, MemoryKey, Observe};
use super::super::thread_count;
use super::output::WrittenTarget;
use super::pass::{PassGeometry, RasterPass};
use gristmill_base::error::{Error, Result};
use gristmill_shader::Stage;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// Values computed once for a pass.
pub(super) struct PassPlan<'a> {
    pub pass: &'a RasterPass<'a>,
    /// Width and height common to all targets and the mask.
    pub bounds: [usize; 2],
    /// Lanes of a warp.
    pub capacity: usize,
    /// True if fragments come in quads; if not, a warp holds covered fragments only.
    pub quads: bool,
    /// True if the mask is tested before the kernel runs.
    pub early: bool,
    /// True if several threads may run it.
    pub parallel: bool,
    /// Registers that are written to targets, without duplicates.
    pub columns: Vec<Register>,
    /// The column of `gl_FragDepth`.
    pub depth: Option<usize>,
    /// The targets with their columns.
    pub written: Vec<WrittenTarget<'a>>,
    /// A bit for each pixel that was written, in rows; empty without an observer.
    marked: Vec<AtomicU64>,
}

impl<'a> PassPlan<'a> {
    pub(super) fn new(pass: &'a RasterPass<'a>, listens: bool, parallel: bool) -> Result<PassPlan<'a>> {
        let (assembly, _) = pass.fragment;
        let stages = || pass.vertex.iter().chain([&pass.fragment]);
        let together = stages().any(|(assembly, bindings)| {
            has_effects(assembly) || pass.targets.iter().any(|target| is_bound(bindings, target.key))
        });
        let width = pass.policy.width.clamp(1, 64) as usize;
        // An observer, or a kernel that sees the targets change, gets quads as on a GPU. For all others the order of
        // fragments makes no difference.
        let quads = assembly.needs_quads || (width >= 4 && (listens || together));
        let mut columns = Vec::new();
        let mut column = |wanted: &dyn Fn(&StageOutput) -> bool| {
            let (register, _) = assembly.outputs.iter().find(|(_, output)| wanted(output))?;
            columns.push(*register);
            Some(columns.len() - 1)
        };
        let depth = column(&|output| matches!(output, StageOutput::Depth)).filter(|_| !assembly.early_tests);
        let mut bounds = match pass.geometry {
            PassGeometry::Vertices { size, .. } => size,
            PassGeometry::Regions(_) => [u32::MAX as usize; 2],
        };
        let mut written = Vec::with_capacity(pass.targets.len());
        for target in pass.targets {
            let size = (target.width as u128 * target.height as u128).saturating_mul(target.format.words() as u128);
            if size.saturating_mul(target.slice as u128 + 1) > target.storage.len() as u128 {
                let message = format!("the output {} has fewer words than its texels need", target.location);
                return Err(Error::driver("attaching the outputs", message));
            }
            bounds = [bounds[0].min(target.width), bounds[1].min(target.height)];
            written.push(WrittenTarget::new(target, &mut column));
        }
        if let Some((planes, _)) = &pass.mask {
            bounds = [bounds[0].min(planes.width), bounds[1].min(planes.row_count())];
        }
        // Without a target the bounds are meaningless.
        let pixels = if listens && !pass.targets.is_empty() { bounds[0] * bounds[1] } else { 0 };
        Ok(PassPlan {
            pass,
            bounds,
            capacity: if quads { (width & !3).max(4) } else { width },
            quads,
            early: assembly.early_tests || (depth.is_none() && !assembly.discards && !has_effects(assembly)),
            parallel: parallel && !together && thread_count() > 1,
            columns,
            depth,
            written,
            marked: (0..pixels.div_ceil(64)).map(|_| AtomicU64::new(0)).collect(),
        })
    }

    /// Returns true if the deadline has passed.
    pub(super) fn is_expired(&self) -> bool {
        self.pass.policy.is_expired()
    }

    /// Marks the pixels of these lanes as written.
    pub(super) fn mark_written(&self, pixels: &[[u32; 2]], lanes: u64) {
        if self.marked.is_empty() {
            return;
        }
        let written = pixels.iter().enumerate().filter(|(lane, _)| (lanes >> lane) & 1 == 1);
        for (_, &[x, y]) in written {
            let pixel = y as usize * self.bounds[0] + x as usize;
            if let Some(bits) = self.marked.get(pixel / 64) {
                bits.fetch_or(1 << (pixel % 64), Relaxed);
            }
        }
    }

    /// Counts the distinct pixels that were written.
    pub(super) fn count_marked(&self) -> u64 {
        self.marked.iter().map(|bits| u64::from(bits.load(Relaxed).count_ones())).sum()
    }

    /// Reports to the observer that a stage begins.
    pub(super) fn announce_begin<O: Observe>(&self, stage: (&Assembly, &SlotBindings), observer: &mut O) {
        let next = (stage.0.stage == Stage::Vertex).then_some(self.pass.fragment.0);
        let kept: Vec<(u32, u8)> = self.pass.targets.iter().map(|target| (target.location, target.kept)).collect();
        announce_stage_begin(stage, next, self.pass.targets.iter().map(|target| target.key), &kept, observer);
    }
}

/// Reports that a stage begins, with the stage that reads its outputs and its targets.
pub(super) fn announce_stage_begin<O: Observe>(
    (assembly, bindings): (&Assembly, &SlotBindings),
    next: Option<&Assembly>,
    targets: impl Iterator<Item = MemoryKey>,
    kept: &[(u32, u8)],
    observer: &mut O,
) {
    if O::WANTS_EVENTS {
        let (memories, textures, images) = bindings.slot_identities();
        let targets: Vec<MemoryKey> = targets.collect();
        observer.observe(&ExecutionEvent::LaunchBegins(&LaunchInfo {
            assembly,
            next,
            groups: [0; 3],
            memories: &memories,
            textures: &textures,
            images: &images,
            targets: &targets,
            kept,
        }));
    }
}

/// Reports that a stage has ended.
pub(super) fn announce_stage_end<O: Observe>((assembly, _): (&Assembly, &SlotBindings), observer: &mut O) {
    if O::WANTS_EVENTS {
        observer.observe(&ExecutionEvent::LaunchEnds(assembly));
    }
}

/// Returns true if a stage writes memory itself.
pub fn has_effects(assembly: &Assembly) -> bool {
    assembly.instructions.iter().any(|instruction| match *instruction {
        Instruction::Store { .. } | Instruction::StoreNarrow { .. } | Instruction::Atomic { .. } => true,
        Instruction::Image { image_use, .. } => assembly
            .image_uses
            .get(image_use as usize)
            .is_some_and(|image| matches!(image.work, ImageOperation::Store(_) | ImageOperation::Atomic { .. })),
        _ => false,
    })
}

/// Returns true if this memory is bound to a slot.
fn is_bound(bindings: &SlotBindings, key: MemoryKey) -> bool {
    let textures = bindings.textures.iter().chain(&bindings.images).any(|(bound, _)| *bound == key);
    textures
        || bindings
            .memories
            .iter()
            .any(|bound| matches!(bound, BoundMemory::Global { key: bound, .. } if *bound == key))
}
