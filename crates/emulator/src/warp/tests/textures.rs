//! Tests of textures and images on warps, with texels whose values encode their place.

use super::*;
use crate::assembly::{ImageSlot, ImageUse, ImageWork, LevelOfDetail, Sample, SampleMethod, SlotRef, TextureSlot};
use crate::event::{Access, AccessKind, Event};
use crate::storage::AtomicOp;
use crate::texture::{Filter, Texel, Texture};
use gristmill_shader::Dimension;

const X: u32 = 0;
const Y: u32 = 1;
const LEVEL: u32 = 2;
const OTHER: u32 = 3;
const TO: u32 = 4;

/// Creates a texture whose texel (x, y) of level n is 1000 n + 10 y + x.
fn told(kind: Dimension, size: [usize; 3], levels: usize, texel: &str, word: impl Fn(u32) -> u32) -> Texture {
    let texel = Texel::named(texel).unwrap();
    let storage = Arc::new(Storage::new(4096));
    let texture = Texture::new(kind, false, size, levels, texel, storage);
    for (number, level) in texture.levels.iter().enumerate() {
        for y in 0..level.height {
            for x in 0..level.width {
                let at = level.offset + (y * level.width + x) * texel.words();
                texture.storage.store(at, word((1000 * number + 10 * y + x) as u32));
            }
        }
    }
    texture
}

fn floats(x: u32) -> u32 {
    (x as f32).to_bits()
}

/// An image access: its kind, the lanes in range, and the words and values of the first lanes.
type Used = (AccessKind, u64, Vec<u32>, Vec<Vec<u32>>);

/// Logs the events of textures and images.
#[derive(Default)]
struct Heard {
    texels: Vec<(u16, u8, u32)>,
    outside: Vec<(SlotRef, u64, u32, u32)>,
    accesses: Vec<Used>,
}

impl Observe for Heard {
    fn hear(&mut self, event: &Event) {
        match event {
            Event::Texels { texture, texels, .. } => {
                self.texels.extend(texels.iter().map(|(lane, word)| (*texture, *lane, *word)));
            }
            Event::Outside { of, lanes, index, limit, .. } => {
                let first = lanes.trailing_zeros() as usize;
                self.outside.push((*of, *lanes, index[first], limit[first]));
            }
            Event::Access { access: Access { kind, inside, addresses, values, .. }, .. } => {
                let values = values.iter().map(|value| value[..4].to_vec()).collect();
                self.accesses.push((*kind, *inside, addresses[..4].to_vec(), values));
            }
            _ => {}
        }
    }
}

fn sample(method: SampleMethod, coordinates: Vec<u32>, level: LevelOfDetail) -> Sample {
    let (item, offset, offsets, compare) = (None, None, None, None);
    Sample { texture: 0, item, method, coordinates, level, offset, offsets, compare, component: 0 }
}

/// Runs one instruction on these textures, or images; lanes have these words in registers 0 to 3.
fn run_one(
    stage: Stage,
    instruction: Instruction,
    (samples, image_uses): (Vec<Sample>, Vec<ImageUse>),
    textures: Vec<Texture>,
    lanes: &[[u32; 4]],
) -> (Warp<32>, Heard) {
    let mut assembly = code(vec![instruction, Instruction::End], TO + 4);
    assembly.stage = stage;
    assembly.needs_quads = stage == Stage::Fragment;
    (assembly.samples, assembly.image_uses) = (samples, image_uses);
    for number in 0..textures.len() {
        let name = format!("maps[{number}]");
        let (dimension, arrayed, shadow, scalar) = (Dimension::D2, false, false, Scalar::F32);
        assembly.textures.push(TextureSlot {
            name: name.clone(),
            sampler: None,
            dimension,
            arrayed,
            shadow,
            scalar,
            binding: None,
        });
        let (format, writable, coherent) = (None, true, false);
        assembly
            .images
            .push(ImageSlot { name, dimension, arrayed, format, scalar, writable, coherent, binding: None });
    }
    let bound: Vec<_> = textures
        .into_iter()
        .enumerate()
        .map(|(at, it)| (MemoryKey::Global(at), Arc::new(it)))
        .collect();
    let bindings = SlotBindings { textures: bound.clone(), images: bound, ..SlotBindings::default() };
    let mut warp = Warp::<32>::new(&assembly, &[]);
    warp.start(info(32), (1 << lanes.len()) - 1);
    for (lane, words) in lanes.iter().enumerate() {
        (0..4).for_each(|register| warp.register_mut(register as u32)[lane] = words[register]);
    }
    let mut heard = Heard::default();
    finish(&mut warp, &assembly, &bindings, &mut [], &mut heard, u64::MAX);
    (warp, heard)
}

