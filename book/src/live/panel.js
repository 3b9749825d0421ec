// A kernel of the book that is edited, run and judged, beside the same computation in the other era.
(function () {
    'use strict';

    const gristmill = window.gristmill = window.gristmill || {};
    const { show } = gristmill;
    const { element } = show;

    const VERDICTS = { right: '✔ right', wrong: '✘ wrong', found: '▲ found', failed: '✘ failed', 'left out': '– left out', 'not judged': '– not judged:' };

    // Which functions of other parts have a button here, and its word.
    const HOOKS = [['time', 'Time', 'compute'], ['launches', 'Step', null], ['card', 'My card', null]];

    const ANY = ['', 'none: the emulator takes everything'];

    let cards = null;

    // A choice with its label; `choices` are pairs of a value and words.
    function choice(label, choices, chosen) {
        const select = element('select');
        const fill = (choices) => select.replaceChildren(...choices.map(([value, words]) => new Option(words, value)));
        fill(choices);
        select.addEventListener('change', chosen);
        return { select, fill, row: element('label', '', label, select) };
    }

    /**
     * Makes a kernel's listing an editor that runs.
     * @param {Element} block the `code` of the listing
     * @param {{path: string}} options the library's file that it shows
     * @returns {{run: function, focus: function, element: Element}}
     */
    gristmill.panel = (block, { path }) => {
        const frame = gristmill.frame(block, { path, run: () => run(), reset });
        const { element: box, editor, original, file } = frame;
        const state = { ways: null, others: [], users: [], running: false, again: false, beside: [] };

        const verdict = element('p', 'live-verdict');
        verdict.setAttribute('role', 'status');
        verdict.setAttribute('aria-live', 'polite');
        const said = element('div', 'live-said');
        const sides = element('div', 'live-sides');
        const more = element('div', 'live-more');
        const hooked = element('div', 'live-hooked');

        const extra = element('span', 'live-row');

        const of = choice('Algorithm', [], () => all().catch(tell));
        const way = choice('Way', [], () => {
            uniforms.clear();
            size.value = usual(chosen());
            card.row.hidden = chosen().era !== 'fragment';
        });
        const size = element('input');
        size.type = 'number';
        size.min = 0;
        size.addEventListener('keydown', (event) => {
            if (event.key === 'Enter') {
                run();
            }
        });
        const card = choice('Card', [ANY], () => {});
        const settings = element('details', 'live-fold', element('summary', '', /\.(comp|glsl)$/.test(file) ? 'Way and size' : 'Way, size and card'),
            element('div', 'live-settings', of.row, way.row, element('label', '', 'Elements', size), card.row));
        settings.addEventListener('toggle', () => {
            if (settings.open) {
                all().catch(tell);
            }
        });
        const uniforms = gristmill.uniforms({ file, change: () => run({ moved: true }) });
        frame.row.append(extra, settings, uniforms.element);
        box.append(verdict, said, hooked, sides, more);

        const chosen = () => state.ways && state.ways[Number(way.select.value) || 0];
        const usual = (way) => way ? way.elements : '';

        function tell(error) {
            verdict.className = 'live-verdict live-failed';
            verdict.textContent = error.message || String(error);
        }

        function reset() {
            uniforms.clear();
            verdict.className = 'live-verdict';
            verdict.replaceChildren();
            clear();
        }

        // Takes away what came of the run before.
        function clear() {
            editor.mark([]);
            [extra, said, sides, more, hooked].forEach((part) => part.replaceChildren());
        }

        async function ask(request) {
            const answer = await gristmill.ask(request);
            if (answer.error) {
                throw new Error(answer.error);
            }
            return answer;
        }

        function fill(ways) {
            const before = chosen();
            const same = ways.findIndex((way) => before && way.algorithm === before.algorithm && way.way === before.way);
            state.ways = ways;
            way.fill(ways.map((way, i) => [i, way.era + ' era, ' + way.way + (way.method ? ': ' + way.method : '')]));
            way.select.value = Math.max(0, same);
            if (same < 0) {
                uniforms.clear();
                size.value = usual(chosen());
            }
        }

        // One way that runs the kernel: enough to begin with.
        async function first() {
            if (state.ways) {
                return;
            }
            const answer = await ask({ do: 'ways', path, first: true });
            if (!answer.ways.length) {
                throw new Error('No way of the library runs ' + file + ' at a small size; it is read, and not run, here.');
            }
            state.others = answer.others;
            fill(answer.ways);
            of.fill(answer.algorithms.map((name) => [name, name]));
            of.select.value = chosen().algorithm;
            of.row.hidden = answer.algorithms.length < 2;
            card.row.hidden = chosen().era !== 'fragment';
        }

        // All ways of an algorithm, and the cards, for who looks for them.
        async function all() {
            await first();
            const algorithm = of.select.value;
            if (state.all !== algorithm) {
                const answer = await ask({ do: 'ways', path, algorithm });
                if (!answer.ways.length) {
                    throw new Error('No way of ' + algorithm + ' runs ' + file + ' at a small size; choose another algorithm.');
                }
                state.all = algorithm;
                fill(answer.ways);
                card.row.hidden = chosen().era !== 'fragment';
            }
            cards = cards || (await ask({ do: 'cards' })).cards;
            if (card.select.length === 1) {
                card.fill([ANY, ...cards.map(({ name, title, year }) => [name, year + ' ' + title])]);
            }
        }

        function request(way) {
            return {
                do: 'run', algorithm: way.algorithm, way: way.way, era: way.era, size: Math.floor(Number(size.value)), counted: true,
            };
        }

        // Another run behind one that runs is of the sliders alone, of which the last place counts.
        async function run({ moved = false } = {}) {
            if (state.running) {
                state.again = moved;
                return;
            }
            state.running = true;
            frame.begin();
            verdict.className = 'live-verdict';
            verdict.textContent = 'Loading the emulator …';
            // While a slider moves, the last result stays until the next is there.
            if (!moved) {
                clear();
            }
            try {
                await gristmill.ready();
                verdict.textContent = 'Running …';
                await first();
                do {
                    state.again = false;
                    await once(moved);
                    moved = true;
                } while (state.again);
            } catch (error) {
                clear();
                tell(error);
            } finally {
                state.running = state.again = false;
                frame.end();
            }
        }

        // A run of this kernel, and of what stands beside it.
        async function once(moved) {
            const asked = { ...request(chosen()), path, uniforms: uniforms.pins() };
            const text = editor.text();
            if (text.trimEnd() !== original.trimEnd()) {
                asked.files = { [path]: text };
            }
            if (card.select.value && chosen().era === 'fragment') {
                asked.card = card.select.value;
            }
            const other = state.others.find((other) => other.algorithm === asked.algorithm && other.era !== asked.era);
            const alike = other && asked.uniforms ? uniforms.alike(state.beside) : undefined;
            const askBeside = () => ask({ ...request(other), watched: false, uniforms: alike });
            const answer = await ask(asked);
            const ran = answer.verdict !== 'failed' && answer.verdict !== 'left out';
            let beside = moved && ran && other ? await askBeside() : null;
            clear();
            judge(answer);
            if (!ran) {
                return;
            }
            uniforms.tell(answer.uniforms);
            const left = side(asked, 'this kernel', answer);
            if (other) {
                const waits = element('div', 'live-side', element('h4', '', other.era + ' era'), element('p', '', 'Running …'));
                sides.append(...beside ? [] : [waits]);
                beside = beside || await askBeside();
                waits.remove();
                state.beside = beside.uniforms || [];
                const right = side(other, asked.uniforms && !alike ? 'the plain way, with the host’s values' : 'the plain way', beside);
                if (left && right) {
                    show.together(left, right);
                }
                if (answer.verdict === 'wrong' && left && left.wrong && beside.numbers) {
                    left.wrong((i) => different(answer.numbers[i], beside.numbers[i]));
                }
            }
            counters(asked, answer, other, beside);
            hooks(asked, text, answer, other);
        }

        // The verdict, and what is wrong at its lines.
        function judge(answer) {
            const [sentence, ...rest] = answer.sentence.split('\n');
            const lines = answer.lines || [];
            box.dataset.verdict = answer.verdict;
            verdict.className = 'live-verdict live-' + answer.verdict.replace(' ', '-');
            // A compiler draws its errors behind the first line, and a card has a sentence of its own for each of its refusals.
            const drawn = answer.verdict === 'failed' && rest.length > 0;
            const place = (line) => (line.file === file ? 'line ' : line.file + ':') + line.line;
            const own = [sentence, ...lines.slice(0, drawn ? 1 : 0).map((line) => place(line) + ', ' + line.sentence)].join(': ');
            verdict.replaceChildren(element('strong', '', VERDICTS[answer.verdict] || answer.verdict), ' ' + own);
            if (answer.milliseconds !== undefined) {
                verdict.append(element('span', 'live-quiet', ' ' + show.number(Number(answer.milliseconds.toPrecision(3))) + ' ms'));
            }
            const marks = lines.filter((line) => line.file === file).map(({ line, sentence }) => ({ line, sentence }));
            for (const finding of answer.findings) {
                for (const line of finding.lines.filter((line) => line.file === file)) {
                    marks.push({ line: line.line, sentence: line.sentence, severity: finding.kind === 'note' ? 'note' : 'fault' });
                }
            }
            editor.mark(marks);
            show.findings(said, answer.findings, { file, onLine: editor.focus });
            if (!drawn) {
                const refusals = lines.map((line) => ({ sentence: place(line) + ', ' + line.sentence, lines: [line] }));
                show.findings(said, refusals, { file, onLine: editor.focus });
            } else {
                said.append(element('details', 'live-fold', element('summary', '', 'What the compiler says'), element('pre', '', rest.join('\n'))));
            }
            if ((answer.unused || []).length && answer.verdict !== 'failed') {
                said.append(element('p', '', 'This way does not run ' + file + ' at this size: what was edited is not in the result.'));
            }
        }

        // A run's result, with its title.
        function side({ era, way }, what, answer) {
            const made = element('div', 'live-side', element('h4', '', era + ' era', element('span', 'live-quiet', ' ' + what + ', ' + way)));
            made.dataset.era = era;
            made.dataset.verdict = answer.verdict;
            sides.append(made);
            return show.results(made, answer, { label: era + ' era' });
        }

        function different(a, b) {
            return typeof a !== 'number' || typeof b !== 'number' ? a !== b : Math.abs(a - b) > 1e-3 * Math.max(1, Math.abs(a), Math.abs(b));
        }

        function counters(asked, answer, other, beside) {
            const columns = {};
            if (answer.counters) {
                columns[asked.era + ' era'] = answer.counters;
            }
            if (beside && beside.counters) {
                columns[other.era + ' era'] = beside.counters;
            }
            if (Object.keys(columns).length) {
                const fold = element('details', 'live-fold', element('summary', '', 'Counters'));
                show.counters(fold, columns, { several: true });
                more.append(fold);
            }
        }

        // What other parts add; each begins when it is asked to.
        function hooks(asked, text, answer, other) {
            for (const [name, word, era] of HOOKS) {
                if (gristmill[name] && (!era || era === asked.era)) {
                    extra.append(gristmill.button(word, () => {
                        hooked.replaceChildren();
                        gristmill[name](hooked, { name: file, path, text, request: asked, answer, other: other && request(other) });
                        hooked.scrollIntoView({ block: 'nearest' });
                    }));
                }
            }
        }

        return { run, focus: frame.focus, element: box };
    };
}());
