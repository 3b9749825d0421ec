// A run as commands, made a capture that a replay takes: of sizes that the emulator would not end in a page.
(function () {
    'use strict';

    const gristmill = window.gristmill = window.gristmill || {};
    const gpu = gristmill.gpu = gristmill.gpu || {};

    /**
     * The capture of a run that was written down as commands; it has no reads, so nothing of it is judged.
     * @param {{programs: object[], commands: object[]}} frame as crates/live/README.md has it
     * @returns {object} what `gpu.Replay` takes
     */
    gpu.captureOf = ({ programs, commands }) => {
        const capture = { memories: [], launches: [], spirv: programs, events: [], left_out: { launches: 0, words: 0 } };
        // Numbers of memories serve again for others, here each has its own.
        const numbers = new Map();
        const described = new Map();
        const own = (number) => numbers.get(number);
        const rename = (all) => all && all.map((one) => ({ ...one, memory: own(one.memory) }));
        const renamed = ({ textures, images, buffers, outputs, indirect, pass, ...launch }) => ({
            ...launch, textures: rename(textures), images: rename(images), buffers: rename(buffers), outputs: rename(outputs),
            ...indirect ? { indirect: { ...indirect, memory: own(indirect.memory) } } : {},
            ...pass ? {
                pass: {
                    ...pass, attributes: rename(pass.attributes), query: pass.query === null ? null : own(pass.query), condition: pass.condition === null ? null : own(pass.condition),
                    depth_stencil: pass.depth_stencil && { ...pass.depth_stencil, memory: own(pass.depth_stencil.memory) },
                },
            } : {},
        });
        const launch = (number, uniforms) => {
            const known = described.get(number);
            known.uniforms = { ...known.uniforms, ...uniforms };
            capture.events.push({ launch: capture.launches.length });
            capture.launches.push(renamed(known));
        };
        for (const one of commands) {
            if (typeof one === 'number') {
                launch(one, {});
            } else if (one.run !== undefined) {
                launch(one.run, one.uniforms);
            } else if (one.describe !== undefined) {
                described.set(one.describe, { ...one.launch });
                launch(one.describe, {});
            } else if (one.create !== undefined) {
                numbers.set(one.create, capture.memories.length);
                capture.memories.push(one.of);
            } else if (one.zero !== undefined && one.at) {
                capture.events.push({ write: own(one.zero), at: one.at, bytes: new Uint8Array(4 * one.at[3] * one.at[4]) });
            } else if (one.zero !== undefined) {
                capture.events.push({ reset: own(one.zero), zero: true });
            } else if (one.fill !== undefined) {
                const { width, height, format } = capture.memories[own(one.fill)];
                const texels = new Float32Array(width * height * format.words).map((_, i) => one.colour[i % format.words]);
                capture.events.push({ write: own(one.fill), at: [0, 0, 0, width, height], bytes: new Uint8Array(texels.buffer) });
            } else if (one.write !== undefined) {
                capture.events.push({ ...one, write: own(one.write) });
            } else if (one.copy !== undefined) {
                capture.events.push({ ...one, copy: own(one.copy), to: own(one.to) });
            }
        }
        return capture;
    };

    /**
     * A way that is run on the card by commands, and not held against anything.
     * @param {object} card as `gpu.open` gives it
     * @param {object} request of a run
     * @returns {Promise<object>} as `onGpu` gives it, with no agreement
     */
    gpu.runCommands = async (card, { algorithm, way, era, size, files }) => {
        const about = { era, way, size, launches: 0, replay: null, sentence: '', agreement: null };
        const answer = await gristmill.ask({ do: 'commands', algorithm, way, era, size, files, limits: gpu.libraryLimits(card) });
        if (answer.error) {
            return { ...about, sentence: answer.error };
        }
        const replay = new gpu.Replay(card, gpu.captureOf(answer));
        try {
            await replay.run(() => {});
        } catch (error) {
            replay.free();
            return { ...about, sentence: error.message, isFault: !error.lacks };
        }
        return { ...about, launches: replay.capture.launches.length, replay };
    };
}());
