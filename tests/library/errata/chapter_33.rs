//! GPU Gems 2, chapter 33. Lines of Cg are compiled as the GLSL of the same words.

use super::registry::{is_in_a_command, token};
use super::{compiles, listing, on_every_machine, printed_fails_mended_holds, refusal, watch};
use crate::addressing_model::{divide_float, packed_texel_float, printed_1d_to_2d};
use crate::machine;
use gristmill::{Era, KernelSource, Layout, MachineChoice, Profile, Sampling, algorithms};

/// A line of Cg in GLSL.
fn glsl(cg: &str) -> String {
    let words = [("float2", "vec2"), ("float3", "vec3"), ("frac(", "fract("), ("fmod(", "mod(")];
    words.iter().fold(cg.to_string(), |text, (cg, glsl)| text.replace(cg, glsl))
}

#[test]
fn erratum_01_a_parenthesis_and_a_brace_are_missing() {
    let listing = |line: &str, end: &str| {
        format!(
            "#version 330 core\nuniform float address1D;\nuniform vec2 texSize;\nout vec4 result;
vec2 place() {{\n    {}\n    return address1D * CONV_CONST;\n{end}
void main() {{ result = vec4(place(), 0.0, 1.0); }}\n",
            glsl(line)
        )
    };
    let (printed, mended) = (
        "float2 CONV_CONST = float2( 1.0 / texSize.x, 1.0 / (texSize.x * texSize.y );",
        "float2 CONV_CONST = float2( 1.0 / texSize.x, 1.0 / (texSize.x * texSize.y) );",
    );
    printed_fails_mended_holds(printed, mended, |line| compiles(&listing(line, "}")));
    printed_fails_mended_holds(")", "}", |end| compiles(&listing(mended, end)));
    assert!(refusal(&listing(printed, "}")).contains("syntax error"));
}

/// Counts the indices of a square array that a line sends to another texel than theirs, on the
/// emulator. The line makes `address2D` of `address1D`.
fn wrong_texels(side: u32, line: &str, texel: &str) -> u32 {
    let text = format!(
        "#version 430 core\n#include \"addressing.glsl\"\nlayout(local_size_x = 64) in;
layout(std430) buffer Wrong {{ uint wrong[]; }};
void main() {{
    int i = int(gl_GlobalInvocationID.x);
    if (i >= {side} * {side}) return;
    float address1D = float(i);
    vec2 texSize = vec2({side}.0);
    float normAddr1D = address1D * (1.0 / texSize.x);
    vec2 normAddr2D = address1D * vec2(1.0 / texSize.x, 1.0 / (texSize.x * texSize.y));
    {}
    wrong[i] = uint(floor({texel}) != vec2(i % {side}, i / {side}));
}}\n",
        glsl(line)
    );
    let elements = side * side;
    let report = watch(&text, elements.div_ceil(64), &[("wrong", vec![0; elements as usize])]);
    report.output("Wrong").unwrap().iter().sum()
}

#[test]
fn erratum_02_a_rounded_reciprocal_finds_the_wrong_texel() {
    let printed = "float2 address2D = float2( frac(normAddr1D) * texSize.x, normAddr1D );";
    let mended = "float2 address2D = packed_texel_float( address1D, texSize.x );";
    printed_fails_mended_holds(printed, mended, |line| wrong_texels(100, line, "address2D") == 0);
    assert_eq!(wrong_texels(100, printed, "address2D"), 7361);
    assert_eq!(wrong_texels(64, printed, "address2D"), 0); // a power of two
    // The same in listing 33-2, whose coordinates run from 0 to 1.
    let printed = "float2 address2D = float2( frac(normAddr2D.x), normAddr2D.y );";
    let mended = "float2 address2D = texel_centre( packed_texel_float( address1D, texSize.x ), texSize );";
    printed_fails_mended_holds(printed, mended, |line| wrong_texels(100, line, "address2D * texSize") == 0);
    assert_eq!(wrong_texels(100, printed, "address2D * texSize"), 7384);
}

/// The first index below 2^24 that a form in `f32` sends to another texel than its own, and how many there are.
fn wrong_indices(form: fn(f32) -> [f32; 2], width: u32) -> (Option<u32>, u32) {
    let (mut first, mut count) = (None, 0);
    for index in 0..1 << 24 {
        if form(index as f32) != [(index % width) as f32, (index / width) as f32] {
            count += 1;
            first.get_or_insert(index);
        }
    }
    (first, count)
}

#[test]
fn erratum_03_half_a_texel_added_to_the_index_halves_the_range() {
    // The usual repair of the printed line, `address1D + 0.5`, beside the exact one, on 4096 x 4096 texels.
    let printed: fn(f32) -> [f32; 2] = |address_1d| printed_1d_to_2d(address_1d + 0.5, 4096.0, 4096.0);
    let mended: fn(f32) -> [f32; 2] = |address_1d| packed_texel_float(address_1d, 4096.0);
    printed_fails_mended_holds(printed, mended, |form| wrong_indices(form, 4096).1 == 0);
    assert_eq!(wrong_indices(printed, 4096), (Some(8_388_609), 4_194_304));
}

/// A number held with so many bits, the leading one included, rounded to nearest even.
fn held(number: u32, bits: u32) -> u32 {
    let length = 32 - number.leading_zeros();
    if length <= bits {
        return number;
    }
    let dropped = length - bits;
    let (kept, rest, half) = (number >> dropped, number & ((1 << dropped) - 1), 1 << (dropped - 1));
    let up = rest > half || (rest == half && kept & 1 == 1);
    (kept + u32::from(up)) << dropped
}

#[test]
fn erratum_04_the_longest_array_depends_on_the_float() {
    // The bits of a float's mantissa by card: 17 of ATI's 24, 24 of 32.
    let lost = |bits: u32| (1..1 << 25).find(|number| held(*number, bits) != *number).unwrap();
    assert_eq!([lost(24), lost(17), lost(11)], [16_777_217, 131_073, 2_049]);
    let cards = [("radeon-9700", 17), ("geforce-6800", 24)];
    let printed: fn(&str) -> u32 = |_| 16_777_216;
    let mended: fn(&str) -> u32 = |card| if card == "radeon-9700" { 131_072 } else { 16_777_216 };
    printed_fails_mended_holds(printed, mended, |elements| {
        cards.iter().all(|(card, bits)| {
            let elements = elements(card);
            // The library's profile of the card says the same.
            let addressed = Profile::named(card).unwrap().addresses(u64::from(elements)).is_ok();
            assert_eq!(addressed, elements <= lost(*bits), "{card}");
            addressed
        })
    });
}

#[test]
fn erratum_05_repeating_the_texture_is_no_more_exact() {
    let side = 100;
    let right = |line: &str| {
        let text = format!(
            "#version 330 core\n#include \"stream.glsl\"\n#include \"addressing.glsl\"\nuniform sampler2D table;
out float result;
void main() {{
    vec2 texSize = vec2(textureSize(table, 0));
    float address1D = float(element());
    vec2 normAddr2D = address1D * vec2(1.0 / texSize.x, 1.0 / (texSize.x * texSize.y));
    {}
    result = texture(table, address2D).r;
}}\n",
            glsl(line)
        );
        let numbers: Vec<f32> = (0..side * side).map(|i| i as f32).collect();
        let right = |device: gristmill::Device| {
            let kernel = device.kernel(&KernelSource::new("repeated").fragment(text.clone()))?;
            let table = device.stream_in(Layout::Packed, [side, side], &numbers)?;
            let mut result = device.empty::<f32>(side * side)?;
            let call = kernel.call().sampled("table", &table, Sampling::nearest().repeat());
            call.output("result", &mut result).run()?;
            Ok::<_, gristmill::Error>(result.read()? == numbers)
        };
        let devices = machine::machines().into_iter().filter(|device| device.era() == Era::Fragment);
        let verdicts: Vec<bool> = devices.map(|device| right(device).unwrap()).collect();
        assert!(verdicts.windows(2).all(|pair| pair[0] == pair[1]), "the machines differ: {verdicts:?}");
        verdicts[0]
    };
    printed_fails_mended_holds(
        "float2 address2D = normAddr2D;",
        "float2 address2D = texel_centre( packed_texel_float( address1D, texSize.x ), texSize );",
        right,
    );
    // In the last of 4096 rows a float has no bit for less than one of 4096 columns.
    assert_eq!(4095.0_f32.next_up() - 4095.0, 1.0 / 4096.0);
}

#[test]
fn erratum_06_the_comments_of_33_3_take_one_size_for_another() {
    let (cells, texture) = ([4, 5, 6], [16, 8]); // sizeTex3D and sizeTex2D
    let address_1d = |x: u32, y: u32, z: u32| x + cells[0] * (y + cells[1] * z);
    let addresses: Vec<u32> = (0..cells[2])
        .flat_map(|z| (0..cells[1]).flat_map(move |y| (0..cells[0]).map(move |x| address_1d(x, y, z))))
        .collect();
    // "a 1D address in [0, sizeTex2D.y]"
    let reaches_to = |end: u32| addresses.iter().max() == Some(&(end - 1));
    printed_fails_mended_holds(texture[1], cells.iter().product(), reaches_to);
    // "a three-dimensional array of size sizeTex2D"
    let is_the_size = |size: &[u32]| size.iter().product::<u32>() as usize == addresses.len();
    printed_fails_mended_holds(&texture[..], &cells[..], is_the_size);
}

#[test]
fn erratum_07_33_3_calls_the_other_function() {
    let finds_texels = |line: &str| {
        let text = format!(
            "#version 430 core\n#include \"addressing.glsl\"
#define addrTranslation_1Dto2D printed_1d_to_2d\n#define addrTranslation_1DtoRECT printed_1d_to_rectangle
layout(local_size_x = 64) in;
layout(std430) buffer Right {{ uint right[]; }};
vec2 translate(float address1D, vec2 sizeTex2D) {{ {line} }}
void main() {{
    int i = int(gl_GlobalInvocationID.x);
    right[i] = uint(ivec2(floor(translate(float(i), vec2(16.0, 8.0)))) == ivec2(i % 16, i / 16));
}}\n"
        );
        let report = watch(&text, 2, &[("right", vec![0; 128])]);
        report.output("Right").unwrap().iter().all(|right| *right == 1)
    };
    printed_fails_mended_holds(
        "return addrTranslation_1Dto2D( address1D, sizeTex2D );",
        "return addrTranslation_1DtoRECT( address1D, sizeTex2D );",
        finds_texels,
    );
}

/// Listing 33-4 as GLSL: where it finds how many slices are in a row, how large a slice is, and what it
/// returns.
#[derive(Clone, Copy)]
struct Slices<'a> {
    count: &'a str,
    size: &'a str,
    end: &'a str,
}

const SLICES: Slices = Slices {
    count: "float nSlicesPerRow = floor(sizeTex2D.x / sizeTex3D.x);",
    size: "float2 sliceSize = float2(sizeTex3D.x, sizeTex3D.y );",
    end: "return address3D.xy + offset;",
};

impl Slices<'_> {
    fn text(self, texture: [u32; 2]) -> String {
        let [count, size, end] = [self.count, self.size, self.end].map(glsl);
        format!(
            "#version 430 core\nlayout(local_size_x = 64) in;\nlayout(std430) buffer Texels {{ float texels[]; }};
vec2 translate(vec3 address3D, vec3 sizeTex3D, vec2 sizeTex2D) {{
    {count}
    vec2 sliceAddr = vec2(mod(address3D.z, nSlicesPerRow), floor(address3D.z / nSlicesPerRow));
    {size}
    vec2 offset = sliceSize * sliceAddr;
    {end}
}}
void main() {{
    uint i = gl_GlobalInvocationID.x;
    vec2 texel = translate(vec3(i % 4u, i / 4u % 4u, i / 16u), vec3(4.0), vec2({}.0, {}.0));
    texels[2u * i] = texel.x;
    texels[(2u * i) + 1u] = texel.y;
}}\n",
            texture[0], texture[1]
        )
    }

    /// The texels of the 64 cells of a 4x4x4 array that differ and lie in a texture of this size, by every
    /// machine.
    fn texels(self, [width, height]: [u32; 2]) -> usize {
        let text = self.text([width, height]);
        let all = on_every_machine(&text, [1, 1, 1], &[("texels", &[0.0_f32; 128])]);
        let counts: Vec<usize> = all
            .iter()
            .map(|texels| {
                let texels = texels.chunks(2).map(|texel| [texel[0] as u32, texel[1] as u32]);
                let inside = texels.filter(|[x, y]| *x < width && *y < height);
                inside.collect::<std::collections::BTreeSet<_>>().len()
            })
            .collect();
        assert!(counts.windows(2).all(|pair| pair[0] == pair[1]), "the machines differ: {counts:?}");
        counts[0]
    }
}

