//! The tables of the pages on programs in assembly: each row is the register that an instruction has just
//! written, read after a run of the program up to there, or the limit of a version.

use approx::assert_abs_diff_eq;
use gristmill::check::{KernelCheck, LaunchOptions, Texels, program_counts};

/// A page, its program, and how the program is cut off behind an instruction.
struct RegisterPage {
    page: &'static str,
    program: &'static str,
    /// The name of a kernel with a part of the program.
    file: &'static str,
    /// The beginning of a comment.
    comment: &'static str,
    /// The instructions that give a register as the result.
    result: fn(&str) -> String,
    output: &'static str,
    /// The launch beside the comments: a text without a folder has no picture.
    launch: fn() -> LaunchOptions,
}

const GEFORCE_FX: RegisterPage = RegisterPage {
    page: include_str!("../../book/src/assembly_fx.md"),
    program: include_str!("registers.fp"),
    file: "prefix.fp",
    comment: "# run: ",
    result: |register| format!("MOV o[COLR], {register};\nEND\n"),
    output: "o[COLR]",
    launch: LaunchOptions::new,
};

const DIRECT3D: RegisterPage = RegisterPage {
    page: include_str!("../../book/src/assembly_d3d.md"),
    program: include_str!("solarised.psh"),
    file: "prefix.psh",
    comment: "// run: ",
    result: |register| format!("mov r0, {register}\n"),
    output: "r0",
    launch: || LaunchOptions::new().texture("s0", read_greys()),
};

/// Returns the four greys of the picture that the program reads.
fn read_greys() -> Texels {
    let greys = [0.0_f32, 51.0, 102.0, 255.0].map(|byte| byte / 255.0);
    let words = greys.iter().flat_map(|grey| [*grey, *grey, *grey, 1.0]).map(f32::to_bits);
    Texels::new("rgba32f", [4, 1, 1], words.collect())
}

/// Returns the cells of a row of a table.
fn row_cells(row: &str) -> Vec<&str> {
    row.trim_matches('|')
        .split('|')
        .map(|cell| cell.trim().trim_matches('`'))
        .collect()
}

impl RegisterPage {
    /// Returns the rows of a table whose first cell is code, of this many cells.
    fn rows(&self, cells: usize) -> Vec<Vec<&'static str>> {
        let rows = self.page.lines().filter(|line| line.starts_with("| `")).map(row_cells);
        rows.filter(|row| row.len() == cells).collect()
    }

    /// Returns the register `register` of four fragments after the instruction in line `last`.
    fn register_after(&self, last: usize, register: &str) -> Vec<f32> {
        let lines: Vec<&str> = self.program.lines().take(last + 1).collect();
        let is_read = |name: &str| lines.iter().any(|line| !line.starts_with(self.comment) && line.contains(name));
        let is_kept = |line: &&&str| {
            let setting = line.strip_prefix(self.comment).unwrap_or("");
            let uniform = setting.strip_prefix("uniform ").and_then(|uniform| uniform.split('=').next());
            let is_picture = setting.ends_with(".png");
            !is_picture && !setting.starts_with("expect") && uniform.is_none_or(|name| is_read(&format!(", {name}")))
        };
        let start: String = lines.iter().filter(is_kept).map(|line| format!("{line}\n")).collect();
        let check = KernelCheck::source(self.file, format!("{start}{}", (self.result)(register)));
        let report = check.run(&(self.launch)()).unwrap();
        assert!(report.is_right(), "{}", report.verdict());
        let words = report.output(self.output).unwrap();
        words.iter().step_by(4).map(|word| f32::from_bits(*word)).collect()
    }

    /// Asserts that each row of the first table is what a run gives.
    fn assert_rows(&self, count: usize) {
        let rows = self.rows(5);
        assert_eq!(rows.len(), count, "{rows:?}");
        let mut last = 0;
        for cells in rows {
            let (instruction, numbers) = (cells[0], &cells[1..]);
            let find = |(_, line): &(usize, &str)| line.starts_with(instruction);
            let (line, _) = self.program.lines().enumerate().skip(last + 1).find(find).unwrap();
            let register = instruction.split_whitespace().nth(1).unwrap();
            let wanted: Vec<f32> = numbers.iter().map(|number| number.parse().unwrap()).collect();
            assert_abs_diff_eq!(self.register_after(line, register)[..], wanted[..], epsilon = 1e-6);
            last = line;
        }
    }
}

#[test]
fn each_row_is_what_a_run_gives() {
    GEFORCE_FX.assert_rows(5);
    DIRECT3D.assert_rows(5);
}

/// A program of so many instructions of arithmetic.
fn sum_of(version: &str, instructions: usize) -> String {
    let sums = "add r0, r0, c0\n".repeat(instructions - 2);
    // The first versions give r0 as the result, the later ones what is moved to oC0.
    match version.starts_with("ps_1") {
        true => format!("{version}\nmov r0, c0\n{sums}add r0, r0, c0\n"),
        false => format!("{version}\nmov r0, c0\n{sums}mov oC0, r0\n"),
    }
}

#[test]
fn each_version_takes_as_many_instructions_as_the_page_says() {
    let rows = DIRECT3D.rows(4);
    assert_eq!(rows.len(), 4, "{rows:?}");
    for row in rows {
        let (version, most) = (row[0], row[2].parse().unwrap());
        let counts = program_counts("sum.psh", &sum_of(version, most)).unwrap();
        assert_eq!(counts.instructions, most, "{version}");
        let error = program_counts("sum.psh", &sum_of(version, most + 1)).unwrap_err().to_string();
        assert!(error.contains(&format!("found {}", most + 1)), "{version}: {error}");
    }
}
