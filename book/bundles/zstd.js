// What engine.js unpacks the emulator with.
export { decompress } from 'fzstd';