#[test]
fn erratum_08_the_size_of_a_slice_is_taken_from_the_address() {
    let texels = |size| Slices { size, ..SLICES }.texels([8, 8]);
    let printed = "float2 sliceSize = float2(address3D.x, address3D.y );";
    let mended = "float2 sliceSize = float2(sizeTex3D.x, sizeTex3D.y );";
    printed_fails_mended_holds(printed, mended, |size| texels(size) == 64);
    assert_eq!(texels(printed), 36);
}

#[test]
fn erratum_09_33_4_returns_what_it_does_not_declare() {
    let printed = "return addr3D.xy + offset;";
    let text = |end| Slices { end, ..SLICES }.text([8, 8]);
    printed_fails_mended_holds(printed, "return address3D.xy + offset;", |end| compiles(&text(end)));
    assert!(refusal(&text(printed)).contains("'addr3D' : undeclared identifier"));
}

#[test]
fn erratum_10_slices_in_a_row_are_not_whole_and_divided_by_a_reciprocal() {
    // Ten texels hold two slices of four, not two and a half.
    let printed = "float nSlicesPerRow = sizeTex2D.x / sizeTex3D.x;";
    let mended = "float nSlicesPerRow = floor(sizeTex2D.x / sizeTex3D.x);";
    printed_fails_mended_holds(printed, mended, |count| Slices { count, ..SLICES }.texels([10, 8]) == 64);
    // A card divides by multiplying with a reciprocal.
    let printed: fn(f32, f32) -> f32 = |z, slices_per_row| (z * (1.0 / slices_per_row)).floor();
    let mended: fn(f32, f32) -> f32 = |z, slices_per_row| divide_float(z, slices_per_row).0;
    let misplaced = |row: fn(f32, f32) -> f32| {
        let of = |n: u16| (0..512).filter(move |z| row(f32::from(*z), f32::from(n)) != f32::from(z / n));
        (1..=64).flat_map(|n| of(n).map(move |z| (n, z))).collect::<Vec<_>>()
    };
    printed_fails_mended_holds(printed, mended, |row| misplaced(row).is_empty());
    assert_eq!((misplaced(printed).len(), misplaced(printed)[0]), (21, (41, 41)));
}

