// The uniforms of a kernel that the host's code sets, as sliders: one that is moved runs the kernel with its own value.
(function () {
    'use strict';

    const gristmill = window.gristmill = window.gristmill || {};

    // A number, or a vector of numbers.
    const KIND = /^(?:(float|int|uint)|([iu]?)vec[234])$/;
    const CHANNELS = 'xyzw';

    // Values of a uniform that are told.
    const FEW = 12;

    function element(kind, name, ...inside) {
        return gristmill.show.element(kind, name, ...inside);
    }

    // In as few digits as tell one float from another: the host calculates in them.
    function short(number) {
        if (typeof number !== 'number' || Number.isInteger(number)) {
            return number;
        }
        for (let digits = 1; digits < 9; digits += 1) {
            const fewer = Number(number.toPrecision(digits));
            if (Math.fround(fewer) === number) {
                return fewer;
            }
        }
        return number;
    }

    const words = (numbers) => numbers.length === 1 ? String(short(numbers[0])) : '(' + numbers.map(short).join(', ') + ')';

    // What numbers a uniform is of; nothing where it has no slider: it changes from launch to launch, it is an item of an array,
    // a matrix or a bool, or a number of it is none.
    function numbersOf({ name, type, values }) {
        const [, scalar, vector] = KIND.exec(type) || [];
        const slides = values.length === 1 && !name.includes('[') && values[0].every((number) => typeof number === 'number');
        return slides && (scalar || { '': 'float', i: 'int', u: 'uint' }[vector]);
    }

    // Uniforms of this file; what a vertex kernel has, that of its fragments has too.
    function own(uniforms, file) {
        const kernel = (name) => name.replace(/\.vert$/, '.frag');
        return uniforms.filter((one) => one.kernel === file || kernel(one.kernel) === kernel(file));
    }

    // Uniforms without a slider in words; items of an array stand behind each other.
    function told(uniforms) {
        const lines = new Map();
        for (const { name, values } of uniforms) {
            const [array] = name.split('[');
            const known = lines.get(array) || { values: [], changes: false };
            known.changes = known.changes || values.length > 1;
            known.values.push(...values.slice(0, array === name ? undefined : 1));
            lines.set(array, known);
        }
        return [...lines].map(([name, { values, changes }]) => {
            const few = values.slice(0, FEW).map(words).join(', ') + (values.length > FEW ? ', …' : '');
            return name + ' = ' + few + (changes ? '; it changes from launch to launch' : '');
        });
    }

    /**
     * The uniforms of a kernel, folded.
     * @param {{file: string, change: function()}} options `change` is called when one has another value
     * @returns {{element: Element, tell: function(Array), clear: function(), pins: function(): ?object, alike: function(Array): ?object}}
     *     `tell` gets what an answer has as `uniforms`; `pins` gives what a request has as `uniforms`, `alike` the same for another
     *     run, whose uniforms are given: those of the same name that its host sets alike
     */
    gristmill.uniforms = ({ file, change }) => {
        const rows = element('div', 'live-uniforms');
        const fold = element('details', 'live-fold', element('summary', '', 'Uniforms'), rows);
        fold.hidden = true;
        // By the kernel and the name: the host's uniform, its sliders, and the numbers that they have been moved to.
        const made = new Map();
        const others = element('div');
        const back = gristmill.button('The host’s values', () => {
            for (const one of made.values()) {
                put(one, null);
            }
            change();
        });
        back.title = 'All sliders back to what the host’s code sets';

        function put(one, numbers) {
            one.moved = numbers;
            (numbers || one.uniform.values[0]).forEach((number, channel) => one.sliders[channel].put(short(number)));
            settle();
        }

        function settle() {
            back.disabled = ![...made.values()].some(({ moved }) => moved);
        }

        function slide(uniform, of) {
            const one = { uniform, of, moved: null };
            one.sliders = uniform.values[0].map((first, channel, all) => {
                const name = all.length === 1 ? uniform.name : uniform.name + '.' + CHANNELS[channel];
                return gristmill.slider(name, of, (value) => {
                    const numbers = [...one.moved || one.uniform.values[0]];
                    numbers[channel] = Number(value);
                    const same = numbers.every((number, i) => Math.fround(number) === Math.fround(one.uniform.values[0][i]));
                    one.moved = same ? null : numbers;
                    settle();
                    change();
                });
            });
            return one;
        }

        function clear() {
            made.clear();
            rows.replaceChildren(others, back);
            fold.hidden = true;
        }

        // Sliders that are there stay: a hand may be on one.
        function tell(uniforms) {
            const mine = own(uniforms, file);
            const slid = new Map(mine.filter(numbersOf).map((uniform) => [uniform.kernel + ' ' + uniform.name, uniform]));
            for (const [key, one] of made) {
                const uniform = slid.get(key);
                if (!uniform || uniform.type !== one.uniform.type) {
                    one.sliders.forEach(({ row }) => row.remove());
                    made.delete(key);
                }
            }
            for (const [key, uniform] of slid) {
                const one = made.get(key) || slide(uniform, numbersOf(uniform));
                one.uniform = uniform;
                if (!made.has(key)) {
                    others.before(...one.sliders.map(({ row }) => row));
                    made.set(key, one);
                }
                if (!one.moved) {
                    put(one, null);
                }
            }
            others.replaceChildren(...told(mine.filter((uniform) => !numbersOf(uniform))).map((line) => element('p', 'live-quiet', line)));
            back.hidden = made.size === 0;
            fold.hidden = mine.length === 0;
            settle();
        }

        function listed(pins) {
            const kernels = {};
            for (const { kernel, name, type, numbers } of pins) {
                kernels[kernel] = { ...kernels[kernel], [name]: { type, numbers } };
            }
            return pins.length ? kernels : undefined;
        }

        clear();
        const moved = () => [...made.values()].filter(({ moved }) => moved);

        return {
            element: fold,
            tell,
            clear,
            pins: () => listed(moved().map(({ uniform, moved }) => ({ ...uniform, numbers: moved }))),
            alike: (uniforms) => listed(moved().flatMap(({ uniform, moved }) => uniforms
                .filter(({ name, type, values }) => name === uniform.name && type === uniform.type
                    && JSON.stringify(values) === JSON.stringify(uniform.values))
                .map((other) => ({ ...other, numbers: moved })))),
        };
    };
}());
