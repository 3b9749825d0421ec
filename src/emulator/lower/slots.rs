//! Variables outside functions: the slots of memories, samplers and images, and registers for what a lane has of its own.

use super::super::assembly::{ImageSlot, Layout, MemorySlot, Space, TextureSlot};
use super::Lowering;
use super::code::MOST_SLOTS;
use super::fault::{Lowered, fault, limit};
use super::module::{class, made};
use super::pointers::Target;
use super::types::{Form, Image, Type};
use super::values::Value;
use crate::data::element::Scalar;
use rspirv::spirv::{Decoration, StorageClass, Word};

/// Bytes of shared memory, at most.
const MOST_SHARED: u64 = 1 << 20;

/// Samplers, images or blocks of one array, at most.
const MOST_ITEMS: u64 = 1024;

impl Lowering<'_> {
    /// A variable outside functions, when it is used first.
    pub(super) fn global(&mut self, variable: Word) -> Lowered<Value> {
        let Some(instruction) = self.module.variable(variable) else {
            return fault(format!("there is no variable %{variable}"));
        };
        let (_, pointer) = made(instruction)?;
        let (_, of) = self.types.pointee(pointer)?;
        let target = match class(instruction)? {
            StorageClass::Uniform | StorageClass::StorageBuffer => self.buffer(variable, of)?,
            StorageClass::Workgroup => self.shared(variable, of)?,
            StorageClass::AtomicCounter => self.counter(variable, of)?,
            StorageClass::UniformConstant => match self.opaque(of)? {
                Some((image, is_image)) => self.opaque_slots(variable, of, (image, is_image))?,
                None => self.uniform(variable, of)?,
            },
            StorageClass::Input => self.input(variable, of)?,
            StorageClass::Output => self.output(variable, of)?,
            StorageClass::Private => self.private(variable, of)?,
            other => return fault(format!("the emulator has no variables of the class {other:?}")),
        };
        Ok(Value { registers: vec![], target: Some(target) })
    }

    /// A buffer, a uniform block, or an array of them.
    fn buffer(&mut self, variable: Word, of: Word) -> Lowered<Target> {
        let (block, count) = match *self.types.get(of)? {
            Type::Array { item, count, .. } => (item, Some(count)),
            _ => (of, None),
        };
        let Type::Struct(members) = self.types.get(block)?.clone() else {
            return fault("an array of arrays of blocks; make it one array");
        };
        let is = |member: Option<u32>, wanted| match member {
            None => self.module.is(variable, None, wanted),
            member => self.module.is(block, member, wanted),
        };
        let members_number = members.len() as u32;
        let all = |wanted| {
            is(None, wanted) || members_number > 0 && (0..members_number).all(|member| is(Some(member), wanted))
        };
        let any = |wanted| is(None, wanted) || (0..members_number).any(|member| is(Some(member), wanted));
        let storage = self.module.is(block, None, Decoration::BufferBlock)
            || self.module.variable(variable).map(class).transpose()? == Some(StorageClass::StorageBuffer);
        let layout = self.types.layout(self.module, block, Form::default())?;
        let open_end = match members.last().map(|last| (self.types.get(last.of), last)) {
            Some((Ok(Type::Open { item, stride }), last)) => {
                Some((self.types.stride(*item, Some(*stride), Form { tight: false, ..last.form })?, last.first))
            }
            _ => None,
        };
        let slot = MemorySlot {
            name: self.module.name(block).to_string(),
            space: if storage { Space::Buffer } else { Space::Uniform },
            layout,
            words: self.types.extent(block, Form::default())?,
            open_end,
            readonly: !storage || all(Decoration::NonWritable),
            coherent: any(Decoration::Coherent) || any(Decoration::Volatile),
        };
        let first = self.code.memories.len();
        limit("blocks of an array", u64::from(count.unwrap_or(1)), MOST_ITEMS, "use fewer")?;
        limit("blocks", first as u64 + u64::from(count.unwrap_or(1)), MOST_SLOTS, "bind fewer")?;
        match count {
            None => self.code.memories.push(slot),
            Some(count) => (0..count).for_each(|number| {
                let name = format!("{}[{number}]", slot.name);
                self.code.memories.push(MemorySlot { name, ..slot.clone() });
            }),
        }
        let count = count.unwrap_or(1) as u16;
        Ok(self.memory(first as u16, count, of, Form::default()))
    }

    fn memory(&self, slot: u16, count: u16, of: Word, form: Form) -> Target {
        Target::Memory { slot, count, chosen: false, offset: 0, of, form, moving: false }
    }

    /// A variable that a work group shares.
    fn shared(&mut self, variable: Word, of: Word) -> Lowered<Target> {
        let form = Form { tight: true, ..Form::default() };
        let words = self.types.extent(of, form)?;
        let first = self.code.shared_words;
        let bytes = (u64::from(first) + u64::from(words)) * 4;
        limit("the bytes of shared variables", bytes, MOST_SHARED, "make them shorter")?;
        self.code.shared_words = first + words;
        let slot = self.code.memories.len() as u16;
        limit("shared variables", slot.into(), MOST_SLOTS, "put them together")?;
        self.code.memories.push(MemorySlot {
            name: self.module.name(variable).to_string(),
            space: Space::Shared(first),
            layout: self.types.layout(self.module, of, form)?,
            words,
            open_end: None,
            readonly: false,
            coherent: false,
        });
        Ok(self.memory(slot, 1, of, form))
    }

    /// A counter, or an array of them. Those of one binding lie in one buffer.
    fn counter(&mut self, variable: Word, of: Word) -> Lowered<Target> {
        let form = Form { tight: true, ..Form::default() };
        let binding = self.module.decorated(variable, None, Decoration::Binding).unwrap_or(0);
        let first = self.module.decorated(variable, None, Decoration::Offset).unwrap_or(0) / 4;
        let layout = self.types.layout(self.module, of, form)?;
        let end = first + self.types.extent(of, form)?;
        let name = self.module.name(variable).to_string();
        let slot = match self.counters.get(&binding) {
            Some(&slot) => slot,
            None => {
                let slot = self.code.memories.len() as u16;
                limit("atomic counters", slot.into(), MOST_SLOTS, "put them into an array")?;
                self.code.memories.push(MemorySlot {
                    name: name.clone(),
                    space: Space::Counter(binding),
                    layout: Layout::Struct(vec![]),
                    words: 0,
                    open_end: None,
                    readonly: false,
                    coherent: true,
                });
                self.counters.insert(binding, slot);
                slot
            }
        };
        if let Some(memory) = self.code.memories.get_mut(usize::from(slot)) {
            memory.words = memory.words.max(end);
            if let Layout::Struct(members) = &mut memory.layout {
                members.push((name, first, layout));
            }
        }
        Ok(Target::Memory { slot, count: 1, chosen: false, offset: first, of, form, moving: false })
    }

    /// The sampler or image under arrays; whether it is an image.
    fn opaque(&self, mut of: Word) -> Lowered<Option<(Image, bool)>> {
        loop {
            match self.types.get(of)? {
                Type::Array { item, .. } => of = *item,
                Type::Image(image) => return Ok(Some((image.clone(), true))),
                Type::Sampler { image } => match self.types.get(*image)? {
                    Type::Image(image) => return Ok(Some((image.clone(), false))),
                    _ => return fault("the emulator has no samplers of this kind"),
                },
                _ => return Ok(None),
            }
        }
    }

    fn opaque_slots(&mut self, variable: Word, of: Word, (image, is_image): (Image, bool)) -> Lowered<Target> {
        let name = self.module.name(variable).to_string();
        if image.many_samples {
            return fault(format!("{name} is multisampled; streams have one sample"));
        }
        let mut names = vec![name];
        let mut inner = of;
        while let Type::Array { item, count, .. } = *self.types.get(inner)? {
            limit(
                "items of an array of samplers or images",
                names.len() as u64 * u64::from(count),
                MOST_ITEMS,
                "use fewer",
            )?;
            names = names
                .iter()
                .flat_map(|name| (0..count).map(move |number| format!("{name}[{number}]")))
                .collect();
            inner = item;
        }
        let is = |wanted| self.module.is(variable, None, wanted);
        let (writable, coherent) = (!is(Decoration::NonWritable), is(Decoration::Coherent) || is(Decoration::Volatile));
        let (slot, count) =
            (if is_image { self.code.images.len() } else { self.code.textures.len() }, names.len() as u16);
        limit("samplers and images", slot as u64 + u64::from(count), MOST_SLOTS, "use fewer")?;
        let Image { dimension, arrayed, shadow, scalar, format, .. } = image;
        for name in names {
            if is_image {
                let format = format.clone();
                self.code
                    .images
                    .push(ImageSlot { name, dimension, arrayed, format, scalar, writable, coherent });
            } else {
                self.code
                    .textures
                    .push(TextureSlot { name, dimension, arrayed, shadow, scalar });
            }
        }
        Ok(Target::Opaque { image: is_image, slot: slot as u16, count, of, moving: false })
    }

    /// A variable outside functions that each lane has of its own.
    fn private(&mut self, variable: Word, of: Word) -> Lowered<Target> {
        let local = self.global_local(variable, of)?;
        let first = self.locals.get(local).map_or(0, |local| local.first);
        let words = self.types.words(of)?;
        let instruction = self.module.variable(variable);
        let initial = instruction
            .and_then(|made| made.operands.get(1))
            .and_then(rspirv::dr::Operand::id_ref_any);
        match initial {
            Some(initial) => {
                let registers = self.registers_of(initial, words as usize)?;
                for (to, a) in (first..).zip(registers) {
                    self.prologue.push(copy(to, a));
                }
                if self.watched {
                    let slot = self.variable_slot(local)?;
                    self.prologue.push(super::Instruction::Define { variable: slot, first, words });
                }
            }
            None => self.clear_first(first, words)?,
        }
        Ok(Target::Local { local, offset: 0, of, moving: false })
    }

    /// Registers of a variable outside functions.
    pub(super) fn global_local(&mut self, variable: Word, of: Word) -> Lowered<usize> {
        let words = self.types.words(of)?;
        let number = self.add_local(self.module.name(variable).to_string(), of, false)?;
        // It lives from the start: its registers must not have been others' before.
        let first = self.registers.fresh(words, super::registers::Owner::Variable(number))?;
        if let Some(local) = self.locals.get_mut(number) {
            let old = std::mem::replace(&mut local.first, first);
            (old..old + words).for_each(|register| self.registers.give_back(register));
            local.line = 0;
        }
        self.global_locals.insert(variable, number);
        Ok(number)
    }

    /// Registers are 0 when the kernel begins.
    pub(super) fn clear_first(&mut self, first: u32, words: u32) -> Lowered<()> {
        let zero = self.whole(0)?;
        limit("words of variables outside functions", self.prologue.len() as u64, 1 << 17, "put them into a buffer")?;
        self.prologue.extend((first..first + words).map(|to| copy(to, zero)));
        Ok(())
    }

    /// What fills the lanes of a type.
    pub(super) fn scalar(&self, of: Word) -> Lowered<Scalar> {
        self.types
            .scalar(of)
            .map_or_else(|| fault("there is no number of 32 bits where one must be"), Ok)
    }
}

fn copy(to: u32, a: u32) -> super::Instruction {
    super::Instruction::Unary { op: super::super::assembly::Unary::Copy, to, a }
}
