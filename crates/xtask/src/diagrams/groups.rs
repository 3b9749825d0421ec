//! Work groups: their ids, and their lanes over time.

use super::drawing::{BoxContent, Drawing, PICTURE_MARGIN, PICTURE_WIDTH, Tone, box_contents};
use gristmill::check::{KernelCheck, LaunchOptions, Report};
use gristmill::finding::Who;
use gristmill::timeline::TimelineSpan;
use gristmill::{Error, Result};

const IDS_KERNEL: &str = "#version 430 core
layout(local_size_x = 4, local_size_y = 4) in;
layout(std430) buffer Groups { uint groups[]; };
void main() {
    uvec2 at = gl_GlobalInvocationID.xy;
    groups[at.y * gl_NumWorkGroups.x * 4u + at.x] = gl_WorkGroupID.x + gl_WorkGroupID.y * gl_NumWorkGroups.x;
}";

/// Returns the words of a buffer after a run.
fn output_words<'a>(report: &'a Report, name: &str) -> Result<&'a [u32]> {
    report
        .output(name)
        .ok_or_else(|| Error::data(format!("{} writes no buffer {name}", report.kernel)))
}

/// Draws a grid of groups over a picture whose sides are not multiples of a group's.
pub fn draw_group_grid(_: &gristmill::Device) -> Result<Drawing> {
    let side = 4;
    let groups = [3_usize, 2];
    let size = [10, 7];
    let columns = groups[0] * side;
    let launch = LaunchOptions::new().groups([groups[0] as u32, groups[1] as u32, 1]);
    let report = KernelCheck::source("ids.comp", IDS_KERNEL)
        .run(&launch.buffer("Groups", vec![0; columns * groups[1] * side]))?;
    let group_of = output_words(&report, "Groups")?.to_vec();
    let group = [1, 1];
    let local = [2, 1];
    let global = [group[0] * side + local[0], group[1] * side + local[1]];
    let chosen = global[0] + global[1] * columns;
    let mut drawing = Drawing::new(
        "The grid of groups",
        format!(
            "{} groups of {side} x {side} invocations over a picture of {} x {}. The invocation with local id {local:?} in group {group:?} has the global id {global:?}. Invocations outside the picture have nothing to do.",
            groups[0] * groups[1],
            size[0],
            size[1]
        ),
    );
    drawing.explain_tone(Tone::Written, "one invocation");
    drawing.explain_tone(Tone::Active, "its group");
    drawing.explain_tone(Tone::Idle, "outside the picture");
    drawing.add_paragraph(format!(
        "A picture of {} x {} elements needs {} x {} groups of {side} x {side}. Each number is the group's.",
        size[0], size[1], groups[0], groups[1]
    ));
    let inside = |i: usize| i % columns < size[0] && i / columns < size[1];
    let boxes = drawing.add_grid(
        columns,
        [31.0, 28.0],
        &box_contents(&group_of, |i: usize| match i {
            _ if i == chosen => Tone::Written,
            _ if !inside(i) => Tone::Idle,
            _ if group_of[i] as usize == group[0] + group[1] * groups[0] => Tone::Active,
            _ => Tone::Plain,
        }),
    );
    for x in 1..groups[0] {
        let [across, down] = boxes.at;
        let x = across + (x * side) as f64 * 31.0;
        drawing.draw_line([x, down - 6.0], [x, down + (groups[1] * side) as f64 * 28.0 + 4.0], Tone::Active);
    }
    let middle = boxes.at[1] + side as f64 * 28.0;
    drawing.draw_line([boxes.at[0] - 5.0, middle], [PICTURE_WIDTH - boxes.at[0] + 5.0, middle], Tone::Active);
    drawing.add_paragraph(format!("The marked one: gl_WorkGroupID {group:?}, gl_LocalInvocationID {local:?}."));
    drawing.add_paragraph(format!("gl_GlobalInvocationID = {group:?} * [{side}, {side}] + {local:?} = {global:?}"));
    drawing.add_paragraph(format!(
        "{} invocations lie outside the picture: the guard sends them home.",
        (0..group_of.len()).filter(|i| !inside(*i)).count()
    ));
    Ok(drawing)
}

/// Returns the number of the first line with this text, from 1.
fn find_line(text: &str, letters: &str) -> usize {
    text.lines().position(|line| line.contains(letters)).map_or(0, |line| line + 1)
}

/// Runs a kernel and records its timeline; returns the report and the number of steps.
fn record_timeline(name: &str, text: &str, launch: LaunchOptions) -> Result<(Report, u64)> {
    let report = KernelCheck::source(name, text).run(&launch.timeline())?;
    let steps = launch_spans(&report).map(|span| span.first + span.steps).max().unwrap_or(1);
    Ok((report, steps))
}

