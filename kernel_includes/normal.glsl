// normal.glsl: the normal distribution, and back, in both eras.

/// The share of it that lies below x, off by 1e-7 at most: Abramowitz and Stegun, Handbook of Mathematical
/// Functions, 1964, 26.2.17.
float cumulative(float x) {
    float size = min(abs(x), 16.0);                   // beyond, the tail is no float any more
    float k = 1.0 / (1.0 + 0.2316419 * size);
    float series = k * (0.319381530 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))));
    float tail = 0.3989422804 * exp(-0.5 * size * size) * series;
    return x < 0.0 ? tail : 1.0 - tail;
}

/// The x below which the share `probability` lies, from 2^-24 to 1 - 2^-24: Wichura, algorithm AS 241
/// (PPND7), 1988.
float quantile(float probability) {
    float centred = probability - 0.5;
    if (abs(centred) <= 0.425) {
        float r = 0.180625 - centred * centred;
        return centred * (((59.109374720 * r + 159.29113202) * r + 50.434271938) * r + 3.3871327179)
            / (((67.187563600 * r + 78.757757664) * r + 17.895169469) * r + 1.0);
    }
    float r = sqrt(-log(min(probability, 1.0 - probability))) - 1.6;
    float size = (((0.17023821103 * r + 1.3067284816) * r + 2.7568153900) * r + 1.4234372777)
        / ((0.12021132975 * r + 0.73700164250) * r + 1.0);
    return centred < 0.0 ? -size : size;
}
