//! Random programs in NVIDIA's vertex languages: every instruction, and branches to any label.

use super::random_numbers::RandomNumbers;

/// A language, by its first lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd)]
pub enum VertexDialect {
    /// `!!VP1.0`.
    Program1,
    /// `!!VP1.1`.
    Program1_1,
    /// `!!VP2.0`.
    Program2,
    /// `!!ARBvp1.0` with `OPTION NV_vertex_program2`.
    Option2,
    /// `!!ARBvp1.0` with `OPTION NV_vertex_program3`.
    Option3,
}

use VertexDialect::{Option2, Option3, Program1, Program1_1, Program2};

/// Instructions with the number of their operands, negative for scalars, and the language that has them first; POW, SWZ
/// and XPD are the ARB's.
const ROWS: [(&str, i32, VertexDialect); 36] = [
    ("ABS", 1, Program1_1),
    ("ADD", 2, Program1),
    ("COS", -1, Program2),
    ("DP3", 2, Program1),
    ("DP4", 2, Program1),
    ("DPH", 2, Program1_1),
    ("DST", 2, Program1),
    ("EX2", -1, Program2),
    ("EXP", -1, Program1),
    ("FLR", 1, Program2),
    ("FRC", 1, Program2),
    ("LG2", -1, Program2),
    ("LIT", 1, Program1),
    ("LOG", -1, Program1),
    ("MAD", 3, Program1),
    ("MAX", 2, Program1),
    ("MIN", 2, Program1),
    ("MOV", 1, Program1),
    ("MUL", 2, Program1),
    ("POW", -2, Option2),
    ("RCC", -1, Program1_1),
    ("RCP", -1, Program1),
    ("RSQ", -1, Program1),
    ("SEQ", 2, Program2),
    ("SFL", 2, Program2),
    ("SGE", 2, Program1),
    ("SGT", 2, Program2),
    ("SIN", -1, Program2),
    ("SLE", 2, Program2),
    ("SLT", 2, Program1),
    ("SNE", 2, Program2),
    ("SSG", 1, Program2),
    ("STR", 2, Program2),
    ("SUB", 2, Program1_1),
    ("TEX", 1, Option3),
    ("XPD", 2, Option2),
];

/// Generates a program; the same seed gives the same one.
pub fn generate_vertex_program(language: VertexDialect, seed: u64) -> String {
    let numbers = RandomNumbers::for_seed(seed);
    let mut generator = Generator { language, numbers, text: String::new(), used: None };
    generator.write_program();
    generator.text
}

struct Generator {
    language: VertexDialect,
    numbers: RandomNumbers,
    text: String,
    /// The attribute and the parameter of the current instruction, which has one of each.
    used: Option<[String; 2]>,
}

impl Generator {
    fn has_codes(&self) -> bool {
        self.language >= Program2
    }

    fn is_option(&self) -> bool {
        self.language >= Option2
    }

    fn write_program(&mut self) {
        self.text.push_str(match self.language {
            Program1 => "!!VP1.0\n",
            Program1_1 => "!!VP1.1\n",
            Program2 => "!!VP2.0\n",
            Option2 => "!!ARBvp1.0\nOPTION NV_vertex_program2;\n",
            Option3 => "!!ARBvp1.0\nOPTION NV_vertex_program3;\n",
        });
        if self.is_option() {
            self.text.push_str(
                "TEMP R0, R1, R2, R3;\nADDRESS A0, A1;\nMOV R0, 0.5;\nMOV R1, vertex.attrib[1];\nMOV R2, R1.wzyx;\n\
                 MOV R3, 1.0;\nARL A0, vertex.attrib[1];\nARL A1, vertex.attrib[2];\n\
                 PARAM c[6] = { program.env[3..5], { 1, 2, 3, 4 }, state.matrix.mvp.row[1], program.local[0] };\n",
            );
        } else if self.has_codes() {
            self.text.push_str("ARL A0, v[1];\n");
        } else {
            self.text.push_str("ARL A0.x, v[1].x;\n");
        }
        let sections = if self.has_codes() { 1 + self.numbers.next_below(6) } else { 1 };
        if self.has_codes() && self.numbers.next_below(3) == 0 {
            self.text.push_str("BRA main (TR);\n");
        }
        for section in 0..sections {
            self.text
                .push_str(&format!("l{section}:\n").repeat(usize::from(self.has_codes())));
            if section == sections / 2 && self.has_codes() {
                self.text.push_str("main:\n");
            }
            for _ in 0..1 + self.numbers.next_below(5) {
                self.write_instruction();
            }
            if self.has_codes() {
                self.write_jump(section, sections);
            }
        }
        let out = self.name_output();
        for (name, register) in [("HPOS", "R0"), ("TEX0", "R1"), ("TEX1", "R2"), ("COL0", "R3")] {
            self.text.push_str(&format!("MOV {}, {register};\n", out(name)));
        }
        self.text.push_str("END\n");
    }

