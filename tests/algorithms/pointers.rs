//! Properties of gather, list_rank, particles and life that the agreement table does not ask for.

use crate::machine::{self, devices};
use gristmill::algorithms::{Algorithm, Workload, gather, life, list_rank, particles};
use gristmill::{Element, Era, Layout, Pointer};
use image::Rgba;
use nalgebra::{Point3, Vector2, Vector4};

fn pointers(targets: &[usize]) -> Vec<Pointer> {
    targets.iter().map(|target| Pointer::to(*target)).collect()
}

#[test]
fn pointers_to_nowhere_and_beyond_the_table_give_zero() {
    let wild = pointers(&[0, 2, 3, 4, 1 << 20, i32::MAX as usize, 1 << 31, u32::MAX as usize - 1, u32::MAX as usize]);
    for device in devices() {
        let table = device.stream(&[5.0, 6.0, 7.0]).unwrap();
        let result = gather::gather(&device, &table, &device.stream(&wild).unwrap()).unwrap();
        assert_eq!(result.read().unwrap(), [5.0, 7.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], "{} era", device.era());

        let nothing = device.stream::<f32>(&[]).unwrap();
        let result = gather::gather(&device, &nothing, &device.stream(&wild).unwrap()).unwrap();
        assert_eq!(result.read().unwrap(), [0.0; 9]);
        let result = gather::gather(&device, &table, &device.stream::<Pointer>(&[]).unwrap()).unwrap();
        assert!(result.is_empty());
    }
}

/// Every other element, backwards, and one of none.
fn gathers<T: Element + PartialEq + Default>(table: &[T]) {
    let mut wanted: Vec<T> = table.iter().rev().step_by(2).copied().collect();
    let mut backwards: Vec<usize> = (0..table.len()).rev().step_by(2).collect();
    wanted.push(T::default());
    backwards.push(table.len());
    for device in devices() {
        let stream = device.stream(table).unwrap();
        let result = gather::gather(&device, &stream, &device.stream(&pointers(&backwards)).unwrap()).unwrap();
        assert_eq!(result.read().unwrap(), wanted, "{} era", device.era());
    }
}

#[test]
fn elements_of_every_kind_are_gathered() {
    let numbers: Vec<u32> = (0..300_u32).map(|i| i.wrapping_mul(0x0101_0107) + 1).collect();
    gathers(&numbers);
    gathers(&numbers.iter().map(|n| *n as i32).collect::<Vec<_>>());
    gathers(&numbers.iter().map(|n| *n as f32).collect::<Vec<_>>());
    gathers(&numbers.iter().map(|n| [*n, !n]).collect::<Vec<_>>());
    gathers(&numbers.iter().map(|n| [*n as i32, 1, -2, 3]).collect::<Vec<_>>());
    gathers(&numbers.iter().map(|n| [*n as f32, -1.0]).collect::<Vec<_>>());
    gathers(
        &numbers
            .iter()
            .map(|n| Vector4::new(*n as f32, 0.5, -1.5, 2.0))
            .collect::<Vec<_>>(),
    );
    gathers(&numbers.iter().map(|n| Vector2::new(*n as i32, -1)).collect::<Vec<_>>());
}

#[test]
fn points_and_pixels_are_gathered() {
    for device in devices() {
        let to = device.stream(&pointers(&[1, 2])).unwrap();
        let points = device
            .stream(&[Point3::new(1.0, 2.0, 3.0), Point3::new(4.0, 5.0, 6.0)])
            .unwrap();
        let result = gather::gather(&device, &points, &to).unwrap().read().unwrap();
        assert_eq!(result, [Point3::new(4.0, 5.0, 6.0), Point3::origin()]);
        let pixels = device.stream(&[Rgba([1_u8, 2, 3, 4]), Rgba([251, 252, 253, 254])]).unwrap();
        let result = gather::gather(&device, &pixels, &to).unwrap().read().unwrap();
        assert_eq!(result, [Rgba([251, 252, 253, 254]), Rgba([0; 4])]);
    }
}

#[test]
fn a_pointer_is_an_index_whatever_the_shape_of_the_table() {
    let table: Vec<f32> = (0..60).map(|i| i as f32).collect();
    for device in devices() {
        for shape in [[12, 5, 1], [5, 4, 3]] {
            let stream = device.stream_of(shape, &table).unwrap();
            let result = gather::gather(&device, &stream, &device.stream(&pointers(&[59, 13, 60])).unwrap()).unwrap();
            assert_eq!(result.read().unwrap(), [59.0, 13.0, 0.0]);
        }
    }
}

#[test]
fn a_table_by_slice_is_refused() {
    let Some(device) = machine::device(Era::Fragment) else { return };
    let table = device.stream_in(Layout::BySlice, [2, 2, 2], &[0.0; 8]).unwrap();
    let error = gather::gather(&device, &table, &device.stream(&pointers(&[1])).unwrap())
        .err()
        .unwrap();
    let sentence = "gather.frag: its pointers name elements of a table of Layout::Packed; copy it to one";
    assert_eq!(error.to_string(), sentence);
}

