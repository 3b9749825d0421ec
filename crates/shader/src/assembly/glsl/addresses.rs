//! Address registers in GLSL: the instructions that write them, and the reads and writes that they index.

use super::operand::{OperandBase, lane_letter};
use super::write::WriteTarget;
use super::{ProgramTranslation, declarations};
use crate::assembly::limits;
use crate::assembly::opcode::{Opcode, OperandShape};
use crate::assembly::program::{
    AddressComponent, OperandSource, ProgramAttribute, ProgramInstruction, ProgramOutput, ProgramRegister,
};
use crate::assembly::vertex_language::VertexLanguage;

/// The range of a component of an address register in `!!VP2.0`.
const ADDRESS_RANGE: [i32; 2] = [-512, 511];

impl ProgramTranslation<'_> {
    /// Returns true if address registers have four components.
    pub(super) fn has_vector_addresses(&self) -> bool {
        self.program.level.has_condition_codes()
    }

    /// Translates ARL, ARR and ARA.
    pub(super) fn translate_address(&mut self, one: &ProgramInstruction) {
        let target = self.result_target(one);
        let parts: Vec<String> = target.lanes.iter().map(|lane| self.address_value(one, *lane)).collect();
        let value = match parts.as_slice() {
            [only] => only.clone(),
            many => format!("ivec{}({})", many.len(), many.join(", ")),
        };
        self.write_result(one, &target, value);
    }

    /// Builds a component of the new address.
    fn address_value(&mut self, one: &ProgramInstruction, lane: usize) -> String {
        let has_range = self.program.level.vertex == VertexLanguage::Program2;
        let [least, most] = ADDRESS_RANGE;
        let Some(operand) = one.sources.first() else { return "0".to_string() };
        if let (OperandShape::AddressSum, OperandSource::Address(register)) = (one.shape, &operand.source) {
            let name = declarations::address_name(*register);
            let [first, second] = [lane % 2, lane % 2 + 2].map(|part| lane_letter(part as u8));
            let sum = format!("{name}.{first} + {name}.{second}");
            return if has_range { format!("clamp({sum}, {least}, {most})") } else { sum };
        }
        let scalar = self.operand_lane(operand, lane);
        let whole = if one.opcode == Opcode::Arr { format!("roundEven({scalar})") } else { format!("floor({scalar})") };
        match has_range {
            true => format!("int(clamp({whole}, {least}.0, {most}.0))"),
            false => format!("int({whole})"),
        }
    }

    /// Builds an index of a component of an address register and an offset.
    pub(super) fn address_index(&self, address: AddressComponent, offset: i32) -> String {
        let mut index = declarations::address_name(address.register);
        if self.has_vector_addresses() {
            index = format!("{index}.{}", lane_letter(address.lane));
        }
        if offset == 0 { index } else { format!("{index} + ({offset})") }
    }

    /// Reads `c[index]`, or zeros outside of the parameters: so NV_vertex_program defines it.
    pub(super) fn read_parameter_or_zero(&mut self, array: &str, count: usize, index: &str) -> String {
        let last = count.saturating_sub(1);
        self.names.add_line(format!(
            "vec4 gristmill_parameter(int at) {{ \
             return at < 0 || at > {last} ? vec4(0.0) : {array}[clamp(at, 0, {last})]; }}"
        ));
        format!("gristmill_parameter({index})")
    }

    /// Returns a parameter `c[n]`: a uniform, or an item of the uniforms that an address register indexes.
    pub(super) fn vertex_parameter(&mut self, n: u32) -> String {
        match self.program.arrays.first().map(|array| array.items.len()) {
            Some(count) => format!("{}[{n}]", self.declare_vertex_parameters(count)),
            None => match self.program.compiler_constants.iter().find(|(number, _)| *number == n) {
                Some((_, value)) => self.names.declare_parameter(&format!("c[{n}]"), *value),
                None => self.names.declare_state(&format!("c[{n}]")),
            },
        }
    }

    /// Declares all parameters of the language as one array, whose items the host sets by their names or at once.
    pub(super) fn declare_vertex_parameters(&mut self, count: usize) -> String {
        let made = "gristmill_c_";
        if !self.names.authored.contains_key(made) {
            let value = self.first_parameters(count);
            self.names.add_line(format!("uniform vec4 {made}[{count}]{value};"));
            self.names.set_author_name(made, "c");
            for n in 0..count {
                self.names.set_author_name(format!("{made}[{n}]"), format!("c[{n}]"));
            }
            self.declare_index_macro();
        }
        made.to_string()
    }

    /// Returns the first values of all parameters, if the compiler's comments give one to any.
    fn first_parameters(&self, count: usize) -> String {
        let known = &self.program.compiler_constants;
        if known.is_empty() {
            return String::new();
        }
        let items = (0..count as u32).map(|n| {
            let value = known
                .iter()
                .find(|(number, _)| *number == n)
                .map_or([0.0; 4], |(_, value)| *value);
            format!("vec4({})", value.map(super::declarations::float_literal).join(", "))
        });
        format!(" = vec4[{count}]({})", items.collect::<Vec<_>>().join(", "))
    }

    /// Reads an attribute whose number an address register gives.
    pub(super) fn indexed_attribute(
        &mut self,
        kind: &str,
        all: Vec<ProgramAttribute>,
        address: AddressComponent,
        offset: i32,
    ) -> OperandBase {
        let made = format!("gristmill_{kind}s_");
        let count = all.len();
        if !self.names.authored.contains_key(&made) {
            let items: Vec<String> = all.into_iter().map(|attribute| self.bound_attribute(attribute)).collect();
            let items = items.join(", ");
            self.names.add_line(format!("vec4 {made}[{count}];"));
            self.names.start.push_str(&format!("{made} = vec4[{count}]({items}); "));
            self.names.set_author_name(made.clone(), format!("vertex.{kind}"));
            self.declare_index_macro();
        }
        let index = self.address_index(address, offset);
        OperandBase::Vector(format!("{made}[gristmill_at({index}, {count})]"))
    }

    /// Returns the vector of an attribute, by the name by which the program binds it.
    fn bound_attribute(&mut self, attribute: ProgramAttribute) -> String {
        match self.attribute_base(self.program.bound_attribute(attribute)) {
            OperandBase::Vector(name) => name,
            OperandBase::Lanes(lanes) => format!("vec4({})", lanes.join(", ")),
        }
    }

    /// Writes a result whose number an address register gives: a test for each that it may be.
    pub(super) fn write_indexed_result(&mut self, one: &ProgramInstruction, target: &WriteTarget, value: &str) {
        let Some(ProgramRegister::IndexedTexcoord(address, offset)) =
            one.destination.map(|destination| destination.register)
        else {
            return;
        };
        let index = self.address_index(address, offset);
        self.out.push_str(&format!("switch ({index}) {{ "));
        for n in 0..limits::TEXTURE_COORDS {
            let name = self.output_name(ProgramOutput::Texcoord(n));
            self.out.push_str(&format!("case {n}: "));
            let mut one_result = target.clone();
            one_result.name = Some(name);
            self.write_result(one, &one_result, value.to_string());
            self.out.push_str(" break; ");
        }
        self.out.push('}');
    }
}
