use super::*;
use gristmill_base::includes::{IncludeRequest, IncludedText};

fn expand_text(text: &str) -> String {
    let tokens = preprocess_text(text, &[]).unwrap();
    let words: Vec<&str> = tokens.iter().map(|token| &*token.text).collect();
    words.join(" ").trim_end().to_string()
}

/// Returns a lookup of files in memory.
fn find_in<'f>(
    files: &'f dyn Fn(&str) -> Option<String>,
) -> impl Fn(&IncludeRequest) -> Option<Result<IncludedText, String>> + 'f {
    |request| request.find_text(|name| files(name).map(Into::into)).map(Ok)
}

fn find_error(text: &str) -> (u32, u32, String) {
    let error = preprocess_text(text, &[]).unwrap_err();
    (error.place.line, error.place.column, error.message)
}

#[test]
fn macros_are_replaced_as_in_c() {
    assert_eq!(expand_text("#define A 1\nA B A"), "1 B 1");
    assert_eq!(expand_text("#define F(x, y) x + y\nF(1, (2, 3)) F"), "1 + ( 2 , 3 ) F");
    assert_eq!(expand_text("#define F(x) a##x\n#define T 1\nF(T)"), "aT");
    assert_eq!(expand_text("#define S(x) #x\nS(a  b+c)"), "a b+c");
    assert_eq!(expand_text("#define S(x) #x\nS(f(\"a\\n\"))"), "f(\\\"a\\\\n\\\")");
    assert_eq!(expand_text("#define f(x) x f\nf(1)(2)"), "1 f ( 2 )");
    assert_eq!(expand_text("#define g() 3\ng() g ( )"), "3 3");
    assert_eq!(expand_text("#define x (4 + y)\n#define y (2 * x)\nx"), "( 4 + ( 2 * x ) )");
    assert_eq!(expand_text("#define A\\\n 5\nA\n#undef A\nA __LINE__"), "5 A 5");
    // A call may reach over lines.
    assert_eq!(expand_text("#define F(x) [x]\nF(1 +\n2)"), "[ 1 + 2 ]");
}

#[test]
fn a_macro_that_begins_with_a_parenthesis_has_no_parameters() {
    assert_eq!(expand_text("#define A (1)\nA"), "( 1 )");
}

#[test]
fn conditions_choose_lines() {
    assert_eq!(expand_text("#if 0\na\n#elif 1 + 1 == 2\nb\n#else\nc\n#endif"), "b");
    assert_eq!(expand_text("#define A 2\n#if defined(A) && A > 1 && !defined B\nb\n#endif"), "b");
    assert_eq!(expand_text("#ifdef A\n#if 1\na\n#else\nb\n#endif\n#else\nc\n#endif"), "c");
    assert_eq!(expand_text("#if 0\n#error no\n#nonsense\n#endif\nok"), "ok");
    assert_eq!(expand_text("#if (1 ? 0 : 1) || ~0 == -1\nx\n#endif"), "x");
}

#[test]
fn places_are_those_of_the_author() {
    let tokens = preprocess_text("#define M(a) (a + k)\nx\n  M(q)", &[]).unwrap();
    let places: Vec<(u32, u32)> = tokens.iter().map(|token| (token.place.line, token.place.column)).collect();
    assert_eq!(places, [(2, 1), (3, 3), (3, 3), (3, 3), (3, 3), (3, 3), (3, 7)]);
}

#[test]
fn errors_say_where_and_what() {
    assert_eq!(find_error("a\n#endif").0, 2);
    assert_eq!(find_error("#if 1\na"), (1, 1, "this condition is not closed; add #endif".to_string()));
    assert_eq!(find_error("#defin A 1").2, "there is no directive #defin; did you mean #define?");
    assert_eq!(find_error("#define F(a, a) 1").2, "the macro F has two parameters 'a'; rename one");
    assert_eq!(find_error("#define F(a) a\n\nF(1, 2)").0, 3);
    assert_eq!(find_error("#define F(a) a\nF(1").2, "the arguments of the macro 'F' never end; close them with )");
    assert_eq!(find_error("#if 1 / 0\n#endif").2, "the condition divides by zero");
    assert_eq!(find_error("x\n#error no card").2, "#error no card");
    assert_eq!(find_error("#else\n").2, "this #else belongs to no #if; add the #if");
}