/// Returns the values that every machine reads of a 4x4x4 volume, blended between texels. The
/// slices of the volume stand two by two in a texture of 8x8. The cells hold the values of `cell`.
fn blended(texel: &str, cell: fn(usize) -> f32) -> Vec<Vec<f32>> {
    let text = format!(
        "#version 330 core\n#include \"stream.glsl\"\nuniform sampler2D volume;\nout float result;
void main() {{
    int i = element();
    vec3 address3D = vec3(i % 4, i / 4 % 4, i / 16);
    vec2 offset = 4.0 * vec2(mod(address3D.z, 2.0), floor(address3D.z / 2.0));
    result = texture(volume, ({texel}) / vec2(textureSize(volume, 0))).r;
}}\n"
    );
    let mut texels = [0.0; 64];
    for i in 0..64 {
        let (x, y, z) = (i % 4, i / 4 % 4, i / 16);
        texels[(y + 4 * (z / 2)) * 8 + x + 4 * (z % 2)] = cell(i);
    }
    let read = |choice| {
        let device = machine::chosen(choice, Era::Fragment)?;
        let kernel = device.kernel(&KernelSource::new("blended").fragment(text.clone())).unwrap();
        let volume = device.stream_in(Layout::Packed, [8, 8], &texels).unwrap();
        let mut result = device.empty::<f32>(64).unwrap();
        let call = kernel.call().sampled("volume", &volume, Sampling::linear());
        call.output("result", &mut result).run().unwrap();
        Some(result.read().unwrap())
    };
    [MachineChoice::Emulator, MachineChoice::Driver]
        .into_iter()
        .filter_map(read)
        .collect()
}

