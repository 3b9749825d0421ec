//! A call in the fragment era: checked, then drawn.

use crate::backend::{Barriers, Draw, Geometry, MemoryId, Region, Value};
use crate::call::{Bound, Call, Extent, Rect, Role};
use crate::kernel::Automatic;
use crate::shader::Dimension;
use crate::stream::Body;
use crate::trace::{Event, Launch, Use};
use crate::{Era, Error, Format, Layout, Result, Scalar};
use smallvec::SmallVec;
use std::time::Instant;

type Textures<'a> = SmallVec<[(&'a str, MemoryId); 8]>;

/// Runs a call as one pass, or as one pass a slice where the output is a stack of slices or a volume.
pub(crate) fn run(call: &Call) -> Result<()> {
    let compiled = &call.kernel.compiled;
    let machine = &call.kernel.machine;
    check_extent(call)?;
    let first = check_outputs(call)?;
    check_inputs(call, first)?;
    check_mask(call, first)?;

    for bound in &call.streams {
        let stored = bound.body.stored.get();
        let used = match bound.role {
            Role::Vertices => Barriers::VERTEX,
            Role::Output | Role::Update => Barriers::FRAMEBUFFER,
            _ => Barriers::FETCH,
        };
        machine.make_visible(stored, used, || format!("{} uses {}", call.kernel.name(), bound.name));
    }

    let regions = regions(call, first)?;
    if let (Extent::Whole, true) = (&call.extent, regions.is_empty()) {
        return Ok(()); // an empty stream
    }
    let attributes = attributes(call);
    let geometry = match call.extent {
        Extent::Vertices(mode, count) => {
            let [width, height, _] = first.body.plan.size();
            Geometry::Vertices { mode, count, attributes: &attributes, size: [width, height] }
        }
        _ => Geometry::Regions(&regions),
    };
    let mut draw = Draw {
        program: compiled.program,
        uniforms: &[],
        textures: &[],
        targets: &[],
        mask: call.mask.map(|(mask, masking)| (mask.memory, masking)),
        geometry,
        blend: call.blend,
        query: call.query.map(|query| query.memory),
        // A query that nothing has counted into counts nothing.
        condition: call.condition.map(|query| query.memory),
    };
    if let Some(query) = call.query {
        query.used.set(true);
    }

    let slices = slices(first.body);
    for slice in 0..slices {
        let start = machine.recorder.borrow().is_some().then(Instant::now);
        let mut uniforms = call.uniforms.clone();
        for (name, automatic) in &compiled.automatic {
            uniforms.push((name, value(call, first.body, automatic, slice)));
        }
        let textures = textures(call, slice, slices);
        let targets: SmallVec<[(&str, MemoryId, usize); 4]> = call
            .outputs()
            .map(|bound| {
                let (memory, z) = target(bound.body, slice);
                (bound.name, memory, z)
            })
            .collect();
        let draw = Draw { uniforms: &uniforms, textures: &textures, targets: &targets, ..draw_of(&mut draw) };
        machine.backend.draw(&draw)?;
        if let Some(start) = start {
            machine.backend.wait()?;
            let time = start.elapsed();
            machine.record(|| Event::Launch(launch(call, first.body, &regions, slices, time)));
        }
    }
    Ok(())
}

/// The same draw again, to be given other streams.
fn draw_of<'a>(draw: &mut Draw<'a>) -> Draw<'a> {
    let geometry = match &draw.geometry {
        Geometry::Regions(regions) => Geometry::Regions(regions),
        Geometry::Vertices { mode, count, attributes, size } => {
            Geometry::Vertices { mode: *mode, count: *count, attributes, size: *size }
        }
    };
    Draw { geometry, ..*draw }
}

fn check_extent(call: &Call) -> Result<()> {
    match call.extent {
        Extent::Elements(_) | Extent::Groups(_) | Extent::Indirect(..) => Err(call.error(
            "the fragment era draws: it has no elements, groups or indirect dispatch; use regions or points (see the chapter on work groups)",
        )),
        Extent::Vertices(..) if !call.kernel.compiled.places_vertices => {
            Err(call.error("points and vertices are placed by a vertex kernel, and it has no .vert (see the chapter on the stream model)"))
        }
        Extent::Whole | Extent::Regions(_) if call.kernel.compiled.places_vertices => {
            Err(call.error("its vertex kernel places vertices; say how many with points or vertices"))
        }
        _ => Ok(()),
    }
}

