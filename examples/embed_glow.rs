//! A fluid on the mesh of somebody else's scene: Gristmill within a program that draws with glow.
//!
//! Run it with `cargo run --example embed_glow`; `-- --help` lists what can be changed. The program's
//! pictures without the fluid are the same before, between and after Gristmill's calls, and the fluid is drawn
//! where it lies: as a texture in the fragment era, as a buffer in the compute era.

mod arguments;
#[path = "embed/host.rs"]
mod host;
#[path = "embed/torus.rs"]
mod torus;
#[cfg(feature = "window")]
#[path = "embed/window.rs"]
mod window;

use gristmill::algorithms::fluid::{Fields, Fluid};
use gristmill::glow::{self, HasContext};
use gristmill::trace::{Event, Transfer};
use gristmill::{Device, Era, Error, GlName, Result, Scene};
use host::Host;
use image::RgbaImage;
use std::process::ExitCode;
use std::rc::Rc;

const SIZE: [i32; 2] = [400, 300];
const CELLS: usize = 128;

fn main() -> ExitCode {
    arguments::embed(live, |era, arguments| {
        let host = if era == Era::Fragment { Host::open(3, 3)? } else { Host::open(4, 3)? };
        // SAFETY: the context is current.
        let gl = Rc::new(unsafe { glow::Context::from_loader_function(|name| host.address(name)) });
        let ring = Ring::new(gl.clone(), era)?;
        let plain = ring.picture(None);

        // ANCHOR: device
        // SAFETY: the context is current from here to the end.
        let device = unsafe { Device::from_glow(era, gl.clone(), |name| host.address(name)) }?;
        println!("{era} era within a program on {}", device.info().name);
        let (start, conditions) = Fields::jets([CELLS, CELLS]);
        let mut fluid = Fluid::new(&device, &start, conditions)?;
        // ANCHOR_END: device
        let mut same = true;
        for _ in 0..10 {
            fluid.steps(6)?;
            same &= ring.picture(None) == plain;
        }
        // ANCHOR: draw
        let (picture, trace) = device.trace(|| {
            let dye = fluid.picture([CELLS, CELLS])?;
            Ok(ring.picture(Some(dye.gl_name()?)))
        })?;
        // ANCHOR_END: draw
        let copied = |event: &&Event| matches!(event, Event::Transfer { transfer: Transfer::Copy, .. });
        let copies = trace.events.iter().filter(copied).count();
        drop((fluid, device));
        same &= ring.picture(None) == plain;
        // SAFETY: the context is current.
        let error = unsafe { gl.get_error() };
        println!(
            "  12 pictures without the fluid are {}; {copies} copies to draw it",
            if same { "alike" } else { "not alike" }
        );
        let kept = arguments.keep_in(era, "embed_glow", &picture, 1.0)?;
        Ok(same && kept && copies == 0 && error == glow::NO_ERROR && picture != plain)
    })
}

/// The same in a window of the program's own; with a number of frames it saves what the last one shows.
#[cfg(feature = "window")]
fn live(era: Era, arguments: &arguments::Arguments) -> Result<()> {
    let (mut left, shot) = (arguments.frames.unwrap_or(0), arguments.path("embed_glow_window.png")?);
    window::live("embed_glow", SIZE.map(|side| side as u32), arguments.frames, |host| {
        // SAFETY: the context is current.
        let gl = Rc::new(unsafe { glow::Context::from_loader_function(|name| host.address(name)) });
        let ring = Ring::new(gl.clone(), era)?;
        // SAFETY: the context is current as long as the window is open.
        let device = unsafe { Device::from_glow(era, gl, |name| host.address(name)) }?;
        let (start, conditions) = Fields::jets([CELLS, CELLS]);
        let mut fluid = Fluid::new(&device, &start, conditions)?;
        Ok(Box::new(move || {
            fluid.advance(None)?;
            let dye = fluid.picture([CELLS, CELLS])?;
            ring.draw(Some(dye.gl_name()?));
            ring.show();
            if left == 1 {
                ring.read(None).save(&shot).map_err(|error| Error::data(error.to_string()))?;
                println!("  {}", shot.display());
            }
            left = left.saturating_sub(1);
            host.show();
            Ok(())
        }))
    })
}

