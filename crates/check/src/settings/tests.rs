//! Tests of each word of the grammar, right and wrong.

use super::*;

fn parse_line(line: &str) -> RunSetting {
    parse_comment(line).unwrap_or_else(|why| panic!("{line}: {why}"))
}

fn whole_numbers(numbers: &[i64]) -> GivenNumbers {
    GivenNumbers::Written(numbers.iter().map(|&number| WrittenNumber::Whole(number)).collect())
}

fn folder_file(name: &str) -> BufferFill {
    BufferFill::File(GivenFile { name: name.to_string(), within: true })
}

fn expect_setting(name: &str, content: ExpectedContent, tolerance: Option<f64>) -> RunSetting {
    let tolerance = tolerance.map(Tolerance::Scaled);
    RunSetting::Expect(name.to_string(), Expectation { content, tolerance })
}

#[test]
fn every_word_is_read() {
    for (line, setting) in [
        ("groups 7", RunSetting::Groups([7, 1, 1])),
        ("groups 4,4", RunSetting::Groups([4, 4, 1])),
        ("groups 2, 3, 4", RunSetting::Groups([2, 3, 4])),
        ("size 33x17", RunSetting::Size([33, 17])),
        (
            "buffer Source=random:1_024",
            RunSetting::Buffer("Source".to_string(), BufferFill::Made(FillPattern::Random(1), 1024)),
        ),
        ("buffer a=[3,-1, 2]", RunSetting::Buffer("a".to_string(), BufferFill::Given(whole_numbers(&[3, -1, 2])))),
        ("uniform n=1000", RunSetting::Uniform("n".to_string(), BufferFill::Given(whole_numbers(&[1000])))),
        (
            "uniform lights[2].on=true",
            RunSetting::Uniform("lights[2].on".to_string(), BufferFill::Given(whole_numbers(&[1]))),
        ),
        (
            "uniform v=1.5,0xff,-2",
            RunSetting::Uniform(
                "v".to_string(),
                BufferFill::Given(GivenNumbers::Written(vec![
                    WrittenNumber::Real(1.5),
                    WrittenNumber::Bits(255),
                    WrittenNumber::Whole(-2),
                ])),
            ),
        ),
        (
            "image photo=cat.png",
            RunSetting::Image(
                "photo".to_string(),
                ImageFill::File(GivenFile { name: "cat.png".to_string(), within: true }),
            ),
        ),
        ("image t=index:5x6x7", RunSetting::Image("t".to_string(), ImageFill::Made(FillPattern::From(0), [5, 6, 7]))),
        ("buffer a=0..16", RunSetting::Buffer("a".to_string(), BufferFill::Made(FillPattern::From(0), 16))),
        ("buffer a=-3..5", RunSetting::Buffer("a".to_string(), BufferFill::Made(FillPattern::From(-3), 8))),
        (
            "buffer a=0.5:16",
            RunSetting::Buffer("a".to_string(), BufferFill::Made(FillPattern::Constant(WrittenNumber::Real(0.5)), 16)),
        ),
        ("buffer a=random:16:7", RunSetting::Buffer("a".to_string(), BufferFill::Made(FillPattern::Random(7), 16))),
        ("buffer a=in.npy", RunSetting::Buffer("a".to_string(), folder_file("in.npy"))),
        ("buffer a=IN.BIN", RunSetting::Buffer("a".to_string(), folder_file("IN.BIN"))),
        ("uniform n=0..4", RunSetting::Uniform("n".to_string(), BufferFill::Made(FillPattern::From(0), 4))),
        (
            "image t=0.5:4x4",
            RunSetting::Image(
                "t".to_string(),
                ImageFill::Made(FillPattern::Constant(WrittenNumber::Real(0.5)), [4, 4, 1]),
            ),
        ),
        (
            "expect a=[1,2] ~1e-5",
            expect_setting("a", ExpectedContent::Numbers(BufferFill::Given(whole_numbers(&[1, 2]))), Some(1e-5)),
        ),
        ("expect a=out.npy", expect_setting("a", ExpectedContent::Numbers(folder_file("out.npy")), None)),
        (
            "expect a=out.png~0.01",
            expect_setting(
                "a",
                ExpectedContent::Picture(GivenFile { name: "out.png".to_string(), within: true }),
                Some(0.01),
            ),
        ),
        (
            "then groups 2 uniform n=1",
            RunSetting::Then(
                vec![
                    RunSetting::Groups([2, 1, 1]),
                    RunSetting::Uniform("n".to_string(), BufferFill::Given(whole_numbers(&[1]))),
                ],
                String::new(),
            ),
        ),
        (
            "sampler soft=linear,mirror",
            RunSetting::Sampler(
                "soft".to_string(),
                SamplerFill { linear: true, wrap: Some(gristmill_machine::Wrap::Mirror), ..SamplerFill::default() },
            ),
        ),
        ("entry main", RunSetting::Entry("main".to_string())),
        ("constant STEPS=8", RunSetting::Constant("STEPS".to_string(), "8".to_string())),
        ("output colour=photo", RunSetting::Output("colour".to_string(), "photo".to_string())),
        ("warp 64", RunSetting::Warp(64)),
        ("schedules 16", RunSetting::Schedules(16)),
        ("schedule in-order", RunSetting::Schedule(Schedule::Forward)),
        ("schedule round-robin", RunSetting::Schedule(Schedule::RoundRobin)),
        ("schedule dealt", RunSetting::Schedule(Schedule::Dealt)),
        ("schedule random:3@a1b2c3", RunSetting::Schedule(Schedule::Random(3, Some("a1b2c3".to_string())))),
        ("watch non-finite", RunSetting::WatchNonFinite),
        ("watch same-value", RunSetting::WatchSameValue),
        ("watch order", RunSetting::WatchOrder),
        ("steps 100000", RunSetting::Steps(100_000)),
        ("memory 512", RunSetting::Memory(512)),
    ] {
        assert_eq!(parse_line(line), setting, "{line}");
    }
    assert_eq!(parse_setting("deadline", "0.5"), Ok(RunSetting::Deadline(0.5)));
}

