// The passes of a captured run, made again by WebGL 2.
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

    // A sentence about what WebGL 2 lacks.
    function lacks(sentence) {
        const error = new Error(sentence);
        error.lacks = true;
        return error;
    }

    class Replay {
        constructor(gl, capture) {
            this.gl = gl;
            this.capture = capture;
            this.memories = capture.memories.map(() => null);
            this.programs = capture.programs.map(() => null);
            this.frame = gl.createFramebuffer();
            this.samplers = new Map();
            gl.disable(gl.DITHER);
            gl.pixelStorei(gl.PACK_ALIGNMENT, 1);
            gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
            this.linear = gl.getExtension('OES_texture_float_linear');
            this.blends = gl.getExtension('EXT_float_blend');
        }

        // Sides of a level, and how many levels, slices or faces there are.
        side(of, slice) {
            const halved = (side) => of.kind === 'texture' ? Math.max(1, side >> slice) : side;
            return [halved(of.width), halved(of.height)];
        }

        slices(of) {
            return { texture: of.levels, volume: of.depth, cube: 6 }[of.kind] || 1;
        }

        // The memory, made when it is first met.
        memory(number) {
            this.memories[number] = this.memories[number] || this.made(this.capture.memories[number]);
            return this.memories[number];
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

        // All words alike.
        fill(memory, word) {
            const { of } = memory;
            if (of.kind === 'depth stencil' || of.kind === 'query') {
                return;
            }
            for (let slice = 0; slice < this.slices(of); slice++) {
                const [width, height] = of.kind === 'buffer' ? [of.words, 1] : this.side(of, slice);
                const words = new Uint32Array(width * height * (of.format ? of.format.words : 1)).fill(word);
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

        program(number) {
            this.programs[number] = this.programs[number] || this.linked(this.capture.programs[number]);
            return this.programs[number];
        }

        linked({ kernel, web, refused }) {
            const { gl } = this;
            if (!web) {
                throw lacks(`${kernel}: ${refused || 'it is no pass, and WebGL 2 has no dispatches'}`);
            }
            const program = gl.createProgram();
            const empty = '#version 300 es\nprecision highp float;\nvoid main() {}';
            for (const [kind, text] of [[gl.VERTEX_SHADER, web.vertex], [gl.FRAGMENT_SHADER, web.fragment || empty]]) {
                const shader = gl.createShader(kind);
                gl.shaderSource(shader, text);
                gl.compileShader(shader);
                if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) {
                    throw lacks(`${kernel}: this card's compiler says ${(gl.getShaderInfoLog(shader) || '').split('\n')[0]}`);
                }
                gl.attachShader(program, shader);
            }
            const written = Object.keys(web.outputs).sort((a, b) => web.outputs[a] - web.outputs[b]);
            if (!web.fragment) {
                gl.transformFeedbackVaryings(program, written.map((name) => web.names[name] || name), gl.SEPARATE_ATTRIBS);
            }
            gl.linkProgram(program);
            if (!gl.getProgramParameter(program, gl.LINK_STATUS)) {
                throw lacks(`${kernel}: this card's linker says ${(gl.getProgramInfoLog(program) || '').split('\n')[0]}`);
            }
            // A name with an index keeps it behind the name that stands for it.
            const own = (name) => web.names[name] || name.replace(/^\w+/, (word) => web.names[word] || word);
            return { program, own, web, kernel };
        }

        uniform({ program, own }, name, { type, numbers }) {
            const { gl } = this;
            const place = gl.getUniformLocation(program, own(name));
            if (!place) {
                return;
            }
            const words = { inf: Infinity, '-inf': -Infinity };
            const all = numbers.map((number) => typeof number === 'string' ? words[number] || NaN : number);
            if (type.startsWith('mat')) {
                gl[`uniformMatrix${type[3]}fv`](place, false, all);
                return;
            }
            const kind = type.startsWith('u') ? 'ui' : type.startsWith('i') || type === 'bool' ? 'i' : 'f';
            gl[`uniform${all.length}${kind}v`](place, all);
        }

        // How a texture is read.
        sampler({ linear, wraps, by_level: byLevel }, { format }) {
            const { gl } = this;
            if (wraps.includes('border')) {
                throw lacks('WebGL 2 has no border of one value around a texture.');
            }
            if (linear && format.scalar === 'float' && !this.linear) {
                throw lacks('This card filters no textures of 32-bit floats (OES_texture_float_linear).');
            }
            const key = [linear, byLevel, ...wraps].join();
            if (!this.samplers.has(key)) {
                const sampler = gl.createSampler();
                const filter = linear ? 'LINEAR' : 'NEAREST';
                gl.samplerParameteri(sampler, gl.TEXTURE_MAG_FILTER, gl[filter]);
                gl.samplerParameteri(sampler, gl.TEXTURE_MIN_FILTER, gl[byLevel ? `${filter}_MIPMAP_${filter}` : filter]);
                ['S', 'T', 'R'].forEach((axis, i) => gl.samplerParameteri(sampler, gl['TEXTURE_WRAP_' + axis], gl[wraps[i]]));
                this.samplers.set(key, sampler);
            }
            return this.samplers.get(key);
        }

        // The texture, or a copy of it where the pass writes to it too, at another level.
        readable(memory, outputs) {
            if (!outputs.some((output) => this.memory(output.memory) === memory)) {
                return memory;
            }
            const twin = memory.twin = memory.twin || this.made(memory.of);
            for (let slice = 0; slice < this.slices(memory.of); slice++) {
                const region = [0, 0, slice, ...this.side(memory.of, slice)];
                this.write(twin, region, this.read(memory, region));
            }
            return twin;
        }

        async launch(launch) {
            const { gl } = this;
            const { pass } = launch;
            const linked = this.program(launch.program);
            if (pass.condition !== null && await this.counted(this.memory(pass.condition)) === false) {
                return;
            }
            const bound = launch.textures.map((texture) => this.readable(this.memory(texture.memory), launch.outputs));
            gl.useProgram(linked.program);
            Object.entries(launch.uniforms).forEach(([name, value]) => this.uniform(linked, name, value));
            bound.forEach((memory, unit) => {
                gl.activeTexture(gl.TEXTURE0 + unit);
                gl.bindTexture(memory.target, memory.texture);
                gl.bindSampler(unit, this.sampler(launch.textures[unit], memory.of));
                gl.uniform1i(gl.getUniformLocation(linked.program, linked.own(launch.textures[unit].name)), unit);
            });
            const names = (pass.attributes || []).map((attribute) => this.attribute(linked, attribute));
            if (linked.web.fragment) {
                this.draw(launch, linked);
            } else {
                this.feed(launch, linked);
            }
            names.forEach((place) => gl.disableVertexAttribArray(place));
            bound.forEach((memory, unit) => {
                gl.activeTexture(gl.TEXTURE0 + unit);
                gl.bindTexture(memory.target, null);
                gl.bindSampler(unit, null);
            });
            gl.activeTexture(gl.TEXTURE0);
            const error = gl.getError();
            if (error) {
                throw lacks(`${linked.kernel}: this card's WebGL gives error ${error}.`);
            }
        }

        attribute({ program, own }, { name, memory, format }) {
            const { gl } = this;
            const place = gl.getAttribLocation(program, own(name));
            if (place < 0) {
                return 0;
            }
            const kind = { float: gl.FLOAT, int: gl.INT, uint: gl.UNSIGNED_INT, half: gl.HALF_FLOAT, byte: gl.UNSIGNED_BYTE }[format.scalar];
            gl.bindBuffer(gl.ARRAY_BUFFER, this.memory(memory).buffer);
            gl.enableVertexAttribArray(place);
            if (format.scalar === 'int' || format.scalar === 'uint') {
                gl.vertexAttribIPointer(place, format.lanes, kind, 0, 0);
            } else {
                gl.vertexAttribPointer(place, format.lanes, kind, format.scalar === 'byte', 0, 0);
            }
            return place;
        }

        // A pass of pixels.
        draw({ pass, outputs }, { web, kernel }) {
            const { gl } = this;
            gl.bindFramebuffer(gl.FRAMEBUFFER, this.frame);
            this.detach();
            const places = outputs.map(({ name }) => web.outputs[name] || 0);
            if (places.length && Math.max(...places) >= gl.getParameter(gl.MAX_DRAW_BUFFERS)) {
                throw lacks(`${kernel} has ${places.length} outputs, and this card writes ${gl.getParameter(gl.MAX_DRAW_BUFFERS)} in a pass.`);
            }
            outputs.forEach((output, i) => this.attach(gl.COLOR_ATTACHMENT0 + places[i], this.memory(output.memory), output.slice));
            gl.drawBuffers(Array.from({ length: Math.max(-1, ...places) + 1 }, (_, i) => places.includes(i) ? gl.COLOR_ATTACHMENT0 + i : gl.NONE));
            this.mask(pass.depth_stencil);
            if (gl.checkFramebufferStatus(gl.FRAMEBUFFER) !== gl.FRAMEBUFFER_COMPLETE) {
                throw lacks(`${kernel}: this card cannot write to these outputs together.`);
            }
            this.blend(pass.blend, outputs);
            const query = pass.query === null ? null : this.memory(pass.query);
            if (query) {
                query.query = gl.createQuery();
                gl.beginQuery(gl.ANY_SAMPLES_PASSED, query.query);
            }
            if (pass.regions) {
                const { of } = this.memory(outputs[0].memory);
                gl.viewport(0, 0, ...this.side(of, outputs[0].slice));
                gl.enable(gl.SCISSOR_TEST);
                for (const [x, y, , width, height] of pass.regions) {
                    gl.scissor(x, y, width, height);
                    gl.drawArrays(gl.TRIANGLES, 0, 3);
                }
                gl.disable(gl.SCISSOR_TEST);
            } else {
                gl.viewport(0, 0, ...pass.size);
                gl.drawArrays(gl[pass.vertices.toUpperCase()], 0, pass.count);
            }
            if (query) {
                gl.endQuery(gl.ANY_SAMPLES_PASSED);
            }
            [gl.BLEND, gl.DEPTH_TEST, gl.STENCIL_TEST].forEach((test) => gl.disable(test));
        }

        mask(state) {
            const { gl } = this;
            if (!state) {
                return;
            }
            gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.DEPTH_STENCIL_ATTACHMENT, gl.RENDERBUFFER, this.memory(state.memory).surface);
            gl.enable(gl.DEPTH_TEST);
            gl.enable(gl.STENCIL_TEST);
            gl.depthFunc(gl[state.depth]);
            gl.depthMask(state.write_depth);
            gl.stencilMask(0xff);
            gl.stencilFunc(gl[state.stencil], state.reference, 0xff);
            gl.stencilOp(gl[state.on_fail], gl.KEEP, gl[state.on_pass]);
        }

        blend(how, outputs) {
            const { gl } = this;
            if (!how) {
                return;
            }
            if (!this.blends && outputs.some((output) => this.memory(output.memory).of.format.scalar === 'float')) {
                throw lacks('This card blends no outputs of 32-bit floats (EXT_float_blend).');
            }
            gl.enable(gl.BLEND);
            gl.blendFunc(gl.ONE, gl.ONE);
            gl.blendEquation({ add: gl.FUNC_ADD, min: gl.MIN, max: gl.MAX }[how]);
        }

        // Vertices that are written to streams; nothing is drawn.
        feed({ pass, outputs }, { web }) {
            const { gl } = this;
            const order = [...outputs].sort((a, b) => web.outputs[a.name] - web.outputs[b.name]);
            gl.bindBuffer(gl.ARRAY_BUFFER, null);
            order.forEach((output, i) => gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, i, this.memory(output.memory).buffer));
            gl.enable(gl.RASTERIZER_DISCARD);
            gl.beginTransformFeedback(gl.POINTS);
            gl.drawArrays(gl.POINTS, 0, pass.count);
            gl.endTransformFeedback();
            gl.disable(gl.RASTERIZER_DISCARD);
            order.forEach((_, i) => gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, i, null));
        }

        // Whether a query counted any fragment; undefined where nothing was counted yet.
        async counted(memory) {
            const { gl } = this;
            if (!memory.query) {
                return false;
            }
            gl.flush();
            while (!gl.getQueryParameter(memory.query, gl.QUERY_RESULT_AVAILABLE)) {
                await new Promise((done) => setTimeout(done, 0));
            }
            return Boolean(gl.getQueryParameter(memory.query, gl.QUERY_RESULT));
        }

        async event(event) {
            if (event.launch !== undefined) {
                await this.launch(this.capture.launches[event.launch]);
            } else if (event.write !== undefined) {
                this.write(this.memory(event.write), event.at, gristmill.bytes(event.words));
            } else if (event.copy !== undefined) {
                this.write(this.memory(event.to), event.there, this.read(this.memory(event.copy), event.at));
            } else {
                this.fill(this.memory(event.reset), event.zero ? 0 : UNSET);
            }
        }
    }

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

    /**
     * Makes the passes of a capture again.
     * @param {WebGL2RenderingContext} gl
     * @param {object} capture a run's, asked with `capture`
     * @returns {Promise<function(number): Uint8Array>} what a memory holds now, all of its levels or slices
     */
    gristmill.replay = async (gl, capture) => {
        if (!gl.getExtension('EXT_color_buffer_float')) {
            throw lacks('This card writes no floats to textures (EXT_color_buffer_float).');
        }
        if (capture.left_out.launches || capture.left_out.words) {
            throw new Error('The run is too long to be made again in the page; take fewer elements.');
        }
        const replay = new Replay(gl, capture);
        for (const event of capture.events) {
            await replay.event(event);
        }
        return (number) => {
            const memory = replay.memory(number);
            const { of } = memory;
            const parts = Array.from({ length: replay.slices(of) }, (_, slice) => {
                const sides = of.kind === 'buffer' ? [of.words, 1] : replay.side(of, slice);
                return replay.read(memory, [0, 0, slice, ...sides]);
            });
            const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
            parts.reduce((at, part) => (all.set(part, at), at + part.length), 0);
            return all;
        };
    };
}());
