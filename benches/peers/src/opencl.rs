//! OpenCL on a processor: PoCL, where it is installed.

use crate::race::Outcome;
use opencl3::command_queue::CommandQueue;
use opencl3::context::Context;
use opencl3::device::{CL_DEVICE_TYPE_ALL, Device, get_all_devices};
use opencl3::kernel::Kernel;
use opencl3::memory::{Buffer, CL_MEM_READ_WRITE, ClMem};
use opencl3::program::Program;
use opencl3::types::{CL_BLOCKING, cl_int};
use std::ptr::{null, null_mut};
use std::rc::Rc;

pub struct OpenCl {
    context: Context,
    queue: CommandQueue,
    /// The device and its driver.
    pub name: String,
}

pub type Floats = Rc<Buffer<f32>>;

/// A kernel with its arguments set, and the work items of the dispatch and of a group.
pub struct Launch {
    kernel: Kernel,
    items: [usize; 2],
    group: [usize; 2],
    /// OpenCL does not keep what a kernel is to read or write.
    _kept: Vec<Floats>,
}

pub enum Argument<'a> {
    Buffer(&'a Floats),
    Int(usize),
    Float(f32),
}

impl OpenCl {
    pub fn open() -> Result<Rc<OpenCl>, String> {
        let open = || -> Result<OpenCl, String> {
            let devices = get_all_devices(CL_DEVICE_TYPE_ALL).map_err(|error| format!("no OpenCL: {error}"))?;
            let id = *devices.first().ok_or("no device of OpenCL")?;
            let device = Device::new(id);
            let context = Context::from_device(&device)?;
            let queue = CommandQueue::create_default(&context, 0)?;
            let name = format!("{}, {}, {}", device.name()?, device.version()?, device.driver_version()?);
            Ok(OpenCl { context, queue, name })
        };
        open().map(Rc::new)
    }

    fn memory(&self, floats: usize) -> Outcome<Buffer<f32>> {
        // SAFETY: no memory of the host's is given.
        Ok(unsafe { Buffer::create(&self.context, CL_MEM_READ_WRITE, floats, null_mut())? })
    }

    pub fn empty(&self, floats: usize) -> Outcome<Floats> {
        self.memory(floats).map(Rc::new)
    }

    pub fn buffer(&self, data: &[f32]) -> Outcome<Floats> {
        let mut buffer = self.memory(data.len())?;
        // SAFETY: the buffer has this size, and the call returns when all is written.
        unsafe { self.queue.enqueue_write_buffer(&mut buffer, CL_BLOCKING, 0, data, &[])? };
        Ok(Rc::new(buffer))
    }

    /// One kernel of a text of OpenCL C, compiled with what `options` define.
    pub fn launch(
        &self,
        text: &str,
        options: &str,
        name: &str,
        arguments: &[Argument],
        items: [usize; 2],
        group: [usize; 2],
    ) -> Outcome<Launch> {
        let program = Program::create_and_build_from_source(&self.context, text, options)?;
        let kernel = Kernel::create(&program, name)?;
        let mut kept = Vec::new();
        for (at, argument) in (0..).zip(arguments) {
            // SAFETY: the kernels of this crate declare their arguments so, and OpenCL compares their sizes.
            unsafe {
                match argument {
                    Argument::Buffer(buffer) => {
                        kept.push(Rc::clone(buffer));
                        kernel.set_arg(at, &buffer.get())?;
                    }
                    Argument::Int(number) => kernel.set_arg(at, &(*number as cl_int))?,
                    Argument::Float(number) => kernel.set_arg(at, number)?,
                }
            }
        }
        Ok(Launch { kernel, items, group, _kept: kept })
    }

    /// All of these, one after another, until the last has ended.
    pub fn run(&self, launches: &[Launch]) -> Outcome {
        for Launch { kernel, items, group, .. } in launches {
            // SAFETY: two sizes each, and the buffers live as long as the kernel.
            unsafe {
                self.queue
                    .enqueue_nd_range_kernel(kernel.get(), 2, null(), items.as_ptr(), group.as_ptr(), &[])?
            };
        }
        Ok(self.queue.finish()?)
    }

    /// The first numbers of a buffer.
    pub fn read(&self, buffer: &Floats, count: usize) -> Outcome<Vec<f32>> {
        let mut numbers = vec![0.0; count];
        // SAFETY: the buffer has at least so many, and the call returns when all is read.
        unsafe { self.queue.enqueue_read_buffer(buffer, CL_BLOCKING, 0, &mut numbers, &[])? };
        Ok(numbers)
    }
}