/// Every output of the kernel is bound, each to a texture of its class, all of one shape. Gives the first.
fn check_outputs<'c, 'a>(call: &'c Call<'a>) -> Result<&'c Bound<'a>> {
    let outputs = &call.kernel.compiled.interface.outputs;
    for bound in call.outputs() {
        if bound.role == Role::Update {
            return Err(call.error(format!(
                "the fragment era cannot read the stream it writes ({}); see the chapter on ping-pong",
                bound.name
            )));
        }
        let Some(output) = outputs.iter().find(|output| output.name == bound.name) else {
            return Err(name_error(
                call,
                "output",
                bound.name,
                outputs.iter().map(|output| output.name.clone()).collect(),
            ));
        };
        if bound.body.is_linear() {
            return Err(call.error(format!(
                "the output {} lies in a buffer, which a fragment cannot write; give it a texture layout and copy_from it",
                bound.name
            )));
        }
        fits(call, bound, output.scalar, usize::from(output.lanes))?;
    }
    for output in outputs {
        if call.outputs().all(|bound| bound.name != output.name) {
            return Err(call.error(format!("the output {} goes nowhere; add .output(\"{0}\", &mut ...)", output.name)));
        }
    }
    let Some(first) = call.outputs().next() else {
        return Err(call.error("it writes no output, so it computes nothing; declare `out float result;`"));
    };
    for bound in call.outputs() {
        if bound.body.plan != first.body.plan {
            let (one, other) = (first.body.plan.shape(), bound.body.plan.shape());
            return Err(call.error(format!(
                "the outputs of one pass have one shape and layout; {} has {one}, {} has {other}",
                first.name, bound.name
            )));
        }
    }
    Ok(first)
}

/// The scalar class of an output or attribute fits the stream, and no lane of it stays undefined.
fn fits(call: &Call, bound: &Bound, scalar: Scalar, lanes: usize) -> Result<()> {
    let format = bound.body.format;
    let class = if format.scalar == Scalar::Unorm8 { Scalar::F32 } else { format.scalar };
    if class == scalar && lanes >= usize::from(format.lanes) {
        return Ok(());
    }
    let declared = glsl(scalar, lanes);
    Err(call
        .error(format!("{} is declared {declared}, but its stream is {format}; they must be of one kind", bound.name)))
}

fn glsl(scalar: Scalar, lanes: usize) -> &'static str {
    match (scalar, lanes) {
        (Scalar::F32 | Scalar::Unorm8, 1) => "float",
        (Scalar::F32 | Scalar::Unorm8, 2) => "vec2",
        (Scalar::F32 | Scalar::Unorm8, 3) => "vec3",
        (Scalar::F32 | Scalar::Unorm8, _) => "vec4",
        (Scalar::I32, 1) => "int",
        (Scalar::I32, 2) => "ivec2",
        (Scalar::I32, 3) => "ivec3",
        (Scalar::I32, _) => "ivec4",
        (Scalar::U32, 1) => "uint",
        (Scalar::U32, 2) => "uvec2",
        (Scalar::U32, 3) => "uvec3",
        (Scalar::U32, _) => "uvec4",
    }
}

/// A name that the kernel does not have.
pub(crate) fn name_error(call: &Call, kind: &'static str, given: &str, known: Vec<String>) -> Error {
    Error::Name { kernel: call.kernel.name().to_string(), kind, given: given.to_string(), known }
}

fn check_inputs(call: &Call, first: &Bound) -> Result<()> {
    let interface = &call.kernel.compiled.interface;
    for bound in call.streams.iter().filter(|bound| !bound.role.writes()) {
        if call.outputs().any(|output| output.body.id == bound.body.id) {
            return Err(call.error(format!(
                "the fragment era cannot read the stream it writes ({}); see the chapter on ping-pong",
                bound.name
            )));
        }
        if bound.role == Role::Vertices {
            check_attribute(call, bound)?;
            continue;
        }
        check_sampler(call, bound)?;
        check_place(call, bound, first)?;
    }
    for sampler in &interface.samplers {
        if call.stream(&sampler.name).is_none() {
            return Err(
                call.error(format!("the stream {} is not given; add .input or .gather(\"{0}\", &...)", sampler.name))
            );
        }
    }
    for attribute in &interface.attributes {
        if call.stream(&attribute.name).is_none() {
            return Err(call.error(format!(
                "the vertex stream {} is not given; add .vertex_stream(\"{0}\", &...)",
                attribute.name
            )));
        }
    }
    Ok(())
}

