//! Every page of an algorithm ends with questions, and each question has an answer to unfold.

use std::path::Path;

const OPEN: &str = "<details><summary>Answer</summary>\n\n";

/// Returns the faults in the questions of a page.
fn wrong(text: &str) -> Vec<String> {
    let Some((_, section)) = text.split_once("\n## Questions\n") else {
        return vec!["there is no section `## Questions`".into()];
    };
    let mut wrong = vec![];
    if section.contains("\n## ") {
        wrong.push("something follows the questions".into());
    }
    let is_question = |line: &&str| line.split_once(". ").is_some_and(|(number, _)| number.parse::<u32>().is_ok());
    let questions = section.lines().filter(is_question).count();
    if questions < 2 {
        wrong.push(format!("{questions} questions, at least two are wanted"));
    }
    let answers: Vec<&str> = section.split(OPEN).skip(1).collect();
    if answers.len() != questions {
        wrong.push(format!("{questions} questions and {} answers", answers.len()));
    }
    for answer in answers {
        match answer.split_once("\n\n   </details>\n") {
            None => wrong.push("an answer does not end".into()),
            Some((answer, _)) if !answer.contains(['.', ':']) => {
                wrong.push(format!("an answer is no sentence: {}", answer.trim()));
            }
            Some(_) => {}
        }
    }
    wrong
}

#[test]
fn every_algorithm_asks_and_answers() {
    let book = Path::new(env!("CARGO_MANIFEST_DIR")).join("book/src");
    let parts: Vec<_> = std::fs::read_dir(&book)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir() && !path.ends_with("figures") && !path.ends_with("performance"))
        .collect();
    let mut faults = vec![];
    for algorithm in gristmill::algorithms::TABLE {
        let pages = parts.iter().map(|part| part.join(format!("{}.md", algorithm.name)));
        let pages: Vec<_> = pages.filter(|page| page.exists()).collect();
        assert_eq!(pages.len(), 1, "{} has no page", algorithm.name);
        let text = std::fs::read_to_string(&pages[0]).unwrap();
        faults.extend(wrong(&text).into_iter().map(|fault| format!("{}: {fault}", pages[0].display())));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_question_without_an_answer_is_found() {
    let answered = |number: u32| format!("{number}. Why?\n\n   {OPEN}   Because.\n\n   </details>\n\n");
    let page = |questions: &str| format!("# A\n\n## Questions\n\n{questions}");
    assert_eq!(wrong(&page(&(answered(1) + &answered(2)))), [""; 0]);
    assert_eq!(wrong("# A\n"), ["there is no section `## Questions`"]);
    assert_eq!(wrong(&page(&answered(1))), ["1 questions, at least two are wanted"]);
    assert_eq!(wrong(&page(&(answered(1) + "2. Why?\n"))), ["2 questions and 1 answers"]);
    assert_eq!(wrong(&page(&(answered(1) + &answered(2) + "\n## More\n"))), ["something follows the questions"]);
    let mute = (answered(1) + &answered(2)).replace("Because.", "Yes");
    assert_eq!(wrong(&page(&mute)).len(), 2);
}

/// The words of a page, with one space between two.
fn page(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("book/src").join(name);
    std::fs::read_to_string(path)
        .unwrap()
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

/// A number with commas between its thousands.
fn commas(number: usize) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = digits
        .as_bytes()
        .rchunks(3)
        .rev()
        .map(|group| std::str::from_utf8(group).unwrap())
        .collect();
    groups.join(",")
}

#[test]
fn grays_by_other_weights_differ_as_the_answers_say() {
    let (mut eight_bits, mut furthest, mut ties) = (0, 0, vec![]);
    for colour in 0..1_u32 << 24 {
        let [red, green, blue] = [colour >> 16, colour >> 8 & 255, colour & 255];
        let exact = (2126 * red + 7152 * green + 722 * blue + 5000) / 10_000;
        let short = (54 * red + 183 * green + 19 * blue + 128) >> 8;
        eight_bits += usize::from(short != exact);
        furthest = furthest.max(short.abs_diff(exact));
        // grayscale_packed.comp without the 512.
        let packed = (3_566_836 * red + 11_999_065 * green + 1_211_315 * blue + 8_388_608) >> 24;
        if packed != exact {
            ties.push([red, green, blue]);
        }
    }
    let text = page("images/grayscale.md");
    let part = (100.0 * eight_bits as f64 / f64::from(1 << 24)).round();
    assert_eq!(furthest, 1);
    let said = format!("on {} colours, {part} % of all", commas(eight_bits));
    assert!(text.contains(&said), "the page does not say: {said}");
    let said = format!("{} colours, for example (13, 0, 121)", commas(ties.len()));
    assert!(text.contains(&said) && ties.contains(&[13, 0, 121]), "the page does not say: {said}");
}

#[test]
fn luminance_differs_from_luma_as_the_answer_says() {
    let weights = [0.2126, 0.7152, 0.0722_f64];
    let [red, green, blue] =
        weights.map(|weight| [255.0 * weight, 255.0 * weight.powf(1.0 / 2.2)].map(|byte: f64| byte.round()));
    let said = format!(
        "has the luma {} and, with the power 2.2, the luminance {}; red has {} and {}, green {} and {}",
        blue[0], blue[1], red[0], red[1], green[0], green[1]
    );
    assert!(page("images/grayscale.md").contains(&said), "the page does not say: {said}");
}

#[test]
fn a_negative_takes_nine_bits_as_the_answer_says() {
    // Rounds to the nearest number of so many significant bits.
    let rounded = |number: f64, bits: i32| {
        if number == 0.0 {
            return 0.0;
        };
        let step = 2_f64.powi(number.log2().floor() as i32 + 1 - bits);
        (number / step).round_ties_even() * step
    };
    let wrong = |bits| {
        let negative = |byte: &u32| {
            let part = rounded(f64::from(*byte) / 255.0, bits);
            (255.0 * rounded(1.0 - part, bits)).round() as u32
        };
        (0..256).filter(|byte| negative(byte) != 255 - byte).count()
    };
    assert_eq!(wrong(9), 0);
    let said = format!("with eight, {} of them are wrong", wrong(8));
    assert!(page("images/invert.md").contains(&said), "the page does not say: {said}");
}
