//! `gristmill bench` and `gristmill probe`.

use super::check::gristmill;
use serde_json::Value;

const SMALL: [&str; 7] = ["--device", "emulator", "bench", "scan", "--size", "100", "--seconds"];

fn bench(more: &[&str]) -> (Option<i32>, String, String) {
    gristmill(&[&SMALL[..], &["0.01"], more].concat())
}

#[test]
fn every_way_runs_in_turn_and_is_checked() {
    let (code, out, errors) = bench(&["--json"]);
    let told: Value = serde_json::from_str(&out).unwrap();
    let rows = told["rows"].as_array().unwrap();
    assert!(code == Some(0) && rows.len() >= 7, "{out}{errors}");
    for row in rows {
        let quartiles: Vec<f64> = row["quartile_seconds"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(Value::as_f64)
            .collect();
        let (best, slowest) = (row["best_seconds"].as_f64().unwrap(), row["slowest_seconds"].as_f64().unwrap());
        assert!(row["right"] == true && row["size"] == 100 && row["runs"].as_u64() >= Some(3), "{row}");
        assert!(best > 0.0 && best <= quartiles[0] && quartiles.is_sorted() && quartiles[2] <= slowest, "{row}");
        assert!(row["of_copy"].as_f64() > Some(0.0), "{row}");
        assert!(row["host_best_seconds"] == best && row["device_best_seconds"].is_null(), "{row}");
    }
    assert!(told["clock"] == "host" && told["clock_told"].as_str().unwrap().contains("no timer of its own"), "{out}");
    let roofs = told["roofs"].as_array().unwrap();
    assert!(roofs.len() == 2 && roofs.iter().all(|roof| roof["bytes_per_second"].as_f64() > Some(0.0)), "{out}");
}

#[test]
fn the_table_fits_and_the_picture_is_drawn() {
    let folder = std::env::temp_dir().join(format!("gristmill-bench-{}", std::process::id()));
    let (code, out, errors) = bench(&["--era", "compute", "--out", folder.to_str().unwrap()]);
    assert!(code == Some(0) && out.contains("of copy") && out.contains("compute_chunks"), "{out}{errors}");
    assert!(!out.contains("fragment"), "{out}");
    let svg = std::fs::read_to_string(folder.join("bench_scan.svg")).unwrap();
    assert!(svg.contains("compute_lookback") && svg.contains("quartile"), "{svg}");
    std::fs::remove_dir_all(&folder).unwrap();
}

/// A rung that a card refuses is told below the table; the others run, and the report has them.
#[test]
fn the_other_rungs_run_where_a_card_refuses_one() {
    let file = std::env::temp_dir().join(format!("gristmill-refused-{}.json", std::process::id()));
    let of_card = ["--device", "emulator", "--card", "radeon-9700", "bench", "saxpy", "--era", "fragment"];
    let small = ["--size", "100", "--seconds", "0.01", "--json", "--report", file.to_str().unwrap()];
    let (code, out, errors) = gristmill(&[&of_card[..], &small[..]].concat());
    assert!(code == Some(0), "{out}{errors}");
    let printed: Value = serde_json::from_str(&out).unwrap();
    let rungs: Vec<_> = printed["rows"].as_array().unwrap().iter().map(|row| &row["rung"]).collect();
    assert_eq!(rungs, ["fragment_2005"], "{out}");
    let refused = printed["notes"].to_string();
    assert!(refused.contains("saxpy fragment: saxpy.frag") && refused.contains("saxpy fragment_packed: "), "{out}");
    let report: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(report["algorithms"][0]["ways"][0]["way"], "fragment_2005", "{report}");
    std::fs::remove_file(file).unwrap();
}

/// The report is the page's form: it is read back, with the least times that the run has printed.
#[test]
fn a_report_is_saved() {
    let file = std::env::temp_dir().join(format!("gristmill-report-{}.json", std::process::id()));
    let (code, out, errors) = bench(&["--json", "--report", file.to_str().unwrap()]);
    let report: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    let printed: Value = serde_json::from_str(&out).unwrap();
    assert!(code == Some(0), "{errors}");
    assert_eq!((&report["what"], &report["form"]), (&"gristmill report".into(), &1.into()));
    assert_eq!((&report["adapter"], &report["is_processor"]), (&printed["device"], &true.into()));
    let ways = report["algorithms"][0]["ways"].as_array().unwrap();
    for (way, row) in ways.iter().zip(printed["rows"].as_array().unwrap()) {
        assert_eq!((&way["way"], &way["era"], &way["agrees"]), (&row["rung"], &row["era"], &true.into()));
        let least = [&way["nanoseconds"]["min"], &row["best_seconds"]].map(|time| time.as_f64().unwrap());
        assert!((least[0] * 1e-9 - least[1]).abs() < 1e-12, "{way} {row}");
    }
    std::fs::remove_file(file).unwrap();
}

#[test]
fn growth_stands_beside_the_work() {
    let asked = ["--device", "emulator", "bench", "nbody", "--era", "compute", "--size", "256", "--growth", "--json"];
    let (code, out, errors) = gristmill(&asked);
    let told: Value = serde_json::from_str(&out).unwrap();
    let rows = told["rows"].as_array().unwrap();
    assert!(code == Some(0) && !rows.is_empty(), "{out}{errors}");
    // Every body pulls at every other one: the work grows with the square, whatever the clock says.
    assert!(rows.iter().all(|row| row["work_exponent"].as_f64() > Some(1.5)), "{out}");
}

#[test]
fn what_makes_no_sense_is_refused() {
    let (code, _, errors) = gristmill(&["bench", "scann"]);
    assert!(code == Some(2) && errors.contains("did you mean scan?"), "{errors}");
    for seconds in ["0", "-1", "NaN", "4000"] {
        let (code, _, errors) = gristmill(&["bench", "scan", &format!("--seconds={seconds}")]);
        assert!(code == Some(2) && errors.contains("at most 3600"), "{errors}");
    }
}

#[test]
fn the_probe_tells_reads_writes_and_the_shape() {
    let (code, out, errors) = gristmill(&["--device", "emulator", "probe", "--quick"]);
    assert!(code == Some(0), "{out}{errors}");
    for word in ["texelFetch of four", "imageStore of a float", "four to each of four targets", "the shapes of a GPU"] {
        assert!(out.contains(word), "no {word}: {out}");
    }
}