/// The stream is a texture of the class and dimension that the sampler declares.
pub(crate) fn check_sampler(call: &Call, bound: &Bound) -> Result<()> {
    let interface = &call.kernel.compiled.interface;
    let Some(sampler) = interface.samplers.iter().find(|sampler| sampler.name == bound.name) else {
        return Err(name_error(call, "stream", bound.name, interface.stream_names()));
    };
    if bound.body.is_linear() {
        return Err(call.error(format!(
            "{} is a sampler, but its stream lies in a buffer; make it with device.stream_in(Layout::Packed, ...) or copy it",
            bound.name
        )));
    }
    let format = bound.body.format;
    let class = if format.scalar == Scalar::Unorm8 { Scalar::F32 } else { format.scalar };
    if class != sampler.scalar {
        let declared = match sampler.scalar {
            Scalar::I32 => "an isampler",
            Scalar::U32 => "a usampler",
            _ => "a sampler of floats",
        };
        return Err(call.error(format!("{} is declared {declared}, but its stream is {format}", bound.name)));
    }
    let volume = bound.body.plan.layout() == Layout::Volume;
    if volume != (sampler.dimension == Dimension::D3) {
        let (declared, is) = if volume { ("2D", "a volume") } else { ("3D", "a 2D texture") };
        return Err(call.error(format!("{} is declared a {declared} sampler, but its stream is {is}", bound.name)));
    }
    Ok(())
}

/// An element-wise stream lies like the output; a stack is read slice by slice.
fn check_place(call: &Call, bound: &Bound, first: &Bound) -> Result<()> {
    let (plan, output) = (&bound.body.plan, &first.body.plan);
    if bound.role == Role::Input {
        if plan.shape() != output.shape() {
            let (given, wanted) = (plan.shape(), output.shape());
            return Err(call.error(if plan.shape().rank() == output.shape().rank() && plan.shape().rank() == 1 {
                format!("input {} has {given} elements, the output has {wanted}; use gather", bound.name)
            } else {
                format!("input {} is {given}, the output is {wanted}; use gather", bound.name)
            }));
        }
        if plan != output {
            return Err(call.error(format!("input {} and the output have different layouts; use gather", bound.name)));
        }
    }
    let stack = plan.textures() > 1;
    match bound.role {
        Role::Slice(_) if plan.layout() != Layout::Slices => {
            Err(call.error(format!("{} is no stack of slices; read it with gather", bound.name)))
        }
        Role::Gather if stack => Err(call.error(format!(
            "{} is a stack of slices, of which a pass reads those it names; use slice(name, stream, offset) (see the chapter on arrays in textures)",
            bound.name
        ))),
        Role::Input | Role::Slice(_) if stack && plan.textures() != slices(first.body) => Err(call.error(format!(
            "{} has {} slices, the output has {}; a pass writes one and reads one beside it",
            bound.name,
            plan.textures(),
            slices(first.body)
        ))),
        _ => Ok(()),
    }
}

fn check_attribute(call: &Call, bound: &Bound) -> Result<()> {
    let attributes = &call.kernel.compiled.interface.attributes;
    let Some(attribute) = attributes.iter().find(|attribute| attribute.name == bound.name) else {
        return Err(name_error(
            call,
            "vertex stream",
            bound.name,
            attributes.iter().map(|known| known.name.clone()).collect(),
        ));
    };
    if !bound.body.is_linear() {
        return Err(call.error(format!(
            "the vertex stream {} lies in a texture; copy it to one of Layout::Linear (render to vertex stream)",
            bound.name
        )));
    }
    let class = if bound.body.format.scalar == Scalar::Unorm8 { Scalar::F32 } else { bound.body.format.scalar };
    if class != attribute.scalar {
        return Err(call.error(format!(
            "{} is declared {}, but its stream is {}",
            bound.name,
            glsl(attribute.scalar, 1),
            bound.body.format
        )));
    }
    let Extent::Vertices(_, count) = call.extent else {
        return Err(call.error(format!("{} is a vertex stream; say how many points with points", bound.name)));
    };
    let len = bound.body.plan.shape().len();
    if count > len {
        return Err(call.error(format!("{count} vertices asked for, {} has {len}; draw {len} at most", bound.name)));
    }
    Ok(())
}

fn check_mask(call: &Call, first: &Bound) -> Result<()> {
    let [width, height, _] = first.body.plan.size();
    match call.mask {
        Some((mask, _)) if mask.size != [width, height] => {
            let [w, h] = mask.size;
            Err(call.error(format!(
                "the mask is {w}x{h}, the output's texture {width}x{height}; make the mask of that size"
            )))
        }
        _ => Ok(()),
    }
}

/// How many slices a stream is written in: the textures of a stack, or the depth of a volume.
fn slices(body: &Body) -> usize {
    if body.plan.layout() == Layout::Volume { body.plan.size()[2] } else { body.plan.textures() }
}

fn target(body: &Body, slice: usize) -> (MemoryId, usize) {
    if body.plan.layout() == Layout::Volume { (body.memories[0], slice) } else { (body.memories[slice], 0) }
}

