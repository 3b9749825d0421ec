//! EGL pbuffers: a chain of passes that switches surfaces as programs of 2004 did, and as later ones do.
//!
//! It has its own contexts and surfaces. The context that was current on the thread is restored after each call. All GL
//! objects created here are freed with the contexts.

mod chain;
mod egl_functions;

use super::cover::COVER;
use super::driver_lock::DriverLock;
use super::egl::ThreadState;
use egl_functions::{CurrentGuard, EglFunctions, Pbuffer, proc_address};
use glow::{HasContext, NativeFramebuffer, NativeProgram, NativeTexture, NativeUniformLocation};
use glutin::api::egl::context::NotCurrentContext;
use glutin::api::egl::device::Device;
use glutin::api::egl::display::Display;
use glutin::config::{ConfigSurfaceTypes, ConfigTemplateBuilder};
use glutin::context::{ContextApi, ContextAttributesBuilder, GlProfile, Version};
use glutin::prelude::*;
use gristmill_base::error::{Error, Missing, Result};
use gristmill_machine::{RenderToTexture, SurfaceBinding, SurfaceCounts};
use std::rc::Rc;

/// The newest and the oldest context version requested.
const VERSIONS: [(u8, u8); 2] = [(4, 5), (3, 3)];
/// The index of the surface and the texture with two halves.
const WIDE_INDEX: usize = 2;

type TextureBarrier = unsafe extern "system" fn();

/// Two pbuffers and a wide one, two contexts that share objects, and a kernel.
pub struct PbufferChain {
    side: i32,
    binding: SurfaceBinding,
    way: RenderToTexture,
    /// The index of the surface, texture or half that holds the last result.
    now: usize,
    /// True if nothing was drawn yet: the first pass reads the initial texels from the texture.
    fresh: bool,
    counts: SurfaceCounts,
    textures: [NativeTexture; 3],
    targets: [NativeFramebuffer; 3],
    places: [Option<NativeUniformLocation>; 3],
    texture_barrier: Option<TextureBarrier>,
    gl: glow::Context,
    // In the order in which they are dropped.
    surfaces: [Pbuffer; 3],
    contexts: [NotCurrentContext; 2],
    egl: Rc<EglFunctions>,
    #[expect(dead_code, reason = "what was made of it lives no longer than it")]
    display: Display,
    #[expect(dead_code, reason = "dropped after everything whose end calls EGL")]
    thread: ThreadState,
    /// Acquired on drop, and released last.
    lock: Option<DriverLock>,
}

impl Drop for PbufferChain {
    fn drop(&mut self) {
        self.lock = Some(DriverLock::acquire());
    }
}

/// The surfaces, textures and offsets of one pass.
struct ChainPass {
    surface: usize,
    context: usize,
    target: Option<usize>,
    source: usize,
    from: i32,
    to: i32,
    /// The surface that is bound as the source texture's image during the pass.
    bound: Option<usize>,
    copied_to: Option<usize>,
}

impl PbufferChain {
    /// Opens surfaces of `side` x `side` texels on the first EGL device that has pbuffers, and
    /// compiles the fragment kernel.
    ///
    /// # Errors
    /// [`Error::NoDevice`] if no device has pbuffers, [`Error::Call`] if the driver rejects the kernel.
    pub fn open(side: u32, kernel: &str) -> Result<PbufferChain> {
        let devices = Device::query_devices().map_err(|error| refuse_pbuffers(error.to_string()))?;
        let mut refusal = refuse_pbuffers("EGL finds no device".into());
        for device in devices {
            // SAFETY: no native display is passed, so nothing has to outlive the call.
            match unsafe { Display::with_device(&device, None) } {
                Ok(display) => match PbufferChain::open_on_display(display, side, kernel) {
                    Ok(pbuffers) => return Ok(pbuffers),
                    Err(error @ Error::Call { .. }) => return Err(error),
                    Err(why) => refusal = refuse_pbuffers(why.to_string()),
                },
                Err(why) => refusal = refuse_pbuffers(why.to_string()),
            }
        }
        Err(refusal)
    }

