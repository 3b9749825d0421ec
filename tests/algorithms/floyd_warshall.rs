//! Floyd-Warshall: known graphs, where paths end, what must hold between distances, passes, refusals, and no
//! findings.

use gristmill::algorithms::bfs::{self, Graph, UNREACHED};
use gristmill::algorithms::floyd_warshall::{self, NO_PATH, packed, reference, unpacked};
use gristmill::algorithms::{Algorithm, Workload};
use gristmill::{Device, Era, Error, MachineChoice, random};

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

/// Returns the result of each rung of the device's era for the weights.
fn every_rung(device: &Device, weights: &[u32], nodes: usize) -> Vec<(&'static str, Vec<u32>)> {
    let square = device.stream_of([nodes, nodes], weights).unwrap();
    match device.era() {
        Era::Fragment => {
            let texels = device.stream_of([nodes.div_ceil(4), nodes], &packed(weights, nodes)).unwrap();
            let texels = floyd_warshall::fragment_packed(device, &texels).unwrap().read().unwrap();
            let plain = floyd_warshall::fragment(device, &square).unwrap().read().unwrap();
            vec![("fragment", plain), ("fragment_packed", unpacked(&texels, nodes))]
        }
        Era::Compute => vec![
            ("compute", floyd_warshall::compute(device, &square).unwrap().read().unwrap()),
            ("compute_blocked", floyd_warshall::compute_blocked(device, &square).unwrap().read().unwrap()),
        ],
    }
}

fn weights_of(nodes: usize, edges: &[(usize, usize, u32)]) -> Vec<u32> {
    let mut weights = vec![NO_PATH; nodes * nodes];
    edges.iter().for_each(|(from, to, weight)| weights[from * nodes + to] = *weight);
    weights
}

#[test]
fn distances_of_known_graphs_come_out() {
    const N: u32 = NO_PATH;
    let ring: Vec<_> = (0..67).map(|node| (node, (node + 1) % 67, 3)).collect();
    let around: Vec<u32> = (0..67 * 67).map(|i| (i % 67 + 67 - i / 67) % 67 * 3).collect();
    let cases: Vec<(&str, usize, Vec<u32>, Vec<u32>)> = vec![
        ("nothing", 0, vec![], vec![]),
        ("one node, with a loop", 1, vec![7], vec![0]),
        ("two nodes apart", 2, vec![N; 4], vec![0, N, N, 0]),
        (
            "the longer way is shorter",
            3,
            weights_of(3, &[(0, 2, 9), (0, 1, 4), (1, 2, 4)]),
            vec![0, 4, 8, N, 0, 4, N, N, 0],
        ),
        ("weights of nothing", 3, weights_of(3, &[(0, 1, 0), (1, 2, 0), (2, 0, 0)]), vec![0; 9]),
        ("a ring one way", 67, weights_of(67, &ring), around),
        // A path of the largest weight that is one, and one more; and what is more than no path is none.
        ("the longest path", 3, weights_of(3, &[(0, 1, N - 2), (1, 2, 1)]), vec![0, N - 2, N - 1, N, 0, 1, N, N, 0]),
        ("too long a path", 3, weights_of(3, &[(0, 1, N - 1), (1, 2, 1)]), vec![0, N - 1, N, N, 0, 1, N, N, 0]),
        (
            "two of the longest",
            3,
            weights_of(3, &[(0, 1, N - 1), (1, 2, N - 1)]),
            vec![0, N - 1, N, N, 0, N - 1, N, N, 0],
        ),
        ("more than no path", 2, vec![u32::MAX, u32::MAX, 1 << 31, u32::MAX], vec![0, N, N, 0]),
    ];
    for device in devices() {
        for (name, nodes, weights, wanted) in &cases {
            assert_eq!(&reference(weights, *nodes), wanted, "{name}: the reference");
            for (rung, distances) in every_rung(&device, weights, *nodes) {
                assert_eq!(&distances, wanted, "{rung} of {name}");
            }
        }
    }
}

