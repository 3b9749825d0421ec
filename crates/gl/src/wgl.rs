//! OpenGL on Windows: a context by WGL, through glutin, on a hidden window.
//!
//! WGL has no contexts without a window, and finds its newer functions only where one is current. The window is never
//! shown. It belongs to the thread that made it, as the context does.

use super::context::ContextHandles;
use super::driver_lock::DriverLock;
use super::glutin_context::{Display, create_newest_context};
use glutin::config::{ConfigSurfaceTypes, ConfigTemplateBuilder};
use glutin::prelude::*;
use glutin::surface::{SurfaceAttributesBuilder, WindowSurface};
use gristmill_base::error::{Error, Missing, Result};
use raw_window_handle::{RawDisplayHandle, RawWindowHandle, Win32WindowHandle, WindowsDisplayHandle};
use std::num::{NonZeroIsize, NonZeroU32};
use std::ptr::null;
use std::rc::Rc;
use windows_sys::Win32::System::LibraryLoader::GetModuleHandleW;
use windows_sys::Win32::UI::WindowsAndMessaging::{
    CS_OWNDC, CreateWindowExW, DefWindowProcW, DestroyWindow, RegisterClassExW, WNDCLASSEXW, WS_POPUP,
};

/// Width and height of the hidden window, in pixels. Nothing is drawn on it.
const SIDE: NonZeroU32 = NonZeroU32::MIN.saturating_add(15);

/// Returns the number of devices that can be chosen: WGL has one, the driver of the main screen.
pub(super) fn device_count() -> Result<usize> {
    Ok(1)
}

/// Opens the device of the main screen, which has the number 0.
pub(super) fn open(number: Option<usize>) -> Result<ContextHandles> {
    if let Some(number @ 1..) = number {
        return Err(refuse_device(format!("there is no device {number}; choose 0, the only one of WGL")));
    }
    let _lock = DriverLock::acquire();
    let window = HiddenWindow::create()?;
    let handle = RawWindowHandle::Win32(window.handle);
    // SAFETY: the window lives, and its handle names the module that made it.
    let display = unsafe { Display::new(RawDisplayHandle::Windows(WindowsDisplayHandle::new()), Some(handle)) };
    let display = display.map_err(|error| no_driver(&error.to_string()))?;
    let template = ConfigTemplateBuilder::new()
        .compatible_with_native_window(handle)
        .with_surface_type(ConfigSurfaceTypes::WINDOW)
        .build();
    // SAFETY: the window lives.
    let configs = unsafe { display.find_configs(template) };
    let config = configs
        .ok()
        .and_then(|mut configs| configs.next())
        .ok_or_else(|| no_driver("it has no pixel format for a window"))?;
    let context = create_newest_context(&display, &config, Some(handle)).map_err(|refusal| too_old(&refusal))?;
    let attributes = SurfaceAttributesBuilder::<WindowSurface>::new().build(handle, SIDE, SIDE);
    // SAFETY: the window outlives the surface: the context keeps both, and drops the window last.
    let surface = unsafe { display.create_window_surface(&config, &attributes) };
    let surface = Rc::new(surface.map_err(|error| no_driver(&error.to_string()))?);
    let context = context.make_current(&surface).map_err(|error| no_driver(&error.to_string()))?;
    ContextHandles::from_glutin(display, context, Some(surface), Box::new(window)).map_err(|refusal| too_old(&refusal))
}

fn refuse_device(sentence: String) -> Error {
    Error::no_device(Missing::Driver, sentence)
}

fn no_driver(reason: &str) -> Error {
    refuse_device(format!(
        "no OpenGL driver starts ({reason}): install the graphics card's driver, or put Mesa's opengl32.dll beside the \
         program, or use the emulator (GRISTMILL_DEVICE=emulator); `gristmill doctor` says more"
    ))
}

fn too_old(reason: &str) -> Error {
    Error::no_device(
        Missing::Version { needed: (3, 3), offered: None },
        format!(
            "the driver offers no OpenGL 3.3 core context ({reason}): the fragment era needs 3.3, the compute era 4.3; \
             install the graphics card's driver, or put Mesa's opengl32.dll beside the program; `gristmill doctor` says \
             more"
        ),
    )
}

/// A window that is never shown, destroyed when this is dropped.
struct HiddenWindow {
    handle: Win32WindowHandle,
}

impl HiddenWindow {
    fn create() -> Result<HiddenWindow> {
        let name: Vec<u16> = "GristmillHiddenWindow\0".encode_utf16().collect();
        // SAFETY: null asks for the module of this process. All pointers live until the calls return; a class that is
        // registered twice is refused, and the first one stays.
        let (module, window) = unsafe {
            let module = GetModuleHandleW(null());
            let class = WNDCLASSEXW {
                cbSize: size_of::<WNDCLASSEXW>() as u32,
                style: CS_OWNDC,
                lpfnWndProc: Some(DefWindowProcW),
                hInstance: module,
                lpszClassName: name.as_ptr(),
                ..std::mem::zeroed()
            };
            RegisterClassExW(&class);
            let side = SIDE.get() as i32;
            let window =
                CreateWindowExW(0, name.as_ptr(), name.as_ptr(), WS_POPUP, 0, 0, side, side, 0, 0, module, null());
            (module, window)
        };
        let window = NonZeroIsize::new(window).ok_or_else(|| no_driver("the system makes no window"))?;
        let mut handle = Win32WindowHandle::new(window);
        handle.hinstance = NonZeroIsize::new(module);
        Ok(HiddenWindow { handle })
    }
}

impl Drop for HiddenWindow {
    fn drop(&mut self) {
        // SAFETY: the window was made on this thread: a device cannot leave it.
        unsafe {
            DestroyWindow(self.handle.hwnd.get());
        }
    }
}
