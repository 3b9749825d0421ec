//! The pages on graphs.

use super::{named, pointers, shows};
use gristmill::algorithms::{bfs, floyd_warshall, list_rank, tree_depth};
use gristmill::{Compare, DepthStencilState, PingPong, StencilUpdate, fragment_kernel};
use std::iter::zip;

/// No path is this long.
const MOST: u32 = (1 << 31) - 1;

#[test]
fn bfs_of_eight() {
    shows("graphs/bfs", |device, block| {
        let roads = [[0, 1], [0, 3], [1, 2], [2, 5], [3, 4], [4, 5], [5, 6]];
        let edges: Vec<[u32; 2]> = roads.iter().flat_map(|[one, other]| [[*one, *other], [*other, *one]]).collect();
        let graph = bfs::Graph::new(8, &edges)?;
        block.line("edge from", roads.map(|[from, _]| from));
        block.line("and to", roads.map(|[_, to]| to));
        block.line("node", 0..8);

        let sources: Vec<u32> = (0..8).flat_map(|node| graph.targets(node).to_vec()).collect();
        let starts: Vec<u32> = (0..=8)
            .map(|node| (0..node).map(|before| graph.targets(before).len() as u32).sum())
            .collect();
        let (starts, sources) = (device.stream(&starts)?, device.stream(&sources)?);
        let (mut before, mut next) = (device.empty::<u32>(8)?, device.empty::<u32>(8)?);
        let [width, height, _] = before.plan().size();
        let (mut mask, mut query) = (device.depth_stencil(width, height)?, device.query()?);
        let unreached = DepthStencilState {
            stencil: Compare::NotEqual,
            reference: 1,
            on_pass: StencilUpdate::Replace,
            ..DepthStencilState::default()
        };
        let start = device.kernel(&fragment_kernel!("graphs/bfs_start"))?;
        let call = start.call().uniform("source", 0).output("reached", &mut before);
        call.depth_stencil(&mut mask, unreached).run()?;
        block.line("at the start", levels(&before.read()?, &next.read()?));
        let kernel = device.kernel(&fragment_kernel!("graphs/bfs"))?;
        for mark in 2_u32..7 {
            let call = kernel
                .call()
                .uniform("mark", mark)
                .gather("starts", &starts)
                .gather("sources", &sources);
            let call = call.gather("reached", &before).output("next", &mut next);
            call.depth_stencil(&mut mask, unreached).count(&mut query).run()?;
            let found = query.fragments()?;
            block.line(format!("pass {}, {found} found", mark - 1), levels(&before.read()?, &next.read()?));
            std::mem::swap(&mut before, &mut next);
        }
        let wanted = bfs::reference(&graph, 0).into_iter().map(|level| level.wrapping_add(1));
        let marks = zip(before.read()?, next.read()?).map(|(one, other)| one.max(other));
        assert!(marks.eq(wanted));
        Ok(())
    });
}

/// The levels by the marks of two streams.
fn levels(one: &[u32], other: &[u32]) -> Vec<String> {
    let level = |mark: u32| mark.checked_sub(1).map_or("-".into(), |level| level.to_string());
    zip(one, other).map(|(one, other)| level(*one.max(other))).collect()
}

