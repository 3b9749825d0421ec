//! Every experiment, asked quickly of every machine.

use crate::machine;
use gristmill::experiments::{Answer, Datum, Experiment, TABLE, Tabulation};
use gristmill::{Device, Era, Error, MachineChoice};

fn ask_all(device: &Device) {
    for experiment in TABLE {
        let name = experiment.name;
        let answer = match (experiment.ask)(device, true) {
            Ok(answer) => answer,
            Err(Error::NoDevice { sentence, .. }) => {
                machine::skip(&format!("{name}: {sentence}"));
                continue;
            }
            Err(error) => panic!("{name} on {}: {error}", device.info().name),
        };
        assert_eq!(answer.wrong, [""; 0], "{name} on {}", device.info().name);
        assert!(!answer.tables.is_empty(), "{name} answers without a table");
        for table in &answer.tables {
            assert!(!table.rows.is_empty(), "{name}: {} has no rows", table.title);
            let odd = table.rows.iter().find(|row| row.len() != table.columns.len());
            assert_eq!(odd, None, "{name}: {} has {} columns", table.title, table.columns.len());
        }
    }
}

#[test]
fn every_experiment_has_an_answer_of_the_driver() {
    if let Some(device) = machine::chosen(MachineChoice::Driver, Era::Fragment) {
        ask_all(&device);
    }
}

#[test]
fn every_experiment_has_an_answer_of_the_emulator() {
    if let Some(device) = machine::chosen(MachineChoice::Emulator, Era::Fragment) {
        ask_all(&device);
    }
}

#[test]
fn every_experiment_has_its_page_and_its_figures() {
    let book = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("book/src");
    for experiment in TABLE {
        let page = std::fs::read_to_string(book.join(experiment.page)).unwrap();
        let figures = format!("figures/experiment_{}.md}}}}", experiment.name);
        assert!(page.contains(&figures), "{} does not show {figures}", experiment.page);
        assert!(book.join(format!("figures/experiment_{}.md", experiment.name)).exists());
    }
}

/// Returns the quick answer of the emulator to an experiment.
fn answer_of_the_emulator(name: &str) -> Option<Answer> {
    let device = machine::chosen(MachineChoice::Emulator, Era::Fragment)?;
    Some((Experiment::find(name).unwrap().ask)(&device, true).unwrap())
}

fn table_about<'a>(answer: &'a Answer, title: &str) -> &'a Tabulation {
    answer.tables.iter().find(|table| table.title.contains(title)).unwrap()
}

#[test]
fn a_radeon_9700_takes_four_reads_in_a_chain_and_refuses_five() {
    let Some(answer) = answer_of_the_emulator("dependent_reads") else { return };
    let rows = &table_about(&answer, "two cards").rows;
    assert_eq!(rows.len(), 6);
    for (levels, row) in (1..).zip(rows) {
        let takes = Datum::from("takes it");
        assert_eq!(row[1] == takes, levels <= 4, "{row:?}");
        assert_eq!(row[2], takes);
    }
    let Datum::Words(refusal) = &rows[4][1] else { panic!("{:?}", rows[4]) };
    assert!(refusal.starts_with("indirections: 5 of 4 on ATI Radeon 9700 Pro"), "{refusal}");
}

#[test]
fn a_table_as_large_as_the_cache_is_missed_once_per_line() {
    let Some(answer) = answer_of_the_emulator("dependent_reads") else { return };
    let rows = &table_about(&answer, "tables that grow").rows;
    // 256 elements read 12 words each; 16 words are a line.
    for (row, lines) in rows.iter().zip([1.0, 1.0, 4.0, 16.0, 64.0, 256.0]) {
        let Datum::Number(share) = row[3] else { panic!("{row:?}") };
        let missed = (100.0 - share) / 100.0 * 256.0 * 12.0;
        assert!((missed - lines).abs() < 1.0, "{missed} misses of {lines} lines: {row:?}");
    }
}

#[test]
fn interpolated_places_take_fewest_slots_and_no_level_of_their_own() {
    let Some(answer) = answer_of_the_emulator("frequencies") else { return };
    let rows = &table_about(&answer, "ATI Radeon 9700 Pro").rows;
    let column = |at: usize| {
        let counts = rows.iter().map(|row| match row[at] {
            Datum::Count(count) => count,
            _ => panic!("{row:?}"),
        });
        counts.collect::<Vec<_>>()
    };
    let [fragment, uniforms, vertices, constants] = column(1)[..] else { panic!("{rows:?}") };
    assert!(fragment > uniforms && uniforms > vertices && uniforms == constants, "{rows:?}");
    assert_eq!([column(2), column(3), column(4)], [[5; 4].to_vec(), vec![2, 2, 1, 2], vec![1, 1, 5, 1]]);
}

#[test]
fn a_roof_of_a_card_stands_on_two_numbers_with_a_source() {
    let Some(answer) = answer_of_the_emulator("roofline") else { return };
    let rows = &table_about(&answer, "cards").rows;
    assert_eq!(rows[0][0], Datum::from("ATI Radeon 9700 Pro"));
    assert_eq!(rows[0][4], Datum::Number(20.8 / 19.8));
    // No source says how fast the memory of the GeForce FX was.
    assert!(rows.iter().all(|row| !format!("{:?}", row[0]).contains("GeForce FX")), "{rows:?}");
}
