//! Suggestions for a name that does not exist.

/// The most names that are shown.
const MAX_NAMES: usize = 3;

/// Returns the names nearest to an unknown one, as `scan`, `scan or scatter`: those of which one begins with the
/// other, and those that differ by a letter or two. Returns `None` if nothing is near.
///
/// ```
/// use gristmill::nearest;
/// assert_eq!(nearest("scna", &["scan", "sort", "saxpy"]).as_deref(), Some("scan"));
/// assert_eq!(nearest("blur", &["convolve", "box_blur"]).as_deref(), Some("box_blur"));
/// assert_eq!(nearest("xyzzy", &["scan", "sort"]), None);
/// ```
pub fn nearest<S: AsRef<str>>(given: &str, known: &[S]) -> Option<String> {
    let wanted = fold_case(given);
    let mut near: Vec<(usize, &str)> = known
        .iter()
        .filter_map(|name| Some((name_distance(&wanted, &fold_case(name.as_ref()))?, name.as_ref())))
        .collect();
    near.sort_by_key(|(distance, _)| *distance);
    let best = near.first()?.0;
    let names: Vec<&str> = near
        .iter()
        .take_while(|(distance, _)| *distance == best)
        .map(|(_, name)| *name)
        .take(MAX_NAMES)
        .collect();
    Some(match names.as_slice() {
        [one] => (*one).to_string(),
        [first, rest @ ..] => format!("{first} or {}", rest.join(" or ")),
        [] => return None,
    })
}

/// Removes the difference between capitals and small letters, and between hyphens, spaces and underscores.
fn fold_case(name: &str) -> Vec<char> {
    name.chars()
        .map(|letter| if letter == '-' || letter == ' ' { '_' } else { letter.to_ascii_lowercase() })
        .collect()
}

/// Returns the distance of two names; `None` if they are too different to be confused.
fn name_distance(given: &[char], known: &[char]) -> Option<usize> {
    // An incomplete name is nearer than one with a typing error.
    if given != known && given.len() >= 3 && known.starts_with(given) {
        return Some(1);
    }
    let edits = edit_distance(given, known);
    let longest = given.len().max(known.len());
    if edits <= (longest / 4).max(1) && edits < known.len().min(given.len()) {
        return Some(2 * edits);
    }
    // A part of a name is as far away as a typing error or two.
    let begins = given.len() >= 2 && known.starts_with(given);
    if begins || known.len() >= 3 && given.starts_with(known) {
        Some(4)
    } else if contains_part(known, given) {
        Some(5)
    } else {
        None
    }
}

fn contains_part(long: &[char], short: &[char]) -> bool {
    short.len() >= 3 && long.windows(short.len()).any(|part| part == short)
}

/// Counts the letters to change, to add, to leave out or to swap with the next one.
fn edit_distance(one: &[char], other: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=other.len()).collect();
    for (row, letter) in one.iter().enumerate() {
        let mut now = vec![row + 1];
        for (column, match_with) in other.iter().enumerate() {
            let changed = last[column] + usize::from(letter != match_with);
            let mut least = changed.min(last[column + 1] + 1).min(now[column] + 1);
            let swapped = row > 0 && column > 0 && one[row - 1] == *match_with && other[column - 1] == *letter;
            if swapped {
                least = least.min(before[column - 1] + 1);
            }
            now.push(least);
        }
        before = std::mem::replace(&mut last, now);
    }
    last.last().copied().unwrap_or(one.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_changed_added_left_out_and_swapped() {
        assert_eq!(
            [
                fold_distance("scan", "scan"),
                fold_distance("scna", "scan"),
                fold_distance("scn", "scan"),
                fold_distance("scann", "scan")
            ],
            [0, 1, 1, 1]
        );
        assert_eq!([fold_distance("", "scan"), fold_distance("scan", ""), fold_distance("sort", "scan")], [4, 4, 3]);
    }

    fn fold_distance(one: &str, other: &str) -> usize {
        edit_distance(&fold_case(one), &fold_case(other))
    }

    #[test]
    fn few_names_are_near() {
        let known = ["scan", "scatter", "scatter_add", "sort", "segmented_scan", "fft", "life"];
        assert_eq!(nearest("Scan", &known).as_deref(), Some("scan"));
        assert_eq!(nearest("scater", &known).as_deref(), Some("scatter"));
        assert_eq!(nearest("scatter-add", &known).as_deref(), Some("scatter_add"));
        assert_eq!(nearest("scat", &known).as_deref(), Some("scatter or scatter_add"));
        assert_eq!(nearest("sorting", &known).as_deref(), Some("sort"));
        assert_eq!(nearest("segmented", &known).as_deref(), Some("segmented_scan"));
        for nothing in ["", "x", "prefix_sum", "\u{1b}[31m"] {
            assert_eq!(nearest(nothing, &known), None, "{nothing}");
        }
        assert_eq!(nearest::<&str>("scan", &[]), None);
    }
}
