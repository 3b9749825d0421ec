// All algorithms in both eras on the reader's card: the quickest way of each era, in one table, and in a file to send.
//
// What a robot drives: `[data-your-card]` holds all of it, and has `data-ready` when the buttons are there. `[data-do="run"]`, `stop` and
// `save` are the buttons; `tr[data-algorithm]` are the rows, with `data-agrees` `true`, `false` or `refused`. `gristmill.yourCard(names)`
// runs only those algorithms, and gives the report.
(function () {
    'use strict';

    const gristmill = window.gristmill = window.gristmill || {};
    const element = (...parts) => gristmill.show.element(...parts);

    // Elements of a run, as powers of two: the least, what a reader begins with, and the most: the emulator makes each run in the page as well.
    const LEAST = 8;
    const BEGIN = 12;
    const MOST = 16;

    const ERAS = ['fragment', 'compute'];

    const count = (size) => size.toLocaleString('en');

    const isAlike = ({ agreement }) => Boolean(agreement && agreement.count && agreement.alike === agreement.count);

    /** All ways of an algorithm on the card, each held against the emulator, then timed in turn. */
    async function runAlgorithm(card, algorithm, size) {
        const { ways: listed } = await gristmill.ask({ do: 'algorithm', name: algorithm });
        const ways = [];
        try {
            for (const { way, era } of listed) {
                ways.push(await gristmill.onGpu(card, { do: 'run', algorithm, way, era, size }));
            }
            if (card.lost) {
                throw new Error(card.lost);
            }
            const ran = ways.filter((way) => way.replay);
            const times = ran.length ? await gristmill.gpu.time(card, ran.map((way) => way.replay)) : [];
            ran.forEach((way, at) => { way.time = times[at]; });
        } finally {
            ways.forEach((way) => way.replay && way.replay.free());
        }
        return ways;
    }

    // The way of an era that takes the least time of those that are right.
    function quickest(ways, era) {
        const right = ways.filter((way) => way.era === era && way.time && isAlike(way));
        return right.sort((a, b) => a.time.min - b.time.min)[0] || null;
    }

    // What became of all ways, in few words; sentences are in the title.
    function judged(ways) {
        const right = ways.filter(isAlike).length;
        const refused = ways.filter((way) => !way.agreement);
        const other = ways.length - right - refused.length;
        const cell = element('td', other ? 'live-unlike' : 'live-alike', `${right} of ${ways.length} alike${refused.length ? `, ${refused.length} refused` : ''}${other ? `, ${other} differ` : ''}`);
        cell.title = ways.filter((way) => !isAlike(way))
            .map(({ way, sentence, agreement }) => `${way}: ${sentence || `${agreement.alike} of ${agreement.count} numbers agree with the emulator.`}`).join('\n');
        return { cell, agrees: other ? 'false' : right ? 'true' : 'refused' };
    }

    function row(algorithm, ways) {
        const best = ERAS.map((era) => quickest(ways, era));
        const cells = best.map((way) => element('td', '', ...way ? [gristmill.duration(way.time.min), element('span', 'live-quiet', ` ${way.way}`)] : ['–']));
        const [fragment, compute] = best;
        const ratio = fragment && compute ? `${Number((fragment.time.min / compute.time.min).toPrecision(2))}` : '–';
        const { cell, agrees } = judged(ways);
        const made = element('tr', '', element('td', '', algorithm), ...cells, element('td', 'live-digits', ratio), cell);
        made.dataset.algorithm = algorithm;
        made.dataset.agrees = agrees;
        return made;
    }

    // What stands in the file, in the form of `gristmill bench --report`.
    function report(card, size, results) {
        // Times of single launches would be most of the file.
        const short = (way) => ({ ...way, nanoseconds: way.nanoseconds && { ...way.nanoseconds, launches: undefined } });
        const algorithms = results.map(({ algorithm, ways }) => ({ algorithm, ways: gristmill.cardReport(card, algorithm, ways).ways.map(short) }));
        const { ways, algorithm, ...about } = gristmill.cardReport(card, '', []);
        return { ...about, size, algorithms };
    }

    function save(told) {
        const link = document.createElement('a');
        link.href = URL.createObjectURL(new Blob([JSON.stringify(told, null, 1)], { type: 'application/json' }));
        link.download = `gristmill_${told.adapter.replace(/\W+/g, '_').toLowerCase()}.json`;
        link.click();
        URL.revokeObjectURL(link.href);
    }

    /** Puts slider, buttons and table into an element. */
    function offer(place) {
        const slider = element('input');
        Object.assign(slider, { type: 'range', min: LEAST, max: MOST, step: 1, value: BEGIN });
        const chosen = element('output');
        const tell = () => { chosen.textContent = `${count(2 ** Number(slider.value))} elements`; };
        slider.addEventListener('input', tell);
        tell();
        const said = element('p', 'live-quiet');
        said.setAttribute('role', 'status');
        const body = element('tbody');
        const heads = ['Algorithm', 'Fragment era', 'Compute era', 'Fragment / compute', 'Ways'];
        const table = element('div', 'live-wide', element('table', 'live-table', element('thead', '', element('tr', '', ...heads.map((head) => element('th', '', head)))), body));
        table.hidden = true;
        let stopped = false;
        let told = null;

        async function runAll(names) {
            const size = 2 ** Number(slider.value);
            const results = [];
            const begin = performance.now();
            const card = await gristmill.openGpu();
            try {
                const algorithms = names || (await gristmill.ask({ do: 'bits' })).algorithms;
                body.replaceChildren();
                table.hidden = false;
                for (const algorithm of algorithms) {
                    if (stopped) {
                        break;
                    }
                    said.textContent = `Running … ${algorithm}, ${results.length + 1} of ${algorithms.length}`;
                    const ways = await runAlgorithm(card, algorithm, size);
                    results.push({ algorithm, ways });
                    body.append(row(algorithm, ways));
                }
            } finally {
                told = report(card, size, results);
                saved.disabled = !results.length;
                card.device.destroy();
            }
            const minutes = ((performance.now() - begin) / 60000).toFixed(1);
            said.textContent = `${card.name}, by WebGPU: ${results.length} algorithms of ${count(size)} elements, in ${minutes} minutes.`
                + (card.isProcessor ? ' It is a processor: its times are not a card’s.' : '');
            return told;
        }

        async function start(names) {
            stopped = false;
            run.disabled = true;
            stop.disabled = false;
            try {
                return await runAll(names);
            } catch (error) {
                said.textContent = `${stopped ? 'Stopped.' : error.message} What is in the table stands.`;
                return told;
            } finally {
                run.disabled = false;
                stop.disabled = true;
            }
        }

        const run = gristmill.button('Run all of them', () => start(null));
        run.classList.add('live-first');
        const stop = gristmill.button('Stop', () => {
            stopped = true;
            gristmill.gpu.stop('Stopped.');
            gristmill.stop('Stopped.');
        });
        const saved = gristmill.button('Save', () => save(told));
        [[run, 'run'], [stop, 'stop'], [saved, 'save']].forEach(([button, word]) => { button.dataset.do = word; });
        stop.disabled = true;
        saved.disabled = true;
        place.replaceChildren(element('div', 'live-slider', element('label', '', 'Size ', slider, chosen)), element('div', 'live-row', run, stop, saved), said, table);
        place.dataset.ready = '';
        gristmill.yourCard = start;
    }

    const place = document.querySelector('[data-your-card]');
    if (place) {
        offer(place);
    }
}());
