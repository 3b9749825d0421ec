//! Every page of an algorithm ends with questions, and each question has an answer to unfold.

use std::path::Path;

const OPEN: &str = "<details><summary>Answer</summary>\n\n";

/// What is wrong with the questions of a page.
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
