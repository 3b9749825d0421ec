//! Scenes in a window: the fragment era on the left, the compute era on the right, on the same kernels as
//! without a window.

use crate::device::Device;
use crate::scene::{Mouse, Scene};
use crate::stream::Stream;
use gristmill_base::era::Era;
use gristmill_base::error::{Error, Missing, Result};
use gristmill_gl::window::{Screen, ScreenRect};
use image::RgbaImage;
use nalgebra::Vector4;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use winit::application::ApplicationHandler;
use winit::dpi::PhysicalSize;
use winit::event::{ElementState, KeyEvent, MouseButton, WindowEvent};
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoop};
use winit::keyboard::{Key, NamedKey};
use winit::window::{Window as Frame, WindowId};

/// A window that shows scenes.
///
/// Tab shows the fragment era, the compute era, or both; space pauses; S saves the visible picture; Escape closes the
/// window. The mouse is the scene's [`Mouse`]. A picture keeps its aspect ratio in any window.
///
/// ```no_run
/// use gristmill::Window;
/// use gristmill::algorithms::heat::Plate;
/// let window = Window { title: "heat".into(), size: [400, 400], frames: None, shot: "heat.png".into() };
/// window.show(|device| Ok(Box::new(Plate::new(device, [64, 64], &[0.0; 64 * 64], 4)?)))?;
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Window {
    /// The beginning of its title; the times of a frame follow.
    pub title: String,
    /// Initial width and height of one era's picture, in pixels.
    pub size: [u32; 2],
    /// Number of frames after which it closes by itself, if any.
    pub frames: Option<usize>,
    /// File of the saved picture: written when S is pressed, and after the last of `frames`.
    pub shot: PathBuf,
}

impl Window {
    /// Opens the window and runs the scene in it until it is closed. `make` creates the scene, once for each era that
    /// the device has.
    ///
    /// # Errors
    /// [`Error::NoDevice`] if there is no display or no driver; otherwise the scene's errors.
    pub fn show(&self, make: impl Fn(&Device) -> Result<Box<dyn Scene>>) -> Result<()> {
        let events = EventLoop::new().map_err(|error| no_display(&error.to_string()))?;
        events.set_control_flow(ControlFlow::Poll);
        let mut app = WindowApp { window: self, make, live: None, ended: Ok(()) };
        events.run_app(&mut app).map_err(|error| no_display(&error.to_string()))?;
        app.ended
    }
}

fn no_display(reason: &str) -> Error {
    let reason = reason.rsplit(": ").next().unwrap_or(reason).trim_end_matches('.'); // winit names its source line before
    Error::no_device(
        Missing::Display,
        format!(
            "there is no display for a window ({reason}): set DISPLAY or WAYLAND_DISPLAY, or leave --window out and \
             open the files"
        ),
    )
}

struct WindowApp<'a, F> {
    window: &'a Window,
    make: F,
    live: Option<OpenWindow>,
    ended: Result<()>,
}

/// State of an open window. The window comes last: it must outlive everything that draws on it.
struct OpenWindow {
    eras: Vec<EraView>,
    seen: VisibleEras,
    paused: bool,
    mouse: Option<Mouse>,
    last: Option<[f32; 2]>,
    /// Size of a picture: [`Window::size`].
    shape: [u32; 2],
    frames: usize,
    save: bool,
    screen: Screen,
    frame: Frame,
}

/// One era's scene.
struct EraView {
    device: Device,
    scene: Box<dyn Scene>,
    /// Time of a frame, smoothed.
    time: Duration,
}

/// The visible eras.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum VisibleEras {
    Both,
    Only(usize),
}

impl VisibleEras {
    fn next_view(self, eras: usize) -> VisibleEras {
        match self {
            VisibleEras::Both => VisibleEras::Only(0),
            VisibleEras::Only(era) if era + 1 < eras => VisibleEras::Only(era + 1),
            VisibleEras::Only(_) => VisibleEras::Both,
        }
    }
}

/// Returns a part of the window: its share of the columns, and all rows. The last part has the remaining columns.
fn part_area(at: usize, parts: usize, [width, height]: [usize; 2]) -> ScreenRect {
    let left = width * at / parts;
    let right = width * (at + 1) / parts;
    ScreenRect { left, top: 0, width: right - left, height }
}

/// Returns the largest centred area with a shape's aspect ratio: nothing is stretched.
fn fit_shape(whole: ScreenRect, [width, height]: [u32; 2]) -> ScreenRect {
    let [width, height] = [width.max(1) as usize, height.max(1) as usize];
    let as_wide = (whole.width, (whole.width * height / width).max(1));
    let as_high = ((whole.height * width / height).max(1), whole.height);
    let (width, height) = if as_wide.1 <= whole.height { as_wide } else { as_high };
    ScreenRect {
        left: whole.left + (whole.width - width) / 2,
        top: whole.top + (whole.height - height) / 2,
        width,
        height,
    }
}

