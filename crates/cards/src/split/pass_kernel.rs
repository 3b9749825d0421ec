//! Builds the kernel of one pass: the operations that its outputs depend on, down to the values
//! saved by earlier passes.

use super::super::flat_ir::{FlatIr, LaneSource, NodeId, Op, OperationGraph, VectorLane, VectorLanes, place_key};
use std::collections::{BTreeMap, BTreeSet};

/// The id of the interpolant with the fragment's place, for kernels that have none.
pub(super) const PLACE_INTERPOLANT: u32 = u32::MAX;
/// The first number of the textures saved by earlier passes.
pub(super) const FIRST_KEPT_TEXTURE: u32 = 1 << 16;

/// The places of values saved by earlier passes: a texture's number, and the first component. Booleans are saved as
/// numbers.
#[derive(Debug)]
pub(super) struct KeptValues {
    places: BTreeMap<NodeId, (usize, usize)>,
    textures: usize,
    truths: Vec<bool>,
}

impl KeptValues {
    /// Begins with none.
    pub fn new(kernel: &FlatIr) -> KeptValues {
        KeptValues { places: BTreeMap::new(), textures: 0, truths: find_truths(&kernel.graph) }
    }

    fn is_truth(&self, id: NodeId) -> bool {
        self.truths.get(id as usize).copied().unwrap_or(false)
    }

    pub fn has_value(&self, id: NodeId) -> bool {
        self.places.contains_key(&id)
    }

    /// Records the values that a pass has written, texture by texture.
    pub fn keep_values(&mut self, wanted: &[Vec<NodeId>], kernel: &FlatIr) {
        for texture in wanted {
            let mut component = 0;
            for id in texture {
                self.places.insert(*id, (self.textures, component));
                component += kernel.graph.find_node(*id).map_or(1, |node| usize::from(node.width));
            }
            self.textures += 1;
        }
    }
}

/// A pass, as a kernel of its own.
pub(super) struct PassKernel {
    pub kernel: FlatIr,
    /// The saved textures that it reads.
    pub reads: Vec<usize>,
}

/// Builds the part of a kernel that computes `wanted`, texture by texture, or the outputs.
pub(super) fn build_pass_kernel(kernel: &FlatIr, kept: &KeptValues, wanted: Option<&[Vec<NodeId>]>) -> PassKernel {
    let outputs: Vec<(String, VectorLanes)> = match wanted {
        None => kernel.outputs.clone(),
        Some([texture]) => {
            vec![("gl_FragColor".to_string(), texture.iter().flat_map(|id| list_node_lanes(kernel, *id)).collect())]
        }
        Some(textures) => {
            let named = textures.iter().enumerate();
            named
                .map(|(at, texture)| {
                    (format!("gl_FragData[{at}]"), texture.iter().flat_map(|id| list_node_lanes(kernel, *id)).collect())
                })
                .collect()
        }
    };
    let mut making =
        PassBuilder { kernel, kept, graph: OperationGraph::default(), made: BTreeMap::new(), reads: BTreeSet::new() };
    for id in making.collect_needed(&outputs) {
        making.make_operation(id);
    }
    let outputs = outputs
        .iter()
        .map(|(name, lanes)| (name.clone(), making.map_output(lanes, wanted.is_some())))
        .collect();
    PassKernel {
        reads: making.reads.into_iter().collect(),
        kernel: FlatIr {
            graph: making.graph,
            outputs,
            effects: vec![],
            loops: vec![],
            branches: vec![],
            names: kernel.names.clone(),
            declared: kernel.declared.clone(),
            textures: kernel.textures.clone(),
            indexed: kernel.indexed.clone(),
        },
    }
}

fn list_node_lanes(kernel: &FlatIr, id: NodeId) -> VectorLanes {
    let width = kernel.graph.find_node(id).map_or(1, |node| node.width);
    (0..width).map(|component| VectorLane::from_node(id, component)).collect()
}

struct PassBuilder<'k> {
    kernel: &'k FlatIr,
    kept: &'k KeptValues,
    graph: OperationGraph,
    made: BTreeMap<NodeId, VectorLanes>,
    reads: BTreeSet<usize>,
}

