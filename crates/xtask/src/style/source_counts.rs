//! Counts of one source file, by its syntax tree.

use std::collections::BTreeSet;
use std::ops::AddAssign;
use syn::visit::{self, Visit};
use syn::{Attribute, Expr, ImplItemFn, Item, ItemFn, ItemImpl, ItemMod, Local, Meta, Pat, TraitItemFn};

/// The words that a doc comment should not begin with.
const QUESTION_WORDS: [&str; 6] = ["What", "Whether", "How", "Who", "Where", "Which"];

/// Participles without the ending of regular ones.
const IRREGULAR_PARTICIPLES: &[&str] = &[
    "begun",
    "bound",
    "broken",
    "built",
    "caught",
    "chosen",
    "done",
    "drawn",
    "driven",
    "fallen",
    "found",
    "given",
    "gone",
    "grown",
    "heard",
    "held",
    "hidden",
    "kept",
    "known",
    "laid",
    "left",
    "lent",
    "lost",
    "made",
    "meant",
    "met",
    "overwritten",
    "paid",
    "said",
    "seen",
    "sent",
    "shown",
    "shrunk",
    "spent",
    "taken",
    "taught",
    "thrown",
    "told",
    "understood",
    "unwritten",
    "written",
];

/// Words that may follow a participle without making it an adjective.
const PREPOSITIONS: &[&str] = &[
    "as", "at", "by", "for", "from", "in", "into", "of", "on", "out", "over", "through", "to", "up", "with", "without",
];

/// Words that end like participles and are none.
const LOOKALIKES: &[&str] =
    &["bed", "embed", "exceed", "feed", "need", "proceed", "red", "seed", "shed", "speed", "succeed", "unified"];

/// The longest line that is not counted as long, in characters.
const MAX_COLUMNS: usize = 150;

/// The counts of a file, of a crate, or of all.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct SourceCounts {
    pub lines: usize,
    pub long_lines: usize,
    pub functions: usize,
    pub one_word_functions: usize,
    pub participles: usize,
    pub docs: usize,
    pub question_docs: usize,
    pub closures: usize,
    pub tuple_lets: usize,
}

impl AddAssign<&SourceCounts> for SourceCounts {
    fn add_assign(&mut self, other: &SourceCounts) {
        self.lines += other.lines;
        self.long_lines += other.long_lines;
        self.functions += other.functions;
        self.one_word_functions += other.one_word_functions;
        self.participles += other.participles;
        self.docs += other.docs;
        self.question_docs += other.question_docs;
        self.closures += other.closures;
        self.tuple_lets += other.tuple_lets;
    }
}

/// The counts of a file, and the names of its types.
#[derive(Debug, Default)]
pub struct SourceFile {
    pub counts: SourceCounts,
    pub types: Vec<String>,
}

/// Returns the names of the traits that a file declares.
pub fn declared_traits(file: &syn::File) -> BTreeSet<String> {
    let mut collector = TraitCollector::default();
    collector.visit_file(file);
    collector.names
}

#[derive(Default)]
struct TraitCollector {
    names: BTreeSet<String>,
}

impl Visit<'_> for TraitCollector {
    fn visit_item_trait(&mut self, item: &syn::ItemTrait) {
        self.names.insert(item.ident.to_string());
    }
}

/// Counts a file; methods of other traits than `own_traits` have the names that those gave them, and do not count.
pub fn count_source(text: &str, file: &syn::File, own_traits: &BTreeSet<String>) -> SourceFile {
    let mut counter = SyntaxCounter { own_traits, found: SourceFile::default(), type_names: BTreeSet::new() };
    counter.found.counts.lines = text.lines().count();
    counter.found.counts.long_lines = text.lines().filter(|line| line.chars().count() > MAX_COLUMNS).count();
    let docs = doc_comments(text);
    counter.found.counts.docs = docs.len();
    counter.found.counts.question_docs = docs.iter().filter(|comment| is_question(comment)).count();
    counter.visit_file(file);
    counter.found.types = counter.type_names.into_iter().collect();
    counter.found
}

/// Visits the syntax tree of a file.
struct SyntaxCounter<'t> {
    own_traits: &'t BTreeSet<String>,
    found: SourceFile,
    type_names: BTreeSet<String>,
}

impl SyntaxCounter<'_> {
    /// Counts a function's name, unless it is a test's.
    fn count_function(&mut self, name: &str, attributes: &[Attribute]) {
        if attributes.iter().any(|attribute| attribute.path().is_ident("test")) {
            return;
        }
        let counts = &mut self.found.counts;
        counts.functions += 1;
        counts.one_word_functions += usize::from(is_one_word(name));
        counts.participles += usize::from(is_participle(name));
    }
}