/// Ranks by all rungs of both eras and by the reference.
fn ranks_are(lists: &[Pointer], wanted: &[u32]) {
    assert_eq!(list_rank::reference(lists), wanted, "reference");
    for device in devices() {
        let stream = device.stream(lists).unwrap();
        assert_eq!(list_rank::list_rank(&device, &stream).unwrap().read().unwrap(), wanted, "{} era", device.era());
        let links = match device.era() {
            Era::Fragment => list_rank::fragment_packed(&device, &stream),
            Era::Compute => list_rank::compute_packed(&device, &stream),
        };
        let ranks: Vec<u32> = links.unwrap().read().unwrap().iter().map(|link| link[1]).collect();
        assert_eq!(ranks, wanted, "{} era, packed", device.era());
    }
}

#[test]
fn ranks_of_known_lists() {
    let end = u32::MAX as usize;
    ranks_are(&pointers(&[end]), &[0]);
    ranks_are(&pointers(&[end, 0, 1, 2, 3]), &[0, 1, 2, 3, 4]);
    ranks_are(&pointers(&[3, end, 1, 2]), &[3, 0, 1, 2]);
    // Two lists and a node alone.
    ranks_are(&pointers(&[2, 3, end, 4, end, end]), &[1, 2, 0, 1, 0, 0]);
    // Two lists that end in one: a tree.
    ranks_are(&pointers(&[2, 2, 3, end]), &[2, 2, 1, 0]);
    // A pointer beyond the nodes ends a list too.
    ranks_are(&pointers(&[1, 2, 3]), &[2, 1, 0]);
    ranks_are(&pointers(&[1, 1 << 31]), &[1, 0]);
}

#[test]
fn one_list_of_every_length_is_ranked() {
    for length in [1, 2, 3, 4, 5, 8, 9, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 1000, 5000] {
        let forwards: Vec<usize> = (1..=length).collect(); // the last points beyond
        let wanted: Vec<u32> = (0..length as u32).rev().collect();
        ranks_are(&pointers(&forwards), &wanted);
    }
}

#[test]
fn cycles_end_with_the_rank_of_no_end() {
    ranks_are(&pointers(&[0]), &[1]); // a node that points to itself, alone: 2^0 = 1
    assert_eq!(list_rank::endless(1), 1);
    ranks_are(&pointers(&[1, 0]), &[2, 2]);
    // A cycle of three, a node that leads into it, and a list that does not.
    let end = u32::MAX as usize;
    assert_eq!(list_rank::endless(6), 8);
    ranks_are(&pointers(&[1, 2, 0, 1, 5, end]), &[8, 8, 8, 8, 1, 0]);
    let around: Vec<usize> = (0..1000).map(|i| (i + 1) % 1000).collect();
    ranks_are(&pointers(&around), &[1024; 1000]);
}

/// The board by all rungs of both eras and by the reference.
fn plays(board: &[u32], size: [usize; 2], generations: usize, wanted: &[u32]) {
    assert_eq!(life::reference(board, size, generations), wanted, "reference, {size:?}");
    let words = life::packed(board, size[0]);
    for device in devices() {
        let cells = device.stream_of(size, board).unwrap();
        let result = life::life(&device, &cells, generations).unwrap();
        assert_eq!(result.read().unwrap(), wanted, "{} era, {size:?}", device.era());
        let words = device.stream_of([size[0].div_ceil(32), size[1]], &words).unwrap();
        let result = match device.era() {
            Era::Fragment => life::fragment_packed(&device, &words, size[0], generations),
            Era::Compute => life::compute_packed(&device, &words, size[0], generations),
        };
        let cells = life::unpacked(&result.unwrap().read().unwrap(), size[0]);
        assert_eq!(cells, wanted, "{} era, packed, {size:?}", device.era());
    }
}

#[test]
fn a_glider_crosses_the_torus_and_returns() {
    let glider = [[1, 0], [2, 1], [0, 2], [1, 2], [2, 2]];
    for size in [[8, 8], [32, 32], [33, 33], [40, 40], [67, 67]] {
        let mut board = vec![0; size[0] * size[1]];
        for [x, y] in glider {
            board[y * size[0] + x] = 1;
        }
        // It moves one cell along both axes in four generations.
        plays(&board, size, 4 * size[0], &board);
        let moved: Vec<u32> = (0..board.len())
            .map(|i| {
                let [x, y] = [i % size[0], i / size[0]];
                board[(y + size[1] - 1) % size[1] * size[0] + (x + size[0] - 1) % size[0]]
            })
            .collect();
        plays(&board, size, 4, &moved);
    }
}

