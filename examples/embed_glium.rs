//! A flock on the mesh of somebody else's scene: Gristmill within a program that draws with glium.
//!
//! Run it with `cargo run --example embed_glium`; `-- --help` lists what can be changed. The program's
//! pictures without the flock are the same before, between and after Gristmill's calls, and the flock's picture
//! is a texture of the program's, without a copy.

mod arguments;
#[path = "embed/host.rs"]
mod host;
#[path = "embed/torus.rs"]
mod torus;
#[cfg(feature = "window")]
#[path = "embed/window.rs"]
mod window;

use gristmill::algorithms::boids::{Flock, HostBirds, Rules};
use gristmill::glium::backend::Context;
use gristmill::glium::debug::DebugCallbackBehavior;
use gristmill::glium::draw_parameters::{BackfaceCullingMode, DepthTest};
use gristmill::glium::framebuffer::{DepthRenderBuffer, SimpleFrameBuffer};
use gristmill::glium::index::{IndexBuffer, PrimitiveType};
use gristmill::glium::texture::{
    DepthFormat, Dimensions, MipmapsOption, RawImage2d, Texture2d, UncompressedFloatFormat,
};
use gristmill::glium::{Depth, DrawParameters, Program, Surface, VertexBuffer, implement_vertex, uniform};
use gristmill::trace::{Event, Transfer};
use gristmill::{Device, Era, Error, GlName, Result, Scene, Stream};
use host::Host;
use image::RgbaImage;
use nalgebra::Vector4;
use std::process::ExitCode;
use std::rc::Rc;
use torus::Corner;

implement_vertex!(Corner, place, normal, skin);

const SIZE: [u32; 2] = [400, 300];
const SKIN: [usize; 2] = [256, 128];

fn main() -> ExitCode {
    arguments::embed(live, |era, arguments| {
        let host = Rc::new(if era == Era::Fragment { Host::open(3, 3)? } else { Host::open(4, 3)? });
        // SAFETY: the backend makes its context current whenever glium asks for it.
        let display = unsafe { Context::new(host.clone(), true, DebugCallbackBehavior::Ignore) };
        let display = display.map_err(|error| failed(&error))?;
        let ring = Ring::new(&display)?;
        let plain = ring.picture(&ring.own_skin)?;

        // ANCHOR: device
        // SAFETY: the functions are those of the display's context.
        let device = unsafe { Device::from_glium(era, &display, |name| host.address(name)) }?;
        println!("{era} era within a program on {}", device.info().name);
        let mut flock = Flock::new(&device, &HostBirds::new(400, arguments.seed), Rules::default())?;
        // ANCHOR_END: device
        let mut same = true;
        for _ in 0..10 {
            (0..4).try_for_each(|_| flock.advance(None))?;
            same &= ring.picture(&ring.own_skin)? == plain;
        }
        // ANCHOR: draw
        let (sky, trace) = device.trace(|| flock.picture(SKIN))?;
        let picture = ring.picture(&texture_of(&display, &sky)?)?;
        // ANCHOR_END: draw
        let copied = |event: &&Event| matches!(event, Event::Transfer { transfer: Transfer::Copy, .. });
        let copies = trace.events.iter().filter(copied).count();
        drop((sky, flock, device));
        same &= ring.picture(&ring.own_skin)? == plain;
        println!(
            "  12 pictures without the flock are {}; {copies} copies to draw it",
            if same { "alike" } else { "not alike" }
        );
        let kept = arguments.keep_in(era, "embed_glium", &picture, 1.0)?;
        Ok(same && kept && copies == 0 && picture != plain)
    })
}

/// The same in a window of the program's own; with a number of frames it saves what the last one shows.
#[cfg(feature = "window")]
fn live(era: Era, arguments: &arguments::Arguments) -> Result<()> {
    use gristmill::glium::uniforms::MagnifySamplerFilter;
    let (mut left, shot) = (arguments.frames.unwrap_or(0), arguments.path("embed_glium_window.png")?);
    let seed = arguments.seed;
    window::live("embed_glium", SIZE, arguments.frames, |host| {
        // SAFETY: the backend makes its context current whenever glium asks for it.
        let display = unsafe { Context::new(host.clone(), true, DebugCallbackBehavior::Ignore) };
        let display = display.map_err(|error| failed(&error))?;
        let ring = Ring::new(&display)?;
        // SAFETY: the functions are those of the display's context.
        let device = unsafe { Device::from_glium(era, &display, |name| host.address(name)) }?;
        let mut flock = Flock::new(&device, &HostBirds::new(400, seed), Rules::default())?;
        Ok(Box::new(move || {
            flock.advance(None)?;
            let sky = flock.picture(SKIN)?;
            let picture = ring.picture(&texture_of(&display, &sky)?)?;
            let frame = gristmill::glium::Frame::new(display.clone(), display.get_framebuffer_dimensions());
            ring.target.as_surface().fill(&frame, MagnifySamplerFilter::Nearest);
            if left == 1 {
                picture.save(&shot).map_err(|error| Error::data(error.to_string()))?;
                println!("  {}", shot.display());
            }
            left = left.saturating_sub(1);
            frame.finish().map_err(|error| failed(&error))
        }))
    })
}

