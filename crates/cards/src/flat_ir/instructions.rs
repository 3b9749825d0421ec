//! Walks single instructions: variables, values and their parts.

use super::graph::{Op, VectorLane, VectorLanes};
use super::tables::{ScalarKind, id_operand, id_operands, number_operand, storage_class};
use super::value::{KernelPointer, KernelValue, PathStep, StateKey, VariableRef, WalkState, place_key};
use super::walk::{KernelWalk, WalkResult};
use rspirv::dr::Instruction;
use rspirv::spirv::{Op as Code, StorageClass, Word};

/// Limit of items in all local arrays of a kernel.
const MAX_LOCAL_ITEMS: usize = 1 << 14;

impl KernelWalk<'_> {
    /// Walks one instruction that does not end a block.
    pub fn walk_instruction(&mut self, made: &Instruction, state: &mut WalkState) -> WalkResult<()> {
        if self.step_line(made) {
            return Ok(());
        }
        self.check_steps()?;
        match made.class.opcode {
            Code::SelectionMerge | Code::LoopMerge | Code::Nop => return Ok(()),
            Code::Store => {
                let value = self.find_value(id_operand(made, 1))?;
                return self.store_value(id_operand(made, 0), value, state);
            }
            Code::CopyMemory => {
                let value = self.load_variable(id_operand(made, 1), state)?;
                return self.store_value(id_operand(made, 0), value, state);
            }
            Code::ImageWrite => {
                let inputs = vec![self.find_lanes(id_operand(made, 1))?, self.find_lanes(id_operand(made, 2))?];
                self.add_effect(Op::Store, inputs);
                return Ok(());
            }
            Code::DemoteToHelperInvocation => {
                self.discard_fragment(state);
                return Ok(());
            }
            _ => {}
        }
        let Some(result) = made.result_id else {
            if made.class.opcode == Code::AtomicStore {
                self.add_effect(Op::Store, vec![]);
            }
            return Ok(());
        };
        let of = made.result_type.unwrap_or(0);
        let value = match made.class.opcode {
            Code::Variable => self.declare_local(made)?,
            Code::Load => self.load_variable(id_operand(made, 0), state)?,
            Code::AccessChain | Code::InBoundsAccessChain => self.access_chain(made)?,
            Code::CopyObject | Code::CopyLogical => self.find_value(id_operand(made, 0))?,
            Code::Undef => self.blank_value(of)?,
            Code::Phi => match state.memory.get(&StateKey::Phi(result)) {
                Some(value) => value.clone(),
                None => self.blank_value(of)?,
            },
            Code::FunctionCall => {
                let arguments: Vec<KernelValue> = id_operands(made, 1)
                    .into_iter()
                    .map(|id| self.find_value(id))
                    .collect::<WalkResult<_>>()?;
                let called = id_operand(made, 0);
                match arguments.as_slice() {
                    // A card rounds what it writes to a short register; that is no instruction.
                    [KernelValue::Pointer(_)] if is_short_rounding(self.tables.debug_name(called)) => {
                        self.load_variable(id_operand(made, 1), state)?
                    }
                    [value] if is_short_rounding(self.tables.debug_name(called)) => value.clone(),
                    _ => {
                        let (after, value) = self.walk_call(called, arguments, state.clone())?;
                        *state = after;
                        value
                    }
                }
            }
            Code::CompositeConstruct => self.construct_composite(of, &id_operands(made, 0))?,
            Code::CompositeExtract => {
                let mut value = self.find_value(id_operand(made, 0))?;
                for at in 1..made.operands.len() {
                    let part = value.part_at(number_operand(made, at) as usize);
                    value = part.ok_or("a value has fewer parts than are taken")?;
                }
                value
            }
            Code::CompositeInsert => {
                let mut value = self.find_value(id_operand(made, 1))?;
                let path: Vec<usize> = (2..made.operands.len()).map(|at| number_operand(made, at) as usize).collect();
                value.replace_part(&path, self.find_value(id_operand(made, 0))?);
                value
            }
            Code::VectorShuffle => {
                let both = [self.find_lanes(id_operand(made, 0))?, self.find_lanes(id_operand(made, 1))?].concat();
                let lanes = (2..made.operands.len()).map(|at| both.get(number_operand(made, at) as usize).copied());
                KernelValue::Lanes(lanes.map(|lane| lane.unwrap_or(VectorLane::UNDEFINED)).collect())
            }
            Code::VectorExtractDynamic => {
                let lanes = self.find_lanes(id_operand(made, 0))?;
                let index = self.to_path_step(id_operand(made, 1))?;
                self.index_value(&KernelValue::Lanes(lanes), index)
            }
            Code::VectorInsertDynamic => {
                let mut value = self.find_value(id_operand(made, 0))?;
                let new = self.find_value(id_operand(made, 1))?;
                let index = self.to_path_step(id_operand(made, 2))?;
                self.replace_item(&mut value, &[index], new);
                value
            }
            _ => self.compute_result(made, of)?,
        };
        if let Some(frame) = self.frames.last_mut() {
            frame.values.insert(result, value);
        }
        Ok(())
    }

    /// Returns the value of an id.
    pub fn find_value(&self, id: Word) -> WalkResult<KernelValue> {
        if let Some(value) = self.frames.last().and_then(|frame| frame.values.get(&id)) {
            return Ok(value.clone());
        }
        let tables = self.tables;
        let Some(made) = tables.find_global(id) else { return Err(format!("nothing defines %{id}")) };
        let of = made.result_type.unwrap_or(0);
        match made.class.opcode {
            Code::Constant | Code::SpecConstant => {
                Ok(KernelValue::Lanes(vec![VectorLane::from_word(number_operand(made, 0))]))
            }
            Code::ConstantTrue | Code::SpecConstantTrue => Ok(KernelValue::Lanes(vec![VectorLane::TRUE])),
            Code::ConstantFalse | Code::SpecConstantFalse => Ok(KernelValue::Lanes(vec![VectorLane::FALSE])),
            Code::ConstantComposite | Code::SpecConstantComposite => {
                self.construct_composite(of, &id_operands(made, 0))
            }
            Code::ConstantNull | Code::Undef => Ok(self
                .blank_value(of)?
                .map_lanes(&mut |lanes| vec![VectorLane::from_word(0); lanes.len()])),
            Code::Variable => {
                let place = match storage_class(made) {
                    Some(StorageClass::Input) => VariableRef::Input(id),
                    Some(StorageClass::UniformConstant) => VariableRef::Uniform(id),
                    Some(StorageClass::Uniform) => VariableRef::Uniform(id),
                    Some(StorageClass::PushConstant) => VariableRef::Uniform(id),
                    Some(StorageClass::Output | StorageClass::Private) => match self.own.get(&id) {
                        Some(number) => VariableRef::Local(*number),
                        None => VariableRef::External(id),
                    },
                    _ => VariableRef::External(id),
                };
                Ok(KernelValue::Pointer(KernelPointer { place, whole: tables.pointee_type(of), path: vec![] }))
            }
            other => Err(format!("Op{other:?} has no value here")),
        }
    }

    pub fn find_lanes(&self, id: Word) -> WalkResult<VectorLanes> {
        Ok(self.find_value(id)?.own_lanes())
    }

    /// Returns an undefined value of a type.
    pub fn blank_value(&self, of: Word) -> WalkResult<KernelValue> {
        self.blank_within(of, &mut 0)
    }

    fn blank_within(&self, of: Word, items: &mut usize) -> WalkResult<KernelValue> {
        *items += 1;
        if *items > MAX_LOCAL_ITEMS {
            return Err(format!("it has an array of more than {MAX_LOCAL_ITEMS} items"));
        }
        match self.tables.component_count(of) {
            Some(width) => Ok(KernelValue::Lanes(vec![VectorLane::UNDEFINED; usize::from(width)])),
            None => {
                let parts =
                    (0..self.tables.part_count(of)).map(|at| self.blank_within(self.tables.part_type(of, at), items));
                Ok(KernelValue::Parts(parts.collect::<WalkResult<_>>()?))
            }
        }
    }

    fn construct_composite(&self, of: Word, ids: &[Word]) -> WalkResult<KernelValue> {
        let parts: Vec<KernelValue> = ids.iter().map(|id| self.find_value(*id)).collect::<WalkResult<_>>()?;
        Ok(match self.tables.component_count(of) {
            Some(_) => KernelValue::Lanes(parts.iter().flat_map(KernelValue::own_lanes).collect()),
            None => KernelValue::Parts(parts),
        })
    }

    /// Declares a local variable of a function, new for each call.
    fn declare_local(&mut self, made: &Instruction) -> WalkResult<KernelValue> {
        let whole = self.tables.pointee_type(made.result_type.unwrap_or(0));
        self.variables += 1;
        Ok(KernelValue::Pointer(KernelPointer { place: VariableRef::Local(self.variables - 1), whole, path: vec![] }))
    }

    fn find_pointer(&self, id: Word) -> WalkResult<KernelPointer> {
        match self.find_value(id)? {
            KernelValue::Pointer(pointer) => Ok(pointer),
            _ => Err(format!("%{id} is not a pointer")),
        }
    }

    fn access_chain(&self, made: &Instruction) -> WalkResult<KernelValue> {
        let mut pointer = self.find_pointer(id_operand(made, 0))?;
        for id in id_operands(made, 1) {
            pointer.path.push(self.to_path_step(id)?);
        }
        Ok(KernelValue::Pointer(pointer))
    }

    fn load_variable(&mut self, id: Word, state: &WalkState) -> WalkResult<KernelValue> {
        let pointer = self.find_pointer(id)?;
        let VariableRef::Local(number) = pointer.place else { return self.load_preset(&pointer) };
        let mut value = match state.memory.get(&StateKey::Local(number)) {
            Some(value) => value.clone(),
            None => self.blank_value(pointer.whole)?,
        };
        for step in &pointer.path {
            value = self.index_value(&value, *step);
        }
        Ok(value)
    }

    /// Returns the item at an index that may be computed.
    fn index_value(&mut self, value: &KernelValue, step: PathStep) -> KernelValue {
        match step {
            PathStep::Known(at) => value.part_at(at).unwrap_or(KernelValue::Lanes(vec![VectorLane::UNDEFINED])),
            PathStep::Computed(index) => {
                let all = value.flatten_lanes();
                let first = value.part_at(0).unwrap_or(KernelValue::Lanes(vec![]));
                first.map_lanes(&mut |lanes: &VectorLanes| {
                    self.graph
                        .add_operation(Op::Indexed, vec![vec![index], all.clone()], lanes.len() as u8)
                })
            }
        }
    }

    /// Replaces an item. If its index is computed, all other items become unknown too.
    fn replace_item(&mut self, value: &mut KernelValue, path: &[PathStep], new: KernelValue) {
        let known: Vec<usize> = path
            .iter()
            .map_while(|step| match step {
                PathStep::Known(at) => Some(*at),
                PathStep::Computed(_) => None,
            })
            .collect();
        match path.get(known.len()) {
            Some(PathStep::Computed(index)) => {
                let mut inner = Some(value.clone());
                for at in &known {
                    inner = inner.and_then(|value| value.part_at(*at));
                }
                let Some(inner) = inner else { return };
                let new = new.flatten_lanes();
                let changed = inner.map_lanes(&mut |lanes: &VectorLanes| {
                    self.graph.add_operation(
                        Op::Indexed,
                        vec![vec![*index], lanes.clone(), new.clone()],
                        lanes.len() as u8,
                    )
                });
                value.replace_part(&known, changed);
            }
            _ => value.replace_part(&known, new),
        }
    }

    fn store_value(&mut self, id: Word, value: KernelValue, state: &mut WalkState) -> WalkResult<()> {
        let pointer = self.find_pointer(id)?;
        let VariableRef::Local(number) = pointer.place else {
            self.add_effect(Op::Store, vec![value.flatten_lanes()]);
            return Ok(());
        };
        if pointer.path.is_empty() {
            state.memory.insert(StateKey::Local(number), value);
            return Ok(());
        }
        let mut whole = match state.memory.remove(&StateKey::Local(number)) {
            Some(whole) => whole,
            None => self.blank_value(pointer.whole)?,
        };
        self.replace_item(&mut whole, &pointer.path, value);
        state.memory.insert(StateKey::Local(number), whole);
        Ok(())
    }

    /// Loads a value that exists before the kernel runs: an input, a uniform, a texture, or the content of a buffer.
    fn load_preset(&mut self, pointer: &KernelPointer) -> WalkResult<KernelValue> {
        let mut of = pointer.whole;
        let mut place = vec![];
        let mut computed = vec![];
        let mut component = None;
        for step in &pointer.path {
            if self.tables.component_count(of).is_some() {
                component = Some(*step);
                break;
            }
            let at = match step {
                PathStep::Known(at) => *at,
                PathStep::Computed(lane) => {
                    computed.push(*lane);
                    usize::MAX
                }
            };
            place.push(at);
            of = self.tables.part_type(of, if at == usize::MAX { 0 } else { at });
        }
        if let (VariableRef::Uniform(id), false) = (pointer.place, computed.is_empty()) {
            self.indexed.insert(id, self.tables.register_count(pointer.whole));
        }
        let value = self.load_preset_part(pointer.place, of, &mut place, &computed)?;
        Ok(match component {
            Some(step) => self.index_value(&value, step),
            None => value,
        })
    }

    fn load_preset_part(
        &mut self,
        from: VariableRef,
        of: Word,
        place: &mut Vec<usize>,
        computed: &[VectorLane],
    ) -> WalkResult<KernelValue> {
        if let Some(width) = self.tables.component_count(of) {
            let key = place_key(place);
            let op = match from {
                VariableRef::Input(id) if self.tables.built_in(id).is_some() => Op::BuiltIn(id, key),
                VariableRef::Input(id) => Op::Input(id, key),
                VariableRef::Uniform(id) => Op::Uniform(id, key),
                VariableRef::External(id) | VariableRef::Local(id) => Op::Load(id),
            };
            let lanes = match op {
                Op::Load(_) => self.graph.add_unique(op, vec![computed.to_vec()], width),
                _ => self.graph.add_operation(op, vec![], width),
            };
            return Ok(KernelValue::Lanes(match (computed, op) {
                ([], _) | (_, Op::Load(_)) => lanes,
                _ => self.graph.add_operation(Op::Indexed, vec![computed.to_vec(), lanes], width),
            }));
        }
        if let (ScalarKind::Opaque, 0, VariableRef::Uniform(id) | VariableRef::External(id)) =
            (self.tables.scalar_kind(of), self.tables.part_count(of), from)
        {
            let known = self.textures.iter().position(|(known, path)| *known == id && path == place);
            let number = known.unwrap_or(self.textures.len());
            if known.is_none() {
                self.textures.push((id, place.clone()));
            }
            return Ok(KernelValue::Texture(number as u32));
        }
        if self.tables.type_opcode(of) == Code::TypeStruct && self.tables.part_count(of) == 0 {
            return Ok(KernelValue::Parts(vec![]));
        }
        let mut parts = vec![];
        for at in 0..self.tables.part_count(of).min(MAX_LOCAL_ITEMS) {
            place.push(at);
            parts.push(self.load_preset_part(from, self.tables.part_type(of, at), place, computed)?);
            place.pop();
        }
        Ok(KernelValue::Parts(parts))
    }
}

/// Returns true if a function rounds to the numbers of Cg's `half` or `fixed`, by its name in a translation from Cg.
fn is_short_rounding(name: &str) -> bool {
    name.starts_with("cg_half(") || name.starts_with("cg_fixed(")
}