#[test]
fn erratum_11_the_corner_of_a_texel_is_not_the_texel() {
    let all = |texel: &str, cell: fn(usize) -> f32| {
        let near = |(i, value): (usize, &f32)| (value - cell(i)).abs() < 0.01;
        blended(texel, cell).iter().all(|values| values.iter().enumerate().all(near))
    };
    let index: fn(usize) -> f32 = |i| i as f32;
    printed_fails_mended_holds("address3D.xy + offset", "address3D.xy + offset + 0.5", |texel| all(texel, index));
    // Half a cell further on is still the same slice, whose cells are all alike, but not the same texture.
    let slice: fn(usize) -> f32 = |i| (i / 16) as f32;
    printed_fails_mended_holds("address3D.xy + 1.0 + offset", "min(address3D.xy + 1.0, 3.5) + offset", |texel| {
        all(texel, slice)
    });
}

#[test]
fn erratum_12_a_variable_and_two_tokens_do_not_exist() {
    let declared = |name: &str| {
        let text = "#version 330 core\nint NAME = 1;\nout vec4 result;\nvoid main() { result = vec4(pbuffer); }\n";
        compiles(&text.replace("NAME", name))
    };
    printed_fails_mended_holds("pbuff", "pbuffer", declared);
    printed_fails_mended_holds("WGL_FRONT_ARB", "WGL_FRONT_LEFT_ARB", |name| token(name).is_some());
    printed_fails_mended_holds("WGL_BACK_ARB", "WGL_BACK_LEFT_ARB", |name| token(name).is_some());
    assert_eq!([token("WGL_FRONT_LEFT_ARB"), token("WGL_BACK_LEFT_ARB")], [Some(0x2083), Some(0x2085)]);
}

