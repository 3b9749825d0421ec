//! Tests of images: addresses, accesses out of range, atomic operations.

use super::*;

#[test]
fn every_texel_has_its_own_words_and_nothing_else_is_inside() {
    for (kind, arrayed) in KINDS {
        let size = match kind {
            Dimension::D1 => [5, 1, if arrayed { 3 } else { 1 }],
            Dimension::D2 => [3, 5, if arrayed { 2 } else { 1 }],
            Dimension::Cube => [3, 3, if arrayed { 12 } else { 6 }],
            Dimension::D3 => [3, 5, 2],
            Dimension::TexelRect => [7, 3, 1],
            Dimension::Buffer => [11, 1, 1],
        };
        let texture = filled_texture(kind, arrayed, size, 1, "rg32ui", |_| 0);
        let mut words = Vec::new();
        for at in 0..21 * 21 * 21 {
            let coords = [at % 21 - 3, at / 21 % 21 - 3, at / 441 - 3];
            // Coordinates that the dimension lacks stay 0.
            let used = match (kind, arrayed) {
                (Dimension::D1 | Dimension::Buffer, false) => 1,
                (Dimension::D1, true) | (Dimension::D2 | Dimension::TexelRect, false) => 2,
                _ => 3,
            };
            if coords.iter().skip(used).any(|at| *at != 0) {
                continue;
            }
            let sizes = if kind == Dimension::D1 && arrayed { [size[0], size[2], 1] } else { size };
            let inside = coords.iter().zip(sizes).all(|(at, size)| (0..size as i32).contains(at));
            let given = [at as u32, 7, 8, 9];
            let place = texture.store_texel(coords, 0, given);
            assert_eq!(place.inside, inside, "{kind:?} {coords:?}");
            let loaded = texture.load_texel(coords, 0);
            assert_eq!((loaded.inside, loaded.word), (inside, place.word));
            assert_eq!(loaded.texel, if inside { [at as u32, 7, 0, 1] } else { [0; 4] });
            if inside {
                words.push(place.word);
            }
        }
        words.sort();
        let all: Vec<usize> = (0..size.iter().product()).map(|at| 2 * at).collect();
        assert_eq!(words, all, "{kind:?}: each texel once");
        assert!(!texture.load_texel([0; 3], 1).inside && !texture.store_texel([0; 3], 1, [1; 4]).inside);
        for far in [i32::MIN, i32::MAX, -1] {
            assert_eq!(texture.fetch_texel([far, 0, 0], 0), FetchedTexel { texel: [0; 4], inside: false, word: 0 });
        }
    }
}

#[test]
fn atomic_operations_do_what_they_are_called() {
    type AtomicModel = (AtomicOp, fn(u32, u32, u32) -> u32);
    let operations: [AtomicModel; 13] = [
        (AtomicOp::Load, |word, _, _| word),
        (AtomicOp::Store, |_, operand, _| operand),
        (AtomicOp::Sub, |word, operand, _| word.wrapping_sub(operand)),
        (AtomicOp::Add, |word, operand, _| word.wrapping_add(operand)),
        (AtomicOp::And, |word, operand, _| word & operand),
        (AtomicOp::Or, |word, operand, _| word | operand),
        (AtomicOp::Xor, |word, operand, _| word ^ operand),
        (AtomicOp::MinInt, |word, operand, _| if (word as i32) < operand as i32 { word } else { operand }),
        (AtomicOp::MinUint, |word, operand, _| if word < operand { word } else { operand }),
        (AtomicOp::MaxInt, |word, operand, _| if word as i32 > operand as i32 { word } else { operand }),
        (AtomicOp::MaxUint, |word, operand, _| if word > operand { word } else { operand }),
        (AtomicOp::Exchange, |_, operand, _| operand),
        (AtomicOp::CompareExchange, |word, operand, compare| if word == compare { operand } else { word }),
    ];
    let texture = filled_texture(Dimension::D2, false, [3, 5, 1], 1, "r32ui", |_| 0);
    let values = [0, 1, 7, u32::MAX, i32::MAX as u32, i32::MIN as u32];
    for (operation, truth) in operations {
        for (before, operand) in values.into_iter().flat_map(|one| values.map(|other| (one, other))) {
            for compare in [before, 3] {
                texture.store_texel([2, 3, 0], 0, [before; 4]);
                let seen = texture.apply_atomic([2, 3, 0], 0, operation, operand, compare);
                assert_eq!(seen, FetchedTexel { texel: [before, 0, 0, 0], inside: true, word: 11 });
                let after = texture.load_texel([2, 3, 0], 0).texel[0];
                assert_eq!(after, truth(before, operand, compare), "{operation:?} {before} {operand} {compare}");
            }
        }
    }
    assert!(!texture.apply_atomic([3, 0, 0], 0, AtomicOp::Add, 1, 0).inside);
    let total: u32 = (0..15).filter(|at| *at != 11).map(|at| texture.storage.load(at)).sum();
    assert_eq!(total, 0, "nothing else changed");
}

#[test]
fn atomic_operations_of_many_threads_lose_nothing() {
    let texture = filled_texture(Dimension::D1, false, [2, 1, 1], 1, "r32i", |_| 0);
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let texture = &texture;
            scope.spawn(move || {
                for at in 0..1000 {
                    texture.apply_atomic([0, 0, 0], 0, AtomicOp::Add, 3, 0);
                    texture.apply_atomic([1, 0, 0], 0, AtomicOp::MinInt, (-1000 * thread - at) as u32, 0);
                }
            });
        }
    });
    assert_eq!(texture.load_texel([0; 3], 0).texel[0], 12_000);
    assert_eq!(texture.load_texel([1, 0, 0], 0).texel[0] as i32, -3999);
}
