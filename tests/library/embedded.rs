//! A device in a program's own context: its pictures and its state are as they would be without one.

use crate::host::Host;
use crate::machine::skip;
use glow::HasContext;
use gristmill::algorithms::{scan, scan::reference, transform};
use gristmill::trace::{Event, Transfer};
use gristmill::{
    Device, Era, Error, GlName, KernelSource, Layout, MachineChoice, Result, Sampling, Stream, kernel_pair,
};
use nalgebra::{Matrix4, Point3, Vector4};
use std::num::NonZeroU32;
use std::rc::Rc;

/// The program's context, with its functions; none where the driver has no such version.
fn host(era: Era) -> Option<(Rc<Host>, Rc<glow::Context>)> {
    if let Err(error) = Device::choose(era, MachineChoice::Driver) {
        skip(&error.to_string());
        return None;
    }
    let host = if era == Era::Fragment { Host::open(3, 3) } else { Host::open(4, 3) };
    let host = host.unwrap_or_else(|error| panic!("{error}"));
    // SAFETY: the context is current.
    let gl = unsafe { glow::Context::from_loader_function(|name| host.address(name)) };
    Some((Rc::new(host), Rc::new(gl)))
}

fn embedded(era: Era, host: &Rc<Host>, gl: &Rc<glow::Context>) -> Result<Device> {
    // SAFETY: the context is current whenever the device is used, but where a test says otherwise.
    unsafe { Device::from_glow(era, gl.clone(), |name| host.address(name)) }
}

const SIDE: i32 = 48;

/// A program that draws a triangle with much state of its own.
struct Scene {
    gl: Rc<glow::Context>,
}

const VERTEX: &str = "#version 330 core
layout(location = 0) in vec2 place;
out vec2 at;
void main() { at = place; gl_Position = vec4(place * 1.6 - 0.5, place.x * 0.5, 1.0); }";

const FRAGMENT: &str = "#version 330 core
in vec2 at;
uniform sampler2D skin;
out vec4 colour;
void main() { colour = vec4(texture(skin, at * 2.0).rgb, 0.6); }";

