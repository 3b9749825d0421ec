// How long the passes and dispatches of captured runs take on the card, by its own clock.
(function () {
    'use strict';

    const gristmill = window.gristmill = window.gristmill || {};
    const gpu = gristmill.gpu = gristmill.gpu || {};

    // Launches that are timed: a query set has 4,096 entries.
    const MOST_LAUNCHES = 2048;

    // A launch is repeated until it takes as many ticks of the clock, and not more often than this.
    const TICKS = 20;
    const MOST_REPEATS = 256;

    // Rounds of all ways, and the milliseconds after which no further one begins once there are a few.
    const ROUNDS = 9;
    const FEW_ROUNDS = 3;
    const PATIENCE = 6000;

    // Nanoseconds that a round of one way may take by its repeats.
    const ROUND_BUDGET = 4e8;

    /**
     * The quarters of numbers, each between two of them where it falls there.
     * @param {number[]} numbers at least one
     * @returns {{min: number, lower: number, median: number, upper: number, max: number}}
     */
    gpu.quartiles = (numbers) => {
        const sorted = [...numbers].sort((a, b) => a - b);
        const at = (part) => {
            const place = part * (sorted.length - 1);
            const below = Math.floor(place);
            const above = Math.min(sorted.length - 1, below + 1);
            return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
        };
        return { min: at(0), lower: at(0.25), median: at(0.5), upper: at(0.75), max: at(1) };
    };

    // One way: its run, and how often each of its launches is repeated.
    class TimedRun {
        constructor(replay) {
            this.replay = replay;
            const { device } = replay;
            this.launches = replay.capture.launches.map((_, number) => number).filter((number) => !replay.skipped.has(number)).slice(0, MOST_LAUNCHES);
            this.repeats = this.launches.map(() => 1);
            this.clock = gpu.clock(replay.card, Math.max(1, this.launches.length));
            this.rounds = [];
        }

        // One launch, as often as it is repeated, and then once for what comes after it.
        async launch(number) {
            const { replay, clock } = this;
            const at = this.launches.indexOf(number);
            const ready = await replay.prepare(number);
            const repeats = at < 0 ? 0 : this.repeats[at];
            const changed = repeats > 1 ? ready.changed : [];
            changed.forEach((memory) => { memory.saved = memory.saved || replay.made(memory.of); });
            const keep = (encoder, from, to) => changed.forEach((memory) => replay.copyWhole(encoder, ...from === 'own' ? [memory, memory[to]] : [memory[from], memory]));
            replay.submit((encoder) => {
                ready.before(encoder);
                keep(encoder, 'own', 'saved');
            });
            clock.begin();
            replay.submit((encoder) => {
                for (let repeat = 0; repeat < repeats; repeat++) {
                    ready.record(encoder, clock.stamps(at, repeat, repeats));
                }
            });
            if (at >= 0) {
                await clock.end(at);
            }
            replay.submit((encoder) => {
                if (changed.length) {
                    keep(encoder, 'saved', 'own');
                }
                if (changed.length || !repeats) {
                    ready.record(encoder, null);
                }
                if (ready.after) {
                    ready.after(encoder);
                }
            });
        }

        // The whole run once: nanoseconds of each launch.
        async round() {
            const { replay } = this;
            for (const event of replay.capture.events) {
                if (event.launch === undefined) {
                    await replay.host(event);
                } else if (!replay.skipped.has(event.launch)) {
                    await this.launch(event.launch);
                }
            }
            const times = await this.clock.read(replay);
            return times.map((time, at) => time / this.repeats[at]);
        }

        // Repeats until the clock can tell each launch, as far as a round may take.
        async settle() {
            for (let turn = 0; turn < 3; turn++) {
                const times = await this.round();
                const { step } = this.replay.card;
                const wanted = await Promise.all(times.map(async (time, at) => {
                    const { once } = await this.replay.prepare(this.launches[at]);
                    const least = step / 16 / this.repeats[at];
                    return once ? 1 : Math.min(MOST_REPEATS, Math.max(1, Math.ceil(TICKS * step / Math.max(time, least, 1))));
                }));
                const sum = wanted.reduce((sum, repeats, at) => sum + repeats * Math.max(times[at], 2000), 0);
                const less = Math.min(1, ROUND_BUDGET / sum);
                const repeats = wanted.map((repeats) => Math.max(1, Math.round(repeats * less)));
                const isSettled = repeats.every((count, at) => count <= 1.5 * this.repeats[at]);
                this.repeats = repeats.map((count, at) => Math.max(count, isSettled ? this.repeats[at] : 1));
                if (isSettled) {
                    return;
                }
            }
        }

        // What the rounds say: of the whole run, and the least of each launch.
        result() {
            const totals = this.rounds.map((times) => times.reduce((sum, time) => sum + time, 0));
            const { capture } = this.replay;
            return {
                ...gpu.quartiles(totals), rounds: totals.length, step: this.replay.card.step, stamped: this.clock.stamped,
                left_out: capture.launches.length - this.replay.skipped.size - this.launches.length,
                launches: this.launches.map((number, at) => ({
                    kernel: capture.launches[number].kernel, min: Math.min(...this.rounds.map((times) => times[at])), repeats: this.repeats[at],
                })),
            };
        }
    }

    /**
     * Times runs in turn, so that what slows the card for a while slows all of them.
     * @param {object} card
     * @param {gpu.Replay[]} replays each made once before
     * @param {function(number)} [told] is told how many rounds are done
     * @returns {Promise<object[]>} nanoseconds: `min`, `lower`, `median`, `upper`, `max` of the sum of all launches in `rounds` runs; `step` of
     *     the clock; `stamped`, whether it is the card's own; `launches`: `{kernel, min, repeats}`; `left_out`, launches that were not timed
     */
    gpu.time = (card, replays, told = () => {}) => gpu.checked(card, 'Timing', async () => {
        await gpu.testClock(card);
        const runs = replays.map((replay) => new TimedRun(replay));
        try {
            for (const run of runs) {
                await run.settle();
            }
            const begin = performance.now();
            for (let round = 0; round < ROUNDS && (round < FEW_ROUNDS || performance.now() - begin < PATIENCE); round++) {
                for (const run of runs) {
                    run.rounds.push(await run.round());
                }
                told(round + 1);
            }
            return runs.map((run) => run.result());
        } finally {
            runs.forEach((run) => run.clock.free());
        }
    });
}());
