//! Reports for pipelines: SARIF, JUnit's XML, GitHub's workflow commands, and baselines of what is known.

use crate::ROOT;
use crate::check::{folder, gristmill, path, reverse};
use quick_xml::events::Event;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};

/// The command, typed in that folder.
fn typed(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gristmill"));
    let output = command
        .current_dir(folder)
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let [out, errors] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert!(!errors.contains("panicked") && !errors.contains("bug in gristmill"), "{arguments:?}: {errors}");
    (output.status.code(), out, errors)
}

/// A kernel that computes that in every lane.
fn kernel(line: &str) -> String {
    format!(
        "#version 430 core
// run: groups 1
// run: buffer Numbers=index:64
layout(local_size_x = 64) in;
layout(std430) buffer Numbers {{ uint numbers[]; }};
void main() {{
    uint i = gl_LocalInvocationID.x;
    {line}
}}
"
    )
}

/// A repository of ten kernels, four of them wrong, one odd.
fn repository() -> tempfile::TempDir {
    let repository = tempfile::tempdir().unwrap();
    let kernels = repository.path().join("kernels");
    std::fs::create_dir_all(kernels.join("two words")).unwrap();
    let files = [
        ("add.comp", kernel("numbers[i] += 1u;")),
        ("atomic.comp", kernel("atomicAdd(numbers[0], i);")),
        ("beyond.comp", kernel("numbers[i + 1u] = i;")),
        ("clear.comp", kernel("numbers[i] = 0u;")),
        ("flag.comp", kernel("numbers[0] = 1u;")),
        ("race.comp", reverse("")),
        ("reverse.comp", reverse("barrier();")),
        ("square.comp", kernel("numbers[i] *= numbers[i];")),
        ("two words/last.comp", kernel("numbers[0] = i;")),
        ("two words/unset.comp", kernel("uint sum; sum += i; numbers[i] = sum;")),
    ];
    for (name, text) in files {
        std::fs::write(kernels.join(name), text).unwrap();
    }
    repository
}

