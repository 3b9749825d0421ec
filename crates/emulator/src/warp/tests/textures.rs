//! Tests of textures and images on warps, with texels whose values encode their place.

use super::*;
use crate::assembly::{
    ImageOperation, ImageSlot, ImageUse, LevelOfDetail, SampleMethod, SampleUse, SlotRef, TextureSlot,
};
use crate::event::{AccessKind, ExecutionEvent, WarpAccess};
use crate::storage::AtomicOp;
use crate::texture::{Filter, TexelFormat, TextureView};
use gristmill_shader::Dimension;

const X: u32 = 0;
const Y: u32 = 1;
const LEVEL: u32 = 2;
const OTHER: u32 = 3;
const TO: u32 = 4;

/// Creates a texture whose texel (x, y) of level n is 1000 n + 10 y + x.
fn numbered_texture(
    kind: Dimension,
    size: [usize; 3],
    levels: usize,
    texel: &str,
    word: impl Fn(u32) -> u32,
) -> TextureView {
    let texel = TexelFormat::from_name(texel).unwrap();
    let storage = Arc::new(Storage::new(4096));
    let texture = TextureView::new(kind, false, size, levels, texel, storage);
    for (number, level) in texture.levels.iter().enumerate() {
        for y in 0..level.height {
            for x in 0..level.width {
                let at = level.offset + (y * level.width + x) * texel.word_count();
                texture.storage.store(at, word((1000 * number + 10 * y + x) as u32));
            }
        }
    }
    texture
}

fn to_float_bits(x: u32) -> u32 {
    (x as f32).to_bits()
}

/// An image access: its kind, the lanes in range, and the words and values of the first lanes.
type ImageUseRecord = (AccessKind, u64, Vec<u32>, Vec<Vec<u32>>);

/// Logs the events of textures and images.
#[derive(Default)]
struct TextureLog {
    texels: Vec<(u16, u8, u32)>,
    outside: Vec<(SlotRef, u64, u32, u32)>,
    accesses: Vec<ImageUseRecord>,
}

impl Observe for TextureLog {
    fn observe(&mut self, event: &ExecutionEvent) {
        match event {
            ExecutionEvent::Texels { texture, texels, .. } => {
                self.texels.extend(texels.iter().map(|(lane, word)| (*texture, *lane, *word)));
            }
            ExecutionEvent::IndexOutOfRange { of, lanes, index, limit, .. } => {
                let first = lanes.trailing_zeros() as usize;
                self.outside.push((*of, *lanes, index[first], limit[first]));
            }
            ExecutionEvent::Access { access: WarpAccess { kind, inside, addresses, values, .. }, .. } => {
                let values = values.iter().map(|value| value[..4].to_vec()).collect();
                self.accesses.push((*kind, *inside, addresses[..4].to_vec(), values));
            }
            _ => {}
        }
    }
}

fn sample_use(method: SampleMethod, coordinates: Vec<u32>, level: LevelOfDetail) -> SampleUse {
    let item = None;
    let offset = None;
    let offsets = None;
    let compare = None;
    SampleUse { texture: 0, item, method, coordinates, level, offset, offsets, compare, component: 0 }
}