#[test]
fn macros_that_grow_without_end_are_stopped() {
    let mut text = "#define A0 x x x x x x x x\n".to_string();
    for n in 1..12 {
        let before = format!("A{} ", n - 1).repeat(8);
        text += &format!("#define A{n} {before}\n");
    }
    assert!(find_error(&(text + "A11")).2.starts_with("the macros make more than"));
}

#[test]
fn included_files_are_inserted_with_their_lines() {
    let files = |name: &str| match name {
        "a.inc" => Some("#ifndef A\n#define A\n#include \"sub/b.inc\"\nfloat a;\n#endif".to_string()),
        "sub/b.inc" => Some("#include \"../a.inc\"\nfloat b;".to_string()),
        _ => None,
    };
    let text = "z // head\n#include \"a.inc\"\n#ifdef A\nx\n#else\n#include \"none\"\n#endif\n#include <a.inc>\ny";
    let expanded = expand_includes("k.cg", text, &[], &find_in(&files)).unwrap();
    let kept: Vec<(&str, usize, usize)> = expanded
        .text
        .lines()
        .zip(&expanded.lines)
        .filter(|(line, _)| !line.trim().is_empty())
        .map(|(line, (file, number))| (line, *file, *number))
        .collect();
    assert_eq!(
        kept,
        [("z", 0, 1), ("#define A", 1, 2), ("float b;", 2, 2), ("float a;", 1, 4), ("x", 0, 4), ("y", 0, 9)]
    );
    assert_eq!(expanded.files.len(), 3);
}

#[test]
fn comments_are_left_out_and_columns_stay() {
    let text = "/* é */ a // b\n#define M(x) \\\n  x /* c\n d */ e\nf";
    let expanded = expand_includes("k.cg", text, &[], &|_| None).unwrap();
    assert_eq!(expanded.text, "         a\n#define M(x) \\\n  x\n      e\nf\n");
}

#[test]
fn a_file_with_pragma_once_is_inserted_once_and_a_macro_may_name_it() {
    let files = |name: &str| (name == "a.inc").then(|| "#pragma once\nfloat a;".to_string());
    let text = "#include \"a.inc\"\n#define FILE \"a.inc\"\n#include FILE\ny";
    let expanded = expand_includes("k.cg", text, &[], &find_in(&files)).unwrap();
    assert_eq!(expanded.text.matches("float a;").count(), 1);
    let twice = text.replace("a.inc", "b.inc");
    let files = |name: &str| (name == "b.inc").then(|| "float b;".to_string());
    let expanded = expand_includes("k.cg", &twice, &[], &find_in(&files)).unwrap();
    assert_eq!(expanded.text.matches("float b;").count(), 2);
}

#[test]
fn a_stray_character_is_refused_where_it_is_read() {
    assert_eq!(expand_text("#if 0\ndon't \"quote` \u{1}\n#endif\n#pragma don't\nok"), "ok");
    assert_eq!(find_error("a \u{1} b"), (1, 3, "'\\u{1}' is not a letter of the language; remove it".to_string()));
    let open = "the quotes that open here are not closed in this line; add \"".to_string();
    assert_eq!(find_error("x = \"abc\n\""), (1, 5, open));
}

#[test]
fn an_include_that_is_missing_or_endless_is_named_in_its_file() {
    let files = |name: &str| match name {
        "a.inc" => Some("\n#include \"nothing.inc\"".to_string()),
        "self.inc" => Some("#include \"self.inc\"".to_string()),
        _ => None,
    };
    let (file, error) = expand_includes("k.cg", "#include \"a.inc\"", &[], &find_in(&files)).unwrap_err();
    assert_eq!((file.name.as_str(), error.place.line), ("a.inc", 2));
    assert_eq!(error.message, "include file nothing.inc not found; check the name");
    let (file, error) = expand_includes("k.cg", "#include \"self.inc\"", &[], &find_in(&files)).unwrap_err();
    assert_eq!(file.name, "self.inc");
    assert!(error.message.starts_with("files include one another deeper than"));
}