/// Runs one texture instruction for these lanes; returns the first result of each.
fn sampled(stage: Stage, sample: Sample, textures: Vec<Texture>, lanes: &[[u32; 4]]) -> (Vec<u32>, Heard) {
    let instruction = Instruction::Sample { sample: 0, to: TO };
    let (warp, heard) = run_one(stage, instruction, (vec![sample], vec![]), textures, lanes);
    (warp.register(TO)[..lanes.len()].to_vec(), heard)
}

fn plane(levels: usize) -> Texture {
    told(Dimension::D2, [8, 8, 1], levels, "r32f", floats)
}

#[test]
fn a_fetch_of_levels_offsets_and_what_is_outside() {
    let lanes =
        [[3, 2, 0, 1], [7, 7, 0, 1], [8, 0, 0, 1], [0, u32::MAX, 0, 1], [1, 1, 1, 1], [3, 3, 1, 1], [0, 0, 9, 1]];
    let fetch = sample(SampleMethod::Fetch, vec![X, Y], LevelOfDetail::Base);
    let (got, heard) = sampled(Stage::Compute, fetch.clone(), vec![plane(3)], &lanes);
    assert_eq!(got, [23, 77, 0, 0, 11, 33, 0].map(floats));
    assert_eq!(heard.texels.iter().map(|texel| texel.1).collect::<Vec<_>>(), [0, 1, 4, 5, 6]);
    assert_eq!(heard.texels[0], (0, 0, 19));
    assert_eq!(heard.outside, [(SlotRef::Texture(0), 0b1100, 8, 8)]);

    // Level 1 begins after 64 texels, and has rows of 4; there is no level 9.
    let levels = Sample { level: LevelOfDetail::Explicit(LEVEL), ..fetch.clone() };
    let (got, heard) = sampled(Stage::Compute, levels.clone(), vec![plane(3)], &lanes);
    assert_eq!(got, [23, 77, 0, 0, 1011, 1033, 0].map(floats));
    assert_eq!(heard.texels[2], (0, 4, 64 + 5));
    let (_, heard) = sampled(Stage::Compute, levels, vec![plane(3)], &[[3, 4, 1, 0], [0, 0, 9, 0]]);
    assert_eq!(heard.outside, [(SlotRef::Texture(0), 0b11, 4, 4)]);

    let moved = Sample { offset: Some(vec![OTHER, OTHER]), ..fetch };
    let (got, heard) = sampled(Stage::Compute, moved, vec![plane(3)], &lanes);
    assert_eq!(got, [34, 0, 0, 1, 22, 44, 11].map(floats));
    assert_eq!(heard.outside, [(SlotRef::Texture(0), 0b110, 8, 8)]);
}

#[test]
fn the_nearest_texel() {
    let at = |x: f32, y: f32, level: f32| [x.to_bits(), y.to_bits(), level.to_bits(), 0];
    let lanes = [at(0.0, 0.0, 0.0), at(0.49, 0.99, 1.0), at(7.0, -3.0, 2.0)];
    let filter = sample(SampleMethod::Filter, vec![X, Y], LevelOfDetail::Base);
    for stage in [Stage::Compute, Stage::Fragment] {
        let (got, heard) = sampled(stage, filter.clone(), vec![plane(1)], &lanes);
        assert_eq!(got, [0, 73, 7].map(floats));
        assert_eq!(heard.texels, [(0, 0, 0), (0, 1, 59), (0, 2, 7)]);
    }
    // Levels of 8, 4 and 2 texels, explicitly.
    let mut texture = plane(3);
    texture.sampling.mip = Some(Filter::Nearest);
    let given = Sample { level: LevelOfDetail::Explicit(LEVEL), ..filter };
    let (got, _) = sampled(Stage::Compute, given, vec![texture], &lanes);
    assert_eq!(got, [0, 1031, 2001].map(floats));
}