fn parsed(path: &Path) -> Value {
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn a_repository_is_judged_by_one_command_with_what_was_known() {
    let repository = repository();
    let here = repository.path();
    let (code, out, errors) = typed(here, &["check", "kernels"]);
    assert_eq!(code, Some(1), "{out}{errors}");
    assert!(out.ends_with("10 files: 6 right, 4 wrong, 0 not judged\n"), "{out}");

    let (code, out, errors) = typed(here, &["check", "kernels", "--write-baseline", "kernels/known.json"]);
    assert_eq!(code, Some(0), "{out}{errors}");
    let known = parsed(&here.join("kernels/known.json"));
    assert_eq!(known["gristmill_baseline"], 1);
    let count = known["findings"].as_array().unwrap().len();
    assert!(count >= 5, "{known:#}");
    assert!(out.ends_with(&format!("kernels/known.json: {count} findings are known from now on\n")), "{out}");

    // The very command of the book's example.
    let example = std::fs::read_to_string(format!("{ROOT}/tests/command/pipeline.yml")).unwrap();
    let command = example
        .lines()
        .find_map(|line| line.trim().strip_prefix("- run: gristmill "))
        .unwrap();
    let command: Vec<&str> = command.split_whitespace().collect();
    let (code, out, errors) = typed(here, &command);
    assert_eq!(code, Some(0), "{out}{errors}");
    assert!(!out.contains("::error"), "{out}");
    assert!(out.contains("kernels/known.json: "), "{out}");
    assert!(out.contains(" known, 0 new, 0 no longer found\n"), "{out}");
    let sarif = parsed(&here.join("kernels.sarif"));
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    assert!(results.len() >= count && results.iter().all(|result| result["baselineState"] == "unchanged"), "{sarif:#}");

    // Lines move, one fault goes, one comes.
    let kernels = here.join("kernels");
    std::fs::write(kernels.join("race.comp"), reverse("").replace("shared uint", "// Moved.\n\nshared uint")).unwrap();
    std::fs::write(kernels.join("beyond.comp"), kernel("numbers[i] = i;")).unwrap();
    let (code, out, _) = typed(here, &command);
    assert!(code == Some(0) && out.contains("0 new, 1 no longer found\n"), "{out}");
    assert!(out.contains("  kernels/beyond.comp: bounds numbers numbers[i + 1u] = i;"), "{out}");
    std::fs::write(kernels.join("add.comp"), kernel("numbers[i + 2u] += 1u;")).unwrap();
    let (code, out, _) = typed(here, &command);
    assert!(
        code == Some(1) && out.contains("::error file=kernels/add.comp,line=8,title=gristmill%3A bounds::"),
        "{out}"
    );
    assert_eq!(out.matches("::error").count(), out.matches("::error file=kernels/add.comp").count(), "{out}");

    // A kernel that does not compile is never known.
    std::fs::write(kernels.join("clear.comp"), kernel("numbers[i] = nothing;")).unwrap();
    let (code, out, errors) = typed(here, &command);
    assert_eq!(code, Some(2), "{out}{errors}");
    assert!(
        out.contains("::error file=kernels/clear.comp,line=8,title=gristmill%3A compile::clear.comp does not compile"),
        "{out}"
    );

    std::fs::write(kernels.join("known.json"), r#"{"gristmill_baseline": 9, "findings": []}"#).unwrap();
    let (code, _, errors) = typed(here, &command);
    assert!(code == Some(2) && errors.contains("a baseline of version 9, this program reads version 1"), "{errors}");
}

#[test]
fn an_option_that_one_kernel_has_no_name_for_keeps_no_other_from_being_judged() {
    let folder = folder(&[("add.comp", &kernel("numbers[i] += 1u;")), ("race.comp", &reverse(""))]);
    std::fs::write(path(&folder, "less.comp"), kernel("numbers[i] += 1u;").replace("Numbers", "Others")).unwrap();
    let (code, out, errors) = typed(folder.path(), &["check", ".", "--buffer", "Numbers=index:64"]);
    assert_eq!(code, Some(1), "{out}{errors}");
    assert!(errors.contains("less.comp has no buffer Numbers; it has Others"), "{errors}");
    assert!(out.ends_with("3 files: 1 right, 1 wrong, 1 not judged\n"), "{out}");
}

/// The output has what the schema of SARIF 2.1.0 asks for.
#[test]
fn sarif_has_rules_levels_and_places() {
    let repository = repository();
    std::fs::write(repository.path().join("kernels/broken.comp"), kernel("numbers[i] = nothing;")).unwrap();
    let (code, out, errors) = typed(repository.path(), &["check", "kernels", "--format", "sarif"]);
    assert_eq!(code, Some(2), "{errors}");
    let sarif: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&sarif["version"], sarif["runs"].as_array().unwrap().len()), (&"2.1.0".into(), 1));
    let run = &sarif["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    let text = |value: &Value| value["text"].as_str().is_some_and(|text| !text.is_empty());
    for rule in rules {
        assert!(rule["id"].is_string() && text(&rule["shortDescription"]) && text(&rule["help"]), "{rule:#}");
    }
    let mut levels: BTreeMap<&str, usize> = BTreeMap::new();
    for result in run["results"].as_array().unwrap() {
        let number = result["ruleIndex"].as_u64().unwrap() as usize;
        assert_eq!(rules[number]["id"], result["ruleId"], "{result:#}");
        assert!(text(&result["message"]), "{result:#}");
        *levels.entry(result["level"].as_str().unwrap()).or_default() += 1;
        let place = &result["locations"][0]["physicalLocation"];
        let file = place["artifactLocation"]["uri"].as_str().unwrap().replace("%20", " ");
        assert!(repository.path().join(&file).is_file(), "{file}");
        assert!(place["region"]["startLine"].as_u64().unwrap() >= 1, "{result:#}");
    }
    assert!(levels["error"] >= 5 && levels["note"] == 1, "{levels:?}");
    let race = run["results"]
        .as_array()
        .unwrap()
        .iter()
        .find(|result| result["ruleId"] == "race")
        .unwrap();
    let lines = ["locations", "relatedLocations"]
        .map(|which| race[which][0]["physicalLocation"]["region"]["startLine"].as_u64().unwrap());
    assert!(lines == [8, 10] || lines == [10, 8], "{race:#}");
    assert!(text(&race["relatedLocations"][0]["message"]), "{race:#}");
    let broken = run["results"]
        .as_array()
        .unwrap()
        .iter()
        .find(|result| result["ruleId"] == "compile")
        .unwrap();
    assert_eq!(broken["locations"][0]["physicalLocation"]["region"]["startLine"], 8);
}

/// Each element with the text of its attributes, in order.
fn elements(xml: &str) -> Vec<(String, BTreeMap<String, String>)> {
    let mut reader = quick_xml::Reader::from_str(xml);
    reader.config_mut().check_end_names = true;
    let mut all = vec![];
    loop {
        match reader.read_event().unwrap() {
            Event::Eof => return all,
            Event::Start(start) | Event::Empty(start) => {
                let attributes = start.attributes().map(|attribute| {
                    let attribute = attribute.unwrap();
                    let value = String::from_utf8(attribute.value.to_vec()).unwrap();
                    (String::from_utf8(attribute.key.as_ref().to_vec()).unwrap(), value)
                });
                all.push((String::from_utf8(start.name().as_ref().to_vec()).unwrap(), attributes.collect()));
            }
            _ => {}
        }
    }
}

#[test]
fn junit_has_a_case_for_each_file_and_way() {
    let repository = repository();
    let kernels = repository.path().join("kernels");
    std::fs::write(kernels.join("broken.comp"), kernel("numbers[i] = nothing & \"<>\u{1}\";")).unwrap();
    std::fs::write(kernels.join("idle.comp"), kernel("if (i > 64u) numbers[i] = 1u;")).unwrap();
    let (code, out, errors) = typed(repository.path(), &["check", "kernels", "--format", "junit"]);
    assert_eq!(code, Some(2), "{errors}");
    let all = elements(&out);
    let count = |name: &str| all.iter().filter(|(element, _)| element == name).count();
    assert_eq!((count("testsuites"), count("testsuite"), count("testcase")), (1, 1, 12));
    let (_, suite) = all.iter().find(|(element, _)| element == "testsuite").unwrap();
    let of = |name: &str| suite[name].parse::<usize>().unwrap();
    assert_eq!((of("tests"), of("failures"), of("errors"), of("skipped")), (12, 4, 2, 0));
    assert!(count("failure") >= 4 && count("error") == 2, "{out}");
    for (element, attributes) in &all {
        if ["failure", "error"].contains(&element.as_str()) {
            assert!(!attributes["type"].is_empty() && !attributes["message"].is_empty(), "{attributes:?}");
        }
    }
    let names: Vec<&String> = all
        .iter()
        .filter(|(element, _)| element == "testcase")
        .map(|(_, case)| &case["name"])
        .collect();
    assert!(names.iter().any(|name| *name == "kernels/two words/last.comp"), "{names:?}");

    // Every way of an algorithm is a case, too.
    let report = repository.path().join("report.xml");
    let edited = format!("{ROOT}/tests/book/edited");
    let arguments = ["check", "scan", "--kernels", &edited, "--format", "sarif", "--report", report.to_str().unwrap()];
    let (code, out, errors) = typed(Path::new(ROOT), &arguments);
    assert_eq!(code, Some(1), "{errors}");
    let all = elements(&std::fs::read_to_string(&report).unwrap());
    let cases = all
        .iter()
        .filter(|(element, case)| element == "testcase" && case["classname"] == "scan")
        .count();
    assert!(cases >= 6, "{all:?}");
    let sarif: Value = serde_json::from_str(&out).unwrap();
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    let uri = &results[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert_eq!(uri, "tests/book/edited/scan.comp", "{sarif:#}");
}

#[test]
fn a_report_that_cannot_be_written_is_said_before_anything_runs() {
    let folder = folder(&[("add.comp", &kernel("numbers[i] += 1u;"))]);
    let file = path(&folder, "add.comp");
    for (report, part) in [
        ("report.txt".to_string(), "expected a report file ending in .sarif, .xml or .json, found report.txt"),
        (format!("{file}/report.xml"), "cannot be written"),
    ] {
        let (code, out, errors) = gristmill(&["check", &file, "--report", &report]);
        assert!(code == Some(2) && out.is_empty() && errors.contains(part), "{out}{errors}");
    }
    let (code, _, errors) = gristmill(&["check", &file, "--json", "--format", "sarif"]);
    assert!(code == Some(2) && errors.contains("cannot be used with"), "{errors}");
}
