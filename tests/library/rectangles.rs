//! Streams in rectangle textures: read by texels, written, copied, and what they cannot.

use crate::machine::machines;
use gristmill::image::{Rgba, RgbaImage};
use gristmill::{Device, Era, KernelSource, Layout, Sampling, Shape, Stream, Wrap};

/// The machines in the fragment era.
fn drawing() -> impl Iterator<Item = Device> {
    machines().into_iter().filter(|device| device.era() == Era::Fragment)
}

/// Reads a table backwards, by texels.
const BACKWARDS: &str = "#version 110
uniform sampler2DRect table;
uniform vec2 table_size;
void main() { gl_FragColor = texture2DRect(table, table_size - gl_TexCoord[0].xy); }";

/// Copies the texel at the fragment's own place.
const SAME: &str = "#version 110
uniform sampler2DRect source;
void main() { gl_FragColor = texture2DRect(source, gl_TexCoord[0].xy); }";

fn numbers(count: usize) -> Vec<f32> {
    (0..count).map(|at| at as f32 + 0.5).collect()
}

fn run(
    device: &Device,
    text: &str,
    name: &str,
    source: &Stream<f32>,
    result: &mut Stream<f32>,
) -> gristmill::Result<()> {
    let kernel = device.kernel(&KernelSource::new("texels").fragment(text.to_string()))?;
    kernel.call().gather(name, source).output("gl_FragColor", result).run()
}

#[test]
fn a_pass_reads_and_writes_rectangles_of_every_size() {
    for device in drawing() {
        let side = device.limits().rectangle_side.min(device.limits().texture_side);
        let shapes = [[0, 0], [1, 1], [1, 7], [7, 1], [5, 3], [31, 33], [64, 1], [side, 1], [1, side], [side, 2]];
        for shape in shapes.map(Shape::from) {
            let wanted = numbers(shape.len());
            let source = device.stream_in(Layout::Rectangle, shape, &wanted).unwrap();
            let mut result = device.empty_in::<f32>(Layout::Rectangle, shape).unwrap();
            run(&device, SAME, "source", &source, &mut result).unwrap();
            assert_eq!(result.read().unwrap(), wanted, "{shape} on {}", device.info().name);
            run(&device, BACKWARDS, "table", &source, &mut result).unwrap();
            let backwards: Vec<f32> = wanted.iter().rev().copied().collect();
            assert_eq!(result.read().unwrap(), backwards, "{shape} on {}, backwards", device.info().name);
        }
    }
}

/// Lines of up to 64 elements are one row, longer ones several, the last of them partly padding.
#[test]
fn lines_and_volumes_lie_as_in_ordinary_textures() {
    for device in drawing() {
        for shape in
            [Shape::from(1), 63.into(), 64.into(), 65.into(), 1_021.into(), [3, 5, 7].into(), [2, 3, 4, 5].into()]
        {
            let wanted = numbers(shape.len());
            let source = device.stream_in(Layout::Rectangle, shape, &wanted).unwrap();
            let plane = device.stream_in(Layout::Packed, shape, &wanted).unwrap();
            assert_eq!(source.plan().size(), plane.plan().size());
            let mut result = device.empty_in::<f32>(Layout::Rectangle, shape).unwrap();
            run(&device, SAME, "source", &source, &mut result).unwrap();
            assert_eq!(result.read().unwrap(), wanted, "{shape}");
        }
    }
}

