//! Finds the calls of an include file's function. A fault that is seen inside the function comes
//! from a call, and a beginner looks for it in their own file.

/// Returns the name of the include file's function that contains line `line`, counted from 1, and
/// the lines of the kernel's text that call it. `None` if no function begins before that line, or
/// the kernel does not call it itself.
///
/// ```
/// use gristmill::kernels::{callers, text};
/// let include = text("kernel_includes/gather.glsl")?;
/// let line = 1 + include.lines().position(|line| line.contains("return texelFetch")).unwrap();
/// let kernel = "void main() {\n    result = fetch(source, 7).r;\n}\n";
/// assert_eq!(callers(kernel, &include, line), Some(("fetch".to_string(), vec![2])));
/// # Ok::<(), gristmill::Error>(())
/// ```
pub fn callers(kernel: &str, include: &str, line: usize) -> Option<(String, Vec<usize>)> {
    // A function begins at the margin, and its name comes before the first parenthesis.
    let head = include
        .lines()
        .take(line)
        .filter(|line| line.starts_with(char::is_alphabetic) && line.contains('(') && line.contains('{'))
        .last()?;
    let name = head.split('(').next()?.split_whitespace().last()?;
    let code = without_comments(kernel);
    let lines: Vec<usize> = (1..)
        .zip(code.lines())
        .filter(|(_, line)| has_call(line, name))
        .map(|(number, _)| number)
        .collect();
    (!lines.is_empty()).then(|| (name.to_string(), lines))
}

fn has_call(line: &str, name: &str) -> bool {
    line.match_indices(name).any(|(at, _)| {
        let before = &line[..at];
        let behind = &line[at + name.len()..];
        !before.ends_with(|letter: char| letter.is_alphanumeric() || letter == '_')
            && behind.trim_start().starts_with('(')
    })
}

/// Returns a kernel's text without its comments; line numbers stay the same.
///
/// ```
/// use gristmill::kernels::without_comments;
/// assert_eq!(without_comments("a; // one\nb; /* two\n */ c;\n"), "a; \nb; \n c;\n");
/// ```
pub fn without_comments(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("//").into_iter().chain(rest.find("/*")).min() {
        code.push_str(&rest[..at]);
        let comment = &rest[at..];
        let is_line = comment.starts_with("//");
        let end = if is_line { comment.find('\n') } else { comment.find("*/").map(|end| end + 2) };
        let (gone, left) = comment.split_at(end.unwrap_or(comment.len()));
        code.extend(gone.chars().filter(|&letter| letter == '\n'));
        rest = left;
    }
    code + rest
}
