// Both eras over the number of elements on the reader's card: a chart with the size from which the other era is the quicker one.
(function () {
    'use strict';

    const gristmill = window.gristmill = window.gristmill || {};
    const element = (...parts) => gristmill.show.element(...parts);

    // Powers of two: the least size, what a reader begins with, the most that the emulator makes in a page, and the step from size to size.
    const LEAST = 6;
    const BEGIN = 16;
    const JUDGED = 20;
    const STEP = 2;

    // What passes through a page as text.
    const MOST = 26;

    // The most elements that one texture or one buffer of the card holds, four bytes each, as a power of two that is drawn.
    function cardMost({ limits }) {
        const elements = Math.min(limits.maxTextureDimension2D ** 2, limits.maxStorageBufferBindingSize / 4);
        const power = Math.min(MOST, Math.floor(Math.log2(elements)));
        return power - (power - LEAST) % STEP;
    }

    const WIDTH = 640;
    const HEIGHT = 320;
    const EDGE = { left: 64, right: 16, top: 16, bottom: 44 };

    const ERAS = ['fragment', 'compute'];

    function drawn(kind, attributes, ...inside) {
        const made = document.createElementNS('http://www.w3.org/2000/svg', kind);
        Object.entries(attributes).forEach(([name, value]) => made.setAttribute(name, value));
        made.append(...inside);
        return made;
    }

    const count = (size) => size.toLocaleString('en');

    /**
     * Where the quicker era changes, between two sizes where it falls there.
     * @param {{size: number, fragment: number, compute: number}[]} points by size
     * @returns {string} a sentence
     */
    gristmill.crossing = (points) => {
        const ahead = points.map(({ fragment, compute }) => Math.log(fragment / compute));
        const at = ahead.findIndex((gap, i) => i > 0 && Math.sign(gap) !== Math.sign(ahead[i - 1]));
        const quicker = (gap) => gap > 0 ? 'compute' : 'fragment';
        if (!points.length) {
            return 'No size ran in both eras.';
        }
        if (at < 0) {
            return `The ${quicker(ahead[0])} era is the quicker one at every size drawn.`;
        }
        const part = ahead[at - 1] / (ahead[at - 1] - ahead[at]);
        const size = Math.exp(Math.log(points[at - 1].size) + part * Math.log(points[at].size / points[at - 1].size));
        const later = ahead.slice(at).some((gap) => Math.sign(gap) !== Math.sign(ahead[at])) ? ' They cross again later.' : '';
        return `From about ${count(Number(size.toPrecision(2)))} elements on the ${quicker(ahead[at])} era is the quicker one.${later}`;
    };

    // The chart of what is known: both axes are logarithmic.
    function chart(points) {
        const times = points.flatMap((point) => ERAS.map((era) => point[era]).filter(Boolean));
        const [low, high] = [Math.floor(Math.log10(Math.min(...times))), Math.ceil(Math.log10(Math.max(...times)))];
        const [first, last] = [Math.log2(points[0].size), Math.max(Math.log2(points[0].size) + 1, Math.log2(points[points.length - 1].size))];
        const x = (size) => EDGE.left + (Math.log2(size) - first) / (last - first) * (WIDTH - EDGE.left - EDGE.right);
        const y = (time) => HEIGHT - EDGE.bottom - (Math.log10(time) - low) / Math.max(1, high - low) * (HEIGHT - EDGE.top - EDGE.bottom);
        const svg = drawn('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: 'live-chart', role: 'img', 'aria-label': `Time of both eras over elements. ${gristmill.crossing(points.filter(isWhole))}` });
        for (let decade = low; decade <= Math.max(high, low + 1); decade++) {
            const at = y(10 ** decade);
            svg.append(drawn('line', { x1: EDGE.left, x2: WIDTH - EDGE.right, y1: at, y2: at, class: 'live-chart-grid' }),
                drawn('text', { x: EDGE.left - 6, y: at + 4, 'text-anchor': 'end' }, gristmill.duration(10 ** decade)));
        }
        for (const { size } of points) {
            svg.append(drawn('text', { x: x(size), y: HEIGHT - EDGE.bottom + 18, 'text-anchor': 'middle' }, size < 1024 ? String(size) : size < 1 << 20 ? `${size >> 10} Ki` : `${size >> 20} Mi`));
        }
        svg.append(drawn('text', { x: WIDTH / 2, y: HEIGHT - 6, 'text-anchor': 'middle' }, 'elements'));
        for (const era of ERAS) {
            const known = points.filter((point) => point[era]);
            svg.append(drawn('polyline', { points: known.map((point) => `${x(point.size)},${y(point[era])}`).join(' '), class: `live-chart-${era}` }),
                ...known.map((point) => drawn('circle', { cx: x(point.size), cy: y(point[era]), r: 3, class: `live-chart-${era}` })));
        }
        return svg;
    }

    const isWhole = (point) => ERAS.every((era) => point[era]);

    // One size on the card: the least time of each era, and sentences about what did not run or agree.
    async function timed(card, requests, size) {
        const ways = [];
        const point = { size };
        const said = [];
        try {
            const isJudged = size <= 2 ** JUDGED;
            for (const request of requests) {
                ways.push(await (isJudged ? gristmill.onGpu : gristmill.gpu.runCommands)(card, { ...request, size }));
            }
            const ran = ways.filter((way) => way.replay);
            const times = ran.length ? await gristmill.gpu.time(card, ran.map((way) => way.replay)) : [];
            ran.forEach((way, at) => { point[way.era] = times[at].min; });
            for (const { era, sentence, agreement } of ways) {
                if (sentence || agreement && agreement.alike < agreement.count) {
                    said.push(`${count(size)} elements, ${era} era: ${sentence || `${agreement.alike} of ${agreement.count} numbers agree with the emulator.`}`);
                }
            }
        } finally {
            ways.forEach(({ replay }) => replay && replay.free());
        }
        return { point, said };
    }

    /**
     * A slider of sizes and the chart of both eras up to the one that is chosen.
     * @param {Element} parent
     * @param {object[]} requests of a run, one of each era
     * @param {object} card whose limits end the slider
     */
    gristmill.cardSizes = (parent, requests, { limits }) => {
        const most = cardMost({ limits });
        const slider = element('input');
        Object.assign(slider, { type: 'range', min: LEAST + STEP, max: most, step: STEP, value: Math.min(BEGIN, most) });
        const chosen = element('output');
        const tell = () => {
            const power = Number(slider.value);
            const notes = [...power > JUDGED ? [`from ${count(2 ** (JUDGED + STEP))} on not held against the emulator`] : [], ...power === most ? ['the card’s limit'] : []];
            chosen.textContent = `${count(2 ** power)} elements${notes.length ? ` (${notes.join('; ')})` : ''}`;
        };
        slider.addEventListener('input', tell);
        tell();
        const place = element('div');
        const said = element('p', 'live-quiet live-sizes-said');
        said.setAttribute('role', 'status');
        const draw = gristmill.button('Draw', async () => {
            draw.disabled = true;
            const stop = gristmill.cardStop();
            draw.after(stop);
            place.replaceChildren();
            said.textContent = 'Running …';
            const points = [];
            const sentences = [];
            let card = null;
            try {
                card = await gristmill.openGpu();
                for (let power = LEAST; power <= Number(slider.value) && sentences.length < ERAS.length; power += STEP) {
                    said.textContent = `Running … ${count(2 ** power)} elements`;
                    const one = await timed(card, requests, 2 ** power);
                    sentences.push(...one.said);
                    if (ERAS.some((era) => one.point[era])) {
                        points.push(one.point);
                        place.replaceChildren(chart(points));
                    }
                }
                said.textContent = [gristmill.crossing(points.filter(isWhole)), ...sentences].join(' ');
            } catch (error) {
                said.textContent = `${card && card.lost || error.message} ${points.length ? 'What is drawn stands.' : ''}`;
            } finally {
                stop.remove();
                draw.disabled = false;
                if (card) {
                    card.device.destroy();
                }
            }
        });
        const keys = element('p', 'live-quiet', ...ERAS.flatMap((era) => [element('span', `live-chart-key live-chart-${era}`), ` ${era} era `]));
        parent.append(element('details', 'live-fold', element('summary', '', 'Both eras over the size'),
            element('div', 'live-slider', element('label', '', 'Up to ', slider, chosen), draw), place, keys, said));
    };
}());
