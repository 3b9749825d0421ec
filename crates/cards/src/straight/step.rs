//! Walks single instructions: variables, values and their parts.

use super::graph::{Lane, Lanes, Op};
use super::tables::{Kind, class, number, operand, operands};
use super::value::{KernelValue, Key, Place, Pointer, State, Step, place_key};
use super::walk::{Walk, Walked};
use rspirv::dr::Instruction;
use rspirv::spirv::{Op as Code, StorageClass, Word};

/// Limit of items in all local arrays of a kernel.
const MOST_ITEMS: usize = 1 << 14;

impl Walk<'_> {
    /// Walks one instruction that does not end a block.
    pub fn step(&mut self, made: &Instruction, state: &mut State) -> Walked<()> {
        if self.step_line(made) {
            return Ok(());
        }
        self.check_steps()?;
        match made.class.opcode {
            Code::SelectionMerge | Code::LoopMerge | Code::Nop => return Ok(()),
            Code::Store => {
                let value = self.value(operand(made, 1))?;
                return self.store(operand(made, 0), value, state);
            }
            Code::CopyMemory => {
                let value = self.load(operand(made, 1), state)?;
                return self.store(operand(made, 0), value, state);
            }
            Code::ImageWrite => {
                let inputs = vec![self.lanes(operand(made, 1))?, self.lanes(operand(made, 2))?];
                self.effect(Op::Store, inputs);
                return Ok(());
            }
            Code::DemoteToHelperInvocation => {
                self.discard(state);
                return Ok(());
            }
            _ => {}
        }
        let Some(result) = made.result_id else {
            if made.class.opcode == Code::AtomicStore {
                self.effect(Op::Store, vec![]);
            }
            return Ok(());
        };
        let of = made.result_type.unwrap_or(0);
        let value = match made.class.opcode {
            Code::Variable => self.variable(made)?,
            Code::Load => self.load(operand(made, 0), state)?,
            Code::AccessChain | Code::InBoundsAccessChain => self.chain(made)?,
            Code::CopyObject | Code::CopyLogical => self.value(operand(made, 0))?,
            Code::Undef => self.blank(of)?,
            Code::Phi => match state.memory.get(&Key::Chosen(result)) {
                Some(value) => value.clone(),
                None => self.blank(of)?,
            },
            Code::FunctionCall => {
                let arguments: Vec<KernelValue> =
                    operands(made, 1).into_iter().map(|id| self.value(id)).collect::<Walked<_>>()?;
                let (after, value) = self.call(operand(made, 0), arguments, state.clone())?;
                *state = after;
                value
            }
            Code::CompositeConstruct => self.construct(of, &operands(made, 0))?,
            Code::CompositeExtract => {
                let mut value = self.value(operand(made, 0))?;
                for at in 1..made.operands.len() {
                    let part = value.part(number(made, at) as usize);
                    value = part.ok_or("a value has fewer parts than are taken")?;
                }
                value
            }
            Code::CompositeInsert => {
                let mut value = self.value(operand(made, 1))?;
                let path: Vec<usize> = (2..made.operands.len()).map(|at| number(made, at) as usize).collect();
                value.put(&path, self.value(operand(made, 0))?);
                value
            }
            Code::VectorShuffle => {
                let both = [self.lanes(operand(made, 0))?, self.lanes(operand(made, 1))?].concat();
                let lanes = (2..made.operands.len()).map(|at| both.get(number(made, at) as usize).copied());
                KernelValue::Lanes(lanes.map(|lane| lane.unwrap_or(Lane::NOTHING)).collect())
            }
            Code::VectorExtractDynamic => {
                let (lanes, index) = (self.lanes(operand(made, 0))?, self.to_step(operand(made, 1))?);
                self.item(&KernelValue::Lanes(lanes), index)
            }
            Code::VectorInsertDynamic => {
                let mut value = self.value(operand(made, 0))?;
                let (new, index) = (self.value(operand(made, 1))?, self.to_step(operand(made, 2))?);
                self.put(&mut value, &[index], new);
                value
            }
            _ => self.computed(made, of)?,
        };
        if let Some(frame) = self.frames.last_mut() {
            frame.values.insert(result, value);
        }
        Ok(())
    }

    /// Returns the value of an id.
    pub fn value(&self, id: Word) -> Walked<KernelValue> {
        if let Some(value) = self.frames.last().and_then(|frame| frame.values.get(&id)) {
            return Ok(value.clone());
        }
        let tables = self.tables;
        let Some(made) = tables.global(id) else { return Err(format!("nothing gives %{id}")) };
        let of = made.result_type.unwrap_or(0);
        match made.class.opcode {
            Code::Constant | Code::SpecConstant => Ok(KernelValue::Lanes(vec![Lane::word(number(made, 0))])),
            Code::ConstantTrue | Code::SpecConstantTrue => Ok(KernelValue::Lanes(vec![Lane::TRUE])),
            Code::ConstantFalse | Code::SpecConstantFalse => Ok(KernelValue::Lanes(vec![Lane::FALSE])),
            Code::ConstantComposite | Code::SpecConstantComposite => self.construct(of, &operands(made, 0)),
            Code::ConstantNull | Code::Undef => Ok(self.blank(of)?.map(&mut |lanes| vec![Lane::word(0); lanes.len()])),
            Code::Variable => {
                let place = match class(made) {
                    Some(StorageClass::Input) => Place::Input(id),
                    Some(StorageClass::UniformConstant) => Place::Uniform(id),
                    Some(StorageClass::Uniform) => Place::Uniform(id),
                    Some(StorageClass::PushConstant) => Place::Uniform(id),
                    Some(StorageClass::Output | StorageClass::Private) => match self.own.get(&id) {
                        Some(number) => Place::Own(*number),
                        None => Place::Outside(id),
                    },
                    _ => Place::Outside(id),
                };
                Ok(KernelValue::Pointer(Pointer { place, whole: tables.pointee(of), path: vec![] }))
            }
            other => Err(format!("Op{other:?} gives no value here")),
        }
    }

    pub fn lanes(&self, id: Word) -> Walked<Lanes> {
        Ok(self.value(id)?.lanes())
    }

    /// Returns an undefined value of a type.
    pub fn blank(&self, of: Word) -> Walked<KernelValue> {
        self.blank_within(of, &mut 0)
    }

    fn blank_within(&self, of: Word, items: &mut usize) -> Walked<KernelValue> {
        *items += 1;
        if *items > MOST_ITEMS {
            return Err(format!("it has an array of more than {MOST_ITEMS} items"));
        }
        match self.tables.width(of) {
            Some(width) => Ok(KernelValue::Lanes(vec![Lane::NOTHING; usize::from(width)])),
            None => {
                let parts = (0..self.tables.parts(of)).map(|at| self.blank_within(self.tables.part(of, at), items));
                Ok(KernelValue::Parts(parts.collect::<Walked<_>>()?))
            }
        }
    }

    fn construct(&self, of: Word, ids: &[Word]) -> Walked<KernelValue> {
        let parts: Vec<KernelValue> = ids.iter().map(|id| self.value(*id)).collect::<Walked<_>>()?;
        Ok(match self.tables.width(of) {
            Some(_) => KernelValue::Lanes(parts.iter().flat_map(KernelValue::lanes).collect()),
            None => KernelValue::Parts(parts),
        })
    }

    /// Declares a local variable of a function, new for each call.
    fn variable(&mut self, made: &Instruction) -> Walked<KernelValue> {
        let whole = self.tables.pointee(made.result_type.unwrap_or(0));
        self.variables += 1;
        Ok(KernelValue::Pointer(Pointer { place: Place::Own(self.variables - 1), whole, path: vec![] }))
    }

    fn pointer(&self, id: Word) -> Walked<Pointer> {
        match self.value(id)? {
            KernelValue::Pointer(pointer) => Ok(pointer),
            _ => Err(format!("%{id} is no pointer")),
        }
    }

    fn chain(&self, made: &Instruction) -> Walked<KernelValue> {
        let mut pointer = self.pointer(operand(made, 0))?;
        for id in operands(made, 1) {
            pointer.path.push(self.to_step(id)?);
        }
        Ok(KernelValue::Pointer(pointer))
    }

    fn load(&mut self, id: Word, state: &State) -> Walked<KernelValue> {
        let pointer = self.pointer(id)?;
        let Place::Own(number) = pointer.place else { return self.load_given(&pointer) };
        let mut value = match state.memory.get(&Key::Own(number)) {
            Some(value) => value.clone(),
            None => self.blank(pointer.whole)?,
        };
        for step in &pointer.path {
            value = self.item(&value, *step);
        }
        Ok(value)
    }

    /// Returns the item at an index that may be computed.
    fn item(&mut self, value: &KernelValue, step: Step) -> KernelValue {
        match step {
            Step::Known(at) => value.part(at).unwrap_or(KernelValue::Lanes(vec![Lane::NOTHING])),
            Step::Computed(index) => {
                let all = value.all();
                let first = value.part(0).unwrap_or(KernelValue::Lanes(vec![]));
                first.map(&mut |lanes: &Lanes| {
                    self.graph.make(Op::Indexed, vec![vec![index], all.clone()], lanes.len() as u8)
                })
            }
        }
    }

    /// Replaces an item. If its index is computed, all other items become unknown too.
    fn put(&mut self, value: &mut KernelValue, path: &[Step], new: KernelValue) {
        let known: Vec<usize> = path
            .iter()
            .map_while(|step| match step {
                Step::Known(at) => Some(*at),
                Step::Computed(_) => None,
            })
            .collect();
        match path.get(known.len()) {
            Some(Step::Computed(index)) => {
                let mut inner = Some(value.clone());
                for at in &known {
                    inner = inner.and_then(|value| value.part(*at));
                }
                let Some(inner) = inner else { return };
                let new = new.all();
                let changed = inner.map(&mut |lanes: &Lanes| {
                    self.graph
                        .make(Op::Indexed, vec![vec![*index], lanes.clone(), new.clone()], lanes.len() as u8)
                });
                value.put(&known, changed);
            }
            _ => value.put(&known, new),
        }
    }

    fn store(&mut self, id: Word, value: KernelValue, state: &mut State) -> Walked<()> {
        let pointer = self.pointer(id)?;
        let Place::Own(number) = pointer.place else {
            self.effect(Op::Store, vec![value.all()]);
            return Ok(());
        };
        if pointer.path.is_empty() {
            state.memory.insert(Key::Own(number), value);
            return Ok(());
        }
        let mut whole = match state.memory.remove(&Key::Own(number)) {
            Some(whole) => whole,
            None => self.blank(pointer.whole)?,
        };
        self.put(&mut whole, &pointer.path, value);
        state.memory.insert(Key::Own(number), whole);
        Ok(())
    }

    /// Loads a value that exists before the kernel runs: an input, a uniform, a texture, or the content of a buffer.
    fn load_given(&mut self, pointer: &Pointer) -> Walked<KernelValue> {
        let (mut of, mut place, mut computed) = (pointer.whole, vec![], vec![]);
        let mut component = None;
        for step in &pointer.path {
            if self.tables.width(of).is_some() {
                component = Some(*step);
                break;
            }
            let at = match step {
                Step::Known(at) => *at,
                Step::Computed(lane) => {
                    computed.push(*lane);
                    usize::MAX
                }
            };
            place.push(at);
            of = self.tables.part(of, if at == usize::MAX { 0 } else { at });
        }
        let value = self.given(pointer.place, of, &mut place, &computed)?;
        Ok(match component {
            Some(step) => self.item(&value, step),
            None => value,
        })
    }

    fn given(&mut self, from: Place, of: Word, place: &mut Vec<usize>, computed: &[Lane]) -> Walked<KernelValue> {
        if let Some(width) = self.tables.width(of) {
            let key = place_key(place);
            let op = match from {
                Place::Input(id) if self.tables.built_in(id).is_some() => Op::Given(id, key),
                Place::Input(id) => Op::Input(id, key),
                Place::Uniform(id) => Op::Uniform(id, key),
                Place::Outside(id) | Place::Own(id) => Op::Load(id),
            };
            let lanes = match op {
                Op::Load(_) => self.graph.alone(op, vec![computed.to_vec()], width),
                _ => self.graph.make(op, vec![], width),
            };
            return Ok(KernelValue::Lanes(match (computed, op) {
                ([], _) | (_, Op::Load(_)) => lanes,
                _ => self.graph.make(Op::Indexed, vec![computed.to_vec(), lanes], width),
            }));
        }
        if let (Kind::Opaque, 0, Place::Uniform(id) | Place::Outside(id)) =
            (self.tables.kind(of), self.tables.parts(of), from)
        {
            let known = self.textures.iter().position(|(known, path)| *known == id && path == place);
            let number = known.unwrap_or(self.textures.len());
            if known.is_none() {
                self.textures.push((id, place.clone()));
            }
            return Ok(KernelValue::Texture(number as u32));
        }
        if self.tables.opcode(of) == Code::TypeStruct && self.tables.parts(of) == 0 {
            return Ok(KernelValue::Parts(vec![]));
        }
        let mut parts = vec![];
        for at in 0..self.tables.parts(of).min(MOST_ITEMS) {
            place.push(at);
            parts.push(self.given(from, self.tables.part(of, at), place, computed)?);
            place.pop();
        }
        Ok(KernelValue::Parts(parts))
    }
}
