// three.js: a triangle over a target of floats for each pass, as its GPUComputationRenderer draws them.
import * as THREE from "three";

const COVER = "void main() { gl_Position = vec4(position, 1.0); }";

class Passes {
    constructor() {
        this.renderer = new THREE.WebGLRenderer({ canvas: document.createElement("canvas") });
        this.gl = this.renderer.getContext();
        this.gl.getExtension("EXT_color_buffer_float");
        const triangle = new THREE.BufferGeometry();
        triangle.setAttribute("position", new THREE.BufferAttribute(new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0]), 3));
        this.mesh = new THREE.Mesh(triangle);
        this.mesh.frustumCulled = false;
        this.scene = new THREE.Scene();
        this.scene.add(this.mesh);
        this.camera = new THREE.Camera();
        this.pixel = new Float32Array(4);
    }

    texture(data, width, height, format) {
        const texture = new THREE.DataTexture(data, width, height, format, THREE.FloatType);
        texture.needsUpdate = true;
        return texture;
    }

    target(width, height, format) {
        const filters = { minFilter: THREE.NearestFilter, magFilter: THREE.NearestFilter };
        return new THREE.WebGLRenderTarget(width, height, { ...filters, format, type: THREE.FloatType, depthBuffer: false });
    }

    material(fragmentShader, uniforms) {
        return new THREE.ShaderMaterial({ vertexShader: COVER, fragmentShader, uniforms, depthTest: false, depthWrite: false });
    }

    draw(material, target) {
        this.mesh.material = material;
        this.renderer.setRenderTarget(target);
        this.renderer.render(this.scene, this.camera);
    }

    // What the last pass drew is there once a pixel of it is.
    finish() {
        this.gl.readPixels(0, 0, 1, 1, this.gl.RGBA, this.gl.FLOAT, this.pixel);
    }

    // All numbers of a target of so many lanes per texel.
    read(target, lanes) {
        const { width, height } = target;
        const all = new Float32Array(lanes * width * height);
        this.renderer.readRenderTargetPixels(target, 0, 0, width, height, all);
        return all;
    }
}

const JACOBI = `
uniform sampler2D x, b;
uniform vec2 texel;
float at(vec2 place) {
    bool inside = all(greaterThan(place, vec2(0.0))) && all(lessThan(place, vec2(1.0)));
    return inside ? texture2D(x, place).r : 0.0;
}
void main() {
    vec2 here = gl_FragCoord.xy * texel, right = vec2(texel.x, 0.0), up = vec2(0.0, texel.y);
    float neighbours = at(here - right) + at(here + right) + at(here - up) + at(here + up);
    gl_FragColor = vec4(0.25 * (texture2D(b, here).r + neighbours));
}`;

// Four cells of a row in a texel, as Gristmill's jacobi_packed.frag.
const JACOBI_FOURS = `
uniform sampler2D x, b;
uniform vec2 texel;
vec4 at(vec2 place) {
    bool inside = all(greaterThan(place, vec2(0.0))) && all(lessThan(place, vec2(1.0)));
    return inside ? texture2D(x, place) : vec4(0.0);
}
void main() {
    vec2 here = gl_FragCoord.xy * texel, right = vec2(texel.x, 0.0), up = vec2(0.0, texel.y);
    vec4 now = texture2D(x, here);
    vec4 beside = vec4(at(here - right).w, now.xyz) + vec4(now.yzw, at(here + right).x);
    gl_FragColor = 0.25 * (texture2D(b, here) + beside + at(here - up) + at(here + up));
}`;

const MAP = `
uniform sampler2D x;
uniform vec2 texel;
uniform float value;
void main() { gl_FragColor = texture2D(x, gl_FragCoord.xy * texel) * 0.5 + value; }`;

const MATMUL = `
uniform sampler2D a, b;
void main() {
    ivec2 here = ivec2(gl_FragCoord.xy);
    float sum = 0.0;
    for (int k = 0; k < SIDE; k++) sum += texelFetch(a, ivec2(k, here.y), 0).r * texelFetch(b, ivec2(here.x, k), 0).r;
    gl_FragColor = vec4(sum);
}`;

// Four neighbours of a row in a texel, and so for each fragment.
const MATMUL_FOURS = `
uniform sampler2D a, b;
void main() {
    ivec2 here = ivec2(gl_FragCoord.xy);
    vec4 sum = vec4(0.0);
    for (int k = 0; k < SIDE / 4; k++) {
        vec4 factors = texelFetch(a, ivec2(k, here.y), 0);
        sum += factors.x * texelFetch(b, ivec2(here.x, 4 * k), 0);
        sum += factors.y * texelFetch(b, ivec2(here.x, 4 * k + 1), 0);
        sum += factors.z * texelFetch(b, ivec2(here.x, 4 * k + 2), 0);
        sum += factors.w * texelFetch(b, ivec2(here.x, 4 * k + 3), 0);
    }
    gl_FragColor = sum;
}`;

// `count` passes from `source` on between two targets; `set` may change a uniform before each.
function chain(passes, name, lanes, [width, height], shader, count, inputs, set = () => {}) {
    const format = lanes === 4 ? THREE.RGBAFormat : THREE.RedFormat;
    const [source, ...others] = Object.keys(inputs);
    const textures = Object.fromEntries(
        Object.entries(inputs).map(([name, data]) => [name, passes.texture(data, width, height, format)]),
    );
    const uniforms = { texel: { value: new THREE.Vector2(1 / width, 1 / height) }, value: { value: 0 } };
    for (const name of [source, ...others]) uniforms[name] = { value: textures[name] };
    const material = passes.material(shader, uniforms);
    const targets = [passes.target(width, height, format), passes.target(width, height, format)];
    return {
        name,
        run() {
            for (let pass = 0; pass < count; pass++) {
                uniforms[source].value = pass === 0 ? textures[source] : targets[(pass + 1) % 2].texture;
                set(uniforms, pass);
                passes.draw(material, targets[pass % 2]);
            }
            passes.finish();
        },
        result: () => passes.read(targets[(count + 1) % 2], lanes),
    };
}

export function byThree() {
    const passes = new Passes();
    const unmasked = passes.gl.getExtension("WEBGL_debug_renderer_info");
    const renderer = unmasked ? passes.gl.getParameter(unmasked.UNMASKED_RENDERER_WEBGL) : "unknown";
    const map = (uniforms, pass) => { uniforms.value.value = pass; };
    const side = (cells) => Math.sqrt(cells.length);
    const ways = {
        jacobi: ({ b, x }) => [
            chain(passes, "three.js, textbook", 1, [side(x), side(x)], JACOBI, 8, { x, b }),
            chain(passes, "three.js, our shape", 4, [side(x) / 4, side(x)], JACOBI_FOURS, 8, { x, b }),
        ],
        maps: ({ x }) => [
            chain(passes, "three.js, textbook", 1, [side(x), side(x)], MAP, 10, { x }, map),
            chain(passes, "three.js, our shape", 4, [side(x) / 2, side(x) / 2], MAP, 10, { x }, map),
        ],
        matmul: ({ a, b }) => {
            const define = (text) => text.replaceAll("SIDE", String(side(a)));
            return [
                chain(passes, "three.js, textbook", 1, [side(a), side(a)], define(MATMUL), 1, { a, b }),
                chain(passes, "three.js, our shape", 4, [side(a) / 4, side(a)], define(MATMUL_FOURS), 1, { a, b }),
            ];
        },
    };
    return { renderer, ways };
}
