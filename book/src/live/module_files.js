// The files that the page gives a module: a tree in memory, as the calls of WASI read it. Nothing writes to it.
(function () {
    'use strict';

    const gristmill = window.gristmill = window.gristmill || {};

    /**
     * The calls of WASI about files. Runs in the worker, as text: nothing of the page is known there.
     * @param {function(): DataView} view the module's memory
     * @param {function(number, number): Uint8Array} bytesAt a part of it
     * @returns {{calls: object, give: function(Object<string, Uint8Array>)}} `give` takes the files by their paths
     */
    gristmill.moduleFiles = function (view, bytesAt) {
        const OK = 0, BAD_FILE = 8, IS_FOLDER = 31, NO_ENTRY = 44, NO_FOLDER = 54, READ_ONLY = 69;
        const FOLDER_KIND = 3, FILE_KIND = 4;
        const CREATES = 1, WANTS_FOLDER = 2;
        const ROOT = 3, ENTRY_BYTES = 24, STAT_BYTES = 64;

        // A folder is the set of its names, a file its bytes.
        let tree = new Map([['', new Set()]]);
        const opened = new Map([[ROOT, { path: '', at: 0 }]]);
        let next = ROOT + 1;

        function give(files) {
            tree = new Map([['', new Set()]]);
            for (const [path, bytes] of Object.entries(files)) {
                const names = path.split('/');
                names.forEach((name, i) => {
                    const folder = names.slice(0, i).join('/');
                    if (!tree.has(folder)) {
                        tree.set(folder, new Set());
                    }
                    tree.get(folder).add(name);
                });
                tree.set(path, bytes);
            }
        }

        function findPath(folder, at, length) {
            const path = [];
            for (const name of (opened.get(folder).path + '/' + new TextDecoder().decode(bytesAt(at, length).slice())).split('/')) {
                if (name === '..') {
                    path.pop();
                } else if (name && name !== '.') {
                    path.push(name);
                }
            }
            return path.join('/');
        }

        const kindOf = (node) => node instanceof Set ? FOLDER_KIND : FILE_KIND;

        function writeStat(path, at) {
            const node = tree.get(path);
            if (node === undefined) {
                return NO_ENTRY;
            }
            bytesAt(at, STAT_BYTES).fill(0);
            view().setUint8(at + 16, kindOf(node));
            view().setBigUint64(at + 24, 1n, true);
            view().setBigUint64(at + 32, BigInt(node instanceof Set ? 0 : node.length), true);
            return OK;
        }

        // An entry of a folder: the number of the next one, no number of its own, the length of its name, its kind, its name.
        function writeEntry(folder, name, number) {
            const text = new TextEncoder().encode(name);
            const entry = new Uint8Array(ENTRY_BYTES + text.length);
            const fields = new DataView(entry.buffer);
            fields.setBigUint64(0, BigInt(number + 1), true);
            fields.setUint32(16, text.length, true);
            fields.setUint8(20, kindOf(tree.get(folder ? folder + '/' + name : name)));
            entry.set(text, ENTRY_BYTES);
            return entry;
        }

        const calls = {
            fd_prestat_get(file, at) {
                if (file !== ROOT) {
                    return BAD_FILE;
                }
                view().setUint32(at, 0, true);
                view().setUint32(at + 4, 1, true);
                return OK;
            },
            fd_prestat_dir_name(file, at) {
                bytesAt(at, 1).set(new TextEncoder().encode('/'));
                return OK;
            },
            fd_fdstat_get(file, at) {
                if (!opened.has(file)) {
                    return BAD_FILE;
                }
                bytesAt(at, 24).fill(0);
                view().setUint8(at, kindOf(tree.get(opened.get(file).path)));
                view().setBigUint64(at + 8, 0xffffffffffffffffn, true);
                view().setBigUint64(at + 16, 0xffffffffffffffffn, true);
                return OK;
            },
            fd_filestat_get: (file, at) => opened.has(file) ? writeStat(opened.get(file).path, at) : BAD_FILE,
            path_filestat_get: (folder, flags, from, length, at) => writeStat(findPath(folder, from, length), at),
            path_open(folder, follows, from, length, wants, rights, inherited, flags, at) {
                const path = findPath(folder, from, length);
                const node = tree.get(path);
                if (node === undefined) {
                    return wants & CREATES ? READ_ONLY : NO_ENTRY;
                }
                if (wants & WANTS_FOLDER && !(node instanceof Set)) {
                    return NO_FOLDER;
                }
                opened.set(next, { path, at: 0 });
                view().setUint32(at, next++, true);
                return OK;
            },
            fd_close: (file) => opened.delete(file) ? OK : BAD_FILE,
            fd_read(file, parts, count, read) {
                const one = opened.get(file);
                const bytes = one && tree.get(one.path);
                if (!(bytes instanceof Uint8Array)) {
                    return one ? IS_FOLDER : BAD_FILE;
                }
                let total = 0;
                for (let i = 0; i < count; i++) {
                    const part = bytes.subarray(one.at, one.at + view().getUint32(parts + 8 * i + 4, true));
                    bytesAt(view().getUint32(parts + 8 * i, true), part.length).set(part);
                    one.at += part.length;
                    total += part.length;
                }
                view().setUint32(read, total, true);
                return OK;
            },
            fd_seek(file, offset, from, at) {
                const one = opened.get(file);
                if (!one) {
                    return BAD_FILE;
                }
                one.at = Math.max(0, Number(offset) + [0, one.at, tree.get(one.path).length || 0][from]);
                view().setBigUint64(at, BigInt(one.at), true);
                return OK;
            },
            fd_readdir(file, at, room, cookie, used) {
                const folder = opened.get(file);
                const names = folder && tree.get(folder.path);
                if (!(names instanceof Set)) {
                    return folder ? NO_FOLDER : BAD_FILE;
                }
                let bytes = 0;
                for (const [number, name] of [...names].entries()) {
                    if (number >= Number(cookie) && bytes < room) {
                        const entry = writeEntry(folder.path, name, number).subarray(0, room - bytes);
                        bytesAt(at + bytes, entry.length).set(entry);
                        bytes += entry.length;
                    }
                }
                view().setUint32(used, bytes, true);
                return OK;
            },
        };
        return { calls, give };
    };
}());
