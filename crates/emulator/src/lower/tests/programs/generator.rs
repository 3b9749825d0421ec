//! Random programs: instructions of a language with operands, swizzles, masks, suffixes and conditions.

use super::random_numbers::RandomNumbers;

/// A language of programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// `!!ARBfp1.0`.
    Fragment,
    /// `!!ARBvp1.0`.
    Vertex,
    /// `!!ARBfp1.0` with `OPTION NV_fragment_program`.
    Option1,
    /// `!!ARBfp1.0` with `OPTION NV_fragment_program2`.
    Option2,
    /// `!!FP1.0`.
    Registers,
}

/// The operands of an instruction.
#[derive(Clone, Copy, PartialEq)]
enum Shape {
    Vectors(usize),
    Scalars(usize),
    VectorScalar,
    Swizzle,
    Sample(usize),
}

/// An instruction: its name, operands, precision letters, and the languages that have it.
struct Row {
    name: &'static str,
    shape: Shape,
    letters: &'static str,
    languages: &'static [Language],
}

use Language::{Fragment, Option1, Option2, Registers, Vertex};
use Shape::{Sample, Scalars, Swizzle, VectorScalar, Vectors};

const ALL: &[Language] = &[Fragment, Vertex, Option1, Option2, Registers];
const ARB: &[Language] = &[Fragment, Vertex, Option1, Option2];
const ARB_FRAGMENT: &[Language] = &[Fragment, Option1, Option2];
const ANY_FRAGMENT: &[Language] = &[Fragment, Option1, Option2, Registers];
const OPTIONS: &[Language] = &[Option1, Option2, Registers];
const SECOND: &[Language] = &[Option2];
const VERTICES: &[Language] = &[Vertex];

const fn row(name: &'static str, shape: Shape, letters: &'static str, languages: &'static [Language]) -> Row {
    Row { name, shape, letters, languages }
}

const ROWS: [Row; 57] = [
    row("ABS", Vectors(1), "RHX", ARB),
    row("ADD", Vectors(2), "RHX", ALL),
    row("CMP", Vectors(3), "", ARB_FRAGMENT),
    row("COS", Scalars(1), "RH", ANY_FRAGMENT),
    row("DDX", Vectors(1), "RH", OPTIONS),
    row("DDY", Vectors(1), "RH", OPTIONS),
    row("DIV", VectorScalar, "RH", SECOND),
    row("DP2", Vectors(2), "RHX", SECOND),
    row("DP2A", Vectors(3), "RHX", SECOND),
    row("DP3", Vectors(2), "RHX", ALL),
    row("DP4", Vectors(2), "RHX", ALL),
    row("DPH", Vectors(2), "RHX", ARB),
    row("DST", Vectors(2), "RH", ALL),
    row("EX2", Scalars(1), "RH", ALL),
    row("EXP", Scalars(1), "", VERTICES),
    row("FLR", Vectors(1), "RHX", ALL),
    row("FRC", Vectors(1), "RHX", ALL),
    row("LG2", Scalars(1), "RH", ALL),
    row("LIT", Vectors(1), "RH", ALL),
    row("LOG", Scalars(1), "", VERTICES),
    row("LRP", Vectors(3), "RHX", ANY_FRAGMENT),
    row("MAD", Vectors(3), "RHX", ALL),
    row("MAX", Vectors(2), "RHX", ALL),
    row("MIN", Vectors(2), "RHX", ALL),
    row("MOV", Vectors(1), "RHX", ALL),
    row("MUL", Vectors(2), "RHX", ALL),
    row("NRM", Vectors(1), "RH", SECOND),
    row("PK2H", Vectors(1), "", OPTIONS),
    row("PK2US", Vectors(1), "", OPTIONS),
    row("PK4B", Vectors(1), "", OPTIONS),
    row("PK4UB", Vectors(1), "", OPTIONS),
    row("POW", Scalars(2), "RH", ALL),
    row("RCP", Scalars(1), "RH", ALL),
    row("RFL", Vectors(2), "RH", OPTIONS),
    row("RSQ", Scalars(1), "RH", ALL),
    row("SCS", Scalars(1), "", ARB_FRAGMENT),
    row("SEQ", Vectors(2), "RHX", OPTIONS),
    row("SFL", Vectors(2), "RHX", OPTIONS),
    row("SGE", Vectors(2), "RHX", ALL),
    row("SGT", Vectors(2), "RHX", OPTIONS),
    row("SIN", Scalars(1), "RH", ANY_FRAGMENT),
    row("SLE", Vectors(2), "RHX", OPTIONS),
    row("SLT", Vectors(2), "RHX", ALL),
    row("SNE", Vectors(2), "RHX", OPTIONS),
    row("STR", Vectors(2), "RHX", OPTIONS),
    row("SUB", Vectors(2), "RHX", ALL),
    row("SWZ", Swizzle, "", ARB),
    row("TEX", Sample(1), "", ANY_FRAGMENT),
    row("TXB", Sample(1), "", ARB_FRAGMENT),
    row("TXD", Sample(3), "", OPTIONS),
    row("TXL", Sample(1), "", SECOND),
    row("TXP", Sample(1), "", ANY_FRAGMENT),
    row("UP2H", Scalars(1), "", OPTIONS),
    row("UP2US", Scalars(1), "", OPTIONS),
    row("UP4B", Scalars(1), "", OPTIONS),
    row("UP4UB", Scalars(1), "", OPTIONS),
    row("X2D", Vectors(3), "RH", OPTIONS),
];

