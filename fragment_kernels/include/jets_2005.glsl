// jets_2005.glsl: how much of a jet there is at a place.

/// From 1 in its middle to 0 at its edge. A jet is a place and one over its squared radius.
float jet_share(vec4 jet, vec2 place) {
    vec2 away = place - jet.xy;
    float share = max(1.0 - (dot(away, away) * jet.z), 0.0);
    return share * share;
}