    fn open_on_display(display: Display, side: u32, kernel: &str) -> Result<PbufferChain> {
        let thread = ThreadState::for_display(&display);
        let egl = EglFunctions::for_display(&display)?;
        let was = CurrentGuard::save_current(&egl);
        let template = ConfigTemplateBuilder::new()
            .with_surface_type(ConfigSurfaceTypes::PBUFFER)
            .with_depth_size(0)
            .with_stencil_size(0)
            .build();
        // SAFETY: the display was initialised when it was made.
        let mut configs = unsafe { display.find_configs(template) }.map_err(refuse_context)?;
        let config = configs.find(|config| config.alpha_size() == 8 && config.num_samples() == 0);
        let config =
            config.ok_or_else(|| Error::driver("making a pbuffer", "no configuration has 8 bits a channel"))?;
        drop(configs);
        let context = |sharing: Option<&NotCurrentContext>| {
            let mut refusal = Error::driver("making a pbuffer's context", "no version was accepted");
            for (major, minor) in VERSIONS {
                let attributes = ContextAttributesBuilder::new()
                    .with_profile(GlProfile::Core)
                    .with_context_api(ContextApi::OpenGl(Some(Version::new(major, minor))));
                let attributes = match sharing {
                    Some(other) => attributes.with_sharing(other),
                    None => attributes,
                };
                // SAFETY: the configuration is of this display, and there is no window.
                match unsafe { display.create_context(&config, &attributes.build(None)) } {
                    Ok(context) => return Ok(context),
                    Err(error) => refusal = refuse_context(error),
                }
            }
            Err(refusal)
        };
        let first = context(None)?;
        let contexts = [context(Some(&first))?, first];
        let surfaces = [
            Pbuffer::new(&egl, &config, [side, side], true)?,
            Pbuffer::new(&egl, &config, [side, side], true)?,
            Pbuffer::new(&egl, &config, [2 * side, side], false)?,
        ];

        egl.make_current(&surfaces[0], &contexts[0])?;
        // SAFETY: the context is current on this thread.
        let gl = unsafe { glow::Context::from_loader_function(|symbol| proc_address(&display, symbol)) };
        let version = (gl.version().major, gl.version().minor);
        let barriers = version >= (4, 5) || gl.supported_extensions().contains("GL_ARB_texture_barrier");
        // SAFETY: the function has had this signature since OpenGL 4.5; null is `None`.
        let texture_barrier = unsafe {
            std::mem::transmute::<*const std::ffi::c_void, Option<TextureBarrier>>(proc_address(
                &display,
                "glTextureBarrier",
            ))
        };
        let side = side as i32;
        let program = compile_program(&gl, kernel)?;
        // SAFETY: the contexts are made current in turn; the objects created are freed with them.
        let (textures, targets, places) = unsafe {
            let mut textures = Vec::new();
            let mut targets = Vec::new();
            for at in 0..3 {
                let texture = gl.create_texture().map_err(refuse_textures)?;
                gl.bind_texture(glow::TEXTURE_2D, Some(texture));
                allocate_texels(&gl, if at == WIDE_INDEX { 2 * side } else { side }, side);
                let target = gl.create_framebuffer().map_err(refuse_textures)?;
                gl.bind_framebuffer(glow::FRAMEBUFFER, Some(target));
                let colour = glow::COLOR_ATTACHMENT0;
                gl.framebuffer_texture_2d(glow::FRAMEBUFFER, colour, glow::TEXTURE_2D, Some(texture), 0);
                textures.push(texture);
                targets.push(target);
            }
            gl.bind_framebuffer(glow::FRAMEBUFFER, None);
            let places = ["from", "to", "side"].map(|name| gl.get_uniform_location(program, name));
            for at in [1, 0] {
                egl.make_current(&surfaces[at], &contexts[at])?;
                gl.bind_vertex_array(Some(gl.create_vertex_array().map_err(refuse_textures)?));
                gl.use_program(Some(program));
            }
            gl.uniform_1_i32(places[2].as_ref(), side);
            (textures, targets, places)
        };
        let (Ok(textures), Ok(targets)) = (textures.try_into(), targets.try_into()) else {
            return Err(refuse_textures("there are not three of them".into()));
        };
        let mut pbuffers = PbufferChain {
            side,
            binding: SurfaceBinding::Refused,
            way: RenderToTexture::Copies,
            now: 0,
            fresh: true,
            counts: SurfaceCounts::default(),
            textures,
            targets,
            places,
            texture_barrier: texture_barrier.filter(|_| barriers),
            gl,
            surfaces,
            contexts,
            egl,
            display,
            thread,
            lock: None,
        };
        pbuffers.binding = pbuffers.test_binding()?;
        drop(was);
        Ok(pbuffers)
    }