    fn name_output(&self) -> impl Fn(&str) -> String + use<> {
        let is_option = self.is_option();
        move |name| match (is_option, name) {
            (false, name) => format!("o[{name}]"),
            (true, "HPOS") => "result.position".to_string(),
            (true, "COL0") => "result.color".to_string(),
            (true, name) => format!("result.texcoord[{}]", &name[3..]),
        }
    }

    /// Writes what moves control at the end of a section: to any label, back as well as forward.
    fn write_jump(&mut self, section: u64, sections: u64) {
        let label = self.numbers.next_below(sections);
        // A way back is taken as often as a number says.
        let rule = self.numbers.pick_word(&["GT", "LE", "EQ", "NE", "LT", "GE", "TR", "FL"]);
        let lane = self.numbers.pick_word(&["", ".x", ".y", ".wzyx", ".xxzz"]);
        let line = match self.numbers.next_below(7) {
            0 | 1 => format!("BRA l{label} ({rule}{lane});\n"),
            2 if label > section => format!("BRA l{label};\n"),
            3 => format!("CAL l{label} ({rule}{lane});\n"),
            4 => format!("RET ({rule}{lane});\n"),
            5 if self.language == Option3 => {
                let [push, pop] = [self.numbers.pick_word(&["A0", "A1"]), self.numbers.pick_word(&["A0", "A1"])];
                let keeps = if self.numbers.next_below(3) == 0 { "" } else { "PUSHA %;\n" };
                format!("{}ARL A0.y, R1;\nPOPA {pop};\n", keeps.replace('%', push))
            }
            _ => String::new(),
        };
        if line.starts_with("BRA") && label <= section {
            // Few turns: so a program ends soon, seldom by its limit.
            if self.numbers.next_below(20) > 0 {
                let attribute = if self.is_option() { "vertex.attrib[1]" } else { "v[1]" };
                self.text
                    .push_str(&format!("ADDC R3.w, R3, -|{attribute}|;\nBRA l{label} (GT.w);\n"));
                return;
            }
        }
        self.text.push_str(&line);
    }

    fn write_instruction(&mut self) {
        self.used = None;
        if self.has_codes() && self.numbers.next_below(8) == 0 {
            return self.write_address();
        }
        let language = self.language;
        let rows: Vec<_> = ROWS.iter().filter(|(.., since)| language >= *since).collect();
        let (name, operands, _) = *rows[self.numbers.next_below(rows.len() as u64) as usize];
        let mut full = name.to_string();
        if self.has_codes() && self.numbers.next_below(3) == 0 {
            let code = if self.language == Option3 { self.numbers.pick_word(&["C", "C0", "C1"]) } else { "C" };
            full.push_str(code);
        }
        if self.language == Option3 && self.numbers.next_below(4) == 0 {
            full.push_str("_SAT");
        }
        let destination = self.destination(name);
        let mut text = format!("{full} {destination}");
        for number in 0..operands.unsigned_abs() {
            let operand = self.draw_operand(operands < 0, number > 0);
            text.push_str(&format!(", {operand}"));
        }
        let target = if name == "TEX" { ", texture[0], 2D" } else { "" };
        self.text.push_str(&format!("{text}{target};\n"));
    }