/// Instructions that no other language than these has a clamp for.
const UNCLAMPED: [&str; 4] = ["PK2H", "PK2US", "PK4B", "PK4UB"];

/// Targets of the image units: a unit has one.
const TARGETS: [&str; 5] = ["2D", "1D", "3D", "CUBE", "RECT"];

/// Most instructions of a generated program, beside those of its blocks.
const LENGTH: u64 = 12;

/// Generates a program; the same seed gives the same one.
pub fn generate_program(language: Language, seed: u64) -> String {
    let mut generator =
        Generator { language, numbers: RandomNumbers::for_seed(seed), text: String::new(), inside: false, used: None };
    generator.write_program();
    generator.text
}

struct Generator {
    language: Language,
    numbers: RandomNumbers,
    text: String,
    /// True inside of blocks and subroutines, where lanes part and derivatives have no value.
    inside: bool,
    /// The attribute and the parameter of the current instruction, which has one of each in `!!FP1.0`.
    used: Option<[String; 2]>,
}

impl Generator {
    fn has_options(&self) -> bool {
        matches!(self.language, Option1 | Option2 | Registers)
    }

    fn write_program(&mut self) {
        let head = match self.language {
            Vertex => "!!ARBvp1.0\n",
            Registers => "!!FP1.0\nDECLARE size;\nDECLARE half = {0.5, 0.25, 2.0, 4.0};\nDEFINE third = 0.3333;\n",
            Fragment => "!!ARBfp1.0\n",
            Option1 => "!!ARBfp1.0\nOPTION NV_fragment_program;\n",
            Option2 => "!!ARBfp1.0\nOPTION NV_fragment_program2;\n",
        };
        self.text.push_str(head);
        match self.language {
            Registers => {}
            Vertex => {
                self.text.push_str("TEMP r0, r1, r2, r3;\nADDRESS A;\n");
                self.text
                    .push_str("PARAM t[5] = { program.env[3..5], { 1, 2, 3, 4 }, state.matrix.mvp.row[1] };\n");
                self.text
                    .push_str("PARAM m[4] = { state.matrix.modelview.transpose };\nARL A.x, vertex.attrib[7].x;\n");
            }
            Fragment => self.text.push_str("TEMP r0, r1, r2, r3;\n"),
            Option1 | Option2 => self.text.push_str("TEMP r0, r1;\nSHORT TEMP r2;\nLONG TEMP r3;\n"),
        }
        let flows = self.language == Option2 && self.numbers.next_below(3) > 0;
        if flows && self.numbers.next_below(3) == 0 {
            self.text.push_str("first:\n");
            self.inside = true;
            self.write_block(0);
            self.text.push_str("RET (GT.x);\n");
            self.write_instruction();
            self.text.push_str("second:\n");
            self.write_block(0);
            self.text.push_str("RET;\nmain:\n");
            self.inside = false;
            self.write_instruction();
            self.text.push_str("CAL first (LT.xyzw);\nCAL second;\n");
        }
        for _ in 0..1 + self.numbers.next_below(LENGTH) {
            match self.numbers.next_below(8) {
                0 if flows => self.write_flow(2),
                _ => self.write_instruction(),
            }
        }
        self.write_results();
        self.text.push_str("END\n");
    }