impl Scene {
    /// Sets state that a pass of ours must not draw with, and leaves it.
    fn new(gl: Rc<glow::Context>) -> Scene {
        unsafe {
            let program = gl.create_program().unwrap();
            for (kind, text) in [(glow::VERTEX_SHADER, VERTEX), (glow::FRAGMENT_SHADER, FRAGMENT)] {
                let shader = gl.create_shader(kind).unwrap();
                gl.shader_source(shader, text);
                gl.compile_shader(shader);
                gl.attach_shader(program, shader);
            }
            gl.link_program(program);
            assert!(gl.get_program_link_status(program), "{}", gl.get_program_info_log(program));

            let target = gl.create_framebuffer().unwrap();
            gl.bind_framebuffer(glow::FRAMEBUFFER, Some(target));
            for (at, format) in [
                (glow::COLOR_ATTACHMENT0, glow::RGBA8),
                (glow::COLOR_ATTACHMENT1, glow::RGBA8),
                (glow::DEPTH_STENCIL_ATTACHMENT, glow::DEPTH24_STENCIL8),
            ] {
                let buffer = gl.create_renderbuffer().unwrap();
                gl.bind_renderbuffer(glow::RENDERBUFFER, Some(buffer));
                gl.renderbuffer_storage(glow::RENDERBUFFER, format, SIDE, SIDE);
                gl.framebuffer_renderbuffer(glow::FRAMEBUFFER, at, glow::RENDERBUFFER, Some(buffer));
            }
            gl.draw_buffers(&[glow::COLOR_ATTACHMENT0, glow::COLOR_ATTACHMENT1]);
            assert_eq!(gl.check_framebuffer_status(glow::FRAMEBUFFER), glow::FRAMEBUFFER_COMPLETE);
            // The masks below leave lanes as they are: those must be something.
            gl.clear(glow::COLOR_BUFFER_BIT | glow::DEPTH_BUFFER_BIT | glow::STENCIL_BUFFER_BIT);

            let corners = gl.create_vertex_array().unwrap();
            gl.bind_vertex_array(Some(corners));
            let buffer = gl.create_buffer().unwrap();
            gl.bind_buffer(glow::ARRAY_BUFFER, Some(buffer));
            let places: [f32; 6] = [0.0, 0.0, 1.0, 0.0, 0.3, 1.0];
            gl.buffer_data_u8_slice(glow::ARRAY_BUFFER, bytemuck::cast_slice(&places), glow::STATIC_DRAW);
            gl.vertex_attrib_pointer_f32(0, 2, glow::FLOAT, false, 8, 0);
            gl.enable_vertex_attrib_array(0);

            gl.pixel_store_i32(glow::UNPACK_ALIGNMENT, 1);
            gl.pixel_store_i32(glow::PACK_ALIGNMENT, 1);
            let skin = gl.create_texture().unwrap();
            let sampler = gl.create_sampler().unwrap();
            gl.sampler_parameter_i32(sampler, glow::TEXTURE_WRAP_S, glow::MIRRORED_REPEAT as i32);
            for unit in [5, 0] {
                gl.active_texture(glow::TEXTURE0 + unit);
                gl.bind_texture(glow::TEXTURE_2D, Some(skin));
                gl.bind_sampler(unit, Some(sampler));
                for target in [glow::TEXTURE_1D, glow::TEXTURE_CUBE_MAP] {
                    let other = gl.create_texture().unwrap();
                    gl.bind_texture(target, Some(other));
                }
            }
            gl.active_texture(glow::TEXTURE3);
            gl.bind_texture(glow::TEXTURE_2D, Some(skin));
            let texels: Vec<u8> = (0..3 * 5 * 3).map(|i| (i * 37 % 256) as u8).collect();
            let texels = glow::PixelUnpackData::Slice(Some(&texels));
            gl.tex_image_2d(glow::TEXTURE_2D, 0, glow::RGB8 as i32, 3, 5, 0, glow::RGB, glow::UNSIGNED_BYTE, texels);
            gl.tex_parameter_i32(glow::TEXTURE_2D, glow::TEXTURE_MIN_FILTER, glow::NEAREST as i32);

            // The targets to which it would write vertices: all of a buffer, and a piece of it.
            let written = gl.create_buffer().unwrap();
            gl.bind_buffer(glow::TRANSFORM_FEEDBACK_BUFFER, Some(written));
            gl.buffer_data_size(glow::TRANSFORM_FEEDBACK_BUFFER, 256, glow::STATIC_DRAW);
            gl.bind_buffer_base(glow::TRANSFORM_FEEDBACK_BUFFER, 0, Some(written));
            gl.bind_buffer_range(glow::TRANSFORM_FEEDBACK_BUFFER, 2, Some(written), 64, 32);

            gl.use_program(Some(program));
            gl.viewport(3, 2, SIDE - 5, SIDE - 4);
            gl.scissor(1, 1, SIDE - 7, SIDE - 3);
            for capability in [
                glow::SCISSOR_TEST,
                glow::DEPTH_TEST,
                glow::CULL_FACE,
                glow::STENCIL_TEST,
                glow::POLYGON_OFFSET_FILL,
                glow::SAMPLE_ALPHA_TO_COVERAGE,
                glow::PRIMITIVE_RESTART,
                glow::FRAMEBUFFER_SRGB,
                glow::DEBUG_OUTPUT,
            ] {
                gl.enable(capability);
            }
            gl.disable(glow::DITHER);
            gl.enable_draw_buffer(glow::BLEND, 0);
            gl.blend_func_separate(glow::SRC_ALPHA, glow::ONE_MINUS_SRC_ALPHA, glow::ONE, glow::SRC_COLOR);
            gl.blend_equation_separate(glow::FUNC_ADD, glow::MAX);
            gl.blend_color(0.1, 0.2, 0.3, 0.4);
            gl.color_mask_draw_buffer(0, true, false, true, true);
            gl.color_mask_draw_buffer(1, false, true, true, false);
            gl.clear_color(0.2, 0.3, 0.4, 1.0);
            gl.clear_depth_f64(0.75);
            gl.clear_stencil(3);
            gl.depth_func(glow::LEQUAL);
            gl.depth_range_f64(0.1, 0.9);
            gl.stencil_func_separate(glow::FRONT, glow::EQUAL, 3, 0x7);
            gl.stencil_op_separate(glow::BACK, glow::INCR, glow::DECR, glow::INVERT);
            gl.stencil_mask_separate(glow::BACK, 0x55);
            gl.front_face(glow::CCW);
            gl.cull_face(glow::BACK);
            let scene = Scene { gl };
            scene.no_error("the scene");
            scene
        }
    }

