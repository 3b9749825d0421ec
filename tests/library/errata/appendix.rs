//! The book's appendix against the tests: an entry per test, a test per entry, and the same lines in both.

/// The source texts: the heading in the appendix, the module with its tests and their source, and how many
/// entries there are.
const TEXTS: [(&str, &str, &str, usize); 5] = [
    ("GPU Gems 2, chapter 33", "chapter_33", include_str!("chapter_33.rs"), 15),
    ("OpenGL SuperBible, chapter 10", "superbible", include_str!("superbible.rs"), 20),
    ("Red Book, the compute shader chapter", "red_book", include_str!("red_book.rs"), 6),
    ("The gKit2 lesson", "gkit2", include_str!("gkit2.rs"), 7),
    ("The article on WebGL", "webgl", include_str!("webgl.rs"), 7),
];

/// The tests of a source: name and body.
fn tests(source: &str) -> Vec<(&str, &str)> {
    let all = source.split("\n#[test]\nfn erratum_").skip(1);
    all.map(|rest| {
        let (name, body) = rest.split_once("()").unwrap();
        (name, body.split("\n}\n").next().unwrap())
    })
    .collect()
}

/// Returns the pieces of a text that stand between backticks.
fn code(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// Returns the faults in the entries of one text.
fn faults(page: &str, (heading, module, source, count): (&str, &str, &str, usize)) -> Vec<String> {
    let Some(section) = page.split(&format!("\n## {heading}\n")).nth(1) else {
        return vec![format!("the appendix has no section {heading}")];
    };
    let section = section.split("\n## ").next().unwrap();
    let tests = tests(source);
    let entries: Vec<&str> = section.split("\n### ").skip(1).collect();
    let mut faults = vec![];
    if (entries.len(), tests.len()) != (count, count) {
        faults.push(format!("{module} has {} entries and {} tests, not {count}", entries.len(), tests.len()));
    }
    for (number, entry) in (1..).zip(&entries) {
        let mut fault = |sentence: &str| faults.push(format!("{module} {number}: {sentence}"));
        if !entry.starts_with(&format!("{number}. ")) {
            fault("another number stands there");
        }
        let shown = format!("Shown by `{module}::erratum_{number:02}_");
        let one_line = entry.replace('\n', " ");
        let named = one_line.split(&shown).nth(1).and_then(|rest| rest.split('`').next());
        let named = named.map(|rest| format!("{number:02}_{rest}"));
        let test = tests.iter().find(|(name, _)| Some(*name) == named.as_deref());
        let Some((_, body)) = test else {
            fault("the test that it names is not there");
            continue;
        };
        if !body.contains("printed_fails_mended_holds(") {
            fault("its test holds nothing up to anything");
        }
        let rows: Vec<&str> = entry.lines().filter(|line| line.starts_with("| ")).skip(1).collect();
        if rows.is_empty() {
            fault("it has no printed and no mended line");
        }
        for row in rows {
            let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
            if cells.len() != 2 || cells[0] == cells[1] {
                fault(&format!("`{row}` is not a printed and a mended line"));
            }
            for line in code(row).filter(|line| !body.contains(*line)) {
                fault(&format!("its test does not have `{line}`"));
            }
        }
    }
    for (name, _) in &tests {
        if !section.contains(&format!("`{module}::erratum_{name}`")) {
            faults.push(format!("the appendix has no erratum_{name}"));
        }
    }
    faults
}

const PAGE: &str = include_str!("../../../book/src/errata.md");

#[test]
fn every_entry_has_its_test() {
    assert_eq!(TEXTS.map(|(.., count)| count).iter().sum::<usize>(), 55);
    // The introduction says of how many entries something is not shown.
    assert_eq!(PAGE.matches("\n*Not shown:*").count(), 2 + 3);
    let all: Vec<String> = TEXTS.into_iter().flat_map(|text| faults(PAGE, text)).collect();
    assert!(all.is_empty(), "{}", all.join("\n"));
}

#[test]
fn an_entry_without_its_test_is_found() {
    let text = TEXTS[2];
    let (_, module, source, count) = text;
    assert_eq!(faults(PAGE, text), [""; 0]);
    let said = |page: &str, source: &'static str| faults(page, (text.0, module, source, count)).join("; ");
    assert!(said("", source).contains("no section"));
    assert!(said(&PAGE.replace("red_book::erratum_04", "red_book::erratum_40"), source).contains("is not there"));
    assert!(said(PAGE, "").contains("6 entries and 0 tests"));
    let swapped =
        PAGE.replace("| `local_size_z = 0` | `local_size_z = 1` |", "| `local_size_z = 2` | `local_size_z = 1` |");
    assert_eq!(said(&swapped, source), "red_book 1: its test does not have `local_size_z = 2`");
}
