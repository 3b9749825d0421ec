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
        const frame = gristmill.frame(block, { path, run: () => run(), reset });
        const { element: box, editor, original, file } = frame;
        const state = { running: false, again: false, launch: '', timer: 0 };

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
        frame.row.append(fold);
        box.append(outcome.element);

        function draw(text) {
            slide(text);
            fold.hidden = knobs.childElementCount === 0;
        }

        function reset() {
            clearTimeout(state.timer);
            state.launch = '';
            outcome.clear();
            draw(original);
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
            frame.begin();
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
            frame.end();
            box.dataset.verdict = outcome.element.querySelector('[data-verdict]').dataset.verdict;
        }

        draw(original);
        return { run, focus: frame.focus, element: box };
    };
}());
