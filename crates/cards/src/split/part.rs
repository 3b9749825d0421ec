//! Builds the kernel of one pass: the operations that its outputs depend on, down to the values saved by earlier passes.

use super::super::straight::{Lane, Lanes, NodeId, Op, OperationGraph, Source, Straight, place_key};
use std::collections::{BTreeMap, BTreeSet};

/// The id of the interpolant with the fragment's place, for kernels that have none.
pub(super) const PLACE: u32 = u32::MAX;
/// The first number of the textures saved by earlier passes.
pub(super) const FIRST_KEPT: u32 = 1 << 16;

/// The places of values saved by earlier passes: a texture's number, and the first component.
#[derive(Debug, Default)]
pub(super) struct Kept {
    places: BTreeMap<NodeId, (usize, usize)>,
    textures: usize,
}

impl Kept {
    pub fn has(&self, id: NodeId) -> bool {
        self.places.contains_key(&id)
    }

    /// Records the values that a pass has written, texture by texture.
    pub fn keep(&mut self, wanted: &[Vec<NodeId>], kernel: &Straight) {
        for texture in wanted {
            let mut component = 0;
            for id in texture {
                self.places.insert(*id, (self.textures, component));
                component += kernel.graph.node(*id).map_or(1, |node| usize::from(node.width));
            }
            self.textures += 1;
        }
    }
}

/// A pass, as a kernel of its own.
pub(super) struct Part {
    pub kernel: Straight,
    /// The saved textures that it reads.
    pub reads: Vec<usize>,
}

/// Builds the part of a kernel that computes `wanted`, texture by texture, or the outputs.
pub(super) fn part(kernel: &Straight, kept: &Kept, wanted: Option<&[Vec<NodeId>]>) -> Part {
    let whole = |id: &NodeId| -> Lanes {
        let width = kernel.graph.node(*id).map_or(1, |node| node.width);
        (0..width).map(|component| Lane::of(*id, component)).collect()
    };
    let outputs: Vec<(String, Lanes)> = match wanted {
        None => kernel.outputs.clone(),
        Some([texture]) => vec![("gl_FragColor".to_string(), texture.iter().flat_map(whole).collect())],
        Some(textures) => {
            let named = textures.iter().enumerate();
            named
                .map(|(at, texture)| (format!("gl_FragData[{at}]"), texture.iter().flat_map(whole).collect()))
                .collect()
        }
    };
    let mut making =
        Making { kernel, kept, graph: OperationGraph::default(), made: BTreeMap::new(), reads: BTreeSet::new() };
    for id in making.needed(&outputs) {
        making.make(id);
    }
    let outputs = outputs
        .iter()
        .map(|(name, lanes)| (name.clone(), making.output(lanes, wanted.is_some())))
        .collect();
    Part {
        reads: making.reads.into_iter().collect(),
        kernel: Straight {
            graph: making.graph,
            outputs,
            effects: vec![],
            loops: vec![],
            branches: vec![],
            names: kernel.names.clone(),
            declared: kernel.declared.clone(),
            textures: kernel.textures.clone(),
        },
    }
}

struct Making<'k> {
    kernel: &'k Straight,
    kept: &'k Kept,
    graph: OperationGraph,
    made: BTreeMap<NodeId, Lanes>,
    reads: BTreeSet<usize>,
}

