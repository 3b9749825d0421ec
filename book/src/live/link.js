// The state of the playground in an address: a hash, and JSON, deflated, in base64 for addresses. Nothing is sent anywhere.
(function () {
    'use strict';

    const gristmill = window.gristmill = window.gristmill || {};
    const MARK = '#kernel=';

    // What a browser takes as an address: Chromium, which takes the least.
    const LONGEST = 2000000;

    // A few bytes can unpack to all memory.
    const UNPACKED = 8 << 20;

    const DAMAGED = 'The link is damaged: a part of it is missing, or was changed on its way; ask for it once more. The playground is empty.';

    async function through(bytes, stream, most) {
        const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
        const parts = [];
        let length = 0;
        for (let part = await reader.read(); !part.done; part = await reader.read()) {
            length += part.value.length;
            if (length > most) {
                await reader.cancel();
                throw new Error('too long');
            }
            parts.push(part.value);
        }
        return new Uint8Array(await new Blob(parts).arrayBuffer());
    }

    function base64(bytes) {
        let text = '';
        for (let at = 0; at < bytes.length; at += 0x8000) {
            text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
        }
        return btoa(text);
    }

    const isText = (value) => typeof value === 'string';

    // A state of which nothing needs to be asked again.
    function checked(state) {
        const files = state && state.files || [];
        const whole = state && isText(state.file) && /^[\w.-]{1,80}\.(comp|frag)$/.test(state.file) && isText(state.text) && isText(state.launch)
            && Array.isArray(files) && files.every((file) => file && isText(file.name) && isText(file.base64));
        if (!whole) {
            throw new Error('no state');
        }
        return { file: state.file, text: state.text, launch: state.launch, files: files.map(({ name, base64 }) => ({ name, base64 })) };
    }

    gristmill.link = {
        /** The most characters that a link may have. */
        longest: LONGEST,

        /**
         * What stands behind an address for a value.
         * @param {string} mark which it begins with
         * @param {object} value
         * @returns {Promise<string>}
         */
        pack: async (mark, value) => {
            const json = JSON.stringify(value);
            const packed = await through(new TextEncoder().encode(json), new CompressionStream('deflate-raw'), Infinity);
            return mark + gristmill.hash(json) + '.' + base64(packed).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
        },

        /**
         * The value that an address has behind its mark; an error where it is damaged.
         * @param {string} packed what follows the mark
         * @returns {Promise<object>}
         */
        unpack: async (packed) => {
            const [sum, text] = packed.split('.');
            const deflated = Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (sign) => sign.charCodeAt(0));
            const bytes = await through(deflated, new DecompressionStream('deflate-raw'), UNPACKED);
            const json = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
            if (gristmill.hash(json) !== sum) {
                throw new Error('changed');
            }
            return JSON.parse(json);
        },

        /**
         * What stands behind an address for a state of the playground.
         * @param {{file: string, text: string, launch: string, files: Array<{name: string, base64: string}>}} state
         * @returns {Promise<string>}
         */
        of: (state) => gristmill.link.pack(MARK, state),

        /**
         * The state that an address has.
         * @param {string} hash from `#` on
         * @returns {Promise<?object>} none where it has none; an error, whose message is a sentence, where it is damaged
         */
        read: async (hash) => {
            if (!hash.startsWith(MARK)) {
                return null;
            }
            try {
                return checked(await gristmill.link.unpack(hash.slice(MARK.length)));
            } catch (error) {
                throw new Error(DAMAGED);
            }
        },
    };
}());
