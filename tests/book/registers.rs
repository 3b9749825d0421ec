//! The table of the page on the GeForce FX: each row is the register that an instruction has just
//! written, read after a run of the program up to there.

use gristmill::check::{KernelCheck, LaunchOptions};

const PAGE: &str = include_str!("../../book/src/assembly_fx.md");
const PROGRAM: &str = include_str!("registers.fp");

/// Returns the cells of a row of the table.
fn row_cells(row: &str) -> Vec<&str> {
    row.trim_matches('|')
        .split('|')
        .map(|cell| cell.trim().trim_matches('`'))
        .collect()
}

/// Returns the register `register` of four fragments after the instruction in line `last`.
fn register_after(last: usize, register: &str) -> Vec<f32> {
    let lines: Vec<&str> = PROGRAM.lines().take(last + 1).collect();
    let reads_limit = lines.iter().any(|line| line.contains("limit.x"));
    let is_kept =
        |line: &&&str| !line.starts_with("# run: expect") && (reads_limit || !line.starts_with("# run: uniform"));
    let start: String = lines.iter().filter(is_kept).map(|line| format!("{line}\n")).collect();
    let check = KernelCheck::source("prefix.fp", format!("{start}MOV o[COLR], {register};\nEND\n"));
    let report = check.run(&LaunchOptions::new()).unwrap();
    assert!(report.is_right(), "{}", report.verdict());
    let words = report.output("o[COLR]").unwrap();
    words.iter().step_by(4).map(|word| f32::from_bits(*word)).collect()
}

#[test]
fn each_row_is_what_a_run_gives() {
    let rows: Vec<Vec<&str>> = PAGE.lines().filter(|line| line.starts_with("| `")).map(row_cells).collect();
    assert_eq!(rows.len(), 5, "{rows:?}");
    let mut last = 0;
    for cells in rows {
        let (instruction, numbers) = (cells[0], &cells[1..]);
        let find = |(_, line): &(usize, &str)| line.starts_with(instruction);
        let (line, _) = PROGRAM.lines().enumerate().skip(last + 1).find(find).unwrap();
        let register = instruction.split_whitespace().nth(1).unwrap();
        let wanted: Vec<f32> = numbers.iter().map(|number| number.parse().unwrap()).collect();
        assert_eq!(register_after(line, register), wanted, "{instruction}");
        last = line;
    }
}
