//! Options: what a program asks for besides its language, before everything else.

use super::{ParseResult, ProgramError, ProgramReader, ProgramToken};
use crate::assembly::program::{AssemblyProgram, FogMode};
use crate::assembly::vertex_language::VertexLanguage;

impl<'t> ProgramReader<'t> {
    /// Returns true if the language has options.
    pub(super) fn has_options(&self) -> bool {
        let level = self.program.level;
        !level.registers || matches!(level.vertex, VertexLanguage::Program1_1 | VertexLanguage::Program2)
    }

    /// Reads `OPTION name;`.
    pub(super) fn read_option(&mut self) -> ParseResult<()> {
        self.next();
        let name = self.expect_word("the name of an option")?;
        self.program.declared.push((name.text.to_string(), name.at));
        if self.program.level.fragment {
            self.apply_fragment_option(name)?;
        } else {
            self.apply_vertex_option(name)?;
        }
        self.expect_sign(";")
    }

    /// Applies an option of a vertex program.
    fn apply_vertex_option(&mut self, name: ProgramToken<'t>) -> ParseResult<()> {
        let AssemblyProgram { options, level, .. } = &mut self.program;
        match (name.text, level.registers) {
            ("ARB_position_invariant", false) | ("NV_position_invariant", true) => options.position_invariant = true,
            ("NV_vertex_program2", false) if level.vertex == VertexLanguage::Arb => {
                level.vertex = VertexLanguage::Option2;
            }
            ("NV_vertex_program2", false) => {}
            ("NV_vertex_program3", false) => level.vertex = VertexLanguage::Option3,
            // Textures that compare depths, in the words of NV_vertex_program3.
            ("ARB_fragment_program_shadow", false) => options.shadow = true,
            (other, registers) => {
                let known = if registers { "NV_position_invariant alone" } else { VERTEX_OPTIONS };
                let message = format!("there is no option '{other}' for vertex programs here; there is {known}");
                return Err(ProgramError::new(name.at, message));
            }
        }
        Ok(())
    }

    /// Applies an option of a fragment program.
    fn apply_fragment_option(&mut self, name: ProgramToken<'t>) -> ParseResult<()> {
        let options = &mut self.program.options;
        let level = &mut self.program.level;
        match name.text {
            "ARB_fog_exp" | "ARB_fog_exp2" | "ARB_fog_linear" => {
                let fog = match name.text {
                    "ARB_fog_exp" => FogMode::Exp,
                    "ARB_fog_exp2" => FogMode::Exp2,
                    _ => FogMode::Linear,
                };
                if options.fog.replace(fog).is_some_and(|before| before != fog) {
                    return refuse_second_option(name.at, "fog");
                }
            }
            "ARB_precision_hint_fastest" | "ARB_precision_hint_nicest" => {
                let fastest = name.text.ends_with("fastest");
                if options.precision.replace(fastest).is_some_and(|before| before != fastest) {
                    return refuse_second_option(name.at, "precision");
                }
            }
            "ARB_fragment_program_shadow" => options.shadow = true,
            "ARB_draw_buffers" | "ATI_draw_buffers" => options.draw_buffers = true,
            "ARB_fragment_coord_origin_upper_left" => options.upper_left = true,
            "ARB_fragment_coord_pixel_center_integer" => options.whole_place = true,
            "NV_fragment_program" => level.option1 = true,
            "NV_fragment_program2" => (level.option1, level.option2) = (true, true),
            other => {
                let message =
                    format!("there is no option '{other}' for fragment programs here; there is {FRAGMENT_OPTIONS}");
                return Err(ProgramError::new(name.at, message));
            }
        }
        Ok(())
    }
}

fn refuse_second_option<T>(at: usize, what: &str) -> ParseResult<T> {
    Err(ProgramError::new(at, format!("a program has one option for {what}; leave one out")))
}

/// The options that a fragment program may have.
const FRAGMENT_OPTIONS: &str = "ARB_fog_exp, ARB_fog_exp2, ARB_fog_linear, ARB_precision_hint_fastest, \
    ARB_precision_hint_nicest, ARB_fragment_program_shadow, ARB_draw_buffers, ARB_fragment_coord_origin_upper_left, \
    ARB_fragment_coord_pixel_center_integer, NV_fragment_program and NV_fragment_program2";

/// The options that a vertex program may have.
const VERTEX_OPTIONS: &str =
    "ARB_position_invariant, NV_vertex_program2, NV_vertex_program3 and ARB_fragment_program_shadow";
