//! Page tables beyond the table of algorithms: memory that runs out, addresses that are none, and passes.

use crate::machine;
use gristmill::algorithms::page_table::{self, Cell, PageTable, Requests, SIDE, page_table};
use gristmill::trace::Event;
use gristmill::{Device, Era, Error, Result};

/// The first cell of each of so many pages along x.
fn row_of_pages(pages: usize) -> Vec<Cell> {
    (0..pages).map(|page| [(page * SIDE) as i32, 0, 0, 0]).collect()
}

/// Marks the pages of these cells and keeps them alone.
fn keep(device: &Device, pages: &mut PageTable, memory: &mut gristmill::Stream<f32>, cells: &[Cell]) -> Result<()> {
    let mut wants = pages.wants(&device.stream(cells)?)?;
    pages.keep(&mut wants, memory)
}

#[test]
fn memory_that_runs_out_says_how_much_was_wanted_and_keeps_what_there_is() -> Result<()> {
    for era in Era::ALL {
        let Some(device) = machine::device(era) else { continue };
        let mut pages = PageTable::new(&device, [100, 9, 2], 5, &[-1.0])?;
        let mut memory = pages.memory()?;
        let cells = row_of_pages(4);
        keep(&device, &mut pages, &mut memory, &cells)?;
        assert_eq!(pages.usage()?.check()?.mapped, 4, "{era}");
        pages.write(&mut memory, &device.stream(&cells)?, &device.stream(&[1.0, 2.0, 3.0, 4.0])?)?;

        keep(&device, &mut pages, &mut memory, &row_of_pages(7))?;
        let usage = pages.usage()?;
        assert_eq!((usage.wanted, usage.mapped, usage.capacity), (7, 4, 5), "{era}");
        assert_eq!(
            usage.check().unwrap_err().to_string(),
            "pages wanted: 7 given, the limit is 5; the 4 mapped ones are kept; give memory for 7, or ask for less"
        );
        let asked = device.stream(&row_of_pages(7))?;
        assert_eq!(pages.read(&memory, &asked)?.read()?, [1.0, 2.0, 3.0, 4.0, -1.0, -1.0, -1.0], "{era}");

        // Pages that are freed serve others, who find them blank.
        keep(&device, &mut pages, &mut memory, &row_of_pages(6)[1..])?;
        assert_eq!(pages.usage()?.check()?.mapped, 5, "{era}");
        assert_eq!(pages.read(&memory, &asked)?.read()?, [-1.0, 2.0, 3.0, 4.0, -1.0, -1.0, -1.0], "{era}");
        keep(&device, &mut pages, &mut memory, &[])?;
        assert_eq!(pages.usage()?.mapped, 0, "{era}");
        assert_eq!(pages.read(&memory, &asked)?.read()?, [-1.0; 7], "{era}");
    }
    Ok(())
}

#[test]
fn the_table_is_a_one_to_one_map() -> Result<()> {
    for era in Era::ALL {
        let Some(device) = machine::device(era) else { continue };
        let mut pages = PageTable::new(&device, [64, 64, 3], 200, &[0.0, 1.0])?;
        let mut memory = pages.memory()?;
        let cells: Vec<Cell> = (0..300).map(|i| [i * 7 % 64, i * 11 % 64, i % 3, 0]).collect();
        for kept in [&cells[..], &cells[100..], &cells[..50]] {
            keep(&device, &mut pages, &mut memory, kept)?;
            let mut given: Vec<u32> = pages.table().read()?.into_iter().filter(|page| *page >= 2).collect();
            let mapped = given.len();
            given.sort_unstable();
            given.dedup();
            assert_eq!(given.len(), mapped, "{era}: two pages have one memory");
            assert_eq!(pages.usage()?.check()?.mapped, mapped, "{era}");
            assert!(given.iter().all(|page| *page < 202), "{era}");
        }
    }
    Ok(())
}

#[test]
fn bad_input_has_its_sentence() {
    let Some(device) = machine::device(Era::Fragment) else { return };
    let sentence = |result: Result<PageTable>| result.err().map(|error| error.to_string()).unwrap_or_default();
    assert_eq!(
        sentence(PageTable::new(&device, [2000, 2000, 2000], 5, &[0.0])),
        "cells of a volume: 8000000000 given, the limit is 2147483647; kernels count them in int; split the volume"
    );
    assert_eq!(
        sentence(PageTable::new(&device, [8, 8, 8], 65_535, &[0.0])),
        "physical pages: 65536 given, the limit is 65535; give memory for fewer"
    );
    assert_eq!(sentence(PageTable::new(&device, [8, 8, 8], 5, &[])), "0 blank pages given; give one or two values");
    let requests =
        Requests { extent: [8, 8, 2], written: vec![([0; 4], 1.0), ([0, 0, 1, 0], 2.0)], ..Requests::default() };
    let error = page_table(&device, &requests, 1, 0.0).err();
    assert!(matches!(error, Some(Error::Limit { given: 2, limit: 1, .. })), "{error:?}");
}

#[test]
fn a_volume_of_no_cells_and_cells_outside() -> Result<()> {
    for era in Era::ALL {
        let Some(device) = machine::device(era) else { continue };
        for extent in [[0, 0, 0], [0, 5, 5], [5, 5, 1]] {
            let outside: Vec<Cell> = vec![[-1, 0, 0, 0], [5, 0, 0, 0], [0, i32::MAX, 0, 0], [0, 0, i32::MIN, 0]];
            let written = outside.iter().map(|cell| (*cell, 3.0)).collect();
            let requests = Requests { extent, written, kept: outside.clone(), asked: outside };
            let given = page_table(&device, &requests, 2, 0.5)?.read()?;
            assert_eq!(given, page_table::reference(&requests, 0.5), "{era}");
            assert_eq!(given, [0.5; 4], "{era}");
        }
    }
    Ok(())
}

/// The compute era hands out pages without a word to the host; the fragment era sends it one message.
#[test]
fn who_waits_for_whom() -> Result<()> {
    use gristmill::trace::Transfer;
    for (era, launches, reads) in [(Era::Fragment, 1, 1), (Era::Compute, 4, 0)] {
        let Some(device) = machine::device(era) else { continue };
        let mut pages = PageTable::new(&device, [64, 64, 64], 9, &[0.0])?;
        let mut memory = pages.memory()?;
        let mut wants = pages.wants(&device.stream(&row_of_pages(5))?)?;
        let (_, trace) = device.trace(|| pages.keep(&mut wants, &mut memory))?;
        let read = |event: &&Event| matches!(event, Event::Transfer { transfer: Transfer::Read, .. });
        assert_eq!(trace.events.iter().filter(read).count(), reads, "{era}");
        assert_eq!(trace.launches().count(), launches, "{era}");
    }
    Ok(())
}