    /// The picture that it draws now: nothing is set anew but the uniform's value, which is the program's.
    fn picture(&self) -> Vec<u8> {
        let gl = &self.gl;
        let mut pixels = vec![0; (4 * SIDE * SIDE) as usize];
        unsafe {
            gl.clear(glow::COLOR_BUFFER_BIT | glow::DEPTH_BUFFER_BIT | glow::STENCIL_BUFFER_BIT);
            gl.draw_arrays(glow::TRIANGLES, 0, 3);
            let into = glow::PixelPackData::Slice(Some(&mut pixels));
            gl.read_pixels(0, 0, SIDE, SIDE, glow::RGBA, glow::UNSIGNED_BYTE, into);
        }
        self.no_error("the picture");
        pixels
    }

    fn no_error(&self, what: &str) {
        assert_eq!(unsafe { self.gl.get_error() }, glow::NO_ERROR, "{what}");
    }

    /// Everything that it has set, and much that it has not.
    fn state(&self) -> Vec<(u32, u32, Vec<i64>)> {
        const WORDS: [(u32, usize); 62] = [
            (glow::DEBUG_OUTPUT, 1),
            (glow::ACTIVE_TEXTURE, 1),
            (glow::CURRENT_PROGRAM, 1),
            (glow::VERTEX_ARRAY_BINDING, 1),
            (glow::ARRAY_BUFFER_BINDING, 1),
            (glow::COPY_READ_BUFFER_BINDING, 1),
            (glow::COPY_WRITE_BUFFER_BINDING, 1),
            (glow::PIXEL_PACK_BUFFER_BINDING, 1),
            (glow::PIXEL_UNPACK_BUFFER_BINDING, 1),
            (glow::UNIFORM_BUFFER_BINDING, 1),
            (glow::DRAW_FRAMEBUFFER_BINDING, 1),
            (glow::READ_FRAMEBUFFER_BINDING, 1),
            (glow::RENDERBUFFER_BINDING, 1),
            (glow::VIEWPORT, 4),
            (glow::SCISSOR_BOX, 4),
            (glow::SCISSOR_TEST, 1),
            (glow::DEPTH_TEST, 1),
            (glow::DEPTH_FUNC, 1),
            (glow::DEPTH_WRITEMASK, 1),
            (glow::DEPTH_RANGE, 2),
            (glow::DEPTH_CLEAR_VALUE, 1),
            (glow::STENCIL_TEST, 1),
            (glow::STENCIL_FUNC, 1),
            (glow::STENCIL_REF, 1),
            (glow::STENCIL_VALUE_MASK, 1),
            (glow::STENCIL_WRITEMASK, 1),
            (glow::STENCIL_FAIL, 1),
            (glow::STENCIL_BACK_FUNC, 1),
            (glow::STENCIL_BACK_FAIL, 1),
            (glow::STENCIL_BACK_PASS_DEPTH_FAIL, 1),
            (glow::STENCIL_BACK_PASS_DEPTH_PASS, 1),
            (glow::STENCIL_BACK_WRITEMASK, 1),
            (glow::STENCIL_CLEAR_VALUE, 1),
            (glow::CULL_FACE, 1),
            (glow::CULL_FACE_MODE, 1),
            (glow::FRONT_FACE, 1),
            (glow::POLYGON_MODE, 1),
            (glow::BLEND_SRC_RGB, 1),
            (glow::BLEND_DST_RGB, 1),
            (glow::BLEND_SRC_ALPHA, 1),
            (glow::BLEND_DST_ALPHA, 1),
            (glow::BLEND_EQUATION_RGB, 1),
            (glow::BLEND_EQUATION_ALPHA, 1),
            (glow::BLEND_COLOR, 4),
            (glow::COLOR_CLEAR_VALUE, 4),
            (glow::COLOR_WRITEMASK, 4),
            (glow::DITHER, 1),
            (glow::MULTISAMPLE, 1),
            (glow::POLYGON_OFFSET_FILL, 1),
            (glow::SAMPLE_ALPHA_TO_COVERAGE, 1),
            (glow::PRIMITIVE_RESTART, 1),
            (glow::PROGRAM_POINT_SIZE, 1),
            (glow::FRAMEBUFFER_SRGB, 1),
            (glow::RASTERIZER_DISCARD, 1),
            (glow::UNPACK_ALIGNMENT, 1),
            (glow::PACK_ALIGNMENT, 1),
            (glow::UNPACK_ROW_LENGTH, 1),
            (glow::TEXTURE_CUBE_MAP_SEAMLESS, 1),
            (glow::LINE_SMOOTH, 1),
            (glow::PROVOKING_VERTEX, 1),
            (glow::TRANSFORM_FEEDBACK_BUFFER_BINDING, 1),
            (glow::COLOR_LOGIC_OP, 1),
        ];
        let gl = &self.gl;
        let mut state = Vec::new();
        unsafe {
            for (name, count) in WORDS {
                let mut values = vec![0; 4];
                gl.get_parameter_i32_slice(name, &mut values);
                state.push((name, 0, values[..count].iter().map(|value| i64::from(*value)).collect()));
            }
            for target in 0..2 {
                state.push((glow::BLEND, target, vec![i64::from(gl.get_parameter_indexed_i32(glow::BLEND, target))]));
            }
            for at in 0..4 {
                let bound = gl.get_parameter_indexed_i32(glow::TRANSFORM_FEEDBACK_BUFFER_BINDING, at);
                let place = [glow::TRANSFORM_FEEDBACK_BUFFER_START, glow::TRANSFORM_FEEDBACK_BUFFER_SIZE];
                let [start, bytes] = place.map(|name| gl.get_parameter_indexed_i64(name, at));
                state.push((glow::TRANSFORM_FEEDBACK_BUFFER_BINDING, at, vec![bound.into(), start, bytes]));
            }
            let active = gl.get_parameter_i32(glow::ACTIVE_TEXTURE);
            for unit in 0..16 {
                gl.active_texture(glow::TEXTURE0 + unit);
                let names = [
                    glow::TEXTURE_BINDING_1D,
                    glow::TEXTURE_BINDING_2D,
                    glow::TEXTURE_BINDING_3D,
                    glow::TEXTURE_BINDING_CUBE_MAP,
                    glow::SAMPLER_BINDING,
                ];
                state.push((glow::TEXTURE0, unit, names.map(|name| i64::from(gl.get_parameter_i32(name))).to_vec()));
            }
            gl.active_texture(active as u32);
            if gl.version().major == 4 {
                for at in 0..8 {
                    let names =
                        [glow::SHADER_STORAGE_BUFFER_BINDING, glow::IMAGE_BINDING_NAME, glow::IMAGE_BINDING_FORMAT];
                    state.push((
                        names[0],
                        at,
                        names.map(|name| i64::from(gl.get_parameter_indexed_i32(name, at))).to_vec(),
                    ));
                }
                state.push((
                    glow::DISPATCH_INDIRECT_BUFFER_BINDING,
                    0,
                    vec![i64::from(gl.get_parameter_i32(glow::DISPATCH_INDIRECT_BUFFER_BINDING))],
                ));
            }
        }
        self.no_error("asking for the state");
        state
    }
}

