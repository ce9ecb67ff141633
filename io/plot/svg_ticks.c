// Round tick values (1, 2, 5) whose labels do not touch.
#include "io/plot/svg_internal.h"

#include <math.h>
#include <string.h>

enum { LABEL_SIZE = 11 };

static double scaled(double value, int exponent) {
    return exponent < 0 ? value / pow(10.0, -exponent) : value * pow(10.0, exponent);
}

double cr_svg_tick_width(const cr_svg_tick *tick) {
    return cr_svg_text_width(tick->digits, LABEL_SIZE) + cr_svg_text_width(tick->exponent, 0.75 * LABEL_SIZE);
}

static bool labels_fit(const cr_svg_axis *axis) {
    const double gap = axis->vertical ? 4.0 : 12.0, line = LABEL_SIZE;
    for (int i = 1; i < axis->count; i++) {
        const cr_svg_tick *a = &axis->ticks[i - 1], *b = &axis->ticks[i];
        double distance = fabs(cr_svg_pixel(axis, a->value) - cr_svg_pixel(axis, b->value));
        double extent = axis->vertical ? line : 0.5 * (cr_svg_tick_width(a) + cr_svg_tick_width(b));
        if (distance < extent + gap) return false;
    }
    return true;
}

static cr_svg_tick *add_tick(cr_svg_axis *axis, double value) {
    if (axis->count == CR_SVG_TICKS) return NULL;
    cr_svg_tick *tick = &axis->ticks[axis->count++];
    *tick = (cr_svg_tick){.value = value};
    return tick;
}

typedef struct step {
    int mantissa, exponent; // mantissa 1, 2 or 5
} step;

static step step_near(double rough) {
    int exponent = (int)floor(log10(rough));
    double m = scaled(rough, -exponent);
    if (m > sqrt(50.0)) return (step){1, exponent + 1};
    return (step){m > sqrt(10.0) ? 5 : m > sqrt(2.0) ? 2 : 1, exponent};
}

static step coarser(step s) {
    if (s.mantissa == 5) return (step){1, s.exponent + 1};
    return (step){s.mantissa == 1 ? 2 : 5, s.exponent};
}

static step finer(step s) {
    if (s.mantissa == 1) return (step){5, s.exponent - 1};
    return (step){s.mantissa == 5 ? 2 : 1, s.exponent};
}

// A multiple of three, so that the labels read in milli, micro, kilo.
static int common_factor(double largest) {
    const double tiny = 5e-3, huge = 1e5;
    if (largest == 0.0 || (largest >= tiny && largest < huge)) return 0;
    return 3 * (int)floor((log10(largest) + 1e-9) / 3.0);
}

static void label_number(cr_svg_tick *tick, double value, int decimals) {
    if (value == 0.0) strcpy(tick->digits, "0");
    else
        snprintf(tick->digits, sizeof tick->digits, "%s%.*f", value < 0.0 ? CR_SVG_MINUS : "", decimals,
                 fabs(value));
}

static void fill_linear(cr_svg_axis *axis, double low, double high, step s) {
    double size = scaled(s.mantissa, s.exponent);
    double first = ceil(low / size - 1e-9), last = floor(high / size + 1e-9);
    axis->count = 0;
    axis->factor = common_factor(size * fmax(fabs(first), fabs(last)));
    int decimals = axis->factor > s.exponent ? axis->factor - s.exponent : 0;
    for (int i = 0; i <= last - first; i++) {
        double k = first + i;
        cr_svg_tick *tick = add_tick(axis, scaled(k * s.mantissa, s.exponent));
        if (tick) label_number(tick, scaled(k * s.mantissa, s.exponent - axis->factor), decimals);
    }
}

static void set_linear(cr_svg_axis *axis, double low, double high) {
    const double most = 16.0, pixels = axis->vertical ? 44.0 : 72.0;
    double wanted = fmin(fmax(fabs(axis->to - axis->from) / pixels, 1.0), most);
    step s = step_near((high - low) / wanted);
    fill_linear(axis, low, high, s);
    if (axis->count < 3) {
        s = finer(s);
        fill_linear(axis, low, high, s);
    }
    while (!labels_fit(axis)) {
        s = coarser(s);
        fill_linear(axis, low, high, s);
    }
}

static bool plain_labels(const cr_svg_axis *axis) {
    return axis->low > -2.5 && axis->high < 4.5;
}

static void add_log_tick(cr_svg_axis *axis, int mantissa, int exponent) {
    double value = scaled(mantissa, exponent), c = log10(value);
    if (c < axis->low - 1e-9 || c > axis->high + 1e-9) return;
    cr_svg_tick *tick = add_tick(axis, value);
    if (!tick) return;
    if (plain_labels(axis)) {
        label_number(tick, value, exponent < 0 ? -exponent : 0);
        return;
    }
    if (mantissa > 1) snprintf(tick->digits, sizeof tick->digits, "%d" CR_SVG_TIMES "10", mantissa);
    else strcpy(tick->digits, "10");
    cr_svg_exponent(tick->exponent, exponent);
}

static void fill_decades(cr_svg_axis *axis, int stride) {
    axis->count = 0;
    int first = (int)ceil((axis->low - 1e-9) / stride), last = (int)floor((axis->high + 1e-9) / stride);
    for (int k = first; k <= last; k++) add_log_tick(axis, 1, k * stride);
}

static void fill_within_decades(cr_svg_axis *axis, const char *mantissas) {
    axis->count = 0;
    for (int e = (int)floor(axis->low); e <= (int)floor(axis->high); e++)
        for (const char *m = mantissas; *m; m++) add_log_tick(axis, *m - '0', e);
}

static bool set_decades(cr_svg_axis *axis) {
    static const int strides[] = {1, 2, 3, 5, 10, 20, 50, 100, 200};
    if (floor(axis->high + 1e-9) - ceil(axis->low - 1e-9) < 2.0) return false;
    for (size_t i = 0; i < sizeof strides / sizeof *strides; i++) {
        fill_decades(axis, strides[i]);
        if (axis->count < CR_SVG_TICKS && labels_fit(axis)) return true;
    }
    return true;
}

static void set_log(cr_svg_axis *axis) {
    static const char *const mantissas[] = {"125", "13"};
    axis->factor = 0;
    if (set_decades(axis)) return;
    for (int i = 0; i < 2; i++) {
        fill_within_decades(axis, mantissas[i]);
        if (axis->count >= 3 && labels_fit(axis)) return;
    }
    set_linear(axis, pow(10.0, axis->low), pow(10.0, axis->high));
}

void cr_svg_set_ticks(cr_svg_axis *axis) {
    if (axis->log) set_log(axis);
    else set_linear(axis, axis->low, axis->high);
}
