#include "io/plot/spectrum.h"

static double encode(double linear) {
    return linear <= 0.0031308 ? 12.92 * linear : 1.055 * pow(linear, 1.0 / 2.4) - 0.055;
}

// OKLab to linear sRGB; false outside the gamut.
static bool to_linear(double L, double a, double b, double rgb[3]) {
    double l = L + 0.3963377774 * a + 0.2158037573 * b;
    double m = L - 0.1055613458 * a - 0.0638541728 * b;
    double s = L - 0.0894841775 * a - 1.2914855480 * b;
    l = l * l * l, m = m * m * m, s = s * s * s;
    rgb[0] = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s;
    rgb[1] = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s;
    rgb[2] = -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s;
    for (int i = 0; i < 3; i++)
        if (rgb[i] < 0.0 || rgb[i] > 1.0) return false;
    return true;
}

// Lightness grows evenly while the hue turns from blue through red to yellow.
cr_rgb cr_spectrum_color(double value) {
    const double dark = 0.13, light = 0.97;
    double t = fmin(fmax(value, 0.0), 1.0), L = dark + (light - dark) * t;
    double hue = (275.0 + 190.0 * t) * cr_pi / 180.0, chroma = 0.04 + 0.17 * sin(cr_pi * pow(t, 0.8));
    double rgb[3];
    while (!to_linear(L, chroma * cos(hue), chroma * sin(hue), rgb) && chroma > 0.0) chroma -= 0.0005;
    unsigned char byte[3];
    for (int i = 0; i < 3; i++) byte[i] = (unsigned char)lround(255.0 * encode(fmin(fmax(rgb[i], 0.0), 1.0)));
    return (cr_rgb){byte[0], byte[1], byte[2]};
}
