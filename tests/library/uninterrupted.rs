//! Work during which the driver is not asked which context is current: it stays right where it may,
//! and says where it may not.

use crate::machine::machines;
use gristmill::{Device, Era, KernelSource, MachineChoice, PingPong, Result, kernel_pair};

/// So many times twice, from one.
fn doubled(device: &Device, times: usize) -> Result<PingPong<f32>> {
    let mut turns = PingPong::new(device.stream(&[1.0])?, device.empty(1)?);
    for _ in 0..times {
        double(device, &mut turns)?;
    }
    Ok(turns)
}

fn double(device: &Device, turns: &mut PingPong<f32>) -> Result<()> {
    let saxpy = device.kernel(&kernel_pair!("streams/saxpy"))?;
    let zero = device.stream(&[0.0])?;
    turns.step(|now, next| {
        let call = saxpy.call().uniform("alpha", 2.0).input("x", now).input("y", &zero);
        call.output("result", next).run()
    })
}

#[test]
fn machines_of_this_library_may_take_turns() -> Result<()> {
    let devices = machines();
    for first in &devices {
        for second in &devices {
            let (one, other) = first.uninterrupted(|| {
                let (mut one, mut other) = (doubled(first, 3)?, doubled(second, 3)?);
                for turn in 0..8 {
                    double(first, &mut one)?;
                    let other = &mut other;
                    if turn % 2 == 0 { second.uninterrupted(|| double(second, other)) } else { double(second, other) }?;
                }
                Ok((one, other))
            })?;
            assert_eq!([one.now().read()?, other.now().read()?], [[2048.0], [2048.0]]);
        }
    }
    Ok(())
}

#[test]
fn a_device_may_come_and_go_meanwhile() -> Result<()> {
    for device in machines() {
        let twice = device.uninterrupted(|| {
            let mut turns = doubled(&device, 3)?;
            let eight = match Device::open(device.era()) {
                Ok(other) => doubled(&other, 3)?.now().read()?, // the other one ends here
                Err(_) => vec![8.0],
            };
            assert_eq!(eight, [8.0]);
            double(&device, &mut turns)?;
            turns.now().read()
        })?;
        assert_eq!(twice, [16.0]);
    }
    Ok(())
}

#[test]
fn an_error_of_the_work_ends_it() -> Result<()> {
    for device in machines() {
        let wrong = KernelSource::new("nothing");
        let error = device.uninterrupted(|| device.kernel(&wrong).map(drop)).unwrap_err();
        assert!(error.to_string().contains("nothing"), "{error}");
        assert_eq!(doubled(&device, 4)?.now().read()?, [16.0]);
    }
    Ok(())
}

#[test]
fn a_context_of_another_library_is_told() -> Result<()> {
    let Some(theirs) = crate::glium::glium() else { return Ok(()) };
    let device = Device::choose(Era::Fragment, MachineChoice::Driver)?;
    let interrupted = device.uninterrupted(|| {
        let turns = doubled(&device, 4)?;
        theirs.flush(); // makes theirs current
        Ok(turns)
    });
    let error = interrupted.map(drop).unwrap_err().to_string();
    assert!(error.starts_with("Device::uninterrupted: another library has made its context current"), "{error}");
    assert_eq!(doubled(&device, 4)?.now().read()?, [16.0]);
    Ok(())
}
