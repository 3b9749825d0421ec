// The little Markdown that the puzzles' texts and hints use: paragraphs, lists, blocks of code, and words in code, bold or italics.
(function () {
    'use strict';

    const gristmill = window.gristmill = window.gristmill || {};

    // What stands in a line, the first of them that begins.
    const WORDS = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*/g;
    const KINDS = ['code', 'strong', 'em'];

    function element(kind, ...inside) {
        const made = document.createElement(kind);
        made.append(...inside);
        return made;
    }

    function inline(text) {
        const parts = [];
        let from = 0;
        for (const found of text.matchAll(WORDS)) {
            const kind = found.slice(1).findIndex((words) => words !== undefined);
            parts.push(text.slice(from, found.index), element(KINDS[kind], found[kind + 1]));
            from = found.index + found[0].length;
        }
        return [...parts, text.slice(from)];
    }

    /**
     * A text in Markdown as elements. Nothing in it is taken as HTML.
     * @param {string} text
     * @returns {Element} a `div`
     */
    gristmill.markdown = (text) => {
        const all = element('div');
        // Every other part stands between fences, its first line behind the opening one.
        text.split(/^```/m).forEach((part, i) => {
            if (i % 2) {
                all.append(element('pre', element('code', part.replace(/^.*\n/, ''))));
                return;
            }
            for (const block of part.split(/\n\s*\n/).map((block) => block.trim()).filter(Boolean)) {
                const items = block.split(/^- /m);
                const rows = items.slice(1).map((item) => element('li', ...inline(item.trim())));
                if (items[0].trim()) {
                    all.append(element('p', ...inline(items[0].trim())));
                }
                if (rows.length) {
                    all.append(element('ul', ...rows));
                }
            }
        });
        return all;
    };
}());
