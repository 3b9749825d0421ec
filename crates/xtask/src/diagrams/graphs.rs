//! Lists and graphs.

use super::drawing::{BoxContent, Drawing, Tone, box_contents};
use gristmill::algorithms::bfs::{Edges, Graph, UNREACHED, bfs};
use gristmill::algorithms::list_rank;
use gristmill::{Device, Pointer, Result, kernels};

/// Draws pointers that double their reach.
pub fn draw_pointer_jumping(device: &Device) -> Result<Drawing> {
    // The nodes in the order of their list; in memory they are in the order of their numbers.
    let order = [3_usize, 0, 5, 2, 7, 1, 6, 4];
    let mut next = [Pointer::NOWHERE; 8];
    for pair in order.windows(2) {
        next[pair[0]] = Pointer::to(pair[1]);
    }
    let mut pointers = device.stream(&next)?;
    let mut new = device.empty::<Pointer>(8)?;
    let mut ranks = device.empty::<u32>(8)?;
    let start = device.kernel(&kernels::find("graphs/list_rank_start")?)?;
    start
        .call()
        .input("pointers", &pointers)
        .output("new_pointers", &mut new)
        .output("new_ranks", &mut ranks)
        .run()?;
    pointers = new;
    let kernel = device.kernel(&kernels::find("graphs/list_rank")?)?;
    let wanted = list_rank::reference(&next);
    let mut drawing = Drawing::new(
        "Pointer jumping",
        format!(
            "A list of eight nodes. Each node has a pointer and the number of links that it has seen. In three jumps each node adds what its target has seen and takes its target's pointer. Then each knows how many links it is from the end: {wanted:?} by node."
        ),
    );
    drawing.explain_tone(Tone::Written, "its distance to the end");
    drawing.add_paragraph("A list of eight nodes, drawn in its order (in memory they are anywhere). Upper row: the node's name. Lower row: links that it has seen.");
    for jump in 0..4 {
        drawing.add_space(30.0);
        let top = drawing.add_row(&box_contents(&order, |_| Tone::Plain));
        let targets = pointers.read()?;
        let seen = ranks.read()?;
        drawing.add_space(-8.0);
        let seen_in_order: Vec<u32> = order.iter().map(|node| seen[*node]).collect();
        drawing.add_row(&box_contents(&seen_in_order, |i: usize| {
            if seen[order[i]] == wanted[order[i]] { Tone::Written } else { Tone::Read }
        }));
        for (node, pointer) in targets.iter().enumerate() {
            if let Some(target) = pointer.target() {
                let [from, to] = [node, target].map(|node| order.iter().position(|other| *other == node).unwrap_or(0));
                let high = 8.0 + 4.0 * (to as f64 - from as f64);
                drawing.draw_arc(top.top_middle(from), top.top_middle(to), high, Tone::Read);
            }
        }
        drawing.add_paragraph(match jump {
            0 => "At the start each has seen the link to the next node.".to_string(),
            3 => "After jump 3 every pointer has come to the end.".to_string(),
            _ => format!("After jump {jump}: pointers reach {} nodes ahead.", 1 << jump),
        });
        let mut further = device.empty::<Pointer>(8)?;
        let mut sums = device.empty::<u32>(8)?;
        kernel
            .call()
            .gather("pointers", &pointers)
            .gather("ranks", &ranks)
            .output("new_pointers", &mut further)
            .output("new_ranks", &mut sums)
            .run()?;
        (pointers, ranks) = (further, sums);
    }
    Ok(drawing)
}

/// Draws the levels of a search through a maze.
pub fn draw_frontier(device: &Device) -> Result<Drawing> {
    let [width, height] = [9_usize, 5];
    let walls = [2, 11, 20, 29, 15, 24, 33, 42];
    let mut edges = Vec::new();
    for node in 0..width * height {
        let right = (node % width + 1 < width).then_some(node + 1);
        let below = (node / width + 1 < height).then_some(node + width);
        for other in [right, below].into_iter().flatten() {
            if !walls.contains(&node) && !walls.contains(&other) {
                edges.extend([[node as u32, other as u32], [other as u32, node as u32]]);
            }
        }
    }
    let graph = Graph::new(width * height, &edges)?;
    let start = 0;
    let levels = bfs(device, &Edges::new(device, &graph)?, start)?.read()?;
    let last = levels.iter().filter(|level| **level != UNREACHED).max().copied().unwrap_or(0);
    let mut drawing = Drawing::new(
        "Breadth-first search: the frontier",
        format!(
            "A grid of {width} x {height} nodes with walls. The search starts at the corner and reaches all nodes at one distance at once; the farthest is {last} steps away."
        ),
    );
    drawing.explain_tone(Tone::Read, "done");
    drawing.explain_tone(Tone::Active, "the frontier");
    drawing.explain_tone(Tone::Written, "found from it");
    drawing.explain_tone(Tone::Idle, "wall");
    drawing.add_paragraph("Nodes are squares, joined to those beside them. Grey ones without a number are walls. All nodes of a level are found in one pass.");
    for shown in [2, 6, last] {
        let row: Vec<BoxContent> = levels
            .iter()
            .enumerate()
            .map(|(node, level)| match *level {
                _ if walls.contains(&node) => BoxContent::new("", Tone::Idle),
                level if level == shown => BoxContent::new(level, Tone::Written),
                level if level.checked_add(1) == Some(shown) => BoxContent::new(level, Tone::Active),
                level if level < shown => BoxContent::new(level, Tone::Read),
                _ => BoxContent::new("", Tone::Plain),
            })
            .collect();
        drawing.add_paragraph(format!("Level {shown}:"));
        drawing.add_grid(width, [36.0, 26.0], &row);
    }
    Ok(drawing)
}