#[test]
fn edges_of_weight_one_are_levels() {
    for nodes in [31, 32, 33, 70] {
        let word = |i: usize, draw: u32| random::word(11, i as u32, draw) % nodes as u32;
        let edges: Vec<[u32; 2]> = (0..nodes * 2).map(|i| [word(i, 0), word(i, 1)]).collect();
        let graph = Graph::new(nodes, &edges).unwrap();
        let weighted: Vec<_> = edges.iter().map(|[from, to]| (*from as usize, *to as usize, 1)).collect();
        let weights = weights_of(nodes, &weighted);
        let levels = (0..nodes).flat_map(|node| bfs::reference(&graph, node));
        let wanted: Vec<u32> = levels.map(|level| if level == UNREACHED { NO_PATH } else { level }).collect();
        for device in devices() {
            for (rung, distances) in every_rung(&device, &weights, nodes) {
                assert_eq!(distances, wanted, "{rung} of {nodes}");
            }
        }
    }
}

#[test]
fn no_way_round_is_shorter() {
    let nodes = 65;
    let weights: Vec<u32> = (0..nodes * nodes).map(|i| random::word(2, i as u32, 0) % 1_000).collect();
    for device in devices() {
        for (rung, distances) in every_rung(&device, &weights, nodes) {
            for (a, b, c) in (0..nodes * nodes).flat_map(|i| [3, 17, 40].map(|c| (i / nodes, i % nodes, c))) {
                let [direct, there, on] = [(a, b), (a, c), (c, b)].map(|(from, to)| distances[from * nodes + to]);
                assert!(direct <= there + on, "{rung}: {a} to {b} is nearer through {c}");
            }
        }
    }
}

#[test]
fn passes_are_as_promised() {
    for device in devices() {
        for power in 4..7 {
            let nodes = 1_usize << power;
            let square = device.stream_of([nodes, nodes], &vec![1; nodes * nodes]).unwrap();
            let passes = |rung: fn(&Device, &_) -> gristmill::Result<_>| {
                device.trace(|| rung(&device, &square)).unwrap().1.passes()
            };
            match device.era() {
                Era::Fragment => assert_eq!(passes(floyd_warshall::fragment), nodes + 1),
                Era::Compute => {
                    assert_eq!(passes(floyd_warshall::compute), nodes + 1);
                    assert_eq!(passes(floyd_warshall::compute_blocked), 3 * nodes.div_ceil(32) + 1);
                }
            }
        }
    }
}

#[test]
fn what_is_no_square_is_refused() {
    for device in devices() {
        let weights = device.stream_of([3, 2], &[1_u32; 6]).unwrap();
        let error = floyd_warshall::floyd_warshall(&device, &weights).err().unwrap().to_string();
        assert_eq!(error, "weights of 3x2 are not a square; give a row and a column for each node");
        let line = device.stream(&[1_u32; 4]).unwrap();
        assert!(floyd_warshall::floyd_warshall(&device, &line).is_err());
        if device.era() == Era::Fragment {
            let texels = device.stream_of([2, 3], &[[0_u32; 4]; 6]).unwrap();
            let error = floyd_warshall::fragment_packed(&device, &texels).err().unwrap().to_string();
            assert_eq!(
                error,
                "distances of 2x3 texels are not a packed square; give a quarter as many columns as rows"
            );
        }
    }
}

#[test]
fn nothing_is_found_wrong() {
    for era in Era::ALL {
        let device = Device::emulator(era).unwrap();
        for nodes in [1, 31, 45] {
            let weights: Vec<u32> = (0..nodes * nodes).map(|i| random::word(5, i as u32, 0) % 100).collect();
            every_rung(&device, &weights, nodes);
            assert_eq!(device.findings().unwrap(), [], "{nodes} nodes in the {era} era");
        }
    }
}

/// A trial runs the size asked for; of more nodes than 256 it compares some rows, by another algorithm.
#[test]
fn a_trial_of_many_nodes_compares_a_sample() {
    let algorithm = Algorithm::find("floyd_warshall").unwrap();
    for (era, size, nodes) in [(Era::Fragment, 90_000, 300), (Era::Compute, 90_600, 300), (Era::Compute, 1_000, 31)] {
        let device = match Device::choose(era, MachineChoice::Driver) {
            Ok(device) => device,
            Err(Error::NoDevice { sentence, .. }) => return println!("{sentence}"),
            Err(error) => panic!("{error}"),
        };
        for rung in algorithm.of_era(era) {
            let mut trial = (rung.prepare)(&device, &Workload::new(size, 3)).unwrap();
            let check = trial.check().unwrap();
            assert_eq!(trial.size(size), nodes * nodes, "{}", rung.name);
            assert_eq!(
                (check.elements, check.of),
                (nodes * nodes.min(if nodes > 256 { 16 } else { nodes }), nodes * nodes)
            );
            assert!(check.passed(), "{}: {check:?}", rung.name);
        }
    }
}
