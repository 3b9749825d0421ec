//! Streams: what is written is what is read, in every layout, element type and era.

use crate::machine::device;
use gristmill::{Device, Element, Era, Layout, PingPong, Pointer, Shape};
use image::{Rgba, RgbaImage};
use nalgebra::{Point3, Vector2, Vector3, Vector4};

const TEXTURES: [Layout; 7] = [
    Layout::Packed,
    Layout::PackedAt(17),
    Layout::Rectangle,
    Layout::Row,
    Layout::BySlice,
    Layout::Slices,
    Layout::Volume,
];

fn counting(len: usize) -> Vec<u32> {
    (0..len as u32).collect()
}

fn shapes() -> Vec<Shape> {
    vec![
        Shape::from(0),
        Shape::from(1),
        Shape::from(65),
        Shape::from(1_023),
        Shape::from([33, 13]),
        Shape::from([1, 7]),
        Shape::from([5, 0]),
        Shape::from([3, 5, 7]),
        Shape::from([33, 13, 5]),
        Shape::from([5, 4, 3, 2]),
        Shape::from([3, 1, 2, 5]),
        Shape::from([4, 4, 6]),
    ]
}

#[test]
fn every_layout_gives_back_what_was_written() {
    for era in Era::ALL {
        let Some(device) = device(era) else { continue };
        for shape in shapes() {
            let data = counting(shape.len());
            let cube = (shape == Shape::from([4, 4, 6])).then_some(Layout::Cube);
            for layout in TEXTURES.into_iter().chain([Layout::Linear]).chain(cube) {
                let stream = device.stream_in(layout, shape, &data).unwrap();
                assert_eq!(stream.read().unwrap(), data, "{shape} {layout:?}");
                assert_eq!(stream.read_later().unwrap().finish().unwrap(), data, "{shape} {layout:?} later");
            }
        }
    }
}

#[test]
fn ranges_are_written_and_read_alone() {
    let device = device(Era::Fragment).unwrap();
    for layout in TEXTURES.into_iter().chain([Layout::Linear, Layout::Cube]) {
        let shape = Shape::from(if layout == Layout::Cube { [5, 5, 6] } else { [7, 5, 3] });
        let mut data = counting(shape.len());
        let mut stream = device.stream_in(layout, shape, &data).unwrap();
        for (start, length) in [(0, 1), (3, 40), (34, 36), (104, 1), (50, 0)] {
            let part: Vec<u32> = (0..length as u32).map(|i| 1_000 + i).collect();
            stream.write_range(start, &part).unwrap();
            data[start..start + length].copy_from_slice(&part);
            assert_eq!(stream.read_range(start..start + length).unwrap(), part, "{layout:?}");
        }
        assert_eq!(stream.read().unwrap(), data, "{layout:?}");
    }
}

#[test]
fn streams_are_copied_between_all_layouts_on_the_device() {
    let device = device(Era::Fragment).unwrap();
    let all: Vec<Layout> = TEXTURES.into_iter().chain([Layout::Linear, Layout::Cube]).collect();
    let shape = Shape::from([5, 5, 6]);
    let data = counting(shape.len());
    for from in &all {
        let source = device.stream_in(*from, shape, &data).unwrap();
        for to in &all {
            let mut result = device.empty_in::<u32>(*to, shape).unwrap();
            result.copy_from(&source).unwrap();
            assert_eq!(result.read().unwrap(), data, "{from:?} to {to:?}");

            let mut part = device.empty_in::<u32>(*to, shape).unwrap();
            part.copy_range(11, &source, 7..95).unwrap();
            let mut wanted = vec![0; data.len()];
            wanted[11..99].copy_from_slice(&data[7..95]);
            assert_eq!(part.read().unwrap(), wanted, "{from:?} to {to:?}, a part");
        }
    }
}

#[test]
fn a_stream_moves_between_the_eras() {
    let (Some(fragment), Some(_)) = (device(Era::Fragment), device(Era::Compute)) else { return };
    let compute = fragment.with_era(Era::Compute).unwrap();
    let data = counting(100_003);
    let texture = fragment.stream(&data).unwrap();
    let buffer = compute.copy_of(&texture).unwrap();
    assert_eq!(buffer.layout(), Layout::Linear);
    assert_eq!(buffer.read().unwrap(), data);
    assert_eq!(fragment.copy_of(&buffer).unwrap().read().unwrap(), data);
}

fn round_trip<T: Element + PartialEq>(device: &Device, elements: &[T]) {
    for layout in [Layout::Packed, Layout::Row, Layout::Linear] {
        let stream = device.stream_in(layout, elements.len(), elements).unwrap();
        assert_eq!(stream.read().unwrap(), elements, "{layout:?} of {}", T::FORMAT);
        assert_eq!(device.copy_of(&stream).unwrap().read().unwrap(), elements, "{layout:?} of {}", T::FORMAT);
    }
}

