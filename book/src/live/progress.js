// What a reader has solved and written, kept by the browser. Where it keeps nothing, it is known until the page is left.
(function () {
    'use strict';

    const gristmill = window.gristmill = window.gristmill || {};
    const KEY = 'gristmill.puzzles';

    const DAMAGED = 'What this browser kept of your puzzles is damaged; it begins anew.';
    const FULL = 'This browser has no room left for what you write; what is kept already stays, and copy out what you want to keep.';
    const FORBIDDEN = 'This browser keeps nothing for this page, as in a private window; what you solve is known until you leave it.';

    const isObject = (value) => Boolean(value) && typeof value === 'object' && !Array.isArray(value);
    const entries = (value, kind) => Object.entries(isObject(value) ? value : {}).filter(([, one]) => typeof one === kind);

    // The command's file has the first two, in this form.
    function read(text) {
        const kept = JSON.parse(text);
        if (!isObject(kept) || !Array.isArray(kept.solved)) {
            throw new Error('no progress');
        }
        return {
            solved: new Set(kept.solved.filter((name) => typeof name === 'string')),
            hints: new Map(entries(kept.hints, 'number')),
            texts: new Map(entries(kept.texts, 'string')),
        };
    }

    /**
     * What is kept, and how to change it.
     * @param {function(string)} say is called with a sentence where something is wrong with the keeping, once for each reason
     * @returns {{has: function(string): boolean, solve: function(string), hints: function(string): number,
     *     see: function(string, number), text: function(string): ?string, write: function(string, ?string)}}
     *     `write(name, null)` forgets a text
     */
    gristmill.progress = (say) => {
        let kept = { solved: new Set(), hints: new Map(), texts: new Map() };
        const told = new Set();
        const tell = (sentence) => {
            if (!told.has(sentence)) {
                told.add(sentence);
                say(sentence);
            }
        };
        let text = null;
        try {
            text = localStorage.getItem(KEY);
        } catch (error) {
            tell(FORBIDDEN);
        }
        try {
            kept = text === null ? kept : read(text);
        } catch (error) {
            tell(DAMAGED);
        }
        const keep = () => {
            const { solved, hints, texts } = kept;
            const all = { solved: [...solved].sort(), hints: Object.fromEntries(hints), texts: Object.fromEntries(texts) };
            try {
                localStorage.setItem(KEY, JSON.stringify(all));
            } catch (error) {
                tell(/quota/i.test(error.name + error.message) ? FULL : FORBIDDEN);
            }
        };
        return {
            has: (name) => kept.solved.has(name),
            solve: (name) => {
                kept.solved.add(name);
                keep();
            },
            hints: (name) => Math.max(0, kept.hints.get(name) || 0),
            see: (name, number) => {
                kept.hints.set(name, number);
                keep();
            },
            text: (name) => kept.texts.has(name) ? kept.texts.get(name) : null,
            write: (name, text) => {
                if (text === null) {
                    kept.texts.delete(name);
                } else {
                    kept.texts.set(name, text);
                }
                keep();
            },
        };
    };
}());
