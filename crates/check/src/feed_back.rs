//! Passes that read the previous pass's outputs, and refusals of targets and of later passes.

use super::budget::Budget;
use super::images::texture_scalar;
use super::launch_run::LaunchRun;
use super::plan::{LaunchPlan, RunCopies};
use super::settings::{ImageFill, RunSetting};
use super::target_formats::{TEXEL_WORDS, target_texel};
use gristmill_base::element::{Format, Scalar};
use gristmill_base::error::{Error, Result};
use gristmill_emulator::storage::Storage;
use gristmill_emulator::texture::{TexelFormat, TextureView};
use gristmill_shader::{Dimension, Stage};
use std::sync::Arc;

impl LaunchPlan {
    /// Returns the index of the texture of that name.
    pub(super) fn find_texture(&self, budget: Budget, name: &str) -> Result<usize> {
        let place = self.textures.iter().position(|texture| texture.name == name);
        place.ok_or_else(|| {
            budget.unknown_name(
                "sampler or image",
                name,
                self.textures.iter().map(|texture| texture.name.clone()).collect(),
            )
        })
    }
}

impl LaunchRun<'_> {
    /// Copies the outputs of the previous pass into the textures through which a later pass reads them.
    pub(super) fn feed_back(&self, dispatch: usize, copies: &mut RunCopies, drawn: &[(String, Vec<u32>)]) {
        let Some(planned) = self.plan.dispatches.get(dispatch) else { return };
        for (place, output) in &planned.drawn {
            let words = drawn.iter().find(|(name, _)| name == output).map(|(_, words)| words);
            let (Some(words), Some(texture)) = (words, copies.textures.get_mut(*place)) else { continue };
            let texel = self.output_texel(output);
            let [width, height] = self.bounds.size.map(|side| side as usize);
            let storage = Arc::new(Storage::new(words.len() / TEXEL_WORDS * texel.word_count()));
            for (at, lanes) in words.chunks_exact(TEXEL_WORDS).enumerate() {
                let lanes = [lanes[0], lanes[1], lanes[2], lanes[3]];
                texel.write(&storage, at * texel.word_count(), lanes);
            }
            let size = [width, height, 1];
            let new = TextureView::new(texture.dimension, texture.arrayed, size, 1, texel, storage);
            *texture = Arc::new(TextureView { sampling: texture.sampling, ..new });
        }
    }

    /// Returns the format of an output's target.
    fn output_texel(&self, output: &str) -> TexelFormat {
        let scalar = self
            .checked
            .outputs
            .iter()
            .find(|known| known.name == output)
            .map_or(Scalar::F32, |known| known.scalar);
        target_texel(self.settings, output).unwrap_or(TexelFormat::from_format(Format { scalar, lanes: 4 }))
    }

    /// Refuses target formats that do not fit the kernel's outputs, and passes that read an output that is never drawn.
    pub(super) fn refuse_targets(&self) -> Result<()> {
        let fragment = self
            .checked
            .stages
            .last()
            .is_some_and(|stage| stage.expanded.stage == Stage::Fragment);
        for setting in self.settings {
            match setting {
                RunSetting::Target(name, _) if !fragment => {
                    return Err(self
                        .checked
                        .call_error(format!("only a fragment kernel draws to a target; leave target {name} out")));
                }
                RunSetting::Target(name, texel) => self.refuse_target(name, *texel)?,
                RunSetting::Then(settings, place) => {
                    for setting in settings {
                        self.refuse_in_pass(setting, fragment)
                            .map_err(|why| Error::data(format!("{place}: {why}")))?;
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn refuse_target(&self, name: &str, texel: TexelFormat) -> Result<()> {
        let Some(output) = self.checked.outputs.iter().find(|output| output.name == name) else {
            return Err(self.unknown_output(name));
        };
        if self
            .settings
            .iter()
            .any(|setting| matches!(setting, RunSetting::Output(own, _) if own == name))
        {
            let sentence = format!(
                "{name} is drawn to a texture by output, which has a format of its own; leave target {name} out"
            );
            return Err(self.checked.call_error(sentence));
        }
        if texel.is_integer() != matches!(output.scalar, Scalar::I32 | Scalar::U32) {
            let (holds, gives) = if texel.is_integer() { ("integers", "floats") } else { ("floats", "integers") };
            let sentence = format!(
                "the target of {name} holds {holds}, and the kernel gives it {gives}; name a format of {gives}"
            );
            return Err(self.checked.call_error(sentence));
        }
        self.refuse_format_of_card(name, texel)
    }

    /// Refuses a target format that the card cannot draw to.
    fn refuse_format_of_card(&self, name: &str, texel: TexelFormat) -> Result<()> {
        let Some(card) = self.launch.card else { return Ok(()) };
        let (draws, kind) = match texel.stream_scalar() {
            _ if texel.is_integer() => (card.integers.value, "integers"),
            Some(Scalar::F32) => (card.render.value.single, "floats of 32 bits"),
            Some(Scalar::F16) => (card.render.value.half, "floats of 16 bits"),
            _ => return Ok(()),
        };
        if draws {
            return Ok(());
        }
        let sentence = format!(
            "the target of {name} holds {kind}, to which the {} cannot draw; its float targets: {}; name another format, as rgba8",
            card.title, card.render.value
        );
        Err(self.checked.call_error(sentence))
    }

    /// Refuses settings that a later pass or dispatch cannot have.
    fn refuse_in_pass(&self, setting: &RunSetting, fragment: bool) -> Result<()> {
        match setting {
            RunSetting::Groups(_) if fragment => Err(self
                .checked
                .call_error("a pass has no work groups; leave groups out".to_string())),
            RunSetting::Image(name, _) if !fragment => {
                let sentence = format!("only a fragment kernel draws what a later pass reads; leave image {name} out");
                Err(self.checked.call_error(sentence))
            }
            RunSetting::Image(name, ImageFill::Drawn(output)) => self.refuse_drawn(name, output),
            _ => Ok(()),
        }
    }

    fn refuse_drawn(&self, name: &str, output: &str) -> Result<()> {
        if !self.checked.outputs.iter().any(|known| known.name == output)
            || self
                .settings
                .iter()
                .any(|setting| matches!(setting, RunSetting::Output(own, _) if own == output))
        {
            return Err(self.unknown_output(output));
        }
        let Some(texture) = self.plan.textures.iter().find(|texture| texture.name == name) else { return Ok(()) };
        let drawn = self.output_texel(output);
        let own = matches!(texture_scalar(texture), Scalar::I32 | Scalar::U32);
        let flat =
            matches!(texture.texture.dimension, Dimension::D2 | Dimension::TexelRect) && !texture.texture.arrayed;
        if !flat || own != drawn.is_integer() || texture.writable {
            let sentence = format!(
                "{name} cannot hold what is drawn as {output}; it takes a sampler2D or sampler2DRect of the same numbers"
            );
            return Err(self.checked.call_error(sentence));
        }
        Ok(())
    }

    fn unknown_output(&self, name: &str) -> Error {
        let known = self.checked.outputs.iter().map(|output| output.name.clone()).collect();
        Error::Name { kernel: self.checked.name.clone(), kind: "output", given: name.to_string(), known }
    }
}
