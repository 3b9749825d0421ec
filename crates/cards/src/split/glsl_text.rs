//! Writes a flat kernel as GLSL 1.10 text, one line per operation.

use super::super::flat_ir::{FlatIr, LaneSource, NodeId, Op, OperationGraph, OperationNode, VectorLane, place_key};
use super::pass_kernel::{FIRST_KEPT_TEXTURE, PLACE_INTERPOLANT, find_truths};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Items of a uniform array that are searched for a name.
const MAX_ARRAY_ITEMS: usize = 256;

/// Writes the text of a kernel without loops, side effects and integers; with `rectangles` it reads the values of earlier
/// passes from rectangle textures.
pub(super) fn write_pass_text(kernel: &FlatIr, rectangles: bool) -> Result<String, String> {
    let writer = GlslWriter { kernel, graph: &kernel.graph, truths: find_truths(&kernel.graph), rectangles };
    let mut declared = BTreeSet::new();
    let mut body = String::new();
    for id in writer.live_operations() {
        let Some(node) = kernel.graph.find_node(id) else { continue };
        match node.op {
            Op::Input(of, _) if of != PLACE_INTERPOLANT && !writer.variable_name(of).starts_with("gl_") => {
                declared.insert(format!("varying {};", writer.declare_variable(of)?));
            }
            Op::Uniform(of, _) => {
                declared.insert(format!("uniform {};", writer.declare_variable(of)?));
            }
            Op::Texture(number, _) => {
                declared.insert(format!("uniform {};", writer.declare_texture(number)?));
            }
            _ => {}
        }
        if !node.op.is_preset() {
            let made = writer.operation_text(node)?;
            let _ = writeln!(body, "    {} v{id} = {made};", writer.result_type(id));
        }
    }
    for ((_, name), (_, lanes)) in name_targets(kernel).into_iter().zip(&kernel.outputs) {
        let value = writer.operand_text(lanes)?;
        let _ = match lanes.len() {
            4 => writeln!(body, "    {name} = {value};"),
            // The targets of GLSL 1.10 have four components; the rest is as a texture without them reads.
            1 => writeln!(body, "    {name} = vec4({value}, 0.0, 0.0, 1.0);"),
            2 => writeln!(body, "    {name} = vec4({value}, 0.0, 1.0);"),
            3 => writeln!(body, "    {name} = vec4({value}, 1.0);"),
            count => return Err(format!("{name} has {count} components, and a target four")),
        };
    }
    let declared: Vec<String> = declared.into_iter().collect();
    let gap = if declared.is_empty() { "" } else { "\n" };
    Ok(format!("#version 110\n{}{gap}void main() {{\n{body}}}\n", declared.join("\n")))
}

struct GlslWriter<'k> {
    kernel: &'k FlatIr,
    graph: &'k OperationGraph,
    /// True for each operation that computes booleans.
    truths: Vec<bool>,
    rectangles: bool,
}

/// Converts a name of a program in assembly to its name in a pass: a built-in variable of GLSL
/// 1.10, or a valid identifier made of its letters. Names of GLSL stay unchanged.
pub fn pass_name(name: &str) -> String {
    let built_in = [
        ("fragment.texcoord[", "gl_TexCoord["),
        ("result.color[", "gl_FragData["),
        ("fragment.color.secondary", "gl_SecondaryColor"),
        ("fragment.color", "gl_Color"),
        ("fragment.fogcoord", "gl_FogFragCoord"),
        ("fragment.position", "gl_FragCoord"),
        ("result.color", "gl_FragColor"),
        ("result.depth", "gl_FragDepth"),
        ("f[TEX", "gl_TexCoord["),
        ("f[COL0]", "gl_Color"),
        ("f[COL1]", "gl_SecondaryColor"),
        ("f[FOGC]", "gl_FogFragCoord"),
        ("f[WPOS]", "gl_FragCoord"),
        ("o[COLR]", "gl_FragColor"),
        ("o[COLH]", "gl_FragColor"),
        ("o[DEPR]", "gl_FragDepth"),
    ];
    for (own, made) in built_in {
        if let Some(rest) = name.strip_prefix(own) {
            return format!("{made}{rest}");
        }
    }
    if !is_of_assembly(name) {
        return name.to_string();
    }
    let mut made = String::new();
    for letter in name.chars() {
        let letter = if letter.is_ascii_alphanumeric() { letter } else { '_' };
        // GLSL reserves names with two underscores.
        if letter != '_' || !made.ends_with('_') {
            made.push(letter);
        }
    }
    made.trim_end_matches('_').to_string()
}