/// Returns the position of a window's point within its part's picture, 0 to 1; outside it, the nearest edge.
fn pointer_position([x, y]: [f64; 2], parts: usize, size: [usize; 2], shape: [u32; 2]) -> [f32; 2] {
    let share = x / size[0].max(1) as f64 * parts as f64;
    let at = (share.max(0.0) as usize).min(parts - 1);
    let ScreenRect { left, top, width, height } = fit_shape(part_area(at, parts, size), shape);
    [find_share(x, left, width), find_share(y, top, height)]
}

fn find_share(at: f64, from: usize, length: usize) -> f32 {
    ((at - from as f64) / length as f64).clamp(0.0, 1.0) as f32
}

impl OpenWindow {
    fn open<F>(window: &Window, make: &F, events: &ActiveEventLoop) -> Result<OpenWindow>
    where
        F: Fn(&Device) -> Result<Box<dyn Scene>>,
    {
        let [width, height] = window.size;
        let wanted = Frame::default_attributes()
            .with_title(&window.title)
            .with_inner_size(PhysicalSize::new(width * 2, height));
        let frame = events.create_window(wanted).map_err(|error| no_display(&error.to_string()))?;
        let size = frame.inner_size();
        let (gl, screen) = gristmill_gl::window::open(&frame, [size.width, size.height])?;
        let fragment = Device::from_gl(gl);
        let mut eras = Vec::new();
        for era in Era::ALL {
            match fragment.with_era(era) {
                Ok(device) => {
                    let scene = make(&device)?;
                    eras.push(EraView { device, scene, time: Duration::ZERO });
                }
                Err(error) => eprintln!("{error}"), // OpenGL before 4.3: the fragment era alone
            }
        }
        Ok(OpenWindow {
            eras,
            seen: VisibleEras::Both,
            paused: false,
            mouse: None,
            last: None,
            shape: window.size,
            frames: 0,
            save: false,
            screen,
            frame,
        })
    }

    fn frame_size(&self) -> [usize; 2] {
        let size = self.frame.inner_size();
        [size.width as usize, size.height as usize]
    }

    /// Returns the number of parts of the window.
    fn part_count(&self) -> usize {
        if self.seen == VisibleEras::Both { self.eras.len() } else { 1 }
    }

    /// Draws one frame of every visible era; returns true after the last frame.
    fn draw_frame(&mut self, window: &Window) -> Result<bool> {
        let size = self.frame_size();
        if size.contains(&0) {
            return Ok(false); // nothing of it is on the screen
        }
        let parts = self.part_count();
        let mouse = self.mouse;
        let screen = &self.screen;
        let seen = self.seen;
        let paused = self.paused;
        let shape = self.shape;
        screen.clear()?;
        let shown = self
            .eras
            .iter_mut()
            .enumerate()
            .filter(|(era, _)| seen == VisibleEras::Both || seen == VisibleEras::Only(*era));
        let mut title = window.title.clone();
        for (at, (_, half)) in shown.enumerate() {
            let start = Instant::now();
            if !paused {
                half.scene.advance(mouse)?;
            }
            let place = fit_shape(part_area(at, parts, size), shape);
            let limit = half.device.limits().texture_side;
            let picture = half.scene.picture([place.width.min(limit), place.height.min(limit)])?;
            half.device.finish()?;
            let time = start.elapsed();
            half.time = if half.time.is_zero() { time } else { (half.time * 7 + time) / 8 };
            show_picture(screen, &half.device, &picture, place, size[1])?;
            title += &format!("  {} {:.1} ms", half.device.era(), half.time.as_secs_f64() * 1e3);
        }
        self.frame.set_title(&title);
        if let Some(mouse) = &mut self.mouse {
            mouse.moved = [0.0; 2];
        }
        self.frames += 1;
        let over = window.frames.is_some_and(|frames| self.frames >= frames);
        if over || std::mem::take(&mut self.save) {
            self.save_shot(window)?;
        }
        self.screen.show_frame()?;
        Ok(over)
    }

    fn save_shot(&self, window: &Window) -> Result<()> {
        let [width, height] = self.frame_size();
        let bytes = self.screen.read([width, height]);
        let image = RgbaImage::from_raw(width as u32, height as u32, bytes)
            .ok_or_else(|| shot_error(window, "the window is too large".to_string()))?;
        image
            .save(&window.shot)
            .map_err(|error| shot_error(window, error.to_string()))?;
        println!("  {}", window.shot.display());
        Ok(())
    }

    fn move_pointer(&mut self, at: [f64; 2]) {
        let at = pointer_position(at, self.part_count(), self.frame_size(), self.shape);
        let before = self.last.replace(at).unwrap_or(at);
        let mouse = self.mouse.get_or_insert_default();
        mouse.at = at;
        for axis in 0..2 {
            mouse.moved[axis] += at[axis] - before[axis];
        }
    }

    fn handle_key(&mut self, key: &Key, events: &ActiveEventLoop) {
        match key.as_ref() {
            Key::Named(NamedKey::Escape) => events.exit(),
            Key::Named(NamedKey::Space) => self.paused = !self.paused,
            Key::Named(NamedKey::Tab) => {
                self.seen = self.seen.next_view(self.eras.len());
                self.last = None; // the pointer is over another place of the scene now
            }
            Key::Character("s" | "S") => self.save = true,
            _ => {}
        }
    }
}

