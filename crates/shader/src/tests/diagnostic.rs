use super::*;
use crate::draw_log;
use proptest::prelude::*;

fn pixel_kernel() -> ExpandedKernel {
    expand_kernel("pixel.frag", PIXEL, &[("stream.glsl", STREAM)], &[("BLOCK", "8")]).unwrap()
}

/// Returns the line of the expanded text that contains `words`.
fn find_line(kernel: &ExpandedKernel, words: &str) -> usize {
    1 + kernel.text.lines().position(|line| line.contains(words)).unwrap()
}

#[test]
fn the_three_dialects_say_the_same() {
    let kernel = pixel_kernel();
    let line = find_line(&kernel, "result = 2.0");
    for log in [
        format!("ERROR: 0:{line}:20: 'here' : no matching overloaded function found"),
        format!("ERROR: 0:{line}: 'here' : no matching overloaded function found"),
        format!("0:{line}(20): error: no function with name 'here'"),
        format!("0({line}) : error C1008: undefined variable \"here\""),
    ] {
        let report = draw_log(&kernel, &log);
        assert!(report.contains("pixel.frag:10:20"), "{log}\n{report}");
        assert!(report.contains("result = 2.0 * here(source).r;"), "{report}");
        assert!(!report.contains('\u{1b}'), "colour: {report:?}");
    }
}

#[test]
fn a_report_reads_well() {
    let kernel = pixel_kernel();
    let line = find_line(&kernel, "result = 2.0");
    let log = format!(
        "ERROR: 0:{line}:30: 'source' : undeclared identifier\nERROR: 1 compilation errors.  No code generated.\n"
    );
    insta::assert_snapshot!(draw_log(&kernel, &log), @"
    Error: 'source' : undeclared identifier
        ╭─[ pixel.frag:10:25 ]
        │
     10 │     result = 2.0 * here(source).r;
        │                         ───┬──
        │                            ╰──── here
    ────╯
    ");
}

#[test]
fn an_error_in_an_included_file_names_it_and_its_line() {
    let kernel = pixel_kernel();
    let line = find_line(&kernel, "texelFetch");
    let report = draw_log(&kernel, &format!("0:{line}(12): error: no"));
    assert!(report.contains("stream.glsl:3:12"), "{report}");
    assert!(report.contains("return texelFetch(stream"), "{report}");
}

#[test]
fn a_constant_of_the_host_belongs_to_the_version_line() {
    let report = draw_log(&pixel_kernel(), "0:2(1): error: no");
    assert!(report.contains("pixel.frag:1:"), "{report}");
}

#[test]
fn messages_come_in_order_errors_first_and_not_too_many() {
    let mut log = "WARNING: 0:5:1: 'x' : odd\n".to_string();
    for line in (3..=9).rev() {
        log += &format!("ERROR: 0:{line}:1: '' : mistake {line}\nERROR: 0:{line}:1: '' : mistake {line}\n");
    }
    log += "ERROR: 0:9:1: '' : compilation terminated \nERROR: 15 compilation errors.  No code generated.\n\n";
    let report = draw_log(&pixel_kernel(), &log);
    let places: Vec<_> = (3..=7).map(|line| report.find(&format!("mistake {line}")).unwrap()).collect();
    assert!(places.is_sorted(), "{report}");
    assert!(!report.contains("mistake 8") && !report.contains("terminated") && !report.contains("No code"), "{report}");
    assert!(report.ends_with("and 3 more"), "{report}");
    assert!(!report.contains("''"), "{report}");
}

#[test]
fn what_cannot_be_read_is_shown_as_it_is() {
    let kernel = pixel_kernel();
    assert_eq!(draw_log(&kernel, "  the driver is tired\n\n"), "  the driver is tired");
    assert_eq!(draw_log(&kernel, ""), "the compiler gave no reason");
    assert_eq!(
        draw_log(&kernel, "ERROR: 1 compilation errors.  No code generated."),
        "ERROR: 1 compilation errors.  No code generated."
    );
    for unplaced in ["0:999(1): error: far", "0:0(1): error: none", "ERROR: 0:99999999999999999999: x", "0(: error"] {
        assert_eq!(draw_log(&kernel, unplaced), unplaced);
    }
    let both =
        draw_log(&kernel, "Fragment info\n-------------\n0(5) : error C0000: syntax error\nInternal error: assembly\n");
    assert!(both.contains("syntax error") && both.ends_with("Internal error: assembly"), "{both}");
    assert!(!both.contains("Fragment info"), "{both}");
}

#[test]
fn the_end_of_the_text_is_its_last_line() {
    let kernel = pixel_kernel();
    let report = draw_log(&kernel, &format!("0:{}(1): error: unexpected end", kernel.lines.len() + 1));
    assert!(report.contains("pixel.frag:11:1"), "{report}");
}

proptest! {
    #[test]
    fn logs_of_any_kind_never_panic(log in any::<String>(), line in 0_usize..30, column in 0_usize..99, words in ".{0,20}") {
        let kernel = expand_kernel("k.frag", &format!("#version 330\n\n \t\né{words}\u{2028}\u{b} x"), &[], &[]);
        for kernel in kernel.into_iter().chain([pixel_kernel()]) {
            assert!(!draw_log(&kernel, &log).is_empty());
            for log in [
                format!("ERROR: 0:{line}:{column}: '{words}' : {log}"),
                format!("0:{line}({column}): error: `{words}' {log}"),
                format!("0({line}) : warning C1: {words}\"{log}"),
            ] {
                assert!(!draw_log(&kernel, &log).is_empty());
            }
        }
    }
}

#[test]
fn what_stream_glsl_defines_is_hinted_at() {
    let text = "#version 330 core\nuniform sampler2D x;\nout float result;\nvoid main() { result = here(x).r; }\n";
    let log = "ERROR: 0:4: 'here' : no matching overloaded function found";
    let hint = "here is defined in stream.glsl: write #include \"stream.glsl\" below the #version line";
    let alone = expand_kernel("typed.frag", text, &[], &[]).unwrap();
    assert!(draw_log(&alone, log).ends_with(hint), "{}", draw_log(&alone, log));
    let with = text.replacen('\n', "\n#include \"stream.glsl\"\n", 1);
    let included = expand_kernel("typed.frag", &with, &[("stream.glsl", STREAM)], &[]).unwrap();
    assert!(!draw_log(&included, log).contains("is defined in stream.glsl"));
}
