// The clocks of the card: its own stamps, tested before they are believed, and the page's where there are none.
(function () {
    'use strict';

    const gristmill = window.gristmill = window.gristmill || {};
    const gpu = gristmill.gpu = gristmill.gpu || {};

    // The test: a loop is made longer until it takes so many nanoseconds, then four times as long.
    const LONG = 4e6;
    const MOST_TURNS = 1 << 26;

    // Nanoseconds of a tick of the page's clock.
    const PAGE_STEP = 1e5;

    const LOOP = `
@group(0) @binding(0) var<storage, read_write> held: array<u32>;
@compute @workgroup_size(1) fn main() {
    var word = held[1];
    for (var turn = 0u; turn < held[0]; turn++) {
        word = word * 1664525u + 1013904223u;
    }
    held[1] = word;
}`;

    /**
     * The step of a clock: the greatest number that divides all differences of its stamps.
     * @param {bigint[]} stamps
     * @returns {number} nanoseconds; 0 where all stamps are alike
     */
    gpu.clockStep = (stamps) => {
        const divisor = (a, b) => {
            while (b) {
                [a, b] = [b, a % b];
            }
            return a;
        };
        const apart = stamps.map((stamp) => stamp - stamps[0]).map((gap) => gap < 0n ? -gap : gap);
        return Number(apart.reduce(divisor, 0n));
    };

    // The card's own clock, two stamps for each launch.
    class StampClock {
        constructor(device, count) {
            this.device = device;
            this.count = count;
            this.set = device.createQuerySet({ type: 'timestamp', count: 2 * count });
            this.buffer = device.createBuffer({ size: 16 * count, usage: GPUBufferUsage.QUERY_RESOLVE | GPUBufferUsage.COPY_SRC });
            this.stamped = true;
        }

        // What the first and the last of a launch's repeats stamp.
        stamps(at, repeat, repeats) {
            const stamps = { querySet: this.set };
            if (repeat === 0) {
                stamps.beginningOfPassWriteIndex = 2 * at;
            }
            if (repeat === repeats - 1) {
                stamps.endOfPassWriteIndex = 2 * at + 1;
            }
            return repeat === 0 || repeat === repeats - 1 ? stamps : null;
        }

        begin() {}

        async end() {}

        // Nanoseconds of each launch with all its repeats.
        async read(replay) {
            replay.submit((encoder) => encoder.resolveQuerySet(this.set, 0, 2 * this.count, this.buffer, 0));
            const bytes = await replay.read({ of: { kind: 'buffer' }, buffer: this.buffer }, [0, 0, 0, 4 * this.count, 1]);
            const stamps = Array.from(new BigInt64Array(bytes.buffer));
            return Array.from({ length: this.count }, (_, at) => Math.max(0, Number(stamps[2 * at + 1] - stamps[2 * at])));
        }

        free() {
            this.set.destroy();
            this.buffer.destroy();
        }
    }

    // The page's clock, where the card has none: from the submission until the card has done it, less what an empty one takes.
    class PageClock {
        constructor(device, count) {
            this.device = device;
            this.times = new Array(count).fill(0);
            this.empty = Infinity;
            this.stamped = false;
        }

        stamps() {
            return null;
        }

        begin() {
            this.from = performance.now();
        }

        async end(at) {
            await this.device.queue.onSubmittedWorkDone();
            this.times[at] = 1e6 * (performance.now() - this.from);
        }

        async read() {
            for (let i = 0; i < 5; i++) {
                const from = performance.now();
                this.device.queue.submit([this.device.createCommandEncoder().finish()]);
                await this.device.queue.onSubmittedWorkDone();
                this.empty = Math.min(this.empty, 1e6 * (performance.now() - from));
            }
            return this.times.map((time) => Math.max(0, time - this.empty));
        }

        free() {}
    }

    // Stamps around a loop, and nanoseconds that it takes by them and by the page.
    async function timeLoop({ device }, turns) {
        const clock = new StampClock(device, 1);
        const { STORAGE, COPY_DST, MAP_READ, COPY_SRC } = GPUBufferUsage;
        const held = device.createBuffer({ size: 16, usage: STORAGE | COPY_DST });
        const back = device.createBuffer({ size: 16, usage: MAP_READ | COPY_DST });
        device.queue.writeBuffer(held, 0, Uint32Array.of(turns, 1, 0, 0));
        const pipeline = device.createComputePipeline({ layout: 'auto', compute: { module: device.createShaderModule({ code: LOOP }), entryPoint: 'main' } });
        const group = device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries: [{ binding: 0, resource: { buffer: held } }] });
        await device.queue.onSubmittedWorkDone();
        const from = performance.now();
        const encoder = device.createCommandEncoder();
        const pass = encoder.beginComputePass({ timestampWrites: { ...clock.stamps(0, 0, 1) } });
        pass.setPipeline(pipeline);
        pass.setBindGroup(0, group);
        pass.dispatchWorkgroups(1);
        pass.end();
        encoder.resolveQuerySet(clock.set, 0, 2, clock.buffer, 0);
        encoder.copyBufferToBuffer(clock.buffer, 0, back, 0, 16);
        device.queue.submit([encoder.finish()]);
        await back.mapAsync(GPUMapMode.READ);
        const page = 1e6 * (performance.now() - from);
        const [first, last] = new BigInt64Array(back.getMappedRange());
        [held, back].forEach((buffer) => buffer.destroy());
        clock.free();
        return { first, last, stamps: Number(last - first), page };
    }

    // Whether the stamps of a loop grow with it, and say no more and not much less than the page's clock around them; and their step.
    async function test(card) {
        const loops = [];
        // The least of three, for other programs use the card as well.
        const time = async (turns) => {
            const three = [await timeLoop(card, turns), await timeLoop(card, turns), await timeLoop(card, turns)];
            loops.push(...three);
            return three.reduce((least, loop) => loop.stamps < least.stamps ? loop : least);
        };
        let turns = 1 << 12;
        let once = await time(turns);
        while (once.stamps < LONG && once.page < 4 * LONG && turns < MOST_TURNS) {
            turns *= 2;
            once = await time(turns);
        }
        const long = await time(4 * turns);
        card.step = gpu.clockStep(loops.flatMap(({ first, last }) => [first, last]));
        // The page waits for more than the loop, and on a machine with other work for much more.
        return long.stamps > 1.5 * once.stamps && long.stamps < 1.1 * long.page + card.step && long.stamps > 0.05 * long.page;
    }

    /**
     * Tests the card's own clock once: `card.clock` says whether it is `true`, `false` or `missing`, `card.step` how many nanoseconds a tick
     * of the clock has that is used.
     * @param {object} card
     * @returns {Promise<void>}
     */
    gpu.testClock = async (card) => {
        card.clock = card.clock || (!card.features.includes('timestamp-query') ? 'missing' : String(await test(card)));
        if (card.clock !== 'true') {
            card.step = PAGE_STEP;
        }
    };

    /**
     * The clock of a card that was tested.
     * @param {object} card
     * @param {number} count of launches
     * @returns {StampClock|PageClock}
     */
    gpu.clock = ({ device, clock }, count) => clock === 'true' ? new StampClock(device, count) : new PageClock(device, count);
}());