impl<'ast> Visit<'ast> for SyntaxCounter<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        let ident = match item {
            Item::Struct(item) => Some(&item.ident),
            Item::Enum(item) => Some(&item.ident),
            Item::Union(item) => Some(&item.ident),
            Item::Trait(item) => Some(&item.ident),
            _ => None,
        };
        if let Some(ident) = ident {
            self.type_names.insert(ident.to_string());
        }
        visit::visit_item(self, item);
    }

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        if is_test_module(item) {
            // Its functions and closures count; its types serve the tests alone.
            let types = std::mem::take(&mut self.type_names);
            visit::visit_item_mod(self, item);
            self.type_names = types;
        } else {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        self.count_function(&item.sig.ident.to_string(), &item.attrs);
        visit::visit_item_fn(self, item);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast TraitItemFn) {
        self.count_function(&item.sig.ident.to_string(), &item.attrs);
        visit::visit_trait_item_fn(self, item);
    }

    fn visit_item_impl(&mut self, item: &'ast ItemImpl) {
        let of_trait = item.trait_.as_ref().and_then(|(_, path, _)| path.segments.last());
        let is_own = of_trait.is_none_or(|segment| self.own_traits.contains(&segment.ident.to_string()));
        if is_own {
            for method in item.items.iter().filter_map(as_method) {
                self.count_function(&method.sig.ident.to_string(), &method.attrs);
            }
        }
        visit::visit_item_impl(self, item);
    }

    fn visit_local(&mut self, local: &'ast Local) {
        if let Some(init) = &local.init {
            let counts = &mut self.found.counts;
            counts.closures += usize::from(matches!(*init.expr, Expr::Closure(_)));
            let is_tuple = matches!(pattern_of(&local.pat), Pat::Tuple(_)) && matches!(*init.expr, Expr::Tuple(_));
            counts.tuple_lets += usize::from(is_tuple);
        }
        visit::visit_local(self, local);
    }
}

fn as_method(item: &syn::ImplItem) -> Option<&ImplItemFn> {
    match item {
        syn::ImplItem::Fn(method) => Some(method),
        _ => None,
    }
}

/// Returns the pattern without its type.
fn pattern_of(pattern: &Pat) -> &Pat {
    match pattern {
        Pat::Type(typed) => &typed.pat,
        other => other,
    }
}

/// Returns true for `#[cfg(test)] mod`.
fn is_test_module(item: &ItemMod) -> bool {
    item.attrs.iter().any(|attribute| match &attribute.meta {
        Meta::List(list) => list.path.is_ident("cfg") && list.tokens.to_string() == "test",
        _ => false,
    })
}

/// Returns the first line of each doc comment.
fn doc_comments(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut is_within = false;
    for line in text.lines().map(str::trim_start) {
        let doc = line.strip_prefix("///").or_else(|| line.strip_prefix("//!"));
        // Four slashes are a plain comment.
        let doc = doc.filter(|words| !words.starts_with('/'));
        if let (Some(words), false) = (doc, is_within) {
            found.push(words);
        }
        is_within = doc.is_some();
    }
    found
}

/// Returns true if a comment begins with a question word.
fn is_question(comment: &str) -> bool {
    let first = comment.split_whitespace().next().unwrap_or("");
    QUESTION_WORDS.contains(&first)
}

/// Returns true for a name without an underscore between words.
fn is_one_word(name: &str) -> bool {
    !name.trim_matches('_').contains('_')
}

/// Returns true if a name is a past participle, alone or before a preposition: `made`, `compiled_by`. Before a noun it
/// is an adjective: `squared_distance`.
fn is_participle(name: &str) -> bool {
    let mut words = name.trim_start_matches("r#").split('_').filter(|word| !word.is_empty());
    let first = words.next().unwrap_or("");
    let is_regular = first.ends_with("ed") && !LOOKALIKES.contains(&first);
    let stands_alone = words.next().is_none_or(|second| PREPOSITIONS.contains(&second));
    stands_alone && (is_regular || IRREGULAR_PARTICIPLES.contains(&first))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(text: &str) -> SourceFile {
        let file = syn::parse_file(text).unwrap();
        count_source(text, &file, &declared_traits(&file))
    }

    #[test]
    fn functions_are_counted_by_their_names() {
        let found = count("fn told() {} fn find_races() {} fn timed_run() {} impl A { fn new() {} }").counts;
        assert_eq!([found.functions, found.one_word_functions, found.participles], [4, 2, 1]);
    }

    #[test]
    fn tests_and_methods_of_foreign_traits_are_left_out() {
        let text = "trait Own { fn run(); } impl Own for A { fn run() {} } impl Display for A { fn fmt() {} }
            #[cfg(test)] mod tests { #[test] fn works() {} fn helper() {} struct A; } struct B;";
        let found = count(text);
        assert_eq!(found.counts.functions, 3);
        assert_eq!(found.types, ["B", "Own"]);
    }

    #[test]
    fn closures_and_tuple_lets_are_counted_where_they_have_a_name() {
        let text = "fn a() { let one = |x| x; let two: fn() = || (); let (a, b) = (1, 2); let (c, d) = pair();
            list.map(|x| x); let [e, f] = [1, 2]; }";
        let found = count(text).counts;
        assert_eq!([found.closures, found.tuple_lets], [2, 1]);
    }

    #[test]
    fn a_doc_comment_counts_once() {
        let text = "//! How it works.\n\n/// What it is.\n/// Whether it works.\nfn a() {}\n/// Returns.\nstruct B {\n    /// Whatever.\n x: u32 }\n";
        let found = count(text).counts;
        assert_eq!([found.docs, found.question_docs], [4, 2]);
    }

    #[test]
    fn long_lines_are_counted_in_characters() {
        let text = format!("// {}\n// {}\n", "ä".repeat(147), "ä".repeat(148));
        assert_eq!(count(&text).counts.long_lines, 1);
    }

    #[test]
    fn participles_are_told_from_verbs() {
        assert!(["made", "unused", "held_by"].iter().all(|name| is_participle(name)));
        assert!(
            !["embed", "read_made", "is_held", "squared_distance"]
                .iter()
                .any(|name| is_participle(name))
        );
    }
}
