//! A plain assembler: the tokens of a shader's text, by the format of Direct3D's token streams. It knows
//! texts in the form of the listings alone, and checks nothing.

/// Operations with their numbers.
const OPERATIONS: [(&str, u32); 82] = [
    ("nop", 0),
    ("mov", 1),
    ("add", 2),
    ("sub", 3),
    ("mad", 4),
    ("mul", 5),
    ("rcp", 6),
    ("rsq", 7),
    ("dp3", 8),
    ("dp4", 9),
    ("min", 10),
    ("max", 11),
    ("slt", 12),
    ("sge", 13),
    ("exp", 14),
    ("log", 15),
    ("lit", 16),
    ("dst", 17),
    ("lrp", 18),
    ("frc", 19),
    ("m4x4", 20),
    ("m4x3", 21),
    ("m3x4", 22),
    ("m3x3", 23),
    ("m3x2", 24),
    ("call", 25),
    ("callnz", 26),
    ("loop", 27),
    ("ret", 28),
    ("endloop", 29),
    ("label", 30),
    ("dcl", 31),
    ("pow", 32),
    ("crs", 33),
    ("sgn", 34),
    ("abs", 35),
    ("nrm", 36),
    ("sincos", 37),
    ("rep", 38),
    ("endrep", 39),
    ("if", 40),
    ("else", 42),
    ("endif", 43),
    ("break", 44),
    ("mova", 46),
    ("defb", 47),
    ("defi", 48),
    ("texcoord", 64),
    ("texcrd", 64),
    ("texkill", 65),
    ("tex", 66),
    ("texld", 66),
    ("texldp", 66),
    ("texldb", 66),
    ("texbem", 67),
    ("texbeml", 68),
    ("texreg2ar", 69),
    ("texreg2gb", 70),
    ("texm3x2pad", 71),
    ("texm3x2tex", 72),
    ("texm3x3pad", 73),
    ("texm3x3tex", 74),
    ("texm3x3spec", 76),
    ("texm3x3vspec", 77),
    ("expp", 78),
    ("logp", 79),
    ("cnd", 80),
    ("def", 81),
    ("texreg2rgb", 82),
    ("texdp3tex", 83),
    ("texm3x2depth", 84),
    ("texdp3", 85),
    ("texm3x3", 86),
    ("texdepth", 87),
    ("cmp", 88),
    ("bem", 89),
    ("dp2add", 90),
    ("dsx", 91),
    ("dsy", 92),
    ("texldd", 93),
    ("texldl", 95),
    ("breakp", 96),
];

const COMPARISONS: [&str; 7] = ["", "gt", "eq", "ge", "lt", "ne", "le"];

const USAGES: [&str; 14] = [
    "position",
    "blendweight",
    "blendindices",
    "normal",
    "psize",
    "texcoord",
    "tangent",
    "binormal",
    "tessfactor",
    "positiont",
    "color",
    "fog",
    "depth",
    "sample",
];

/// The version and the tokens so far.
struct Assembler {
    major: u32,
    tokens: Vec<u32>,
}

/// Returns the tokens of a text.
pub fn assemble(text: &str) -> Vec<u32> {
    let mut lines = text.lines().filter(|line| !line.starts_with("//"));
    let version = lines.next().unwrap_or("");
    let digits: Vec<&str> = version.split('_').collect();
    let major: u32 = digits[1].parse().unwrap();
    // An extended version has the number 1.
    let minor = digits[2].parse::<u32>().unwrap_or(1);
    let pixel = digits[0] == "ps";
    let kind = if pixel { 0xffff_0000 } else { 0xfffe_0000 };
    let mut assembler = Assembler { major, tokens: vec![kind | major << 8 | minor] };
    for line in lines {
        assembler.assemble_line(line);
    }
    assembler.tokens.push(0xffff);
    assembler.tokens
}

/// Returns the bytes of tokens.
pub fn to_bytes(tokens: &[u32]) -> Vec<u8> {
    tokens.iter().flat_map(|token| token.to_le_bytes()).collect()
}

