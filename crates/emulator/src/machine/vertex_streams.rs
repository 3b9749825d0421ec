//! Vertex streams: inputs of a pass, and outputs of a vertex kernel that runs alone.

use super::other_outcomes::{LaunchObserver, WatchedLaunch};
use super::{EmulatedKernel, Emulator, check_ending};
use crate::dispatch::Policy;
use crate::event::MemoryKey;
use crate::memory::DeviceMemory;
use crate::name_binding::NamedBindings;
use crate::raster::{self, VertexPass, VertexStream, WrittenStream};
use crate::storage::Storage;
use gristmill_base::element::Format;
use gristmill_base::error::{Error, Result};
use gristmill_machine::{Draw, Geometry, Memories, MemoryId};
use gristmill_shader::Interface;

/// Looks up the vertex streams that a pass reads.
pub(super) fn find_vertex_streams<'m>(
    interface: &Interface,
    streams: &[(&str, MemoryId, Format)],
    memories: &'m Memories<DeviceMemory>,
) -> Result<Vec<VertexStream<'m>>> {
    streams
        .iter()
        .map(|(name, id, format)| {
            let known = interface.attributes.iter().find(|known| known.name == *name);
            let location = known.map(|known| known.location);
            let (storage, location) = find_stream_buffer(name, *id, location, memories)?;
            Ok(VertexStream { location, storage, format: *format })
        })
        .collect()
}

fn find_stream_buffer<'m>(
    name: &str,
    id: MemoryId,
    location: Option<u32>,
    memories: &'m Memories<DeviceMemory>,
) -> Result<(&'m Storage, u32)> {
    match (memories.get(id)?, location) {
        (DeviceMemory::Buffer(storage), Some(location)) => Ok((storage, location)),
        _ => Err(Error::driver(format!("binding {name}"), "a vertex stream must be a buffer")),
    }
}

impl Emulator {
    /// Runs a vertex kernel alone: nothing is drawn, and its outputs are stored.
    pub(super) fn write_streams(
        &self,
        program: &EmulatedKernel,
        draw: &Draw,
        given: &NamedBindings,
        memories: &Memories<DeviceMemory>,
    ) -> Result<()> {
        let Geometry::Vertices { count, attributes, .. } = draw.geometry else {
            return Err(Error::driver("drawing", "the program has no fragment stage"));
        };
        let listening = self.log.listening.get();
        let (assembly, bindings) = program.main.bind_assembly(given, memories, listening.is_some())?;
        let interface = &program.interface;
        let attributes = find_vertex_streams(interface, attributes, memories)?;
        let mut written = Vec::with_capacity(draw.targets.len());
        for (name, id, _) in draw.targets {
            let output = interface.outputs.iter().find(|output| output.name == *name);
            let (storage, location) = find_stream_buffer(name, *id, output.map(|output| output.location), memories)?;
            let lanes = output.map_or(0, |output| output.lanes);
            written.push(WrittenStream { key: MemoryKey::Global(id.0), location, storage, lanes });
        }
        let policy = self.launch_policy();
        let pass = VertexPass {
            vertex: (assembly, &bindings),
            count,
            attributes: &attributes,
            written: &written,
            policy: &policy,
        };
        let ran = match listening {
            None => raster::write_streams_parallel(&pass),
            Some(listening) => {
                let stages = &[(assembly, &program.main)];
                let written = written.iter().map(|stream| stream.storage).collect();
                self.run_watched(WatchedLaunch { listening, stages, written }, |hears, other| {
                    let policy = &Policy { other, ..policy.clone() };
                    let pass = VertexPass { policy, ..pass };
                    Ok(match hears {
                        LaunchObserver::Events(watch) => raster::write_streams(&pass, watch),
                        LaunchObserver::Results(watch) => raster::write_streams(&pass, watch),
                    })
                })?
            }
        };
        if listening.is_some_and(|listening| listening.counters) {
            let read = attributes.iter().map(|stream| stream.format.bytes() as u64).sum::<u64>();
            let stored = pass.written.iter().map(|stream| u64::from(stream.lanes) * 4).sum::<u64>();
            let vertices = count as u64;
            self.log.counters.borrow_mut().add_bytes(vertices * read, vertices * stored);
        }
        check_ending(ran.ending, policy.steps, &program.main, assembly)
    }
}