impl Making<'_> {
    /// Returns the operations that outputs depend on, each after its operands. Stops at saved values.
    fn needed(&self, outputs: &[(String, Lanes)]) -> BTreeSet<NodeId> {
        let mut needed = BTreeSet::new();
        let mut waiting: Vec<NodeId> = outputs
            .iter()
            .flat_map(|(_, lanes)| lanes)
            .filter_map(|lane| lane.node())
            .collect();
        while let Some(id) = waiting.pop() {
            if needed.insert(id) && !self.kept.has(id) {
                let node = self.kernel.graph.node(id);
                waiting.extend(
                    node.iter()
                        .flat_map(|node| node.inputs.iter().flatten())
                        .filter_map(|lane| lane.node()),
                );
            }
        }
        needed
    }

    /// Rebuilds an operation, or reads its saved result.
    fn make(&mut self, id: NodeId) {
        let Some(node) = self.kernel.graph.node(id) else { return };
        self.graph.line = node.line;
        let lanes = match self.kept.places.get(&id) {
            Some(&(texture, first)) => {
                let width = usize::from(node.width);
                let read = self.read(texture);
                let lanes: Lanes = read.into_iter().skip(first).take(width).collect();
                if is_truth(&self.kernel.graph, id) { self.truth(&lanes) } else { lanes }
            }
            None => {
                let inputs = node.inputs.iter().map(|lanes| self.moved(lanes)).collect();
                self.graph.make(node.op, inputs, node.width)
            }
        };
        self.made.insert(id, lanes);
    }

    /// Reads a saved texture at the fragment's own place.
    fn read(&mut self, texture: usize) -> Lanes {
        self.reads.insert(texture);
        let (id, key, width) = place(self.kernel);
        let mut coordinate = self.graph.make(Op::Input(id, key), vec![], width);
        coordinate.truncate(2);
        self.graph
            .make(Op::Texture(FIRST_KEPT + texture as u32, 's'), vec![coordinate], 4)
    }

    /// Converts a number back to the boolean that it was saved for.
    fn truth(&mut self, lanes: &[Lane]) -> Lanes {
        let zero = self.graph.number(0.0, lanes.len());
        let is_zero = self.graph.compare(2, lanes, &zero);
        is_zero.into_iter().map(Lane::opposite).collect()
    }

    /// Maps lanes of the kernel to lanes of the part.
    fn moved(&self, lanes: &[Lane]) -> Lanes {
        let moved = |lane: &Lane| {
            let Source::Of(id, component) = lane.source else { return *lane };
            let made = self.made.get(&id).and_then(|made| made.get(usize::from(component)));
            let made = made.copied().unwrap_or(Lane::NOTHING);
            // A restored boolean is already a negated comparison.
            Lane { negate: lane.negate != made.negate, absolute: lane.absolute || made.absolute, ..made }
        };
        lanes.iter().map(moved).collect()
    }

    /// Maps lanes that go to a target: booleans become numbers, and undefined components become zero.
    fn output(&mut self, lanes: &[Lane], pad: bool) -> Lanes {
        let mut moved = self.moved(lanes);
        for (lane, of) in moved.iter_mut().zip(lanes) {
            if of.node().is_some_and(|id| is_truth(&self.kernel.graph, id)) {
                let made = self
                    .graph
                    .select(Op::Select, &[*lane], &[Lane::float(1.0)], &[Lane::float(0.0)]);
                *lane = made.first().copied().unwrap_or(Lane::NOTHING);
            }
            if lane.source == Source::Nothing {
                *lane = Lane::float(0.0);
            }
        }
        if pad {
            moved.resize(4, Lane::float(0.0));
        }
        moved
    }
}

/// Returns the interpolant used as coordinate of saved textures: its id, its part and its components. It is the kernel's
/// own, or the first texture coordinate.
fn place(kernel: &Straight) -> (u32, u64, u8) {
    let name = |id: u32| {
        kernel
            .names
            .iter()
            .find(|(known, _)| *known == id)
            .map(|(_, name)| name.as_str())
    };
    let (whole, first) = (place_key(&[]), place_key(&[0]));
    let found = kernel.graph.nodes.iter().find_map(|node| match node.op {
        Op::Input(id, key) if key == first && name(id) == Some("gl_TexCoord") => Some((id, key, node.width)),
        Op::Input(id, key) if key == whole && name(id) == Some("gl_TexCoord[0]") => Some((id, key, node.width)),
        Op::Input(id, key) if key == whole && node.width == 2 => Some((id, key, 2)),
        _ => None,
    });
    found.unwrap_or((PLACE, first, 4))
}

/// Returns true if an operation computes booleans.
pub(super) fn is_truth(graph: &OperationGraph, id: NodeId) -> bool {
    let Some(node) = graph.node(id) else { return false };
    match node.op {
        Op::Compare(_) | Op::And | Op::Or => true,
        Op::Select | Op::Join => node.inputs.iter().skip(1).flatten().any(|lane| match lane.source {
            Source::Of(id, _) => is_truth(graph, id),
            Source::Word(word) => word == 1,
            Source::Nothing => false,
        }),
        _ => false,
    }
}
