use super::*;
use proptest::prelude::*;

const FIRST: &str = "#version 330 core\n";

/// Returns the report for a kernel whose second line is `line`.
fn refusal_report(line: &str) -> String {
    error_report(expand_kernel(
        "k.frag",
        &format!("{FIRST}{line}\n"),
        &[("a.glsl", "int a;\n"), ("b.glsl", "#version 330\n")],
        &[],
    ))
}

#[test]
fn an_include_is_replaced_and_every_line_knows_its_place() {
    let pixel = expand_kernel("pixel.frag", PIXEL, &[("stream.glsl", STREAM)], &[]).unwrap();
    let lines: Vec<&str> = pixel.text.lines().collect();
    assert_eq!(lines.len(), pixel.lines.len());
    assert_eq!(pixel.files.iter().map(|file| file.name.as_str()).collect::<Vec<_>>(), ["pixel.frag", "stream.glsl"]);
    for (line, &(file, place)) in lines.iter().zip(&pixel.lines) {
        assert_eq!(pixel.files[file].text.lines().nth(place - 1), Some(*line));
    }
    assert!(!pixel.text.contains("#include") && !pixel.text.contains("#line"));
    assert_eq!(pixel.lines[..5], [(0, 1), (0, 2), (1, 1), (1, 2), (1, 3)]);
    assert_eq!(pixel.lines[6], (0, 4));
}

#[test]
fn a_file_comes_once() {
    let folder =
        [("a.glsl", "int a;\n#include \"c.glsl\""), ("b.glsl", "#include \"c.glsl\"\nint b;"), ("c.glsl", "int c;")];
    let text = format!("{FIRST}#include \"a.glsl\"\n  #  include \"b.glsl\" // twice\n#include \"a.glsl\"\nint end;");
    let kernel = expand_kernel("k.frag", &text, &folder, &[]).unwrap();
    assert_eq!(kernel.text, format!("{FIRST}int a;\nint c;\n\nint b;\n\nint end;\n"));
    assert_eq!(kernel.files.len(), 4);
    assert_eq!(kernel.lines, [(0, 1), (1, 1), (2, 1), (3, 1), (3, 2), (0, 4), (0, 5)]);
}

#[test]
fn a_file_has_one_name_however_it_is_asked_for() {
    let folder = [
        ("more/a.glsl", "int a;\n#include \"../c.glsl\"\n#include \"b.glsl\""),
        ("more/b.glsl", "int b;"),
        ("c.glsl", "int c;"),
    ];
    let text =
        format!("{FIRST}#include \"more/a.glsl\"\n#include \"more/../more/./b.glsl\"\n#include \"x/../c.glsl\"\n");
    let kernel = expand_kernel("k.frag", &text, &folder, &[]).unwrap();
    assert_eq!(kernel.text, format!("{FIRST}int a;\nint c;\nint b;\n\n\n"));
}

#[test]
fn an_include_in_a_comment_is_left_alone() {
    let text = format!(
        "{FIRST}// #include \"no.glsl\"\n/* #include \"no.glsl\"\n#include \"no.glsl\"\n*/ int a; // \\\n#include \"no.glsl\"\n"
    );
    assert_eq!(expand_kernel("k.frag", &text, &[], &[]).unwrap().text, text);
    let slashes = format!("{FIRST}//* no block\n/*/ still\n#include \"no.glsl\"\n*/ int a = 4 / 2;\n");
    assert_eq!(expand_kernel("k.frag", &slashes, &[], &[]).unwrap().text, slashes);
}

#[test]
fn cycles_name_the_whole_circle() {
    let folder = [("a.glsl", "#include \"b.glsl\""), ("b.glsl", "\n#include \"a.glsl\"")];
    let report = error_report(expand_kernel("k.frag", &format!("{FIRST}#include \"a.glsl\""), &folder, &[]));
    assert!(report.contains("a.glsl includes itself (a.glsl -> b.glsl -> a.glsl)"), "{report}");
    assert!(report.contains("b.glsl:2"), "{report}");
    let report = error_report(expand_kernel("k.frag", &format!("{FIRST}#include \"k.frag\""), &[], &[]));
    assert!(report.contains("k.frag includes itself (k.frag -> k.frag)"), "{report}");
}

