// A scene on the reader's card: each frame comes as commands from the host's code in the module, and is drawn without being read.
(function () {
    'use strict';

    const gristmill = window.gristmill = window.gristmill || {};
    const gpu = gristmill.gpu = gristmill.gpu || {};

    // The picture of a scene, texel for pixel: a texture, or a buffer of so many columns.
    const COVER = `
@vertex fn cover(@builtin(vertex_index) corner: u32) -> @builtin(position) vec4f {
    return vec4f(f32(corner & 1u) * 4.0 - 1.0, f32(corner >> 1u) * 4.0 - 1.0, 0.0, 1.0);
}`;
    const FROM_TEXTURE = `
@group(0) @binding(0) var picture: texture_2d<f32>;
@fragment fn show(@builtin(position) at: vec4f) -> @location(0) vec4f {
    return vec4f(textureLoad(picture, vec2i(at.xy), 0).rgb, 1.0);
}`;
    const FROM_BUFFER = `
override columns: u32 = 1u;
@group(0) @binding(0) var<storage, read> picture: array<vec4f>;
@fragment fn show(@builtin(position) at: vec4f) -> @location(0) vec4f {
    return vec4f(picture[u32(at.y) * columns + u32(at.x)].rgb, 1.0);
}`;

    // What a launch reads and writes, by the numbers of memories.
    function memoriesOf({ textures, images, buffers, outputs, indirect, pass }) {
        const read = [textures, images, buffers, pass && pass.attributes].flatMap((all) => (all || []).map((one) => one.memory));
        const written = outputs.map((output) => output.memory);
        const others = [indirect, pass && pass.depth_stencil].filter(Boolean).map((one) => one.memory);
        return { read: new Set([...read, ...others]), written: new Set(written) };
    }

    /** The memories, kernels and launches of a scene; a frame is a list of commands, as crates/live/README.md has them. */
    gpu.SceneRun = class extends gpu.Replay {
        constructor(card) {
            super(card, { memories: [], spirv: [], launches: [], events: [] });
            this.launchable = [];
            this.uploads = new Map();
            this.uses = [];
            // The colours of textures that are of one colour as soon as somebody looks, by their numbers.
            this.cleared = new Map();
            this.encoder = null;
            this.dispatches = null;
            this.blits = new Map();
            this.shown = null;
        }

        // A launch's buffer of uniforms, which is written again where they change.
        uniformBuffer(launch, resource, size) {
            const made = super.uniformBuffer(launch, resource, size);
            const all = this.uploads.get(launch) || [];
            this.uploads.set(launch, [...all, { ...made, resource, size }]);
            return made;
        }

        // The encoder of the frame, with no pass open in it.
        commands() {
            if (this.dispatches) {
                this.dispatches.end();
                this.dispatches = null;
            }
            this.encoder = this.encoder || this.device.createCommandEncoder();
            return this.encoder;
        }

        flush() {
            if (this.encoder) {
                this.device.queue.submit([this.commands().finish()]);
                this.encoder = null;
            }
        }

        // The colour in a memory that is about to be used.
        clearNow(number) {
            const clearValue = this.cleared.get(number);
            if (!clearValue) {
                return;
            }
            this.cleared.delete(number);
            const { of, texture } = this.memory(number);
            for (let slice = 0; slice < this.slices(of); slice++) {
                this.commands().beginRenderPass({ colorAttachments: [{ ...this.target(of, texture, slice), clearValue, loadOp: 'clear', storeOp: 'store' }] }).end();
            }
        }

        zero(number, at) {
            const memory = this.memory(number);
            if (memory.buffer) {
                this.commands().clearBuffer(memory.buffer, ...at ? [4 * at[0], 4 * at[3]] : []);
            } else if (memory.texture && memory.of.kind !== 'depth stencil') {
                this.cleared.set(number, [0, 0, 0, 0]);
            }
        }

        writeWords(number, at, words) {
            const memory = this.memory(number);
            const bytes = gristmill.bytes(words);
            if (memory.of.kind === 'depth stencil') {
                this.clear(this.commands(), memory, bytes);
                return;
            }
            this.clearNow(number);
            // What was recorded before reads what was there before.
            this.flush();
            this.write(memory, at, bytes);
        }

        // On the card where WebGPU copies so: rows between a buffer and a texture begin at multiples of 256 bytes.
        async move({ copy, at, to, there }) {
            this.clearNow(copy);
            this.clearNow(to);
            const [from, into] = [this.memory(copy), this.memory(to)];
            const isApart = from !== into;
            const [, , , width, height] = there;
            const bytesPerRow = into.texture ? 4 * width * into.of.format.words : 0;
            if (isApart && from.buffer && into.buffer) {
                this.commands().copyBufferToBuffer(from.buffer, 4 * at[0], into.buffer, 4 * there[0], 4 * at[3]);
            } else if (isApart && from.texture && into.texture) {
                const [source, extent] = this.place(from, at);
                this.commands().copyTextureToTexture(source, this.place(into, there)[0], extent);
            } else if (from.buffer && into.texture && at[4] === 1 && (height === 1 || bytesPerRow % 256 === 0)) {
                const [place, extent] = this.place(into, there);
                this.commands().copyBufferToTexture({ buffer: from.buffer, offset: 4 * at[0], ...height > 1 ? { bytesPerRow } : {} }, place, extent);
            } else {
                this.flush();
                await this.copy(from, at, into, there);
            }
        }

        create(number, of) {
            this.capture.memories[number] = of;
            this.memories[number] = null;
        }

        destroy(number) {
            const memory = this.memories[number];
            this.flush();
            this.memories[number] = null;
            this.cleared.delete(number);
            this.blits.delete(number);
            this.uses.forEach((use, launch) => {
                if (use && (use.read.has(number) || use.written.has(number))) {
                    this.forget(launch);
                }
            });
            if (memory) {
                [memory, memory.twin].filter(Boolean).forEach((one) => (one.buffer || one.texture).destroy());
            }
        }

        // Frees what a launch has of its own.
        forget(number) {
            const launch = this.capture.launches[number];
            (this.uploads.get(launch) || []).forEach(({ buffer }) => buffer.destroy());
            this.uploads.delete(launch);
            [this.launchable, this.uses, this.prepared, this.capture.launches].forEach((all) => { all[number] = null; });
        }

        // A launch that is new, with its pipeline and its bindings.
        async describe(number, launch) {
            if (this.capture.launches[number]) {
                this.flush();
                this.forget(number);
            }
            this.capture.launches[number] = launch;
            this.uses[number] = memoriesOf(launch);
            this.launchable[number] = await gpu.checked(this.card, launch.kernel, () => this.prepare(number), this.pending);
        }

        change(number, uniforms) {
            const launch = this.capture.launches[number];
            Object.assign(launch.uniforms, uniforms);
            for (const { buffer, resource, size } of this.uploads.get(launch) || []) {
                this.device.queue.writeBuffer(buffer, 0, this.uniformWords(launch, resource, size));
            }
        }

        runLaunch(number) {
            const { read, written } = this.uses[number];
            const ready = this.launchable[number];
            if (ready.dispatch) {
                [...read, ...written].forEach((memory) => this.clearNow(memory));
                this.dispatches = this.dispatches || this.commands().beginComputePass();
                ready.dispatch(this.dispatches);
                return;
            }
            read.forEach((memory) => this.clearNow(memory));
            const whole = new Map([...written].filter((memory) => this.cleared.has(memory) && this.slices(this.capture.memories[memory]) === 1)
                .map((memory) => [memory, this.cleared.get(memory)]));
            written.forEach((memory) => (whole.has(memory) ? this.cleared.delete(memory) : this.clearNow(memory)));
            ready.before(this.commands());
            ready.record(this.commands(), null, whole);
        }

        async command(one) {
            if (typeof one === 'number') {
                this.runLaunch(one);
            } else if (one.run !== undefined) {
                this.change(one.run, one.uniforms);
                this.runLaunch(one.run);
            } else if (one.describe !== undefined) {
                await this.describe(one.describe, one.launch);
                this.runLaunch(one.describe);
            } else if (one.zero !== undefined) {
                this.zero(one.zero, one.at);
            } else if (one.fill !== undefined) {
                this.cleared.set(one.fill, [0, 1, 2, 3].map((lane) => one.colour[lane] || 0));
            } else if (one.write !== undefined) {
                this.writeWords(one.write, one.at, one.words);
            } else if (one.copy !== undefined) {
                await this.move(one);
            } else if (one.create !== undefined) {
                this.create(one.create, one.of);
            } else if (one.destroy !== undefined) {
                this.destroy(one.destroy);
            } else if (one.forget) {
                this.flush();
                this.uses.forEach((use, number) => use && this.forget(number));
            }
        }

        /**
         * Makes the commands of a frame on the card.
         * @param {{programs: object[], commands: object[], shown: {memory: number, width: number, height: number}}} frame
         * @returns {Promise<void>} refused with a sentence where WebGPU forbids a launch, or the card was lost
         */
        async frame({ programs, commands, shown }) {
            if (this.card.lost) {
                throw gpu.lacks(this.card.lost);
            }
            this.pending = [];
            this.capture.spirv.push(...programs);
            for (const one of commands) {
                if (typeof one === 'number') {
                    this.runLaunch(one);
                } else {
                    await this.command(one);
                }
            }
            this.shown = shown;
            this.clearNow(shown.memory);
            this.flush();
            await Promise.all(this.pending);
        }

        // The pipeline that shows the picture, and its group.
        blit(format) {
            const { memory: number, width } = this.shown;
            if (!this.blits.has(number)) {
                const { device } = this;
                const { buffer, texture } = this.memory(number);
                const module = device.createShaderModule({ code: COVER + (buffer ? FROM_BUFFER : FROM_TEXTURE) });
                const made = device.createRenderPipeline({
                    layout: 'auto', vertex: { module, entryPoint: 'cover' },
                    fragment: { module, entryPoint: 'show', targets: [{ format }], constants: buffer ? { columns: width } : {} },
                });
                const resource = buffer ? { buffer } : texture.createView();
                const layout = made.getBindGroupLayout(0);
                this.blits.set(number, { made, group: device.createBindGroup({ layout, entries: [{ binding: 0, resource }] }) });
            }
            return this.blits.get(number);
        }

        /**
         * Draws the picture of the last frame.
         * @param {GPUCanvasContext} context of a canvas of the picture's size
         * @param {string} format of its pixels
         */
        show(context, format) {
            const { made, group } = this.blit(format);
            const pass = this.commands().beginRenderPass({
                colorAttachments: [{ view: context.getCurrentTexture().createView(), loadOp: 'clear', storeOp: 'store' }],
            });
            pass.setPipeline(made);
            pass.setBindGroup(0, group);
            pass.draw(3);
            pass.end();
            this.flush();
        }

        /**
         * The colours of the last frame's picture.
         * @returns {Promise<Float32Array>}
         */
        async numbers() {
            const { memory: number, width, height } = this.shown;
            const memory = this.memory(number);
            const region = memory.buffer ? [0, 0, 0, 4 * width * height, 1] : [0, 0, 0, width, height];
            return new Float32Array((await this.read(memory, region)).buffer);
        }

        free() {
            this.uses.forEach((use, number) => use && this.forget(number));
            super.free();
        }
    };
}());