#[test]
fn every_mistake_has_one_sentence() {
    for (line, part) in [
        ("", "there is no ; there are groups, size"),
        ("group 4", "there is no group; there are groups"),
        ("groups", "groups : it is not a number from 1 to 65535; write it as groups 4,4"),
        ("groups 4,,4", "groups 4,,4: it is not a number"),
        ("groups 0", "it is not a number from 1"),
        ("groups 1,2,3,4", "three directions at most"),
        ("groups 65536", "it is not a number"),
        ("size 5", "it has one side"),
        ("size 5x0", "from 1 to 16384"),
        ("size 5x6x7", "more than 2 sides"),
        ("buffer Source", "there is no ="),
        ("buffer =zero:4", "\"\" is not a name"),
        ("sampler soft=smooth", "expected nearest, linear"),
        ("entry", "it names none; write it as entry main"),
        ("buffer Source=", "expected a value after ="),
        ("buffer Source=noise:4", "expected zero:N"),
        ("buffer Source=[1,,2]", "\"\" is not a number"),
        ("buffer Source=[1,2", "\"[1\" is not a number"),
        ("buffer Source=zero:99999999999", "it is not a number"),
        ("uniform n=1e", "\"1e\" is not a number"),
        ("uniform n=0x123456789", "is not a number"),
        ("uniform n=0x+1", "is not a number"),
        ("image p=photo.jpg", "expected FILE.png"),
        ("image p=zero:1x2x3x4", "more than 3 sides"),
        ("buffer a=5..5", "from 5 to 5 there are no numbers"),
        ("buffer a=zero:4:5", "expected zero:N"),
        ("buffer a=random:4:x", "expected zero:N"),
        ("expect a=[1] ~x", "expected a number from 0 on after ~"),
        ("expect a=[1] ~-1", "expected a number from 0 on after ~"),
        ("expect a=", "expected a value after ="),
        ("then schedules 4", "there is no schedules in a dispatch; there are groups, uniform and image"),
        ("then image t=zero:4x4", "a later pass reads what the pass before drew"),
        ("target c=r33f", "there is no format r33f; there are rgba32f"),
        ("then groups", "groups : it is not a number"),
        ("then groups 2 groups 3", "it says groups twice"),
        ("warp 65", "from 1 to 64"),
        ("schedules 0", "from 1 to 4096"),
        ("schedule sideways", "expected in-order"),
        ("schedule random:x", "the seed is not a number"),
        ("schedule random:1@", "expected a fingerprint"),
        ("watch everything", "expected non-finite, same-value or order"),
        ("steps 0", "from 1 on"),
        ("memory 513", "use --memory"),
        ("deadline 9", "use --deadline"),
    ] {
        let why = parse_comment(line).expect_err(line);
        assert!(why.contains(part), "{line}: {why}");
        assert!(!why.contains('\n'), "{why}");
    }
    for seconds in ["0", "-1", "nan", "inf", "soon"] {
        assert!(parse_setting("deadline", seconds).is_err(), "{seconds}");
    }
}

#[test]
fn comments_are_found_with_their_lines() {
    let text =
        "#version 430 core\n  // run: groups 4\n// A comment about // run: groups 5\n//run: warp 1\n// run: warp 8\n";
    assert_eq!(parse_comments("a.comp", text), Ok(vec![(2, RunSetting::Groups([4, 1, 1])), (5, RunSetting::Warp(8))]));
    let twice = parse_comments("a.comp", "// run: schedules 3\n// run: schedule reversed\n").unwrap_err();
    assert_eq!(twice.to_string(), "a.comp:2: line 1 sets this already; set it once");
    let two = parse_comments("a.comp", "// run: buffer A=zero:1\n// run: buffer B=zero:1\n").unwrap();
    assert_eq!(two.len(), 2);
}

#[test]
fn what_others_wrote_does_not_reach_the_terminal() {
    let why = parse_comment("\u{1b}[31m\u{7} 4").unwrap_err();
    assert!(!why.contains('\u{1b}') && !why.contains('\u{7}'), "{why:?}");
    let long = parse_comment(&format!("groups {}", "x".repeat(10_000))).unwrap_err();
    assert!(long.len() < 200, "{long}");
}

#[test]
fn a_file_of_runs_has_a_line_for_each_dispatch() {
    let all = parse_runs("steps.txt", "# the first\ngroups 4\n\n// the second\nuniform n=2\n").unwrap();
    let second = vec![RunSetting::Uniform("n".to_string(), BufferFill::Given(whole_numbers(&[2])))];
    assert_eq!(all, [RunSetting::Groups([4, 1, 1]), RunSetting::Then(second, "steps.txt:5".to_string())]);
    let many = "groups 1\n".repeat(1026);
    let comments = "// run: then groups 1\n".repeat(1025);
    let error = super::parse_comments("a.comp", &comments).unwrap_err().to_string();
    assert!(error.contains("1025 given, the limit is 1024"), "{error}");
    for (text, part) in [
        (many.as_str(), "dispatches of steps.txt after the first: 1025 given, the limit is 1024"),
        ("groups 4\nbuffer A=zero:1\n", "steps.txt:2: there is no buffer in a dispatch"),
        ("groups 0\n", "steps.txt:1: groups 0: it is not a number"),
        ("# nothing\n", "steps.txt: it has no line that says anything"),
    ] {
        let error = parse_runs("steps.txt", text).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    }
}
