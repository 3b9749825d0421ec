//! Values of uniforms as the words of a block.

use super::UniformMember;
use gristmill_machine::Value;
use gristmill_shader::UniformKind;

/// Returns the words of a block of `bytes` bytes. Names are those of a launch: `k`, or `k[2]` for an item of an array. What
/// has no value is 0.
pub fn pack_uniforms(members: &[UniformMember], bytes: u32, values: &[(&str, Value)]) -> Vec<u32> {
    let mut words = vec![0; bytes as usize / 4];
    for member in members {
        for item in 0..member.items.unwrap_or(1) {
            // The call's own values come first.
            let Some((_, value)) = values.iter().find(|(name, _)| is_item(name, member, item)) else { continue };
            let rows = rows_of(member.kind);
            for (column, lanes) in (0..).zip(value_words(value).chunks(rows)) {
                let first = member.column_offset(item, column) as usize / 4;
                for (place, word) in words.iter_mut().skip(first).zip(lanes) {
                    *place = *word;
                }
            }
        }
    }
    words
}

/// Returns true if a launch's name is that of an item.
fn is_item(name: &str, member: &UniformMember, item: u32) -> bool {
    let index = name.strip_prefix(member.name.as_str());
    match index
        .and_then(|rest| rest.strip_prefix('['))
        .and_then(|rest| rest.strip_suffix(']'))
    {
        Some(index) => index.parse() == Ok(item),
        None => item == 0 && name == member.name,
    }
}

/// Returns the numbers of a column.
fn rows_of(kind: UniformKind) -> usize {
    match kind {
        UniformKind::Vector { lanes, .. } | UniformKind::Bool { lanes } => lanes.into(),
        UniformKind::Matrix { rows, .. } => rows.into(),
    }
}

/// Returns the words of a value, column by column; a `bool` is 0 or 1.
fn value_words(value: &Value) -> Vec<u32> {
    if let Value::Bool(truth) = value {
        return vec![u32::from(*truth)];
    }
    let bytes = value.as_bytes().chunks_exact(4);
    bytes
        .map(|word| u32::from_ne_bytes([word[0], word[1], word[2], word[3]]))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use gristmill_base::element::Scalar;

    fn member(name: &str, kind: UniformKind, items: Option<u32>, offset: u32, stride: u32) -> UniformMember {
        UniformMember { name: name.to_string(), kind, items, offset, stride }
    }

    #[test]
    fn columns_of_three_rows_lie_sixteen_bytes_apart() {
        let matrix = member("m", UniformKind::Matrix { columns: 3, rows: 3 }, None, 16, 48);
        let value = Value::Mat3([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]);
        let words = pack_uniforms(&[matrix], 64, &[("m", value)]);
        let floats: Vec<f32> = words.into_iter().map(f32::from_bits).collect();
        assert_eq!(floats, [0., 0., 0., 0., 1., 2., 3., 0., 4., 5., 6., 0., 7., 8., 9., 0.]);
    }

    #[test]
    fn items_are_found_by_their_index_and_the_first_value_counts() {
        let items = member("k", UniformKind::Vector { scalar: Scalar::U32, lanes: 1 }, Some(3), 0, 4);
        let given =
            [("k[2]", Value::UInt(7)), ("k[0]", Value::UInt(5)), ("k[2]", Value::UInt(9)), ("k2", Value::UInt(1))];
        assert_eq!(pack_uniforms(&[items], 16, &given), [5, 0, 7, 0]);
    }
}
