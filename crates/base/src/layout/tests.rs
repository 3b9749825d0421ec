use super::*;
use crate::element::Element;
use crate::shape::Shape;
use std::collections::HashSet;

const LIMITS: TextureLimits = TextureLimits { side: 64, side_3d: 32, buffer_bytes: 1 << 16 };
const LAYOUTS: [Layout; 10] = [
    Layout::Linear,
    Layout::Packed,
    Layout::PackedAt(1),
    Layout::PackedAt(17),
    Layout::Rectangle,
    Layout::Row,
    Layout::BySlice,
    Layout::Slices,
    Layout::Volume,
    Layout::Cube,
];

fn plan_for(shape: impl Into<Shape>, layout: Layout) -> crate::error::Result<Plan> {
    Plan::new(shape.into(), layout, f32::FORMAT, &LIMITS)
}

fn error_sentence(shape: impl Into<Shape>, layout: Layout) -> String {
    plan_for(shape, layout).unwrap_err().to_string()
}

/// Returns plans of small shapes in every layout that can hold them.
fn small_plans() -> impl Iterator<Item = Plan> {
    let shapes = [
        &[1][..],
        &[5],
        &[31],
        &[64],
        &[65],
        &[1, 1],
        &[7, 5],
        &[31, 1],
        &[1, 31],
        &[3, 4, 5],
        &[5, 1, 7],
        &[1, 5, 7],
        &[30, 3, 2],
        &[3, 30, 2],
        &[1, 1, 30],
        &[33, 13, 1],
        &[2, 3, 4, 5],
        &[4, 1, 3, 2],
        &[1, 1, 1, 1],
        &[1, 1, 6],
        &[3, 3, 6],
    ];
    shapes.into_iter().flat_map(|extents| {
        let shape = Shape::new(extents).unwrap();
        LAYOUTS.into_iter().filter_map(move |layout| plan_for(shape, layout).ok())
    })
}

#[test]
fn every_element_has_a_texel_of_its_own_and_padding_has_none() {
    let mut seen_layouts = HashSet::new();
    for plan in small_plans() {
        seen_layouts.insert(plan.layout());
        let [width, height, depth] = plan.size();
        let mut elements = HashSet::new();
        for texture in 0..plan.textures() {
            for z in 0..depth {
                for y in 0..height {
                    for x in 0..width {
                        let address = Address { texture, x, y, z };
                        if let Some(index) = plan.index(address) {
                            assert_eq!(plan.address(index), address, "{plan:?}");
                            assert!(elements.insert(index), "{plan:?} has {index} twice");
                        }
                    }
                }
            }
        }
        assert_eq!(elements.len(), plan.shape().len(), "{plan:?}");
        assert_eq!(plan.texels(), plan.textures() * width * height * depth);
        let outside = Address { texture: 0, x: width, y: 0, z: 0 };
        assert_eq!(
            (plan.index(outside), plan.index(Address { x: 0, texture: plan.textures(), ..outside })),
            (None, None)
        );
    }
    assert_eq!(seen_layouts.len(), LAYOUTS.len());
}

#[test]
fn rectangles_cover_a_range_once_in_order() {
    for plan in small_plans() {
        let len = plan.shape().len();
        let cuts: Vec<usize> = (0..len + 3).filter(|&cut| cut % 7 < 2 || cut % 17 == 0 || cut >= len).collect();
        for &start in &cuts {
            for &end in &cuts {
                let mut next = start;
                for rectangle in plan.rectangles(start..end) {
                    assert_eq!(rectangle.start, next);
                    for index in rectangle.range() {
                        let Address { texture, x, y, z } = plan.address(index);
                        let place = index - rectangle.start;
                        let dx = place % rectangle.width;
                        let dy = place / rectangle.width;
                        assert_eq!((texture, z), (rectangle.texture, rectangle.z));
                        assert_eq!((x, y), (rectangle.x + dx, rectangle.y + dy), "{plan:?} {start}..{end}");
                    }
                    next = rectangle.range().end;
                }
                assert_eq!(next, end.min(len).max(start), "{plan:?} {start}..{end}");
            }
        }
    }
}

/// Counts the fewest rectangles, by trying every rectangle at each element.
fn fewest_rectangles(plan: &Plan, range: Range<usize>) -> usize {
    let mut best = vec![0; range.end + 1];
    for start in range.clone().rev() {
        best[start] = usize::MAX;
        for width in 1..=range.end - start {
            for height in 1..=(range.end - start) / width {
                let first = plan.address(start);
                let fits = (0..width * height).all(|i| {
                    plan.address(start + i) == Address { x: first.x + i % width, y: first.y + i / width, ..first }
                });
                if !fits {
                    break;
                }
                best[start] = best[start].min(1 + best[start + width * height]);
            }
        }
    }
    best[range.start]
}

