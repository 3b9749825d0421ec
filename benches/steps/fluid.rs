//! Stable fluids: jets of dye around a wall, pressure by a cycle over coarser grids a step.

use crate::Row;
use gristmill::algorithms::fluid::{Fields, Fluid, Plain};

pub const ROW: Row = Row {
    name: "fluid",
    sizes: [("512x512", 512 * 512), ("4096x4096", 4096 * 4096)],
    on_device: |device, cells| {
        let (start, conditions) = Fields::jets([cells.isqrt(); 2]);
        let mut fluid = Fluid::new(device, &start, conditions)?;
        Ok(Box::new(move || Ok(fluid.steps(1)?)))
    },
    plain: |cells| {
        let (start, conditions) = Fields::jets([cells.isqrt(); 2]);
        let mut plain = Plain::new(&start, conditions)?;
        Ok(Box::new(move || {
            plain.steps(1);
            Ok(())
        }))
    },
};
