//! Address translation: every layout there and back, and the float forms of GPU Gems 2, chapter 33, against
//! integers.
//!
//! `addressing_model.rs` has the float forms of `kernel_includes/addressing.glsl` in `f32`.

use crate::addressing_model::*;
use gristmill::{Address, Element, Format, Layout, Plan, Shape, TextureLimits};
use proptest::prelude::*;
use std::ops::Range;

/// Above this, a float skips whole numbers.
const FLOAT_LIMIT: usize = 1 << 24;

/// Widths of every kind: 1, primes, odd and even ones, powers of two.
const WIDTHS: [usize; 9] = [1, 3, 17, 1000, 1023, 1024, 3000, 4093, 4096];

const LIMITS: TextureLimits = TextureLimits { side: 16_384, side_3d: 2048, buffer_bytes: 1 << 30 };

// ---- Every shape
// -------------------------------------------------------------------------------------------------------

/// SplitMix64 (Steele, Lea and Flood, 2014): the same million shapes on every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    /// An extent up to a limit: a prime, an odd number, a power of two or its neighbour, or any; small ones
    /// as often as large.
    fn extent(&mut self, limit: usize) -> usize {
        const PRIMES: [usize; 16] = [2, 3, 5, 7, 13, 17, 31, 61, 127, 251, 509, 1021, 2039, 4093, 8191, 16_381];
        let power = 1 << self.below(15);
        let extent = match self.below(5) {
            0 => PRIMES[self.below(PRIMES.len())],
            1 => self.below(power) | 1,
            2 => power,
            3 => (power + 2 * self.below(2)).saturating_sub(1),
            _ => 1 + self.below(power),
        };
        1 + (extent.max(1) - 1) % limit
    }

    /// A shape of at most 2^24 elements, whose every index a float holds.
    fn shape(&mut self) -> Shape {
        let rank = 1 + self.below(4);
        if rank == 1 {
            let longest = 2 << self.below(24);
            return Shape::from(1 + self.below(longest));
        }
        let mut room = FLOAT_LIMIT;
        let mut extents = [1; 4];
        for extent in &mut extents[..rank] {
            *extent = self.extent(room);
            room /= *extent;
        }
        // The turn makes each axis the long one now and then.
        let turn = self.below(rank);
        extents[..rank].rotate_left(turn);
        Shape::new(&extents[..rank]).unwrap()
    }

    fn layout(&mut self) -> Layout {
        match self.below(7) {
            0 => Layout::Linear,
            1 => Layout::Packed,
            2 => Layout::PackedAt(self.extent(LIMITS.side)),
            3 => Layout::BySlice,
            4 => Layout::Slices,
            5 => Layout::Row,
            _ => Layout::Volume,
        }
    }
}

fn as_texel([x, y]: [f32; 2]) -> [usize; 2] {
    [x as usize, y as usize]
}

/// The corrected float forms against one plan, at one index.
fn check_floats(plan: &Plan, index: usize) {
    let Address { x, y, .. } = plan.address(index);
    let shape = [0, 1, 2, 3].map(|axis| plan.shape().extent(axis) as f32);
    let position = plan.shape().position(index).map(|n| n as f32);
    assert_eq!(position_4d_float(index as f32, shape), position, "{plan:?} at {index}");
    assert_eq!(index_4d_float(position, shape), index as f32, "{plan:?} at {index}");
    let folded = position_3d_float(index as f32, shape); // z is now the number of the slice
    match plan.layout() {
        Layout::Packed | Layout::PackedAt(_) => {
            let texel = packed_texel_float(index as f32, plan.size()[0] as f32);
            assert_eq!(as_texel(texel), [x, y], "{plan:?} at {index}");
        }
        Layout::BySlice => {
            let (slice, columns) = ([shape[0], shape[1]], plan.columns() as f32);
            let texel = by_slice_texel_float(folded, slice, columns);
            assert_eq!(as_texel(texel), [x, y], "{plan:?} at {index}");
            assert_eq!(by_slice_position_float(texel, slice, columns), folded, "{plan:?} at {index}");
        }
        _ => {}
    }
}

