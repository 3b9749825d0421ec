// Time as a slider: a compute kernel step by step, its lanes, its barriers and its memories.
(function () {
    'use strict';

    const gristmill = window.gristmill = window.gristmill || {};

    // The cells of a memory that are shown at once.
    const CELLS = 64;

    const ORDERS = [['in-order', 'in order'], ['reversed', 'the last first'], ['round-robin', 'in turns of one instruction'], ['random', 'random']];

    let count = 0;

    function element(kind, name, ...inside) {
        const made = document.createElement(kind);
        if (name) {
            made.className = name;
        }
        made.append(...inside);
        return made;
    }

    function button(word, press, says) {
        const made = element('button', '', word);
        made.type = 'button';
        if (says) {
            made.setAttribute('aria-label', says);
        }
        made.addEventListener('click', press);
        return made;
    }

    function number(label, value, { min, max }) {
        const input = element('input');
        Object.assign(input, { type: 'number', min, max, value });
        return { input, row: element('label', '', label, input) };
    }

    function select(label, choices, value) {
        const made = element('select');
        made.append(...choices.map(([value, words]) => new Option(words, value)));
        made.value = value;
        return { input: made, row: element('label', '', label, made) };
    }

    // The colour of a lane: neighbours are alike, and red is for races.
    const hue = (lane, of) => 45 + Math.round(265 * lane / Math.max(1, of));

    const many = (count, word) => count + ' ' + word + (count === 1 ? '' : 's');

    function between(lanes) {
        if (!lanes.length) {
            return 'no lane';
        }
        const [first, last] = [lanes[0], lanes[lanes.length - 1]];
        if (first === last) {
            return 'lane ' + first;
        }
        return last - first + 1 === lanes.length ? 'lanes ' + first + ' to ' + last : many(lanes.length, 'lane') + ' of ' + first + ' to ' + last;
    }

    /**
     * Shows a compute kernel in time.
     * @param {Element} parent
     * @param {{name: string, path: string, text: string, request: object, options: string[][], files: object[]}} of a kernel of the
     *     library with the request that runs it, or a text with `// run:` comments, options and files of its own
     * @returns {{element: Element, ready: Promise}}
     */
    gristmill.time = (parent, { name, path, text, request, options, files }) => {
        if (gristmill.style) {
            gristmill.style('time');
        }
        const id = 'live-time-' + count++;
        const box = element('section', 'live live-time');
        box.setAttribute('aria-label', 'Time of ' + name);
        const elements = number('Elements', '', { min: 0, max: 4096 });
        const lanes = select('Lanes of a warp', [4, 8, 16, 32, 64].map((lanes) => [lanes, String(lanes)]), 32);
        const order = select('Schedule', ORDERS, 'in-order');
        const seed = number('Seed', 1, { min: 0, max: 4294967295 });
        const settings = element('div', 'live-time-settings', order.row, seed.row, lanes.row);
        if (request) {
            settings.prepend(elements.row);
        }
        const shown = element('div');
        const status = element('p', 'live-time-status');
        status.setAttribute('role', 'status');
        box.append(settings, status, shown);
        parent.append(box);

        // Uniforms that the page's sliders have moved.
        function moved() {
            const kernels = Object.values(request && request.uniforms || {});
            const words = kernels.flatMap((uniforms) => Object.entries(uniforms).map(([name, { numbers }]) => name + ' = ' + numbers.join(', ')));
            return words.length ? 'With ' + words.join('; ') + ', as the sliders of this kernel say.' : '';
        }

        async function load() {
            seed.row.hidden = order.input.value !== 'random';
            status.textContent = 'Running …';
            const asked = request
                ? { do: 'time', algorithm: request.algorithm, way: request.way, era: request.era, files: request.files, uniforms: request.uniforms, path }
                : { do: 'time', name, text, options: options || [], files: files || [] };
            asked.order = order.input.value === 'random' ? 'random:' + (Number(seed.input.value) || 0) : order.input.value;
            if (request && elements.input.value !== '') {
                asked.size = Number(elements.input.value);
            }
            asked.lanes = Number(lanes.input.value);
            try {
                if (gristmill.load) {
                    await Promise.all(['timeline', 'time_shown'].map(gristmill.load));
                }
                const answer = await gristmill.ask(asked);
                const why = answer.error || (answer.launches.length ? '' : 'No launch of this way runs ' + name + '; take another number of elements.');
                shown.replaceChildren();
                status.textContent = why;
                if (answer.size !== undefined) {
                    elements.input.value = answer.size;
                }
                if (!why) {
                    const said = moved();
                    shown.append(...said ? [element('p', 'live-quiet live-time-moved', said)] : []);
                    launches(answer);
                }
            } catch (error) {
                shown.replaceChildren();
                status.textContent = error.message || String(error);
            }
        }

        function launches(answer) {
            const all = answer.launches;
            const place = element('div');
            const show = (launch) => {
                place.replaceChildren();
                player(place, launch, answer);
            };
            if (all.length > 1) {
                const which = select('Launch', all.map((launch, i) => [i, i + 1 + ' of ' + all.length]), 0);
                which.input.addEventListener('change', () => show(all[which.input.value]));
                shown.append(element('div', 'live-time-settings', which.row));
            }
            shown.append(place);
            show(all[0]);
        }

        function player(place, launch, answer) {
            const time = gristmill.timeline(launch);
            const size = Math.max(0, ...time.warps.map((warp) => warp.last)) + 1;
            const slider = element('input', 'live-time-slider');
            Object.assign(slider, { type: 'range', min: 0, max: time.count, step: 1, value: 0 });
            slider.setAttribute('aria-label', 'Step of ' + name);
            let timer = null;
            const go = (position) => {
                time.to(position);
                draw();
            };
            const stop = () => {
                clearInterval(timer);
                timer = null;
                play.textContent = 'Play';
            };
            const by = (change) => () => {
                stop();
                go(time.position + change);
            };
            const play = button('Play', () => {
                if (timer) {
                    stop();
                    return;
                }
                if (time.position === time.count) {
                    time.to(0);
                }
                play.textContent = 'Pause';
                timer = setInterval(() => {
                    if (!box.isConnected || time.position === time.count) {
                        stop();
                    } else {
                        go(time.position + 1);
                    }
                }, Math.max(40, Math.min(500, 20000 / time.count)));
            });
            const race = button('Next race', () => {
                stop();
                const next = time.nextRace();
                go(next === null ? time.count : next);
            });
            race.hidden = !launch.races.length;
            slider.addEventListener('input', () => {
                stop();
                go(Number(slider.value));
            });
            const first = button('First', by(-Infinity));
            const back = button('Back', by(-1));
            const forward = button('Forward', by(1));
            const last = button('Last', by(Infinity));
            const races = element('div', 'live-time-races');
            const code = gristmill.timeCode(answer.texts, name, text);
            const warps = gristmill.timeWarps(time, size, hue);
            const cells = gristmill.timeCells(time, launch, { size, hue, most: CELLS });
            place.append(element('div', 'live-row', first, back, play, forward, last, race), slider, races,
                element('div', 'live-time-sides', code.element, warps.element), cells.element);
            if (!launch.complete) {
                place.append(element('p', 'live-quiet', 'These are the first steps; the run has more than are remembered.'));
            }

            function draw() {
                slider.value = time.position;
                slider.setAttribute('aria-valuetext', 'step ' + time.position + ' of ' + time.count);
                back.disabled = first.disabled = time.position === 0;
                forward.disabled = last.disabled = time.position === time.count;
                // Nobody can listen to a step for each tick.
                status.setAttribute('aria-live', timer ? 'off' : 'polite');
                status.textContent = say(time, launch);
                races.replaceChildren(...told(time, launch));
                code.draw(time);
                warps.draw();
                cells.draw();
            }
            draw();
        }

        // The step in words.
        function say(time, launch) {
            const span = time.span();
            if (!span) {
                return 'Before the first of ' + many(time.count, 'step') + '.';
            }
            const group = gristmill.group(span.group);
            const active = time.lanes(span.active, span.first);
            const where = span.line ? (span.file === launch.kernel ? '' : span.file + ' ') + 'line ' + span.line : 'no line';
            const done = time.events().map((event) => {
                if (event.kind === 'barrier') {
                    return 'the warp waits at the barrier';
                }
                if (event.kind === 'passed') {
                    return 'all of ' + gristmill.group(event.group) + ' have come to the barrier and go on';
                }
                if (event.kind === 'ended') {
                    return 'the warp has ended';
                }
                const verb = { load: 'reads', store: 'writes', atomic: 'changes atomically' }[event.kind];
                return verb + ' ' + gristmill.place(launch.memories[event.memory], event.lanes.map(([, word]) => word));
            });
            const kept = done.slice(0, 3).concat(done.length > 3 ? [many(done.length - 3, 'use') + ' more'] : []);
            return 'Step ' + time.position + ' of ' + time.count + ': ' + group + ', ' + between(active) + ', ' + where
                + (kept.length ? ': ' + kept.join('; ') : '') + '.';
        }

        // The last race that has happened.
        function told(time, launch) {
            const races = time.races();
            const verbs = { load: 'read', store: 'wrote', atomic: 'changed' };
            const side = ({ lane, group, kind, line }) => 'lane ' + lane + ' of ' + gristmill.group(group) + ' ' + verbs[kind] + ' it at line ' + line;
            return races.slice(-1).map((race) => {
                const place = gristmill.place(launch.memories[race.memory], [race.word]);
                return element('p', 'live-time-race', '✘ race on ' + place + ': ' + race.lanes.map(side).join(', ') + '.'
                    + (races.length > 1 ? ' It is the last of ' + races.length + ' so far.' : ''));
            });
        }

        [elements, lanes, order, seed].forEach(({ input }) => input.addEventListener('change', load));
        box.id = id;
        return { element: box, ready: load() };
    };
}());
