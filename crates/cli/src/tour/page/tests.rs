use super::*;
use crate::tour::showcase::{find_showpiece, run_showpiece};
use gristmill::algorithms::TABLE;
use gristmill::{Device, Era};

fn build_exhibit<'a>(algorithm: &'static Algorithm, pictures: Option<&'a EraPictures>) -> Exhibit<'a> {
    Exhibit { algorithm, measured: Vec::new(), plain: [None, None], pictures, lines: Vec::new() }
}

fn build_report<'a>(device: &'a Device, exhibits: Vec<Exhibit<'a>>) -> TourReport<'a> {
    TourReport { device: device.info(), no_compute: None, left_out: "left out: none", all: &[], exhibits }
}

#[test]
fn pictures_come_first_then_the_chart_then_the_table() -> Result<()> {
    let device = Device::emulator(Era::Fragment)?;
    let invert = Algorithm::find("invert")?;
    let pictures = find_showpiece("invert").map(|piece| run_showpiece(&device, piece));
    let html = build_page(&build_report(&device, vec![build_exhibit(invert, pictures.as_ref())]))?;
    let parts = [
        "data:image/",
        "left out: none",
        "id=\"filter-pictures\"",
        "id=\"card-invert\"",
        "id=\"chart\"",
        "id=\"filter-table\"",
        "<section class=\"exhibit\" id=\"invert\">",
        "no pixel differs",
        "<script>",
    ];
    let places = parts.map(|part| html.find(part));
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?}");
    Ok(())
}

#[test]
fn the_page_asks_for_nothing_from_elsewhere() -> Result<()> {
    let device = Device::emulator(Era::Fragment)?;
    let html = build_page(&build_report(&device, vec![build_exhibit(Algorithm::find("saxpy")?, None)]))?;
    for asking in ["src=", "<link", "@import", "url(http", "fetch(", "href=\"http"] {
        assert!(!html.contains(asking), "{asking}");
    }
    assert!(html.contains("no time was left for its picture"));
    Ok(())
}

#[test]
fn every_algorithm_has_a_card_and_a_viewer() -> Result<()> {
    let device = Device::emulator(Era::Fragment)?;
    let exhibits = TABLE.iter().map(|algorithm| build_exhibit(algorithm, None)).collect();
    let html = build_page(&build_report(&device, exhibits))?;
    for algorithm in TABLE {
        let name = algorithm.name;
        assert!(
            html.contains(&format!("id=\"card-{name}\"")) && html.contains(&format!("class=\"exhibit\" id=\"{name}\""))
        );
    }
    Ok(())
}
