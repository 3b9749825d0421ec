//! What is worked out once for a pass.

use super::super::assembly::{Assembly, ImageWork, Instruction, Register, StageOutput};
use super::super::bindings::{BoundMemory, SlotBindings};
use super::super::event::{Event, Launched, MemoryKey, Observe};
use super::super::threads;
use super::output::WrittenTarget;
use super::pass::{Covered, Pass};
use gristmill_base::error::{Error, Result};
use gristmill_shader::Stage;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// What is worked out once for a pass.
pub(super) struct PassPlan<'a> {
    pub pass: &'a Pass<'a>,
    /// Width and height that all targets and the mask have.
    pub bounds: [usize; 2],
    /// Lanes of a warp.
    pub capacity: usize,
    /// Whether fragments come in quads; if not, a warp is filled with covered ones alone.
    pub quads: bool,
    /// Whether the mask is asked before the kernel runs.
    pub early: bool,
    /// Whether several threads may run.
    pub parallel: bool,
    /// Registers whose words are written, each once.
    pub columns: Vec<Register>,
    /// The column of `gl_FragDepth`.
    pub depth: Option<usize>,
    /// The targets with their columns.
    pub written: Vec<WrittenTarget<'a>>,
    /// A bit for each pixel that was written, in rows; nothing where nobody asks.
    marked: Vec<AtomicU64>,
}

impl<'a> PassPlan<'a> {
    pub(super) fn new(pass: &'a Pass<'a>, listens: bool, parallel: bool) -> Result<PassPlan<'a>> {
        let (assembly, _) = pass.fragment;
        let stages = || pass.vertex.iter().chain([&pass.fragment]);
        let together = stages().any(|(assembly, bindings)| {
            has_effects(assembly) || pass.targets.iter().any(|target| reaches(bindings, target.key))
        });
        let width = pass.policy.width.clamp(1, 64) as usize;
        // An observer, and a kernel that sees the targets change, get quads as on a GPU. To all others it
        // makes no difference which fragments are beside each other.
        let quads = assembly.needs_quads || (width >= 4 && (listens || together));
        let mut columns = Vec::new();
        let mut column = |wanted: &dyn Fn(&StageOutput) -> bool| {
            let (register, _) = assembly.outputs.iter().find(|(_, output)| wanted(output))?;
            columns.push(*register);
            Some(columns.len() - 1)
        };
        let depth = column(&|output| matches!(output, StageOutput::Depth)).filter(|_| !assembly.early_tests);
        let mut bounds = match pass.geometry {
            Covered::Vertices { size, .. } => size,
            Covered::Regions(_) => [u32::MAX as usize; 2],
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
            bounds = [bounds[0].min(planes.width), bounds[1].min(planes.height())];
        }
        // Without a target there are no bounds.
        let pixels = if listens && !pass.targets.is_empty() { bounds[0] * bounds[1] } else { 0 };
        Ok(PassPlan {
            pass,
            bounds,
            capacity: if quads { (width & !3).max(4) } else { width },
            quads,
            early: assembly.early_tests || (depth.is_none() && !assembly.discards && !has_effects(assembly)),
            parallel: parallel && !together && threads() > 1,
            columns,
            depth,
            written,
            marked: (0..pixels.div_ceil(64)).map(|_| AtomicU64::new(0)).collect(),
        })
    }

    /// Whether the deadline has come.
    pub(super) fn late(&self) -> bool {
        self.pass.policy.late()
    }

    /// Notes the pixels of those lanes as written.
    pub(super) fn mark(&self, pixels: &[[u32; 2]], lanes: u64) {
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

    /// How many different pixels were written.
    pub(super) fn marked(&self) -> u64 {
        self.marked.iter().map(|bits| u64::from(bits.load(Relaxed).count_ones())).sum()
    }

    /// Says that a stage begins.
    pub(super) fn begins<O: Observe>(&self, stage: (&Assembly, &SlotBindings), observer: &mut O) {
        let next = (stage.0.stage == Stage::Vertex).then_some(self.pass.fragment.0);
        let kept: Vec<(u32, u8)> = self.pass.targets.iter().map(|target| (target.location, target.kept)).collect();
        begins(stage, next, self.pass.targets.iter().map(|target| target.key), &kept, observer);
    }
}

/// Says that a stage begins, which one reads what it gives, and what it writes.
pub(super) fn begins<O: Observe>(
    (assembly, bindings): (&Assembly, &SlotBindings),
    next: Option<&Assembly>,
    targets: impl Iterator<Item = MemoryKey>,
    kept: &[(u32, u8)],
    observer: &mut O,
) {
    if O::LISTENS {
        let (memories, textures, images) = bindings.identities();
        let targets: Vec<MemoryKey> = targets.collect();
        observer.hear(&Event::Begins(&Launched {
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

/// Says that it has ended.
pub(super) fn ends<O: Observe>((assembly, _): (&Assembly, &SlotBindings), observer: &mut O) {
    if O::LISTENS {
        observer.hear(&Event::Ends(assembly));
    }
}

/// Whether a stage changes memory by itself.
pub fn has_effects(assembly: &Assembly) -> bool {
    assembly.instructions.iter().any(|instruction| match *instruction {
        Instruction::Store { .. } | Instruction::StorePart { .. } | Instruction::Atomic { .. } => true,
        Instruction::Image { image_use, .. } => assembly
            .image_uses
            .get(image_use as usize)
            .is_some_and(|image| matches!(image.work, ImageWork::Store(_) | ImageWork::Atomic { .. })),
        _ => false,
    })
}

/// Whether that memory is bound to a slot.
fn reaches(bindings: &SlotBindings, key: MemoryKey) -> bool {
    let textures = bindings.textures.iter().chain(&bindings.images).any(|(bound, _)| *bound == key);
    textures
        || bindings
            .memories
            .iter()
            .any(|bound| matches!(bound, BoundMemory::Global { key: bound, .. } if *bound == key))
}