/// A program times what it draws and what we launch, while we time our launches.
#[test]
fn a_timer_of_the_programs_own_goes_on() -> Result<()> {
    let Some((host, gl)) = host(Era::Fragment) else { return Ok(()) };
    let scene = Scene::new(gl.clone());
    let device = embedded(Era::Fragment, &host, &gl)?;
    unsafe {
        let query = gl.create_query().unwrap();
        gl.begin_query(glow::TIME_ELAPSED, query);
        let (_, trace) = device.trace(|| work(&device, 3))?;
        assert!(trace.passes() > 3);
        scene.no_error("a trace");
        gl.end_query(glow::TIME_ELAPSED);
        gl.finish();
        assert_eq!(gl.get_query_parameter_u32(query, glow::QUERY_RESULT_AVAILABLE), 1);
        scene.no_error("the program's timer");
    }
    Ok(())
}

/// Rows of a texture, as glium reads it.
type Pixels = Vec<Vec<(u8, u8, u8, u8)>>;

/// Returns the picture that the scene draws where nobody else uses its context.
fn alone(era: Era) -> Option<Vec<u8>> {
    let (host, gl) = host(era)?;
    let picture = Scene::new(gl).picture();
    drop(host);
    Some(picture)
}

/// A row between its elements, and a cube at the edge of two faces.
const EDGE: &str = "#version 330 core
uniform sampler1D row;
uniform samplerCube cube;
out float result;
void main() { result = texture(row, 0.5).r + texture(cube, vec3(1.0, 1.0, 0.0)).r; }";

