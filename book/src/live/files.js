// Files of the reader's: arrays of NumPy's and bytes as they are, pictures as PNG. They never leave the browser.
(function () {
    'use strict';

    const gristmill = window.gristmill = window.gristmill || {};

    const MOST = 16 << 20;
    const SIDE = 1024;
    const ARRAY = /\.(npy|bin)$/i;
    const KINDS = 'images (PNG, JPEG and what else the browser reads), .npy and .bin';

    function base64(blob) {
        return new Promise((resolve, reject) => {
            const reader = new FileReader();
            reader.onload = () => resolve(reader.result.slice(reader.result.indexOf(',') + 1));
            reader.onerror = () => reject(reader.error);
            reader.readAsDataURL(blob);
        });
    }

    // A name as a setting can have it.
    const plain = (name) => name.replace(/[^\w.-]+/g, '_').slice(-60);

    // A picture as PNG, not larger than the emulator draws soon.
    async function picture(file, name) {
        const bitmap = await createImageBitmap(file, { colorSpaceConversion: 'none', premultiplyAlpha: 'none' }).catch(() => {
            throw new Error(file.name + ' is no picture that this browser reads; save it as PNG or JPEG.');
        });
        const shrink = Math.min(1, SIDE / Math.max(bitmap.width, bitmap.height));
        const [width, height] = [bitmap.width, bitmap.height].map((side) => Math.max(1, Math.round(side * shrink)));
        const made = { name: name.replace(/\.\w+$/, '') + '.png', size: [width, height], note: '' };
        if (shrink < 1) {
            made.note = file.name + ' has ' + bitmap.width + ' x ' + bitmap.height + ' texels, ' + SIDE + ' a side is the limit; it is taken as '
                + width + ' x ' + height + '.';
        }
        if (shrink === 1 && file.type === 'image/png') {
            return { ...made, base64: await base64(file) };
        }
        const canvas = document.createElement('canvas');
        canvas.width = width;
        canvas.height = height;
        canvas.getContext('2d').drawImage(bitmap, 0, 0, width, height);
        return { ...made, base64: await base64(await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))) };
    }

    /**
     * A file as a request has it.
     * @param {File} file
     * @returns {Promise<{name: string, base64: string, size: ?number[], note: string}>} `size` is a picture's; an error, whose
     *     message is a sentence, for what is none of these
     */
    gristmill.file = async (file) => {
        if (file.size > MOST) {
            throw new Error(file.name + ' has ' + file.size.toLocaleString('en') + ' bytes, the limit is ' + MOST.toLocaleString('en')
                + '; take a part of it.');
        }
        if (!file.size) {
            throw new Error(file.name + ' is empty, or a folder; drop ' + KINDS + '.');
        }
        const name = plain(file.name);
        if (ARRAY.test(name)) {
            return { name: name.replace(ARRAY, (ending) => ending.toLowerCase()), base64: await base64(file), size: null, note: '' };
        }
        if (file.type.startsWith('image/')) {
            return picture(file, name);
        }
        throw new Error(file.name + ' is of a kind that no kernel reads; drop ' + KINDS + '.');
    };

    // What a kernel declares that a file may fill, those that nothing is said of first.
    function places(text, launch, pattern, word) {
        const code = text.replace(/\/\/.*|\/\*[^]*?\*\//g, '');
        const names = [...code.matchAll(pattern)].map((found) => found[1]);
        const said = (name) => new RegExp('^\\s*(//\\s*run:\\s*)?' + word + '\\s+' + name + '\\s*=', 'm').test(launch + '\n' + text);
        return [...names.filter((name) => !said(name)), ...names];
    }

    /**
     * The lines of a launch with a file in them.
     * @param {{name: string, size: ?number[]}} file
     * @param {string} text the kernel's
     * @param {string} launch the lines as they are
     * @returns {{launch: string, said: string}} `said` is what was done, a sentence
     */
    gristmill.file.use = (file, text, launch) => {
        const of = (pattern, word) => places(text, launch, pattern, word).slice(0, 1).map((name) => [word, name]);
        const samplers = of(/\buniform\s+(?:(?:highp|mediump|lowp)\s+)?[iu]?sampler\w+\s+(\w+)/g, 'image');
        const images = of(/\buniform\s+[^;(]*?\b[iu]?image\w+\s+(\w+)/g, 'image');
        const buffers = of(/\bbuffer\s+(\w+)\s*\{/g, 'buffer');
        const found = file.size ? [...samplers, ...images] : /\.npy$/.test(file.name) ? [...buffers, ...samplers, ...images] : buffers;
        if (!found.length) {
            const wanted = file.size ? 'sampler or image' : 'buffer or sampler';
            return { launch, said: file.name + ' is here; the kernel declares no ' + wanted + ' that it could fill.' };
        }
        const [word, name] = found[0];
        const rows = launch.split('\n').filter((row) => row.trim() && !new RegExp('^\\s*' + word + '\\s+' + name + '\\s*=').test(row));
        rows.push(word + ' ' + name + '=' + file.name);
        if (file.size && !/^\s*(\/\/\s*run:\s*)?(size|groups)\s/m.test(launch + '\n' + text) && !/\bbuffer\s+\w+\s*\{/.test(text)) {
            rows.push('size ' + file.size.join('x'));
        }
        return { launch: rows.join('\n'), said: file.name + ' fills ' + name + ', as a line of the launch says.' };
    };
}());