impl PassBuilder<'_> {
    /// Returns the operations that outputs depend on, each after its operands. Stops at saved values.
    fn collect_needed(&self, outputs: &[(String, VectorLanes)]) -> BTreeSet<NodeId> {
        let mut needed = BTreeSet::new();
        let mut waiting: Vec<NodeId> = outputs
            .iter()
            .flat_map(|(_, lanes)| lanes)
            .filter_map(|lane| lane.source_node())
            .collect();
        while let Some(id) = waiting.pop() {
            if needed.insert(id) && !self.kept.has_value(id) {
                let node = self.kernel.graph.find_node(id);
                waiting.extend(
                    node.iter()
                        .flat_map(|node| node.inputs.iter().flatten())
                        .filter_map(|lane| lane.source_node()),
                );
            }
        }
        needed
    }

    /// Rebuilds an operation, or reads its saved result.
    fn make_operation(&mut self, id: NodeId) {
        let Some(node) = self.kernel.graph.find_node(id) else { return };
        self.graph.line = node.line;
        let lanes = match self.kept.places.get(&id) {
            Some(&(texture, first)) => {
                let width = usize::from(node.width);
                let read = self.read_kept(texture);
                let lanes: VectorLanes = read.into_iter().skip(first).take(width).collect();
                if self.kept.is_truth(id) { self.restore_truth(&lanes) } else { lanes }
            }
            None => {
                let inputs = node.inputs.iter().map(|lanes| self.map_lanes(lanes)).collect();
                self.graph.add_operation(node.op, inputs, node.width)
            }
        };
        self.made.insert(id, lanes);
    }

    /// Reads a saved texture at the fragment's own place.
    fn read_kept(&mut self, texture: usize) -> VectorLanes {
        self.reads.insert(texture);
        let (id, key, width) = find_place_interpolant(self.kernel);
        let mut coordinate = self.graph.add_operation(Op::Input(id, key), vec![], width);
        coordinate.truncate(2);
        self.graph
            .add_operation(Op::Texture(FIRST_KEPT_TEXTURE + texture as u32, 's'), vec![coordinate], 4)
    }

    /// Converts a number back to the boolean that it was saved for.
    fn restore_truth(&mut self, lanes: &[VectorLane]) -> VectorLanes {
        let zero = self.graph.splat_number(0.0, lanes.len());
        let is_zero = self.graph.compare(2, lanes, &zero);
        is_zero.into_iter().map(VectorLane::to_opposite).collect()
    }

    /// Maps lanes of the kernel to lanes of the part.
    fn map_lanes(&self, lanes: &[VectorLane]) -> VectorLanes {
        lanes
            .iter()
            .map(|lane| {
                let LaneSource::Node(id, component) = lane.source else { return *lane };
                let made = self.made.get(&id).and_then(|made| made.get(usize::from(component)));
                let made = made.copied().unwrap_or(VectorLane::UNDEFINED);
                // A restored boolean is already a negated comparison.
                VectorLane { negate: lane.negate != made.negate, absolute: lane.absolute || made.absolute, ..made }
            })
            .collect()
    }

    /// Maps lanes that go to a target: booleans become numbers, and undefined components become zero.
    fn map_output(&mut self, lanes: &[VectorLane], pad: bool) -> VectorLanes {
        let mut moved = self.map_lanes(lanes);
        for (lane, of) in moved.iter_mut().zip(lanes) {
            if of.source_node().is_some_and(|id| self.kept.is_truth(id)) {
                let made = self.graph.select(
                    Op::Select,
                    &[*lane],
                    &[VectorLane::from_float(1.0)],
                    &[VectorLane::from_float(0.0)],
                );
                *lane = made.first().copied().unwrap_or(VectorLane::UNDEFINED);
            }
            if lane.source == LaneSource::Undefined {
                *lane = VectorLane::from_float(0.0);
            }
        }
        if pad {
            moved.resize(4, VectorLane::from_float(0.0));
        }
        moved
    }
}

/// Returns the interpolant used as coordinate of saved textures: its id, its part and its
/// components. It is the kernel's own, or the first texture coordinate.
fn find_place_interpolant(kernel: &FlatIr) -> (u32, u64, u8) {
    let whole = place_key(&[]);
    let first = place_key(&[0]);
    let found = kernel.graph.nodes.iter().find_map(|node| match node.op {
        Op::Input(id, key) if key == first && find_name(kernel, id) == Some("gl_TexCoord") => {
            Some((id, key, node.width))
        }
        Op::Input(id, key) if key == whole && find_name(kernel, id) == Some("gl_TexCoord[0]") => {
            Some((id, key, node.width))
        }
        Op::Input(id, key) if key == whole && node.width == 2 => Some((id, key, 2)),
        _ => None,
    });
    found.unwrap_or((PLACE_INTERPOLANT, first, 4))
}

fn find_name(kernel: &FlatIr, id: u32) -> Option<&str> {
    kernel
        .names
        .iter()
        .find(|(known, _)| *known == id)
        .map(|(_, name)| name.as_str())
}

/// Returns true for each operation that computes booleans, by its number: operations stand behind their operands.
pub(super) fn find_truths(graph: &OperationGraph) -> Vec<bool> {
    let mut truths: Vec<bool> = Vec::with_capacity(graph.nodes.len());
    for node in &graph.nodes {
        let chosen = || node.inputs.iter().skip(1).flatten();
        truths.push(match node.op {
            Op::Compare(_) | Op::And | Op::Or => true,
            Op::Select | Op::Join => chosen().any(|lane| match lane.source {
                LaneSource::Node(id, _) => truths.get(id as usize).copied().unwrap_or(false),
                LaneSource::Word(word) => word == 1,
                LaneSource::Undefined => false,
            }),
            _ => false,
        });
    }
    truths
}