/// Runs one instruction on these textures, or images; lanes have these words in registers 0 to 3.
fn run_one(
    stage: Stage,
    instruction: Instruction,
    (samples, image_uses): (Vec<SampleUse>, Vec<ImageUse>),
    textures: Vec<TextureView>,
    lanes: &[[u32; 4]],
) -> (Warp<32>, TextureLog) {
    let mut assembly = assemble_code(vec![instruction, Instruction::End], TO + 4);
    assembly.stage = stage;
    assembly.needs_quads = stage == Stage::Fragment;
    (assembly.samples, assembly.image_uses) = (samples, image_uses);
    for number in 0..textures.len() {
        let name = format!("maps[{number}]");
        let dimension = Dimension::D2;
        let arrayed = false;
        let shadow = false;
        let scalar = Scalar::F32;
        assembly.textures.push(TextureSlot {
            name: name.clone(),
            sampler: None,
            dimension,
            arrayed,
            shadow,
            scalar,
            binding: None,
        });
        let format = None;
        let writable = true;
        let coherent = false;
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
    warp.start(warp_info(32), (1 << lanes.len()) - 1);
    for (lane, words) in lanes.iter().enumerate() {
        (0..4).for_each(|register| warp.register_mut(register as u32)[lane] = words[register]);
    }
    let mut heard = TextureLog::default();
    run_to_end(&mut warp, &assembly, &bindings, &mut [], &mut heard, u64::MAX);
    (warp, heard)
}

/// Runs one texture instruction for these lanes; returns the first result of each.
fn run_sample_use(
    stage: Stage,
    sample: SampleUse,
    textures: Vec<TextureView>,
    lanes: &[[u32; 4]],
) -> (Vec<u32>, TextureLog) {
    let instruction = Instruction::Sample { sample: 0, to: TO };
    let (warp, heard) = run_one(stage, instruction, (vec![sample], vec![]), textures, lanes);
    (warp.register(TO)[..lanes.len()].to_vec(), heard)
}

fn plane_texture(levels: usize) -> TextureView {
    numbered_texture(Dimension::D2, [8, 8, 1], levels, "r32f", to_float_bits)
}

#[test]
fn a_fetch_of_levels_offsets_and_what_is_outside() {
    let lanes =
        [[3, 2, 0, 1], [7, 7, 0, 1], [8, 0, 0, 1], [0, u32::MAX, 0, 1], [1, 1, 1, 1], [3, 3, 1, 1], [0, 0, 9, 1]];
    let fetch = sample_use(SampleMethod::Fetch, vec![X, Y], LevelOfDetail::Base);
    let (got, heard) = run_sample_use(Stage::Compute, fetch.clone(), vec![plane_texture(3)], &lanes);
    assert_eq!(got, [23, 77, 0, 0, 11, 33, 0].map(to_float_bits));
    assert_eq!(heard.texels.iter().map(|texel| texel.1).collect::<Vec<_>>(), [0, 1, 4, 5, 6]);
    assert_eq!(heard.texels[0], (0, 0, 19));
    assert_eq!(heard.outside, [(SlotRef::Texture(0), 0b1100, 8, 8)]);

    // Level 1 begins after 64 texels, and has rows of 4; there is no level 9.
    let levels = SampleUse { level: LevelOfDetail::Explicit(LEVEL), ..fetch.clone() };
    let (got, heard) = run_sample_use(Stage::Compute, levels.clone(), vec![plane_texture(3)], &lanes);
    assert_eq!(got, [23, 77, 0, 0, 1011, 1033, 0].map(to_float_bits));
    assert_eq!(heard.texels[2], (0, 4, 64 + 5));
    let (_, heard) = run_sample_use(Stage::Compute, levels, vec![plane_texture(3)], &[[3, 4, 1, 0], [0, 0, 9, 0]]);
    assert_eq!(heard.outside, [(SlotRef::Texture(0), 0b11, 4, 4)]);

    let moved = SampleUse { offset: Some(vec![OTHER, OTHER]), ..fetch };
    let (got, heard) = run_sample_use(Stage::Compute, moved, vec![plane_texture(3)], &lanes);
    assert_eq!(got, [34, 0, 0, 1, 22, 44, 11].map(to_float_bits));
    assert_eq!(heard.outside, [(SlotRef::Texture(0), 0b110, 8, 8)]);
}

#[test]
fn the_nearest_texel() {
    let lanes =
        [to_coordinate_words(0.0, 0.0, 0.0), to_coordinate_words(0.49, 0.99, 1.0), to_coordinate_words(7.0, -3.0, 2.0)];
    let filter = sample_use(SampleMethod::Filter, vec![X, Y], LevelOfDetail::Base);
    for stage in [Stage::Compute, Stage::Fragment] {
        let (got, heard) = run_sample_use(stage, filter.clone(), vec![plane_texture(1)], &lanes);
        assert_eq!(got, [0, 73, 7].map(to_float_bits));
        assert_eq!(heard.texels, [(0, 0, 0), (0, 1, 59), (0, 2, 7)]);
    }
    // Levels of 8, 4 and 2 texels, explicitly.
    let mut texture = plane_texture(3);
    texture.sampling.mip = Some(Filter::Nearest);
    let given = SampleUse { level: LevelOfDetail::Explicit(LEVEL), ..filter };
    let (got, _) = run_sample_use(Stage::Compute, given, vec![texture], &lanes);
    assert_eq!(got, [0, 1031, 2001].map(to_float_bits));
}

fn to_coordinate_words(x: f32, y: f32, level: f32) -> [u32; 4] {
    [x.to_bits(), y.to_bits(), level.to_bits(), 0]
}

#[test]
fn the_level_comes_from_the_quad_whatever_lanes_are_active() {
    // A quad whose pixels are 4 texels apart in x: level 2. In a compute stage there are no neighbours: level
    // 0.
    let pixels = [(0, 0), (1, 0), (0, 1), (1, 1)];
    let lanes = pixels.map(|(x, y)| [(x as f32 * 0.5).to_bits(), (y as f32 / 8.0).to_bits(), 1.0f32.to_bits(), 0]);
    let mut texture = plane_texture(4);
    texture.sampling.mip = Some(Filter::Nearest);
    let implicit = sample_use(SampleMethod::Filter, vec![X, Y], LevelOfDetail::Implicit(None));
    let (got, _) = run_sample_use(Stage::Fragment, implicit.clone(), vec![texture.clone()], &lanes);
    assert_eq!(got, [2000, 2001, 2000, 2001].map(to_float_bits));
    let (got, _) = run_sample_use(Stage::Compute, implicit.clone(), vec![texture.clone()], &lanes);
    assert_eq!(got, [0, 4, 10, 14].map(to_float_bits));

    let biased = SampleUse { level: LevelOfDetail::Implicit(Some(LEVEL)), ..implicit.clone() };
    let (got, _) = run_sample_use(Stage::Fragment, biased, vec![texture.clone()], &lanes);
    assert_eq!(got, [3000; 4].map(to_float_bits));

    let query = SampleUse { method: SampleMethod::QueryLevel, ..implicit.clone() };
    let (got, _) = run_sample_use(Stage::Fragment, query, vec![texture.clone()], &lanes);
    assert_eq!(got, [2.0f32.to_bits(); 4]);

    // The same changes, explicitly: (1/2, 0) is (X of lane 1, Y of lane 0).
    let given = [[0, 0, 0.5f32.to_bits(), 0]];
    let gradients = SampleUse { level: LevelOfDetail::Gradients(vec![LEVEL, OTHER], vec![OTHER, OTHER]), ..implicit };
    let (got, _) = run_sample_use(Stage::Compute, gradients, vec![texture], &given);
    assert_eq!(got, [2000].map(to_float_bits));
}

#[test]
fn a_gather_a_size_and_the_levels() {
    // Between texels (2, 3), (3, 3), (3, 2) and (2, 2), in GL's order.
    let lanes = [[(3.0f32 / 8.0).to_bits(), (3.0f32 / 8.0).to_bits(), 1, 0]];
    let results = |sample: SampleUse| {
        let instruction = Instruction::Sample { sample: 0, to: TO };
        let (warp, _) = run_one(Stage::Compute, instruction, (vec![sample], vec![]), vec![plane_texture(3)], &lanes);
        [TO, TO + 1, TO + 2, TO + 3].map(|register| warp.register(register)[0])
    };
    assert_eq!(
        results(sample_use(SampleMethod::Gather, vec![X, Y], LevelOfDetail::Base)),
        [32, 33, 23, 22].map(to_float_bits)
    );
    let offsets = Some([[0, 0], [1, 0], [0, 1], [-2, -2]]);
    let gather = SampleUse { offsets, ..sample_use(SampleMethod::Gather, vec![X, Y], LevelOfDetail::Base) };
    assert_eq!(results(gather), [22, 23, 32, 0].map(to_float_bits));
    assert_eq!(results(sample_use(SampleMethod::Size, vec![], LevelOfDetail::Base)), [8, 8, 0, 0]);
    assert_eq!(results(sample_use(SampleMethod::Size, vec![], LevelOfDetail::Explicit(LEVEL))), [4, 4, 0, 0]);
    assert_eq!(results(sample_use(SampleMethod::Levels, vec![], LevelOfDetail::Base)), [3, 0, 0, 0]);
}

#[test]
fn items_of_an_array_by_lane() {
    let other = numbered_texture(Dimension::D2, [8, 8, 1], 1, "r32f", |x| to_float_bits(x + 500));
    let lanes = [[1, 0, 0, 0], [1, 0, 1, 0], [1, 0, 2, 0], [2, 0, 1, 0], [2, 0, 0, 0]];
    let fetch =
        SampleUse { item: Some((LEVEL, 2)), ..sample_use(SampleMethod::Fetch, vec![X, Y], LevelOfDetail::Base) };
    let (got, heard) = run_sample_use(Stage::Compute, fetch, vec![plane_texture(1), other], &lanes);
    assert_eq!(got, [1, 501, 0, 502, 2].map(|x| if x == 0 { 0 } else { to_float_bits(x) }));
    assert_eq!(heard.outside, [(SlotRef::Texture(0), 0b100, 2, 2)]);
    assert_eq!(heard.texels, [(0, 0, 1), (0, 4, 2), (1, 1, 1), (1, 3, 2)]);
}

#[test]
fn an_image_is_loaded_stored_and_changed() {
    let lanes = [[3, 2, 50, 60], [8, 0, 51, 61], [3, 2, 52, 62], [0, 7, 53, 63]];
    let instruction = Instruction::Image { image_use: 0, to: TO };
    let run = |work, texture: &TextureView| {
        run_one(
            Stage::Compute,
            instruction,
            (vec![], vec![ImageUse { image: 0, item: None, coordinates: vec![X, Y], work }]),
            vec![texture.clone()],
            &lanes,
        )
    };
    let texture = numbered_texture(Dimension::D2, [8, 8, 1], 1, "r32ui", |x| x);
    let (warp, heard) = run(ImageOperation::Load, &texture);
    assert_eq!(&warp.register(TO)[..4], [23, 0, 23, 70]);
    assert_eq!(&warp.register(TO + 3)[..4], [1, 0, 1, 1]);
    assert_eq!(heard.outside, [(SlotRef::Image(0), 0b10, 8, 8)]);
    assert_eq!(heard.accesses, [(AccessKind::Load, 0b1101, vec![19, 0, 19, 56], vec![])]);

    let (_, heard) = run(ImageOperation::Store([LEVEL, OTHER, OTHER, OTHER]), &texture);
    assert_eq!([19, 56, 8].map(|at| texture.storage.load(at)), [52, 53, 10]);
    assert_eq!(heard.accesses, [(AccessKind::Store, 0b1101, vec![19, 0, 19, 56], vec![vec![50, 0, 52, 53]])]);
    assert_eq!(heard.outside, [(SlotRef::Image(0), 0b10, 8, 8)]);

    let add = ImageOperation::Atomic { op: AtomicOp::Add, value: OTHER, compare: None };
    let (warp, heard) = run(add, &texture);
    assert_eq!(&warp.register(TO)[..4], [52, 0, 112, 53]);
    assert_eq!([19, 56].map(|at| texture.storage.load(at)), [52 + 60 + 62, 53 + 63]);
    assert_eq!(heard.accesses[0].3, [[60, 61, 62, 63]]);

    let exchange = ImageOperation::Atomic { op: AtomicOp::CompareExchange, value: OTHER, compare: Some(LEVEL) };
    texture.storage.store(19, 52);
    run(exchange, &texture);
    assert_eq!(texture.storage.load(19), 62);

    let (warp, _) = run(ImageOperation::Size, &texture);
    assert_eq!([TO, TO + 1, TO + 2].map(|register| warp.register(register)[0]), [8, 8, 0]);
}

#[test]
fn a_packed_image_tells_the_word_that_was_stored() {
    let texture = numbered_texture(Dimension::D2, [8, 8, 1], 1, "rgba8", |_| 0);
    let one = 1.0f32.to_bits();
    let image_use =
        ImageUse { image: 0, item: None, coordinates: vec![X, Y], work: ImageOperation::Store([2, 3, 3, 2]) };
    let instruction = Instruction::Image { image_use: 0, to: TO };
    let uses = (vec![], vec![image_use]);
    let lanes = [[1, 0, one, 0], [2, 0, 0, one]];
    let (_, heard) = run_one(Stage::Compute, instruction, uses, vec![texture.clone()], &lanes);
    let words = [0xff00_00ff, 0x00ff_ff00];
    assert_eq!([1, 2].map(|at| texture.storage.load(at)), words);
    assert_eq!(heard.accesses[0].3[0][..2], words);
}