/// Returns the names of a kernel's outputs, each with its name in the last pass: GLSL 1.10 names no outputs itself.
pub(crate) fn name_targets(kernel: &FlatIr) -> Vec<(String, String)> {
    let count = kernel.outputs.len();
    let targets = kernel.outputs.iter().enumerate().map(|(at, (name, _))| {
        let target = match pass_name(name) {
            built_in if built_in.starts_with("gl_") => built_in,
            _ if count == 1 => "gl_FragColor".to_string(),
            _ => format!("gl_FragData[{at}]"),
        };
        (name.clone(), target)
    });
    targets.collect()
}

/// Returns true if a name is from a program in assembly.
fn is_of_assembly(name: &str) -> bool {
    let is_register = ["texture[", "f[", "o[", "p["].iter().any(|start| name.starts_with(start));
    is_register || name.contains(['.', '$'])
}

impl GlslWriter<'_> {
    /// Returns the operations that outputs depend on, each after its operands.
    fn live_operations(&self) -> BTreeSet<NodeId> {
        let mut live = BTreeSet::new();
        let outputs = self.kernel.outputs.iter().flat_map(|(_, lanes)| lanes);
        let mut waiting: Vec<NodeId> = outputs.filter_map(|lane| lane.source_node()).collect();
        while let Some(id) = waiting.pop() {
            if live.insert(id) {
                let node = self.graph.find_node(id);
                waiting.extend(
                    node.iter()
                        .flat_map(|node| node.inputs.iter().flatten())
                        .filter_map(|lane| lane.source_node()),
                );
            }
        }
        live
    }

    /// Returns the author's name of a variable.
    fn own_name(&self, id: u32) -> &str {
        let found = self.kernel.names.iter().find(|(known, _)| *known == id);
        found.map_or("", |(_, name)| name.as_str())
    }

    fn variable_name(&self, id: u32) -> String {
        pass_name(self.own_name(id))
    }

    fn declare_variable(&self, id: u32) -> Result<String, String> {
        let found = self.kernel.declared.iter().find(|(known, _)| *known == id);
        let Some((_, text)) = found else {
            return Err(format!("the type of {} does not exist in GLSL 1.10", self.own_name(id)));
        };
        Ok(match text.split_once(' ') {
            Some((kind, own)) if is_of_assembly(self.own_name(id)) => format!("{kind} {}", pass_name(own)),
            _ => text.clone(),
        })
    }

    fn declare_texture(&self, number: u32) -> Result<String, String> {
        if let Some(kept) = number.checked_sub(FIRST_KEPT_TEXTURE) {
            let kind = if self.rectangles { "sampler2DRect" } else { "sampler2D" };
            return Ok(format!("{kind} kept_{kept}"));
        }
        let texture = self.kernel.textures.get(number as usize).ok_or("a texture has no name")?;
        self.declare_variable(texture.0)
    }

    /// Returns a texture's name and the GLSL function that reads it.
    fn texture_function(&self, number: u32) -> Result<(String, &'static str), String> {
        if let Some(kept) = number.checked_sub(FIRST_KEPT_TEXTURE) {
            return Ok((format!("kept_{kept}"), if self.rectangles { "texture2DRect" } else { "texture2D" }));
        }
        let (id, path) = self.kernel.textures.get(number as usize).ok_or("a texture has no name")?;
        let item: String = path.iter().map(|at| format!("[{at}]")).collect();
        let function = match self.declare_variable(*id)?.split(' ').next() {
            Some("sampler1D") => "texture1D",
            Some("sampler2DRect") => "texture2DRect",
            Some("sampler3D") => "texture3D",
            Some("samplerCube") => "textureCube",
            _ => "texture2D",
        };
        Ok((format!("{}{item}", self.variable_name(*id)), function))
    }

    /// Returns the name of an operation's result.
    fn value_text(&self, id: NodeId) -> Result<String, String> {
        let Some(node) = self.graph.find_node(id) else { return Err("an operation is missing".to_string()) };
        let (of, key) = match node.op {
            Op::Input(PLACE_INTERPOLANT, _) => return Ok(self.place_text("gl_TexCoord[0]")),
            Op::Input(of, key) | Op::BuiltIn(of, key) | Op::Uniform(of, key) => (of, key),
            _ => return Ok(format!("v{id}")),
        };
        let name = self.variable_name(of);
        if key == place_key(&[]) {
            return Ok(name);
        }
        let item = (0..MAX_ARRAY_ITEMS).find(|at| key == place_key(&[*at]));
        item.map(|at| self.place_text(&format!("{name}[{at}]"))).ok_or_else(|| {
            format!("{name} is a nested aggregate, which a pass cannot name; give them as uniforms of their own")
        })
    }

    /// Returns an input as every pass has it. A pass that reads no rectangle has its place from 0 to 1, the whole kernel in
    /// texels: those are the fragment's own coordinates.
    fn place_text(&self, input: &str) -> String {
        match self.rectangles && input.starts_with("gl_TexCoord[") {
            true => "vec4(gl_FragCoord.xy, 0.0, 1.0)".to_string(),
            false => input.to_string(),
        }
    }

    fn result_type(&self, id: NodeId) -> String {
        let width = self.graph.find_node(id).map_or(1, |node| node.width);
        self.glsl_type(usize::from(width), self.is_truth(id))
    }

    fn is_truth(&self, id: NodeId) -> bool {
        self.truths.get(id as usize).copied().unwrap_or(false)
    }

    fn glsl_type(&self, width: usize, truth: bool) -> String {
        match (width, truth) {
            (0 | 1, false) => "float".to_string(),
            (0 | 1, true) => "bool".to_string(),
            (_, false) => format!("vec{width}"),
            (_, true) => format!("bvec{width}"),
        }
    }

    fn has_truth(&self, lanes: &[VectorLane]) -> bool {
        lanes.iter().any(|lane| lane.source_node().is_some_and(|id| self.is_truth(id)))
    }

    /// Writes a single component.
    fn lane_text(&self, lane: VectorLane, truth: bool) -> Result<String, String> {
        let LaneSource::Node(id, component) = lane.source else {
            let word = lane.literal_word().unwrap_or(0);
            return if truth { Ok((word != 0).to_string()) } else { number_text(word) };
        };
        let whole = self.graph.find_node(id).map_or(1, |node| node.width);
        let value = self.value_text(id)?;
        let value = if whole == 1 { value } else { format!("{value}.{}", component_letter(component)) };
        Ok(with_sign(value, lane, truth))
    }

    /// Writes an operand: a swizzle of one value, or a constructor of several.
    fn operand_text(&self, lanes: &[VectorLane]) -> Result<String, String> {
        let truth = self.has_truth(lanes);
        if let [one] = lanes {
            return self.lane_text(*one, truth);
        }
        let first = lanes.first().copied().unwrap_or(VectorLane::UNDEFINED);
        if let Some(id) = first.source_node().filter(|_| lanes.iter().all(|lane| is_like(lane, first))) {
            let node = self.graph.find_node(id);
            let width = node.map_or(1, |node| usize::from(node.width));
            let order: Vec<u8> = lanes
                .iter()
                .filter_map(|lane| match lane.source {
                    LaneSource::Node(_, component) => Some(component),
                    _ => None,
                })
                .collect();
            if width > 1 {
                let whole = order.len() == width && order.iter().zip(0..).all(|(component, at)| *component == at);
                let taken: String = order.iter().map(|component| component_letter(*component)).collect();
                let value = self.value_text(id)?;
                let value = if whole { value } else { format!("{value}.{taken}") };
                if truth && first.negate {
                    return Ok(format!("not({value})"));
                }
                return Ok(with_sign(value, first, truth));
            }
        }
        let parts = lanes
            .iter()
            .map(|lane| self.lane_text(*lane, truth))
            .collect::<Result<Vec<_>, _>>()?;
        Ok(format!("{}({})", self.glsl_type(lanes.len(), truth), parts.join(", ")))
    }

    /// Writes a choice, or an operation of booleans, component by component, because GLSL has no vector operator for it.
    fn text_by_component(&self, node: &OperationNode, one: impl Fn(&[String]) -> String) -> Result<String, String> {
        let width = usize::from(node.width);
        let chooses = matches!(node.op, Op::Select | Op::Join);
        // A literal beside a boolean is one, too.
        let truth = !chooses || node.inputs.iter().skip(1).any(|lanes| self.has_truth(lanes));
        let mut parts = vec![];
        for at in 0..width {
            let operands = node.inputs.iter().enumerate();
            let operands = operands.map(|(place, lanes)| {
                let lane = lanes.get(at).copied().unwrap_or(VectorLane::UNDEFINED);
                self.lane_text(lane, truth || chooses && place == 0)
            });
            parts.push(one(&operands.collect::<Result<Vec<_>, _>>()?));
        }
        match parts.as_slice() {
            [part] => Ok(part.clone()),
            _ => Ok(format!("{}({})", self.glsl_type(width, truth), parts.join(", "))),
        }
    }

    fn operation_text(&self, node: &OperationNode) -> Result<String, String> {
        match node.op {
            Op::Add => self.write_operator(node, " + "),
            Op::Multiply => self.write_operator(node, " * "),
            Op::Minimum => self.write_call(node, "min"),
            Op::Maximum => self.write_call(node, "max"),
            Op::Fraction => self.write_call(node, "fract"),
            Op::Floor => self.write_call(node, "floor"),
            Op::Dot(_) => self.write_call(node, "dot"),
            Op::Lerp => self.write_call(node, "mix"),
            Op::Cross => self.write_call(node, "cross"),
            Op::Power => self.write_call(node, "pow"),
            Op::Reciprocal => match self.square_root_operand(node) {
                Some(square) => Ok(format!("sqrt({})", self.operand_text(&[square])?)),
                None => Ok(format!("1.0 / {}", self.write_operands(node)?.join(", "))),
            },
            Op::InverseRoot => self.write_call(node, "inversesqrt"),
            Op::Exponential => self.write_call(node, "exp2"),
            Op::Logarithm => self.write_call(node, "log2"),
            Op::Sine => self.write_call(node, "sin"),
            Op::Cosine => self.write_call(node, "cos"),
            Op::Saturate => Ok(format!("clamp({}, 0.0, 1.0)", self.write_operands(node)?.join(", "))),
            Op::Compare(how) => match (node.width, how) {
                (1, 0) => self.write_operator(node, " < "),
                (1, 1) => self.write_operator(node, " <= "),
                (1, _) => self.write_operator(node, " == "),
                (_, 0) => self.write_call(node, "lessThan"),
                (_, 1) => self.write_call(node, "lessThanEqual"),
                _ => self.write_call(node, "equal"),
            },
            Op::And => self.text_by_component(node, |both| both.join(" && ")),
            Op::Or => self.text_by_component(node, |both| both.join(" || ")),
            Op::Select | Op::Join => self.text_by_component(node, |all| match all {
                [truth, yes, no] => format!("({truth} ? {yes} : {no})"),
                _ => String::new(),
            }),
            Op::Texture(number, how) => {
                let (name, function) = self.texture_function(number)?;
                let lanes = node.inputs.first().map_or(&[][..], Vec::as_slice);
                let (coordinate, bias) = lanes.split_at(lanes.len() - usize::from(how == 'b'));
                let bias = bias.iter().map(|lane| Ok(format!(", {}", self.lane_text(*lane, false)?)));
                let bias = bias.collect::<Result<String, String>>()?;
                // A projective read divides by its last component, so it has one component more than the texture has dimensions.
                let sides = match function {
                    "texture1D" => 1,
                    "texture2D" | "texture2DRect" => 2,
                    _ => 3,
                };
                let divided = if coordinate.len() > sides { "Proj" } else { "" };
                Ok(format!("{function}{divided}({name}, {}{bias})", self.operand_text(coordinate)?))
            }
            _ => Err("an operation does not exist in GLSL 1.10".to_string()),
        }
    }

    fn write_operator(&self, node: &OperationNode, operator: &str) -> Result<String, String> {
        Ok(self.write_operands(node)?.join(operator))
    }

    fn write_call(&self, node: &OperationNode, name: &str) -> Result<String, String> {
        Ok(format!("{name}({})", self.write_operands(node)?.join(", ")))
    }

    fn write_operands(&self, node: &OperationNode) -> Result<Vec<String>, String> {
        node.inputs
            .iter()
            .map(|lanes| self.operand_text(lanes))
            .collect::<Result<Vec<_>, _>>()
    }

    /// Returns the operand of a square root, if a reciprocal is that of an inverse square root.
    fn square_root_operand(&self, node: &OperationNode) -> Option<VectorLane> {
        let [lane] = node.inputs.first()?.as_slice() else { return None };
        let before = self.graph.find_node(lane.source_node()?)?;
        let plain = !lane.negate && !lane.absolute && before.op == Op::InverseRoot;
        plain.then(|| before.inputs.first()?.first().copied()).flatten()
    }
}

/// Returns true if both are of one node with the same signs.
fn is_like(lane: &VectorLane, first: VectorLane) -> bool {
    (lane.source_node(), lane.negate, lane.absolute) == (first.source_node(), first.negate, first.absolute)
}

fn component_letter(component: u8) -> char {
    match component {
        0 => 'x',
        1 => 'y',
        2 => 'z',
        _ => 'w',
    }
}

fn with_sign(value: String, lane: VectorLane, truth: bool) -> String {
    let value = if lane.absolute { format!("abs({value})") } else { value };
    match (lane.negate, truth) {
        (false, _) => value,
        (true, false) => format!("(-{value})"),
        (true, true) => format!("(!{value})"),
    }
}

/// Writes a literal that reads back as the same number.
fn number_text(word: u32) -> Result<String, String> {
    let number = f32::from_bits(word);
    match number.is_finite() {
        true if number < 0.0 => Ok(format!("({number:?})")),
        true => Ok(format!("{number:?}")),
        false => Err(format!("GLSL 1.10 has no literal for {number}")),
    }
}
