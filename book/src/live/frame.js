// A kernel's listing as an editor with its buttons: what runs it is given by whoever asks for it.
(function () {
    'use strict';

    const gristmill = window.gristmill = window.gristmill || {};

    function element(kind, name, ...inside) {
        return gristmill.show.element(kind, name, ...inside);
    }

    /**
     * A button.
     * @param {string} word
     * @param {function} press
     * @returns {Element}
     */
    gristmill.button = (word, press) => {
        const made = element('button', '', word);
        made.type = 'button';
        made.addEventListener('click', press);
        return made;
    };

    /**
     * The frame in the place of a listing, with what a robot drives: `data-run` is `running` or `ended`, `data-verdict` the run's.
     * @param {Element} block the `code` of the listing
     * @param {{path: string, run: function, reset: function}} options the library's file that it shows, and what the buttons do
     * @returns {{element: Element, row: Element, editor: object, original: string, file: string, begin: function(),
     *     end: function(), focus: function(number)}} the box, the row of its buttons, the editor; `begin` and `end` stand round a run
     */
    gristmill.frame = (block, { path, run, reset }) => {
        const listing = block.closest('pre');
        const original = block.textContent.trimEnd();
        const file = path.split('/').pop();

        const box = element('section', 'live');
        box.setAttribute('aria-label', 'Kernel ' + file);
        box.dataset.path = path;
        const place = element('div', 'live-editor hljs');
        box.append(place);
        const editor = gristmill.editor(place, {
            text: original, label: 'Text of ' + path + '; Escape and Tab leave it, Ctrl and Enter run it', onRun: run,
        });

        const runs = gristmill.button('Run', run);
        runs.classList.add('live-first');
        const resets = gristmill.button('Reset', () => {
            editor.set(original);
            reset();
            editor.focus();
        });
        const stops = gristmill.button('Stop', () => gristmill.stop('Stopped.'));
        const row = element('div', 'live-row', runs, resets, stops);
        box.append(row);

        const running = (does) => {
            runs.disabled = resets.disabled = does;
            stops.disabled = !does;
        };
        running(false);
        listing.hidden = true;
        listing.after(box);
        return {
            element: box, row, editor, original, file,
            begin() {
                running(true);
                box.dataset.run = 'running';
                box.dataset.verdict = '';
            },
            end() {
                running(false);
                box.dataset.run = 'ended';
            },
            focus(line) {
                editor.focus(line);
                box.scrollIntoView({ block: 'nearest' });
            },
        };
    };
}());