/// A call of each kind.
fn work(device: &Device, round: u32) -> Result<()> {
    let values: Vec<u32> = (0..77).map(|i| i * round % 91).collect();
    let source = device.stream(&values)?;
    assert_eq!(scan(device, &source)?.read()?, reference(&values));
    let kernel = device.kernel(&kernel_pair!("streams/saxpy"))?;
    let (x, y) = (device.stream(&[1.0_f32; 33])?, device.stream(&[2.0_f32; 33])?);
    let mut result = device.empty::<f32>(33)?;
    kernel
        .call()
        .uniform("alpha", 3.0_f32)
        .gather("x", &x)
        .gather("y", &y)
        .output("result", &mut result)
        .run()?;
    assert_eq!(result.read_later()?.finish()?, [5.0; 33]);
    for (layout, shape) in [(Layout::Row, [7, 1, 1]), (Layout::Cube, [2, 2, 6])] {
        let stream = device.stream_in(layout, shape, &values[..shape.iter().product()])?;
        let mut copy = device.empty_in::<u32>(layout, shape)?;
        copy.copy_from(&stream)?;
        assert_eq!(copy.read()?, values[..copy.len()]);
    }
    if device.era() == Era::Fragment {
        let edge = device.kernel(&KernelSource::new("edge").fragment(EDGE))?;
        let cube = device.stream_in(Layout::Cube, [1, 1, 6], &[2.0, 0.0, 4.0, 0.0, 0.0, 0.0])?;
        let row = device.stream_in(Layout::Row, 2, &[10.0, 30.0])?;
        let mut result = device.empty_in::<f32>(Layout::Row, 3)?;
        let call = edge.call().sampled("cube", &cube, Sampling::linear());
        let call = call.sampled("row", &row, Sampling::linear());
        call.output("result", &mut result).run()?;
        assert_eq!(result.read()?, [23.0; 3], "edges are seamless, whatever the program has set");
    }
    let later = y.read_later()?;
    drop(y);
    assert_eq!(later.finish()?, [2.0; 33]);
    let fragment = device.with_era(Era::Fragment)?;
    let points = [Point3::new(round as f32, 2.0, -3.0); 9];
    let vertices = fragment.stream_in(Layout::Linear, points.len(), &points)?;
    assert_eq!(transform::fragment_feedback(&fragment, &Matrix4::identity(), &vertices)?.read()?, points);
    device.finish()
}

