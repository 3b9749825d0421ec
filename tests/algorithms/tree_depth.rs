//! Tree depth: known forests, ways that never end, the passes it promises, and no findings.

use gristmill::algorithms::list_rank::jumps;
use gristmill::algorithms::tree_depth::{ENDLESS, reference, tree_depth};
use gristmill::{Device, Era, Error, MachineChoice, Pointer, random};

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

fn run(device: &Device, parents: &[Pointer]) -> (Vec<u32>, Vec<Pointer>) {
    let forest = tree_depth(device, &device.stream(parents).unwrap()).unwrap();
    (forest.depth.read().unwrap(), forest.root.read().unwrap())
}

/// A forest's parents, then its depths and its roots.
type Case = (&'static str, Vec<Pointer>, Vec<u32>, Vec<Pointer>);

#[test]
fn known_forests_come_out() {
    const NO: Pointer = Pointer::NOWHERE;
    let to = Pointer::to;
    let chain: Vec<Pointer> = (0..1_000).map(|node: usize| node.checked_sub(1).map_or(NO, to)).collect();
    let binary: Vec<Pointer> = (0..1_023)
        .map(|node: usize| node.checked_sub(1).map_or(NO, |node| to(node / 2)))
        .collect();
    let star: Vec<Pointer> = (0..500).map(|_| to(250)).collect();
    let cases: Vec<Case> = vec![
        ("nothing", vec![], vec![], vec![]),
        ("a root", vec![NO], vec![0], vec![to(0)]),
        ("a root that points to itself", vec![to(0)], vec![0], vec![to(0)]),
        ("roots that point beyond", vec![to(2), to(7)], vec![0, 0], vec![to(0), to(1)]),
        ("a chain", chain, (0..1_000).collect(), vec![to(0); 1_000]),
        ("a binary tree", binary, (0..1_023_u32).map(|node| (node + 1).ilog2()).collect(), vec![to(0); 1_023]),
        ("a star", star, (0..500).map(|node| u32::from(node != 250)).collect(), vec![to(250); 500]),
        ("a circle of two", vec![to(1), to(0)], vec![ENDLESS; 2], vec![NO; 2]),
        (
            "a circle of three, a way into it, and a tree",
            vec![to(1), to(2), to(0), to(0), NO, to(4)],
            { vec![ENDLESS, ENDLESS, ENDLESS, ENDLESS, 0, 1] },
            vec![NO, NO, NO, NO, to(4), to(4)],
        ),
    ];
    for device in devices() {
        for (name, parents, depth, root) in &cases {
            let wanted = (depth.clone(), root.clone());
            assert_eq!(reference(parents), wanted, "{name}: the reference");
            assert_eq!(run(&device, parents), wanted, "{name} in the {} era", device.era());
        }
    }
}

#[test]
fn pointers_drawn_by_lot_are_mostly_ways_into_circles() {
    for size in [2, 31, 257, 5_000] {
        let parents: Vec<Pointer> = (0..size)
            .map(|i| Pointer::to(random::word(8, i as u32, 0) as usize % (size + size / 30)))
            .collect();
        for device in devices() {
            assert!(run(&device, &parents) == reference(&parents), "{size} nodes in the {} era", device.era());
        }
    }
}

#[test]
fn passes_follow_the_depth_and_not_the_number_of_nodes() {
    for device in devices() {
        for power in 4..=12_u32 {
            // Chains of so many nodes, in an array of 2^14.
            let length = 1_usize << power;
            let above =
                |node: usize| if node.is_multiple_of(length) { Pointer::NOWHERE } else { Pointer::to(node - 1) };
            let parents = device.stream(&(0..1 << 14).map(above).collect::<Vec<_>>()).unwrap();
            let passes = device.trace(|| tree_depth(&device, &parents).map(drop)).unwrap().1.passes() as u32;
            // After `power` jumps the last node has arrived. The query sees it then; a group sees it in the
            // next jump.
            let wanted = match device.era() {
                Era::Fragment => {
                    let jumps = power.next_multiple_of(2);
                    1 + jumps + jumps / 2 + 1
                }
                Era::Compute => 1 + (power + 1).next_multiple_of(2) + 1,
            };
            assert_eq!(passes, wanted, "chains of {length} in the {} era", device.era());
        }
        // Circles take all jumps there are.
        let parents: Vec<Pointer> = (0..1_000).map(|node: usize| Pointer::to((node + 1) % 1_000)).collect();
        let parents = device.stream(&parents).unwrap();
        let passes = device.trace(|| tree_depth(&device, &parents).map(drop)).unwrap().1.passes() as u32;
        let looks = if device.era() == Era::Fragment { jumps(1_000) / 2 } else { 0 };
        assert_eq!(passes, 1 + jumps(1_000) + looks + 1);
    }
}

#[test]
fn nothing_is_found_wrong() {
    for era in Era::ALL {
        let device = Device::emulator(era).unwrap();
        for size in [1, 2, 255, 700] {
            let parents: Vec<Pointer> = (0..size).map(|i| Pointer::to(i * 7 / 9)).collect();
            assert_eq!(run(&device, &parents), reference(&parents));
            assert_eq!(device.findings().unwrap(), [], "{size} nodes in the {era} era");
        }
    }
}
