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
                told.textContent = 'element ' + index + ': ' + numbers[index];
            },
        });
        inspector.wrong = (is) => cells.forEach((cell, i) => cell.classList.toggle('live-wrong', is(i)));
        return inspector;
    };

    /**
     * A picture; the mouse and the arrow keys read its texels.
     * @param {Element} parent
     * @param {{width: number, height: number, rgba: string|Uint8ClampedArray}} picture `rgba` in base64, or as bytes
     * @param {{label?: string}} [options]
     * @returns {object} for `show.together`
     */
    show.picture = (parent, { width, height, rgba }, { label = 'Picture' } = {}) => {
        const bytes = typeof rgba === 'string' ? Uint8ClampedArray.from(atob(rgba), (sign) => sign.charCodeAt(0)) : rgba;
        const canvas = element('canvas', 'live-picture');
        canvas.width = width;
        canvas.height = height;
        canvas.getContext('2d').putImageData(new ImageData(bytes, width, height), 0, 0);
        canvas.setAttribute('role', 'img');
        canvas.setAttribute('aria-label', label + ', ' + width + ' by ' + height + ' texels; arrow keys go through them');
        const mark = element('span', 'live-texel');
        mark.hidden = true;
        const frame = element('div', 'live-frame', canvas, mark);
        const told = element('output', 'live-told', width + ' × ' + height);
        parent.append(frame, told);
        return inspect(canvas, {
            count: width * height,
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
                told.textContent = 'texel ' + x + ', ' + y + ': ' + [...colour].join(' ');
            },
        });
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
