// Numbers, pictures, findings and counters of a run, drawn.
(function () {
    'use strict';

    const gristmill = window.gristmill = window.gristmill || {};
    const show = gristmill.show = gristmill.show || {};

    /**
     * An element with a class and text or children.
     * @param {string} kind its tag
     * @param {string} [name] its class
     * @param {...(string|Element)} inside
     * @returns {Element}
     */
    show.element = (kind, name, ...inside) => {
        const made = document.createElement(kind);
        if (name) {
            made.className = name;
        }
        made.append(...inside);
        return made;
    };
    const { element } = show;

    // More numbers than this are a picture, too.
    const FEW = 64;

    /**
     * A number in few digits; what is no number comes as a word.
     * @param {number|string} number
     * @returns {string}
     */
    show.number = (number) => {
        if (typeof number !== 'number' || Number.isInteger(number)) {
            return String(number);
        }
        return String(Number(number.toPrecision(6)));
    };

    // Arrows and the mouse go from element to element; `told` says which one in words below.
    function inspect(box, { count, columns, at, told }) {
        let now = -1;
        let others = [];
        const follow = (index) => {
            if (index >= 0 && index < count && index !== now) {
                now = index;
                told(index);
            }
        };
        const point = (index) => {
            follow(index);
            others.forEach((other) => other(index));
        };
        box.tabIndex = 0;
        box.addEventListener('pointermove', (event) => point(at(event)));
        box.addEventListener('pointerdown', (event) => point(at(event)));
        box.addEventListener('keydown', (event) => {
            const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns(), ArrowDown: columns(), Home: -count, End: count };
            const step = steps[event.key];
            if (step !== undefined && !event.ctrlKey && !event.altKey && !event.metaKey) {
                event.preventDefault();
                point(Math.min(count - 1, Math.max(0, now + step)));
            }
        });
        return { follow, lead: (other) => { others = [...others, other]; } };
    }

    /**
     * Two inspectors that point at the same element.
     * @param {object} a what `show.numbers` or `show.picture` gave
     * @param {object} b
     */
    show.together = (a, b) => {
        a.lead(b.follow);
        b.lead(a.follow);
    };

    /**
     * The results of a run, as a picture if they are one, as numbers where they are few, and as both where they are many.
     * @param {Element} parent
     * @param {object} answer as a request `run` is answered
     * @param {{label?: string}} [options]
     * @returns {?object} what `show.together` takes, with `wrong` where they are numbers
     */
    show.results = (parent, { picture, numbers, elements }, { label } = {}) => {
        if (picture) {
            return show.picture(parent, picture, { label });
        }
        if (!numbers || !numbers.length) {
            parent.append(element('p', 'live-quiet', 'Nothing to show: ' + (elements === 0 ? 'no element.' : 'it came to no result.')));
            return null;
        }
        if (numbers.length <= FEW) {
            return show.numbers(parent, numbers, { label });
        }
        const first = show.numbers(parent, numbers.slice(0, FEW), { label, of: numbers.length });
        const map = show.map(parent, numbers, { label });
        show.together(map, first);
        return {
            lead: (other) => { map.lead(other); first.lead(other); },
            follow: (index) => { map.follow(index); first.follow(index); },
            wrong: (is) => { map.wrong(is); first.wrong(is); },
        };
    };

    // In as many digits as tell one float from another.
    const exact = (number) => typeof number === 'number' ? String(Number(number.toPrecision(9))) : number;

    /**
     * Numbers in a grid; the mouse and the arrow keys say which is which.
     * @param {Element} parent
     * @param {Array<number|string>} numbers
     * @param {{label?: string, of?: number}} [options] `of`: how many there are in all
     * @returns {object} for `show.together`; its `wrong(function(number): boolean)` says which to mark
     */
    show.numbers = (parent, numbers, { label = 'Results', of = numbers.length } = {}) => {
        const words = numbers.map(show.number);
        const grid = element('div', 'live-numbers');
        grid.setAttribute('role', 'group');
        grid.setAttribute('aria-label', label + ', ' + numbers.length + ' numbers; arrow keys go through them');
        grid.style.setProperty('--wide', Math.min(13, Math.max(2, ...words.map((word) => word.length))) + 'ch');
        const cells = words.map((word) => element('span', '', word));
        grid.append(...cells);
        const told = element('output', 'live-told', of > numbers.length ? 'the first ' + numbers.length + ' of ' + of : '\u00a0');
        parent.append(grid, told);
        let pointed = null;
        const inspector = inspect(grid, {
            count: cells.length,
            columns: () => cells.filter((cell) => cell.offsetTop === cells[0].offsetTop).length,
            at: (event) => cells.indexOf(event.target),
            told: (index) => {
                if (pointed) {
                    pointed.classList.remove('live-pointed');
                }
                pointed = cells[index];
                pointed.classList.add('live-pointed');
                told.textContent = 'element ' + index + ': ' + exact(numbers[index]);
            },
        });
        inspector.wrong = (is) => cells.forEach((cell, i) => cell.classList.toggle('live-wrong', is(i)));
        return inspector;
    };

    /**
     * Many numbers as a picture, dark the least and bright the greatest; the mouse and the arrow keys read them.
     * @param {Element} parent
     * @param {Array<number|string>} numbers
     * @param {{label?: string, columns?: number}} [options] `columns`: how many stand in a row
     * @returns {object} as `show.numbers` gives it
     */
    show.map = (parent, numbers, { label = 'Results', columns = Math.ceil(Math.sqrt(numbers.length)) } = {}) => {
        const finite = numbers.filter((number) => typeof number === 'number');
        const least = finite.reduce((a, b) => Math.min(a, b), Infinity);
        const greatest = finite.reduce((a, b) => Math.max(a, b), -Infinity);
        const rows = Math.ceil(numbers.length / columns);
        const draw = (wrong) => {
            const rgba = new Uint8ClampedArray(4 * columns * rows);
            numbers.forEach((number, i) => {
                const part = typeof number === 'number' ? (number - least) / (greatest - least || 1) : 0;
                rgba.set(wrong(i) ? [225, 40, 40, 255] : [20 + 225 * part, 30 + 205 * part, 70 + 150 * part, 255], 4 * i);
            });
            return rgba;
        };
        const words = numbers.length + ' elements, ' + columns + ' in a row, from ' + show.number(least) + ' to ' + show.number(greatest);
        const told = (index) => 'element ' + index + ': ' + exact(numbers[index]);
        const picture = { width: columns, height: rows, rgba: draw(() => false) };
        const inspector = show.picture(parent, picture, { label, words, told, count: numbers.length });
        inspector.wrong = (is) => inspector.draw(draw(is));
        parent.querySelector('canvas').classList.add('live-map');
        return inspector;
    };

    /**
     * A picture; the mouse and the arrow keys read its texels.
     * @param {Element} parent
     * @param {{width: number, height: number, rgba: string|Uint8ClampedArray}} picture `rgba` in base64, or as bytes
     * @param {{label?: string, words?: string, told?: function(number): string, count?: number}} [options] `words`: what stands
     *     below it; `told`: what is said of a texel
     * @returns {object} for `show.together`; its `draw(bytes)` draws another picture of the same size
     */
    show.picture = (parent, { width, height, rgba }, { label = 'Picture', words, told, count = width * height } = {}) => {
        let bytes = typeof rgba === 'string' ? Uint8ClampedArray.from(atob(rgba), (sign) => sign.charCodeAt(0)) : rgba;
        const canvas = element('canvas', 'live-picture');
        canvas.width = width;
        canvas.height = height;
        const draw = (drawn) => {
            bytes = drawn;
            canvas.getContext('2d').putImageData(new ImageData(bytes, width, height), 0, 0);
        };
        draw(bytes);
        canvas.setAttribute('role', 'img');
        canvas.setAttribute('aria-label', label + ', ' + width + ' by ' + height + '; arrow keys go through it');
        const mark = element('span', 'live-texel');
        mark.hidden = true;
        const below = element('output', 'live-told', words || width + ' × ' + height);
        parent.append(element('div', 'live-frame', canvas, mark), below);
        const inspector = inspect(canvas, {
            count,
            columns: () => width,
            at: (event) => {
                const box = canvas.getBoundingClientRect();
                const x = Math.floor((event.clientX - box.left) / box.width * width);
                const y = Math.floor((event.clientY - box.top) / box.height * height);
                return x < 0 || y < 0 || x >= width || y >= height ? -1 : y * width + x;
            },
            told: (index) => {
                const x = index % width;
                const y = Math.floor(index / width);
                mark.hidden = false;
                mark.style.left = 100 * (x + 0.5) / width + '%';
                mark.style.top = 100 * (y + 0.5) / height + '%';
                const colour = bytes.slice(4 * index, 4 * index + 4);
                mark.style.backgroundColor = 'rgb(' + colour.slice(0, 3).join(' ') + ')';
                below.textContent = told ? told(index) : 'texel ' + x + ', ' + y + ': ' + [...colour].join(' ');
            },
        });
        inspector.draw = draw;
        return inspector;
    };

    /**
     * Findings, each with its sentence and its lines.
     * @param {Element} parent
     * @param {Array<{kind: string, sentence: string, lines: Array<{file: string, line: number}>}>} findings
     * @param {{file?: string, onLine?: function(number)}} [options] `onLine` is called for a line of `file`, which is in the editor
     */
    show.findings = (parent, findings, { file, onLine } = {}) => {
        if (!findings.length) {
            return;
        }
        const list = element('ul', 'live-findings');
        for (const { sentence, lines } of findings) {
            const [first, ...rest] = sentence.split('\n');
            const row = element('li', '', element('strong', '', first));
            if (rest.length) {
                row.append(element('pre', '', rest.map((line) => line.replace(/^ {2}/, '')).join('\n')));
            }
            const here = [...new Set((lines || []).filter((line) => line.file === file).map((line) => line.line))];
            if (onLine && here.length) {
                const links = here.map((line) => {
                    const link = element('button', 'live-link', 'line ' + line);
                    link.type = 'button';
                    link.addEventListener('click', () => onLine(line));
                    return link;
                });
                row.append(element('div', '', 'Go to ', ...links));
            }
            list.append(row);
        }
        parent.append(list);
    };

    /**
     * A table; numbers stand at the right.
     * @param {Element} parent
     * @param {string[]} head
     * @param {Array<Array<string|number>>} rows
     * @returns {Element} the table
     */
    show.table = (parent, head, rows) => {
        const cell = (kind, value) => element(kind, typeof value === 'number' ? 'live-digits' : '',
            typeof value === 'number' ? value.toLocaleString('en') : value);
        const table = element('table', 'live-table',
            element('thead', '', element('tr', '', ...head.map((name) => element('th', '', name)))),
            element('tbody', '', ...rows.map((row) => element('tr', '', ...row.map((value) => cell('td', value))))));
        parent.append(element('div', 'live-wide', table));
        return table;
    };

    // Counters by their names, those inside others beside them; what is zero in all columns says nothing.
    function flat(counters, before = '') {
        return Object.entries(counters || {}).flatMap(([name, value]) => {
            const words = before + name.replace(/_/g, ' ');
            if (typeof value === 'number') {
                return [[words, value]];
            }
            return value && typeof value === 'object' && !Array.isArray(value) ? flat(value, words + ': ') : [];
        });
    }

    /**
     * Counters of one run, or of several side by side.
     * @param {Element} parent
     * @param {object} counters as an answer has them, or `{title: counters}` with `several`
     * @param {{several?: boolean}} [options]
     */
    show.counters = (parent, counters, { several = false } = {}) => {
        const columns = several ? counters : { count: counters };
        const names = new Map();
        Object.values(columns).forEach((counters, i) => {
            const { total, turns, lines, ...others } = counters || {};
            for (const [name, value] of flat({ ...others, ...total })) {
                names.set(name, names.get(name) || Object.keys(columns).map(() => 0));
                names.get(name)[i] = value;
            }
        });
        const rows = [...names].filter(([, values]) => values.some((value) => value !== 0)).map(([name, values]) => [name, ...values]);
        show.table(parent, ['counter', ...Object.keys(columns)], rows);
    };
}());
