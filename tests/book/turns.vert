#version 330 core
// turns: as many turns of a loop as the element says, one vertex each.
in int source;
flat out int result;

void main() {
    int turns = 0;
    for (int i = 0; i < source; i++) turns += i;
    result = turns;
}
