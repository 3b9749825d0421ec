// A kernel of an experiment that is edited and run on what its comments say: the emulator looks for faults, and no reference judges it.
(function () {
    'use strict';

    const gristmill = window.gristmill = window.gristmill || {};

    // Milliseconds that a slider stays where it is before the kernel runs.
    const SLIDING = 150;

    function element(kind, name, ...inside) {
        return gristmill.show.element(kind, name, ...inside);
    }

    /**
     * Makes a kernel's listing an editor that runs, as `gristmill.panel` does.
     * @param {Element} block the `code` of the listing
     * @param {{path: string}} options the library's file that it shows
     * @returns {{run: function, focus: function, element: Element}}
     */
    gristmill.experiment = (block, { path }) => {
        const listing = block.closest('pre');
        const original = block.textContent.trimEnd();
        const file = path.split('/').pop();
        const state = { running: false, again: false, launch: '', timer: 0 };

        const box = element('section', 'live');
        box.setAttribute('aria-label', 'Kernel ' + file);
        box.dataset.path = path;
        const place = element('div', 'live-editor hljs');
        const editor = gristmill.editor(place, {
            text: original, label: 'Text of ' + path + '; Escape and Tab leave it, Ctrl and Enter run it', onRun: () => run(),
        });

        const runs = gristmill.button('Run', () => run());
        runs.classList.add('live-first');
        const resets = gristmill.button('Reset', reset);
        const stops = gristmill.button('Stop', () => gristmill.stop('Stopped.'));
        stops.disabled = true;
        const knobs = element('div', 'live-uniforms');
        const fold = element('details', 'live-fold', element('summary', '', 'Uniforms'), knobs);
        const slide = gristmill.sliders(knobs, {
            launch: () => state.launch,
            change: (lines) => {
                state.launch = lines;
                clearTimeout(state.timer);
                state.timer = setTimeout(run, SLIDING);
            },
        });
        const outcome = gristmill.outcome({ focus: (line) => editor.focus(line), mark: (marks) => editor.mark(marks) }, { reference: false });
        box.append(place, element('div', 'live-row', runs, resets, stops, fold), outcome.element);

        function draw(text) {
            slide(text);
            fold.hidden = knobs.childElementCount === 0;
        }

        function reset() {
            clearTimeout(state.timer);
            state.launch = '';
            editor.set(original);
            outcome.clear();
            draw(original);
            editor.focus();
        }

        function request() {
            const lines = state.launch.split('\n').filter(Boolean);
            const options = lines.map((line) => [line.split(' ')[0], line.slice(line.indexOf(' ') + 1)]);
            return { name: file, text: editor.text(), options };
        }

        // One run after another: what changes while one runs is run behind it.
        async function run() {
            if (state.running) {
                state.again = true;
                return;
            }
            state.running = true;
            clearTimeout(state.timer);
            box.dataset.run = 'running';
            box.dataset.verdict = '';
            runs.disabled = resets.disabled = true;
            stops.disabled = false;
            outcome.begin();
            do {
                state.again = false;
                const asked = request();
                try {
                    draw(asked.text);
                    const answer = await gristmill.ask({ do: 'launch', counted: true, ...asked });
                    if (answer.error) {
                        throw Object.assign(new Error(answer.error), { lines: answer.lines });
                    }
                    outcome.tell(asked, answer);
                } catch (error) {
                    outcome.fail(asked, error);
                }
            } while (state.again);
            state.running = false;
            box.dataset.run = 'ended';
            box.dataset.verdict = outcome.element.querySelector('[data-verdict]').dataset.verdict;
            runs.disabled = resets.disabled = false;
            stops.disabled = true;
        }

        draw(original);
        listing.hidden = true;
        listing.after(box);
        const focus = (line) => {
            editor.focus(line);
            box.scrollIntoView({ block: 'nearest' });
        };
        return { run, focus, element: box };
    };
}());
