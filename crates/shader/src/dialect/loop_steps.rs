//! Rewrites `++i` at the end of a loop's head as `i++`, which means the same there.
//!
//! Appendix A of GLSL ES 1.00 allows only `i++`, and so does glslang; browsers accept both (ANGLE,
//! ValidateLimitations.cpp: an oversight of the specification).

use super::lexer::{Token, TokenKind, split_tokens};

/// Returns a text with every `; ++i)` and `; --i)` changed to `; i++)` and `; i--)`, each line in its place.
pub fn use_postfix_steps(text: &str) -> String {
    let all = split_tokens(text);
    let meant: Vec<usize> = (0..all.len()).filter(|at| !all[*at].is_blank()).collect();
    let mut words: Vec<&str> = all.iter().map(|token| token.text).collect();
    for window in meant.windows(5) {
        let [before, first, second, name, close] = [0, 1, 2, 3, 4].map(|at| window[at]);
        let is_step = ["+", "-"].contains(&all[first].text) && all[first].text == all[second].text;
        let is_last = all[before].text == ";" && all[close].text == ")";
        if is_step && is_last && is_name(all[name]) {
            words[first] = all[name].text;
            words[second] = if all[first].text == "+" { "++" } else { "--" };
            words[name] = "";
        }
    }
    words.concat()
}

fn is_name(token: Token) -> bool {
    token.kind == TokenKind::Word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_before_its_index_goes_behind_it() {
        assert_eq!(use_postfix_steps("for (int i = 0; i < 8; ++i) x = ++y;"), "for (int i = 0; i < 8; i++) x = ++y;");
        assert_eq!(use_postfix_steps("for (i = 8; i > 0; -- i)\n"), "for (i = 8; i > 0; i-- )\n");
        assert_eq!(use_postfix_steps("x; ++y; f(++z)"), "x; ++y; f(++z)");
    }
}
