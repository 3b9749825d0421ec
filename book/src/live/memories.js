// The memories of a captured run in WebGL 2: made, written and read.
(function () {
    'use strict';

    const gristmill = window.gristmill = window.gristmill || {};

    // WebGL's names of a format's texture, its texels and what fills them.
    const TEXELS = {
        R32F: ['RED', 'FLOAT'], RG32F: ['RG', 'FLOAT'], RGBA32F: ['RGBA', 'FLOAT'],
        R32I: ['RED_INTEGER', 'INT'], RG32I: ['RG_INTEGER', 'INT'], RGBA32I: ['RGBA_INTEGER', 'INT'],
        R32UI: ['RED_INTEGER', 'UNSIGNED_INT'], RG32UI: ['RG_INTEGER', 'UNSIGNED_INT'], RGBA32UI: ['RGBA_INTEGER', 'UNSIGNED_INT'],
        RG16F: ['RG', 'HALF_FLOAT'], RGBA16F: ['RGBA', 'HALF_FLOAT'], RGBA8: ['RGBA', 'UNSIGNED_BYTE'],
    };

    // What nobody has written, as the emulator shows it: no number as a float.
    const UNSET = 0xfff1fff1;

    const ARRAYS = {
        FLOAT: Float32Array, INT: Int32Array, UNSIGNED_INT: Uint32Array, HALF_FLOAT: Uint16Array, UNSIGNED_BYTE: Uint8Array,
    };

    /**
     * An error that says what WebGL 2 lacks.
     * @param {string} sentence
     * @returns {Error}
     */
    gristmill.lacks = (sentence) => Object.assign(new Error(sentence), { lacks: true });
    const { lacks } = gristmill;

    /**
     * A number as one of 16 bits: exact where it is one.
     * @param {number} number
     * @returns {number} its bits
     */
    gristmill.halved = (number) => {
        const single = new Uint32Array(new Float32Array([number]).buffer)[0];
        const sign = (single >>> 16) & 0x8000;
        const exponent = ((single >>> 23) & 255) - 112;
        if (exponent >= 31) {
            return sign | 0x7c00 | (Number.isNaN(number) ? 0x200 : 0);
        }
        return sign | (exponent > 0 ? (exponent << 10) | ((single >>> 13) & 1023) : Math.round(Math.abs(number) * 2 ** 24));
    };

    /** The memories of a run, as textures and buffers. */
    gristmill.Memories = class extends gristmill.CapturedMemories {
        constructor(gl, capture) {
            super(capture);
            this.gl = gl;
            this.frame = gl.createFramebuffer();
            gl.pixelStorei(gl.PACK_ALIGNMENT, 1);
            gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
        }

        made(of) {
            const { gl } = this;
            if (of.kind === 'buffer') {
                const buffer = gl.createBuffer();
                gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
                gl.bufferData(gl.ARRAY_BUFFER, 4 * of.words, gl.DYNAMIC_COPY);
                return { of, buffer };
            }
            if (of.kind === 'query') {
                return { of, query: null };
            }
            if (of.kind === 'depth stencil') {
                const surface = gl.createRenderbuffer();
                gl.bindRenderbuffer(gl.RENDERBUFFER, surface);
                gl.renderbufferStorage(gl.RENDERBUFFER, gl.DEPTH24_STENCIL8, of.width, of.height);
                return { of, surface };
            }
            const target = { texture: gl.TEXTURE_2D, volume: gl.TEXTURE_3D, cube: gl.TEXTURE_CUBE_MAP }[of.kind];
            if (!target) {
                throw lacks('WebGL 2 has no textures of one dimension.');
            }
            const most = gl.getParameter(of.kind === 'volume' ? gl.MAX_3D_TEXTURE_SIZE : gl.MAX_TEXTURE_SIZE);
            if (Math.max(of.width, of.height, of.depth || 0) > most) {
                throw lacks(`A texture of ${of.width} by ${of.height} is larger than the ${most} that this card takes.`);
            }
            const texture = gl.createTexture();
            gl.bindTexture(target, texture);
            if (of.kind === 'volume') {
                gl.texStorage3D(target, 1, gl[of.format.name], of.width, of.height, of.depth);
            } else {
                gl.texStorage2D(target, of.levels || 1, gl[of.format.name], of.width, of.height);
            }
            return { of, texture, target };
        }

        // Words into a region: x, y, level or slice or face, width, height.
        write(memory, [x, y, z, width, height], bytes) {
            const { gl } = this;
            const { of } = memory;
            if (of.kind === 'buffer') {
                gl.bindBuffer(gl.ARRAY_BUFFER, memory.buffer);
                gl.bufferSubData(gl.ARRAY_BUFFER, 4 * x, bytes);
                return;
            }
            if (of.kind === 'query') {
                return;
            }
            if (of.kind === 'depth stencil') {
                const [depth, stencil] = [new Float32Array(bytes.buffer)[0], new Uint32Array(bytes.buffer)[1]];
                gl.bindFramebuffer(gl.FRAMEBUFFER, this.frame);
                this.detach();
                gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.DEPTH_STENCIL_ATTACHMENT, gl.RENDERBUFFER, memory.surface);
                gl.disable(gl.SCISSOR_TEST);
                gl.depthMask(true);
                gl.stencilMask(0xff);
                gl.clearBufferfi(gl.DEPTH_STENCIL, 0, depth, stencil);
                return;
            }
            const [texels, kind] = TEXELS[of.format.name];
            const data = new ARRAYS[kind](bytes.buffer, bytes.byteOffset, bytes.byteLength / ARRAYS[kind].BYTES_PER_ELEMENT);
            gl.bindTexture(memory.target, memory.texture);
            if (of.kind === 'volume') {
                gl.texSubImage3D(memory.target, 0, x, y, z, width, height, 1, gl[texels], gl[kind], data);
            } else {
                const [face, level] = of.kind === 'cube' ? [gl.TEXTURE_CUBE_MAP_POSITIVE_X + z, 0] : [memory.target, z];
                gl.texSubImage2D(face, level, x, y, width, height, gl[texels], gl[kind], data);
            }
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

        attach(point, memory, slice) {
            const { gl } = this;
            if (memory.of.kind === 'volume') {
                gl.framebufferTextureLayer(gl.FRAMEBUFFER, point, memory.texture, 0, slice);
            } else {
                const [face, level] = memory.of.kind === 'cube' ? [gl.TEXTURE_CUBE_MAP_POSITIVE_X + slice, 0] : [memory.target, slice];
                gl.framebufferTexture2D(gl.FRAMEBUFFER, point, face, memory.texture, level);
            }
        }

        detach() {
            const { gl } = this;
            for (let i = 0; i < 8; i++) {
                gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0 + i, gl.TEXTURE_2D, null, 0);
            }
            gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.DEPTH_STENCIL_ATTACHMENT, gl.RENDERBUFFER, null);
        }

        /** The bytes of a region, as the format has them; halves come as they are in memory. */
        read(memory, [x, y, z, width, height]) {
            const { gl } = this;
            const { of } = memory;
            if (of.kind === 'buffer') {
                const bytes = new Uint8Array(4 * width);
                gl.bindBuffer(gl.ARRAY_BUFFER, memory.buffer);
                gl.getBufferSubData(gl.ARRAY_BUFFER, 4 * x, bytes);
                return bytes;
            }
            gl.bindFramebuffer(gl.FRAMEBUFFER, this.frame);
            this.detach();
            this.attach(gl.COLOR_ATTACHMENT0, memory, z);
            gl.readBuffer(gl.COLOR_ATTACHMENT0);
            const { lanes, scalar } = of.format;
            const [texels, kind] = { int: ['RGBA_INTEGER', 'INT'], uint: ['RGBA_INTEGER', 'UNSIGNED_INT'], byte: ['RGBA', 'UNSIGNED_BYTE'] }[scalar] || ['RGBA', 'FLOAT'];
            const all = new ARRAYS[kind](4 * width * height);
            gl.readPixels(x, y, width, height, gl[texels], gl[kind], all);
            const kept = scalar === 'half' ? Uint16Array : ARRAYS[kind];
            const told = new kept(lanes * width * height);
            for (let i = 0; i < width * height; i++) {
                for (let lane = 0; lane < lanes; lane++) {
                    const number = all[4 * i + lane];
                    told[lanes * i + lane] = scalar === 'half' ? gristmill.halved(number) : number;
                }
            }
            return new Uint8Array(told.buffer);
        }
    };
}());
