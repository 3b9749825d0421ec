// The passes of a captured run, made again by WebGL 2.
(function () {
    'use strict';

    const gristmill = window.gristmill = window.gristmill || {};

    const { lacks } = gristmill;

    class Replay extends gristmill.Memories {
        constructor(gl, capture) {
            super(gl, capture);
            this.programs = capture.programs.map(() => null);
            this.samplers = new Map();
            gl.disable(gl.DITHER);
            this.linear = gl.getExtension('OES_texture_float_linear');
            this.blends = gl.getExtension('EXT_float_blend');
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
            } else if (event.read !== undefined) {
                const memory = this.memory(event.read);
                if (memory.of.kind !== 'query') {
                    const parts = event.at.map((region) => this.read(memory, region));
                    this.held(memory.of, gristmill.joined(parts), gristmill.bytes(event.words));
                }
            } else if (event.copy !== undefined) {
                this.write(this.memory(event.to), event.there, this.read(this.memory(event.copy), event.at));
            } else {
                this.fill(this.memory(event.reset), event.zero);
            }
        }
    }

    /**
     * Makes the passes of a capture again.
     * @param {WebGL2RenderingContext} gl
     * @param {object} capture a run's, asked with `capture`
     * @param {function(object, Uint8Array, Uint8Array)} held is told of each read: the memory's kind, what it holds here, and
     *     what it held on the emulator
     * @returns {Promise<void>}
     */
    gristmill.replay = async (gl, capture, held) => {
        if (!gl.getExtension('EXT_color_buffer_float')) {
            throw lacks('This card writes no floats to textures (EXT_color_buffer_float).');
        }
        if (capture.left_out.launches || capture.left_out.words) {
            throw new Error('The run is too long to be made again in the page; take fewer elements.');
        }
        const replay = new Replay(gl, capture);
        replay.held = held;
        for (const event of capture.events) {
            await replay.event(event);
        }
    };
}());