#[test]
fn floyd_warshall_of_eight() {
    shows("graphs/floyd_warshall", |device, block| {
        let [from, to, length]: [[usize; 12]; 3] = [
            [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 6],
            [1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7],
            [2, 7, 3, 9, 1, 8, 2, 6, 1, 7, 2, 3],
        ];
        block.line("road from", from);
        block.line("to", to);
        block.line("length", length);
        let mut weights = vec![MOST; 64];
        for road in 0..12 {
            weights[8 * from[road] + to[road]] = length[road] as u32;
        }
        block.line("place", 0..8);
        let weights = device.stream_of([8, 8], &weights)?;
        let start = device.kernel(&fragment_kernel!("graphs/floyd_warshall_start"))?;
        let mut first = device.empty([8, 8])?;
        let call = start.call().uniform("most", MOST).input("weights", &weights);
        call.output("result", &mut first).run()?;
        let mut distances = PingPong::new(first, device.empty([8, 8])?);
        let row = |distances: &[u32]| -> Vec<String> {
            let text = |length: &u32| if *length == MOST { "-".into() } else { length.to_string() };
            distances[..8].iter().map(text).collect()
        };
        block.line("roads from 0", row(&distances.now().read()?));
        let kernel = device.kernel(&fragment_kernel!("graphs/floyd_warshall"))?;
        for k in 0..8 {
            distances.step(|now, next| {
                let call = kernel.call().uniform("k", k);
                call.gather("distances", now).output("result", next).run()
            })?;
            if (1..7).contains(&k) {
                block.line(format!("let {k} in"), row(&distances.now().read()?));
            }
        }
        assert_eq!(distances.now().read()?, floyd_warshall::reference(&weights.read()?, 8));
        Ok(())
    });
}

#[test]
fn list_rank_of_eight() {
    shows("graphs/list_rank", |device, block| {
        let links = [Some(5), Some(6), Some(7), Some(0), Some(1), Some(2), None, Some(4)];
        block.line("node", 0..8);
        let links = device.stream(&pointers(links))?;
        let start = device.kernel(&fragment_kernel!("graphs/list_rank_start"))?;
        let (mut now, mut ranks) = (device.empty(8)?, device.empty::<u32>(8)?);
        let call = start.call().input("pointers", &links);
        call.output("new_pointers", &mut now).output("new_ranks", &mut ranks).run()?;
        let kernel = device.kernel(&fragment_kernel!("graphs/list_rank"))?;
        for jump in 0..=3 {
            let when = if jump == 0 { "at first".into() } else { format!("jump {jump}") };
            block.line(format!("{when}: points to"), places(&now.read()?));
            block.line("  links seen", ranks.read()?);
            let (mut next, mut next_ranks) = (device.empty(8)?, device.empty(8)?);
            let call = kernel.call().gather("pointers", &now).gather("ranks", &ranks);
            call.output("new_pointers", &mut next)
                .output("new_ranks", &mut next_ranks)
                .run()?;
            (now, ranks) = (next, next_ranks);
        }
        assert_eq!(ranks.read()?, list_rank(device, &links)?.read()?);
        Ok(())
    });
}

/// Pointers as they are written on a page.
fn places(pointers: &[u32]) -> Vec<String> {
    let place = |pointer: &u32| if *pointer == u32::MAX { "-".into() } else { pointer.to_string() };
    pointers.iter().map(place).collect()
}

#[test]
fn tree_depth_of_eight() {
    shows("graphs/tree_depth", |device, block| {
        let parents = [Some(3), Some(3), Some(5), None, None, Some(0), Some(4), Some(2)];
        block.line("node", 0..8);
        block.line("parent", named(parents));
        let parents = device.stream(&pointers(parents))?;
        let start = device.kernel(&fragment_kernel!("graphs/tree_depth_start"))?;
        let mut links = PingPong::new(device.empty::<[u32; 2]>(8)?, device.empty(8)?);
        links.step(|_, first| start.call().input("parents", &parents).output("links", first).run())?;
        let kernel = device.kernel(&fragment_kernel!("graphs/tree_depth"))?;
        for jump in 0..=2 {
            let when = if jump == 0 { "at first".into() } else { format!("jump {jump}") };
            let now = links.now().read()?;
            block.line(format!("{when}: ancestor"), now.iter().map(|[ancestor, _]| *ancestor));
            block.line("  steps up to it", now.iter().map(|[_, steps]| *steps));
            links.step(|now, next| kernel.call().gather("links", now).output("new_links", next).run())?;
        }
        let wanted = tree_depth(device, &parents)?;
        let depths: Vec<u32> = links.now().read()?.iter().map(|[_, steps]| *steps).collect();
        assert_eq!(depths, wanted.depth.read()?);
        Ok(())
    });
}
