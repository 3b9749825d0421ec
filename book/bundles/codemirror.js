// What editor.js uses of CodeMirror, and no more.
export { defaultKeymap, history, historyKeymap, indentLess, indentMore } from '@codemirror/commands';
export { HighlightStyle, StreamLanguage, bracketMatching, indentUnit, syntaxHighlighting } from '@codemirror/language';
export { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
export { Compartment, EditorState, RangeSet, StateEffect, StateField } from '@codemirror/state';
export {
    Decoration, EditorView, GutterMarker, WidgetType, drawSelection, gutter, highlightActiveLine, keymap, lineNumbers,
} from '@codemirror/view';
export { tags } from '@lezer/highlight';