#[test]
fn every_torus_is_right() {
    for size in [
        [1, 1],
        [1, 2],
        [2, 1],
        [2, 2],
        [1, 5],
        [5, 1],
        [3, 3],
        [1, 100],
        [100, 1],
        [31, 3],
        [32, 1],
        [33, 2],
        [64, 9],
        [65, 17],
        [97, 8],
    ] {
        let workload = Workload::new(size[0] * size[1], 7);
        let board = workload.integers(0, 2);
        for generations in [0, 1, 2, 5] {
            plays(&board, size, generations, &life::reference(&board, size, generations));
        }
    }
    plays(&[1], [1, 1], 1, &[0]); // it has eight neighbours, all itself
    plays(&[], [0, 0], 3, &[]);
    plays(&[], [0, 5], 3, &[]);
    plays(&[], [5, 0], 3, &[]);
}

#[test]
fn unused_bits_do_not_matter() {
    let board = Workload::new(40 * 9, 3).integers(0, 2);
    let wanted = life::reference(&board, [40, 9], 3);
    let words: Vec<u32> = life::packed(&board, 40)
        .iter()
        .enumerate()
        .map(|(i, word)| if i % 2 == 1 { word | !0xff } else { *word })
        .collect();
    let cells: Vec<u32> = board.iter().map(|cell| cell | 6).collect();
    for device in devices() {
        let words = device.stream_of([2, 9], &words).unwrap();
        let result = match device.era() {
            Era::Fragment => life::fragment_packed(&device, &words, 40, 3),
            Era::Compute => life::compute_packed(&device, &words, 40, 3),
        };
        assert_eq!(life::unpacked(&result.unwrap().read().unwrap(), 40), wanted);
        let cells = device.stream_of([40, 9], &cells).unwrap();
        assert_eq!(life::life(&device, &cells, 3).unwrap().read().unwrap(), wanted);
    }
}

#[test]
fn boards_without_rows_are_refused() {
    for device in devices() {
        let line = device.stream(&[1_u32, 0, 1]).unwrap();
        let error = life::life(&device, &line, 1).err().unwrap();
        let sentence = "the game is played on columns and rows, the stream is 3; give it two dimensions";
        assert_eq!(error.to_string(), sentence);
    }
    let Some(device) = machine::device(Era::Fragment) else { return };
    let words = device.stream_of([2, 1], &[1_u32, 0]).unwrap();
    let error = life::fragment_packed(&device, &words, 32, 1).err().unwrap();
    assert_eq!(error.to_string(), "32 columns are packed in rows of 1, the board has rows of 2; pack it again");
}

#[test]
fn particles_live_on_in_their_number() {
    let fountain = particles::Fountain::default();
    let state = fountain.running(5000);
    for device in devices() {
        let start = particles::Particles::new(&device, &state).unwrap();
        for ticks in [0, 1, 2, 150] {
            let given = particles::particles(&device, &start, &fountain, ticks).unwrap().read().unwrap();
            let wanted = particles::reference(&state, &fountain, ticks);
            assert_eq!(given.position.len(), 5000);
            for (given, wanted) in given.position.iter().zip(&wanted.position) {
                assert_eq!(given.w, wanted.w, "{} era, {ticks} ticks: a start came early or late", device.era());
                assert!((1.0..128.0).contains(&given.w) && given.w.fract() == 0.0);
                assert!((given - wanted).amax() as f64 <= particles::bound(ticks));
            }
        }
    }
}

#[test]
fn fused_ticks_are_the_same_ticks() {
    let fountain = particles::Fountain { seed: 9, interval: 1.0 / 64.0, ..particles::Fountain::default() };
    let state = fountain.running(1000);
    for device in devices() {
        let start = particles::Particles::new(&device, &state).unwrap();
        let fused = match device.era() {
            Era::Fragment => particles::fragment_fused(&device, &start, &fountain, 1100),
            Era::Compute => particles::compute_fused(&device, &start, &fountain, 1100),
        };
        // With an interval and a spread that are powers of two no product is rounded: fused or not, the sums
        // are the same.
        let given = fused.unwrap().read().unwrap();
        assert_eq!(given, particles::reference(&state, &fountain, 1100), "{} era", device.era());
        assert_eq!(given, particles::particles(&device, &start, &fountain, 1100).unwrap().read().unwrap());
    }
}

#[test]
fn pictures_show_the_result() {
    for (name, size) in [("particles", 4000), ("life", 4000), ("particles", 0)] {
        for rung in Algorithm::find(name).unwrap().rungs {
            let Some(device) = machine::device(rung.era) else { continue };
            let mut trial = (rung.prepare)(&device, &Workload::new(size, 1)).unwrap();
            let picture = trial.picture().unwrap().unwrap();
            let first = picture.get_pixel(0, 0);
            let shows = picture.pixels().any(|pixel| pixel != first);
            assert_eq!(shows, size > 0, "{name} {}", rung.name);
        }
    }
}
