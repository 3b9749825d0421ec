// A capture's kernels as WebGPU's pipelines, and the bindings of their launches.
(function () {
    'use strict';

    const gristmill = window.gristmill = window.gristmill || {};
    const gpu = gristmill.gpu = gristmill.gpu || {};

    const { lacks } = gpu;

    const VISIBLE = { vertex: 'VERTEX', fragment: 'FRAGMENT', compute: 'COMPUTE' };

    // Formats of images in GLSL's words, of a capture's and in WebGPU's.
    const IMAGES = { f: 'float', i: 'sint', ui: 'uint' };
    const imageFormat = ({ scalar, lanes }) => ['', 'r', 'rg', '', 'rgba'][lanes] + { float: '32f', int: '32i', uint: '32ui', half: '16f', byte: '8' }[scalar];

    function storageFormat(kernel, format) {
        const parts = /^(r|rg|rgba)(16|32)(f|i|ui)$/.exec(format);
        if (format === 'rgba8') {
            return 'rgba8unorm';
        }
        if (!parts) {
            throw lacks(`${kernel}: WebGPU has no images of ${format}; use rgba32f or rgba8.`);
        }
        return parts[1] + parts[2] + IMAGES[parts[3]];
    }

    const COMPARE = {
        ALWAYS: 'always', NEVER: 'never', LESS: 'less', LEQUAL: 'less-equal', EQUAL: 'equal', NOTEQUAL: 'not-equal', GEQUAL: 'greater-equal',
        GREATER: 'greater',
    };
    const UPDATE = { KEEP: 'keep', REPLACE: 'replace', INCR: 'increment-clamp', DECR: 'decrement-clamp' };
    const WRAP = { CLAMP_TO_EDGE: 'clamp-to-edge', REPEAT: 'repeat', MIRRORED_REPEAT: 'mirror-repeat' };
    const TOPOLOGY = { points: 'point-list', lines: 'line-list', triangles: 'triangle-list' };

    const WORDS = { inf: Infinity, '-inf': -Infinity };

    // The words of a uniform, column by column.
    function valueWords({ type, numbers }) {
        const all = numbers.map((number) => typeof number === 'string' ? WORDS[number] || NaN : number);
        const kind = type.startsWith('u') ? Uint32Array : type.startsWith('i') || type === 'bool' ? Int32Array : Float32Array;
        return new Uint32Array(kind.from(all).buffer);
    }

    /**
     * The block of a stage's uniforms.
     * @param {{bytes: number, members: object[]}} block
     * @param {object} values by name: `k`, or `k[2]` for an item of an array; what has no value is 0
     * @returns {Uint32Array}
     */
    gpu.packUniforms = ({ bytes, members }, values) => {
        const words = new Uint32Array(Math.max(4, bytes / 4));
        for (const { name, rows, items, offset, stride, column } of members) {
            for (let item = 0; item < (items === null ? 1 : items); item++) {
                const value = values[`${name}[${item}]`] || (item === 0 && values[name]);
                if (value) {
                    valueWords(value).forEach((word, i) => {
                        words[(offset + item * stride + Math.floor(i / rows) * column) / 4 + i % rows] = word;
                    });
                }
            }
        }
        return words;
    };

    /** The kernels of a run, made at the first launch that needs them, over its memories. */
    gpu.Programs = class extends gpu.Memories {
        constructor(card, capture) {
            super(card, capture);
            this.translated = new Map();
            this.pipelines = new Map();
            this.samplers = new Map();
        }

        // The stages of a program in WGSL.
        async translate(number, formats, squares) {
            const key = JSON.stringify([number, formats, squares]);
            if (!this.translated.has(key)) {
                this.translated.set(key, this.asked(number, formats, squares));
            }
            return this.translated.get(key);
        }

        async asked(number, formats, squares) {
            const { stages, refused } = this.capture.spirv[number];
            if (refused) {
                throw lacks(refused);
            }
            const answer = await gristmill.translate({ stages, formats, squares });
            if (answer.error) {
                throw lacks(answer.error);
            }
            return answer.stages;
        }

        // The stages of a launch, and what they depend on besides its program.
        async stagesOf({ pass, program, images }) {
            const formats = {};
            for (const { name, memory } of images || []) {
                formats[name] = imageFormat(this.capture.memories[memory].format);
            }
            const plain = await this.translate(program, formats, false);
            const squares = Boolean(pass) && pass.vertices === 'points' && plain.some((stage) => stage.has_point_size);
            return { stages: squares ? await this.translate(program, formats, true) : plain, squares, formats };
        }

        // What a binding is, by its number: a texture may have a sampler beside it.
        entries(kernel, resource, visibility) {
            const { binding } = resource;
            const buffer = (type) => [{ binding, visibility, buffer: { type } }];
            const filters = this.device.features.has('float32-filterable');
            switch (resource.kind) {
                case 'uniforms': return buffer(resource.storage ? 'read-only-storage' : 'uniform');
                case 'target size': return buffer('uniform');
                case 'buffer': return buffer(!resource.storage ? 'uniform' : resource.writable ? 'storage' : 'read-only-storage');
                case 'image': return [{
                    binding, visibility,
                    storageTexture: { access: resource.access, format: storageFormat(kernel, resource.format), viewDimension: resource.dimension },
                }];
                default: {
                    const sampleType = resource.sample_type === 'float' && !filters ? 'unfilterable-float' : resource.sample_type;
                    const type = resource.shadow ? 'comparison' : filters ? 'filtering' : 'non-filtering';
                    return [
                        { binding, visibility, texture: { sampleType, viewDimension: resource.dimension } },
                        ...resource.sampler === null ? [] : [{ binding: resource.sampler, visibility, sampler: { type } }],
                    ];
                }
            }
        }

        // The pipeline of a launch, with the layouts of its groups; launches that differ in their bindings alone share one.
        async pipeline(launch, targets) {
            const { stages, squares, formats } = await this.stagesOf(launch);
            const { vertices, blend, depth_stencil: planes, attributes } = launch.pass || {};
            const state = {
                vertices, blend, squares, targets, planes: planes && { ...planes, memory: null, reference: null },
                streams: (attributes || []).map(({ name, format }) => ({ name, format })),
            };
            const key = JSON.stringify([launch.program, formats, state]);
            if (!this.pipelines.has(key)) {
                this.pipelines.set(key, this.linked(launch, stages, state));
            }
            return this.pipelines.get(key);
        }

        async linked({ kernel, program }, stages, state) {
            const { device } = this;
            const groups = stages.map((stage) => stage.group);
            const layouts = Array.from({ length: Math.max(...groups) + 1 }, (_, group) => {
                const stage = stages.find((stage) => stage.group === group);
                const visibility = stage && GPUShaderStage[VISIBLE[stage.stage]];
                return device.createBindGroupLayout({ entries: stage ? stage.resources.flatMap((resource) => this.entries(kernel, resource, visibility)) : [] });
            });
            const layout = device.createPipelineLayout({ bindGroupLayouts: layouts });
            const made = (stage) => ({ module: device.createShaderModule({ code: stage.wgsl }), entryPoint: 'main' });
            if (stages.length === 1 && stages[0].stage === 'compute') {
                return { stages, layouts, squares: false, made: device.createComputePipeline({ layout, compute: made(stages[0]) }) };
            }
            const [vertex, fragment] = ['vertex', 'fragment'].map((kind) => stages.find((stage) => stage.stage === kind));
            if (!fragment) {
                throw lacks(`${kernel}: WebGPU has no transform feedback; write the stream in a compute kernel.`);
            }
            const { squares } = state;
            const { attributes } = this.capture.spirv[program];
            const streams = state.streams.map(({ name, format }) => ({
                arrayStride: 4 * format.words, stepMode: squares ? 'instance' : 'vertex',
                attributes: [{ format: gpu.vertexFormat(format), offset: 0, shaderLocation: attributes[name] || 0 }],
            }));
            const pipeline = device.createRenderPipeline({
                layout, vertex: { ...made(vertex), buffers: streams },
                // Rows run down in WebGPU and up in OpenGL: what turns left there turns right here.
                primitive: { topology: squares ? 'triangle-list' : TOPOLOGY[state.vertices] || 'triangle-list', frontFace: 'cw' },
                fragment: { ...made(fragment), targets: state.targets.map((format) => format && { format, ...this.blended(state.blend) }) },
                ...state.planes ? { depthStencil: this.masked(state.planes) } : {},
            });
            return { stages, layouts, squares, made: pipeline };
        }

        blended(operation) {
            const part = { srcFactor: 'one', dstFactor: 'one', operation };
            return operation ? { blend: { color: part, alpha: part } } : {};
        }

        masked({ depth, write_depth: depthWriteEnabled, stencil, on_pass: onPass, on_fail: onFail }) {
            const face = { compare: COMPARE[stencil], failOp: UPDATE[onFail], depthFailOp: 'keep', passOp: UPDATE[onPass] };
            return {
                format: gpu.DEPTH_STENCIL, depthWriteEnabled, depthCompare: COMPARE[depth], stencilFront: face, stencilBack: face,
                stencilReadMask: 0xff, stencilWriteMask: 0xff,
            };
        }

        // How a texture is read.
        sampler({ linear, wraps, by_level: byLevel }, shadow) {
            if (wraps.includes('border')) {
                throw lacks('WebGPU has no border values; clamp, and compare the coordinate in the kernel.');
            }
            const key = [linear, byLevel, shadow, ...wraps].join();
            if (!this.samplers.has(key)) {
                const [addressModeU, addressModeV, addressModeW] = wraps.map((wrap) => WRAP[wrap]);
                const filter = linear ? 'linear' : 'nearest';
                this.samplers.set(key, this.device.createSampler({
                    addressModeU, addressModeV, addressModeW, magFilter: filter, minFilter: filter, mipmapFilter: byLevel ? filter : 'nearest',
                    lodMaxClamp: byLevel ? 32 : 0, ...shadow ? { compare: 'less-equal' } : {},
                }));
            }
            return this.samplers.get(key);
        }

        // A small buffer that launches read.
        upload(words) {
            const { UNIFORM, STORAGE, COPY_DST } = GPUBufferUsage;
            const buffer = this.device.createBuffer({ size: Math.max(16, words.byteLength), usage: UNIFORM | STORAGE | COPY_DST });
            this.device.queue.writeBuffer(buffer, 0, words);
            return { buffer };
        }

        // The words of a launch's uniforms in the block of a stage. A stage that covers a target of rectangles asks for its size.
        uniformWords(launch, resource, size) {
            return gpu.packUniforms(resource, { gristmill_cover_size: { type: 'vec2', numbers: size }, ...launch.uniforms });
        }

        uniformBuffer(launch, resource, size) {
            return this.upload(this.uniformWords(launch, resource, size));
        }

        // The objects of a stage's bindings; `readable` gives the memory that a launch reads in the place of one that it writes.
        bound(launch, stage, size, readable) {
            const bound = [];
            const named = (all, name) => {
                const found = (all || []).find((one) => one.name === name);
                if (!found) {
                    throw lacks(`${launch.kernel}: no argument is bound to ${name}.`);
                }
                return found;
            };
            const view = (memory, dimension) => {
                if (!memory.texture) {
                    throw lacks(`${launch.kernel}: WebGPU reads no buffer as a texture; bind it as a buffer.`);
                }
                return memory.texture.createView({ dimension });
            };
            for (const resource of stage.resources) {
                const { kind, binding, name } = resource;
                if (kind === 'uniforms') {
                    bound.push([binding, this.uniformBuffer(launch, resource, size)]);
                } else if (kind === 'target size') {
                    bound.push([binding, this.upload(Float32Array.from(size))]);
                } else if (kind === 'texture') {
                    const given = named(launch.textures, name);
                    bound.push([binding, view(readable(this.memory(given.memory)), resource.dimension)]);
                    if (resource.sampler !== null) {
                        bound.push([resource.sampler, this.sampler(given, resource.shadow)]);
                    }
                } else if (kind === 'image') {
                    bound.push([binding, view(this.memory(named(launch.images, name).memory), resource.dimension)]);
                } else {
                    const given = (launch.buffers || []).find((one) => one.name === name);
                    bound.push([binding, given ? { buffer: this.memory(given.memory).buffer } : this.upload(new Uint32Array(4))]);
                }
            }
            return bound.map(([binding, resource]) => ({ binding, resource }));
        }

        // The bind groups of all stages.
        groups(launch, { stages, layouts }, size, readable) {
            return layouts.map((layout, group) => {
                const stage = stages.find((stage) => stage.group === group);
                return this.device.createBindGroup({ layout, entries: stage ? this.bound(launch, stage, size, readable) : [] });
            });
        }
    };
}());