    /// Tests whether the content of a surface shows when it is bound as a texture.
    fn test_binding(&self) -> Result<SurfaceBinding> {
        let gl = &self.gl;
        let drawn = [64, 128, 191, 255];
        // SAFETY: the context is current, and there is room for the texels.
        unsafe {
            let [red, green, blue, alpha] = drawn.map(|byte| f32::from(byte) / 255.0);
            gl.clear_color(red, green, blue, alpha);
            gl.clear(glow::COLOR_BUFFER_BIT);
            self.egl.make_current(&self.surfaces[1], &self.contexts[0])?;
            gl.bind_texture(glow::TEXTURE_2D, Some(self.textures[0]));
            let bound = self.egl.bind_surface(&self.surfaces[0]);
            let mut found = vec![0u8; (4 * self.side * self.side) as usize];
            if bound {
                let into = glow::PixelPackData::Slice(Some(&mut found));
                gl.get_tex_image(glow::TEXTURE_2D, 0, glow::RGBA, glow::UNSIGNED_BYTE, into);
                self.egl.release_surface(&self.surfaces[0]);
            }
            allocate_texels(gl, self.side, self.side);
            let _ = gl.get_error(); // an error of the binding adds nothing to the texels found
            Ok(match bound {
                false => SurfaceBinding::Refused,
                true if found[..4] == drawn => SurfaceBinding::Shown,
                true => SurfaceBinding::Empty,
            })
        }
    }

    /// The driver's behaviour with surfaces bound as textures.
    pub fn binding(&self) -> SurfaceBinding {
        self.binding
    }

    /// Returns true if the driver supports this way.
    pub fn has_way(&self, way: RenderToTexture) -> bool {
        way != RenderToTexture::Halves || self.texture_barrier.is_some()
    }

    /// The counts since the chain began.
    pub fn counts(&self) -> SurfaceCounts {
        self.counts
    }
}

fn refuse_textures(message: String) -> Error {
    Error::driver("making a pbuffer's textures", message)
}

fn refuse_context(error: glutin::error::Error) -> Error {
    Error::driver("making a pbuffer's context", error.to_string())
}

fn refuse_pbuffers(why: String) -> Error {
    Error::no_device(
        Missing::Driver,
        format!(
            "no pbuffers here ({why}); Mesa's driver has them (Debian, Ubuntu: `sudo apt install libegl1 libgl1-mesa-dri`)"
        ),
    )
}

/// Allocates texels in the bound texture, and sets it to nearest filtering.
///
/// # Safety
/// The context must be current.
unsafe fn allocate_texels(gl: &glow::Context, width: i32, height: i32) {
    let none = glow::PixelUnpackData::Slice(None);
    let kind = glow::UNSIGNED_BYTE;
    let format = glow::RGBA;
    // SAFETY: ensured by the caller.
    unsafe {
        gl.tex_image_2d(glow::TEXTURE_2D, 0, glow::RGBA8 as i32, width, height, 0, format, kind, none);
        for filter in [glow::TEXTURE_MIN_FILTER, glow::TEXTURE_MAG_FILTER] {
            gl.tex_parameter_i32(glow::TEXTURE_2D, filter, glow::NEAREST as i32);
        }
    }
}

fn compile_program(gl: &glow::Context, kernel: &str) -> Result<NativeProgram> {
    // SAFETY: the context is current.
    unsafe {
        let program = gl.create_program().map_err(refuse_program)?;
        for (kind, text) in [(glow::VERTEX_SHADER, COVER), (glow::FRAGMENT_SHADER, kernel)] {
            let shader = gl.create_shader(kind).map_err(refuse_program)?;
            gl.shader_source(shader, text);
            gl.compile_shader(shader);
            gl.attach_shader(program, shader);
        }
        gl.link_program(program);
        match gl.get_program_link_status(program) {
            true => Ok(program),
            false => {
                let said = gl.get_program_info_log(program);
                Err(Error::call("the kernel of the surfaces", format!("the driver rejected it: {}", said.trim())))
            }
        }
    }
}

fn refuse_program(message: String) -> Error {
    Error::driver("compiling a pbuffer's kernel", message)
}