#[test]
fn a_chain_without_end_stops() {
    let find = |request: &IncludeRequest| {
        request
            .find_text(|name| Some(Cow::Owned(format!("#include \"{name}x\"\n"))))
            .map(Ok)
    };
    let report =
        error_report(expand(&source_file("k.frag", &format!("{FIRST}#include \"x\"")), Stage::Fragment, &find, &[]));
    assert!(report.contains("32 files inside one another is the limit"), "{report}");
}

#[test]
fn wrong_directives_say_what_to_write() {
    for (line, says) in [
        ("#include \"no.glsl\"", "include file no.glsl not found"),
        ("#include \"../a.glsl\"", "include file ../a.glsl not found"),
        ("#include \"/a.glsl\"", "/a.glsl is an absolute path"),
        ("#include \"C:\\a.glsl\"", "is an absolute path"),
        ("#include <a.glsl>", "the file name of an include is in quotes"),
        ("#include a.glsl", "the file name of an include is in quotes"),
        ("#include \"a.glsl", "the file name of an include is in quotes"),
        ("#include \"", "the file name of an include is in quotes"),
        ("#include", "the file name of an include is in quotes"),
        ("#include \"a.glsl\" \"a.glsl\"", "an include names one file"),
        ("#include \"\"", "an include names one file"),
        ("#include \"b.glsl\"", "an included file has no #version"),
        ("#include \"a.glsl\" /* from", "a comment may not reach"),
        ("#version 330", "#version appears only once"),
        ("int a; /* open", "the comment that begins here never ends"),
        ("int \0;", "a zero byte is not valid GLSL"),
    ] {
        let report = refusal_report(line);
        assert!(report.contains(says), "{line}: {report}");
        assert!(
            report.contains(if says.contains("included file has no") { "b.glsl:1" } else { "k.frag:2" }),
            "{report}"
        );
    }
}

#[test]
fn a_file_first_seen_inside_an_if_is_not_silently_left_out() {
    let folder = [("a.glsl", "int a;")];
    let once = format!("{FIRST}#ifdef GL_ARB_some_extension\n#include \"a.glsl\"\n#endif\n");
    assert!(expand_kernel("k.frag", &once, &folder, &[]).is_ok());
    let report = error_report(expand_kernel("k.frag", &format!("{once}#include \"a.glsl\"\n"), &folder, &[]));
    assert!(report.contains("a.glsl came in before, inside an #if"), "{report}");
}

#[test]
fn a_file_in_a_branch_that_is_not_taken_is_not_read() {
    let text = format!(
        "{FIRST}#ifdef X\n#include \"no.hlsl\"\n#include <no>\n#else\n#include \"a.glsl\"\n#endif\n#include \"a.glsl\"\n"
    );
    let folder = [("a.glsl", "int a;")];
    let expanded_text = expand_kernel("k.frag", &text, &folder, &[]).unwrap();
    assert_eq!(expanded_text.text, format!("{FIRST}#ifdef X\n\n\n#else\nint a;\n#endif\n\n"));
    // A constant of the host counts as well.
    let report = error_report(expand_kernel("k.frag", &text, &folder, &[("X", "1")]));
    assert!(report.contains("include file no.hlsl not found"), "{report}");
}

#[test]
fn the_first_line_is_the_era() {
    for text in ["", "\n\n", "// only words", "void main() {}\n#version 330 core", "#define X\n"] {
        let report = error_report(expand_kernel("k.comp", text, &[], &[]));
        assert!(report.contains("the first line must be #version 430 core"), "{text:?}: {report}");
    }
    for text in ["", "\n\n", "// only words"] {
        let report = error_report(expand_kernel("k.frag", text, &[], &[]));
        assert!(report.contains("the first line must be #version 330 core"), "{text:?}: {report}");
    }
    let report = error_report(expand_kernel("k.frag", "void main() {}\n#version 330 core", &[], &[]));
    assert!(report.contains("#version appears only once, as the first line"), "{report}");
    for (version, says) in [
        ("", "#version takes a number"),
        ("x", "#version takes a number"),
        ("777", "there is no GLSL of version 777"),
        ("300", "write #version 300 es"),
        ("330 es", "version 330 has no profile es"),
        ("120 core", "version 120 has no profile core"),
        ("330 coer", "there is no profile coer"),
        ("330 core core", "remove the rest of the line"),
    ] {
        let report = error_report(expand_kernel("k.frag", &format!("#version {version}\n"), &[], &[]));
        assert!(report.contains(says), "{version:?}: {report}");
    }
    for text in [
        "// words\n/* more\n*/\n#version 330",
        "\u{feff}#version 330 core // era",
        " # version 450\r\n",
        "#version 330\r",
    ] {
        assert!(expand_kernel("k.frag", text, &[], &[]).is_ok(), "{text:?}");
    }
}

