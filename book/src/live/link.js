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
         * What stands behind an address for a state.
         * @param {{file: string, text: string, launch: string, files: Array<{name: string, base64: string}>}} state
         * @returns {Promise<string>}
         */
        of: async (state) => {
            const json = JSON.stringify(state);
            const packed = await through(new TextEncoder().encode(json), new CompressionStream('deflate-raw'), Infinity);
            return MARK + gristmill.hash(json) + '.' + base64(packed).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
        },

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
                const [sum, text] = hash.slice(MARK.length).split('.');
                const packed = Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (sign) => sign.charCodeAt(0));
                const bytes = await through(packed, new DecompressionStream('deflate-raw'), UNPACKED);
                const json = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
                if (gristmill.hash(json) !== sum) {
                    throw new Error('changed');
                }
                return checked(JSON.parse(json));
            } catch (error) {
                throw new Error(DAMAGED);
            }
        },
    };
}());
