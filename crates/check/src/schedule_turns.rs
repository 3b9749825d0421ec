//! Turns of a schedule in text form: `1.0x5,0.0` gives warp 0 of group 1 five steps, and then warp
//! 0 of group 0 as many as it can take. The bits after `^` permute the lanes.

use gristmill_emulator::dispatch::WarpTurn;

/// Parses the turns; the error is a sentence.
pub(super) fn parse_turns(text: &str) -> Result<Vec<WarpTurn>, String> {
    text.split(',')
        .map(|word| {
            parse_turn(word.trim()).ok_or_else(|| format!("expected a turn GROUP.WARPxSTEPS^LANES, found {word:?}"))
        })
        .collect()
}

fn parse_turn(word: &str) -> Option<WarpTurn> {
    let (word, swap) = word.split_once('^').unwrap_or((word, "0"));
    let (place, steps) = match word.split_once('x') {
        Some((place, steps)) => (place, Some(u64::from(parse_digits(steps)?))),
        None => (word, None),
    };
    let (group, warp) = place.split_once('.')?;
    Some(WarpTurn { group: parse_digits(group)?, warp: parse_digits(warp)?, steps, swap: parse_digits(swap)? })
}

fn parse_digits(text: &str) -> Option<u32> {
    text.chars().all(|c| c.is_ascii_digit()).then(|| text.parse::<u32>().ok())?
}

/// Formats the turns in the form that [`parse_turns`] reads.
pub(super) fn format_turns(turns: &[WarpTurn]) -> String {
    turns
        .iter()
        .map(|turn| {
            let steps = turn.steps.map_or(String::new(), |steps| format!("x{steps}"));
            let swap = if turn.swap == 0 { String::new() } else { format!("^{}", turn.swap) };
            format!("{}.{}{steps}{swap}", turn.group, turn.warp)
        })
        .collect::<Vec<_>>()
        .join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_read_as_they_are_written() {
        let there = vec![
            WarpTurn { group: 1, warp: 0, steps: Some(5), swap: 0 },
            WarpTurn { group: 0, warp: 3, steps: None, swap: 63 },
            WarpTurn { group: u32::MAX, warp: 0, steps: Some(1), swap: 1 },
        ];
        assert_eq!(format_turns(&there), "1.0x5,0.3^63,4294967295.0x1^1");
        assert_eq!(parse_turns(&format_turns(&there)), Ok(there));
        for wrong in ["", "1", "1.0x", "1.0x5,", "a.0", "1.-2", "4294967296.0", "1.0x5.3", "+1.0", "1.0^", "1.0^2x3"] {
            assert!(parse_turns(wrong).is_err(), "{wrong}");
        }
    }
}