    fn write_block(&mut self, depth: u64) {
        for _ in 0..1 + self.numbers.next_below(4) {
            match self.numbers.next_below(6) {
                0 if depth > 0 => self.write_flow(depth - 1),
                _ => self.write_instruction(),
            }
        }
    }

    fn write_flow(&mut self, depth: u64) {
        let outside = std::mem::replace(&mut self.inside, true);
        let rule = self.numbers.pick_word(&["GT", "LE", "EQ", "NE", "LT", "GE"]);
        let lane = self.numbers.pick_word(&["x", "y", "xyzw", "wwzz"]);
        match self.numbers.next_below(3) {
            0 => {
                self.text.push_str(&format!("IF {rule}.{lane};\n"));
                self.write_block(depth);
                if self.numbers.next_below(2) == 0 {
                    self.text.push_str("ELSE;\n");
                    self.write_block(depth);
                }
                self.text.push_str("ENDIF;\n");
            }
            1 => {
                self.text.push_str("REP {3};\n");
                self.write_block(depth);
                self.text.push_str(&format!("BRK ({rule}.{lane});\n"));
                self.write_instruction();
                self.text.push_str("ENDREP;\n");
            }
            _ => {
                self.text.push_str("LOOP {2, -1, 3};\n");
                self.write_block(depth);
                self.text.push_str("ADD r1, r1, fragment.texcoord[A0.x + 1].yzwx;\nENDLOOP;\n");
            }
        }
        self.inside = outside;
    }

    fn write_results(&mut self) {
        let kill = self.numbers.next_below(6) == 0;
        match self.language {
            Vertex => self.text.push_str(
                "MOV result.position, r0;\nMOV result.texcoord[1], r1;\nMOV result.color.xyz, r2;\n\
                 MOV result.fogcoord.x, r3.y;\n",
            ),
            Registers => {
                if kill {
                    self.text.push_str("MOVC RC, R1;\nKIL LT.xyxy;\n");
                }
                self.text
                    .push_str("MUL o[COLR], R0, R1;\nADD o[COLR].xy, R2, H0;\nMOV o[DEPR].z, H1;\n");
            }
            Fragment | Option1 | Option2 => {
                if kill {
                    self.text.push_str("KIL r1.xyxy;\n");
                }
                self.text
                    .push_str("MOV result.color, r0;\nADD result.color.xz, r1, r2;\nMOV result.depth.z, r3.w;\n");
            }
        }
    }

