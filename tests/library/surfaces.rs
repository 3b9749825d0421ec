//! Pbuffers: what is refused, and that nothing of them stays behind.

use crate::machine;
use gristmill::{Era, MachineChoice, RenderToTexture, SurfaceBinding, Surfaces};

const DOUBLED: &str = "#version 330 core
uniform sampler2D source;
uniform int from;
uniform int to;
out vec4 result;
void main() { result = 2.0 * texelFetch(source, ivec2(gl_FragCoord.xy) + ivec2(from - to, 0), 0); }";

/// Surfaces of a driver that has them; a machine without says why.
fn opened(side: usize) -> Option<Surfaces> {
    machine::chosen(MachineChoice::Driver, Era::Fragment)?;
    match Surfaces::open(side, DOUBLED) {
        Ok(surfaces) => Some(surfaces),
        Err(error) => {
            machine::skip(&error.to_string());
            None
        }
    }
}

#[test]
fn what_cannot_be_is_refused() {
    if opened(2).is_none() {
        return;
    }
    for side in [0, 1025] {
        let sentence = Surfaces::open(side, DOUBLED).unwrap_err().to_string();
        assert!(sentence.contains(&side.to_string()) && sentence.contains("1,024"), "{sentence}");
    }
    let sentence = Surfaces::open(2, "#version 330 core\nvoid main() { gone(); }")
        .unwrap_err()
        .to_string();
    assert!(sentence.contains("the driver rejected it: "), "{sentence}");
    let mut surfaces = opened(2).unwrap();
    let sentence = surfaces.begin(RenderToTexture::Copies, &[0; 15]).unwrap_err().to_string();
    assert_eq!(sentence, "15 bytes for a surface of 16; give four for each pixel");
}

#[test]
fn the_devices_context_is_current_again() {
    let Some(device) = machine::chosen(MachineChoice::Driver, Era::Fragment) else { return };
    let stream = device.stream(&[1.0, 2.0, 3.0]).unwrap();
    for _ in 0..20 {
        let Some(mut surfaces) = opened(4) else { return };
        for way in RenderToTexture::ALL
            .into_iter()
            .filter(|way| surfaces.has(*way))
            .collect::<Vec<_>>()
        {
            surfaces.begin(way, &[3; 64]).unwrap();
            assert_eq!(stream.read().unwrap(), [1.0, 2.0, 3.0], "while {way:?} goes on");
            surfaces.steps(5).unwrap();
            let again = device.copy_of(&stream).unwrap();
            assert_eq!(surfaces.read().unwrap(), [96; 64], "{way:?}");
            let bound = surfaces.binding() == SurfaceBinding::Shown;
            assert_eq!(surfaces.counts(), way.counts(5, 64, bound), "{way:?}");
            drop(again);
        }
    }
    assert_eq!(stream.read().unwrap(), [1.0, 2.0, 3.0]);
}

#[test]
fn each_thread_has_its_own() {
    if opened(2).is_none() {
        return;
    }
    let threads: Vec<_> = (1..=4u8)
        .map(|start| {
            std::thread::spawn(move || {
                let mut surfaces = Surfaces::open(2, DOUBLED).unwrap();
                surfaces.begin(RenderToTexture::Contexts, &[start; 16]).unwrap();
                surfaces.steps(4).unwrap();
                surfaces.read().unwrap() == [16 * start; 16]
            })
        })
        .collect();
    assert!(threads.into_iter().all(|thread| thread.join().unwrap()));
}
