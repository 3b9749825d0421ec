// Fragment kernels on the reader's own graphics card, by WebGL 2, held against the emulator.
(function () {
    'use strict';

    const gristmill = window.gristmill = window.gristmill || {};

    // How far a number may be off, of its size, where the way's own bound is narrower: cards round a few last bits otherwise.
    const ROUNDED = 1e-5;

    // Floats below are whole numbers in a buffer, which does not say what it holds.
    const WHOLE = 1e-30;

    // How far a number of a kind may be off: integers not at all, bytes by one, which a float was rounded to.
    function allowed(format, bound, a, b) {
        const isWhole = !format && [a, b].some((x) => x !== 0 && Math.abs(x) < WHOLE);
        if (isWhole || (format && (format.scalar === 'int' || format.scalar === 'uint'))) {
            return 0;
        }
        return format && format.scalar === 'byte' ? 1 : bound * Math.max(1, Math.abs(b));
    }

    /**
     * What two machines hold, number by number.
     * @param {object} of the memory
     * @param {Uint8Array} own the card's bytes
     * @param {Uint8Array} other the emulator's
     * @param {number} bound how far floats may be off
     * @returns {{count: number, alike: number, same: number, furthest: number, first: ?{at: number, own: number, other: number}}}
     */
    gristmill.compare = (of, own, other, bound) => {
        const [a, b] = [own, other].map((bytes) => gristmill.lanes(of.format || { scalar: 'float' }, bytes));
        const result = { count: b.length, alike: 0, same: 0, furthest: 0, first: null };
        for (let i = 0; i < b.length; i++) {
            const same = Object.is(a[i], b[i]) || a[i] === b[i];
            const off = same ? 0 : Math.abs(a[i] - b[i]);
            const alike = same || off <= allowed(of.format, bound, a[i], b[i]);
            result.same += same;
            result.alike += alike;
            result.furthest = Math.max(result.furthest, Number.isNaN(off) ? Infinity : off);
            if (!alike && !result.first) {
                result.first = { at: i, own: a[i], other: b[i] };
            }
        }
        return result;
    };

    // What the card is called.
    function card(gl) {
        const told = gl.getExtension('WEBGL_debug_renderer_info');
        return gl.getParameter(told ? told.UNMASKED_RENDERER_WEBGL : gl.RENDERER);
    }

    /**
     * Makes the passes of a run again on the reader's card.
     * @param {object} answer a run's, asked with `capture`
     * @returns {Promise<{card: string, milliseconds: number, count: number, alike: number, same: number, furthest: number, first: ?object}>}
     */
    gristmill.onCard = async ({ capture, bound }) => {
        const gl = document.createElement('canvas').getContext('webgl2', { antialias: false });
        if (!gl) {
            throw new Error('This browser has no WebGL 2.');
        }
        try {
            const begin = performance.now();
            const sum = { card: card(gl), count: 0, alike: 0, same: 0, furthest: 0, first: null };
            await gristmill.replay(gl, capture, (of, own, other) => {
                const result = gristmill.compare(of, own, other, Math.max(bound || 0, ROUNDED));
                ['count', 'alike', 'same'].forEach((field) => { sum[field] += result[field]; });
                sum.furthest = Math.max(sum.furthest, result.furthest);
                sum.first = sum.first || result.first;
            });
            return { ...sum, milliseconds: performance.now() - begin };
        } finally {
            const lose = gl.getExtension('WEBGL_lose_context');
            if (lose) {
                lose.loseContext();
            }
        }
    };

    function sentence({ card, count, alike, same, furthest, first }) {
        if (!count) {
            return `${card}: the run gave no numbers that could be compared; if the module is older than this page, build the book again.`;
        }
        const few = gristmill.show.number;
        const off = furthest ? `; the largest difference is ${few(furthest)}` : '';
        const bits = same < alike ? `, ${same} of them to the bit` : '';
        const where = first ? `: number ${first.at} is ${few(first.own)}, and ${few(first.other)} on the emulator` : '';
        return `${card}: ${alike} of ${count} numbers alike${bits}${off}${where}.`;
    }

    // The kernels' texts as the card gets them.
    function texts(parent, capture) {
        const { element } = gristmill.show;
        const fold = element('details', 'live-fold', element('summary', '', 'The kernels in GLSL ES 3.00'));
        for (const { kernel, web } of capture.programs.filter((program) => program.web)) {
            const text = (web.fragment || web.vertex).replace(/\n{3,}/g, '\n\n');
            const listing = element('pre', '', text);
            listing.tabIndex = 0;
            fold.append(element('h4', '', kernel), listing);
        }
        parent.append(fold);
    }

    /**
     * Runs a way of fragment kernels on the reader's card, and says whether it gives what the emulator gives.
     * @param {Element} parent
     * @param {{request: object}} about the request that was run
     */
    gristmill.webgl = async (parent, { request }) => {
        const { element } = gristmill.show;
        const said = element('p', 'live-verdict', 'Running …');
        said.setAttribute('role', 'status');
        parent.append(said);
        try {
            if (gristmill.load) {
                await gristmill.load('captured_memories');
                await gristmill.load('memories');
                await gristmill.load('replay');
            }
            const asked = { ...request, counted: false, watched: false, picture: false, capture: true };
            const card = asked.card;
            delete asked.card;
            const answer = await gristmill.ask(asked);
            if (!answer.capture) {
                throw new Error(answer.error || answer.sentence);
            }
            const result = await gristmill.onCard(answer);
            const verdict = !result.count ? ['live-failed', '– not compared'] : result.alike === result.count ? ['live-right', '✔ alike'] : ['live-wrong', '✘ not alike'];
            said.className = 'live-verdict ' + verdict[0];
            said.replaceChildren(element('strong', '', verdict[1]), ' ' + sentence(result));
            const passes = answer.capture.launches.length;
            parent.append(element('p', 'live-quiet', `${passes} ${passes === 1 ? 'pass' : 'passes'}, with all that is sent and read, in ${gristmill.show.number(Number(result.milliseconds.toPrecision(3)))} ms.`
                + (card ? ' Your card calculates as it does, and plays no card of the time.' : '')));
            texts(parent, answer.capture);
        } catch (error) {
            said.textContent = error.message + ' The emulator’s result stands.';
        }
    };
}());
