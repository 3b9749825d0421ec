// The reader's graphics card by WebGPU: its adapter, its limits, and a sentence where there is none.
(function () {
    'use strict';

    const gristmill = window.gristmill = window.gristmill || {};
    const gpu = gristmill.gpu = gristmill.gpu || {};

    // What WebGPU leaves to the adapter, and kernels or their clock use.
    const WANTED = ['timestamp-query', 'float32-filterable', 'float32-blendable', 'texture-formats-tier1', 'texture-formats-tier2', 'subgroups'];

    // Limits that a reader of this book asks for.
    const SHOWN = {
        maxTextureDimension2D: 'texels a side', maxTextureDimension3D: 'texels a side of a volume', maxColorAttachments: 'outputs of a pass',
        maxStorageBuffersPerShaderStage: 'buffers of a kernel', maxStorageBufferBindingSize: 'bytes of a buffer',
        maxComputeInvocationsPerWorkgroup: 'lanes of a group', maxComputeWorkgroupStorageSize: 'bytes of shared memory',
        maxComputeWorkgroupsPerDimension: 'groups along an axis',
    };

    /**
     * An error that says what WebGPU or this adapter lacks; nothing is wrong with the kernel.
     * @param {string} sentence
     * @returns {Error}
     */
    gpu.lacks = (sentence) => Object.assign(new Error(sentence), { lacks: true });

    /** The cards that are open: each device that was not destroyed or lost. */
    gpu.opened = new Set();

    /**
     * Ends all work on cards, except that of scenes, which have a button of their own.
     * @param {string} sentence what those who wait are told
     */
    gpu.stop = (sentence) => {
        [...gpu.opened].filter((card) => !card.isScene).forEach((card) => {
            card.lost = sentence;
            card.device.destroy();
        });
    };

    // The adapter in words: drivers keep some of them back.
    function adapterName({ vendor, architecture, device, description }) {
        return description || [vendor, architecture, device].filter(Boolean).join(' ') || 'an adapter without a name';
    }

    // Programs of a processor that stand for a card.
    const PROCESSORS = /swiftshader|llvmpipe|lavapipe|basic render|warp/i;

    /**
     * The reader's card.
     * @returns {Promise<{device: GPUDevice, name: string, isProcessor: boolean, vendor: string, architecture: string, features: string[], limits: object, lost: ?string}>}
     *     refused with a sentence where this browser has no WebGPU, or no adapter
     */
    gpu.open = async () => {
        if (!navigator.gpu) {
            throw gpu.lacks('This browser has no WebGPU.');
        }
        const adapter = await navigator.gpu.requestAdapter({ powerPreference: 'high-performance' });
        if (!adapter) {
            throw gpu.lacks('WebGPU finds no adapter in this browser.');
        }
        const features = WANTED.filter((feature) => adapter.features.has(feature));
        const requiredLimits = {};
        for (const name in adapter.limits) {
            if (typeof adapter.limits[name] === 'number') {
                requiredLimits[name] = adapter.limits[name];
            }
        }
        const device = await adapter.requestDevice({ requiredFeatures: features, requiredLimits });
        const info = adapter.info || {};
        const limits = Object.fromEntries(Object.keys(SHOWN).map((name) => [name, device.limits[name]]));
        const name = adapterName(info);
        const isProcessor = Boolean(info.isFallbackAdapter) || PROCESSORS.test(name);
        const card = { device, name, isProcessor, vendor: info.vendor || '', architecture: info.architecture || '', features, limits, lost: null };
        gpu.opened.add(card);
        device.lost.then(({ message }) => {
            gpu.opened.delete(card);
            card.lost = card.lost || `The card was lost (${message || 'no reason is told'}): its driver began anew, or the kernel ran for too long. Reload the page, and take fewer elements.`;
        });
        return card;
    };

    /**
     * A card's limits in words.
     * @param {{limits: object}} card
     * @returns {string}
     */
    gpu.limits = ({ limits }) => Object.entries(SHOWN).map(([name, words]) => `${Number(limits[name]).toLocaleString('en')} ${words}`).join(', ');

    /**
     * A card's limits by the library's names.
     * @param {{limits: object}} card
     * @returns {object}
     */
    gpu.libraryLimits = ({ limits }) => ({
        texture_side: limits.maxTextureDimension2D, volume_side: limits.maxTextureDimension3D, outputs: limits.maxColorAttachments,
        buffers: limits.maxStorageBuffersPerShaderStage, buffer_bytes: limits.maxStorageBufferBindingSize,
    });

    // Adds the way round what WebGPU forbids to a message of its validation.
    function explain(message) {
        const first = message.split('\n')[0].trim();
        if (/writable usage|usage .*synchronization scope|aliasing/i.test(message)) {
            return `${first} WebGPU does not read what the same launch writes: copy the stream, or write to another one.`;
        }
        if (/blend/i.test(message)) {
            return `${first} This adapter does not blend floats of 32 bits: add in the kernel, or use halves.`;
        }
        if (/filterable/i.test(message)) {
            return `${first} This adapter does not filter floats of 32 bits: blend texels in the kernel, or use halves.`;
        }
        if (/uniform control flow/.test(message)) {
            return `${first}. WGSL has barrier() only where all lanes of a group certainly come: decide by a uniform or gl_WorkGroupID, not by what memory holds.`;
        }
        if (/workgroup_size/.test(message)) {
            return `${first} Take a way with smaller groups.`;
        }
        return first;
    }

    /**
     * Does work, and throws what WebGPU has against it.
     * @param {object} card
     * @param {string} kernel that the sentence names
     * @param {function(): Promise<*>} work
     * @param {Promise[]} [pending] takes what WebGPU will have said, so that nobody waits for it here
     * @returns {Promise<*>} what the work returns
     */
    gpu.checked = async (card, kernel, work, pending) => {
        const { device } = card;
        const kinds = ['internal', 'out-of-memory', 'validation'];
        kinds.forEach((kind) => device.pushErrorScope(kind));
        let failed = null;
        const result = await Promise.resolve().then(work).catch((error) => { failed = error; });
        const told = Promise.all(kinds.map(() => device.popErrorScope())).then((errors) => {
            const error = errors.find(Boolean);
            // A sentence of ours says more than what follows from it.
            if (card.lost || failed || error) {
                throw card.lost ? gpu.lacks(card.lost) : failed || gpu.lacks(`${kernel}: ${explain(error.message)}`);
            }
        });
        if (pending && !failed) {
            pending.push(told);
            // It is heard later.
            told.catch(() => {});
        } else {
            await told;
        }
        return result;
    };
}());
