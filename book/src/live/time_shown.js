// What the slider of time shows: the code, the lanes of the warps, the words of the memories.
(function () {
    'use strict';

    const gristmill = window.gristmill = window.gristmill || {};

    // Texels of a row that are in sight at once, and more than those have room for fewer digits.
    const COLUMNS = 16;
    const WIDE = 8;

    function element(kind, name, ...inside) {
        const made = document.createElement(kind);
        if (name) {
            made.className = name;
        }
        made.append(...inside);
        return made;
    }

    // Brings a row of a box into sight, and leaves the page where it is.
    function reveal(box, row) {
        const top = row.offsetTop;
        if (top < box.scrollTop || top + row.offsetHeight > box.scrollTop + box.clientHeight) {
            box.scrollTop = Math.max(0, top - box.clientHeight / 2);
        }
    }

    /**
     * The code, with the line that runs and the lines at which warps wait.
     * @param {object} texts by file
     * @param {string} name of the kernel
     * @param {string} text of the kernel
     * @returns {{element: Element, draw: function(object)}}
     */
    gristmill.timeCode = (texts, name, text) => {
        const title = element('p', 'live-time-title');
        const listing = element('pre', 'live-time-code');
        listing.tabIndex = 0;
        listing.setAttribute('aria-label', 'Code');
        let file = null;
        let rows = [];
        function open(next) {
            file = next;
            title.textContent = file;
            const known = texts[file] === undefined ? (file === name ? text : '') : texts[file];
            rows = known.trimEnd().split('\n').map((line, i) => {
                const mark = element('span', 'live-time-mark');
                return { mark, row: element('div', '', element('span', 'live-time-number', String(i + 1)), mark, line || ' ') };
            });
            listing.replaceChildren(...rows.map(({ row }) => row));
        }
        function draw(time) {
            const span = time.span();
            const here = span && span.line ? span.file : file || name;
            if (here !== file) {
                open(here);
            }
            rows.forEach(({ mark, row }) => {
                mark.textContent = '';
                row.className = '';
                row.removeAttribute('aria-current');
            });
            for (const warp of time.warps) {
                const at = warp.file === file && warp.state !== 'ended' && rows[warp.line - 1];
                if (at) {
                    at.row.classList.add('live-time-other');
                    at.mark.textContent = warp.state === 'waits' ? '‖' : at.mark.textContent || '·';
                }
            }
            const now = span && span.file === file && rows[span.line - 1];
            if (now) {
                now.row.className = 'live-time-now';
                now.row.setAttribute('aria-current', 'step');
                now.mark.textContent = '▶';
                reveal(listing, now.row);
            }
        }
        return { element: element('div', 'live-time-side', title, listing), draw };
    };

    /**
     * The lanes of the group that runs, a row per warp.
     * @param {object} time what `gristmill.timeline` made
     * @param {number} size the lanes of a group
     * @param {function(number, number): number} hue
     * @returns {{element: Element, draw: function}}
     */
    gristmill.timeWarps = (time, size, hue) => {
        const title = element('p', 'live-time-title');
        const list = element('div', 'live-time-warps');
        list.tabIndex = 0;
        list.setAttribute('aria-label', 'Warps');
        const others = element('p', 'live-quiet');
        const say = { ready: (warp) => 'line ' + warp.line, runs: (warp) => '▶ line ' + warp.line, waits: (warp) => '‖ waits at line ' + warp.line, ended: () => 'ended' };
        let group = null;
        let rows = [];
        function open(next) {
            group = next;
            title.textContent = 'Lanes of ' + gristmill.group(next);
            rows = time.warps.filter((warp) => String(warp.group) === String(next)).map((warp) => {
                const cells = [];
                for (let lane = warp.first; lane <= warp.last; lane++) {
                    const cell = element('i');
                    cell.style.setProperty('--lane', hue(lane, size));
                    cell.title = 'lane ' + lane;
                    cells.push(cell);
                }
                const state = element('span', 'live-time-state');
                const bar = element('div', 'live-time-lanes', ...cells);
                const words = warp.first === warp.last ? 'lane ' + warp.first : 'lanes ' + warp.first + ' to ' + warp.last;
                return { warp, cells, state, row: element('div', 'live-time-warp', element('span', '', words), state, bar) };
            });
            list.replaceChildren(...rows.map(({ row }) => row));
        }
        function draw() {
            const span = time.span();
            const next = span ? span.group : time.warps.length ? time.warps[0].group : [0, 0, 0];
            if (String(next) !== String(group)) {
                open(next);
            }
            for (const { warp, cells, state, row } of rows) {
                const active = new Set(warp.state === 'ended' ? [] : warp.active);
                state.textContent = warp.line || warp.state === 'ended' ? say[warp.state](warp) : warp.state === 'runs' ? '▶ no line' : 'not begun';
                row.className = 'live-time-warp live-time-' + warp.state;
                cells.forEach((cell, i) => cell.classList.toggle('live-time-active', active.has(warp.first + i)));
                if (warp.state === 'runs') {
                    reveal(list, row);
                }
            }
            const groups = new Map();
            time.warps.filter((warp) => String(warp.group) !== String(group)).forEach((warp) => {
                const known = groups.get(String(warp.group));
                groups.set(String(warp.group), (known === undefined || known) && warp.state === 'ended');
            });
            const ended = [...groups.values()].filter(Boolean).length;
            others.textContent = groups.size ? groups.size + ' more group' + (groups.size > 1 ? 's' : '') + ', ' + ended + ' ended' : '';
        }
        return { element: element('div', 'live-time-side', title, list, others), draw };
    };

    // What a page writes into a cell: a word, or the numbers of a texel, a line each.
    function read(words, { numbers, texels }, digits) {
        if (words.includes(undefined)) {
            return '';
        }
        const all = Array.from(gristmill.lanes({ scalar: numbers }, new Uint8Array(Uint32Array.from(words).buffer)));
        return all.slice(0, texels && numbers ? texels.channels : all.length)
            .map((number) => String(numbers === 'float' || numbers === 'half' ? Number(number.toPrecision(digits)) : number)).join('\n');
    }

    // What of a memory is in sight: at most so many words, or texels of whole rows or a part of them. `at` gives the place of a cell, or
    // none; `see` turns to where a place is.
    function sight({ length, texels }, most) {
        const each = texels ? texels.words : 1;
        const count = Math.ceil(length / each);
        if (!texels) {
            let first = 0;
            return {
                each, cells: Math.min(most, count), columns: 1,
                at: (cell) => first + cell < count ? first + cell : null,
                see: (place) => {
                    first = Math.floor(place / most) * most;
                },
                said: () => (count > most ? 'words ' + first + ' to ' + (Math.min(count, first + most) - 1) + ' of ' + count : count + (count === 1 ? ' word' : ' words')),
            };
        }
        const [width, height] = [texels.width, Math.ceil(count / texels.width)];
        const columns = Math.min(COLUMNS, width);
        const rows = Math.min(Math.max(1, Math.floor(most / columns)), height);
        let [left, top] = [0, 0];
        const turn = (to, step, side) => Math.min(Math.floor(to / step) * step, side - step);
        return {
            each, cells: columns * rows, columns,
            at: (cell) => (top + Math.floor(cell / columns)) * width + left + cell % columns,
            see: (place) => {
                [left, top] = [turn(place % width, columns, width), turn(Math.floor(place / width), rows, height)];
            },
            said: () => (columns * rows < count ? left + ',' + top + ' to ' + (left + columns - 1) + ',' + (top + rows - 1) + ' of ' : '')
                + width + ' x ' + height + (texels.channels > 1 ? ', ' + texels.channels + ' numbers each' : ''),
        };
    }

    /**
     * The memories that the launch uses, shared ones first: a cell for a word, or for a texel in its row.
     * @param {object} time what `gristmill.timeline` made
     * @param {object} launch
     * @param {{size: number, hue: function, most: number}} how
     * @returns {{element: Element, draw: function}}
     */
    gristmill.timeCells = (time, launch, { size, hue, most }) => {
        const used = [...new Set(launch.events.map((event) => event.memory).filter((memory) => memory !== null))];
        used.sort((a, b) => launch.memories[b].shared - launch.memories[a].shared || a - b);
        const parts = used.map((index) => {
            const memory = launch.memories[index];
            const title = element('p', 'live-time-title');
            const seen = sight(memory, most);
            const cells = Array.from({ length: seen.cells }, () => element('span', 'live-time-cell'));
            const grid = element('div', 'live-time-cells', ...cells);
            if (memory.texels) {
                grid.classList.add('live-time-texels');
                grid.style.setProperty('--columns', seen.columns);
            }
            return { index, memory, title, cells, grid, seen, element: element('div', 'live-time-memory', title, grid) };
        });
        const legend = element('p', 'live-quiet', 'A cell has the colour of the lane that wrote it last; framed ones are used in this step; red ones are in a race.');
        const group = ([x, y, z]) => [x, y, z].join(',');
        const begins = time.warps.length ? time.warps[0].group : [0, 0, 0];
        const placesOf = (events, index, each) => [...new Set(events.filter((event) => event.memory === index)
            .flatMap((event) => event.lanes.map(([, word]) => Math.floor(word / each))))].sort((a, b) => a - b);

        function draw() {
            const span = time.span();
            const now = span ? span.group : begins;
            const races = time.races();
            const events = time.events();
            for (const { index, memory, title, cells, grid, seen } of parts) {
                const { each } = seen;
                const { words, writers } = time.memory(index, now);
                const touched = new Set(placesOf(events, index, each));
                const raced = new Set(races.filter((race) => race.memory === index && (!memory.shared || group(race.lanes[1].group) === group(now)))
                    .map((race) => Math.floor(race.word / each)));
                // Most of what is used, or was used last, is in sight.
                const lately = placesOf(time.lastOf(index), index, each);
                seen.see(lately.length ? lately[lately.length >> 1] : 0);
                title.textContent = (memory.shared ? 'shared ' : memory.texels ? 'texels ' : 'buffer ') + memory.name;
                title.append(element('span', 'live-quiet', ' ' + seen.said() + (memory.shared ? ', ' + gristmill.group(now) : '')));
                cells.forEach((cell, i) => {
                    const place = seen.at(i);
                    cell.hidden = place === null;
                    if (place === null) {
                        return;
                    }
                    const own = Array.from({ length: each }, (_, word) => place * each + word);
                    const held = own.map((word) => words.get(word));
                    const writer = writers.get(own[0]);
                    const value = read(held, memory, 6).replace(/\n/g, ', ');
                    cell.textContent = read(held, memory, seen.columns > WIDE ? 2 : 3);
                    cell.className = 'live-time-cell' + (writer ? ' live-time-written' : '') + (touched.has(place) ? ' live-time-touched' : '')
                        + (raced.has(place) ? ' live-time-raced' : '');
                    cell.style.setProperty('--lane', writer ? hue(writer.lane, size) : 0);
                    cell.title = (memory.texels ? gristmill.place(memory, own) : 'word ' + place) + ': ' + (value === '' ? 'not written' : value)
                        + (writer ? ', written by lane ' + writer.lane + ' of ' + gristmill.group(writer.group) + ' at line ' + writer.line : '');
                });
                const first = cells.find((cell, i) => touched.has(seen.at(i)));
                if (first) {
                    reveal(grid, first);
                }
            }
        }
        return { element: element('div', 'live-time-memories', ...parts.map((part) => part.element), legend), draw };
    };
}());
