#version 330 core
// scatter: the element that a point has brought to its place in the result.
//
// Points are drawn in their order, so of two at one place the later stays. `flat`: one vertex, one fragment,
// nothing to interpolate.
#ifndef ELEMENT
#define ELEMENT float                // the library defines another type for other elements
#endif

flat in ELEMENT value;

layout(location = 0) out ELEMENT result;

void main() {
    result = value;
}
