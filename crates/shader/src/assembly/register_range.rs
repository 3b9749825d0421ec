//! The names of registers of Direct3D's programs, and the range of the numbers in them.

use super::opcode::Saturation;
use super::program::{AssemblyProgram, ProgramInstruction, ProgramOutput, ProgramRegister};

impl AssemblyProgram {
    /// Returns the name of the register of Direct3D that is an output, if the program has one.
    pub fn register_of(&self, output: ProgramOutput) -> Option<&str> {
        self.direct3d.as_ref()?.output_name(output)
    }

    /// Returns how far from zero a register of the first pixel shaders holds numbers on every card; `None` for programs
    /// with floats.
    fn register_range(&self) -> Option<f32> {
        match self.direct3d.as_ref()?.version {
            "ps_1_1" | "ps_1_2" | "ps_1_3" | "ps_1_4" => Some(1.0),
            _ => None,
        }
    }

    /// Returns true for a temporary that is a register of the author's, rather than an intermediate result.
    fn is_author_register(&self, number: usize) -> bool {
        let name = self.temporaries.get(number).map_or("", String::as_str);
        name.strip_prefix(['r', 't'])
            .is_some_and(|digits| digits.parse::<u32>().is_ok())
    }

    /// Returns how far from zero the result of an instruction may be, if its register has a range.
    pub fn range_of(&self, one: &ProgramInstruction) -> Option<f32> {
        match one.destination?.register {
            ProgramRegister::Temporary(number) if self.is_author_register(number) && one.texture.is_none() => {
                self.register_range().filter(|_| one.saturation == Saturation::None)
            }
            _ => None,
        }
    }
}
