//! Content of a stream graph: the kernels of a run, the streams between them, and the streams that are read again.

use super::super::memory::group_thousands;
use super::super::repetition::{MAX_BLOCK_EVENTS, event_key, fold_repeats};
use super::super::{Event, Launch, Trace};
use gristmill_base::era::Era;
use std::collections::HashMap;
use std::ops::Range;

/// The most kernels that fit a picture.
const MAX_KERNELS: usize = 20;

/// A run's stream graph.
#[derive(Default)]
pub(super) struct StreamGraph {
    pub kernels: Vec<KernelNode>,
    pub groups: Vec<RepeatedGroup>,
    pub ovals: Vec<StreamOval>,
    pub loops: Vec<BackEdge>,
    /// Launches that did not fit.
    pub left_out: usize,
}

/// A kernel at its position in the run.
pub(super) struct KernelNode {
    pub name: String,
    pub era: Era,
    pub detail: String,
}

/// Kernels that ran `times` times one after another.
pub(super) struct RepeatedGroup {
    pub kernels: Range<usize>,
    pub times: usize,
}

/// A stream between kernels, or several in one role.
pub(super) struct StreamOval {
    pub name: String,
    pub detail: String,
    /// The kernel that writes it; `None` for a stream from before the run.
    pub producer: Option<usize>,
    /// The kernels that read it, all further down.
    pub readers: Vec<usize>,
    /// Its gap: above the kernel with this number.
    pub gap: usize,
}

/// A stream that a repeated block reads again in the next iteration.
pub(super) struct BackEdge {
    pub from: usize,
    pub into: usize,
    /// The names as written, and as read.
    pub labels: Vec<String>,
}

impl StreamGraph {
    /// Describes the graph in words, for readers that cannot see it.
    pub(super) fn describe(&self) -> String {
        self.groups
            .iter()
            .map(|group| {
                let names: Vec<_> = self.kernels[group.kernels.clone()]
                    .iter()
                    .map(|kernel| kernel.name.as_str())
                    .collect();
                let names = names.join(", ");
                if group.times > 1 { format!("{names}, {} times", group.times) } else { names }
            })
            .collect::<Vec<_>>()
            .join(", then ")
    }
}

/// The content of a stream between two writes, or from before the run.
struct StreamVersion<'a> {
    stream: u64,
    name: &'a str,
    bytes: usize,
    producer: Option<usize>,
    /// The kernels that read it, with their names for it.
    readers: Vec<(usize, &'a str)>,
    overwritten: bool,
}

pub(super) fn build_graph(trace: &Trace) -> StreamGraph {
    let launches: Vec<&Event> = trace.events.iter().filter(|event| matches!(event, Event::Launch(_))).collect();
    let keys: Vec<_> = launches.iter().map(|event| event_key(event)).collect();
    let launches: Vec<&Launch> = trace.launches().collect();

    let mut graph = StreamGraph::default();
    let mut place_of = Vec::new(); // each launch's kernel
    for fold in fold_repeats(&keys, MAX_BLOCK_EVENTS) {
        let first = graph.kernels.len();
        if first + fold.length > MAX_KERNELS {
            graph.left_out = launches.len() - fold.start;
            break;
        }
        for place in 0..fold.length {
            let runs = launches[fold.start..].iter().skip(place).step_by(fold.length).take(fold.times);
            graph.kernels.push(kernel_node(runs.copied()));
        }
        place_of.extend((0..fold.length * fold.times).map(|launch| first + launch % fold.length));
        graph
            .groups
            .push(RepeatedGroup { kernels: first..first + fold.length, times: fold.times });
    }
    let versions = replay_versions(&launches, &place_of);
    connect_streams(&mut graph, &versions);
    graph
}

/// Returns the box of one kernel for all its launches at one position.
pub(super) fn kernel_node<'a>(runs: impl Iterator<Item = &'a Launch> + Clone) -> KernelNode {
    let first = runs.clone().next();
    let sizes = runs.map(|launch| launch.elements);
    let most = sizes.clone().max().unwrap_or(0);
    let least = sizes.min().unwrap_or(0);
    let detail = if least == most {
        format!("{} elements", group_thousands(most))
    } else {
        format!("{} to {} elements", group_thousands(most), group_thousands(least))
    };
    KernelNode {
        name: first.map_or(String::new(), |launch| launch.kernel.clone()),
        era: first.map_or(Era::Fragment, |launch| launch.era),
        detail,
    }
}