fn shot_error(window: &Window, reason: String) -> Error {
    Error::data(format!("{} cannot be written: {reason}", window.shot.display()))
}

/// Shows a picture of any layout; a buffer is first copied to a texture on the device.
fn show_picture(
    screen: &Screen,
    device: &Device,
    picture: &Stream<Vector4<f32>>,
    place: ScreenRect,
    rows: usize,
) -> Result<()> {
    let texture = device.with_era(Era::Fragment)?;
    let copy;
    let mut shown = picture;
    if picture.raw().is_linear() {
        copy = texture.copy_of(picture)?;
        shown = &copy;
    }
    match (shown.shape().extents(), shown.raw().memories.as_slice()) {
        (&[width, height], &[memory]) => screen.show_picture(memory, [width, height], place, rows),
        _ => Err(Error::data(format!("a stream of {} is not a picture; give it two dimensions", picture.shape()))),
    }
}

impl<F: Fn(&Device) -> Result<Box<dyn Scene>>> ApplicationHandler for WindowApp<'_, F> {
    fn resumed(&mut self, events: &ActiveEventLoop) {
        if self.live.is_none() {
            match OpenWindow::open(self.window, &self.make, events) {
                Ok(live) => self.live = Some(live),
                Err(error) => self.end_with(Err(error), events),
            }
        }
    }

    fn window_event(&mut self, events: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        let Some(live) = &mut self.live else { return };
        match event {
            WindowEvent::CloseRequested => events.exit(),
            WindowEvent::Resized(size) => live.screen.resize(size.width, size.height),
            WindowEvent::CursorMoved { position, .. } => live.move_pointer([position.x, position.y]),
            WindowEvent::CursorLeft { .. } => (live.mouse, live.last) = (None, None),
            WindowEvent::MouseInput { state, button: MouseButton::Left, .. } => {
                if let Some(mouse) = &mut live.mouse {
                    mouse.pressed = state == ElementState::Pressed;
                }
            }
            WindowEvent::KeyboardInput {
                event: KeyEvent { logical_key, state: ElementState::Pressed, .. }, ..
            } => live.handle_key(&logical_key, events),
            WindowEvent::RedrawRequested => match live.draw_frame(self.window) {
                Ok(false) => live.frame.request_redraw(),
                Ok(true) => events.exit(),
                Err(error) => self.end_with(Err(error), events),
            },
            _ => {}
        }
    }

    fn about_to_wait(&mut self, _: &ActiveEventLoop) {
        if let Some(live) = &self.live {
            live.frame.request_redraw();
        }
    }
}

impl<F> WindowApp<'_, F> {
    fn end_with(&mut self, result: Result<()>, events: &ActiveEventLoop) {
        self.ended = result;
        self.live = None;
        events.exit();
    }
}

#[cfg(test)]
mod tests {
    use super::{ScreenRect, VisibleEras, fit_shape, part_area, pointer_position};

    #[test]
    fn parts_fill_the_window() {
        let size = [101, 7];
        let left = part_area(0, 2, size);
        let right = part_area(1, 2, size);
        assert_eq!((left.left, left.left + left.width), (0, right.left));
        assert_eq!(right.left + right.width, 101);
        assert_eq!(part_area(0, 1, size).width, 101);
    }

    #[test]
    fn a_hand_lies_within_its_part() {
        let square = [64, 64];
        assert_eq!(pointer_position([50.0, 25.0], 2, [200, 100], square), [0.5, 0.25]);
        assert_eq!(pointer_position([150.0, 25.0], 2, [200, 100], square), [0.5, 0.25]);
        assert_eq!(pointer_position([200.0, 100.0], 2, [200, 100], square), [1.0, 1.0]);
        // One square in the middle of a wide window leaves 50 columns free on each side.
        assert_eq!(pointer_position([100.0, 50.0], 1, [200, 100], square), [0.5, 0.5]);
        assert_eq!(pointer_position([10.0, 50.0], 1, [200, 100], square), [0.0, 0.5]);
    }

    #[test]
    fn no_picture_is_stretched() {
        let whole = part_area(0, 1, [1024, 512]);
        for (shape, wanted) in [
            ([512, 512], [256, 0, 512, 512]),
            ([768, 256], [0, 85, 1024, 341]),
            ([1024, 512], [0, 0, 1024, 512]),
            ([0, 9], [484, 0, 56, 512]),
        ] {
            let ScreenRect { left, top, width, height } = fit_shape(whole, shape);
            assert_eq!([left, top, width, height], wanted, "{shape:?}");
        }
        let thin = fit_shape(part_area(0, 1, [1, 1]), [10_000, 1]);
        assert_eq!((thin.width, thin.height), (1, 1));
    }

    #[test]
    fn tab_goes_round() {
        let mut seen = VisibleEras::Both;
        for wanted in [VisibleEras::Only(0), VisibleEras::Only(1), VisibleEras::Both] {
            seen = seen.next_view(2);
            assert_eq!(seen, wanted);
        }
        assert_eq!(VisibleEras::Only(0).next_view(1), VisibleEras::Both);
    }
}
