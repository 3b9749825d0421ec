//! Breadth-first search: shapes of graphs, the passes it promises, what is refused, and no findings.

use gristmill::algorithms::bfs::{self, Edges, Graph, MOST_EDGES, UNREACHED, bfs};
use gristmill::{Device, Era, Error, MachineChoice};

/// Both eras of both machines; what is missing is said.
fn devices() -> Vec<Device> {
    let all = Era::ALL
        .into_iter()
        .flat_map(|era| [MachineChoice::Driver, MachineChoice::Emulator].map(|choice| (era, choice)));
    let opened = all.filter_map(|(era, choice)| match Device::choose(era, choice) {
        Ok(device) => Some(device),
        Err(Error::NoDevice { sentence, .. }) => {
            println!("{sentence}");
            None
        }
        Err(error) => panic!("{error}"),
    });
    opened.collect()
}

/// A graph's edges with those back.
fn both_ways(edges: impl Iterator<Item = [usize; 2]>) -> Vec<[u32; 2]> {
    edges
        .map(|edge| edge.map(|node| node as u32))
        .flat_map(|[from, to]| [[from, to], [to, from]])
        .collect()
}

#[test]
fn levels_of_known_graphs_come_out() {
    let none: Vec<u32> = vec![0, UNREACHED, UNREACHED];
    let path: Vec<[u32; 2]> = (0..40).map(|node| [node, node + 1]).collect();
    let ring = both_ways((0..101).map(|node| [node, (node + 1) % 101]));
    let star = both_ways((1..300).map(|node| [0, node]));
    let grid = both_ways((0..20 * 30).flat_map(|i| {
        let right = (i % 20 < 19).then_some([i, i + 1]);
        right.into_iter().chain((i + 20 < 600).then_some([i, i + 20]))
    }));
    let cases: Vec<(&str, Graph, usize, Vec<u32>)> = vec![
        ("no edges", Graph::new(3, &[]).unwrap(), 0, none),
        ("one node", Graph::new(1, &[[0, 0]]).unwrap(), 0, vec![0]),
        ("twice and to itself", Graph::new(2, &[[0, 1], [0, 1], [1, 1], [0, 0]]).unwrap(), 0, vec![0, 1]),
        ("a path", Graph::new(41, &path).unwrap(), 0, (0..41).collect()),
        ("a path from its end", Graph::new(41, &path).unwrap(), 40, [vec![UNREACHED; 40], vec![0]].concat()),
        ("a ring", Graph::new(101, &ring).unwrap(), 0, (0..101).map(|i: u32| i.min(101 - i)).collect()),
        ("a star from a tip", Graph::new(300, &star).unwrap(), 7, {
            (0..300)
                .map(|i| [2, 1, 0][usize::from(i == 0) + 2 * usize::from(i == 7)])
                .collect()
        }),
        ("a grid", Graph::new(600, &grid).unwrap(), 0, (0..600).map(|i| i % 20 + i / 20).collect()),
    ];
    for device in devices() {
        for (name, graph, source, wanted) in &cases {
            assert_eq!(&bfs::reference(graph, *source), wanted, "{name}: the reference");
            let levels = bfs(&device, &Edges::new(&device, graph).unwrap(), *source)
                .unwrap()
                .read()
                .unwrap();
            assert_eq!(&levels, wanted, "{name} in the {} era", device.era());
        }
    }
}

#[test]
fn a_pass_a_level_is_all_it_takes() {
    let edges: Vec<[u32; 2]> = (0..12).map(|node| [node, node + 1]).collect();
    let graph = Graph::new(13, &edges).unwrap();
    for device in devices() {
        let edges = Edges::new(&device, &graph).unwrap();
        let passes = device.trace(|| bfs(&device, &edges, 0)).unwrap().1.passes();
        match device.era() {
            // Start, twelve levels, one that finds nothing, and the marks back to levels.
            Era::Fragment => assert_eq!(passes, 1 + 12 + 1 + 1),
            // The host looks every fourth level: marks 2 to 16, each with a count, and the marks back to
            // levels.
            Era::Compute => assert_eq!(passes, 2 * 15 + 1),
        }
    }
}

#[test]
fn bad_graphs_and_sources_are_refused() {
    let refusal = |nodes, edges: &[[u32; 2]]| Graph::new(nodes, edges).unwrap_err().to_string();
    assert_eq!(refusal(3, &[[0, 1], [1, 3]]), "an edge from 1 to 3 in a graph of 3 nodes; name nodes from 0 to 2");
    assert_eq!(
        refusal(2, &vec![[0, 1]; MOST_EDGES + 1]),
        "edges that leave one node: 65001 given, the limit is 65000; split the node into several"
    );
    // A star: the fragments look at what leads to a node, the queue at what leaves it. Both ends are bounded,
    // so neither era meets more.
    for end in [0, 1] {
        let star: Vec<[u32; 2]> = (1..=70_000).map(|tip| if end == 0 { [0, tip] } else { [tip, 0] }).collect();
        let error = Graph::new(70_001, &star).unwrap_err().to_string();
        let way = ["leave", "lead to"][end];
        assert_eq!(
            error,
            format!("edges that {way} one node: 70000 given, the limit is 65000; split the node into several")
        );
    }
    for device in devices() {
        for nodes in [0, 4] {
            let edges = Edges::new(&device, &Graph::new(nodes, &[]).unwrap()).unwrap();
            let error = bfs(&device, &edges, 4).err().unwrap().to_string();
            assert_eq!(error, format!("node 4 is not in a graph of {nodes} nodes; start at one of them"));
        }
    }
}

#[test]
fn the_most_edges_of_one_node_are_all_followed() {
    let edges: Vec<[u32; 2]> = (1..=MOST_EDGES as u32)
        .flat_map(|node| [[0, node], [node, MOST_EDGES as u32 + 1]])
        .collect();
    let graph = Graph::new(MOST_EDGES + 2, &edges).unwrap();
    let wanted = bfs::reference(&graph, 0);
    // It is a driver that counts turns of loops.
    for device in devices().iter().filter(|device| device.findings().is_err()) {
        let levels = bfs(device, &Edges::new(device, &graph).unwrap(), 0).unwrap().read().unwrap();
        assert!(levels == wanted, "in the {} era", device.era());
    }
}

#[test]
fn nothing_is_found_wrong() {
    let edges: Vec<[u32; 2]> = (0..900)
        .map(|i| [0, 1].map(|draw| gristmill::random::word(4, i, draw) % 300))
        .collect();
    let graph = Graph::new(300, &edges).unwrap();
    for era in Era::ALL {
        let device = Device::emulator(era).unwrap();
        let levels = bfs(&device, &Edges::new(&device, &graph).unwrap(), 5).unwrap().read().unwrap();
        assert_eq!(levels, bfs::reference(&graph, 5));
        assert_eq!(device.findings().unwrap(), []);
    }
}