#[test]
fn constants_follow_the_version_and_leave_the_lines_right() {
    let kernel = expand_kernel("k.frag", "// k\n#version 330\nint a;", &[], &[("BLOCK", "8"), ("_x1", "")]).unwrap();
    assert_eq!(kernel.text, "// k\n#version 330\n#define BLOCK 8\n#define _x1 \nint a;\n");
    assert_eq!(kernel.lines, [(0, 1), (0, 2), (0, 2), (0, 2), (0, 3)]);
}

#[test]
fn constants_that_glsl_has_no_place_for_are_refused() {
    for (name, value) in [
        ("1x", "1"),
        ("", "1"),
        ("a b", "1"),
        ("f(x)", "1"),
        ("é", "1"),
        ("gl_x", "1"),
        ("a__b", "1"),
        ("defined", "1"),
        ("X", "1\n2"),
        ("X", "1\r"),
        ("X", "1 \\"),
        ("X", "/*"),
        ("X", "1 // one"),
        ("X", "\0"),
    ] {
        let error = expand_kernel("k.frag", FIRST, &[], &[(name, value)]).unwrap_err();
        assert!(matches!(error, Error::Call { .. }), "{name:?} {value:?}: {error}");
    }
    let twice = expand_kernel("k.frag", FIRST, &[], &[("X", "1"), ("X", "1")]).unwrap_err();
    assert_eq!(twice.to_string(), "k.frag: the constant \"X\" is given twice; give it once");
}

/// Generates texts of the pieces that matter here.
fn text_pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "#version 330 core",
        "\n",
        "\n",
        "\n",
        "#include ",
        "\"a.glsl\"",
        "\"b.glsl\"",
        "\"",
        "<",
        "//",
        "/*",
        "*/",
        "\\",
        "\r",
        "#",
        "#if 1",
        "#endif",
        "#line",
        "..",
        "é",
        "\u{2028}",
        "\u{feff}",
        "\t",
        "int a;",
        "void main() {}",
        "\0",
    ]);
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

/// Checks that every line of a result has a valid origin.
fn check_lines(result: Result<ExpandedKernel>) {
    if let Ok(kernel) = result {
        assert_eq!(kernel.text.lines().count(), kernel.lines.len());
        assert!(
            kernel
                .lines
                .iter()
                .all(|&(file, line)| line >= 1 && line <= kernel.files[file].text.lines().count())
        );
        super::super::draw_log(
            &kernel,
            "0:1(1): error: x\n0:2(99): error: y\nERROR: 0:3:7: 'a' : z\n0(4) : error C1: w",
        );
    }
}

proptest! {
    #[test]
    fn garbage_never_panics(text in any::<String>(), value in any::<String>()) {
        check_lines(expand_kernel("k.frag", &text, &[], &[("X", &value)]));
        check_lines(expand_kernel("k.frag", &format!("{FIRST}{text}"), &[(&value, &text)], &[(&value, "1")]));
    }

    #[test]
    fn pieces_in_any_order_never_panic(text in text_pieces(), a in text_pieces(), b in text_pieces()) {
        check_lines(expand_kernel("k.frag", &text, &[("a.glsl", &a), ("b.glsl", &b)], &[]));
        check_lines(expand_kernel("k.frag", &format!("{FIRST}{text}"), &[("a.glsl", &a), ("b.glsl", &b)], &[("X", "1")]));
    }

    #[test]
    fn mutated_kernels_never_panic(at in 0..PIXEL.len(), length in 0_usize..30, new in text_pieces()) {
        let mut text = PIXEL.to_string();
        text.replace_range(at..(at + length).min(PIXEL.len()), &new);
        check_lines(expand_kernel("pixel.frag", &text, &[("stream.glsl", STREAM)], &[]));
    }
}