#[test]
fn erratum_13_sixteen_floats_are_those_of_four_targets() {
    // The cards of the time take a kernel that writes so many floats, and no kernel that writes
    // more.
    let takes = |card: &Profile, floats: u32| {
        let writes = |target: u32| format!("    gl_FragData[{target}] = vec4({target}.0);\n");
        let body: String = (0..floats / 4).map(writes).collect();
        let kernel = listing(&format!("#version 110\nvoid main() {{\n{body}}}\n")).flat().unwrap();
        kernel.fit(card).is_taken()
    };
    let printed: fn(&Profile) -> u32 = |_| 16;
    let mended: fn(&Profile) -> u32 = |card| 4 * card.outputs.value;
    let cards =
        ["radeon-9700", "geforce-fx-5900", "radeon-x800", "geforce-6800"].map(|name| Profile::named(name).unwrap());
    printed_fails_mended_holds(printed, mended, |most| {
        cards.iter().all(|card| takes(card, most(card)) && !takes(card, most(card) + 4))
    });
    assert_eq!(cards.map(mended), [16, 4, 16, 16]);
}

#[test]
fn erratum_14_the_translation_takes_one_word_for_another() {
    // The printed "hash" is what the library, and the time, call a scatter: a write to a computed
    // place.
    let is_an_algorithm = |word: &str| algorithms::TABLE.iter().any(|algorithm| algorithm.name == word);
    printed_fails_mended_holds("hash", "scatter", is_an_algorithm);
    // The printed "scene" of OpenGL is made, chosen and switched by commands that say Context.
    printed_fails_mended_holds("Scene", "Context", is_in_a_command);
}

/// A colour buffer of a pbuffer, as listing 33-7 has several of one.
#[derive(Clone, Copy, PartialEq)]
struct Surface {
    pbuffer: u32,
    buffer: &'static str,
}

#[test]
fn erratum_15_a_pbuffer_is_not_read_and_drawn_to_at_once() {
    // WGL_ARB_render_texture, issue 14: while any colour buffer of a pbuffer is bound to a texture, what is drawn
    // to any of its colour buffers is undefined.
    let is_defined = |[read, drawn]: [Surface; 2]| read.pbuffer != drawn.pbuffer;
    let surface = |pbuffer, buffer| Surface { pbuffer, buffer };
    let [front, back] = [surface(0, "GL_FRONT"), surface(0, "GL_BACK")];
    assert!(front != back, "two surfaces, as the text advises");
    printed_fails_mended_holds([front, back], [front, surface(1, "GL_FRONT")], is_defined);
}
