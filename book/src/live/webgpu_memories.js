// The memories of a captured run in WebGPU: made, written, copied and read.
(function () {
    'use strict';

    const gristmill = window.gristmill = window.gristmill || {};
    const gpu = gristmill.gpu = gristmill.gpu || {};

    const { lacks } = gpu;

    // WebGPU's names of formats of texels, of images and of elements of vertex streams.
    const TEXELS = {
        R32F: 'r32float', RG32F: 'rg32float', RGBA32F: 'rgba32float', R32I: 'r32sint', RG32I: 'rg32sint', RGBA32I: 'rgba32sint',
        R32UI: 'r32uint', RG32UI: 'rg32uint', RGBA32UI: 'rgba32uint', RG16F: 'rg16float', RGBA16F: 'rgba16float', RGBA8: 'rgba8unorm',
    };
    const STREAMS = { float: 'float32', int: 'sint32', uint: 'uint32', half: 'float16', byte: 'unorm8' };

    // Every adapter stores to images of these; of halves only with a feature.
    const STORED = /^r32|^rg32|^rgba(32|16|8)/;

    // The format of all depth-stencil buffers.
    gpu.DEPTH_STENCIL = 'depth24plus-stencil8';

    // What nobody has written, as the emulator shows it: no number as a float.
    const UNSET = 0xfff1fff1;

    // A row of a copy has a multiple of these bytes, and no buffer is smaller than one element of a binding, of eight words in some kernels.
    const ROW_BYTES = 256;
    const LEAST_BYTES = 64;

    /**
     * WebGPU's format of a capture's texels.
     * @param {{name: string}} format
     * @returns {string}
     */
    gpu.texelFormat = ({ name }) => {
        if (!TEXELS[name]) {
            throw lacks(`WebGPU has no textures of ${name}; use four lanes.`);
        }
        return TEXELS[name];
    };

    /**
     * WebGPU's format of a stream's elements.
     * @param {{scalar: string, lanes: number, name: string}} format
     * @returns {string}
     */
    gpu.vertexFormat = ({ scalar, lanes, name }) => {
        if (lanes === 3 || (lanes === 1 && (scalar === 'half' || scalar === 'byte'))) {
            throw lacks(`WebGPU has no vertex stream of ${name}; use four lanes.`);
        }
        return STREAMS[scalar] + (lanes > 1 ? 'x' + lanes : '');
    };

    /** The memories of a run, as textures and buffers. */
    gpu.Memories = class extends gristmill.CapturedMemories {
        constructor(card, capture) {
            super(capture);
            this.card = card;
            this.device = card.device;
        }

        made(of) {
            if (of.kind === 'query') {
                return { of, passed: false };
            }
            if (of.kind === 'buffer') {
                return { of, buffer: this.buffer(4 * of.words) };
            }
            return { of, texture: this.texture(of) };
        }

        buffer(bytes) {
            const { limits } = this.device;
            const most = Math.min(limits.maxBufferSize, limits.maxStorageBufferBindingSize);
            if (bytes > most) {
                throw lacks(`A buffer of ${bytes} bytes is larger than the ${most} that this card takes; take fewer elements.`);
            }
            const { STORAGE, UNIFORM, VERTEX, INDIRECT, COPY_SRC, COPY_DST } = GPUBufferUsage;
            return this.device.createBuffer({
                size: Math.max(LEAST_BYTES, bytes), usage: STORAGE | UNIFORM | VERTEX | INDIRECT | COPY_SRC | COPY_DST,
            });
        }

        texture(of) {
            const { limits, features } = this.device;
            const { kind, width, height } = of;
            const most = kind === 'volume' ? limits.maxTextureDimension3D : limits.maxTextureDimension2D;
            if (Math.max(width, height, of.depth || 0) > most) {
                throw lacks(`A texture of ${width} by ${height} is larger than the ${most} that this card takes; take fewer elements.`);
            }
            const { TEXTURE_BINDING, STORAGE_BINDING, RENDER_ATTACHMENT, COPY_SRC, COPY_DST } = GPUTextureUsage;
            if (kind === 'depth stencil') {
                return this.device.createTexture({ size: [width, height], format: gpu.DEPTH_STENCIL, usage: RENDER_ATTACHMENT });
            }
            const format = gpu.texelFormat(of.format);
            const stored = STORED.test(format) || features.has('texture-formats-tier1');
            return this.device.createTexture({
                size: [width, height, kind === 'cube' ? 6 : of.depth || 1], mipLevelCount: of.levels || 1, format,
                dimension: kind === 'volume' ? '3d' : '2d',
                usage: TEXTURE_BINDING | RENDER_ATTACHMENT | COPY_SRC | COPY_DST | (stored ? STORAGE_BINDING : 0),
            });
        }

        // Records commands and hands them to the card.
        submit(record) {
            const encoder = this.device.createCommandEncoder();
            record(encoder);
            this.device.queue.submit([encoder.finish()]);
        }

        // The place of a region (x, y, level or slice or face, width, height) in a texture, and its extent.
        place({ of, texture }, [x, y, z, width, height]) {
            const level = of.kind === 'texture' ? z : 0;
            return [{ texture, mipLevel: level, origin: [x, y, of.kind === 'texture' ? 0 : z] }, [width, height, 1]];
        }

        write(memory, region, bytes) {
            const { of } = memory;
            const { queue } = this.device;
            const [x, , , width, height] = region;
            if (of.kind === 'query') {
                memory.passed = bytes.some((byte) => byte !== 0);
            } else if (of.kind === 'buffer') {
                queue.writeBuffer(memory.buffer, 4 * x, bytes);
            } else if (of.kind === 'depth stencil') {
                this.submit((encoder) => this.clear(encoder, memory, bytes));
            } else if (width && height) {
                const [place, extent] = this.place(memory, region);
                queue.writeTexture(place, bytes, { bytesPerRow: 4 * width * of.format.words }, extent);
            }
        }

        // All depths and stencils of a buffer: the words are one of each.
        clear(encoder, { texture }, bytes) {
            const [depth, stencil] = [new Float32Array(bytes.buffer)[0], new Uint32Array(bytes.buffer)[1]];
            encoder.beginRenderPass({
                colorAttachments: [],
                depthStencilAttachment: {
                    view: texture.createView(), depthLoadOp: 'clear', depthStoreOp: 'store', depthClearValue: Math.min(1, Math.max(0, depth)),
                    stencilLoadOp: 'clear', stencilStoreOp: 'store', stencilClearValue: stencil,
                },
            }).end();
        }

        // All words zero, or what nobody has written.
        fill(memory, zero) {
            const { of } = memory;
            if (of.kind === 'depth stencil' || of.kind === 'query') {
                return;
            }
            for (let slice = 0; slice < this.slices(of); slice++) {
                const [width, height] = of.kind === 'buffer' ? [of.words, 1] : this.side(of, slice);
                const words = new Uint32Array(width * height * (of.format ? of.format.words : 1)).fill(zero ? 0 : UNSET);
                this.write(memory, [0, 0, slice, width, height], new Uint8Array(words.buffer));
            }
        }

        async copy(from, at, to, there) {
            if (from !== to && from.buffer && to.buffer) {
                this.submit((encoder) => encoder.copyBufferToBuffer(from.buffer, 4 * at[0], to.buffer, 4 * there[0], 4 * at[3]));
            } else if (from !== to && from.texture && to.texture) {
                const [source, extent] = this.place(from, at);
                this.submit((encoder) => encoder.copyTextureToTexture(source, this.place(to, there)[0], extent));
            } else {
                this.write(to, there, await this.read(from, at));
            }
        }

        // All of a memory into another of the same kind.
        copyWhole(encoder, from, to) {
            if (from.buffer) {
                encoder.copyBufferToBuffer(from.buffer, 0, to.buffer, 0, from.buffer.size);
                return;
            }
            for (let slice = 0; slice < this.slices(from.of); slice++) {
                const [place, extent] = this.place(from, [0, 0, slice, ...this.side(from.of, slice)]);
                encoder.copyTextureToTexture(place, { ...place, texture: to.texture }, extent);
            }
        }

        /** The bytes of a region, as the format has them. */
        async read(memory, region) {
            const { of } = memory;
            const [x, , , width, height] = region;
            const row = of.kind === 'buffer' ? 4 * width : 4 * width * of.format.words;
            const apart = of.kind === 'buffer' ? row : Math.ceil(row / ROW_BYTES) * ROW_BYTES;
            const told = new Uint8Array(row * height);
            if (!told.length) {
                return told;
            }
            const staging = this.device.createBuffer({ size: apart * height, usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ });
            this.submit((encoder) => {
                if (of.kind === 'buffer') {
                    encoder.copyBufferToBuffer(memory.buffer, 4 * x, staging, 0, row);
                } else {
                    const [place, extent] = this.place(memory, region);
                    encoder.copyTextureToBuffer(place, { buffer: staging, bytesPerRow: apart }, extent);
                }
            });
            await staging.mapAsync(GPUMapMode.READ);
            const held = new Uint8Array(staging.getMappedRange());
            for (let y = 0; y < height; y++) {
                told.set(held.subarray(y * apart, y * apart + row), y * row);
            }
            staging.destroy();
            return told;
        }

        /** Frees all of them. */
        free() {
            this.memories.filter(Boolean).forEach((memory) => {
                [memory, memory.twin, memory.saved].filter(Boolean).forEach((one) => (one.buffer || one.texture || { destroy() {} }).destroy());
            });
        }
    };
}());
