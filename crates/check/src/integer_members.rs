//! The integers in a layout, with the names that settings and findings have for them.

use gristmill_base::element::Scalar;
use gristmill_emulator::assembly::TypeLayout;

/// Returns the name of a lane of a vector; that of the whole where there is one lane.
pub(super) fn lane_name(name: &str, lanes: u32, lane: usize) -> String {
    match ["x", "y", "z", "w"].get(lane) {
        Some(letter) if (2..=4).contains(&lanes) => format!("{name}.{letter}"),
        _ => name.to_string(),
    }
}

/// Calls a closure for each integer of 32 bits that is in no array: its name, its byte and its type.
pub(super) fn visit_integers(
    layout: &TypeLayout,
    name: &str,
    byte: usize,
    call: &mut impl FnMut(String, usize, Scalar),
) {
    match layout {
        TypeLayout::Scalar(scalar @ (Scalar::I32 | Scalar::U32)) => call(name.to_string(), byte, *scalar),
        TypeLayout::Vector(scalar @ (Scalar::I32 | Scalar::U32), lanes) => {
            for lane in 0..usize::from(*lanes) {
                call(lane_name(name, u32::from(*lanes), lane), byte + lane * 4, *scalar);
            }
        }
        TypeLayout::Struct(members) => {
            for (member, offset, inner) in members {
                visit_integers(inner, &format!("{name}.{member}"), byte.saturating_add(*offset as usize), call);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_in_no_array_are_named_with_their_bytes() {
        let list = TypeLayout::Array { item: Box::new(TypeLayout::Scalar(Scalar::U32)), stride: 4, items: 0 };
        let layout = TypeLayout::Struct(vec![
            ("count".into(), 0, TypeLayout::Scalar(Scalar::U32)),
            ("gain".into(), 4, TypeLayout::Scalar(Scalar::F32)),
            ("size".into(), 8, TypeLayout::Vector(Scalar::I32, 2)),
            ("list".into(), 16, list),
        ]);
        let mut found = vec![];
        visit_integers(&layout, "Params", 0, &mut |name, byte, _| found.push((name, byte)));
        let wanted = [("Params.count", 0), ("Params.size.x", 8), ("Params.size.y", 12)];
        assert_eq!(found, wanted.map(|(name, byte)| (name.to_string(), byte)));
    }
}
