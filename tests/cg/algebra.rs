//! Matrices: products of all shapes, and the functions that they have, against a plain evaluation.

use super::{Vector, assert_near, half, run_program};

/// Sixteen numbers, row by row.
const NUMBERS: [f32; 16] = [1.5, -2.0, 0.5, 3.0, 2.25, 1.0, -0.75, 0.125, -1.0, 4.0, 2.5, -0.5, 0.75, -1.25, 3.5, 2.0];
const OTHERS: [f32; 16] = [0.5, 1.0, -1.5, 2.0, -0.25, 3.0, 1.25, -2.0, 0.875, -1.0, 0.625, 1.75, 2.5, 0.25, -0.5, 1.0];

fn type_name(base: &str, rows: usize, columns: usize) -> String {
    format!("{base}{rows}x{columns}")
}

/// Returns the elements of a matrix's upper left part, as arguments.
fn elements(name: &str, rows: usize, columns: usize) -> String {
    let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    cells
        .map(|(row, column)| format!("{name}._m{row}{column}"))
        .collect::<Vec<_>>()
        .join(", ")
}

fn element(numbers: &[f32; 16], base: &str, row: usize, column: usize) -> f64 {
    let number = f64::from(numbers[4 * row + column]);
    if base == "half" { half(number) } else { number }
}

/// Runs a program of two matrices with an output for each row of its result.
fn run_rows(text: &str, rows: usize) -> Vec<Vector> {
    let outputs: Vec<String> = (0..rows).map(|row| format!("COLOR{row}")).collect();
    let names: Vec<&str> = outputs.iter().map(String::as_str).collect();
    run_program("rows.cg", text, &[("N", &NUMBERS), ("O", &OTHERS)], &names)
}

/// Returns a program that stores the rows of a result.
fn rows_text(statements: &str, rows: usize, columns: usize) -> String {
    let parameters: String = (0..rows).map(|row| format!(", out float4 o{row} : COLOR{row}")).collect();
    let fill = ", 0".repeat(4 - columns);
    let stores: String = (0..rows).map(|row| format!("    o{row} = float4(r[{row}]{fill});\n")).collect();
    format!("void main(uniform float4x4 N, uniform float4x4 O{parameters})\n{{\n{statements}{stores}}}\n")
}

#[test]
fn products_of_matrices_of_every_shape() {
    for base in ["float", "half"] {
        for (rows, inner, columns) in (0..64).map(|n| (1 + n / 16, 1 + n / 4 % 4, 1 + n % 4)) {
            let one = type_name(base, rows, inner);
            let other = type_name(base, inner, columns);
            let result = type_name(base, rows, columns);
            let statements = format!(
                "    {one} m = {one}({});\n    {other} n = {other}({});\n    {result} r = mul(m, n);\n",
                elements("N", rows, inner),
                elements("O", inner, columns)
            );
            let text = rows_text(&statements, rows, columns);
            for (row, got) in run_rows(&text, rows).into_iter().enumerate() {
                let wanted = std::array::from_fn(|column| match column < columns {
                    true => (0..inner)
                        .map(|n| element(&NUMBERS, base, row, n) * element(&OTHERS, base, n, column))
                        .sum(),
                    false => 0.0,
                });
                assert_near(got, wanted, if base == "half" { 4e-3 } else { 1e-5 }, &text);
            }
        }
    }
}

#[test]
fn products_with_vectors_of_every_size() {
    for (rows, columns) in (0..16)
        .map(|n| (1 + n / 4, 1 + n % 4))
        .filter(|(rows, columns)| *rows > 1 && *columns > 1)
    {
        let matrix = type_name("float", rows, columns);
        let text = |call: &str, count: usize| {
            let fill = ", 0".repeat(4 - count);
            format!(
                "float4 main(uniform float4x4 N, uniform float4x4 O) : COLOR\n{{\n    {matrix} m = {matrix}({});\n    \
                 float{columns} v = float{columns}({});\n    float{rows} w = float{rows}({});\n    return float4({call}{fill});\n}}\n",
                elements("N", rows, columns),
                elements("O", 1, columns),
                elements("O", 1, rows)
            )
        };
        let after = text("mul(m, v)", rows);
        let wanted = std::array::from_fn(|row| match row < rows {
            true => (0..columns)
                .map(|n| element(&NUMBERS, "float", row, n) * element(&OTHERS, "float", 0, n))
                .sum(),
            false => 0.0,
        });
        let run = |text: &str| run_program("product.cg", text, &[("N", &NUMBERS), ("O", &OTHERS)], &["COLOR0"])[0];
        assert_near(run(&after), wanted, 1e-5, &after);
        let before = text("mul(w, m)", columns);
        let wanted = std::array::from_fn(|column| match column < columns {
            true => (0..rows)
                .map(|n| element(&OTHERS, "float", 0, n) * element(&NUMBERS, "float", n, column))
                .sum(),
            false => 0.0,
        });
        assert_near(run(&before), wanted, 1e-5, &before);
    }
}