    /// Writes a random instruction.
    fn write_instruction(&mut self) {
        let rows: Vec<&Row> = ROWS.iter().filter(|row| row.languages.contains(&self.language)).collect();
        let row = rows[self.numbers.next_below(rows.len() as u64) as usize];
        if self.inside && row.name.starts_with("DD") {
            return self.text.push_str("MOV r0.x, r1;\n");
        }
        self.used = None;
        let packs = UNCLAMPED.contains(&row.name);
        let mut name = row.name.to_string();
        if self.has_options() && !row.letters.is_empty() && self.numbers.next_below(2) == 0 {
            let at = self.numbers.next_below(row.letters.len() as u64) as usize;
            name.push_str(&row.letters[at..=at]);
        }
        let sets_code = self.has_options() && !packs && (self.language == Option2 || row.name != "CMP");
        // CMP, SCS, SWZ and XPD set no condition code with the first option.
        let sets_code = sets_code && !matches!(row.name, "SCS" | "SWZ" | "CMP");
        if sets_code && self.numbers.next_below(4) == 0 {
            name.push('C');
        }
        if self.language != Vertex && !packs && self.numbers.next_below(5) == 0 {
            let signed = self.language == Option2 && self.numbers.next_below(2) == 0;
            name.push_str(if signed { "_SSAT" } else { "_SAT" });
        }
        let destination = self.destination(row.name);
        let operands = self.operands(row);
        self.text.push_str(&format!("{name} {destination}, {operands};\n"));
    }

    fn destination(&mut self, name: &str) -> String {
        let long_only = UNCLAMPED.contains(&name);
        let register = match self.language {
            Registers if long_only => self.numbers.pick_word(&["R0", "R1", "R2"]),
            Registers => self.numbers.pick_word(&["R0", "R1", "R2", "H0", "H1", "RC", "HC"]),
            Option1 | Option2 if long_only => self.numbers.pick_word(&["r0", "r1", "r3"]),
            Option1 | Option2 => self.numbers.pick_word(&["r0", "r1", "r2", "r3", "CC"]),
            Fragment | Vertex => self.numbers.pick_word(&["r0", "r1", "r2", "r3"]),
        };
        let masks = ["", "", ".x", ".yz", ".xw", ".xyz", ".y", ".zw", ".xyzw"];
        let mask = match name {
            "RFL" => self.numbers.pick_word(&[".x", ".xyz", ".yz", ".z"]),
            _ => self.numbers.pick_word(&masks),
        };
        let mut text = format!("{register}{mask}");
        if self.has_options() && self.numbers.next_below(4) == 0 {
            let rule = self.numbers.pick_word(&["EQ", "NE", "LT", "GE", "LE", "GT", "TR", "FL"]);
            let swizzle = self.numbers.pick_word(&["", ".x", ".wzyx", ".yyzz"]);
            text.push_str(&format!(" ({rule}{swizzle})"));
        }
        text
    }

    fn operands(&mut self, row: &Row) -> String {
        let unpacks = row.name.starts_with("UP");
        let mut parts = vec![];
        match row.shape {
            Vectors(count) => (0..count).for_each(|n| parts.push(self.vector(n > 0))),
            Scalars(count) => (0..count).for_each(|n| parts.push(self.scalar(unpacks, n > 0))),
            VectorScalar => {
                parts.push(self.vector(false));
                parts.push(self.scalar(false, true));
            }
            Swizzle => {
                parts.push(self.numbers.pick_word(&["r0", "r1", "r2"]).to_string());
                for _ in 0..4 {
                    parts.push(
                        self.numbers
                            .pick_word(&["x", "-y", "z", "-w", "0", "1", "-1", "-0"])
                            .to_string(),
                    );
                }
            }
            Sample(count) => {
                (0..count).for_each(|_| parts.push(self.vector(false)));
                let unit = self.numbers.next_below(TARGETS.len() as u64) as usize;
                let target = TARGETS[unit];
                parts.push(match self.language {
                    Registers => format!("TEX{unit}, {target}"),
                    _ => format!("texture[{unit}], {target}"),
                });
            }
        }
        parts.join(", ")
    }

