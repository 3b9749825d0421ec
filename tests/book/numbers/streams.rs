//! The pages on streams.

use super::{NUMBERS, floats, named, pointers, shows};
use gristmill::algorithms::{gather, saxpy, transform, workgroups};
use gristmill::nalgebra::{Matrix4, Point3};

#[test]
fn saxpy_of_eight() {
    shows("streams/saxpy", |device, block| {
        let y = [10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0];
        block.line("x", floats());
        block.line("y", y);
        let result = saxpy(device, 2.0, &device.stream(&floats())?, &device.stream(&y)?)?;
        block.line("2 x + y", result.read()?);
        Ok(())
    });
}

#[test]
fn gather_of_eight() {
    shows("streams/gather", |device, block| {
        let places = [Some(6), None, Some(0), Some(2), Some(2), Some(7), Some(1), Some(5)];
        block.line("index", 0..8);
        block.line("table", NUMBERS);
        block.line("pointers", named(places));
        let result = gather(device, &device.stream(&NUMBERS)?, &device.stream(&pointers(places))?)?;
        block.line("result", result.read()?);
        Ok(())
    });
}

#[test]
fn transform_of_eight() {
    shows("streams/transform", |device, block| {
        let points: Vec<Point3<f32>> = (0_u8..8)
            .map(|i| Point3::new(floats()[usize::from(i)], 4.0, f32::from(i % 4 + 1)))
            .collect();
        block.line("x", points.iter().map(|point| point.x));
        block.line("y", points.iter().map(|point| point.y));
        block.line("z", points.iter().map(|point| point.z));
        let mut eye = Matrix4::identity();
        (eye[(3, 2)], eye[(3, 3)]) = (1.0, 1.0); // W is z + 1: the eye is one unit before the origin
        let seen = transform(device, &eye, &device.stream(&points)?)?.read()?;
        block.line("x / (z + 1)", seen.iter().map(|point| format!("{:.2}", point.x)));
        block.line("y / (z + 1)", seen.iter().map(|point| format!("{:.2}", point.y)));
        Ok(())
    });
}

#[test]
fn workgroups_of_eight() {
    shows("streams/workgroups", |device, block| {
        let places = [0, 1, 14, 15, 16, 17, 31, 32];
        let picture = workgroups(device, [40, 1])?.read()?;
        block.line("pixel", places);
        block.line("place in its group", places.map(|place: usize| picture[place].0[0] / 17));
        block.line("number of its group", places.map(|place| picture[place].0[2] / 17));
        Ok(())
    });
}