fn check_rectangles(plan: &Plan, range: Range<usize>) {
    let mut next = range.start;
    for rectangle in plan.rectangles(range.clone()) {
        assert_eq!(rectangle.start, next, "{plan:?} {range:?}");
        let last = rectangle.range().end - 1;
        let corner = plan.address(last);
        assert_eq!(
            (corner.texture, corner.x + 1, corner.y + 1, corner.z),
            (rectangle.texture, rectangle.x + rectangle.width, rectangle.y + rectangle.height, rectangle.z),
            "{plan:?} {range:?}"
        );
        next = last + 1;
    }
    assert_eq!(next, range.end, "{plan:?}");
}

#[test]
fn a_million_shapes_there_and_back() {
    let mut random = Random(33);
    let mut planned = [0; 7];
    let mut refused = 0;
    let mut by_rank = [0; 4];
    for _ in 0..1_000_000 {
        let (shape, layout) = (random.shape(), random.layout());
        let Ok(plan) = Plan::new(shape, layout, f32::FORMAT, &LIMITS) else {
            assert!(shape.len() > LIMITS.side_3d, "{layout:?} refuses {shape}");
            refused += 1;
            continue;
        };
        by_rank[shape.rank() - 1] += 1;
        planned[match layout {
            Layout::Linear => 0,
            Layout::Packed => 1,
            Layout::PackedAt(_) => 2,
            Layout::BySlice => 3,
            Layout::Slices => 4,
            Layout::Row => 5,
            _ => 6,
        }] += 1;

        let [width, height, depth] = plan.size();
        let side = match layout {
            Layout::Linear => usize::MAX,
            Layout::Volume => LIMITS.side_3d,
            _ => LIMITS.side,
        };
        assert!(width.max(height).max(depth) <= side, "{plan:?}");
        let len = shape.len();
        // The ends, the turn of the first row, and anywhere.
        for index in [0, len - 1, (width - 1).min(len - 1), width.min(len - 1), random.below(len), random.below(len)] {
            let address = plan.address(index);
            assert!(address.x < width && address.y < height && address.z < depth && address.texture < plan.textures());
            assert_eq!(plan.index(address), Some(index), "{plan:?}");
            assert_eq!(shape.index(shape.position(index)), index, "{shape}");
            check_floats(&plan, index);
        }
        let start = random.below(len);
        check_rectangles(&plan, start..len.min(start + 1 + random.below(3 * width)));
    }
    println!(
        "plans by layout (linear, packed, packed at, by slice, slices, row, volume): {planned:?}, refused: {refused}"
    );
    println!("plans by rank: {by_rank:?}");
    assert!(planned.iter().chain(&by_rank).all(|&plans| plans > 50_000));
}

fn any_extent() -> impl Strategy<Value = usize> {
    prop_oneof![0..100_usize, any::<usize>(), Just(usize::MAX), (0..64_u32).prop_map(|bit| 1 << bit)]
}

fn any_layout() -> impl Strategy<Value = Layout> {
    prop_oneof![
        Just(Layout::Linear),
        Just(Layout::Packed),
        any_extent().prop_map(Layout::PackedAt),
        Just(Layout::BySlice),
        Just(Layout::Slices),
        Just(Layout::Row),
        Just(Layout::Volume),
        Just(Layout::Cube),
    ]
}