/// Returns a comment with a constant table: names, register sets, numbers and counts.
pub fn constant_table(constants: &[(&str, u16, u16, u16)]) -> Vec<u32> {
    let head = 28;
    let names = head + 20 * constants.len();
    let mut texts: Vec<u8> = vec![];
    let mut rows: Vec<u8> = vec![];
    for (name, set, number, count) in constants {
        rows.extend(((names + texts.len()) as u32).to_le_bytes());
        for half in [*set, *number, *count, 0] {
            rows.extend(half.to_le_bytes());
        }
        rows.extend([0; 8]);
        texts.extend(name.bytes());
        texts.push(0);
    }
    let mut bytes: Vec<u8> = vec![];
    for number in [head as u32, 0, 0xffff_0200, constants.len() as u32, head as u32, 0, 0] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(rows);
    bytes.extend(texts);
    bytes.resize(bytes.len().next_multiple_of(4), 0);
    let mut tokens = vec![0xfffe | (1 + bytes.len() as u32 / 4) << 16, u32::from_le_bytes(*b"CTAB")];
    tokens.extend(bytes.as_chunks::<4>().0.iter().map(|bytes| u32::from_le_bytes(*bytes)));
    tokens
}

impl Assembler {
    fn assemble_line(&mut self, line: &str) {
        let (line, paired) = line.strip_prefix("+ ").map_or((line, false), |rest| (rest, true));
        let (predicate, line) = match line.strip_prefix('(') {
            Some(rest) => {
                let (predicate, rest) = rest.split_once(") ").unwrap();
                (Some(predicate), rest)
            }
            None => (None, line),
        };
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if word == "phase" {
            self.tokens.push(0xfffd);
            return;
        }
        let parts: Vec<&str> = word.split('_').collect();
        let operands: Vec<&str> = if rest.is_empty() { vec![] } else { rest.split(", ").collect() };
        let comparison = parts
            .get(1)
            .and_then(|part| COMPARISONS.iter().position(|known| known == part))
            .unwrap_or(0);
        let (code, control) = match parts[0] {
            "if" if comparison > 0 => (41, comparison as u32),
            "break" if comparison > 0 => (45, comparison as u32),
            "setp" => (94, comparison as u32),
            "texldp" => (66, 1),
            "texldb" => (66, 2),
            name => (OPERATIONS.iter().find(|(known, _)| *known == name).expect(word).1, 0),
        };
        let start = self.tokens.len();
        self.tokens.push(0);
        self.assemble_operands(parts[0], &parts[1..], &operands, predicate);
        let length = (self.tokens.len() - start - 1) as u32;
        let length = if self.major >= 2 { length << 24 } else { 0 };
        let flags = u32::from(paired) << 30 | u32::from(predicate.is_some()) << 28;
        self.tokens[start] = code | control << 16 | length | flags;
    }

    fn assemble_operands(&mut self, name: &str, modifiers: &[&str], operands: &[&str], predicate: Option<&str>) {
        match name {
            "dcl" => return self.assemble_declaration(modifiers, operands[0]),
            "def" | "defi" | "defb" => {
                self.push_target(operands[0], &[]);
                for number in &operands[1..] {
                    self.tokens.push(match name {
                        "def" => number.parse::<f32>().unwrap().to_bits(),
                        "defi" => number.parse::<i32>().unwrap() as u32,
                        _ => u32::from(*number == "true"),
                    });
                }
                return;
            }
            _ => {}
        }
        let without = ["call", "callnz", "loop", "label", "rep", "if", "break", "breakp"];
        let mut sources = operands;
        if !without.contains(&name)
            && let Some((target, rest)) = operands.split_first()
        {
            self.push_target(target, modifiers);
            sources = rest;
        }
        if let Some(predicate) = predicate {
            self.push_source(predicate);
        }
        for source in sources {
            self.push_source(source);
        }
    }

    fn assemble_declaration(&mut self, modifiers: &[&str], register: &str) {
        let said = modifiers.first().copied().unwrap_or("");
        let samplers = [("2d", 2_u32), ("cube", 3), ("volume", 4)];
        let letters = said.trim_end_matches(|c: char| c.is_ascii_digit());
        let usage = match samplers.iter().find(|(name, _)| *name == said) {
            Some((_, number)) => number << 27,
            None => {
                let usage = USAGES.iter().position(|usage| *usage == letters).unwrap_or(0) as u32;
                usage | said[letters.len()..].parse::<u32>().unwrap_or(0) << 16
            }
        };
        self.tokens.push(1 << 31 | usage);
        self.push_target(register, modifiers);
    }

