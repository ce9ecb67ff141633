#include "prep/fem/groups.h"

#include "base/numeric.h"

#include <string.h>

enum { RINGS = 4, SLICES = 8, CELLS = RINGS * SLICES, ORDERS = 32 };

// Amplitudes of cos and sin of n angle in the motion outwards, around and along z, in rings about the axis.
typedef struct waves {
    double part[CELLS][ORDERS][6];
} waves;

static int cell_at(const double low[3], const double high[3], double radius, double z) {
    double across = 0.5 * cr_max(high[0] - low[0], high[1] - low[1]);
    int ring = (int)(RINGS * cr_min(radius / across, 0.999));
    int slice = (int)(SLICES * 0.999 * (z - low[2]) / (high[2] - low[2]));
    return ring * SLICES + slice;
}

static void add_node(waves *w, int cell, const double d[2], double radius, const double *u) {
    double c = d[0] / radius, s = d[1] / radius, cos_n = 1.0, sin_n = 0.0;
    double motion[3] = {c * u[0] + s * u[1], c * u[1] - s * u[0], u[2]};
    for (int n = 0; n < ORDERS; n++) {
        for (int i = 0; i < 3; i++) {
            w->part[cell][n][2 * i] += cos_n * motion[i];
            w->part[cell][n][2 * i + 1] += sin_n * motion[i];
        }
        double next = c * cos_n - s * sin_n;
        sin_n = c * sin_n + s * cos_n;
        cos_n = next;
    }
}

// How many waves run around the axis: the strongest order.
static int count_waves(const cr_mesh *mesh, const double low[3], const double high[3], const double *u) {
    waves w;
    int strongest = 0;
    double best = -1.0;
    memset(&w, 0, sizeof w);
    for (int node = 0; node < mesh->nodes; node++) {
        const double *x = mesh->node + 3 * (size_t)node;
        double d[2] = {x[0] - 0.5 * (low[0] + high[0]), x[1] - 0.5 * (low[1] + high[1])};
        double radius = hypot(d[0], d[1]);
        if (radius > 0.0) add_node(&w, cell_at(low, high, radius, x[2]), d, radius, u + 3 * (size_t)node);
    }
    for (int n = 0; n < ORDERS; n++) {
        double power = 0.0;
        for (int cell = 0; cell < CELLS; cell++)
            for (int i = 0; i < 6; i++) power += (n ? 2.0 : 1.0) * cr_square(w.part[cell][n][i]);
        if (power > best) best = power, strongest = n;
    }
    return strongest;
}

static void join(cr_modal_result *r, int lowest, int mode) {
    r->merged_most = cr_max(r->merged_most, r->frequency[mode] / r->frequency[lowest] - 1.0);
    r->merged++;
    r->frequency[mode] = r->frequency[lowest];
    r->frequency_error[mode] = r->frequency_error[lowest];
}

static bool is_near(const cr_modal_result *r, int lowest, int mode) {
    return r->frequency[mode] - r->frequency[lowest] <= r->frequency_error[mode];
}

// Every mode with waves around has one partner, turned by a quarter of a wave.
static void merge_pairs(const cr_modal_job *job, cr_modal_result *r) {
    size_t size = 3 * (size_t)job->mesh->nodes;
    double low[3], high[3];
    cr_mesh_bounds(job->mesh, low, high);
    int open[ORDERS];
    for (int n = 0; n < ORDERS; n++) open[n] = -1;
    for (int i = 0; i < r->elastic; i++) {
        int n = count_waves(job->mesh, low, high, r->vector + (size_t)i * size);
        bool pair = n > 0 && open[n] >= 0 && is_near(r, open[n], i);
        if (pair) join(r, open[n], i);
        open[n] = pair ? -1 : i;
    }
}

// Errors of a group differ as its frequencies do, about.
static bool is_likely(const cr_modal_result *r, int lowest, int mode) {
    double apart = r->frequency[mode] - r->frequency[lowest];
    double differ = fabs(r->frequency_error[mode] - r->frequency_error[lowest]);
    return apart <= 1.5 * differ + 0.1 * r->frequency_error[mode];
}

void cr_groups_merge(const cr_modal_job *job, cr_modal_result *r) {
    if (job->round == CR_ROUND_AXIS) merge_pairs(job, r);
    for (int i = 0, lowest = 0; job->round == CR_ROUND_BALL && i < r->elastic; i++) {
        if (i > lowest && is_near(r, lowest, i) && is_likely(r, lowest, i)) join(r, lowest, i);
        else lowest = i;
    }
}