#[test]
fn no_fewer_rectangles_would_do() {
    for plan in small_plans().filter(|plan| plan.shape().len() <= 60) {
        let len = plan.shape().len();
        for (start, end) in [(0, len), (0, len - 1), (1, len), (len / 3, len), (len / 3, len * 2 / 3), (2, len - 1)] {
            if start < end {
                assert_eq!(
                    plan.rectangles(start..end).len(),
                    fewest_rectangles(&plan, start..end),
                    "{plan:?} {start}..{end}"
                );
            }
        }
    }
}

#[test]
fn packed_sizes() {
    assert_eq!(plan_packed(1), [1, 1, 1]);
    assert_eq!(plan_packed(64), [64, 1, 1]);
    assert_eq!(plan_packed(65), [16, 5, 1]);
    assert_eq!(plan_packed(256), [16, 16, 1]);
    assert_eq!(plan_packed(257), [32, 9, 1]);
    assert_eq!(plan_packed(64 * 64), [64, 64, 1]);
    assert_eq!(plan_for([13, 64], Layout::Packed).unwrap().size(), [13, 64, 1]);
    assert_eq!(plan_for([13, 8, 3], Layout::Packed).unwrap().size(), [32, 10, 1]);

    // 50 is not a power of two: rows of 32 hold 1600 elements, rows of 50 hold 2500.
    let limits = TextureLimits { side: 50, ..LIMITS };
    let size = |len: usize| Plan::new(len.into(), Layout::Packed, f32::FORMAT, &limits).unwrap().size();
    assert_eq!((size(50), size(1600), size(1601)), ([50, 1, 1], [32, 50, 1], [50, 33, 1]));
    assert_eq!(size(2500), [50, 50, 1]);
}

fn plan_packed(len: usize) -> [usize; 3] {
    plan_for(len, Layout::Packed).unwrap().size()
}

#[test]
fn slices_stand_in_whole_columns() {
    assert_eq!((plan_slices([8, 8, 16]).size(), plan_slices([8, 8, 16]).columns()), ([32, 32, 1], 4));
    assert_eq!((plan_slices([8, 8, 17]).size(), plan_slices([8, 8, 17]).columns()), ([32, 40, 1], 4));
    // A near-square would be 10 columns, the width allows 2.
    assert_eq!((plan_slices([30, 1, 100]).size(), plan_slices([30, 1, 100]).columns()), ([60, 50, 1], 2));
    // A near-square would be 1 column, the height requires 3.
    assert_eq!((plan_slices([2, 31, 6]).size(), plan_slices([2, 31, 6]).columns()), ([12, 31, 1], 6));
    assert_eq!(plan_for([7, 5], Layout::BySlice).unwrap().size(), [7, 5, 1]);
    let four = plan_for([2, 3, 4, 5], Layout::BySlice).unwrap();
    let index = four.shape().index([1, 2, 3, 4]);
    let slice = 3 + 4 * 4;
    let columns = four.columns();
    let address = Address { texture: 0, x: slice % columns * 2 + 1, y: slice / columns * 3 + 2, z: 0 };
    assert_eq!(four.address(index), address);
}

fn plan_slices(extents: [usize; 3]) -> Plan {
    plan_for(extents, Layout::BySlice).unwrap()
}

#[test]
fn slices_and_volumes_fold_the_fourth_axis() {
    let index = Shape::from([2, 3, 4, 5]).index([1, 2, 3, 4]);
    let slices = plan_for([2, 3, 4, 5], Layout::Slices).unwrap();
    assert_eq!((slices.textures(), slices.size()), (20, [2, 3, 1]));
    assert_eq!(slices.address(index), Address { texture: 19, x: 1, y: 2, z: 0 });
    let volume = plan_for([2, 3, 4, 5], Layout::Volume).unwrap();
    assert_eq!((volume.textures(), volume.size()), (1, [2, 3, 20]));
    assert_eq!(volume.address(index), Address { texture: 0, x: 1, y: 2, z: 19 });
    assert_eq!(plan_for([7, 5], Layout::Slices).unwrap().textures(), 1);
}

