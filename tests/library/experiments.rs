//! Every experiment, asked quickly of every machine.

use crate::machine;
use gristmill::experiments::TABLE;
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
