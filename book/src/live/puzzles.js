// The puzzles in their page, and the tasks of a course pack in its: the list, a puzzle's text and editor, the judge, hints and the solution.
//
// What a robot drives: the place, `[data-puzzles]` or `[data-course]`, holds all of it, and has `data-ready` when the list is there. `[data-puzzle="NAME"]` are the
// buttons of the list, with `data-solved` where one is solved. `[data-open="NAME"]` is the open puzzle; in it `[data-do="run"]`,
// `reset`, `stop`, `hint`, `solution`, `give-up` and `next` are the buttons, and `[data-verdict]` has the judge's reason (`right`,
// `wrong`, `race`, ..), `running` while it judges, `failed` where it could not, or nothing. `gristmill.puzzles` does the same without
// pressing: `open(name)`, `set(text)`, `judge()`; the last one gives the judge's answer.
(function () {
    'use strict';

    const gristmill = window.gristmill = window.gristmill || {};
    const MARKED = ' ✔';
    const TYPING = 400;

    let count = 0;

    function element(kind, name, ...inside) {
        return gristmill.show.element(kind, name, ...inside);
    }

    // The page of the book that a puzzle belongs to.
    function belongs(page) {
        const root = typeof path_to_root === 'string' ? path_to_root : '';
        const target = page.replace(/\.md$/, '.html');
        const listed = [...document.querySelectorAll('#mdbook-sidebar a, .sidebar a')].find((link) => link.href.endsWith('/' + target));
        const link = element('a', '', listed ? listed.textContent.replace(/^[\d.\s]+|\s*☾$/g, '') : page.replace(/\.md$/, ''));
        link.href = root + target;
        return link;
    }

    // The puzzles of the book, as the emulator's module has them.
    const BOOK_PUZZLES = {
        word: 'puzzles',
        async list() {
            return (await gristmill.page.ask({ do: 'puzzles' })).puzzles;
        },
        find: (name) => gristmill.page.ask({ do: 'puzzle', name }),
        judge: (name, text) => gristmill.page.ask({ do: 'judge', name, text }),
        solve: (name) => gristmill.page.ask({ do: 'solution', name }),
        describe: ({ name, era, card, page }) => [
            era + ' era' + (card ? ', for ' + card : '') + '; ', element('code', '', name), '; its page is ', belongs(page),
        ],
        key: (name) => name,
    };

    /**
     * Puts puzzles into an element.
     * @param {Element} place
     * @param {object} source their `word`, and `list()`, `find(name)`, `judge(name, text)`, `solve(name)`, which answer as
     *     crates/live/README.md has it; `describe(puzzle)` is the line below a title, `key(name)` the name that progress is kept by
     */
    gristmill.play = function play(place, source) {
        const { button } = gristmill.page;
        const notes = element('p', 'puzzle-note');
        notes.setAttribute('role', 'status');
        const say = (sentence) => notes.append((notes.textContent ? ' ' : '') + sentence);
        const kept = gristmill.progress(say);
        const progress = {
            has: (name) => kept.has(source.key(name)),
            solve: (name) => kept.solve(source.key(name)),
            hints: (name) => kept.hints(source.key(name)),
            see: (name, number) => kept.see(source.key(name), number),
            text: (name) => kept.text(source.key(name)),
            write: (name, text) => kept.write(source.key(name), text),
        };
        const listed = element('details', 'puzzle-list');
        const summary = element('summary', '', source.word);
        const parts = element('div');
        const stage = element('div', 'puzzle-stage');
        listed.append(summary, parts);
        place.replaceChildren(notes, listed, stage);

        let all = [];
        let open = null;

        const find = (name) => all.find((puzzle) => puzzle.name === name);
        const unsolved = () => all.find((puzzle) => !progress.has(puzzle.name));

        function mark() {
            const solved = all.filter((puzzle) => progress.has(puzzle.name)).length;
            summary.textContent = all.length + ' ' + source.word + ', ' + solved + ' solved';
            for (const one of parts.querySelectorAll('[data-puzzle]')) {
                const has = progress.has(one.dataset.puzzle);
                one.toggleAttribute('data-solved', has);
                one.querySelector('.puzzle-solved').textContent = has ? MARKED : '';
                one.setAttribute('aria-label', one.dataset.label + (has ? ', solved' : ''));
                one.setAttribute('aria-pressed', String(Boolean(open && open.name === one.dataset.puzzle)));
            }
        }

        function list() {
            const names = [...new Set(all.map((puzzle) => puzzle.part))];
            parts.replaceChildren(...names.map((part) => {
                const items = all.filter((puzzle) => puzzle.part === part).map(({ name, title, dots }) => {
                    const dotted = element('span', 'puzzle-dots', '●'.repeat(dots || 0));
                    const one = element('button', '', title + ' ', dotted, element('span', 'puzzle-solved'));
                    one.type = 'button';
                    one.dataset.puzzle = name;
                    one.dataset.label = title + (dots ? ', ' + dots + ' of 3 dots' : '');
                    one.addEventListener('click', () => go(name).catch(failed));
                    return element('li', '', one);
                });
                return element('section', '', element('h4', '', part), element('ul', '', ...items));
            }));
        }

        function failed(error) {
            say(error.message || String(error));
        }

        // Opens a puzzle and comes to it.
        async function go(name) {
            await show(name);
            history.replaceState(null, '', '#' + name);
            listed.open = false;
            stage.firstChild.scrollIntoView({ block: 'start' });
        }

        async function show(name) {
            if (open && open.name === name) {
                return;
            }
            const told = await source.find(name);
            if (open) {
                open.leave();
            }
            open = stagePuzzle(told);
            mark();
        }

        function stagePuzzle(told) {
            const { name, title, dots, file, start } = told;
            const id = 'puzzle-' + count++;
            const heading = element('h3', '', title + ' ', element('span', 'puzzle-dots', '●'.repeat(dots || 0)));
            heading.id = id;
            const about = element('p', 'live-quiet', ...source.describe(told));
            const box = element('section', 'live puzzle', heading, about, gristmill.markdown(told.text));
            box.setAttribute('aria-labelledby', id);
            box.dataset.open = name;

            const verdict = element('p', 'live-verdict');
            verdict.dataset.verdict = '';
            verdict.setAttribute('role', 'status');
            verdict.setAttribute('aria-live', 'polite');
            const said = element('div', 'live-said');
            const hints = element('ol', 'puzzle-hints');
            const given = element('div', 'puzzle-solution');

            let timer = 0;
            const keep = () => {
                clearTimeout(timer);
                timer = 0;
                const text = editor.text();
                progress.write(name, text === start ? null : text);
            };
            const place = element('div', 'live-editor hljs');
            box.append(place);
            const kept = progress.text(name);
            const editor = gristmill.editor(place, {
                text: kept === null ? start : kept,
                label: file + ', your answer; Escape and Tab leave it, Ctrl and Enter judge it',
                onChange: () => {
                    clearTimeout(timer);
                    timer = setTimeout(keep, TYPING);
                },
                onRun: () => judge(),
            });

            const runs = button('Run', 'run', () => judge());
            runs.classList.add('live-first');
            const resets = button('Reset', 'reset', () => {
                editor.set(start);
                quiet();
                editor.focus();
            });
            const stops = button('Stop', 'stop', () => gristmill.stop('Stopped.'));
            stops.disabled = true;
            const hint = button('Hint', 'hint', () => {
                progress.see(name, Math.min(told.hints.length, progress.hints(name) + 1));
                drawHints();
            });
            const solves = button('Solution', 'solution', confirm);
            solves.disabled = told.has_solution === false;
            const next = button('Next', 'next', () => {
                const after = [...all.slice(all.findIndex((puzzle) => puzzle.name === name) + 1), ...all];
                const other = after.find((puzzle) => puzzle.name !== name && !progress.has(puzzle.name));
                go((other || after[0]).name).catch(failed);
            });
            box.append(element('div', 'live-row', runs, resets, stops, hint, solves, next), verdict, said, hints, given);
            stage.replaceChildren(box);
            drawHints();

            function quiet() {
                editor.mark([]);
                verdict.className = 'live-verdict';
                verdict.dataset.verdict = '';
                [verdict, said].forEach((part) => part.replaceChildren());
            }

            function drawHints() {
                const seen = Math.min(told.hints.length, progress.hints(name));
                for (const text of told.hints.slice(hints.children.length, seen)) {
                    hints.append(element('li', '', gristmill.markdown(text)));
                }
                hint.disabled = seen === told.hints.length;
                hint.textContent = hint.disabled ? 'No more hints' : 'Hint ' + (seen + 1) + ' of ' + told.hints.length;
            }

            // The solution is for who says twice that they want it.
            function confirm() {
                const asked = element('p', '', 'Give up, and see the solution? ');
                asked.append(button('Show it', 'give-up', async () => {
                    const solution = await source.solve(name).catch((error) => ({ text: error.message }));
                    given.replaceChildren(element('p', '', 'A solution:'), element('pre', '', element('code', 'language-glsl hljs', solution.text)));
                }), ' ', button('Go on', 'go-on', () => {
                    given.replaceChildren();
                    solves.focus();
                }));
                given.replaceChildren(asked);
                asked.querySelector('[data-do="go-on"]').focus();
            }

            let judging = false;

            async function judge() {
                if (judging) {
                    return null;
                }
                judging = true;
                quiet();
                keep();
                runs.disabled = resets.disabled = true;
                stops.disabled = false;
                verdict.dataset.verdict = 'running';
                verdict.textContent = 'The judge runs it …';
                try {
                    const answer = await source.judge(name, editor.text());
                    tell(answer);
                    return answer;
                } catch (error) {
                    verdict.classList.add('live-failed');
                    verdict.textContent = error.message || String(error);
                    verdict.dataset.verdict = 'failed';
                    return null;
                } finally {
                    judging = false;
                    runs.disabled = resets.disabled = false;
                    stops.disabled = true;
                }
            }

            function tell({ right, reason, sentence, lines }) {
                const [first, ...rest] = sentence.split('\n');
                const wrong = reason === 'wrong';
                verdict.classList.add(right ? 'live-right' : wrong ? 'live-wrong' : 'live-found');
                verdict.replaceChildren(element('strong', '', right ? '✔ ' : wrong ? '✘ ' : '▲ '), first);
                if (rest.length) {
                    said.append(element('pre', 'puzzle-said', rest.join('\n')));
                }
                const own = (lines || []).filter((line) => line.file === file);
                editor.mark(own.map(({ line, sentence }) => ({ line, sentence: sentence || (own.length === 1 ? first : '') })));
                if (right) {
                    progress.solve(name);
                    mark();
                    if (!unsolved()) {
                        said.append(element('p', '', 'All ' + source.word + ' are solved.'));
                    }
                }
                verdict.dataset.verdict = reason;
            }

            return { name, judge, set: (text) => editor.set(text), leave: () => timer && keep() };
        }

        gristmill.puzzles = {
            open: show,
            set: (text) => open.set(text),
            judge: () => open.judge(),
        };

        const goThere = () => {
            const name = location.hash.slice(1);
            if (place.contains(stage) && find(name)) {
                go(name).catch(failed);
            }
        };
        window.addEventListener('hashchange', goThere);
        window.addEventListener('pagehide', () => open && open.leave());

        return source.list().then(async (answer) => {
            all = answer;
            list();
            mark();
            const asked = find(location.hash.slice(1));
            if (asked) {
                await go(asked.name);
            } else {
                await show((unsolved() || all[0]).name);
            }
            place.dataset.ready = '';
        }).catch(failed);
    };

    gristmill.style('puzzles');
    const place = document.querySelector('[data-puzzles]');
    if (place) {
        Promise.all(['page', 'markdown', 'progress'].map(gristmill.load)).then(() => gristmill.play(place, BOOK_PUZZLES));
    }
}());
