// Both eras of an algorithm on the reader's own graphics card: held against the emulator, timed, and put side by side.
(function () {
    'use strict';

    const gristmill = window.gristmill = window.gristmill || {};

    // What is loaded when a reader asks for the card, in this order.
    const PARTS = ['captured_memories', 'webgpu_device', 'webgpu_memories', 'webgpu_programs', 'webgpu_replay', 'webgpu_clock', 'webgpu_time', 'webgpu_commands', 'link', 'card_link', 'card_sizes'];

    // How far a number may be off, of its size, where the way's own bound is narrower: cards round a few last bits otherwise.
    const ROUNDED = 1e-5;

    // Launches whose times are listed.
    const LISTED = 64;

    const element = (...parts) => gristmill.show.element(...parts);

    /**
     * The reader's card, with all that runs a capture on it.
     * @returns {Promise<object>} as `gpu.open` gives it
     */
    gristmill.openGpu = async () => {
        for (const part of PARTS) {
            await gristmill.load(part);
        }
        return gristmill.gpu.open();
    };

    /**
     * A button that ends the work on the card, and what the emulator computes for it.
     * @returns {Element}
     */
    gristmill.cardStop = () => {
        const made = gristmill.button('Stop', () => {
            made.disabled = true;
            gristmill.gpu.stop('Stopped.');
            gristmill.stop('Stopped.');
        });
        made.dataset.do = 'stop-card';
        return made;
    };

    /**
     * A time in few digits.
     * @param {number} nanoseconds
     * @returns {string}
     */
    gristmill.duration = (nanoseconds) => {
        const [unit, words] = [[1e9, 's'], [1e6, 'ms'], [1e3, 'µs']].find(([unit]) => nanoseconds >= unit) || [1, 'ns'];
        return `${Number((nanoseconds / unit).toPrecision(3))}\u00a0${words}`;
    };

    // Whether two memories hold the same numbers in another order.
    function isReordered({ format }, own, other) {
        const [a, b] = [own, other].map((bytes) => Float64Array.from(gristmill.lanes(format || null, bytes)).sort());
        return a.every((number, i) => Object.is(number, b[i]));
    }

    /**
     * Runs a way on the card once.
     * @param {object} card as `gpu.open` gives it
     * @param {object} request of a run
     * @returns {Promise<object>} `agreement` of its numbers with the emulator's and the `replay` to time, which its taker frees; or `sentence`, why
     *     there are none, and `isFault` where it is the page's
     */
    gristmill.onGpu = async (card, request) => {
        const ask = (picture) => gristmill.ask({ ...request, card: undefined, counted: false, watched: false, picture, capture: true, spirv: true });
        let answer = await ask(false);
        // A kernel that only draws the picture runs with it.
        if (answer.capture && request.path && !answer.files.some((file) => request.path.endsWith(file))) {
            answer = await ask(true);
        }
        const way = { era: request.era, way: request.way, size: request.size, launches: 0, replay: null, sentence: '' };
        if (!answer.capture) {
            return { ...way, sentence: answer.error || answer.sentence };
        }
        const sum = { count: 0, alike: 0, same: 0, furthest: 0, first: null, reordered: false };
        const replay = new gristmill.gpu.Replay(card, answer.capture);
        try {
            await replay.run((of, own, other) => {
                const result = gristmill.compare(of, own, other, Math.max(answer.bound || 0, ROUNDED));
                if (result.first && replay.hasAtomics && isReordered(of, own, other)) {
                    sum.reordered = true;
                    Object.assign(result, { alike: result.count, furthest: 0, first: null });
                }
                ['count', 'alike', 'same'].forEach((field) => { sum[field] += result[field]; });
                sum.furthest = Math.max(sum.furthest, result.furthest);
                sum.first = sum.first || result.first;
            });
        } catch (error) {
            replay.free();
            // What is not a sentence of ours is a fault of the page, and said as it is.
            return { ...way, sentence: error.message, isFault: !error.lacks };
        }
        const launches = answer.capture.launches.length - replay.skipped.size;
        return { ...way, launches, replay, agreement: sum, sentence: '' };
    };

    // The other era: the plain way, and where the card does not run that, the first other way that it runs.
    async function otherEra(card, request) {
        const plain = await gristmill.onGpu(card, request);
        if (plain.replay || plain.isFault) {
            return [plain];
        }
        const { ways } = await gristmill.ask({ do: 'algorithm', name: request.algorithm });
        for (const { way, era } of ways.filter(({ way, era }) => era === request.era && way !== request.way)) {
            const next = await gristmill.onGpu(card, { ...request, way, era });
            if (next.replay) {
                return [plain, next];
            }
        }
        return [plain];
    }

    // How a way agrees with the emulator.
    function agreed({ agreement: { count, alike, same, furthest, first, reordered } }) {
        const few = gristmill.show.number;
        if (!count) {
            return 'the run gave no numbers that could be compared';
        }
        const of = `${alike.toLocaleString('en')} of ${count.toLocaleString('en')}`;
        if (first) {
            return `${of}: number ${first.at} is ${few(first.own)}, and ${few(first.other)} on the emulator`;
        }
        if (reordered) {
            return `${of} numbers alike, some in another order, which atomics leave open`;
        }
        return same === count ? `${of} numbers the same` : `${of} numbers alike, ${same.toLocaleString('en')} to the bit; furthest ${few(furthest)}`;
    }

    const isAlike = ({ agreement }) => Boolean(agreement && agreement.count && agreement.alike === agreement.count);

    const launchesOf = ({ era, launches }) => `${launches} ${era === 'fragment' ? 'pass' : 'dispatch'}${launches === 1 ? '' : 'es'}`;

    function row(way) {
        const cells = way.time
            ? [launchesOf(way), gristmill.duration(way.time.min), `${gristmill.duration(way.time.lower)} to ${gristmill.duration(way.time.upper)}`]
            : [way.replay ? launchesOf(way) : '–', '–', '–'];
        const made = element('tr', '', element('td', '', `${way.era} era`, element('span', 'live-quiet', ` ${way.way}`)), ...cells.map((cell) => element('td', 'live-digits', cell)),
            element('td', isAlike(way) ? 'live-alike' : 'live-unlike', way.agreement ? agreed(way) : way.sentence));
        made.dataset.era = way.era;
        made.dataset.agrees = way.agreement ? String(isAlike(way)) : 'refused';
        return made;
    }

    /**
     * The table of ways that have run, or say why not.
     * @param {object[]} ways as `onGpu` gives them, with their times
     * @returns {Element}
     */
    gristmill.cardWays = (ways) => {
        const heads = ['Way', 'Launches', 'Least time', 'Middle half', 'Against the emulator'];
        const made = element('table', 'live-table', element('thead', '', element('tr', '', ...heads.map((head) => element('th', '', head)))),
            element('tbody', '', ...ways.map(row)));
        return element('div', 'live-wide', made);
    };

    // How the times came about.
    function clock(card, ways) {
        const times = ways.map((way) => way.time).filter(Boolean);
        if (!times.length) {
            return '';
        }
        const rounds = Math.min(...times.map((time) => time.rounds));
        const step = Math.max(...times.map((time) => time.step));
        const own = times[0].stamped
            ? `Times are the card’s own (timestamp-query), which a loop of known length has tested; its clock ticks every ${gristmill.duration(step)} here`
            : `${card.clock === 'missing' ? 'This browser has no timestamps of the card' : 'The timestamps of the card do not grow as its work does'} (timestamp-query): times are the page’s, from the submission until the card has done it`;
        const repeated = Math.max(...times.flatMap((time) => time.launches.map((launch) => launch.repeats)));
        const left = times.reduce((sum, time) => sum + time.left_out, 0);
        return `${own}; ${repeated > 1 ? `each launch was repeated, ${repeated} times at most, until it could be told; ` : ''}${rounds} runs of each way in turn.`
            + (left ? ` ${left} launches were too many to be timed.` : '');
    }

    // The least time of each pass and dispatch.
    function listed(ways) {
        const fold = element('details', 'live-fold', element('summary', '', 'Time of each pass and dispatch'));
        for (const way of ways.filter((way) => way.time)) {
            const { launches } = way.time;
            const rows = launches.slice(0, LISTED).map(({ kernel, min, repeats }, at) => element('tr', '', ...[at + 1, kernel, gristmill.duration(min), repeats].map((cell) => element('td', '', String(cell)))));
            fold.append(element('h4', '', `${way.era} era`, element('span', 'live-quiet', ` ${way.way}`)),
                element('table', 'live-table', element('thead', '', element('tr', '', ...['', 'Kernel', 'Least time', 'Repeats'].map((head) => element('th', '', head)))), element('tbody', '', ...rows)),
                ...launches.length > LISTED ? [element('p', 'live-quiet', `The first ${LISTED} of ${launches.length}.`)] : []);
        }
        return fold;
    }

    // The kernels as the card gets them.
    async function texts(ways) {
        const fold = element('details', 'live-fold', element('summary', '', 'The kernels in WGSL'));
        for (const { replay } of ways.filter((way) => way.replay)) {
            const seen = new Set();
            for (const ready of (await Promise.all(replay.prepared)).filter(Boolean)) {
                const { wgsl } = ready.stages[ready.stages.length - 1];
                if (!seen.has(wgsl)) {
                    seen.add(wgsl);
                    const listing = element('pre', '', wgsl);
                    listing.tabIndex = 0;
                    fold.append(element('h4', '', ready.kernel), listing);
                }
            }
        }
        return fold;
    }

    /**
     * What is copied: no more than the page shows.
     * @param {object} card as `gpu.open` gives it
     * @param {string} algorithm
     * @param {object[]} ways as `onGpu` gives them, with their times
     * @returns {object}
     */
    gristmill.cardReport = (card, algorithm, ways) => {
        return {
            form: 1, what: 'gristmill report', source: 'page', commit: gristmill.version || 'unknown', interface: 'WebGPU', driver: 'not told by WebGPU',
            algorithm, date: new Date().toISOString().slice(0, 10), browser: navigator.userAgent, adapter: card.name, is_processor: card.isProcessor, vendor: card.vendor,
            architecture: card.architecture, features: card.features, clock: card.clock, limits: card.limits,
            ways: ways.map(({ era, way, size, launches, sentence, agreement, time }) => ({ era, way, size, launches, refused: sentence || null, agrees: isAlike({ agreement }), agreement: agreement || null, nanoseconds: time || null })),
        };
    };

    function verdict(said, card, ways) {
        const ran = ways.filter((way) => way.agreement);
        const differing = ran.find((way) => !isAlike(way));
        const [name, words] = !ran.length ? ['live-failed', '– not run'] : differing ? ['live-wrong', '✘ not alike'] : ['live-right', '✔ alike'];
        said.className = `live-verdict ${name}`;
        const timed = ways.filter((way) => way.time);
        const [quick, slow] = [...timed].sort((a, b) => a.time.min - b.time.min);
        const faster = slow ? ` The ${quick.era} era takes ${gristmill.duration(quick.time.min)}, the ${slow.era} era ${gristmill.duration(slow.time.min)}.` : '';
        said.replaceChildren(element('strong', '', words), ` ${card.name}, by WebGPU.${faster}${card.isProcessor ? ' It is a processor: its times are not a card’s.' : ''}`, ...ran.length ? [] : [' The emulator’s result stands.']);
    }

    // Without WebGPU, passes by WebGL 2; a sentence where neither runs it.
    async function without(parent, said, lack, about) {
        const hasWebGl = Boolean(document.createElement('canvas').getContext('webgl2'));
        if (about.request.era === 'fragment' && hasWebGl) {
            said.remove();
            await gristmill.webgl(parent, about);
            parent.append(element('p', 'live-quiet', `${lack} WebGL 2 runs the passes, and tells no time of each.`));
            return;
        }
        const other = hasWebGl ? 'WebGL 2 has no dispatches' : 'there is no WebGL 2 either';
        said.textContent = `${lack.replace(/\.$/, '')}, and ${other}. The emulator’s result stands.`;
    }

    /**
     * Runs a way, and the plain way of the other era, on the reader's card.
     * @param {Element} parent
     * @param {{request: object, other: ?object, answer: ?object}} about the requests of both, and what the emulator said of the first
     * @returns {Promise<?object>} what `copy as JSON` copies
     */
    gristmill.card = async (parent, about) => {
        const said = element('p', 'live-verdict', 'Running …');
        said.setAttribute('role', 'status');
        const stop = gristmill.cardStop();
        parent.append(said, stop);
        let card = null;
        try {
            card = await gristmill.openGpu();
        } catch (error) {
            stop.remove();
            await without(parent, said, error.message, about);
            return null;
        }
        const { gpu } = gristmill;
        const ways = [];
        try {
            ways.push(await gristmill.onGpu(card, about.request));
            if (about.other) {
                ways.push(...await otherEra(card, about.other));
            }
            if (card.lost) {
                throw new Error(card.lost);
            }
            ways.sort((a, b) => a.era < b.era ? 1 : -1);
            const ran = ways.filter((way) => way.replay);
            const times = ran.length ? await gpu.time(card, ran.map((way) => way.replay), (round) => { said.textContent = `Running … timed ${round} times`; }) : [];
            ran.forEach((way, at) => { way.time = times[at]; });
        } catch (error) {
            said.className = 'live-verdict live-failed';
            said.textContent = `${card.lost || error.message} The emulator’s result stands.`;
            return null;
        } finally {
            stop.remove();
            ways.forEach(({ replay }) => replay && replay.free());
        }
        const told = gristmill.cardReport(card, about.request.algorithm, ways);
        const copy = gristmill.button('Copy as JSON', async () => {
            const text = JSON.stringify(told, null, 1);
            // Where the browser keeps the clipboard from the page, the text stands there to be copied.
            await navigator.clipboard.writeText(text).then(() => { copy.textContent = 'Copied'; }, () => { copy.replaceWith(element('pre', '', text)); });
        });
        // A card hides what the emulator found: lanes may meet there in the same order every time.
        if (about.answer && about.answer.verdict === 'found') {
            parent.append(element('p', '', 'The emulator has found a fault in this kernel: where the card agrees, that is luck.'));
        }
        parent.append(gristmill.cardWays(ways), element('p', 'live-quiet', clock(card, ways)), element('p', 'live-quiet', `This card’s limits: ${gpu.limits(card)}.`),
            element('div', 'live-row', copy, gristmill.cardLink.button(told)), listed(ways), await texts(ways));
        if (about.other) {
            // Those that run here, of each era.
            const ran = (request, era) => ({ ...request, way: (ways.find((way) => way.era === era && way.replay) || request).way });
            gristmill.cardSizes(parent, [about.request, about.other].map((request) => ran(request, request.era)), card);
        }
        // Last, for who waits for it sees the rest then.
        verdict(said, card, ways);
        card.device.destroy();
        return told;
    };
}());