fn any_format() -> impl Strategy<Value = Format> {
    prop_oneof![Just(f32::FORMAT), Just(<[u32; 4]>::FORMAT), Just(<image::Rgba<u8>>::FORMAT)]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_size_panics(
        extents in prop::collection::vec(any_extent(), 0..6),
        layout in any_layout(),
        format in any_format(),
        sides in [any_extent(), any_extent(), any_extent()],
        index in any_extent(),
    ) {
        let limits = TextureLimits { side: sides[0], side_3d: sides[1], buffer_bytes: sides[2] };
        let Ok(shape) = Shape::new(&extents) else {
            prop_assert!(extents.is_empty() || extents.len() > 4);
            return Ok(());
        };
        shape.index(shape.position(index));
        shape.index([index, sides[0], sides[1], sides[2]]);
        prop_assert_eq!(shape.checked_len().unwrap_or(usize::MAX), shape.len());
        if let Ok(plan) = Plan::new(shape, layout, format, &limits) {
            prop_assert!(plan.texels() >= shape.len().max(1));
            let found = plan.index(plan.address(index));
            prop_assert_eq!(found, (index < shape.len()).then_some(index));
            plan.index(Address { texture: sides[0], x: index, y: sides[1], z: sides[2] });
            prop_assert!(plan.rectangles(index..index.saturating_add(100)).len() <= 100);
        }
    }
}

// ---- Every index
// -------------------------------------------------------------------------------------------------------

/// The wrong addresses of one form over a range of indices: their count, and the first.
#[derive(Clone, Copy, Default)]
struct Wrong {
    count: usize,
    first: Option<usize>,
}

impl Wrong {
    fn over(indices: usize, width: usize, form: impl Fn(f32) -> [f32; 2]) -> Wrong {
        let mut wrong = Wrong::default();
        let (mut x, mut y) = (0, 0);
        for index in 0..indices {
            // Float to float: no conversion hides a half or a NaN.
            if form(index as f32) != [x as f32, y as f32] {
                wrong.count += 1;
                wrong.first.get_or_insert(index);
            }
            x += 1;
            if x == width {
                (x, y) = (0, y + 1);
            }
        }
        wrong
    }
}

impl std::fmt::Display for Wrong {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(&self.first.map_or("0".into(), |first| format!("{} from {first}", self.count)))
    }
}

/// Every index below 2^24 on one width: corrected, 33-1, 33-2, and 33-2 with a half added to the index.
fn every_index(width: usize, indices: usize) -> [Wrong; 4] {
    let (w, h) = (width as f32, indices.div_ceil(width) as f32);
    [
        Wrong::over(indices, width, |index| packed_texel_float(index, w)),
        Wrong::over(indices, width, |index| printed_1d_to_rectangle(index, w)),
        Wrong::over(indices, width, |index| printed_1d_to_2d(index, w, h)),
        Wrong::over(indices, width, |index| printed_1d_to_2d(index + 0.5, w, h)),
    ]
}