#[test]
fn every_element_type_comes_back() {
    for era in Era::ALL {
        let Some(device) = device(era) else { continue };
        round_trip(&device, &[1.5_f32, -2.0, 3.25]);
        round_trip(&device, &[i32::MIN, -1, 0, i32::MAX]);
        round_trip(&device, &[0_u32, 1, u32::MAX]);
        round_trip(&device, &[[1.0_f32, 2.0], [3.0, 4.0], [5.0, 6.0]]);
        round_trip(&device, &[[1_i32, -2, 3, -4], [5, -6, 7, -8]]);
        round_trip(&device, &[Vector2::new(1.0_f32, 2.0); 5]);
        round_trip(&device, &[Vector3::new(1.0_f32, 2.0, 3.0), Vector3::new(4.0, 5.0, 6.0)]);
        round_trip(&device, &[Vector3::new(1_u32, 2, 3); 3]);
        round_trip(&device, &[Vector4::new(1_i32, 2, 3, 4); 3]);
        round_trip(&device, &[Point3::new(1.0_f32, 2.0, 3.0), Point3::new(4.0, 5.0, 6.0)]);
        round_trip(&device, &[Pointer::to(3), Pointer::NOWHERE, Pointer::to(0)]);
        round_trip(&device, &[Rgba([0_u8, 1, 127, 255]), Rgba([255, 254, 128, 0])]);
    }
}

/// The fourth lane of a 3-vector, seen from the same memory as 4-vectors, holds 0 for a vector and
/// 1 for a point.
#[test]
fn three_vectors_are_padded_as_stated() {
    assert_eq!(Vector3::<f32>::FORMAT.words(), 4);
    assert_eq!(*Vector3::words(&[Vector3::new(1.0, 2.0, 3.0)]), [1.0, 2.0, 3.0, 0.0_f32].map(f32::to_bits));
    assert_eq!(*Point3::words(&[Point3::new(1.0, 2.0, 3.0)]), [1.0, 2.0, 3.0, 1.0_f32].map(f32::to_bits));
}

#[test]
fn every_bit_pattern_of_a_float_is_copied_as_it_is() {
    let patterns: Vec<u32> =
        [0x7f80_0000, 0xff80_0000, 0x7fc0_0001, 0xffc0_1234, 0x8000_0000, 0x0000_0001, 0x807f_ffff]
            .into_iter()
            .chain((0..1_000).map(gristmill::random::pcg))
            .collect();
    let floats: Vec<f32> = patterns.iter().map(|bits| f32::from_bits(*bits)).collect();
    let bits = |floats: Vec<f32>| floats.into_iter().map(f32::to_bits).collect::<Vec<_>>();
    for era in Era::ALL {
        let Some(device) = device(era) else { continue };
        for layout in [Layout::Packed, Layout::Row, Layout::Linear, Layout::Volume] {
            let stream = device.stream_in(layout, floats.len(), &floats).unwrap();
            assert_eq!(bits(stream.read().unwrap()), patterns, "{layout:?}");
            assert_eq!(bits(device.copy_of(&stream).unwrap().read().unwrap()), patterns, "{layout:?} copied");
        }
    }
}

#[test]
fn a_new_stream_is_zero() {
    for era in Era::ALL {
        let Some(device) = device(era) else { continue };
        for _ in 0..3 {
            // Freed memory comes back from the driver with what was in it.
            drop(device.stream(&vec![7_u32; 70_001]).unwrap());
            assert!(
                device
                    .empty::<u32>(70_001)
                    .unwrap()
                    .read()
                    .unwrap()
                    .iter()
                    .all(|word| *word == 0)
            );
            for (layout, shape) in [(Layout::Row, [5, 7, 11]), (Layout::Cube, [9, 9, 6])] {
                drop(device.stream_in(layout, shape, &vec![7; shape.iter().product()]).unwrap());
                assert!(
                    device
                        .empty_in::<i32>(layout, shape)
                        .unwrap()
                        .read()
                        .unwrap()
                        .iter()
                        .all(|x| *x == 0)
                );
            }
            assert!(
                device
                    .empty_in::<f32>(Layout::Volume, [9, 8, 7])
                    .unwrap()
                    .read()
                    .unwrap()
                    .iter()
                    .all(|x| *x == 0.0)
            );
            assert!(
                device
                    .empty_in::<i32>(Layout::Slices, [9, 8, 7])
                    .unwrap()
                    .read()
                    .unwrap()
                    .iter()
                    .all(|x| *x == 0)
            );
        }
    }
}

#[test]
fn a_picture_comes_back() {
    let picture = RgbaImage::from_fn(451, 3, |x, y| Rgba([x as u8, (x >> 8) as u8, y as u8, 200]));
    for era in Era::ALL {
        let Some(device) = device(era) else { continue };
        assert_eq!(device.image(&picture).unwrap().to_image().unwrap(), picture);
    }
}

#[test]
fn ping_pong_keeps_its_streams_when_a_pass_fails() {
    let device = device(Era::Fragment).unwrap();
    let mut turns = PingPong::new(device.stream(&[1, 2]).unwrap(), device.stream(&[3, 4]).unwrap());
    assert!(turns.step(|_, _| Err(gristmill::Error::data("no"))).is_err());
    assert_eq!(turns.now().read().unwrap(), [1, 2]);
    turns.step(|_, _| Ok(())).unwrap();
    assert_eq!(turns.into_now().read().unwrap(), [3, 4]);
}

#[test]
fn two_devices_on_one_thread_keep_apart() {
    let (first, second) = (device(Era::Fragment).unwrap(), device(Era::Fragment).unwrap());
    let one = first.stream(&[1, 2, 3]).unwrap();
    let two = second.stream(&[4, 5, 6]).unwrap();
    let mut again = first.empty::<i32>(3).unwrap();
    let later = one.read_later().unwrap();
    assert_eq!(two.read().unwrap(), [4, 5, 6]);
    again.copy_from(&one).unwrap();
    second.finish().unwrap();
    assert_eq!(again.read().unwrap(), [1, 2, 3]);
    assert_eq!(later.finish().unwrap(), [1, 2, 3]);
    drop(first);
    assert_eq!(two.read().unwrap(), [4, 5, 6]);
}
