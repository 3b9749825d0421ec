//! Names of a module's variables, with substitutes for those without one.

use super::lowering::Lowering;
use super::module::SpirvModule;
use super::types::Type;
use rspirv::spirv::{Decoration, StorageClass, Word};

impl SpirvModule {
    /// Returns the name of an id, else its number in the module.
    pub(super) fn display_name(&self, of: Word) -> String {
        match self.name(of) {
            "" => format!("%{of}"),
            name => name.to_string(),
        }
    }

    /// Returns the name of a struct's member, else its number.
    pub(super) fn member_display_name(&self, of: Word, member: u32) -> String {
        match self.member_name(of, member) {
            "" => format!("_m{member}"),
            name => name.to_string(),
        }
    }
}

impl Lowering<'_> {
    /// Returns the name of a block: in GLSL it has a name of its own, in other languages its variable has one.
    pub(super) fn block_name(&self, variable: Word, block: Word) -> String {
        let module = self.source.module;
        let own = module.name(block);
        let of_variable = module.name(variable);
        let by_type = module.is_of_glsl() || of_variable.is_empty();
        match if by_type && self.is_sole_variable(variable, block) { own } else { of_variable } {
            "" => self.resource_name(variable),
            name => name.to_string(),
        }
    }

    /// True if no other variable is a block of that type.
    fn is_sole_variable(&self, variable: Word, block: Word) -> bool {
        let types = &self.source.types;
        let mut others = self.source.module.variables().filter(|made| made.result_id != Some(variable));
        !others.any(|made| {
            let pointee = made.result_type.and_then(|pointer| types.pointee(pointer).ok());
            pointee.is_some_and(|(_, of)| {
                of == block || matches!(types.get(of), Ok(Type::Array { item, .. }) if *item == block)
            })
        })
    }

    /// Returns the name of a buffer, texture, image or sampler; without a name, its set and binding.
    pub(super) fn resource_name(&self, variable: Word) -> String {
        let module = self.source.module;
        let class = module
            .variable(variable)
            .and_then(|made| super::module::storage_class(made).ok());
        match (module.name(variable), module.decoration_value(variable, None, Decoration::Binding)) {
            ("", _) if class == Some(StorageClass::PushConstant) => "push constants".to_string(),
            ("", Some(binding)) => {
                format!(
                    "set {}, binding {binding}",
                    module.decoration_value(variable, None, Decoration::DescriptorSet).unwrap_or(0)
                )
            }
            _ => module.display_name(variable),
        }
    }
}