#[test]
fn rectangles_are_copied_to_and_from_every_layout() {
    let layouts = [Layout::Rectangle, Layout::Packed, Layout::PackedAt(17), Layout::Linear, Layout::Slices];
    for device in drawing() {
        let wanted = numbers(7 * 5 * 3);
        for other in layouts {
            let rectangle = device.stream_in(Layout::Rectangle, [7, 5, 3], &wanted).unwrap();
            let mut there = device.empty_in::<f32>(other, [7, 5, 3]).unwrap();
            there.copy_from(&rectangle).unwrap();
            let mut back = device.empty_in::<f32>(Layout::Rectangle, [7, 5, 3]).unwrap();
            back.copy_from(&there).unwrap();
            assert_eq!(back.read_later().unwrap().finish().unwrap(), wanted, "{other:?}");
            back.write_range(30, &[9.0; 11]).unwrap();
            back.copy_range(50, &there, 3..8).unwrap();
            let mut parts = wanted.clone();
            parts[30..41].fill(9.0);
            parts.copy_within(3..8, 50);
            parts[50..55].copy_from_slice(&wanted[3..8]);
            assert_eq!(back.read().unwrap(), parts, "parts of {other:?}");
        }
    }
}

/// Memories wait for the next stream of their size: one of a plane is not one of a rectangle.
#[test]
fn planes_and_rectangles_take_turns() {
    let plain = SAME.replace("2DRect", "2D");
    for device in drawing() {
        for turn in 0..6 {
            let wanted = numbers(35 + turn);
            let (layout, text) = if turn % 2 == 0 { (Layout::Rectangle, SAME) } else { (Layout::Packed, &*plain) };
            let source = device.stream_in(layout, wanted.len(), &wanted).unwrap();
            let mut result = device.empty_in::<f32>(layout, wanted.len()).unwrap();
            for _ in 0..4 {
                run(&device, text, "source", &source, &mut result).unwrap();
            }
            assert_eq!(result.read().unwrap(), wanted, "turn {turn}");
        }
    }
}

/// A kernel that reads both: its place is in texels, and `<stream>_texel` says what a texel is to either.
#[test]
fn a_kernel_reads_a_plane_and_a_rectangle_together() {
    let text = "#version 110
uniform sampler2DRect texels;
uniform sampler2D shares;
uniform vec2 texels_texel;
uniform vec2 shares_texel;
void main() {
    vec2 here = gl_TexCoord[0].xy;
    gl_FragColor = texture2DRect(texels, here * texels_texel) + (100.0 * texture2D(shares, here * shares_texel));
}";
    for device in drawing() {
        let source = KernelSource::new("both").fragment(text);
        let kernel = device.kernel(&source).unwrap();
        let texels = device.stream_in(Layout::Rectangle, [5, 3], &numbers(15)).unwrap();
        let shares = device.stream_of([5, 3], &numbers(15)).unwrap();
        let mut result = device.empty::<f32>([5, 3]).unwrap();
        let call = kernel.call().gather("texels", &texels).gather("shares", &shares);
        call.output("gl_FragColor", &mut result).run().unwrap();
        let wanted: Vec<f32> = numbers(15).iter().map(|number| number + 100.0 * number).collect();
        assert_eq!(result.read().unwrap(), wanted);
    }
}

/// Every class of numbers, in GLSL of today, by whole texels and by places between.
#[test]
fn rectangles_of_every_class_are_read_by_whole_texels() {
    for device in drawing() {
        let text = |sampler: &str, kind: &str| {
            format!(
                "#version 330 core
uniform {sampler} source;
out {kind} result;
void main() {{ result = texelFetch(source, textureSize(source) - 1 - ivec2(gl_FragCoord.xy)); }}"
            )
        };
        let words: Vec<u32> = (0..15).map(|at| u32::MAX - at).collect();
        let source = device.stream_in(Layout::Rectangle, [5, 3], &words).unwrap();
        let mut result = device.empty_in::<u32>(Layout::Rectangle, [5, 3]).unwrap();
        let kernel = KernelSource::new("words").fragment(text("usampler2DRect", "uvec4"));
        let kernel = device.kernel(&kernel).unwrap();
        kernel
            .call()
            .gather("source", &source)
            .output("result", &mut result)
            .run()
            .unwrap();
        assert_eq!(result.read().unwrap(), words.iter().rev().copied().collect::<Vec<_>>());
        let whole: Vec<[i32; 2]> = (0..15).map(|at| [-at, at]).collect();
        let source = device.stream_in(Layout::Rectangle, [5, 3], &whole).unwrap();
        let mut result = device.empty_in::<[i32; 2]>(Layout::Rectangle, [5, 3]).unwrap();
        let kernel = KernelSource::new("whole").fragment(text("isampler2DRect", "ivec4"));
        let kernel = device.kernel(&kernel).unwrap();
        kernel
            .call()
            .gather("source", &source)
            .output("result", &mut result)
            .run()
            .unwrap();
        assert_eq!(result.read().unwrap(), whole.iter().rev().copied().collect::<Vec<_>>());
    }
}