/// Returns the spans of the only launch.
fn launch_spans(report: &Report) -> impl Iterator<Item = &TimelineSpan> + Clone {
    report.timelines.iter().flat_map(|launch| &launch.spans)
}

const BARRIER_KERNEL: &str = "#version 430 core
layout(local_size_x = 4) in;
layout(std430) buffer Result { uint result[]; };
shared uint board[4];
void main() {
    uint me = gl_LocalInvocationID.x, sum = 0u;
    for (uint i = 0u; i < 2u * me + 1u; i++) sum += i;
    board[me] = sum;
    barrier();
    result[me] = board[3u - me];
}";

/// Draws four invocations that come to a barrier at different times.
pub fn draw_barrier(_: &gristmill::Device) -> Result<Drawing> {
    let launch = LaunchOptions::new()
        .warp(1)
        .option("schedule", "round-robin")?
        .buffer("Result", vec![0; 4]);
    let (report, steps) = record_timeline("meet.comp", BARRIER_KERNEL, launch)?;
    let after = find_line(BARRIER_KERNEL, "result[me]");
    let at = find_line(BARRIER_KERNEL, "barrier()");
    let opened = launch_spans(&report)
        .filter(|span| span.line == after)
        .map(|span| span.first)
        .min()
        .unwrap_or(0);
    let mut drawing = Drawing::new(
        "Four lanes at a barrier",
        "Four invocations, each a row over time. Each has a loop of another length, then comes to the barrier and waits until the last one has come. Then all go on.",
    );
    drawing.explain_tone(Tone::Active, "on the way to the barrier");
    drawing.explain_tone(Tone::Idle, "waiting");
    drawing.explain_tone(Tone::Written, "behind it");
    drawing
        .add_paragraph("Time goes to the right. The loops are of different lengths; the first to come waits longest.");
    let room = PICTURE_WIDTH - 2.0 * PICTURE_MARGIN - 56.0;
    let across = |step: u64| PICTURE_MARGIN + 56.0 + step as f64 / steps as f64 * room;
    let top = drawing.low + 6.0;
    for lane in 0..4_u32 {
        let y = top + f64::from(lane) * 44.0;
        drawing.draw_label([PICTURE_MARGIN, y + 15.0], format!("lane {lane}"));
        let own = launch_spans(&report).filter(|span| matches!(span.who, Who::Lane { lane: own, .. } if own == lane));
        let came = own
            .clone()
            .filter(|span| span.line == at)
            .map(|span| span.first)
            .min()
            .unwrap_or(opened);
        let [began, ended] = [own.clone().map(|span| span.first).min(), own.map(|span| span.first + span.steps).max()];
        for (from, to, tone) in
            [(began.unwrap_or(0), came + 1, Tone::Active), (opened, ended.unwrap_or(steps), Tone::Written)]
        {
            drawing.draw_box([across(from), y], [across(to) - across(from), 30.0], &BoxContent::new("", tone));
        }
        drawing.draw_box(
            [across(came + 1), y + 8.0],
            [(across(opened) - across(came + 1)).max(1.0), 14.0],
            &BoxContent::new("", Tone::Idle),
        );
    }
    drawing.draw_line([across(opened), top - 8.0], [across(opened), top + 4.0 * 44.0], Tone::Plain);
    drawing.low = top + 4.0 * 44.0 + 4.0;
    drawing.draw_centred([across(opened) - 70.0, drawing.low + 6.0], "the barrier opens");
    drawing.add_space(24.0);
    drawing.add_paragraph("Behind the barrier all may read what any of them wrote before it.");
    Ok(drawing)
}

const BRANCH_KERNEL: &str = "#version 430 core
layout(local_size_x = 8) in;
layout(std430) buffer Result { uint result[]; };
void main() {
    uint lane = gl_LocalInvocationID.x, value = 1u;
    if (lane < 3u) {
        value = value * 5u;
        value = value + 2u;
    } else {
        value = value + 7u;
    }
    result[lane] = value;
}";