#[test]
fn every_index_below_2_to_24() {
    let tables: Vec<[Wrong; 4]> = std::thread::scope(|scope| {
        let threads: Vec<_> = WIDTHS.map(|width| scope.spawn(move || every_index(width, FLOAT_LIMIT))).into();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    println!("wrong of 16777216 indices, and from which on");
    println!("{:>5}  {:9}  {:20}  {:20}  33-2 and a half", "width", "corrected", "33-1", "33-2");
    for (width, [corrected, l33_1, l33_2, half]) in WIDTHS.iter().zip(&tables) {
        println!("{width:5}  {corrected:9}  {l33_1:20}  {l33_2:20}  {half}");
    }
    for (width, [corrected, l33_1, l33_2, half]) in WIDTHS.into_iter().zip(&tables) {
        assert_eq!(corrected.count, 0, "width {width}");
        // The printed forms are right for powers of two and, of these widths, for nothing else; the usual
        // repair, never.
        assert_eq!(l33_1.count == 0, width.is_power_of_two(), "33-1, width {width}");
        assert_eq!(l33_2.count == 0, width.is_power_of_two(), "33-2, width {width}");
        assert!(half.count > 0, "33-2 and a half, width {width}");
    }
    let first = |width: usize, form: usize| tables[WIDTHS.iter().position(|&w| w == width).unwrap()][form].first;
    assert_eq!([first(3000, 1), first(1023, 1), first(1000, 1)], [Some(3), Some(17), Some(1005)]);
    assert_eq!(first(4096, 3), Some(8_388_609)); // half the range: above it, a float has no room for the half
}

// The same on the GPU, through the library, with the table of each era's device beside the model's:
//     fn every_index_on(device: &Device, width: usize) -> [Wrong; 4]
// by a kernel that includes addressing.glsl, writes the texel of each index, and is compared as above.

#[test]
fn the_fix_up_forgives_a_reciprocal_that_is_one_unit_off() {
    // From width 3 on. For 1 and 2, whose reciprocals are powers of two, a card is trusted.
    for width in WIDTHS.into_iter().filter(|&width| width >= 3) {
        let w = width as f32;
        for reciprocal in [(1.0 / w).next_down(), (1.0 / w).next_up()] {
            let wrong = Wrong::over(FLOAT_LIMIT, width, |index| {
                let (y, x) = divide_with(index, w, reciprocal);
                [x, y]
            });
            assert_eq!(wrong.count, 0, "width {width}: {wrong}");
        }
    }
}

#[test]
fn the_errata_count_the_printed_mistakes() {
    let l33_1 = |side: usize| every_index(side, side * side)[1].count;
    let l33_2 = |width: usize, height: usize| every_index(width, width * height)[2].count;
    // Erratum 2: rounded reciprocals.
    assert_eq!([l33_1(10), l33_1(100), l33_1(1000)], [17, 7361, 12_095]);
    assert_eq!([l33_2(100, 100), l33_2(640, 480), l33_2(1000, 1000)], [7384, 61_186, 12_124]);
    assert_eq!([l33_2(3000, 3000), l33_2(1024, 1024), l33_2(2048, 2048), l33_2(4096, 4096)], [5_626_366, 0, 0, 0]);
    // Erratum 3: the usual repair.
    assert_eq!([every_index(4096, FLOAT_LIMIT)[3].count, every_index(3000, 9_000_000)[3].count], [4_194_304, 306_130]);

    // Erratum 8: 64 cells of a 4x4x4 stream fall on 36 texels, and all first cells of a slice on the first.
    let cells = (0..64).map(|index| [index % 4, index / 4 % 4, index / 16].map(|n| n as f32));
    let mut texels: Vec<_> = cells
        .map(|cell| as_texel(printed_3d_to_2d_by_slice(cell, [4.0; 3], 8.0)))
        .collect();
    texels.sort();
    texels.dedup();
    assert_eq!(texels.len(), 36);
    // Erratum 10: slices by way of a reciprocal, one row of slices too high.
    let misplaced = |n: usize| (0..512).filter(move |z| (*z as f32 * (1.0 / n as f32)) as usize != z / n);
    assert_eq!(misplaced(41).next(), Some(41));
    assert_eq!((1..=64).flat_map(misplaced).count(), 21);
}

#[test]
fn the_glsl_compiles_in_both_eras() {
    use glslang::{Compiler, CompilerOptions, OpenGlVersion, ShaderInput, ShaderSource, ShaderStage, Target};
    let include = include_str!("../../kernel_includes/addressing.glsl");
    for (version, stage) in [(330, ShaderStage::Fragment), (430, ShaderStage::Compute)] {
        let source = ShaderSource::from(format!("#version {version} core\n{include}\nvoid main() {{}}\n"));
        let target = Target::OpenGL { version: OpenGlVersion::OpenGL4_5, spirv_version: None };
        let options = CompilerOptions { target, ..CompilerOptions::default() };
        let input = ShaderInput::new(&source, stage, &options, None::<&[(&str, Option<&str>)]>, None).unwrap();
        if let Err(report) = Compiler::acquire().unwrap().create_shader(input) {
            panic!("#version {version}: {report}");
        }
    }
}
