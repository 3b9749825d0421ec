!!ARBfp1.0
# What is declared counts, used or not.
TEMP used, unused;
ATTRIB never = fragment.texcoord[3];
PARAM three = { 1, 2, 3, 4 };
PARAM one = 1.0;
PARAM same = { 1, 1, 1, 1 };
MOV used, fragment.position;
MAD result.color, used, one, same;
END
