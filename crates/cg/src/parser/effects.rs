//! Techniques of effect files: which functions their passes compile. All else in them is for the host.

use super::Parser;
use crate::source_error::{CgError, CgResult};
use crate::syntax::{CompiledEntry, Name, Pass};
use crate::token::{Place, TokenKind};
use gristmill_base::nearest_names::nearest;

/// The profiles of Cg and of Direct3D 9 with programs of vertices and of fragments.
const PROFILES: &str = "arbvp1 arbfp1 vp20 fp20 vp30 fp30 vp40 fp40 gp4vp gp4fp gp5vp gp5fp glslv glslf hlslv hlslf \
    vs_1_1 vs_2_0 vs_2_x vs_2_a vs_2_sw vs_3_0 vs_3_sw ps_1_0 ps_1_1 ps_1_2 ps_1_3 ps_1_4 ps_2_0 ps_2_x ps_2_a ps_2_b \
    ps_2_sw ps_3_0 ps_3_sw latest";

impl Parser {
    pub(super) fn read_technique(&mut self) -> CgResult<()> {
        self.next_token();
        let technique = self.read_optional_name("technique");
        let open = self.require_symbol("{", "the name of the technique")?;
        while !self.accept_symbol("}") {
            let token = self.peek_token().clone();
            if token.kind == TokenKind::End {
                return Err(CgError::new(open, "the technique that begins here never ends; close it with }"));
            }
            if token.text.eq_ignore_ascii_case("pass") {
                self.read_pass(&technique)?;
            } else {
                self.skip_state()?;
            }
        }
        Ok(())
    }

    fn read_optional_name(&mut self, missing: &str) -> Name {
        let name = match self.peek_token().kind {
            TokenKind::Word => self.next_token().text,
            _ => missing.into(),
        };
        if self.peek_token().is_symbol("<") {
            let _ = self.skip_annotations();
        }
        name
    }

    fn read_pass(&mut self, technique: &Name) -> CgResult<()> {
        self.next_token();
        let number = self.program.passes.iter().filter(|pass| pass.technique == *technique).count();
        let name = self.read_optional_name(&format!("pass{number}"));
        let open = self.require_symbol("{", "the name of the pass")?;
        let mut pass = Pass { technique: technique.clone(), name, vertex: None, fragment: None };
        while !self.accept_symbol("}") {
            let state = self.peek_token().clone();
            if state.kind == TokenKind::End {
                return Err(CgError::new(open, "the pass that begins here never ends; close it with }"));
            }
            let is_compiled = self.peek_at(1).is_symbol("=") && self.peek_at(2).is_word("compile");
            if !is_compiled {
                self.skip_state()?;
                continue;
            }
            let entry = self.read_compiled()?;
            match state.text.to_ascii_lowercase().as_str() {
                "vertexshader" | "vertexprogram" => pass.vertex = Some(entry),
                "pixelshader" | "fragmentprogram" => pass.fragment = Some(entry),
                _ => {
                    let message = format!(
                        "'{}' compiles a program that this generation lacks; there are VertexShader and PixelShader",
                        state.text
                    );
                    return Err(CgError::new(state.place, message));
                }
            }
        }
        self.program.passes.push(pass);
        Ok(())
    }

    /// Reads `= compile PROFILE function(values);`.
    fn read_compiled(&mut self) -> CgResult<CompiledEntry> {
        for _ in 0..3 {
            self.next_token();
        }
        let (profile, at) = self.require_name("a profile, as ps_2_0")?;
        refuse_unknown_profile(&profile, at)?;
        let (name, place) = self.require_name("the function to compile")?;
        let mut values = Vec::new();
        if self.accept_symbol("(") {
            while !self.accept_symbol(")") {
                if !values.is_empty() {
                    self.require_symbol(",", "a value")?;
                }
                values.push(self.read_assignment()?);
            }
        }
        self.require_symbol(";", "the function to compile")?;
        Ok(CompiledEntry { name, place, values })
    }

    /// Skips a state, to its semicolon.
    fn skip_state(&mut self) -> CgResult<()> {
        loop {
            let token = self.peek_token().clone();
            match &*token.text {
                _ if token.kind == TokenKind::End => return Ok(()),
                "{" if token.kind == TokenKind::Symbol => {
                    self.skip_brackets("{", "}")?;
                    self.accept_symbol(";");
                    return Ok(());
                }
                "}" if token.kind == TokenKind::Symbol => return Ok(()),
                ";" if token.kind == TokenKind::Symbol => {
                    self.next_token();
                    return Ok(());
                }
                _ => {
                    self.next_token();
                }
            }
        }
    }
}

/// Refuses a profile that no compiler of the time has.
fn refuse_unknown_profile(profile: &str, at: Place) -> CgResult<()> {
    let known: Vec<&str> = PROFILES.split_whitespace().collect();
    let lower = profile.to_ascii_lowercase();
    if known.contains(&&*lower) {
        return Ok(());
    }
    let is_later = ["vs_4", "ps_4", "vs_5", "ps_5", "vs_6", "ps_6"]
        .iter()
        .any(|later| lower.starts_with(later));
    let next = match nearest(&lower, &known) {
        _ if is_later => "; it is of Direct3D 10 (2006) or later, so write vs_3_0 or ps_3_0".to_string(),
        Some(near) => format!("; did you mean {near}?"),
        None => "; there are vs_2_0, ps_2_0, vs_3_0, ps_3_0, arbvp1, arbfp1 and others".to_string(),
    };
    Err(CgError::new(at, format!("there is no profile '{profile}'{next}")))
}