/// Returns the determinant of an upper left part, by its first row.
fn determinant(cells: &[Vec<f64>]) -> f64 {
    if cells.len() == 1 {
        return cells[0][0];
    }
    (0..cells.len())
        .map(|column| {
            let rest: Vec<Vec<f64>> = cells[1..]
                .iter()
                .map(|row| {
                    row.iter()
                        .enumerate()
                        .filter(|(at, _)| *at != column)
                        .map(|(_, cell)| *cell)
                        .collect()
                })
                .collect();
            let sign = if column % 2 == 0 { 1.0 } else { -1.0 };
            sign * cells[0][column] * determinant(&rest)
        })
        .sum()
}

#[test]
fn transposes_and_determinants_of_every_size() {
    for (rows, columns) in (0..16).map(|n| (1 + n / 4, 1 + n % 4)) {
        let matrix = type_name("float", rows, columns);
        let turned = type_name("float", columns, rows);
        let statements =
            format!("    {matrix} m = {matrix}({});\n    {turned} r = transpose(m);\n", elements("N", rows, columns));
        let text = rows_text(&statements, columns, rows);
        for (row, got) in run_rows(&text, columns).into_iter().enumerate() {
            let wanted =
                std::array::from_fn(|column| if column < rows { element(&NUMBERS, "float", column, row) } else { 0.0 });
            assert_near(got, wanted, 0.0, &text);
        }
        if rows == columns {
            let text = format!(
                "float4 main(uniform float4x4 N) : COLOR\n{{\n    {matrix} m = {matrix}({});\n    return determinant(m);\n}}\n",
                elements("N", rows, columns)
            );
            let cells: Vec<Vec<f64>> = (0..rows)
                .map(|row| (0..rows).map(|column| element(&NUMBERS, "float", row, column)).collect())
                .collect();
            let got = run_program("determinant.cg", &text, &[("N", &NUMBERS)], &["COLOR0"])[0];
            assert_near(got, [determinant(&cells); 4], 1e-5, &text);
        }
    }
}

#[test]
fn a_uniform_matrix_is_given_row_after_row() {
    let text = "void main(uniform float3x4 N, out float4 o0 : COLOR0, out float4 o1 : COLOR1, out float4 o2 : COLOR2)\n\
                { o0 = N[0]; o1 = N._m10_m11_m12_m13; o2 = float4(N._31, N._32, N[2].zw); }";
    let rows = run_program("rows.cg", text, &[("N", &NUMBERS[..12])], &["COLOR0", "COLOR1", "COLOR2"]);
    assert_eq!(rows.concat(), NUMBERS[..12]);
}

#[test]
fn arithmetic_of_matrices_is_of_their_elements() {
    for (statement, wanted) in [
        ("m + n", [2.0, -1.0, 2.0, 4.0]),
        ("m - n", [1.0, -3.0, 2.5, -2.0]),
        ("m * n", [0.75, -2.0, -0.5625, 3.0]),
        ("m / n", [3.0, -2.0, -9.0, 1.0 / 3.0]),
        ("2 * m", [3.0, -4.0, 4.5, 2.0]),
        ("m + 1", [2.5, -1.0, 3.25, 2.0]),
        ("-m", [-1.5, 2.0, -2.25, -1.0]),
        ("m += n", [2.0, -1.0, 2.0, 4.0]),
        ("(float2x2) N", [1.5, -2.0, 2.25, 1.0]),
        ("(float2x2) N[0]", [1.5, -2.0, 0.5, 3.0]),
        ("float2x2(N[0].xy, N[1].xy)", [1.5, -2.0, 2.25, 1.0]),
    ] {
        let statements = format!(
            "    float2x2 m = (float2x2) N;\n    float2x2 n = (float2x2) O;\n    float2x2 r = {statement};\n    o0 = (float4) r;\n"
        );
        let text =
            format!("void main(uniform float4x4 N, uniform float4x4 O, out float4 o0 : COLOR)\n{{\n{statements}}}\n");
        assert_near(run_rows(&text, 1)[0], wanted, 1e-6, &text);
    }
}