    fn push_target(&mut self, text: &str, modifiers: &[&str]) {
        let (name, mask) = text.split_once('.').map_or((text, ""), |(name, mask)| (name, mask));
        let (register, relative) = self.register(name);
        let lanes = if mask.is_empty() { 0xf } else { mask.chars().map(|c| 1 << lane(c)).sum::<u32>() };
        let mut token = register | lanes << 16;
        for modifier in modifiers {
            token |= match *modifier {
                "sat" => 1 << 20,
                "pp" => 2 << 20,
                "centroid" => 4 << 20,
                "x2" => 1 << 24,
                "x4" => 2 << 24,
                "x8" => 3 << 24,
                "d2" => 0xf << 24,
                "d4" => 0xe << 24,
                "d8" => 0xd << 24,
                _ => 0,
            };
        }
        self.tokens.push(token);
        self.tokens.extend(relative);
    }

    fn push_source(&mut self, text: &str) {
        let (text, before) = match text {
            _ if text.starts_with("1-") => (&text[2..], 6),
            _ if text.starts_with('!') => (&text[1..], 13),
            _ if text.starts_with('-') => (&text[1..], 1),
            _ => (text, 0),
        };
        // A point in brackets belongs to the index.
        let from = text.find(']').unwrap_or(0);
        let dot = text[from..].find('.').map(|at| from + at);
        let (name, swizzle) = dot.map_or((text, ""), |at| (&text[..at], &text[at + 1..]));
        let mut plain = name.to_string();
        let mut modifier = before;
        for (suffix, number, negative) in
            [("_bias", 2, 3), ("_bx2", 4, 5), ("_x2", 7, 8), ("_dz", 9, 9), ("_dw", 10, 10), ("_abs", 11, 12)]
        {
            if plain.contains(suffix) {
                modifier = if before == 1 { negative } else { number };
                plain = plain.replace(suffix, "");
                break;
            }
        }
        let letters: Vec<u32> = swizzle.chars().map(lane).collect();
        let places = (0..4).map(|place| letters.get(place).or(letters.last()).copied().unwrap_or(place as u32));
        let bits: u32 = places.enumerate().map(|(place, lane)| lane << (2 * place)).sum();
        let (register, relative) = self.register(&plain);
        self.tokens.push(register | bits << 16 | modifier << 24);
        self.tokens.extend(relative);
    }

    /// Returns the bits of a register, and the token of its index.
    fn register(&self, text: &str) -> (u32, Option<u32>) {
        let (name, index) = text.split_once('[').map_or((text, None), |(name, index)| (name, Some(index)));
        let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let number: u32 = name[letters.len()..].parse().unwrap_or(0);
        let (kind, number) = match letters {
            "r" => (0, number),
            "v" => (1, number),
            "c" => (2, number),
            "t" | "a" => (3, number),
            "oPos" => (4, 0),
            "oFog" => (4, 1),
            "oPts" => (4, 2),
            "oD" => (5, number),
            "oT" | "o" => (6, number),
            "i" => (7, number),
            "oC" => (8, number),
            "oDepth" => (9, 0),
            "s" => (10, number),
            "b" => (14, number),
            "aL" => (15, 0),
            "vPos" => (17, 0),
            "vFace" => (17, 1),
            "l" => (18, number),
            "p" => (19, number),
            _ => panic!("{text}"),
        };
        let bits = |kind: u32, number: u32| 1 << 31 | (kind & 7) << 28 | (kind >> 3) << 11 | number;
        let Some(index) = index else { return (bits(kind, number), None) };
        let relative = match index.trim_end_matches(']') {
            "aL" => bits(15, 0) | 0xe4 << 16,
            address => bits(3, 0) | (lane(address.chars().last().unwrap()) * 0x55) << 16,
        };
        (bits(kind, number) | 1 << 13, (self.major >= 2).then_some(relative))
    }
}

fn lane(letter: char) -> u32 {
    match letter {
        'x' => 0,
        'y' => 1,
        'z' => 2,
        _ => 3,
    }
}
