//! Timelines of runs: of a way of the library on few elements, or of a reader's own kernel.

#[cfg(test)]
mod tests;

use crate::race_conflicts::{lane_position, list_race_conflicts};
use crate::request::RequestFields;
use crate::uniforms::UniformPins;
use crate::{launch, page_json, ways};
use gristmill::algorithms::{Algorithm, Workload};
use gristmill::check::KernelCheck;
use gristmill::finding::{Finding, LaunchOrder, Listening};
use gristmill::kernels::{self, Edits};
use gristmill::timeline::{LaunchTimeline, TimelineEvent, TimelineMemory};
use gristmill::{Device, Error, Result, Scalar};
use serde_json::{Map, Value, json};

/// Default sizes of a way: the first one at which it runs the kernel is used.
const DEFAULT_SIZES: [u64; 2] = [16, 300];

/// The most elements; a longer timeline is not readable.
const MAX_ELEMENTS: u64 = 4096;

/// Default warp width.
const DEFAULT_LANES: u64 = 32;

pub(crate) fn answer_timeline(request: &RequestFields) -> Result<Value> {
    match request.optional_text("text") {
        Some(text) => own_kernel_timeline(request, request.required_text("name")?, text),
        None => way_timeline(request),
    }
}

/// Returns all launches of a reader's own kernel, under the first of its schedules.
fn own_kernel_timeline(request: &RequestFields, name: &str, text: &str) -> Result<Value> {
    let mut options = launch::read_options(request)?.timeline();
    if let Some(order) = request.optional_text("order") {
        options = options.option("schedule", order)?;
    }
    if let Some(lanes) = request.optional_number("lanes")? {
        options = options.option("warp", &lanes.to_string())?;
    }
    let report = KernelCheck::source(name, text).run(&options)?;
    let mut launches: Vec<Value> = report
        .timelines
        .iter()
        .map(|timeline| launch_json(timeline, &report.findings))
        .collect();
    if let (Some(_), Some(last)) = (&report.unfinished, launches.last_mut()) {
        last["complete"] = false.into();
    }
    Ok(json!({
        "launches": launches, "texts": { name: text }, "made_up": report.made_up,
        "findings": report.findings.iter().map(page_json::finding_json).collect::<Vec<_>>(),
    }))
}

/// Returns the launches of a way that run the kernel of that path.
fn way_timeline(request: &RequestFields) -> Result<Value> {
    if let Some(size) = request.optional_number("size")? {
        return way_timeline_at(request, size);
    }
    let mut told = Value::Null;
    for size in DEFAULT_SIZES {
        told = way_timeline_at(request, size)?;
        if told["launches"][0].is_object() {
            break;
        }
    }
    Ok(told)
}

fn way_timeline_at(request: &RequestFields, size: u64) -> Result<Value> {
    let algorithm = Algorithm::find(request.required_text("algorithm")?)?;
    let way = ways::find_way(algorithm, request.required_text("way")?, request.optional_text("era"))?;
    let path = request.required_text("path")?;
    if size > MAX_ELEMENTS {
        let next = "fewer show the same";
        return Err(Error::limit("elements of a run step by step", size.into(), MAX_ELEMENTS.into(), next));
    }
    let mut edits = Edits::default();
    for (path, text) in request.named_texts("files") {
        edits = edits.file(path, text.to_string())?;
    }
    let device = Device::emulator(way.era)?;
    device.stop_after(Some(ways::MAX_STEPS))?;
    device.listen(Some(Listening { timeline: true, ..Listening::FAULTS }))?;
    let lanes = u32::try_from(request.optional_number("lanes")?.unwrap_or(DEFAULT_LANES)).unwrap_or(u32::MAX);
    device.run_in(parse_order(request.optional_text("order").unwrap_or("in-order"))?, lanes)?;
    UniformPins::from_request(request)?.pin_on(&device);
    let work = Workload::new(size as usize, ways::SEED);
    let (ran, files) = edits.run(|| (way.prepare)(&device, &work)?.run());
    let findings = device.findings()?;
    let mut timelines = device.timelines()?;
    let name = path.rsplit('/').next().unwrap_or(path);
    timelines.retain(|launch| launch.kernel == name);
    // A launch that ended early still has its steps.
    if let (Err(error), true) = (&ran, timelines.is_empty()) {
        return Ok(page_json::error_json(error));
    }
    let mut texts = Map::new();
    for (_, path) in &files {
        let name = path.rsplit('/').next().unwrap_or(path);
        let edited = request.named_texts("files").find(|(edited, _)| edited == path);
        let text =
            edited.map_or_else(|| kernels::text(path).map(|text| text.to_string()), |(_, text)| Ok(text.into()))?;
        texts.insert(name.to_string(), text.into());
    }
    let launches = timelines.iter().map(|timeline| launch_json(timeline, &findings));
    Ok(json!({
        "launches": launches.collect::<Vec<_>>(), "texts": texts, "size": size,
        "findings": findings.iter().map(page_json::finding_json).collect::<Vec<_>>(),
        "ended": ran.err().map(|error| error.to_string()),
    }))
}

/// Parses an order as `--schedule` does.
fn parse_order(word: &str) -> Result<LaunchOrder> {
    let seed = word.strip_prefix("random:").and_then(|seed| seed.parse().ok());
    match (word, seed) {
        ("in-order", _) => Ok(LaunchOrder::InOrder),
        ("reversed", _) => Ok(LaunchOrder::Reversed),
        ("round-robin", _) => Ok(LaunchOrder::RoundRobin),
        (_, Some(seed)) => Ok(LaunchOrder::Random(seed)),
        _ => Err(Error::data(format!("the order is {word:?}; give in-order, reversed, round-robin or random:7"))),
    }
}

fn launch_json(timeline: &LaunchTimeline, findings: &[Finding]) -> Value {
    let LaunchTimeline { kernel, spans, events, memories, complete, .. } = timeline;
    json!({
        "kernel": kernel, "complete": complete,
        "spans": spans.iter().map(|span| {
        let (group, first) = lane_position(span.who);
        json!({
            "step": span.first, "steps": span.steps, "group": group, "first": first,
            "active": format!("{:x}", span.active), "file": span.file, "line": span.line,
        })
    }).collect::<Vec<_>>(),
        "events": events.iter().map(event_json).collect::<Vec<_>>(),
        "memories": memories.iter().map(memory_json).collect::<Vec<_>>(),
        "races": list_race_conflicts(timeline, findings),
    })
}

fn memory_json(memory: &TimelineMemory) -> Value {
    let numbers = match memory.scalar {
        Some(Scalar::F32) => Some("float"),
        Some(Scalar::I32) => Some("int"),
        Some(Scalar::U32) => Some("uint"),
        Some(Scalar::F16) => Some("half"),
        Some(Scalar::Unorm8) => Some("byte"),
        _ => None,
    };
    let texels = memory
        .texels
        .map(|texels| json!({ "width": texels.width, "words": texels.words, "channels": texels.channels }));
    json!({
        "name": memory.name, "shared": memory.shared, "length": memory.length, "words": memory.words,
        "numbers": numbers, "texels": texels,
    })
}

fn event_json(event: &TimelineEvent) -> Value {
    let (group, first) = lane_position(event.who);
    let touched = event.touched.iter();
    let lanes: Vec<Value> = touched
        .map(|touched| json!([touched.lane, touched.word, touched.holds]))
        .collect();
    json!({
        "step": event.step, "kind": event.kind.name(), "group": group, "first": first, "memory": event.memory,
        "lanes": lanes,
    })
}