#[test]
fn an_empty_stream_has_one_texel_and_no_rectangles() {
    for layout in LAYOUTS.into_iter().filter(|layout| *layout != Layout::Cube) {
        for extents in [&[0][..], &[0, 5], &[usize::MAX, 0], &[3, 4, 0], &[usize::MAX, usize::MAX, 2, 0]] {
            let plan = plan_for(Shape::new(extents).unwrap(), layout).unwrap();
            assert_eq!((plan.size(), plan.textures(), plan.texels()), ([1; 3], 1, 1));
            assert_eq!(plan.rectangles(0..10), []);
            assert_eq!(plan.index(plan.address(0)), None);
        }
    }
    let cube = plan_for([0, 0, 6], Layout::Cube).unwrap();
    assert_eq!((cube.size(), cube.rectangles(0..10)), ([1; 3], vec![]));
}

#[test]
fn rows_and_cubes_have_a_shape() {
    let row = plan_for([5, 3, 2], Layout::Row).unwrap();
    assert_eq!((row.size(), row.address(29)), ([30, 1, 1], Address { texture: 0, x: 29, y: 0, z: 0 }));
    let cube = plan_for([3, 3, 6], Layout::Cube).unwrap();
    assert_eq!((cube.textures(), cube.size()), (1, [3, 3, 6]));
    assert_eq!(cube.address(3 * 9 + 2 * 3 + 1), Address { texture: 0, x: 1, y: 2, z: 3 });
    for extents in [&[6][..], &[2, 6], &[2, 3, 6], &[2, 2, 5], &[2, 2, 7], &[2, 2, 6, 1], &[0], &[0, 1, 6]] {
        assert!(plan_for(Shape::new(extents).unwrap(), Layout::Cube).is_err(), "{extents:?}");
    }
}

#[test]
fn a_size_over_its_limit_is_one_sentence() {
    let sentences = [
        error_sentence(16_385, Layout::Linear),
        error_sentence(64 * 64 + 1, Layout::Packed),
        error_sentence([65, 2], Layout::Packed),
        error_sentence([2, 65], Layout::Packed),
        error_sentence(64 * 3 + 1, Layout::PackedAt(3)),
        error_sentence(10, Layout::PackedAt(0)),
        error_sentence(10, Layout::PackedAt(65)),
        error_sentence([20, 20, 10], Layout::BySlice),
        error_sentence([65, 1, 1], Layout::BySlice),
        error_sentence([1, 65, 3], Layout::Slices),
        error_sentence([33, 1, 1], Layout::Volume),
        error_sentence([1, 1, 11, 3], Layout::Volume),
        error_sentence([1 << 16, 1 << 15], Layout::Packed),
        error_sentence(65, Layout::Row),
        error_sentence([65, 65, 6], Layout::Cube),
        error_sentence([4, 4, 5], Layout::Cube),
    ];
    insta::assert_snapshot!(sentences.join("\n"), @r"
    bytes of a stream of 16385 R32F: 65540 given, the limit is 65536; split it into several
    elements of a stream of 4097 in rows of 64: 4097 given, the limit is 4096; use fewer elements or several streams
    width of a stream of 65x2: 65 given, the limit is 64; use Layout::PackedAt or fewer elements
    height of a stream of 2x65: 65 given, the limit is 64; use Layout::PackedAt or fewer elements
    elements of a stream of 193 in rows of 3: 193 given, the limit is 192; use a wider Layout::PackedAt or fewer elements
    Layout::PackedAt(0) has no texels in a row; give a width of 1 or more
    width of Layout::PackedAt: 65 given, the limit is 64; use a smaller width
    slices of 20x20 in one texture: 10 given, the limit is 9; use Layout::Packed or Layout::Slices
    width of a stream of 65x1x1: 65 given, the limit is 64; use Layout::Packed or fewer elements
    height of a stream of 1x65x3: 65 given, the limit is 64; use Layout::Packed or fewer elements
    width of a stream of 33x1x1: 33 given, the limit is 32; use Layout::BySlice or Layout::Packed
    slices of a stream of 1x1x11x3: 33 given, the limit is 32; use Layout::BySlice or Layout::Packed
    elements of a stream of 65536x32768: 2147483648 given, the limit is 2147483647; split it into several
    elements of a stream of 65 in one row: 65 given, the limit is 64; use Layout::Packed (see the chapter on arrays in textures)
    side of a cube of 65x65x6: 65 given, the limit is 64; use smaller faces
    a cube has six square faces, a stream of 4x4x5 does not; give it the shape [side, side, 6]
    ");
}