#[cfg(not(feature = "window"))]
fn live(_: Era, _: &arguments::Arguments) -> Result<()> {
    Err(Error::data("this build has no windows: build with --features window"))
}

/// The program's own scene: a ring, with a skin of its own or a stream's.
struct Ring {
    gl: Rc<glow::Context>,
    triangles: i32,
    target: glow::Framebuffer,
    own_skin: glow::Texture,
    /// A program that reads its skin from a texture, and in the compute era one that reads it from a buffer.
    of_texture: glow::Program,
    of_buffer: Option<glow::Program>,
}

/// The skin from a texture.
const TEXTURE: &str = "
uniform sampler2D skin;
void main() { colour = lit(texture(skin, at).rgb); }
";

/// The skin from a buffer of as many rows as columns.
const BUFFER: &str = "
layout(std430, binding = 0) readonly buffer Skin { vec4 skin[]; };
void main() {
    int side = int(sqrt(float(skin.length())));
    ivec2 cell = ivec2(fract(at) * float(side));
    colour = lit(skin[cell.y * side + cell.x].rgb);
}
";

impl Ring {
    fn new(gl: Rc<glow::Context>, era: Era) -> Result<Ring> {
        let failed = |message: String| Error::driver("the program's scene", message);
        let triangles = torus::triangles();
        // SAFETY: the context is current; what is bound is this program's own, and stays bound.
        unsafe {
            let mesh = gl.create_vertex_array().map_err(failed)?;
            gl.bind_vertex_array(Some(mesh));
            for (target, bytes) in [
                (glow::ARRAY_BUFFER, bytemuck::cast_slice(&torus::corners())),
                (glow::ELEMENT_ARRAY_BUFFER, bytemuck::cast_slice(&triangles)),
            ] {
                gl.bind_buffer(target, Some(gl.create_buffer().map_err(failed)?));
                gl.buffer_data_u8_slice(target, bytes, glow::STATIC_DRAW);
            }
            for (at, lanes, offset) in [(0, 3, 0), (1, 3, 12), (2, 2, 24)] {
                gl.vertex_attrib_pointer_f32(at, lanes, glow::FLOAT, false, 32, offset);
                gl.enable_vertex_attrib_array(at);
            }

            let target = gl.create_framebuffer().map_err(failed)?;
            gl.bind_framebuffer(glow::FRAMEBUFFER, Some(target));
            for (at, format) in
                [(glow::COLOR_ATTACHMENT0, glow::RGBA8), (glow::DEPTH_ATTACHMENT, glow::DEPTH_COMPONENT24)]
            {
                let buffer = gl.create_renderbuffer().map_err(failed)?;
                gl.bind_renderbuffer(glow::RENDERBUFFER, Some(buffer));
                gl.renderbuffer_storage(glow::RENDERBUFFER, format, SIZE[0], SIZE[1]);
                gl.framebuffer_renderbuffer(glow::FRAMEBUFFER, at, glow::RENDERBUFFER, Some(buffer));
            }

            let own_skin = gl.create_texture().map_err(failed)?;
            gl.bind_texture(glow::TEXTURE_2D, Some(own_skin));
            let chequers: Vec<u8> = (0..64).flat_map(|i| [90 + 100 * ((i / 8 + i) % 2) as u8; 4]).collect();
            let texels = glow::PixelUnpackData::Slice(Some(&chequers));
            gl.tex_image_2d(glow::TEXTURE_2D, 0, glow::RGBA8 as i32, 8, 8, 0, glow::RGBA, glow::UNSIGNED_BYTE, texels);
            gl.tex_parameter_i32(glow::TEXTURE_2D, glow::TEXTURE_MIN_FILTER, glow::NEAREST as i32);

            gl.viewport(0, 0, SIZE[0], SIZE[1]);
            gl.enable(glow::DEPTH_TEST);
            gl.enable(glow::CULL_FACE);
            gl.clear_color(0.07, 0.08, 0.11, 1.0);
            let program = |version: &str, skin: &str| {
                program(&gl, torus::VERTEX, &format!("#version {version} core{}{skin}", torus::LIGHT)).map_err(failed)
            };
            let of_texture = program("330", TEXTURE)?;
            let of_buffer = if era == Era::Compute { Some(program("430", BUFFER)?) } else { None };
            Ok(Ring { triangles: triangles.len() as i32, target, own_skin, of_texture, of_buffer, gl: gl.clone() })
        }
    }

