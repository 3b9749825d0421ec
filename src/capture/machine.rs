//! A backend around another one that records its launches.

use super::kept::{Covers, Event, Held, Kept, KeptProgram, Launch, Pass, Run, What};
use gristmill_base::element::Format;
use gristmill_base::error::{Error, Result};
use gristmill_machine::{
    Backend, Barriers, Blueprint, Code, Contents, DeviceInfo, Dispatch, Draw, Geometry, GlName, Groups, LaunchClock,
    MemoryId, Pending, Program, Region, Sampling, Value,
};
use std::rc::Rc;
use std::time::Duration;

/// A backend whose launches are recorded during a capture.
pub(crate) struct Capturing {
    inner: Box<dyn Backend>,
    kept: Rc<Kept>,
}

/// A kernel of the inner backend, and its texts.
struct Known {
    inner: Program,
    texts: Rc<KeptProgram>,
}

impl Capturing {
    pub(crate) fn new(inner: Box<dyn Backend>, kept: Rc<Kept>) -> Capturing {
        Capturing { inner, kept }
    }

    fn known(program: &Program) -> Result<Rc<Known>> {
        let another = || Error::driver("launching", "the kernel was compiled for another machine");
        program.0.clone().downcast().map_err(|_| another())
    }

    /// Reads a slice of a memory.
    fn held(&self, id: MemoryId, blueprint: &Blueprint, slice: usize) -> Result<Vec<u32>> {
        let (region, words) = slice_of(blueprint, slice);
        let mut held = vec![0; words];
        if words > 0 {
            self.inner.read(id, &[region], &mut held)?;
        }
        Ok(held)
    }

    /// Records an action of the host, if a capture is running.
    fn note(&self, event: impl FnOnce(&Kept) -> Event) {
        if self.kept.on.get() {
            let event = event(&self.kept);
            self.kept.run.borrow_mut().event(event);
        }
    }

    /// Records a launch with the content of its outputs.
    fn launched(&self, texts: &Rc<KeptProgram>, launch: Launch, outputs: &[(&str, MemoryId, usize)]) -> Result<()> {
        let mut launch = launch;
        let mut run = self.kept.run.borrow_mut();
        launch.program = run.program(texts);
        for (name, id, slice) in outputs {
            let found = self.kept.alive.borrow().get(&id.0).copied();
            let Some((memory, blueprint)) = found else { continue };
            let takes = run.takes(slice_of(&blueprint, *slice).1);
            let words = takes.then(|| self.held(*id, &blueprint, *slice)).transpose()?;
            launch
                .outputs
                .push(Held { name: name.to_string(), memory, slice: *slice, words });
        }
        run.launched(launch);
        Ok(())
    }

    fn launch(&self, uniforms: &[(&str, Value)], textures: &[(&str, MemoryId, Sampling)], what: What) -> Launch {
        let number = |id: &MemoryId| self.kept.number(*id);
        let uniforms = uniforms.iter().map(|(name, value)| (name.to_string(), *value)).collect();
        let textures = textures
            .iter()
            .map(|(name, id, sampling)| (name.to_string(), number(id), *sampling));
        Launch {
            program: 0,
            uniforms,
            textures: textures.collect(),
            images: vec![],
            buffers: vec![],
            what,
            outputs: vec![],
        }
    }

    fn pass(&self, draw: &Draw) -> Pass {
        let number = |id: MemoryId| self.kept.number(id);
        let covers = match draw.geometry {
            Geometry::Regions(regions) => Covers::Regions(regions.to_vec()),
            Geometry::Vertices { mode, count, attributes, size } => {
                let attributes = attributes
                    .iter()
                    .map(|(name, id, format)| (name.to_string(), number(*id), *format));
                Covers::Vertices { mode, count, attributes: attributes.collect(), size }
            }
        };
        Pass {
            depth_stencil: draw.depth_stencil.map(|(id, state)| (number(id), state)),
            covers,
            blend: draw.blend,
            query: draw.query.map(number),
            condition: draw.condition.map(number),
            of_a_card: draw.arithmetic.is_some(),
        }
    }
}

/// Returns the region of a whole slice, and its number of words.
fn slice_of(blueprint: &Blueprint, slice: usize) -> (Region, usize) {
    let [width, height] = match blueprint {
        Blueprint::Buffer { words, .. } => [*words, 1],
        Blueprint::Query => [1, 1],
        other => other.slice(slice),
    };
    (Region { x: 0, y: 0, z: slice, width, height }, width * height * words_of(blueprint))
}

/// Returns the words of one element of its regions; 0 for memories that cannot be read.
fn words_of(blueprint: &Blueprint) -> usize {
    match blueprint {
        Blueprint::Texture { format, .. }
        | Blueprint::Row { format, .. }
        | Blueprint::Volume { format, .. }
        | Blueprint::Cube { format, .. } => format.words(),
        Blueprint::Buffer { .. } | Blueprint::Query => 1,
        Blueprint::DepthStencil { .. } => 0,
    }
}

/// Beginning and end of a capture.
impl Capturing {
    /// Begins a capture, with the present content of all live memories.
    pub(crate) fn begin(kept: &Kept, backend: &dyn Backend) -> Result<()> {
        kept.on.set(false);
        for (id, blueprint) in kept.begin() {
            for slice in 0..blueprint.slices() {
                let (region, count) = slice_of(&blueprint, slice);
                let mut words = vec![0; count];
                if count > 0 {
                    backend.read(id, &[region], &mut words)?;
                    let number = kept.number(id);
                    kept.run.borrow_mut().event(Event::Write(number, region, words));
                }
            }
        }
        kept.on.set(true);
        Ok(())
    }

