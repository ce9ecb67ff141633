#include "io/modes/export.h"

#include "io/file/csv.h"
#include "io/file/json.h"

#include <stdlib.h>

// 20 log10(e^(-sigma t)) = -60
double cr_modes_t60(double sigma) {
    return 3.0 * log(10.0) / sigma;
}

// f_d = sqrt(f^2 - (sigma/2 pi)^2)
double cr_modes_damped(double frequency, double sigma) {
    double decay = sigma / (2.0 * cr_pi);
    return sqrt(fmax((frequency - decay) * (frequency + decay), 0.0));
}

void cr_modes_csv(FILE *out, const cr_modes *modes) {
    static const char *const names[] = {"mode", "frequency", "damped", "sigma", "t60"};
    cr_csv_header(out, names, 5);
    for (int m = 0; m < modes->count; m++) {
        double f = modes->frequency[m], sigma = modes->sigma[m];
        const double row[] = {m + 1, f, cr_modes_damped(f, sigma), sigma, cr_modes_t60(sigma)};
        cr_csv_row(out, row, 5);
    }
}

// Nine digits read back as the same float.
void cr_modes_csv_shapes(FILE *out, const cr_modes *modes) {
    size_t numbers = 3 * (size_t)modes->vertices;
    fputs("x,y,z", out);
    for (int m = 1; m <= modes->count; m++) fprintf(out, ",m%d_x,m%d_y,m%d_z", m, m, m);
    fputc('\n', out);
    for (size_t v = 0; v < numbers; v += 3) {
        const float *p = modes->position + v;
        fprintf(out, "%.9g,%.9g,%.9g", (double)p[0], (double)p[1], (double)p[2]);
        for (int m = 0; m < modes->count; m++) {
            const float *u = modes->shape + (size_t)m * numbers + v;
            fprintf(out, ",%.9g,%.9g,%.9g", (double)u[0], (double)u[1], (double)u[2]);
        }
        fputc('\n', out);
    }
}

static void put_float(cr_json *json, float value) {
    char text[32];
    snprintf(text, sizeof text, "%.9g", (double)value);
    cr_json_number(json, strtod(text, NULL));
}

static void put_doubles(cr_json *json, const char *key, const double *values, int count) {
    cr_json_key(json, key);
    cr_json_array_begin(json);
    for (int i = 0; i < count; i++) cr_json_number(json, values[i]);
    cr_json_array_end(json);
}

static void put_vectors(cr_json *json, const float *values, int count) {
    cr_json_array_begin(json);
    for (int i = 0; i < count; i++) {
        cr_json_array_begin(json);
        for (int k = 0; k < 3; k++) put_float(json, values[3 * (size_t)i + (size_t)k]);
        cr_json_array_end(json);
    }
    cr_json_array_end(json);
}

void cr_modes_json_shapes(FILE *out, const cr_modes *modes) {
    cr_json json = cr_json_on(out);
    cr_json_object_begin(&json);
    cr_json_key(&json, "name");
    cr_json_string(&json, modes->name);
    cr_json_key(&json, "material");
    cr_json_string(&json, modes->material);
    cr_json_key(&json, "mass");
    cr_json_number(&json, modes->mass);
    put_doubles(&json, "centre", modes->centre, 3);
    put_doubles(&json, "inertia", modes->inertia, 6);
    put_doubles(&json, "frequencies", modes->frequency, modes->count);
    put_doubles(&json, "sigmas", modes->sigma, modes->count);
    cr_json_key(&json, "positions");
    put_vectors(&json, modes->position, modes->vertices);
    cr_json_key(&json, "triangles");
    cr_json_array_begin(&json);
    for (int t = 0; t < modes->triangles; t++) {
        cr_json_array_begin(&json);
        for (int k = 0; k < 3; k++) cr_json_integer(&json, modes->triangle[3 * (size_t)t + (size_t)k]);
        cr_json_array_end(&json);
    }
    cr_json_array_end(&json);
    cr_json_key(&json, "shapes");
    cr_json_array_begin(&json);
    for (int m = 0; m < modes->count; m++)
        put_vectors(&json, modes->shape + (size_t)m * 3 * (size_t)modes->vertices, modes->vertices);
    cr_json_array_end(&json);
    cr_json_object_end(&json);
}