    /// The ring with that skin, or with its own.
    fn draw(&self, skin: Option<GlName>) {
        let gl = &self.gl;
        // SAFETY: the context is current, and the skin lives.
        unsafe {
            let texture = match skin {
                Some(GlName::Texture2d(name)) => glow::NativeTexture(name),
                _ => self.own_skin,
            };
            gl.bind_texture(glow::TEXTURE_2D, Some(texture));
            match (skin, self.of_buffer) {
                (Some(GlName::Buffer(name)), Some(of_buffer)) => {
                    gl.bind_buffer_base(glow::SHADER_STORAGE_BUFFER, 0, Some(glow::NativeBuffer(name)));
                    gl.use_program(Some(of_buffer));
                }
                _ => gl.use_program(Some(self.of_texture)),
            }
            gl.clear(glow::COLOR_BUFFER_BIT | glow::DEPTH_BUFFER_BIT);
            gl.draw_elements(glow::TRIANGLES, self.triangles, glow::UNSIGNED_INT, 0);
        }
    }

    /// Copies what was drawn to the window.
    #[cfg(feature = "window")]
    fn show(&self) {
        let [width, height] = SIZE;
        // SAFETY: the context is current; the target is bound again.
        unsafe {
            self.gl.bind_framebuffer(glow::DRAW_FRAMEBUFFER, None);
            let colours = glow::COLOR_BUFFER_BIT;
            self.gl
                .blit_framebuffer(0, 0, width, height, 0, 0, width, height, colours, glow::NEAREST);
            self.gl.bind_framebuffer(glow::DRAW_FRAMEBUFFER, Some(self.target));
        }
    }

    /// Reads the pixels of that target, or of the window if it is `None`; the top row first.
    fn read(&self, target: Option<glow::Framebuffer>) -> RgbaImage {
        let mut bytes = vec![0; (4 * SIZE[0] * SIZE[1]) as usize];
        let into = glow::PixelPackData::Slice(Some(&mut bytes));
        // SAFETY: the context is current, and there is room for the pixels.
        unsafe {
            self.gl.bind_framebuffer(glow::READ_FRAMEBUFFER, target);
            self.gl
                .read_pixels(0, 0, SIZE[0], SIZE[1], glow::RGBA, glow::UNSIGNED_BYTE, into);
            self.gl.bind_framebuffer(glow::READ_FRAMEBUFFER, Some(self.target));
        }
        let picture = RgbaImage::from_raw(SIZE[0] as u32, SIZE[1] as u32, bytes).unwrap_or_default();
        image::imageops::flip_vertical(&picture)
    }

    fn picture(&self, skin: Option<GlName>) -> RgbaImage {
        self.draw(skin);
        self.read(Some(self.target))
    }
}

/// A program of those two shaders.
fn program(gl: &glow::Context, vertex: &str, fragment: &str) -> Result<glow::Program, String> {
    // SAFETY: the context is current.
    unsafe {
        let program = gl.create_program()?;
        for (kind, text) in [(glow::VERTEX_SHADER, vertex), (glow::FRAGMENT_SHADER, fragment)] {
            let shader = gl.create_shader(kind)?;
            gl.shader_source(shader, text);
            gl.compile_shader(shader);
            if !gl.get_shader_compile_status(shader) {
                return Err(gl.get_shader_info_log(shader));
            }
            gl.attach_shader(program, shader);
        }
        gl.link_program(program);
        if gl.get_program_link_status(program) { Ok(program) } else { Err(gl.get_program_info_log(program)) }
    }
}
