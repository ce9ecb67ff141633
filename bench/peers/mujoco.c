// MuJoCo: Newton's method on soft contacts, with the defaults.
#include "engines.h"

#include <mujoco/mujoco.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct engine {
    mjModel *model;
    mjData *data;
} engine;

static void write_scene(FILE *f, const peer_scene *s) {
    fprintf(f, "<mujoco><option timestep=\"%g\" gravity=\"0 0 -9.81\" cone=\"elliptic\"/>\n", s->step);
    int most = 8 * s->bodies; // contacts: its memory grows with the square
    fprintf(f, "<size njmax=\"%d\" nconmax=\"%d\"/>\n", 3 * most, most);
    fprintf(f, "<default><geom friction=\"%g 0 0\" condim=\"3\"/></default><worldbody>\n", s->friction);
    for (int i = 0; i < s->planes; i++) {
        const double *p = s->plane[i];
        fprintf(f, "<geom type=\"plane\" size=\"1 1 .1\" pos=\"%.17g %.17g %.17g\" zaxis=\"%g %g %g\"/>\n",
                p[0] * p[3], p[1] * p[3], p[2] * p[3], p[0], p[1], p[2]);
    }
    for (int i = 0; i < s->bodies; i++) {
        const peer_body *b = &s->body[i];
        fprintf(f, "<body pos=\"%.17g %.17g %.17g\"><freejoint/>", b->at[0], b->at[1], b->at[2]);
        fprintf(f, "<geom type=\"%s\" size=\"%.17g %.17g %.17g\" mass=\"%.17g\"/></body>\n",
                b->half[1] > 0.0 ? "box" : "sphere", b->half[0], b->half[1], b->half[2], b->mass);
    }
    fprintf(f, "</worldbody></mujoco>\n");
}

static void *begin(const peer_scene *scene) {
    char path[] = "/tmp/carom-bench-XXXXXX", reason[512] = "";
    int file = mkstemp(path);
    FILE *f = file >= 0 ? fdopen(file, "w") : NULL;
    if (!f) return NULL;
    write_scene(f, scene);
    fclose(f);
    engine *e = calloc(1, sizeof *e);
    e->model = mj_loadXML(path, NULL, reason, sizeof reason);
    unlink(path);
    if (!e->model) {
        fprintf(stderr, "MuJoCo: %s\n", reason);
        free(e);
        return NULL;
    }
    e->data = mj_makeData(e->model);
    return e;
}

static void step(void *engine_) {
    engine *e = engine_;
    mj_step(e->model, e->data);
}

static int contacts(void *engine_, double *force, double *deepest) {
    engine *e = engine_;
    *force = *deepest = 0.0;
    for (int i = 0; i < e->data->ncon; i++) {
        mjtNum part[6];
        mj_contactForce(e->model, e->data, i, part);
        *force += part[0];
        if (-e->data->contact[i].dist > *deepest) *deepest = -e->data->contact[i].dist;
    }
    return e->data->ncon;
}

static void end(void *engine_) {
    engine *e = engine_;
    mj_deleteData(e->data);
    mj_deleteModel(e->model);
    free(e);
}

const peer_engine peer_mujoco = {"MuJoCo", begin, step, contacts, end};
