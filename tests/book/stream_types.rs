//! The four stream types: who reads and writes which.

use crate::in_era;
use gristmill::{Device, Era, KernelSource, Layout, Result, Topology};

#[test]
fn vertex_streams() {
    in_era(Era::Fragment, |device| {
        let lift = KernelSource::new("lift").vertex(include_str!("lift.vert"));
        let lift = device.kernel(&lift)?;
        let table = device.stream(&[0.5, 0.25])?;
        let order = device.stream(&[1, 0, 1])?;
        // ANCHOR: vertex_streams
        let heights = device.stream_in(Layout::Linear, 3, &[10.0, 20.0, 30.0])?;
        let mut lifted = device.empty_in::<f32>(Layout::Linear, 3)?;
        lift.call()
            .vertex_stream("height", &heights) // read in order
            .gather("table", &table) // read anywhere: Vertex Shader 3.0
            .gather("order", &order)
            .output("lifted", &mut lifted) // written in order
            .run()?;
        assert_eq!(lifted.read()?, [10.25, 20.5, 30.25]);
        // ANCHOR_END: vertex_streams

        // ANCHOR: to_vertices
        let drawn = device.stream(&[1.0, 2.0, 3.0])?; // a texture, as a pass leaves it
        let mut heights = device.empty_in::<f32>(Layout::Linear, 3)?;
        heights.copy_from(&drawn)?; // copy to vertex buffer
        // ANCHOR_END: to_vertices
        assert_eq!(heights.read()?, [1.0, 2.0, 3.0]);

        // ANCHOR: vertex_refusals
        let error = lift.call().vertex_stream("height", &drawn).output("lifted", &mut lifted).run();
        let said = "the vertex stream height is in a texture; copy it to one of Layout::Linear";
        assert!(error.unwrap_err().to_string().contains(said));
        let error = lift.call().gather("table", &heights).output("lifted", &mut lifted).run();
        assert!(
            error
                .unwrap_err()
                .to_string()
                .contains("is a sampler, but its stream is in a buffer")
        );
        // ANCHOR_END: vertex_refusals
        Ok(())
    });
}

#[test]
fn fragment_streams() {
    in_era(Era::Fragment, |device| {
        // ANCHOR: fragment_streams
        let ramp = KernelSource::new("ramp")
            .vertex(include_str!("ramp.vert"))
            .fragment(include_str!("ramp.frag"));
        let mut result = device.empty::<f32>([8, 4])?;
        device
            .kernel(&ramp)?
            .call()
            .vertices(Topology::Triangles, 3)
            .output("result", &mut result)
            .run()?;
        let row = [0.0625, 0.1875, 0.3125, 0.4375, 0.5625, 0.6875, 0.8125, 0.9375];
        assert_eq!(result.read()?, row.repeat(4));
        // ANCHOR_END: fragment_streams
        Ok(())
    });
}

#[test]
fn frame_buffer_streams() {
    in_era(Era::Fragment, |device| {
        let mut heights = device.empty_in::<f32>(Layout::Linear, 3)?;
        let ramp = KernelSource::new("ramp").vertex(include_str!("ramp.vert"));
        let ramp = device.kernel(&ramp.fragment(include_str!("ramp.frag")))?;
        // ANCHOR: frame_buffer_refusal
        let call = ramp.call().vertices(Topology::Triangles, 3);
        let error = call.output("result", &mut heights).run().unwrap_err();
        let said = "is in a buffer, which a fragment cannot write; give it a texture layout and copy_from it";
        assert!(error.to_string().contains(said));
        // ANCHOR_END: frame_buffer_refusal
        Ok(())
    });
}

#[cfg(feature = "emulator")]
#[test]
fn no_card_of_these_years_scatters() {
    // ANCHOR: no_scatter
    let anywhere = KernelSource::new("anywhere").fragment(include_str!("anywhere.frag"));
    let card = gristmill::Profile::named("geforce-8800").unwrap();
    let device = Device::emulator(Era::Fragment).unwrap().with_card(card).unwrap();
    let error = device.kernel(&anywhere).unwrap_err().to_string();
    assert!(error.contains("computed stores"), "{error}");
    // ANCHOR_END: no_scatter
}

/// Active lanes, and the lanes that there were in the warps which they were in.
#[cfg(feature = "emulator")]
fn turned(turns: &[i32], vertices: bool) -> Result<[u64; 2]> {
    let device = Device::emulator(Era::Fragment)?;
    device.listen(Some(gristmill::finding::Listening::COUNTERS))?;
    let kernel = KernelSource::new("turns");
    if vertices {
        let kernel = device.kernel(&kernel.vertex(include_str!("turns.vert")))?;
        let source = device.stream_in(Layout::Linear, turns.len(), turns)?;
        let mut result = device.empty_in::<i32>(Layout::Linear, turns.len())?;
        kernel
            .call()
            .vertex_stream("source", &source)
            .output("result", &mut result)
            .run()?;
    } else {
        let kernel = device.kernel(&kernel.fragment(include_str!("turns.frag")))?;
        let source = device.stream(turns)?;
        let mut result = device.empty::<i32>(turns.len())?;
        kernel.call().gather("source", &source).output("result", &mut result).run()?;
    }
    let total = device.counters()?.total;
    Ok([total.lanes, total.slots])
}

#[cfg(feature = "emulator")]
#[test]
fn branches_cost_what_the_longest_lane_takes() -> Result<()> {
    // ANCHOR: turns
    let sorted: Vec<i32> = (0..1024).map(|i| if i < 512 { 1 } else { 50 }).collect();
    let mixed: Vec<i32> = (0..1024).map(|i| if i % 2 == 0 { 1 } else { 50 }).collect();
    for vertices in [true, false] {
        let [needed, taken] = turned(&sorted, vertices)?;
        let [needed_mixed, taken_mixed] = turned(&mixed, vertices)?;
        println!("{needed} steps needed, {taken} taken sorted, {taken_mixed} mixed");
        assert_eq!(needed, needed_mixed); // a machine of many instruction streams takes these alone
        assert!(5 * taken < 6 * needed); // alike side by side: little is lost
        assert!(10 * taken_mixed > 18 * needed); // different side by side: about twice as much
    }
    // ANCHOR_END: turns
    Ok(())
}