// ANCHOR: listing_33_1
/// Looks up the elements of a table at these indices; all three streams lie in rectangles.
fn look_up(
    device: &Device,
    listing: &'static str,
    width: usize,
    (table, indices): (&Stream<f32>, &Stream<f32>),
    result: &mut Stream<f32>,
) -> gristmill::Result<()> {
    let kernel = device.kernel(&KernelSource::new("listing_33_1").fragment(listing))?;
    let call = kernel
        .call()
        .uniform("conversion", 1.0 / width as f32)
        .uniform("width", width as f32);
    call.input("indices", indices)
        .gather("table", table)
        .output("gl_FragColor", result)
        .run()
}
// ANCHOR_END: listing_33_1

/// Listing 33-1 as the chapter meant it, against plain whole numbers, where its floats are exact.
#[test]
fn listing_33_1_reads_a_rectangle_at_texels() {
    let listing = include_str!("../book/listing_33_1.frag");
    for device in drawing() {
        let width = 32_usize;
        let elements = numbers(1_000);
        let table = device.with_rectangles(true);
        let table = table.stream_in(Layout::PackedAt(width), elements.len(), &elements).unwrap();
        let wanted: Vec<usize> = (0..1_000).map(|at| at * 7 % 1_000).collect();
        let indices: Vec<f32> = wanted.iter().map(|at| *at as f32).collect();
        let indices = device.stream_in(Layout::Rectangle, indices.len(), &indices).unwrap();
        let mut result = device.empty_in::<f32>(Layout::Rectangle, indices.len()).unwrap();
        match look_up(&device, listing, width, (&table, &indices), &mut result) {
            // The listing reaches a driver translated, and an old one does not know that GLSL.
            Err(error) if error.to_string().contains("GLSL 4.50 is not supported") => continue,
            run => run.unwrap(),
        }
        let wanted: Vec<f32> = wanted.iter().map(|at| elements[*at]).collect();
        assert_eq!(result.read().unwrap(), wanted, "{}", device.info().name);
    }
}

/// Bytes of a rectangle are filtered: only its floats are not.
#[test]
fn bytes_of_a_rectangle_are_weighed_between_texels() {
    let text = "#version 110
uniform sampler2DRect source;
void main() { gl_FragColor = texture2DRect(source, vec2(1.0, 0.5)); }";
    for device in drawing() {
        let picture = RgbaImage::from_fn(2, 1, |x, _| Rgba([100 * x as u8; 4]));
        let device = device.with_rectangles(true);
        let source = device.image(&picture).unwrap();
        let mut result = device.empty::<[f32; 4]>(1).unwrap();
        let kernel = device.kernel(&KernelSource::new("between").fragment(text)).unwrap();
        let call = kernel.call().sampled("source", &source, Sampling::linear());
        call.output("gl_FragColor", &mut result).run().unwrap();
        let found = result.read().unwrap()[0][0];
        assert!((found - 50.0 / 255.0).abs() < 1.0 / 255.0, "{found}");
    }
}