#[test]
fn pictures_and_state_are_as_without_it() -> Result<()> {
    for era in Era::ALL {
        let Some(picture) = alone(era) else { continue };
        assert!(picture.chunks(4).any(|pixel| pixel != &picture[..4]), "the scene draws something");
        let Some((host, gl)) = host(era) else { continue };
        let scene = Scene::new(gl.clone());
        assert!(scene.picture() == picture, "{era}: before");
        let state = scene.state();
        let device = embedded(era, &host, &gl)?;
        assert_eq!(scene.state(), state, "{era}: made");
        for round in 0..1_000 {
            if round % 25 == 0 {
                work(&device, round)?;
            } else {
                device.stream(&[round])?.read()?;
            }
            scene.no_error("a call");
            assert!(scene.picture() == picture, "{era}: between, round {round}");
            if round % 25 == 0 {
                assert_eq!(scene.state(), state, "{era}: round {round}");
            }
        }
        drop(device);
        assert_eq!(scene.state(), state, "{era}: after");
        assert!(scene.picture() == picture, "{era}: after");
        drop(host);
    }
    Ok(())
}

#[test]
fn a_stream_is_drawn_without_a_copy() -> Result<()> {
    let Some((host, gl)) = host(Era::Fragment) else { return Ok(()) };
    let scene = Scene::new(gl.clone());
    let device = embedded(Era::Fragment, &host, &gl)?;
    let colours: Vec<_> = (0..15)
        .map(|i| Vector4::new(i as f32 / 15.0, 0.5, 1.0 - i as f32 / 15.0, 1.0))
        .collect();
    let before = scene.picture();
    let (stream, trace) = device.trace(|| {
        let stream = device.stream_of([3, 5], &colours)?;
        let GlName::Texture2d(name) = stream.gl_name()? else { panic!("a packed stream is a texture") };
        // SAFETY: the texture lives as long as the stream.
        unsafe { gl.active_texture(glow::TEXTURE0) }
        unsafe { gl.bind_texture(glow::TEXTURE_2D, Some(glow::NativeTexture(name))) }
        Ok(stream)
    })?;
    assert_ne!(scene.picture(), before, "the skin is the stream's");
    // The colours' way to the device is all there is.
    let written = |event: &Event| matches!(event, Event::Transfer { transfer: Transfer::Write, .. });
    assert!(trace.events.len() == 1 && trace.events.iter().all(written), "{trace:?}");
    assert_eq!(stream.read()?, colours);
    // A texture that is deleted while it is bound is no longer bound, as GL has it.
    drop(stream);
    scene.no_error("a texture that was bound is deleted");
    assert_eq!(unsafe { gl.get_parameter_texture(glow::TEXTURE_BINDING_2D) }, None);
    assert_eq!(device.stream(&[1])?.read()?, [1]);
    Ok(())
}

/// A texture of the program's, with those texels.
fn texture(gl: &glow::Context, width: i32, height: i32, texels: &[f32]) -> NonZeroU32 {
    unsafe {
        let texture = gl.create_texture().unwrap();
        let before = gl.get_parameter_texture(glow::TEXTURE_BINDING_2D);
        gl.bind_texture(glow::TEXTURE_2D, Some(texture));
        let bytes = glow::PixelUnpackData::Slice(Some(bytemuck::cast_slice(texels)));
        gl.tex_image_2d(glow::TEXTURE_2D, 0, glow::R32F as i32, width, height, 0, glow::RED, glow::FLOAT, bytes);
        gl.tex_parameter_i32(glow::TEXTURE_2D, glow::TEXTURE_MIN_FILTER, glow::NEAREST as i32);
        gl.bind_texture(glow::TEXTURE_2D, before);
        texture.0
    }
}

/// A buffer of the program's, with those words.
fn buffer(gl: &glow::Context, words: &[u32]) -> NonZeroU32 {
    unsafe {
        let buffer = gl.create_buffer().unwrap();
        gl.bind_buffer(glow::COPY_WRITE_BUFFER, Some(buffer));
        gl.buffer_data_u8_slice(glow::COPY_WRITE_BUFFER, bytemuck::cast_slice(words), glow::STATIC_DRAW);
        gl.bind_buffer(glow::COPY_WRITE_BUFFER, None);
        buffer.0
    }
}

