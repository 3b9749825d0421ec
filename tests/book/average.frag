#extension GL_ARB_texture_rectangle : require
// run: size 4x1
// run: image state=index:4x1
// run: expect gl_FragColor=[0.5,0,0,0, 1,0,0,0, 2,0,0,0, 2.5,0,0,0]
uniform sampler2DRect state;
void main() {
    vec2 at = gl_TexCoord[0].xy;
    gl_FragColor = 0.5 * (texture2DRect(state, at - vec2(1.0, 0.0)) + texture2DRect(state, at + vec2(1.0, 0.0)));
}
