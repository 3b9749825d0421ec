// A run step by step, forward and back: what the memories hold, who wrote it, where each warp is.
(function () {
    'use strict';

    const gristmill = window.gristmill = window.gristmill || {};

    /**
     * The words for a group: as a finding has them.
     * @param {number[]} group
     * @returns {string}
     */
    gristmill.group = ([x, y, z]) => 'group ' + (z ? [x, y, z] : y ? [x, y] : [x]).join(',');

    /**
     * The words for a place of a memory: a word by its number, a texel by its column and row.
     * @param {object} memory as crates/live/README.md has it
     * @param {number[]} words of one place, or of several
     * @returns {string}
     */
    gristmill.place = ({ name, length, texels }, words) => {
        const each = texels ? texels.words : 1;
        if (length <= each) {
            return name;
        }
        const say = (at) => texels ? at % texels.width + ',' + Math.floor(at / texels.width) : String(at);
        const all = words.map((word) => Math.floor(word / each));
        const [first, last] = [Math.min(...all), Math.max(...all)];
        return name + '[' + say(first) + (last === first ? '' : ' … ' + say(last)) + ']';
    };

    // The lanes of a mask in hexadecimal, from the first on.
    function lanes(mask, first) {
        const found = [];
        let bits = BigInt('0x' + mask);
        for (let lane = first; bits; lane++, bits >>= 1n) {
            if (bits & 1n) {
                found.push(lane);
            }
        }
        return found;
    }

    // Which events are of which span: those of its steps.
    function parts({ spans, events }) {
        let at = 0;
        return spans.map((span) => {
            const first = at;
            while (at < events.length && events[at].step < span.step + span.steps) {
                at++;
            }
            return events.slice(first, at);
        });
    }

    /**
     * A launch that can be played. Position 0 is before its first step, position `count` is its end.
     * @param {object} launch as crates/live/README.md has it
     * @returns {{count: number, position: number, to: function(number), span: function, events: function, warps: object[],
     *     memory: function(number, number[]), lastOf: function(number), races: function, lanes: function}}
     */
    gristmill.timeline = (launch) => {
        const { spans, memories, races } = launch;
        const done = parts(launch);
        const key = (span) => span.group + '/' + span.first;
        const warps = new Map();
        for (const span of spans) {
            const active = lanes(span.active, span.first);
            const warp = warps.get(key(span)) || { group: span.group, first: span.first, last: span.first, active: [], state: 'ready', line: 0, file: '' };
            warp.last = Math.max(warp.last, active[active.length - 1] || 0);
            warps.set(key(span), warp);
        }
        const inOrder = [...warps.values()].sort((a, b) =>
            a.group[2] - b.group[2] || a.group[1] - b.group[1] || a.group[0] - b.group[0] || a.first - b.first);
        const stores = new Map();

        // The words of a memory; each group has shared ones of its own.
        function memory(index, group) {
            const { shared, words } = memories[index];
            const name = shared ? index + '/' + group : String(index);
            if (!stores.has(name)) {
                stores.set(name, { words: shared ? new Map() : new Map(words.entries()), writers: new Map() });
            }
            return stores.get(name);
        }

        // For each position what takes it back.
        const undo = [];
        let position = 0;

        function set(map, at, value, back) {
            back.push([map, at, map.get(at)]);
            if (value === undefined) {
                map.delete(at);
            } else {
                map.set(at, value);
            }
        }

        function warpIs(warp, now, back) {
            back.push([warp, null, { state: warp.state, line: warp.line, file: warp.file, active: warp.active }]);
            Object.assign(warp, now);
        }

        function forward() {
            const span = spans[position];
            const back = [];
            const warp = warps.get(key(span));
            for (const other of inOrder) {
                if (other.state === 'runs' && other !== warp) {
                    warpIs(other, { state: 'ready' }, back);
                }
            }
            warpIs(warp, { state: 'runs', line: span.line, file: span.file, active: lanes(span.active, span.first) }, back);
            for (const event of done[position]) {
                const who = warps.get(key(event));
                if (event.kind === 'barrier') {
                    warpIs(who, { state: 'waits' }, back);
                } else if (event.kind === 'ended') {
                    warpIs(who, { state: 'ended', active: [] }, back);
                } else if (event.kind === 'passed') {
                    inOrder.filter((other) => other.state === 'waits' && String(other.group) === String(event.group))
                        .forEach((other) => warpIs(other, { state: 'ready' }, back));
                } else {
                    const { words, writers } = memory(event.memory, event.group);
                    for (const [lane, word, value] of event.lanes) {
                        if (words.get(word) !== value) {
                            set(words, word, value, back);
                        }
                        if (event.kind !== 'load') {
                            set(writers, word, { lane, group: event.group, line: span.line, file: span.file, step: event.step }, back);
                        }
                    }
                }
            }
            undo.push(back);
            position++;
        }

        function backward() {
            for (const [thing, at, before] of undo.pop().reverse()) {
                if (at === null) {
                    Object.assign(thing, before);
                } else if (before === undefined) {
                    thing.delete(at);
                } else {
                    thing.set(at, before);
                }
            }
            position--;
        }

        return {
            count: spans.length,
            get position() {
                return position;
            },
            to(wanted) {
                const there = Math.max(0, Math.min(spans.length, wanted));
                while (position < there) {
                    forward();
                }
                while (position > there) {
                    backward();
                }
            },
            span: () => spans[position - 1] || null,
            events: () => done[position - 1] || [],
            // The events of the last step that used a memory.
            lastOf(memory) {
                for (let at = position - 1; at >= 0; at--) {
                    if (done[at].some((event) => event.memory === memory)) {
                        return done[at];
                    }
                }
                return [];
            },
            warps: inOrder,
            memory,
            lanes,
            // Those that have happened.
            races() {
                const span = spans[position - 1];
                return span ? races.filter((race) => race.step < span.step + span.steps) : [];
            },
            // The position behind the next step at which lanes meet, or none.
            nextRace() {
                const span = spans[position - 1];
                const now = span ? span.step + span.steps : 0;
                const next = races.find((race) => race.step >= now);
                return next ? spans.findIndex((span) => next.step < span.step + span.steps) + 1 : null;
            },
        };
    };
}());