#[test]
fn the_programs_own_are_streams() -> Result<()> {
    for era in Era::ALL {
        let Some((host, gl)) = host(era) else { continue };
        let device = embedded(era, &host, &gl)?;
        let kernel = device.kernel(&kernel_pair!("streams/saxpy"))?;
        let ones: Vec<f32> = (0..20).map(|i| i as f32).collect();
        let words: Vec<u32> = ones.iter().map(|value| value.to_bits()).collect();
        let names = match era {
            Era::Fragment => [0, 1].map(|_| GlName::Texture2d(texture(&gl, 5, 4, &ones))),
            Era::Compute => [0, 1].map(|_| GlName::Buffer(buffer(&gl, &words))),
        };
        // SAFETY: what the names are of lives to the end of the test.
        let [x, mut result]: [Stream<f32>; 2] = unsafe { [device.adopt(names[0])?, device.adopt(names[1])?] };
        assert_eq!((x.len(), x.gl_name()?), (20, names[0]));
        let y = device.stream_of(x.shape(), &ones)?;
        kernel
            .call()
            .uniform("alpha", 2.0_f32)
            .gather("x", &x)
            .gather("y", &y)
            .output("result", &mut result)
            .run()?;
        let wanted: Vec<f32> = ones.iter().map(|value| 3.0 * value).collect();
        assert_eq!(result.read()?, wanted, "{era}");
        drop((x, result));
        // They are the program's, and still there, with what the kernel has written.
        let is = |name: GlName| match name {
            GlName::Texture2d(name) => unsafe { gl.is_texture(glow::NativeTexture(name)) },
            GlName::Buffer(name) => unsafe { gl.is_buffer(glow::NativeBuffer(name)) },
            _ => false,
        };
        assert!(names.into_iter().all(is), "{era}");
        // SAFETY: as above.
        let again: Stream<f32> = unsafe { device.adopt(names[1])? };
        assert_eq!(again.read()?, wanted, "{era}");
        let ours = device.stream(&[1_u32])?;
        let name = ours.gl_name()?;
        assert!(is(name), "{era}: a stream's");
        drop(ours);
        assert!(!is(name), "{era}: a stream frees its own");
    }
    Ok(())
}

#[test]
fn names_of_nothing_are_refused() -> Result<()> {
    let Some((host, gl)) = host(Era::Fragment) else { return Ok(()) };
    let device = embedded(Era::Fragment, &host, &gl)?;
    let nothing = NonZeroU32::new(4_000).unwrap();
    let floats = texture(&gl, 2, 2, &[0.0; 4]);
    let three = buffer(&gl, &[1, 2, 3]);
    let solid = device.empty_in::<f32>(Layout::Volume, [2, 2, 2])?;
    let GlName::Texture3d(solid_name) = solid.gl_name()? else { panic!("a volume is a 3D texture") };
    let row_stream = device.empty_in::<f32>(Layout::Row, 3)?;
    let cube_stream = device.empty_in::<f32>(Layout::Cube, [1, 1, 6])?;
    let (row, cube) = (row_stream.gl_name()?, cube_stream.gl_name()?);
    assert!(matches!((row, cube), (GlName::Texture1d(_), GlName::TextureCube(_))));
    for (name, said) in [
        (GlName::Texture2d(nothing), "4000 is not a texture of this context; give the name of one"),
        (GlName::Buffer(nothing), "4000 is not a buffer of this context; give the name of one"),
        (GlName::Texture2d(solid_name), "is not a 2D texture; give the name of one"),
        (GlName::Texture3d(solid_name), "is a volume, which cannot be adopted"),
        (row, "is a row, which cannot be adopted"),
        (cube, "is a cube, which cannot be adopted"),
        (
            GlName::Texture2d(floats),
            "are of the internal format 0x822e, the element's are of 0x8236; give the texture that format",
        ),
        (GlName::Buffer(three), "has 12 bytes; give it a multiple of 16, which are four elements"),
    ] {
        // SAFETY: nothing is made of it.
        let error = unsafe { device.adopt::<u32>(name) }.map(drop).unwrap_err().to_string();
        assert!(error.contains(said), "{error}");
    }
    // The context is whole.
    assert_eq!(device.stream(&[1, 2])?.read()?, [1, 2]);
    let emulator = Device::choose(Era::Fragment, MachineChoice::Emulator)?;
    // SAFETY: nothing is made of it.
    assert!(matches!(unsafe { emulator.adopt::<f32>(GlName::Buffer(three)) }, Err(Error::NoDevice { .. })));
    assert!(matches!(emulator.stream(&[1])?.gl_name(), Err(Error::NoDevice { .. })));
    Ok(())
}

