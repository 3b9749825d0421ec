#version 330 core
// select: nothing; it is drawn to be counted: a fragment passes the depth test where an element is not less
// than the guess.
layout(location = 0) out float result;   // nobody reads it, but a pass must draw into something

void main() {
    result = 1.0;
}
