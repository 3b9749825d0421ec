//! Default numbers of work groups.

use gristmill_emulator::assembly::{Assembly, StageInput};
use gristmill_emulator::value_sources::is_input_used;

/// Work groups along the first axis along which a kernel asks for its place, and along each other one.
const FIRST_AXIS_GROUPS: u32 = 3;
const OTHER_AXIS_GROUPS: u32 = 2;

/// Returns several work groups along the axes along which a kernel asks for its place. Along the others each would do
/// the same again: it is written for one.
pub(super) fn choose_groups(assembly: &Assembly) -> [u32; 3] {
    let mut groups = [1; 3];
    let mut next = FIRST_AXIS_GROUPS;
    for (axis, count) in (0..).zip(&mut groups) {
        let inputs = [StageInput::GlobalId(axis), StageInput::Group(axis)];
        if inputs.into_iter().any(|input| is_input_used(assembly, input)) {
            *count = next;
            next = OTHER_AXIS_GROUPS;
        }
    }
    groups
}

/// Describes work groups: `one work group`, `3 work groups`, `3 x 2 work groups`.
pub(super) fn describe_groups(groups: [u32; 3]) -> String {
    match groups {
        [1, 1, 1] => "one work group".to_string(),
        [x, 1, 1] => format!("{x} work groups"),
        [x, y, 1] => format!("{x} x {y} work groups"),
        [x, y, z] => format!("{x} x {y} x {z} work groups"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_described_by_their_sides() {
        let said = [[1, 1, 1], [3, 1, 1], [1, 3, 1], [3, 2, 2]].map(describe_groups);
        assert_eq!(said, ["one work group", "3 work groups", "1 x 3 work groups", "3 x 2 x 2 work groups"]);
    }
}