/// Uses that a rectangle does not allow are refused by one sentence with the next step.
#[test]
fn a_rectangle_does_not_repeat_filter_floats_or_have_levels() {
    for device in drawing() {
        let source = device.stream_in(Layout::Rectangle, [4, 2], &numbers(8)).unwrap();
        let plane = device.stream_of([4, 2], &numbers(8)).unwrap();
        let kernel = device.kernel(&KernelSource::new("texels").fragment(SAME)).unwrap();
        let plain = device
            .kernel(&KernelSource::new("shares").fragment(SAME.replace("2DRect", "2D")))
            .unwrap();
        let refuse = |kernel: &gristmill::Kernel, stream: &Stream<f32>, sampling: Sampling| {
            let mut result = device.empty_in::<f32>(Layout::Rectangle, [4, 2]).unwrap();
            let call = kernel
                .call()
                .sampled("source", stream, sampling)
                .output("gl_FragColor", &mut result);
            call.run().unwrap_err().to_string()
        };
        let mirrored = Sampling::nearest().wraps([Wrap::Clamp, Wrap::Mirror, Wrap::Clamp]);
        let says = [
            (refuse(&kernel, &source, Sampling::nearest().repeat()), "does not repeat; clamp it, and wrap its"),
            (refuse(&kernel, &source, mirrored), "does not repeat; clamp it, and wrap its coordinates in the kernel"),
            (refuse(&kernel, &source, Sampling::linear()), "whose floats are not filtered; use Sampling::nearest()"),
            (refuse(&plain, &source, Sampling::nearest()), "is declared a 2D sampler, but its stream is a rectangle"),
            (refuse(&plain, &source, Sampling::nearest()), "declare it sampler2DRect and read it at texels"),
            (refuse(&kernel, &plane, Sampling::nearest()), "but its stream is a 2D texture; make it with Layout::Rec"),
            (device.mipmaps(&source).err().unwrap().to_string(), "a rectangle texture has no levels; halve the stream"),
        ];
        for (found, wanted) in says {
            assert!(found.contains(wanted), "{found}");
        }
        let side = device.limits().rectangle_side;
        let long = device
            .empty_in::<f32>(Layout::Rectangle, [side + 1, 1])
            .unwrap_err()
            .to_string();
        assert!(long.contains(&format!("{} given, the limit is {side}", side + 1)), "{long}");
    }
}

/// A compute kernel reads a rectangle, and does not store into one.
#[test]
fn a_dispatch_reads_rectangles_and_has_none_as_images() {
    for device in machines().into_iter().filter(|device| device.era() == Era::Compute) {
        let text = "#version 430 core
layout(local_size_x = 1) in;
uniform sampler2DRect source;
layout(std430) buffer Result { float result[]; };
void main() { result[gl_GlobalInvocationID.x] = texture(source, vec2(gl_GlobalInvocationID.x, 0.0) + 0.5).r; }";
        let source = device.stream_in(Layout::Rectangle, 7, &numbers(7)).unwrap();
        let mut result = device.empty::<f32>(7).unwrap();
        let kernel = device.kernel(&KernelSource::new("read").compute(text)).unwrap();
        kernel
            .call()
            .gather("source", &source)
            .output("result", &mut result)
            .groups([7, 1, 1])
            .run()
            .unwrap();
        assert_eq!(result.read().unwrap(), numbers(7));

        let stored = "#version 430 core
layout(local_size_x = 1) in;
layout(r32f) uniform writeonly image2DRect image;
void main() { imageStore(image, ivec2(0), vec4(1.0)); }";
        let mut rectangle = device.empty_in::<f32>(Layout::Rectangle, 7).unwrap();
        let kernel = device.kernel(&KernelSource::new("stored").compute(stored)).unwrap();
        let error = kernel
            .call()
            .output("image", &mut rectangle)
            .groups([1, 1, 1])
            .run()
            .unwrap_err()
            .to_string();
        assert!(error.contains("is a rectangle texture, which a kernel reads by sampler2DRect alone"), "{error}");
    }
}