#[test]
fn the_level_comes_from_the_quad_whatever_lanes_are_active() {
    // A quad whose pixels are 4 texels apart in x: level 2. In a compute stage there are no neighbours: level
    // 0.
    let pixels = [(0, 0), (1, 0), (0, 1), (1, 1)];
    let lanes = pixels.map(|(x, y)| [(x as f32 * 0.5).to_bits(), (y as f32 / 8.0).to_bits(), 1.0f32.to_bits(), 0]);
    let mut texture = plane(4);
    texture.sampling.mip = Some(Filter::Nearest);
    let implicit = sample(SampleMethod::Filter, vec![X, Y], LevelOfDetail::Implicit(None));
    let (got, _) = sampled(Stage::Fragment, implicit.clone(), vec![texture.clone()], &lanes);
    assert_eq!(got, [2000, 2001, 2000, 2001].map(floats));
    let (got, _) = sampled(Stage::Compute, implicit.clone(), vec![texture.clone()], &lanes);
    assert_eq!(got, [0, 4, 10, 14].map(floats));

    let biased = Sample { level: LevelOfDetail::Implicit(Some(LEVEL)), ..implicit.clone() };
    let (got, _) = sampled(Stage::Fragment, biased, vec![texture.clone()], &lanes);
    assert_eq!(got, [3000; 4].map(floats));

    let query = Sample { method: SampleMethod::QueryLevel, ..implicit.clone() };
    let (got, _) = sampled(Stage::Fragment, query, vec![texture.clone()], &lanes);
    assert_eq!(got, [2.0f32.to_bits(); 4]);

    // The same changes, explicitly: (1/2, 0) is (X of lane 1, Y of lane 0).
    let given = [[0, 0, 0.5f32.to_bits(), 0]];
    let gradients = Sample { level: LevelOfDetail::Gradients(vec![LEVEL, OTHER], vec![OTHER, OTHER]), ..implicit };
    let (got, _) = sampled(Stage::Compute, gradients, vec![texture], &given);
    assert_eq!(got, [2000].map(floats));
}

#[test]
fn a_gather_a_size_and_the_levels() {
    // Between texels (2, 3), (3, 3), (3, 2) and (2, 2), in GL's order.
    let lanes = [[(3.0f32 / 8.0).to_bits(), (3.0f32 / 8.0).to_bits(), 1, 0]];
    let results = |sample: Sample| {
        let instruction = Instruction::Sample { sample: 0, to: TO };
        let (warp, _) = run_one(Stage::Compute, instruction, (vec![sample], vec![]), vec![plane(3)], &lanes);
        [TO, TO + 1, TO + 2, TO + 3].map(|register| warp.register(register)[0])
    };
    assert_eq!(results(sample(SampleMethod::Gather, vec![X, Y], LevelOfDetail::Base)), [32, 33, 23, 22].map(floats));
    let offsets = Some([[0, 0], [1, 0], [0, 1], [-2, -2]]);
    let gather = Sample { offsets, ..sample(SampleMethod::Gather, vec![X, Y], LevelOfDetail::Base) };
    assert_eq!(results(gather), [22, 23, 32, 0].map(floats));
    assert_eq!(results(sample(SampleMethod::Size, vec![], LevelOfDetail::Base)), [8, 8, 0, 0]);
    assert_eq!(results(sample(SampleMethod::Size, vec![], LevelOfDetail::Explicit(LEVEL))), [4, 4, 0, 0]);
    assert_eq!(results(sample(SampleMethod::Levels, vec![], LevelOfDetail::Base)), [3, 0, 0, 0]);
}

