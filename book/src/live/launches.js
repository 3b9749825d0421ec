// A run launch by launch: each pass or dispatch, and what it left in its outputs.
(function () {
    'use strict';

    const gristmill = window.gristmill = window.gristmill || {};

    // Numbers of one output that are shown.
    const FEW = 256;

    // From so many texels on a texture is shown as a picture.
    const PICTURE = 256;

    // A picture is at least as wide, in pixels of the page.
    const WIDE = 256;

    // Play takes about so long for a whole run, in ms, and for one launch between these.
    const WHOLE = 12000;
    const SHORTEST = 80;
    const LONGEST = 700;

    /**
     * Bytes of a text in base64.
     * @param {string} text
     * @returns {Uint8Array}
     */
    gristmill.bytes = (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));

    /**
     * Bytes one after another.
     * @param {Uint8Array[]} parts
     * @returns {Uint8Array}
     */
    gristmill.joined = (parts) => {
        const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
        parts.reduce((at, part) => (all.set(part, at), at + part.length), 0);
        return all;
    };

    /**
     * A number of 16 bits as one of 64.
     * @param {number} bits
     * @returns {number}
     */
    gristmill.half = (bits) => {
        const sign = bits & 0x8000 ? -1 : 1;
        const exponent = (bits >> 10) & 31;
        const rest = bits & 1023;
        if (exponent === 31) {
            return rest ? NaN : sign * Infinity;
        }
        return sign * (exponent ? 2 ** (exponent - 25) * (rest + 1024) : 2 ** -24 * rest);
    };

    /**
     * The numbers in bytes of a format; of a buffer, which has none, its words as whole numbers.
     * @param {{scalar: string}|null} format
     * @param {Uint8Array} bytes
     * @returns {ArrayLike<number>}
     */
    gristmill.lanes = (format, bytes) => {
        const { buffer } = bytes;
        switch (format && format.scalar) {
            case 'float': return new Float32Array(buffer);
            case 'int': return new Int32Array(buffer);
            case 'half': return Float64Array.from(new Uint16Array(buffer), gristmill.half);
            case 'byte': return bytes;
            default: return new Uint32Array(buffer);
        }
    };

    // Words that are small whole numbers are integers, else floats: a buffer does not say what it holds.
    function guessed(bytes) {
        const whole = new Uint32Array(bytes.buffer);
        const floats = new Float32Array(bytes.buffer);
        const usual = (x) => x === 0 || (Math.abs(x) > 1e-20 && Math.abs(x) < 1e20);
        return whole.some((word) => word > 0xffffff) && floats.every(usual) ? floats : new Int32Array(bytes.buffer);
    }

    // Colours of a texture's numbers: those from 0 to 1 as they are, others grey from the least to the greatest.
    function colours(numbers, { lanes, scalar }, texels) {
        const rgba = new Uint8ClampedArray(4 * texels);
        if (scalar === 'byte') {
            rgba.set(numbers.subarray(0, 4 * texels));
            return { rgba, said: '' };
        }
        let [least, most] = [Infinity, -Infinity];
        for (let i = 0; i < texels * lanes; i += lanes) {
            if (Number.isFinite(numbers[i])) {
                least = Math.min(least, numbers[i]);
                most = Math.max(most, numbers[i]);
            }
        }
        const isColour = lanes === 4 && scalar !== 'int' && scalar !== 'uint'
            && numbers.subarray(0, 4 * texels).every((x) => x >= 0 && x <= 1);
        const span = most > least ? most - least : 1;
        for (let i = 0; i < texels; i++) {
            for (let lane = 0; lane < 3; lane++) {
                rgba[4 * i + lane] = isColour ? 255 * numbers[lanes * i + lane] : 255 * (numbers[lanes * i] - least) / span;
            }
            rgba[4 * i + 3] = 255;
        }
        const few = (x) => gristmill.show.number(x);
        return { rgba, said: isColour ? '' : `black is ${few(least)}, white is ${few(most)}` };
    }

    function value({ numbers }) {
        const words = numbers.map((number) => gristmill.show.number(number));
        return words.length === 1 ? words[0] : '(' + words.join(', ') + ')';
    }

    // An output after its launch.
    function drawn(parent, output, uniforms) {
        const { element, numbers, picture } = gristmill.show;
        const { format, width, height } = output;
        const size = output.kind === 'buffer' ? '' : ` ${format.name}, ${width} × ${height}` + (output.kind === 'texture' ? '' : ` of a ${output.kind}, slice ${output.slice}`);
        parent.append(element('h4', '', output.name, element('span', 'live-quiet', size)));
        if (!output.words) {
            parent.append(element('p', 'live-quiet', 'It is too large to be kept for each launch; take fewer elements.'));
            return;
        }
        const bytes = gristmill.bytes(output.words);
        const lanes = format ? gristmill.lanes(format, bytes) : guessed(bytes);
        if (format && width > 1 && height > 1 && width * height >= PICTURE) {
            const { rgba, said } = colours(lanes, format, width * height);
            picture(parent, { width, height, rgba }, { label: output.name });
            const canvas = parent.querySelector('canvas:last-of-type');
            if (canvas) {
                canvas.style.width = Math.max(4 * width, WIDE) + 'px';
                canvas.style.imageRendering = 'pixelated';
            }
            if (said) {
                parent.append(element('p', 'live-quiet', said));
            }
            return;
        }
        // Behind the last element is padding.
        const count = uniforms.element_count && uniforms.element_count.numbers[0];
        const used = count ? Math.min(lanes.length, count * (format ? format.lanes : output.each)) : lanes.length;
        const shown = Array.from(lanes.slice(0, Math.min(FEW, used)), (x) => Number.isFinite(x) ? x : String(x));
        numbers(parent, shown, { label: output.name, of: used });
    }

    // Values that differ from launch to launch of a kernel, by the kernel.
    function changing(launches) {
        const first = {};
        const differ = {};
        for (const { kernel, uniforms } of launches) {
            differ[kernel] = differ[kernel] || new Set();
            first[kernel] = first[kernel] || uniforms;
            for (const name of Object.keys(uniforms)) {
                if (!first[kernel][name] || value(uniforms[name]) !== value(first[kernel][name])) {
                    differ[kernel].add(name);
                }
            }
        }
        return differ;
    }

    /**
     * The launches of an answer as a player: one after another, back, play and pause.
     * @param {Element} parent
     * @param {{launches: Array<object>, left_out: object}} answer a run's, asked with `launches`
     * @returns {{show: function(number), element: Element}}
     */
    gristmill.player = (parent, { launches, left_out: left }) => {
        const { element } = gristmill.show;
        const box = element('section', 'live-launches');
        box.setAttribute('aria-label', 'Launches of the run');
        const said = element('p', 'live-launch');
        said.setAttribute('role', 'status');
        const values = element('details', 'live-fold');
        const outputs = element('div', 'live-sides');
        const slider = element('input');
        Object.assign(slider, { type: 'range', min: 1, max: launches.length, value: 1 });
        slider.setAttribute('aria-label', 'Launch');
        const differ = changing(launches);
        let at = 0;
        let timer = null;

        const show = (index) => {
            at = Math.max(0, Math.min(launches.length - 1, index));
            const { kernel, era, uniforms, groups, covers, outputs: written } = launches[at];
            const told = (names) => names.map((name) => `${name} = ${value(uniforms[name])}`).join(', ');
            const names = Object.keys(uniforms);
            const own = told(names.filter((name) => differ[kernel].has(name)));
            const what = era === 'compute' ? 'dispatch' + (groups ? ` of ${groups.join(' × ')} groups` : '') : 'pass' + (covers ? ` of ${covers}` : '');
            said.replaceChildren(element('strong', '', `${at + 1} of ${launches.length}`), ` ${kernel}, ${what}` + (own ? `: ${own}` : ''));
            values.replaceChildren(element('summary', '', 'Values'), element('p', '', told(names) || 'It has none.'));
            outputs.replaceChildren(...written.map((output) => {
                const side = element('div', 'live-side');
                drawn(side, output, uniforms);
                return side;
            }));
            slider.value = at + 1;
            slider.setAttribute('aria-valuetext', said.textContent);
            [back.disabled, step.disabled] = [at === 0, at === launches.length - 1];
        };
        const pause = () => {
            clearInterval(timer);
            timer = null;
            [play.disabled, stop.disabled, slider.disabled] = [launches.length < 2, true, launches.length < 2];
            said.setAttribute('aria-live', 'polite');
        };
        const begin = () => {
            // A screen reader is told where it ends, and not each launch.
            said.setAttribute('aria-live', 'off');
            [play.disabled, stop.disabled] = [true, false];
            show(at === launches.length - 1 ? 0 : at);
            timer = setInterval(() => {
                show(at + 1);
                if (at === launches.length - 1 || !box.isConnected) {
                    pause();
                }
            }, Math.max(SHORTEST, Math.min(LONGEST, WHOLE / launches.length)));
        };
        const go = (by) => () => {
            pause();
            show(at + by);
        };
        const step = gristmill.button('Step', go(1));
        const back = gristmill.button('Back', go(-1));
        const play = gristmill.button('Play', begin);
        const stop = gristmill.button('Pause', pause);
        slider.addEventListener('input', () => {
            pause();
            show(Number(slider.value) - 1);
        });
        box.append(element('div', 'live-row', back, step, play, stop, slider), said, values, outputs);
        const gone = [[left.launches, 'launches'], [left.outputs, 'outputs']].filter(([count]) => count);
        if (gone.length) {
            box.append(element('p', 'live-quiet', `Left out: ${gone.map((words) => words.join(' ')).join(', ')}.`));
        }
        parent.append(box);
        pause();
        show(0);
        return { show, element: box };
    };

    /**
     * Runs a way again and plays its launches.
     * @param {Element} parent
     * @param {{request: object}} about the request that was run
     */
    gristmill.launches = async (parent, { request }) => {
        const { element } = gristmill.show;
        const said = element('p', 'live-quiet', 'Running …');
        said.setAttribute('role', 'status');
        parent.append(said);
        try {
            const answer = await gristmill.ask({ ...request, counted: false, watched: false, picture: false, launches: true });
            if (!answer.launches || !answer.launches.length) {
                throw new Error(answer.error || (answer.launches ? 'The way launches nothing at this size.' : answer.sentence));
            }
            said.remove();
            gristmill.player(parent, answer);
        } catch (error) {
            said.textContent = error.message;
        }
    };
}());