/// Draws the lanes of a warp that takes both branches.
pub fn draw_divergence(_: &gristmill::Device) -> Result<Drawing> {
    let lanes = 8;
    let launch = LaunchOptions::new()
        .warp(lanes as u32)
        .counted()
        .buffer("Result", vec![0; lanes]);
    let (report, _) = record_timeline("branch.comp", BRANCH_KERNEL, launch)?;
    let mut drawing = Drawing::new(
        "Lanes that part",
        "A warp of eight lanes at an if and its else. Three lanes go into the if while five wait; then the five go into the else while the three wait. The warp takes the time of both.",
    );
    drawing.add_paragraph("One warp of eight lanes, from the top down. All lanes are at one line at a time.");
    let mut shown: Vec<(usize, u64)> = Vec::new();
    for span in launch_spans(&report) {
        if span.line > find_line(BRANCH_KERNEL, "void main")
            && span.line < BRANCH_KERNEL.lines().count()
            && shown.last() != Some(&(span.line, span.active))
        {
            shown.push((span.line, span.active));
        }
    }
    // Only lines after the lanes have diverged matter; entering the branch takes a row too.
    shown.dedup_by_key(|row| row.0);
    for (line, active) in shown {
        let text = BRANCH_KERNEL.lines().nth(line - 1).unwrap_or("").trim();
        drawing.add_paragraph(text);
        let row: Vec<BoxContent> = (0..lanes)
            .map(|lane| BoxContent::new(lane, if active >> lane & 1 == 1 { Tone::Active } else { Tone::Idle }))
            .collect();
        drawing.add_row(&row);
    }
    if let Some(counters) = &report.counters {
        let total = &counters.total;
        drawing.add_paragraph(format!(
            "In all {} of {} lane slots had something to do: {:.0} %.",
            total.lanes,
            total.slots,
            100.0 * total.utilisation()
        ));
    }
    Ok(drawing)
}

const RACE_KERNEL: &str = "#version 430 core
layout(local_size_x = 2) in;
layout(std430) buffer Result { uint total; };
void main() {
    uint seen = total;
    seen = seen + 1u;
    total = seen;
}";

/// Draws two lanes that add one to the same word.
pub fn draw_race(_: &gristmill::Device) -> Result<Drawing> {
    let mut drawing = Drawing::new(
        "A race",
        "Two lanes add one to the same word. When one has finished before the other begins, the word is 2. When both read before either writes, it is 1: one addition is lost.",
    );
    drawing.add_paragraph("Two lanes each add 1 to one word, which is 0. Time goes down.");
    for (words, schedule) in [("One after the other:", "in-order"), ("Step by step in turn:", "round-robin")] {
        let launch = LaunchOptions::new()
            .warp(1)
            .option("schedule", schedule)?
            .buffer("Result", vec![0]);
        let (report, _) = record_timeline("count.comp", RACE_KERNEL, launch)?;
        let total = output_words(&report, "Result")?[0];
        drawing.add_paragraph(words);
        let mut memory = 0;
        let mut seen = [0; 2];
        let mut done = Vec::new();
        for span in launch_spans(&report) {
            let Who::Lane { lane, .. } = span.who else { continue };
            let own = lane as usize % 2;
            let text = RACE_STEPS
                .iter()
                .find(|(letters, _)| find_line(RACE_KERNEL, letters) == span.line);
            let Some((_, what)) = text.filter(|_| !done.contains(&(lane, span.line))) else { continue };
            done.push((lane, span.line));
            let (words, tone) = match what {
                RaceStep::Read => {
                    seen[own] = memory;
                    (format!("reads {memory}"), Tone::Read)
                }
                RaceStep::Add => {
                    seen[own] += 1;
                    (format!("adds 1: {}", seen[own]), Tone::Active)
                }
                RaceStep::Write => {
                    let lost = memory == seen[own];
                    memory = seen[own];
                    (format!("writes {memory}"), if lost { Tone::Wrong } else { Tone::Written })
                }
            };
            let left = [PICTURE_MARGIN, PICTURE_WIDTH - PICTURE_MARGIN - 150.0][own];
            let y = drawing.low;
            drawing.draw_box([left, y], [150.0, 24.0], &BoxContent::new("", tone));
            drawing.draw_centred([left + 75.0, y + 12.0], words);
            drawing.draw_box([PICTURE_WIDTH / 2.0 - 20.0, y], [40.0, 24.0], &BoxContent::new(memory, Tone::Plain));
            let ends = if own == 0 {
                [left + 152.0, PICTURE_WIDTH / 2.0 - 22.0]
            } else {
                [left - 2.0, PICTURE_WIDTH / 2.0 + 22.0]
            };
            match what {
                RaceStep::Read => drawing.draw_arrow([ends[1], y + 12.0], [ends[0], y + 12.0], Tone::Read),
                RaceStep::Write => drawing.draw_arrow([ends[0], y + 12.0], [ends[1], y + 12.0], tone),
                RaceStep::Add => {}
            }
            drawing.add_space(27.0);
        }
        drawing.add_space(4.0);
        drawing.add_paragraph(format!("The word is {total} at the end."));
    }
    drawing
        .add_paragraph("The lanes stand left and right, the word between them. An atomic addition mends it: it reads, adds and writes as one step.");
    Ok(drawing)
}

/// The effect of a line of the racing kernel.
enum RaceStep {
    Read,
    Add,
    Write,
}

const RACE_STEPS: [(&str, RaceStep); 3] =
    [("seen = total", RaceStep::Read), ("seen + 1u", RaceStep::Add), ("total = seen", RaceStep::Write)];
