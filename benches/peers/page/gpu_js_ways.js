// GPU.js: kernels written in JavaScript, which it translates to GLSL.

// A kernel whose result stays in a texture.
function kernel(gpu, body, side, constants = {}) {
    const kernel = gpu.createKernel(body, { constants });
    return kernel.setOutput([side, side]).setPipeline(true).setImmutable(true).setPrecision("single").setTactic("precision");
}

function rows(data, side) {
    return Array.from({ length: side }, (_, y) => data.subarray(y * side, (y + 1) * side));
}

// `run` gives the texture of the result, which then replaces the last one.
function way(gpu, run) {
    let last;
    const pixel = new Float32Array(4);
    return {
        name: "GPU.js",
        run() {
            const next = run();
            last?.delete();
            last = next;
            const gl = gpu.context;
            gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.FLOAT, pixel);
        },
        result() {
            const numbers = last.toArray();
            const side = numbers.length;
            const all = new Float32Array(side * side);
            numbers.forEach((row, y) => all.set(row, y * side));
            return all;
        },
    };
}

function chain(gpu, first, count, step) {
    let now = first;
    for (let pass = 0; pass < count; pass++) {
        const next = step(now, pass);
        if (now !== first) now.delete();
        now = next;
    }
    return now;
}

export function byGpuJs() {
    const Gpu = window.GPU.GPU ?? window.GPU;
    const gpu = new Gpu({ mode: "webgl2" });
    const side = (cells) => Math.sqrt(cells.length);
    const texture = (cells) => kernel(gpu, function (cells) {
        return cells[this.thread.y][this.thread.x];
    }, side(cells))(rows(cells, side(cells)));

    return {
        jacobi({ b, x }) {
            const [right, start] = [texture(b), texture(x)];
            const sweep = kernel(gpu, function (b, x) {
                const column = this.thread.x;
                const row = this.thread.y;
                let sum = b[row][column];
                if (column > 0) sum += x[row][column - 1];
                if (column < this.constants.last) sum += x[row][column + 1];
                if (row > 0) sum += x[row - 1][column];
                if (row < this.constants.last) sum += x[row + 1][column];
                return sum * 0.25;
            }, side(x), { last: side(x) - 1 });
            return [way(gpu, () => chain(gpu, start, 8, (now) => sweep(right, now)))];
        },
        maps({ x }) {
            const start = texture(x);
            const map = kernel(gpu, function (x, value) {
                return x[this.thread.y][this.thread.x] * 0.5 + value;
            }, side(x));
            return [way(gpu, () => chain(gpu, start, 10, map))];
        },
        matmul({ a, b }) {
            const [left, right] = [texture(a), texture(b)];
            const product = kernel(gpu, function (a, b) {
                let sum = 0;
                for (let k = 0; k < this.constants.side; k++) sum += a[this.thread.y][k] * b[k][this.thread.x];
                return sum;
            }, side(a), { side: side(a) });
            return [way(gpu, () => product(left, right))];
        },
    };
}