/// Replays the run to find the readers of each version of a stream.
fn replay_versions<'a>(launches: &[&'a Launch], place_of: &[usize]) -> Vec<StreamVersion<'a>> {
    let mut versions: Vec<StreamVersion> = Vec::new();
    let mut latest: HashMap<u64, usize> = HashMap::new();
    for (launch, &place) in launches.iter().zip(place_of) {
        for usage in &launch.inputs {
            let index = *latest.entry(usage.stream).or_insert_with(|| {
                versions.push(StreamVersion {
                    stream: usage.stream,
                    name: &usage.name,
                    bytes: usage.bytes,
                    producer: None,
                    readers: Vec::new(),
                    overwritten: false,
                });
                versions.len() - 1
            });
            versions[index].readers.push((place, &usage.name));
        }
        for usage in &launch.outputs {
            if let Some(old) = latest.insert(usage.stream, versions.len()) {
                versions[old].overwritten = true;
            }
            versions.push(StreamVersion {
                stream: usage.stream,
                name: &usage.name,
                bytes: usage.bytes,
                producer: Some(place),
                readers: Vec::new(),
                overwritten: false,
            });
        }
    }
    versions
}

/// Adds the ovals and the back edges: streams of one role between the same kernels become one oval, and streams read
/// further up become back edges.
fn connect_streams(graph: &mut StreamGraph, versions: &[StreamVersion]) {
    #[derive(PartialEq)]
    struct OvalRole<'a>(Option<usize>, &'a str, Option<usize>);
    let mut roles: Vec<(OvalRole, Vec<&StreamVersion>, Vec<usize>)> = Vec::new();
    for version in versions {
        for (reader, name) in version
            .readers
            .iter()
            .filter(|(reader, _)| version.producer.is_some_and(|producer| *reader <= producer))
        {
            let label = format!("{} \u{2192} {name}", version.name);
            let from = version.producer.unwrap_or(0);
            match graph.loops.iter_mut().find(|back| (back.from, back.into) == (from, *reader)) {
                Some(back) if back.labels.contains(&label) => {}
                Some(back) => back.labels.push(label),
                None => graph.loops.push(BackEdge { from, into: *reader, labels: vec![label] }),
            }
        }
        let mut readers: Vec<usize> = version
            .readers
            .iter()
            .map(|(reader, _)| *reader)
            .filter(|r| version.producer.is_none_or(|producer| *r > producer))
            .collect();
        readers.sort_unstable();
        readers.dedup();
        let is_left = version.readers.is_empty() && !version.overwritten;
        if readers.is_empty() && !is_left {
            continue;
        }
        let role = OvalRole(version.producer, version.name, version.producer.is_none().then(|| readers[0]));
        match roles.iter_mut().find(|(known, ..)| *known == role) {
            Some((_, merged, all)) => {
                merged.push(version);
                all.extend(readers);
            }
            None => roles.push((role, vec![version], readers)),
        }
    }
    for (OvalRole(producer, name, _), merged, mut readers) in roles {
        readers.sort_unstable();
        readers.dedup();
        let mut streams: Vec<u64> = merged.iter().map(|version| version.stream).collect();
        streams.sort_unstable();
        streams.dedup();
        let most = merged.iter().map(|version| version.bytes).max().unwrap_or(0);
        let detail = if streams.len() > 1 { format!("{} streams", streams.len()) } else { format_bytes(most) };
        let gap = producer.map_or_else(|| readers.first().copied().unwrap_or(0), |producer| producer + 1);
        graph
            .ovals
            .push(StreamOval { name: name.to_string(), detail, producer, readers, gap });
    }
}

fn format_bytes(count: usize) -> String {
    match count {
        0..1_000 => format!("{count} B"),
        1_000..1_000_000 => format!("{:.1} kB", count as f64 / 1e3),
        _ => format!("{:.1} MB", count as f64 / 1e6),
    }
}
