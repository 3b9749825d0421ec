//! Samplers: which kind each is, found by its reads, and those that are members of structs.

use super::Writer;
use super::value::Value;
use crate::source_error::{CgError, CgResult};
use crate::token::Place;
use crate::types::{SamplerKind, Type};

/// A sampler of the host's, or a parameter that is one.
#[derive(Debug, Clone)]
pub(super) struct SamplerSlot {
    /// Its name in GLSL.
    pub made: String,
    /// The author's name.
    pub own: String,
    pub kind: SamplerKind,
    /// True if its reads compare, false if they do not.
    pub compares: Option<bool>,
    /// Another slot that is the same sampler.
    pub same_as: Option<usize>,
}

impl Writer<'_> {
    /// Adds a sampler.
    pub(super) fn add_sampler(&mut self, made: String, own: String, kind: SamplerKind) -> usize {
        let compares = (kind.with_comparison() == kind && kind != SamplerKind::Any)
            .then_some(true)
            .filter(|_| matches!(kind, SamplerKind::OneDShadow | SamplerKind::TwoDShadow | SamplerKind::RectShadow));
        self.samplers.push(SamplerSlot { made, own, kind, compares, same_as: None });
        self.samplers.len() - 1
    }

    /// Returns the slot that stands for a sampler.
    fn find_slot(&self, mut slot: usize) -> usize {
        while let Some(next) = self.samplers.get(slot).and_then(|one| one.same_as) {
            slot = next;
        }
        slot
    }

    /// Returns a sampler as a value.
    pub(super) fn sampler_value(&self, slot: usize, place: Place) -> Value {
        let (made, kind) = self
            .samplers
            .get(slot)
            .map_or((String::new(), SamplerKind::Any), |one| (one.made.clone(), one.kind));
        Value { sampler: Some(slot), ..Value::new(made, Type::Sampler(kind), place) }
    }

    /// Notes a read of a sampler.
    pub(crate) fn note_read(
        &mut self,
        slot: usize,
        kind: SamplerKind,
        compares: bool,
        place: Place,
        call: &str,
    ) -> CgResult<()> {
        let root = self.find_slot(slot);
        let Some(one) = self.samplers.get_mut(root) else { return Ok(()) };
        let plain = |kind: SamplerKind| match kind {
            SamplerKind::OneDShadow => SamplerKind::OneD,
            SamplerKind::TwoDShadow => SamplerKind::TwoD,
            SamplerKind::RectShadow => SamplerKind::Rect,
            other => other,
        };
        if one.kind == SamplerKind::Any {
            one.kind = kind;
        }
        if plain(one.kind) != kind {
            let message = format!(
                "{call} reads a {}, found the {} '{}'; write {} or declare it as {}",
                kind.word(),
                one.kind.word(),
                one.own,
                read_of(plain(one.kind)),
                kind.word()
            );
            return Err(CgError::new(place, message));
        }
        match one.compares {
            Some(before) if before != compares => {
                let message =
                    format!("'{}' is read both with and without a depth to compare with; use two samplers", one.own);
                Err(CgError::new(place, message))
            }
            _ => {
                one.compares = Some(compares);
                Ok(())
            }
        }
    }

    /// Makes two slots the same sampler.
    pub(super) fn join_samplers(&mut self, argument: usize, parameter: usize, place: Place) -> CgResult<()> {
        let (argument, parameter) = (self.find_slot(argument), self.find_slot(parameter));
        if argument == parameter {
            return Ok(());
        }
        let (Some(given), Some(wanted)) = (self.samplers.get(argument), self.samplers.get(parameter)) else {
            return Ok(());
        };
        let kind = match (given.kind, wanted.kind) {
            (SamplerKind::Any, other) | (other, SamplerKind::Any) => other,
            (one, other) if one == other => one,
            (one, other) => {
                let message = format!("expected a {}, found the {} '{}'", other.word(), one.word(), given.own);
                return Err(CgError::new(place, message));
            }
        };
        let compares = match (given.compares, wanted.compares) {
            (Some(one), Some(other)) if one != other => {
                let message =
                    format!("'{}' is read both with and without a depth to compare with; use two samplers", given.own);
                return Err(CgError::new(place, message));
            }
            (one, other) => one.or(other),
        };
        if let Some(root) = self.samplers.get_mut(argument) {
            (root.kind, root.compares) = (kind, compares);
        }
        if let Some(other) = self.samplers.get_mut(parameter) {
            other.same_as = Some(argument);
        }
        Ok(())
    }

    /// Makes a sampler outside of functions another name of the one that it is assigned; once, since cards of the time have no
    /// choice of samplers.
    pub(super) fn alias_sampler(&mut self, alias: usize, slot: usize, place: Place) -> CgResult<Value> {
        let global = self.globals.iter().find(|global| global.sampler == Some(alias));
        let is_global = global
            .is_some_and(|global| !self.state.scopes.iter().any(|scope| scope.contains_key(&global.variable.name)));
        let own = self.samplers.get(alias).map_or(String::new(), |one| one.own.clone());
        if !is_global {
            let message = format!(
                "the sampler '{own}' is set by the host, so it cannot be assigned; name the other sampler where it is read"
            );
            return Err(CgError::new(place, message));
        }
        let made = self.samplers.get(slot).map_or(String::new(), |one| one.made.clone());
        let before = self.samplers.get(alias).map_or(String::new(), |one| one.made.clone());
        let is_set = self.samplers.get(alias).is_some_and(|one| one.same_as.is_some());
        if is_set && before != made {
            let message = format!("the sampler '{own}' is assigned twice, which is not followed; use two samplers");
            return Err(CgError::new(place, message));
        }
        self.join_samplers(slot, alias, place)?;
        if let Some(one) = self.samplers.get_mut(alias) {
            one.made = made;
        }
        Ok(Value::new("", Type::Void, place))
    }

    /// Returns the paths of the samplers in a struct, as `.shadow.map`, each with its kind.
    pub(super) fn sampler_paths(&self, kind: &Type) -> Vec<(String, SamplerKind)> {
        let Type::Struct(index) = kind else { return Vec::new() };
        let mut paths = Vec::new();
        for member in self.structures.get(*index).map_or(&[][..], |one| &one.members) {
            match &member.kind {
                Type::Sampler(kind) => paths.push((format!(".{}", member.name), *kind)),
                inner => {
                    let inner = self.sampler_paths(inner).into_iter();
                    paths.extend(inner.map(|(path, kind)| (format!(".{}{path}", member.name), kind)));
                }
            }
        }
        paths
    }

    /// Adds the samplers in a variable of a struct; returns their slots. Each is a name of its own in GLSL.
    pub(super) fn add_member_samplers(&mut self, made: &str, own: &str, kind: &Type, is_shared: bool) -> Vec<usize> {
        let mut slots = Vec::new();
        for (path, kind) in self.sampler_paths(kind) {
            let full = format!("{own}{path}");
            let name = match is_shared {
                true => self.names.make_shared(&full),
                false => self.names.make_local(&full),
            };
            let slot = self.add_sampler(name, full, kind);
            self.member_samplers.insert(format!("{made}{path}"), slot);
            slots.push(slot);
        }
        slots
    }

    /// Returns the mark for a sampler's type, which is known only when all its reads are.
    pub(super) fn sampler_mark(slot: usize) -> String {
        format!("\u{1}{slot}\u{1}")
    }

    /// Replaces the marks for samplers' types.
    pub(super) fn fill_sampler_types(&self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        for (number, part) in text.split('\u{1}').enumerate() {
            if number % 2 == 0 {
                out.push_str(part);
                continue;
            }
            let slot = self.find_slot(part.parse().unwrap_or(0));
            let Some(one) = self.samplers.get(slot) else { continue };
            let kind = if one.compares == Some(true) { one.kind.with_comparison() } else { one.kind };
            out.push_str(kind.glsl_word());
        }
        out
    }
}

/// Returns the function that reads a kind of samplers.
fn read_of(kind: SamplerKind) -> &'static str {
    match kind {
        SamplerKind::OneD | SamplerKind::OneDShadow => "tex1D",
        SamplerKind::ThreeD => "tex3D",
        SamplerKind::Cube => "texCUBE",
        SamplerKind::Rect | SamplerKind::RectShadow => "texRECT",
        _ => "tex2D",
    }
}
