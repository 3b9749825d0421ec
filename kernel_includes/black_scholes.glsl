// black_scholes.glsl: the price of an option, in both eras.
#include "normal.glsl"

uniform float rate;          // of interest, a year
uniform float volatility;    // a year

/// The prices of a call and a put. Not a number where the spot and the strike are not above 0, the years
/// below 0, or one is infinite.
vec2 black_scholes(float spot, float strike, float years) {
    vec3 given = vec3(spot, strike, years);
    bool lost = any(isnan(given)) || any(isinf(given)) || spot <= 0.0 || strike <= 0.0 || years < 0.0;
    if (lost) return vec2(uintBitsToFloat(0x7fc00000u));
    float spread = max(volatility * sqrt(years), 1e-18);   // with no time, or no chance, the end is known
    float upper = (log(spot / strike) + rate * years) / spread + 0.5 * spread;
    float discounted = strike * exp(-rate * years);
    float held = cumulative(upper), paid = cumulative(upper - spread);
    vec2 price = vec2(spot * held - discounted * paid, discounted * (1.0 - paid) - spot * (1.0 - held));
    return max(price, 0.0);
}
