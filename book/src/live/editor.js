// An editor for GLSL: colours, and what the emulator says at its lines.
(function () {
    'use strict';

    const gristmill = window.gristmill = window.gristmill || {};
    const { Compartment, Decoration, EditorState, EditorView, GutterMarker, HighlightStyle, RangeSet, StateEffect, StateField,
        StreamLanguage, WidgetType, bracketMatching, defaultKeymap, drawSelection, gutter, highlightActiveLine,
        highlightSelectionMatches, history, historyKeymap, indentLess, indentMore, indentUnit, keymap, lineNumbers, search,
        searchKeymap, syntaxHighlighting, tags } = gristmill.CodeMirror;

    const words = Object.fromEntries(Object.entries(gristmill.glsl).map(([kind, all]) => [kind, new Set(all.split(' '))]));

    // Indents a line as deeply as brackets stand open before it.
    const glsl = StreamLanguage.define({
        startState: () => ({ comment: false, open: 0 }),
        copyState: (state) => ({ ...state }),
        token(stream, state) {
            if (state.comment) {
                state.comment = !stream.match(/.*?\*\//);
                if (state.comment) {
                    stream.skipToEnd();
                }
                return 'comment';
            }
            if (stream.eatSpace()) {
                return null;
            }
            if (stream.match('//')) {
                stream.skipToEnd();
                return 'comment';
            }
            if (stream.match('/*')) {
                state.comment = true;
                return 'comment';
            }
            if (stream.match(/#\s*\w*/)) {
                return 'meta';
            }
            if (stream.match(/(0[xX][0-9a-fA-F]+|(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?)[uUfF]?/)) {
                return 'number';
            }
            if (stream.match(/\w+/)) {
                const word = stream.current();
                if (words.literals.has(word)) {
                    return 'atom';
                }
                return words.keywords.has(word) ? 'keyword' : words.types.has(word) ? 'typeName' : words.builtIn.has(word) ? 'builtIn' : null;
            }
            const sign = stream.next();
            state.open = Math.max(0, state.open + ('{(['.includes(sign) ? 1 : '})]'.includes(sign) ? -1 : 0));
            return null;
        },
        indent: (state, after, context) => context.unit * Math.max(0, state.open - (/^\s*[})\]]/.test(after) ? 1 : 0)),
        languageData: { commentTokens: { line: '//', block: { open: '/*', close: '*/' } } },
        tokenTable: { builtIn: tags.standard(tags.variableName) },
    });

    // The colours are those of the page's own listings, in each theme.
    const colours = syntaxHighlighting(HighlightStyle.define([
        { tag: tags.comment, class: 'hljs-comment' },
        { tag: [tags.keyword, tags.typeName], class: 'hljs-keyword' },
        { tag: tags.standard(tags.variableName), class: 'hljs-built_in' },
        { tag: [tags.number, tags.atom], class: 'hljs-number' },
        { tag: tags.meta, class: 'hljs-meta' },
    ]));

    class Sentence extends WidgetType {
        constructor(marks) {
            super();
            this.marks = marks;
        }

        eq(other) {
            return JSON.stringify(other.marks) === JSON.stringify(this.marks);
        }

        toDOM() {
            const box = document.createElement('div');
            for (const { line, sentence, severity } of this.marks) {
                const row = document.createElement('div');
                row.className = 'live-mark live-' + severity;
                row.dataset.line = line;
                row.textContent = sentence;
                box.append(row);
            }
            return box;
        }
    }

    class Sign extends GutterMarker {
        constructor(marks) {
            super();
            this.marks = marks;
        }

        toDOM() {
            const sign = document.createElement('span');
            sign.className = 'live-sign live-' + this.marks[0].severity;
            sign.textContent = '●';
            sign.title = this.marks.map((mark) => mark.sentence).join('\n');
            return sign;
        }
    }

    const marked = StateEffect.define();

    // Marks by their lines, drawn as a coloured line with the sentences below it; they move with the text.
    const marks = StateField.define({
        create: () => ({ drawn: Decoration.none, signs: RangeSet.empty }),
        update(value, transaction) {
            for (const effect of transaction.effects) {
                if (effect.is(marked)) {
                    return drawn(transaction.state.doc, effect.value);
                }
            }
            return transaction.docChanged
                ? { drawn: value.drawn.map(transaction.changes), signs: value.signs.map(transaction.changes) }
                : value;
        },
        provide: (field) => EditorView.decorations.from(field, (value) => value.drawn),
    });

    function drawn(text, all) {
        const lines = new Map();
        for (const mark of all) {
            const line = Math.min(Math.max(1, mark.line), text.lines);
            lines.set(line, [...lines.get(line) || [], { severity: 'fault', ...mark }]);
        }
        const rows = [];
        const signs = [];
        for (const [number, here] of [...lines].sort(([a], [b]) => a - b)) {
            const line = text.line(number);
            rows.push(Decoration.line({ class: 'live-line live-' + here[0].severity }).range(line.from));
            const said = here.filter((mark) => mark.sentence);
            if (said.length) {
                rows.push(Decoration.widget({ widget: new Sentence(said), side: 1, block: true }).range(line.to));
            }
            signs.push(new Sign(here).range(line.from));
        }
        return { drawn: Decoration.set(rows, true), signs: RangeSet.of(signs, true) };
    }

    /**
     * An editor.
     * @param {Element} parent what it is put into
     * @param {{text: string, label: string, onChange?: function, onRun?: function}} options `label` is what a screen reader
     *     calls it; `onRun` is called by Ctrl and Enter
     * @returns {{text: function, set: function, mark: function, focus: function, readOnly: function, element: Element}}
     *     `mark([{line, sentence, severity}])` draws marks in the place of those that are there; severity is `fault`, which is
     *     meant where there is none, or `note`
     */
    gristmill.editor = (parent, { text, label, onChange, onRun }) => {
        const fixed = new Compartment();
        const run = () => {
            if (onRun) {
                onRun();
            }
            return true;
        };
        // Tab leaves the editor, as it leaves everything else of a page.
        const keys = [
            { key: 'Mod-Enter', run },
            { key: 'Mod-]', run: indentMore },
            { key: 'Mod-[', run: indentLess },
        ];
        const view = new EditorView({
            parent,
            state: EditorState.create({
                doc: text,
                extensions: [
                    keymap.of(keys), lineNumbers(), marks, history(), drawSelection(), highlightActiveLine(), bracketMatching(),
                    highlightSelectionMatches(), search({ top: true }), glsl, colours, indentUnit.of('    '),
                    EditorState.tabSize.of(4),
                    gutter({ class: 'live-signs', markers: (view) => view.state.field(marks).signs }),
                    keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap]),
                    EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false' }),
                    EditorView.updateListener.of((update) => {
                        if (update.docChanged && onChange) {
                            onChange();
                        }
                    }),
                    fixed.of([]),
                ],
            }),
        });
        return {
            text: () => view.state.doc.toString(),
            set: (text) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }),
            mark: (all) => view.dispatch({ effects: marked.of(all) }),
            focus: (line) => {
                if (line) {
                    const at = view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines)).from;
                    view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center' }) });
                }
                view.focus();
            },
            readOnly: (is) => view.dispatch({ effects: fixed.reconfigure(is ? EditorState.readOnly.of(true) : []) }),
            element: view.dom,
        };
    };
}());