#[test]
fn another_context_or_none_is_refused() -> Result<()> {
    let Some((host, gl)) = host(Era::Fragment) else { return Ok(()) };
    let device = embedded(Era::Fragment, &host, &gl)?;
    let stream = device.stream(&[1, 2, 3])?;
    host.set_current(false);
    let not_current = "the context that this device was made in is not current on this thread";
    for error in [stream.read().map(drop), device.stream(&[1]).map(drop), device.finish()] {
        assert!(error.unwrap_err().to_string().contains(not_current));
    }
    drop(device.clone());
    drop(stream); // leaked, and nothing else
    // SAFETY: there is no context, which is refused.
    let none = unsafe { Device::from_loader(Era::Fragment, |name| host.address(name)) };
    assert_eq!(
        none.err().unwrap().to_string(),
        "no OpenGL context is current on this thread; make one current before opening the device"
    );
    host.set_current(true);
    assert_eq!(device.stream(&[4])?.read()?, [4]);
    // An error that the program's own calls have left is reported before a call, and not taken for
    // ours.
    unsafe { gl.enable(0) }
    let error = device.stream(&[5]).map(drop).unwrap_err().to_string();
    assert!(error.contains("error 0x500, left by an earlier GL call of the program"), "{error}");
    assert_eq!(device.stream(&[5])?.read()?, [5]);
    Ok(())
}

#[test]
fn streams_outlive_the_device_not_the_state() -> Result<()> {
    let Some((host, gl)) = host(Era::Fragment) else { return Ok(()) };
    let scene = Scene::new(gl.clone());
    let state = scene.state();
    // By a loader alone this time.
    // SAFETY: the context is current to the end of the test.
    let device = unsafe { Device::from_loader(Era::Fragment, |name| host.address(name)) }?;
    let stream = device.stream(&[1, 2, 3])?;
    let later = stream.read_later()?;
    drop(device);
    assert_eq!(stream.read()?, [1, 2, 3]);
    drop(stream);
    assert_eq!(later.finish()?, [1, 2, 3]);
    assert_eq!(scene.state(), state);
    scene.no_error("after all");
    Ok(())
}

#[test]
fn a_device_lives_in_gliums_context() -> Result<()> {
    let Some((host, _)) = host(Era::Fragment) else { return Ok(()) };
    // SAFETY: the backend keeps its context.
    let made = unsafe { glium::backend::Context::new(host.clone(), true, glium::debug::DebugCallbackBehavior::Ignore) };
    let context = made.expect("a context for glium");
    let side = 16;
    let target = glium::Texture2d::empty(&context, side, side).expect("a texture");
    let drawn = |device: Option<&Device>| -> Result<Pixels> {
        use glium::Surface;
        let mut surface = target.as_surface();
        surface.clear_color(0.25, 0.5, 0.75, 1.0);
        if let Some(device) = device {
            work(device, 3)?;
        }
        let part = glium::Rect { left: 3, bottom: 5, width: 4, height: 2 };
        surface.clear(Some(&part), Some((1.0, 0.0, 0.0, 1.0)), false, None, None);
        Ok(target.read())
    };
    let before = drawn(None)?;
    // SAFETY: the functions are those of the context.
    let device = unsafe { Device::from_glium(Era::Fragment, &context, |name| host.address(name)) }?;
    host.set_current(false); // glium makes it current again
    for _ in 0..10 {
        assert_eq!(drawn(Some(&device))?, before);
    }
    drop(device);
    assert_eq!(drawn(None)?, before);
    Ok(())
}
