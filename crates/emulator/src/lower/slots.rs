//! Variables outside functions: the slots of memories, samplers and images, and the registers of variables that each
//! lane has for itself.

use super::super::assembly::{ImageSlot, MemorySlot, MemorySpace, TextureSlot, TypeLayout};
use super::emit::MAX_SLOTS;
use super::error::{LowerResult, check_limit, not_emulated};
use super::lowering::Lowering;
use super::module::{result_and_type, storage_class};
use super::types::{ImageType, MemoryForm, Type};
use super::value::{IdValue, PointerTarget};
use gristmill_base::element::Scalar;
use rspirv::spirv::{Decoration, StorageClass, Word};

/// Maximum size of shared memory in bytes.
const MAX_SHARED_BYTES: u64 = 1 << 20;

/// Lowest bit of a binding that holds the item number of one of Vulkan's arrays.
const VULKAN_ITEM_SHIFT: u32 = 12;

/// Maximum number of samplers, images or blocks of one array.
const MAX_ARRAY_ITEMS: u64 = 1024;

impl Lowering<'_> {
    /// Declares a variable outside functions at its first use.
    pub(super) fn declare_global(&mut self, variable: Word) -> LowerResult<IdValue> {
        let Some(instruction) = self.source.module.variable(variable) else {
            return not_emulated(format!("there is no variable %{variable}"));
        };
        let (_, pointer) = result_and_type(instruction)?;
        let (_, of) = self.source.types.pointee(pointer)?;
        let target = match storage_class(instruction)? {
            StorageClass::Uniform | StorageClass::StorageBuffer | StorageClass::PushConstant => {
                self.declare_buffer(variable, of)?
            }
            StorageClass::Workgroup => self.declare_shared(variable, of)?,
            StorageClass::AtomicCounter => self.declare_counter(variable, of)?,
            // glslang declares gl_SubGroupSizeARB like this.
            StorageClass::UniformConstant if self.built_in(variable, None).is_some() => {
                self.declare_input(variable, of)?
            }
            StorageClass::UniformConstant if self.is_sampler(of)? => self.declare_sampler(variable, of),
            StorageClass::UniformConstant => match self.opaque_type(of)? {
                Some((image, is_image)) => self.declare_opaque(variable, of, (image, is_image))?,
                None => self.declare_uniform(variable, of)?,
            },
            StorageClass::Input => self.declare_input(variable, of)?,
            StorageClass::Output => self.declare_output(variable, of)?,
            StorageClass::Private => self.declare_private(variable, of)?,
            other => return not_emulated(format!("the emulator has no variables of the class {other:?}")),
        };
        Ok(IdValue { registers: vec![], target: Some(target) })
    }

    /// Declares a buffer, a uniform block, or an array of them.
    fn declare_buffer(&mut self, variable: Word, of: Word) -> LowerResult<PointerTarget> {
        let (block, count) = match *self.source.types.get(of)? {
            Type::Array { item, count, .. } => (item, Some(count)),
            _ => (of, None),
        };
        let members = match self.source.types.get(block)?.clone() {
            Type::Struct(members) => members,
            Type::RuntimeArray { .. } => return not_emulated("an array of blocks has no length; give it one"),
            _ => return not_emulated("an array of arrays of blocks; make it one array"),
        };
        let is = |member: Option<u32>, wanted| match member {
            None => self.source.module.has_decoration(variable, None, wanted),
            member => self.source.module.has_decoration(block, member, wanted),
        };
        let members_number = members.len() as u32;
        let all = |wanted| {
            is(None, wanted) || members_number > 0 && (0..members_number).all(|member| is(Some(member), wanted))
        };
        let any = |wanted| is(None, wanted) || (0..members_number).any(|member| is(Some(member), wanted));
        let form = MemoryForm { in_bytes: self.source.types.is_narrow(block)?, ..MemoryForm::default() };
        if form.in_bytes {
            self.source.types.required_alignment(block, form)?;
        }
        let storage = self.source.module.has_decoration(block, None, Decoration::BufferBlock)
            || self.source.module.variable(variable).map(storage_class).transpose()?
                == Some(StorageClass::StorageBuffer);
        let name = self.block_name(variable, block);
        let mut layout = self.source.types.memory_layout(self.source.module, block, form)?;
        // A block that the compiler has put around a variable has no names of its own.
        let own = self.source.module.member_name(block, 0);
        if let (TypeLayout::Struct(only), true) = (&mut layout, own.is_empty() || own.starts_with('@'))
            && let [(member, 0, inside)] = only.as_mut_slice()
        {
            member.clone_from(&name);
            // If the variable is a struct, the struct is the block.
            if matches!(inside, TypeLayout::Struct(_)) {
                layout = inside.clone();
            }
        }
        let open_end = match members.last().map(|last| (self.source.types.get(last.of), last)) {
            Some((Ok(Type::RuntimeArray { item, stride }), last)) => {
                let places = self.source.types.array_stride(*item, Some(*stride), form)?;
                Some((if form.in_bytes { places } else { places.saturating_mul(4) }, last.first))
            }
            _ => None,
        };
        let places = self.source.types.memory_extent(block, form)?;
        let slot = MemorySlot {
            name,
            space: if storage { MemorySpace::Buffer } else { MemorySpace::Uniform },
            binding: self.binding_number(variable),
            set: self
                .source
                .module
                .decoration_value(variable, None, Decoration::DescriptorSet)
                .unwrap_or(0),
            layout,
            words: if form.in_bytes { places.div_ceil(4) } else { places },
            open_end,
            readonly: !storage || all(Decoration::NonWritable),
            coherent: any(Decoration::Coherent) || any(Decoration::Volatile),
        };
        let first = self.out.code.memories.len();
        check_limit("blocks of an array", u64::from(count.unwrap_or(1)), MAX_ARRAY_ITEMS, "use fewer")?;
        check_limit("blocks", first as u64 + u64::from(count.unwrap_or(1)), MAX_SLOTS, "bind fewer")?;
        match count {
            None => self.out.code.memories.push(slot),
            Some(count) => (0..count).for_each(|number| {
                let name = format!("{}[{number}]", slot.name);
                let binding = slot.binding.and_then(|first| self.item_binding(first, number));
                self.out.code.memories.push(MemorySlot { name, binding, ..slot.clone() });
            }),
        }
        let count = count.unwrap_or(1) as u16;
        Ok(self.memory_target(first as u16, count, of, form))
    }

    /// Returns the number that identifies a memory: its binding, made different for each descriptor
    /// set. Two blocks with the same number are one memory.
    fn binding_number(&self, variable: Word) -> Option<u32> {
        let set = self
            .source
            .module
            .decoration_value(variable, None, Decoration::DescriptorSet)
            .unwrap_or(0);
        let binding = self.source.module.decoration_value(variable, None, Decoration::Binding)?;
        Some(binding ^ set.rotate_right(8))
    }

    /// Returns the binding of an item of an array: OpenGL's items have consecutive bindings, Vulkan's share one.
    fn item_binding(&self, first: u32, number: u32) -> Option<u32> {
        if self.source.is_of_opengl { first.checked_add(number) } else { Some(first ^ (number << VULKAN_ITEM_SHIFT)) }
    }

    fn memory_target(&self, slot: u16, count: u16, of: Word, form: MemoryForm) -> PointerTarget {
        PointerTarget::Memory { slot, count, chosen: false, offset: 0, of, form, moving: false }
    }

    /// Declares a shared variable of a work group.
    fn declare_shared(&mut self, variable: Word, of: Word) -> LowerResult<PointerTarget> {
        if self
            .source
            .module
            .variable(variable)
            .is_some_and(|made| made.operands.len() > 1)
        {
            return not_emulated("a shared variable has an initializer; write it before the first barrier instead");
        }
        let form = MemoryForm { tight: true, ..MemoryForm::default() };
        let words = self.source.types.memory_extent(of, form)?;
        let first = self.out.code.shared_words;
        let bytes = (u64::from(first) + u64::from(words)) * 4;
        check_limit("the bytes of shared variables", bytes, MAX_SHARED_BYTES, "make them shorter")?;
        self.out.code.shared_words = first + words;
        let slot = self.out.code.memories.len() as u16;
        check_limit("shared variables", slot.into(), MAX_SLOTS, "put them together")?;
        self.out.code.memories.push(MemorySlot {
            name: self.source.module.display_name(variable),
            space: MemorySpace::Shared(first),
            binding: None,
            set: 0,
            layout: self.source.types.memory_layout(self.source.module, of, form)?,
            words,
            open_end: None,
            readonly: false,
            coherent: false,
        });
        Ok(self.memory_target(slot, 1, of, form))
    }

    /// Declares an atomic counter, or an array of them. Counters of one binding are in one buffer.
    fn declare_counter(&mut self, variable: Word, of: Word) -> LowerResult<PointerTarget> {
        let form = MemoryForm { tight: true, ..MemoryForm::default() };
        let binding = self
            .source
            .module
            .decoration_value(variable, None, Decoration::Binding)
            .unwrap_or(0);
        let first = self
            .source
            .module
            .decoration_value(variable, None, Decoration::Offset)
            .unwrap_or(0)
            / 4;
        let layout = self.source.types.memory_layout(self.source.module, of, form)?;
        let end = first + self.source.types.memory_extent(of, form)?;
        let name = self.source.module.name(variable).to_string();
        let slot = match self.known.counters.get(&binding) {
            Some(&slot) => slot,
            None => {
                let slot = self.out.code.memories.len() as u16;
                check_limit("atomic counters", slot.into(), MAX_SLOTS, "put them into an array")?;
                self.out.code.memories.push(MemorySlot {
                    name: name.clone(),
                    space: MemorySpace::Counter(binding),
                    binding: None,
                    set: 0,
                    layout: TypeLayout::Struct(vec![]),
                    words: 0,
                    open_end: None,
                    readonly: false,
                    coherent: true,
                });
                self.known.counters.insert(binding, slot);
                slot
            }
        };
        if let Some(memory) = self.out.code.memories.get_mut(usize::from(slot)) {
            memory.words = memory.words.max(end);
            if let TypeLayout::Struct(members) = &mut memory.layout {
                members.push((name, first.saturating_mul(4), layout));
            }
        }
        Ok(PointerTarget::Memory { slot, count: 1, chosen: false, offset: first, of, form, moving: false })
    }

    /// Returns the texture or image type under arrays, and true if it is an image.
    fn opaque_type(&self, mut of: Word) -> LowerResult<Option<(ImageType, bool)>> {
        loop {
            match self.source.types.get(of)? {
                Type::Array { item, .. } => of = *item,
                // A separate texture is not a storage image.
                Type::Image(image) => return Ok(Some((image.clone(), !image.sampled))),
                Type::Sampler { image } => match self.source.types.get(*image)? {
                    Type::Image(image) => return Ok(Some((image.clone(), false))),
                    _ => return not_emulated("the emulator has no samplers of this kind"),
                },
                Type::RuntimeArray { .. } => {
                    return not_emulated("an array of textures or images without an end; give it a length");
                }
                _ => return Ok(None),
            }
        }
    }

    fn declare_opaque(
        &mut self,
        variable: Word,
        of: Word,
        (image, is_image): (ImageType, bool),
    ) -> LowerResult<PointerTarget> {
        let name = self.resource_name(variable);
        if image.many_samples {
            return not_emulated(format!("{name} is multisampled; streams have one sample"));
        }
        let mut names = vec![name];
        let mut inner = of;
        while let Type::Array { item, count, .. } = *self.source.types.get(inner)? {
            check_limit(
                "items of an array of samplers or images",
                names.len() as u64 * u64::from(count),
                MAX_ARRAY_ITEMS,
                "use fewer",
            )?;
            names = names
                .iter()
                .flat_map(|name| (0..count).map(move |number| format!("{name}[{number}]")))
                .collect();
            inner = item;
        }
        let writable = !self.source.module.has_decoration(variable, None, Decoration::NonWritable);
        let coherent = self.source.module.has_decoration(variable, None, Decoration::Coherent)
            || self.source.module.has_decoration(variable, None, Decoration::Volatile);
        let slot = if is_image { self.out.code.images.len() } else { self.out.code.textures.len() };
        let count = names.len() as u16;
        check_limit("samplers and images", slot as u64 + u64::from(count), MAX_SLOTS, "use fewer")?;
        let ImageType { dimension, arrayed, shadow, scalar, format, .. } = image;
        let first_binding = self.binding_number(variable);
        for (number, name) in (0..).zip(names) {
            let binding = first_binding.and_then(|first| self.item_binding(first, number));
            if is_image {
                let format = format.clone();
                self.out.code.images.push(ImageSlot {
                    name,
                    dimension,
                    arrayed,
                    format,
                    scalar,
                    writable,
                    coherent,
                    binding,
                });
            } else {
                self.out.code.textures.push(TextureSlot {
                    name,
                    sampler: None,
                    dimension,
                    arrayed,
                    shadow,
                    scalar,
                    binding,
                });
            }
        }
        Ok(PointerTarget::Opaque { image: is_image, slot: slot as u16, count, of, moving: false })
    }

    /// Declares a variable outside functions that each lane has for itself.
    fn declare_private(&mut self, variable: Word, of: Word) -> LowerResult<PointerTarget> {
        let local = self.add_global_local(variable, of)?;
        let first = self.known.locals.get(local).map_or(0, |local| local.first);
        let words = self.source.types.word_count(of)?;
        let instruction = self.source.module.variable(variable);
        let initial = instruction
            .and_then(|made| made.operands.get(1))
            .and_then(rspirv::dr::Operand::id_ref_any);
        match initial {
            Some(initial) => {
                let registers = self.expect_registers(initial, words as usize)?;
                for (to, a) in (first..).zip(registers) {
                    self.out.prologue.push(copy_instruction(to, a));
                }
            }
            None => self.clear_at_start(local)?,
        }
        Ok(PointerTarget::Local { local, offset: 0, of, moving: false })
    }

    /// Adds a variable outside functions, with registers of its own.
    pub(super) fn add_global_local(&mut self, variable: Word, of: Word) -> LowerResult<usize> {
        let words = self.source.types.word_count(of)?;
        let number = self.add_local(self.source.module.display_name(variable), of)?;
        // It exists from the start: its registers must not have been used by others before.
        let first = self
            .out
            .registers
            .allocate_new(words, super::registers::Owner::Variable(number))?;
        if let Some(local) = self.known.locals.get_mut(number) {
            let old = std::mem::replace(&mut local.first, first);
            (old..old + words).for_each(|register| self.out.registers.free_register(register));
            local.line = 0;
        }
        self.known.global_locals.insert(variable, number);
        Ok(number)
    }

    /// Sets the registers of a variable to 0 in the prologue; watched code sees them as unwritten.
    pub(super) fn clear_at_start(&mut self, local: usize) -> LowerResult<()> {
        let (first, words) = self.known.locals.get(local).map_or((0, 0), |local| (local.first, local.words));
        let zero = self.uint_constant(0)?;
        let op = self.unset_operation(local)?;
        check_limit(
            "words of variables outside functions",
            self.out.prologue.len() as u64,
            1 << 17,
            "put them into a buffer",
        )?;
        self.out
            .prologue
            .extend((first..first + words).map(|to| super::Instruction::Unary { op, to, a: zero }));
        Ok(())
    }

    /// Returns the scalar type of the lanes of a type.
    pub(super) fn scalar_type(&self, of: Word) -> LowerResult<Scalar> {
        self.source
            .types
            .scalar_type(of)
            .map_or_else(|| not_emulated("expected a bool or 32-bit number, found another type"), Ok)
    }
}

fn copy_instruction(to: u32, a: u32) -> super::Instruction {
    super::Instruction::Unary { op: super::super::assembly::Unary::Copy, to, a }
}