/// The rectangles to draw: those asked for, or the output's. Padding is drawn too where nobody can see it.
fn regions(call: &Call, first: &Bound) -> Result<SmallVec<[Region; 4]>> {
    let plan = &first.body.plan;
    let [width, height, _] = plan.size();
    match call.extent {
        Extent::Regions(regions) => {
            let within = |rect: &Rect| {
                rect.x.checked_add(rect.width).is_some_and(|end| end <= width)
                    && rect.y.checked_add(rect.height).is_some_and(|end| end <= height)
            };
            if let Some(rect) = regions.iter().find(|rect| !within(rect)) {
                return Err(call.error(format!(
                    "the region {}x{} at ({}, {}) leaves the output's texture of {width}x{height}",
                    rect.width, rect.height, rect.x, rect.y
                )));
            }
            let filled = regions.iter().filter(|rect| rect.width > 0 && rect.height > 0);
            Ok(filled
                .map(|rect| Region { x: rect.x, y: rect.y, z: 0, width: rect.width, height: rect.height })
                .collect())
        }
        Extent::Vertices(..) => Ok(SmallVec::new()),
        _ if plan.shape().is_empty() => Ok(SmallVec::new()),
        // What a query counts and a mask keeps must be elements.
        _ if call.query.is_some() || call.mask.is_some() => {
            let elements =
                plan.rectangles(0..plan.shape().len()).into_iter().filter(|rect| rect.texture == 0 && rect.z == 0);
            Ok(elements
                .map(|rect| Region { x: rect.x, y: rect.y, z: 0, width: rect.width, height: rect.height })
                .collect())
        }
        _ => Ok(SmallVec::from_slice(&[Region { x: 0, y: 0, z: 0, width, height }])),
    }
}

fn attributes<'a>(call: &Call<'a>) -> SmallVec<[(&'a str, MemoryId, Format); 4]> {
    // In the kernel's order: glium remembers vertex arrays by the order of their buffers.
    let known = call.kernel.compiled.interface.attributes.iter();
    known
        .filter_map(|attribute| call.stream(&attribute.name))
        .map(|bound| (bound.name, bound.body.memories[0], bound.body.format))
        .collect()
}

fn textures<'a>(call: &Call<'a>, slice: usize, slices: usize) -> Textures<'a> {
    let reads = call.streams.iter().filter(|bound| matches!(bound.role, Role::Input | Role::Gather | Role::Slice(_)));
    reads
        .map(|bound| {
            let offset = if let Role::Slice(offset) = bound.role { offset as isize } else { 0 };
            let wanted = slice.saturating_add_signed(offset).min(slices - 1);
            let memory =
                if bound.body.memories.len() > 1 { bound.body.memories[wanted] } else { bound.body.memories[0] };
            (bound.name, memory)
        })
        .collect()
}

/// The value of a uniform that the library sets.
pub(crate) fn value(call: &Call, output: &Body, automatic: &Automatic, slice: usize) -> Value {
    let body = |name: &str| call.stream(name).map_or(output, |bound| bound.body);
    let shape = |body: &Body| {
        let shape = body.plan.shape();
        Value::IVec4([0, 1, 2, 3].map(|axis| shape.extent(axis) as i32))
    };
    match automatic {
        Automatic::ElementCount => Value::Int(output.plan.shape().len() as i32),
        Automatic::OutputWidth => Value::Int(output.plan.size()[0] as i32),
        Automatic::OutputShape => shape(output),
        Automatic::OutputColumns => Value::Int(output.plan.columns() as i32),
        Automatic::Slice => Value::Int(slice as i32),
        Automatic::Count(name) => Value::Int(body(name).plan.shape().len() as i32),
        Automatic::Shape(name) => shape(body(name)),
        Automatic::Columns(name) => Value::Int(body(name).plan.columns() as i32),
    }
}

/// A stream as a trace has it.
pub(crate) fn usage(bound: &Bound, parts: usize) -> Use {
    Use { name: bound.name.to_string(), stream: bound.body.id, bytes: bound.body.bytes() / parts.max(1) }
}

fn launch(call: &Call, output: &Body, regions: &[Region], slices: usize, time: std::time::Duration) -> Launch {
    let drawn = regions.iter().map(|region| region.width * region.height).sum::<usize>();
    let (elements, invocations) = match call.extent {
        Extent::Vertices(_, count) => (count, count),
        Extent::Regions(_) => (drawn, drawn),
        _ => (output.plan.shape().len() / slices.max(1), drawn),
    };
    Launch {
        kernel: call.kernel.name().to_string(),
        era: Era::Fragment,
        inputs: call
            .streams
            .iter()
            .filter(|bound| !bound.role.writes())
            .map(|bound| usage(bound, bound.body.plan.textures()))
            .collect(),
        outputs: call.outputs().map(|bound| usage(bound, slices)).collect(),
        elements,
        invocations,
        groups: None,
        time,
    }
}