#[test]
fn items_of_an_array_by_lane() {
    let other = told(Dimension::D2, [8, 8, 1], 1, "r32f", |x| floats(x + 500));
    let lanes = [[1, 0, 0, 0], [1, 0, 1, 0], [1, 0, 2, 0], [2, 0, 1, 0], [2, 0, 0, 0]];
    let fetch = Sample { item: Some((LEVEL, 2)), ..sample(SampleMethod::Fetch, vec![X, Y], LevelOfDetail::Base) };
    let (got, heard) = sampled(Stage::Compute, fetch, vec![plane(1), other], &lanes);
    assert_eq!(got, [1, 501, 0, 502, 2].map(|x| if x == 0 { 0 } else { floats(x) }));
    assert_eq!(heard.outside, [(SlotRef::Texture(0), 0b100, 2, 2)]);
    assert_eq!(heard.texels, [(0, 0, 1), (0, 4, 2), (1, 1, 1), (1, 3, 2)]);
}

#[test]
fn an_image_is_loaded_stored_and_changed() {
    let lanes = [[3, 2, 50, 60], [8, 0, 51, 61], [3, 2, 52, 62], [0, 7, 53, 63]];
    let image = |work| ImageUse { image: 0, item: None, coordinates: vec![X, Y], work };
    let instruction = Instruction::Image { image_use: 0, to: TO };
    let run = |work, texture: &Texture| {
        run_one(Stage::Compute, instruction, (vec![], vec![image(work)]), vec![texture.clone()], &lanes)
    };
    let texture = told(Dimension::D2, [8, 8, 1], 1, "r32ui", |x| x);
    let (warp, heard) = run(ImageWork::Load, &texture);
    assert_eq!(&warp.register(TO)[..4], [23, 0, 23, 70]);
    assert_eq!(&warp.register(TO + 3)[..4], [1, 0, 1, 1]);
    assert_eq!(heard.outside, [(SlotRef::Image(0), 0b10, 8, 8)]);
    assert_eq!(heard.accesses, [(AccessKind::Load, 0b1101, vec![19, 0, 19, 56], vec![])]);

    let (_, heard) = run(ImageWork::Store([LEVEL, OTHER, OTHER, OTHER]), &texture);
    assert_eq!([19, 56, 8].map(|at| texture.storage.load(at)), [52, 53, 10]);
    assert_eq!(heard.accesses, [(AccessKind::Store, 0b1101, vec![19, 0, 19, 56], vec![vec![50, 0, 52, 53]])]);
    assert_eq!(heard.outside, [(SlotRef::Image(0), 0b10, 8, 8)]);

    let add = ImageWork::Atomic { op: AtomicOp::Add, value: OTHER, compare: None };
    let (warp, heard) = run(add, &texture);
    assert_eq!(&warp.register(TO)[..4], [52, 0, 112, 53]);
    assert_eq!([19, 56].map(|at| texture.storage.load(at)), [52 + 60 + 62, 53 + 63]);
    assert_eq!(heard.accesses[0].3, [[60, 61, 62, 63]]);

    let exchange = ImageWork::Atomic { op: AtomicOp::CompareExchange, value: OTHER, compare: Some(LEVEL) };
    texture.storage.store(19, 52);
    run(exchange, &texture);
    assert_eq!(texture.storage.load(19), 62);

    let (warp, _) = run(ImageWork::Size, &texture);
    assert_eq!([TO, TO + 1, TO + 2].map(|register| warp.register(register)[0]), [8, 8, 0]);
}

#[test]
fn a_packed_image_tells_the_word_that_was_stored() {
    let texture = told(Dimension::D2, [8, 8, 1], 1, "rgba8", |_| 0);
    let one = 1.0f32.to_bits();
    let image_use = ImageUse { image: 0, item: None, coordinates: vec![X, Y], work: ImageWork::Store([2, 3, 3, 2]) };
    let instruction = Instruction::Image { image_use: 0, to: TO };
    let uses = (vec![], vec![image_use]);
    let lanes = [[1, 0, one, 0], [2, 0, 0, one]];
    let (_, heard) = run_one(Stage::Compute, instruction, uses, vec![texture.clone()], &lanes);
    let words = [0xff00_00ff, 0x00ff_ff00];
    assert_eq!([1, 2].map(|at| texture.storage.load(at)), words);
    assert_eq!(heard.accesses[0].3[0][..2], words);
}