    /// Ends the capture and returns the run.
    pub(crate) fn end(kept: &Kept) -> Run {
        kept.on.set(false);
        kept.run.take()
    }
}

impl Backend for Capturing {
    fn info(&self) -> &DeviceInfo {
        self.inner.info()
    }

    fn create(&self, blueprint: &Blueprint) -> Result<MemoryId> {
        let id = self.inner.create(blueprint)?;
        self.kept.made(id, *blueprint);
        Ok(id)
    }

    fn reset(&self, memory: MemoryId, blueprint: &Blueprint, contents: Contents) -> Result<()> {
        self.note(|kept| Event::Reset(kept.number(memory), contents));
        self.inner.reset(memory, blueprint, contents)
    }

    fn destroy(&self, memory: MemoryId) {
        self.kept.alive.borrow_mut().remove(&memory.0);
        self.inner.destroy(memory);
    }

    fn write(&self, memory: MemoryId, region: &Region, words: &[u32]) -> Result<()> {
        self.note(|kept| Event::Write(kept.number(memory), *region, words.to_vec()));
        self.inner.write(memory, region, words)
    }

    fn read(&self, memory: MemoryId, regions: &[Region], words: &mut [u32]) -> Result<()> {
        self.inner.read(memory, regions, words)?;
        self.note(|kept| Event::Read(kept.number(memory), regions.to_vec(), words.to_vec()));
        Ok(())
    }

    fn read_later(&self, memory: MemoryId, regions: &[Region]) -> Result<Box<dyn Pending>> {
        if self.kept.on.get() {
            let blueprint = self.kept.alive.borrow().get(&memory.0).map(|(_, blueprint)| *blueprint);
            let each = blueprint.map_or(0, |blueprint| words_of(&blueprint));
            let mut words = vec![0; regions.iter().map(|region| region.width * region.height * each).sum()];
            self.read(memory, regions, &mut words)?;
        }
        self.inner.read_later(memory, regions)
    }

    fn copy(&self, from: (MemoryId, &Region), to: (MemoryId, &Region)) -> Result<()> {
        self.note(|kept| Event::Copy((kept.number(from.0), *from.1), (kept.number(to.0), *to.1)));
        self.inner.copy(from, to)
    }

    fn compile(&self, code: &Code) -> Result<Program> {
        let inner = self.inner.compile(code)?;
        let stages = [code.vertex, code.fragment, code.compute]
            .into_iter()
            .flatten()
            .cloned()
            .collect();
        let texts = KeptProgram { stages, module: code.module.clone() };
        Ok(Program(Rc::new(Known { inner, texts: Rc::new(texts) })))
    }

    fn draw(&self, draw: &Draw) -> Result<()> {
        let known = Capturing::known(draw.program)?;
        self.inner.draw(&Draw { program: &known.inner, remember: None, ..*draw })?;
        if !self.kept.on.get() {
            return Ok(());
        }
        let launch = self.launch(draw.uniforms, draw.textures, What::Pass(Box::new(self.pass(draw))));
        self.launched(&known.texts, launch, draw.targets)
    }

    fn dispatch(&self, dispatch: &Dispatch) -> Result<()> {
        let known = Capturing::known(dispatch.program)?;
        self.inner
            .dispatch(&Dispatch { program: &known.inner, remember: None, ..*dispatch })?;
        if !self.kept.on.get() {
            return Ok(());
        }
        let groups = if let Groups::Direct(groups) = dispatch.groups { Some(groups) } else { None };
        let mut launch = self.launch(dispatch.uniforms, dispatch.textures, What::Dispatch(groups));
        let numbered = |all: &[(&str, MemoryId)]| -> Vec<(String, usize)> {
            all.iter().map(|(name, id)| (name.to_string(), self.kept.number(*id))).collect()
        };
        (launch.images, launch.buffers) = (numbered(dispatch.images), numbered(dispatch.buffers));
        let interface = &known.texts.module.interface;
        let written = |name: &str| {
            interface
                .blocks
                .iter()
                .any(|block| block.name == name && block.storage && block.writable)
                || interface.images.iter().any(|image| image.name == name && image.writable)
        };
        let outputs = dispatch.images.iter().chain(dispatch.buffers).filter(|(name, _)| written(name));
        let outputs: Vec<_> = outputs.map(|(name, id)| (*name, *id, 0)).collect();
        self.launched(&known.texts, launch, &outputs)
    }

    // Every launch is captured, so none is replayed: `replay_launch` keeps the trait's default.

    fn barrier(&self, barriers: Barriers) {
        self.inner.barrier(barriers);
    }

    fn wait(&self) -> Result<()> {
        self.inner.wait()
    }

    fn timed(&self, launch: &mut dyn FnMut() -> Result<()>) -> Result<(Duration, LaunchClock)> {
        self.inner.timed(launch)
    }

    fn name(&self, memory: MemoryId) -> Option<GlName> {
        self.inner.name(memory)
    }

    fn adopt(&self, name: GlName, format: Format) -> Result<(MemoryId, [usize; 3])> {
        self.inner.adopt(name, format)
    }
}
