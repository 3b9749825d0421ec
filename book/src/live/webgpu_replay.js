// The passes and dispatches of a captured run, made again by WebGPU.
(function () {
    'use strict';

    const gristmill = window.gristmill = window.gristmill || {};
    const gpu = gristmill.gpu = gristmill.gpu || {};

    const { lacks } = gpu;

    // Corners of the triangle that covers a target, and of the two triangles of a point with a size.
    const COVER_CORNERS = 3;
    const SQUARE_CORNERS = 6;

    /** A run that is made again, as often as one likes: every time from its first event on. */
    gpu.Replay = class extends gpu.Programs {
        constructor(card, capture) {
            super(card, capture);
            this.prepared = capture.launches.map(() => null);
            this.skipped = new Set();
            this.hasAtomics = false;
            this.types = this.bufferTypes();
        }

        // What buffers hold, where all kernels that they are bound to say the same.
        bufferTypes() {
            const types = new Map();
            for (const { program, buffers } of this.capture.launches) {
                const { blocks } = this.capture.spirv[program];
                for (const { name, memory } of buffers || []) {
                    const type = (blocks && blocks[name]) || null;
                    types.set(memory, types.has(memory) && types.get(memory) !== type ? null : type);
                }
            }
            return types;
        }

        // What a launch needs to be recorded, made once.
        prepare(number) {
            this.prepared[number] = this.prepared[number] || this.ready(this.capture.launches[number]);
            return this.prepared[number];
        }

        async ready(launch) {
            const ready = launch.pass ? await this.readyPass(launch) : await this.readyDispatch(launch);
            this.hasAtomics = this.hasAtomics || ready.stages.some((stage) => /\batomic[A-Z]/.test(stage.wgsl));
            return { ...ready, kernel: launch.kernel };
        }

        async readyDispatch(launch) {
            const pipeline = await this.pipeline(launch, []);
            const groups = this.groups(launch, pipeline, [1, 1], (memory) => memory);
            const { indirect } = launch;
            // A kernel may read what it wrote: before it is made again, its outputs get back what they held.
            const changed = [...new Set(launch.outputs.map((output) => this.memory(output.memory)))];
            const dispatch = (pass) => {
                pass.setPipeline(pipeline.made);
                groups.forEach((group, at) => pass.setBindGroup(at, group));
                if (indirect) {
                    pass.dispatchWorkgroupsIndirect(this.memory(indirect.memory).buffer, 4 * indirect.word);
                } else {
                    pass.dispatchWorkgroups(...launch.groups);
                }
            };
            const record = (encoder, stamps) => {
                const pass = encoder.beginComputePass(stamps ? { timestampWrites: stamps } : {});
                dispatch(pass);
                pass.end();
            };
            return { record, dispatch, changed, before: () => {}, after: null, once: false, stages: pipeline.stages };
        }

        async readyPass(launch) {
            const { pass, outputs } = launch;
            const { outputs: locations, refused } = this.capture.spirv[launch.program];
            if (refused) {
                throw lacks(refused);
            }
            const written = outputs.map((output) => this.memory(output.memory));
            const attachments = [];
            let size = pass.size || null;
            outputs.forEach((output, i) => {
                const { of, texture } = written[i];
                if (!texture) {
                    throw lacks(`${launch.kernel}: WebGPU has no transform feedback; write the stream in a compute kernel.`);
                }
                const at = locations[output.name] || 0;
                while (attachments.length <= at) {
                    attachments.push(null);
                }
                attachments[at] = { ...this.target(of, texture, output.slice), format: gpu.texelFormat(of.format), memory: output.memory };
                size = size || this.side(of, output.slice);
            });
            const pipeline = await this.pipeline(launch, attachments.map((target) => target && target.format));
            // A pass reads a copy of a texture to whose other level it writes.
            const twins = new Set();
            const groups = this.groups(launch, pipeline, size, (memory) => {
                if (!written.includes(memory)) {
                    return memory;
                }
                memory.twin = memory.twin || this.made(memory.of);
                twins.add(memory);
                return memory.twin;
            });
            const planes = pass.depth_stencil && this.memory(pass.depth_stencil.memory).texture;
            const query = pass.query === null ? null : this.query(this.memory(pass.query));
            // Of the memories that are `cleared`, by their numbers, nothing is kept: they begin with a colour.
            const colorAttachments = (cleared) => attachments.map((target) => target && {
                view: target.view, storeOp: 'store', ...cleared.has(target.memory) ? { loadOp: 'clear', clearValue: cleared.get(target.memory) } : { loadOp: 'load' }, ...target.depthSlice === undefined ? {} : { depthSlice: target.depthSlice },
            });
            const record = (encoder, stamps, cleared = new Map()) => {
                const drawn = encoder.beginRenderPass({
                    colorAttachments: colorAttachments(cleared), ...stamps ? { timestampWrites: stamps } : {}, ...query ? { occlusionQuerySet: query.set } : {},
                    ...planes ? { depthStencilAttachment: { view: planes.createView(), depthLoadOp: 'load', depthStoreOp: 'store', stencilLoadOp: 'load', stencilStoreOp: 'store' } } : {},
                });
                drawn.setPipeline(pipeline.made);
                groups.forEach((group, at) => drawn.setBindGroup(at, group));
                (pass.attributes || []).forEach(({ memory }, at) => drawn.setVertexBuffer(at, this.memory(memory).buffer));
                if (planes) {
                    drawn.setStencilReference(pass.depth_stencil.reference);
                }
                if (query) {
                    drawn.beginOcclusionQuery(0);
                }
                drawn.setViewport(0, 0, ...size, 0, 1);
                this.draw(drawn, pass, pipeline.squares);
                if (query) {
                    drawn.endOcclusionQuery();
                }
                drawn.end();
            };
            return {
                record, changed: pass.blend ? [...new Set(written)] : [], stages: pipeline.stages,
                // Depths and stencils cannot be kept aside.
                once: Boolean(planes),
                before: (encoder) => twins.forEach((memory) => this.copyWhole(encoder, memory, memory.twin)),
                after: query && ((encoder) => query.resolve(encoder)),
            };
        }

        // A view of an output: of a level, a slice or a face.
        target({ kind }, texture, slice) {
            const dimension = kind === 'volume' ? '3d' : '2d';
            const view = texture.createView({
                dimension, baseMipLevel: kind === 'texture' ? slice : 0, mipLevelCount: 1,
                ...kind === 'cube' ? { baseArrayLayer: slice, arrayLayerCount: 1 } : {},
            });
            return kind === 'volume' ? { view, depthSlice: slice } : { view };
        }

        draw(drawn, pass, squares) {
            if (pass.regions) {
                for (const [x, y, , width, height] of pass.regions.filter(([, , , width, height]) => width && height)) {
                    drawn.setScissorRect(x, y, width, height);
                    drawn.draw(COVER_CORNERS);
                }
            } else if (squares) {
                drawn.draw(SQUARE_CORNERS, pass.count);
            } else {
                drawn.draw(pass.count);
            }
        }

        // A query of one entry; its count is read when it is asked for.
        query(memory) {
            if (!memory.query) {
                const set = this.device.createQuerySet({ type: 'occlusion', count: 1 });
                const buffer = this.device.createBuffer({ size: 16, usage: GPUBufferUsage.QUERY_RESOLVE | GPUBufferUsage.COPY_SRC });
                memory.query = { set, buffer, resolve: (encoder) => encoder.resolveQuerySet(set, 0, 1, buffer, 0) };
            }
            return memory.query;
        }

        // Whether a query counted any fragment: WebGPU promises no more.
        async counted(memory) {
            if (!memory.query) {
                return memory.passed;
            }
            const words = await this.read({ of: { kind: 'buffer' }, buffer: memory.query.buffer }, [0, 0, 0, 2, 1]);
            return words.some((byte) => byte !== 0);
        }

        async launch(number) {
            const { pass } = this.capture.launches[number];
            if (pass && pass.condition !== null && !await this.counted(this.memory(pass.condition))) {
                this.skipped.add(number);
                return;
            }
            const ready = await this.prepare(number);
            this.submit((encoder) => {
                ready.before(encoder);
                ready.record(encoder, null);
                if (ready.after) {
                    ready.after(encoder);
                }
            });
        }

        // What the host did between launches.
        async host(event) {
            if (event.write !== undefined) {
                this.write(this.memory(event.write), event.at, event.bytes = event.bytes || gristmill.bytes(event.words));
            } else if (event.copy !== undefined) {
                await this.copy(this.memory(event.copy), event.at, this.memory(event.to), event.there);
            } else if (event.reset !== undefined) {
                this.fill(this.memory(event.reset), event.zero);
            }
        }

        // What a memory holds, held against the emulator's.
        async compare(event, held) {
            const memory = this.memory(event.read);
            if (memory.of.kind === 'query') {
                const passed = await this.counted(memory);
                const other = gristmill.bytes(event.words).some((byte) => byte !== 0);
                held({ kind: 'query', format: { scalar: 'uint' } }, ...[passed, other].map((one) => new Uint8Array(Uint32Array.of(Number(one)).buffer)));
                return;
            }
            const parts = [];
            for (const region of event.at) {
                parts.push(await this.read(memory, region));
            }
            const type = this.types.get(event.read);
            held(type ? { ...memory.of, format: { scalar: type } } : memory.of, gristmill.joined(parts), gristmill.bytes(event.words));
        }

        /**
         * Makes the run once.
         * @param {function(object, Uint8Array, Uint8Array)} held is told of each read: the memory's kind, what it holds here, and what it held
         *     on the emulator
         * @returns {Promise<void>}
         */
        async run(held) {
            const { launches, left_out: left } = this.capture;
            if (left.launches || left.words) {
                throw new Error('The run is too long to be made again in the page; take fewer elements.');
            }
            const pending = [];
            for (const event of this.capture.events) {
                if (event.launch !== undefined) {
                    await gpu.checked(this.card, launches[event.launch].kernel, () => this.launch(event.launch), pending);
                } else if (event.read === undefined) {
                    await gpu.checked(this.card, 'Writing', () => this.host(event), pending);
                } else {
                    await Promise.all(pending.splice(0));
                    await gpu.checked(this.card, 'Reading', () => this.compare(event, held));
                }
            }
            await Promise.all(pending);
        }
    };
}());