    fn write_address(&mut self) {
        let name = self.numbers.pick_word(&["ARL", "ARR", "ARLC", "ARA", "ARAC"]);
        let register = self.numbers.pick_word(&["A0", "A1"]);
        let mask = self.numbers.pick_word(&["", ".x", ".yw", ".xyz"]);
        let condition = self.draw_condition();
        let operand = match name.starts_with("ARA") {
            true => self.numbers.pick_word(&["A0", "A1"]).to_string(),
            false => self.draw_operand(false, false),
        };
        self.text.push_str(&format!("{name} {register}{mask}{condition}, {operand};\n"));
    }

    fn draw_condition(&mut self) -> String {
        if !self.has_codes() || self.numbers.next_below(4) > 0 {
            return String::new();
        }
        let rule = self.numbers.pick_word(&["EQ", "NE", "LT", "GE", "LE", "GT", "TR", "FL"]);
        let code = if self.language == Option3 { self.numbers.pick_word(&["", "0", "1"]) } else { "" };
        let swizzle = self.numbers.pick_word(&["", ".x", ".wzyx", ".yyzz"]);
        format!(" ({rule}{code}{swizzle})")
    }

    fn destination(&mut self, name: &str) -> String {
        let codes: &[&str] = if self.has_codes() { &["R0", "R1", "R2", "R3", "CC"] } else { &["R0", "R1", "R2", "R3"] };
        let is_indexed = self.language == Option3 && self.numbers.next_below(10) == 0;
        let register = if is_indexed { "result.texcoord[A0.y + 1]" } else { self.numbers.pick_word(codes) };
        let mask = match name {
            "XPD" => self.numbers.pick_word(&[".x", ".xyz", ".yz"]),
            _ => self.numbers.pick_word(&["", "", ".x", ".yz", ".xw", ".xyz", ".y", ".zw"]),
        };
        let condition = self.draw_condition();
        format!("{register}{mask}{condition}")
    }

    fn draw_operand(&mut self, is_scalar: bool, may_be_constant: bool) -> String {
        let source = match self.numbers.next_below(2) {
            0 => self.numbers.pick_word(&["R0", "R1", "R2", "R3"]).to_string(),
            _ => self.interface(may_be_constant),
        };
        let swizzle = match is_scalar {
            true => self.numbers.pick_word(&[".x", ".y", ".z", ".w"]),
            false => self.numbers.pick_word(&["", "", ".x", ".w", ".wzyx", ".yzxw", ".xxzz"]),
        };
        let bars = self.has_codes() && self.numbers.next_below(6) == 0;
        let operand = if bars { format!("|{source}{swizzle}|") } else { format!("{source}{swizzle}") };
        if self.numbers.next_below(4) == 0 { format!("-{operand}") } else { operand }
    }

    /// Returns an attribute or a parameter. The first operand is no constant: glslang would compute the result.
    fn interface(&mut self, may_be_constant: bool) -> String {
        if self.used.is_none() {
            let attribute = match self.language {
                Option3 => self
                    .numbers
                    .pick_word(&["vertex.attrib[1]", "vertex.attrib[A0.x + 1]", "vertex.attrib[2]"]),
                Option2 => self.numbers.pick_word(&["vertex.attrib[1]", "vertex.attrib[2]"]),
                _ => self.numbers.pick_word(&["v[1]", "v[2]", "v[OPOS]"]),
            };
            let parameter = match self.language {
                Option2 | Option3 => self.numbers.pick_word(&["c[1]", "c[A0.x + 2]", "c[A1.w + 1]", "c[A0.z]"]),
                Program2 => self
                    .numbers
                    .pick_word(&["c[1]", "c[A0.x + 2]", "c[A1.w - 1]", "c[90]", "c[A0.z]"]),
                _ => self.numbers.pick_word(&["c[1]", "c[A0.x + 2]", "c[A0.x - 5]", "c[90]"]),
            };
            self.used = Some([attribute, parameter].map(str::to_string));
        }
        let Some([attribute, parameter]) = self.used.clone() else { return "R0".to_string() };
        // Some items of the options' array are constants.
        let takes_parameter = self.numbers.next_below(2) == 0 && (may_be_constant || !self.is_option());
        if takes_parameter { parameter } else { attribute }
    }
}