    /// Writes a vector operand. The first operand is not a constant: glslang would compute the result, in doubles.
    fn vector(&mut self, may_be_constant: bool) -> String {
        let source = self.source(may_be_constant);
        // A scalar constant has no swizzle here.
        let swizzle = match source.starts_with(|letter: char| letter.is_ascii_digit()) || source == "third" {
            true => "",
            false => self
                .numbers
                .pick_word(&["", "", ".x", ".w", ".wzyx", ".yzxw", ".xxzz", ".zyyx"]),
        };
        self.with_signs(format!("{source}{swizzle}"))
    }

    fn scalar(&mut self, unpacks: bool, may_be_constant: bool) -> String {
        let source = match unpacks {
            true if self.language == Registers => self.numbers.pick_word(&["R0", "R1", "R2"]).to_string(),
            true => self.numbers.pick_word(&["r0", "r1", "r3"]).to_string(),
            false => self.source(may_be_constant),
        };
        let lane = self.numbers.pick_word(&["x", "y", "z", "w"]);
        if source == "third" {
            return source;
        }
        let whole = format!("{source}.{lane}");
        if unpacks { whole } else { self.with_signs(whole) }
    }

    fn with_signs(&mut self, operand: String) -> String {
        let bars = self.has_options() && self.numbers.next_below(6) == 0;
        let operand = if bars { format!("|{operand}|") } else { operand };
        if self.numbers.next_below(4) == 0 { format!("-{operand}") } else { operand }
    }

    fn source(&mut self, may_be_constant: bool) -> String {
        if self.numbers.next_below(2) == 0 {
            let temporaries: &[&str] = match self.language {
                Registers => &["R0", "R1", "R2", "H0", "H1"],
                _ => &["r0", "r1", "r2", "r3"],
            };
            return self.numbers.pick_word(temporaries).to_string();
        }
        let [attribute, parameter] = self.interface();
        let is_constant = parameter.starts_with('{') || parameter == "third" || parameter == "2.5";
        // Some components of these are constants.
        let has_constants = ["fogcoord", "FOGC", "facing", "normal"]
            .iter()
            .any(|name| attribute.contains(name));
        if has_constants && !may_be_constant && !is_constant {
            return parameter;
        }
        if has_constants && !may_be_constant {
            return self
                .numbers
                .pick_word(if self.language == Registers { &["R0"] } else { &["r0"] })
                .to_string();
        }
        let takes_attribute = self.numbers.next_below(2) == 0 || is_constant && !may_be_constant;
        if takes_attribute { attribute } else { parameter }
    }

    /// Returns an attribute and a parameter; in `!!FP1.0` those of the instruction.
    fn interface(&mut self) -> [String; 2] {
        if let Some(used) = self.used.clone().filter(|_| self.language == Registers) {
            return used;
        }
        let attributes: &[&str] = match self.language {
            Vertex => &["vertex.position", "vertex.color", "vertex.normal", "vertex.fogcoord", "vertex.texcoord[2]"],
            Registers => &["f[WPOS]", "f[COL0]", "f[COL1]", "f[FOGC]", "f[TEX0]", "f[TEX7]"],
            Option2 => &["fragment.color", "fragment.texcoord[3]", "fragment.position", "fragment.facing"],
            Fragment | Option1 => &[
                "fragment.color",
                "fragment.color.secondary",
                "fragment.texcoord[0]",
                "fragment.fogcoord",
                "fragment.position",
            ],
        };
        let parameters: &[&str] = match self.language {
            Vertex => &["t[A.x + 1]", "m[1]", "program.local[0]", "{ 1, -2, 0.5 }", "t[A.x]"],
            Registers => &["p[0]", "p[5]", "size", "half", "{ 0.5, -2, 3, 1.5 }", "2.5", "third"],
            Fragment | Option1 | Option2 => {
                &["program.local[0]", "program.env[1]", "{ 1, -2, 0.5 }", "state.fog.color", "{ 3, 0.001, 7, -9 }"]
            }
        };
        let made = [self.numbers.pick_word(attributes).to_string(), self.numbers.pick_word(parameters).to_string()];
        self.used = Some(made.clone());
        made
    }
}
