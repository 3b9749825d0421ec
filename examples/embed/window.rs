//! A program's own window, by winit, with an OpenGL context in it.

use super::host::Host;
use gristmill::{Error, Result};
use std::rc::Rc;
use winit::application::ApplicationHandler;
use winit::dpi::PhysicalSize;
use winit::event::{ElementState, KeyEvent, WindowEvent};
use winit::event_loop::{ActiveEventLoop, EventLoop};
use winit::keyboard::{Key, NamedKey};
use winit::raw_window_handle::{HasDisplayHandle, HasWindowHandle};
use winit::window::{Window, WindowId};

/// A function that draws a frame and shows it.
pub type Frame = Box<dyn FnMut() -> Result<()>>;

/// Opens a window, makes what draws in its context, and draws until Escape, or for so many frames.
///
/// # Errors
/// [`Error::NoDevice`] where there is no display, or no driver for it; those of what draws.
pub fn live(
    title: &str,
    size: [u32; 2],
    frames: Option<usize>,
    make: impl FnOnce(Rc<Host>) -> Result<Frame>,
) -> Result<()> {
    let events = EventLoop::new().map_err(|error| Error::driver("opening a window", error.to_string()))?;
    let mut app = App { title, size, left: frames.unwrap_or(usize::MAX), make: Some(make), live: None, ended: Ok(()) };
    let ran = events.run_app(&mut app);
    ran.map_err(|error| Error::driver("a window's events", error.to_string()))?;
    app.ended
}

struct App<'a, M> {
    title: &'a str,
    size: [u32; 2],
    left: usize,
    make: Option<M>,
    live: Option<Live>,
    ended: Result<()>,
}

/// The objects of an open window, in the order in which they are dropped.
struct Live {
    frame: Frame,
    window: Window,
}

impl<M: FnOnce(Rc<Host>) -> Result<Frame>> App<'_, M> {
    fn open(&mut self, events: &ActiveEventLoop) -> Result<Option<Live>> {
        let Some(make) = self.make.take() else { return Ok(None) };
        let failed = |error: &dyn std::fmt::Display| Error::driver("opening a window", error.to_string());
        let [width, height] = self.size;
        let wanted = Window::default_attributes()
            .with_title(self.title)
            .with_inner_size(PhysicalSize::new(width, height))
            .with_resizable(false);
        let window = events.create_window(wanted).map_err(|error| failed(&error))?;
        let display = window.display_handle().map_err(|error| failed(&error))?.as_raw();
        let handle = window.window_handle().map_err(|error| failed(&error))?.as_raw();
        let host = Host::in_window(display, handle, self.size)?;
        let frame = make(Rc::new(host))?;
        Ok(Some(Live { frame, window }))
    }

    fn draw(&mut self, events: &ActiveEventLoop) -> Result<()> {
        let Some(live) = &mut self.live else { return Ok(()) };
        (live.frame)()?;
        live.window.request_redraw();
        self.left -= 1;
        if self.left == 0 {
            events.exit();
        }
        Ok(())
    }

    fn end(&mut self, events: &ActiveEventLoop, result: Result<()>) {
        if result.is_err() {
            self.ended = result;
            events.exit();
        }
    }
}

impl<M: FnOnce(Rc<Host>) -> Result<Frame>> ApplicationHandler for App<'_, M> {
    fn resumed(&mut self, events: &ActiveEventLoop) {
        let opened = self.open(events).map(|live| self.live = live.or(self.live.take()));
        self.end(events, opened);
    }

    fn window_event(&mut self, events: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        match event {
            WindowEvent::CloseRequested => events.exit(),
            WindowEvent::KeyboardInput {
                event: KeyEvent { logical_key: Key::Named(NamedKey::Escape), state: ElementState::Pressed, .. },
                ..
            } => events.exit(),
            WindowEvent::RedrawRequested => {
                let drawn = self.draw(events);
                self.end(events, drawn);
            }
            _ => {}
        }
    }
}