#[cfg(not(feature = "window"))]
fn live(_: Era, _: &arguments::Arguments) -> Result<()> {
    Err(Error::data("this build has no windows: build with --features window"))
}

// ANCHOR: texture
/// A stream of colours as a texture of glium's, which does not free it.
fn texture_of(display: &Rc<Context>, stream: &Stream<Vector4<f32>>) -> Result<Texture2d> {
    let [width, height, _] = stream.plan().size().map(|side| side as u32);
    let GlName::Texture2d(name) = stream.gl_name()? else { return Err(Error::data("the stream is not a 2D texture")) };
    let size = Dimensions::Texture2d { width, height };
    let format = UncompressedFloatFormat::F32F32F32F32;
    // SAFETY: the texture is of that format and size, and is dropped before the stream.
    Ok(unsafe { Texture2d::from_id(display, format, name.get(), false, MipmapsOption::NoMipmap, size) })
}
// ANCHOR_END: texture

/// The program's own scene: a ring, with a skin of its own or a stream's.
struct Ring {
    display: Rc<Context>,
    corners: VertexBuffer<Corner>,
    triangles: IndexBuffer<u32>,
    program: Program,
    own_skin: Texture2d,
    target: Texture2d,
    depth: DepthRenderBuffer,
}

fn failed(error: &dyn std::fmt::Display) -> Error {
    Error::driver("the program's scene", error.to_string())
}

impl Ring {
    fn new(display: &Rc<Context>) -> Result<Ring> {
        let main = "uniform sampler2D skin;\nvoid main() { colour = lit(texture(skin, at).rgb); }\n";
        let fragment = format!("#version 330 core{}{main}", torus::LIGHT);
        let [width, height] = SIZE;
        let chequers: Vec<u8> = (0..64).flat_map(|i| [90 + 100 * ((i / 8 + i) % 2) as u8; 4]).collect();
        let chequers = RawImage2d::from_raw_rgba(chequers, (8, 8));
        Ok(Ring {
            display: display.clone(),
            corners: VertexBuffer::new(display, &torus::corners()).map_err(|error| failed(&error))?,
            triangles: IndexBuffer::new(display, PrimitiveType::TrianglesList, &torus::triangles())
                .map_err(|error| failed(&error))?,
            program: Program::from_source(display, torus::VERTEX, &fragment, None).map_err(|error| failed(&error))?,
            own_skin: Texture2d::new(display, chequers).map_err(|error| failed(&error))?,
            target: Texture2d::empty(display, width, height).map_err(|error| failed(&error))?,
            depth: DepthRenderBuffer::new(display, DepthFormat::I24, width, height).map_err(|error| failed(&error))?,
        })
    }

    /// The ring with that skin; the top row first.
    fn picture(&self, skin: &Texture2d) -> Result<RgbaImage> {
        let surface = SimpleFrameBuffer::with_depth_buffer(&self.display, &self.target, &self.depth);
        let mut surface = surface.map_err(|error| failed(&error))?;
        surface.clear_color_and_depth((0.07, 0.08, 0.11, 1.0), 1.0);
        let parameters = DrawParameters {
            depth: Depth { test: DepthTest::IfLess, write: true, ..Depth::default() },
            backface_culling: BackfaceCullingMode::CullClockwise,
            ..DrawParameters::default()
        };
        let drawn = surface.draw(&self.corners, &self.triangles, &self.program, &uniform! { skin: skin }, &parameters);
        drawn.map_err(|error| failed(&error))?;
        let read: RawImage2d<u8> = self.target.read();
        let picture = RgbaImage::from_raw(read.width, read.height, read.data.into_owned()).unwrap_or_default();
        Ok(image::imageops::flip_vertical(&picture))
    }
}
