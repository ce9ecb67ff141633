// Open Dynamics Engine: the iterative step with its defaults.
#include "engines.h"

#include <ode/ode.h>
#include <stdlib.h>

enum { CONTACTS_MOST = 20000, CONTACTS_PAIR = 8 };

typedef struct engine {
    dWorldID world;
    dSpaceID space;
    dJointGroupID joints;
    double step, friction, deepest;
    int contacts;
    dJointFeedback *feedback;
    double (*normal)[3];
} engine;

static void *begin(const peer_scene *scene) {
    engine *e = calloc(1, sizeof *e);
    dInitODE2(0);
    *e = (engine){.world = dWorldCreate(),
                  .space = dHashSpaceCreate(0),
                  .joints = dJointGroupCreate(0),
                  .step = scene->step,
                  .friction = scene->friction};
    e->feedback = calloc(CONTACTS_MOST, sizeof *e->feedback);
    e->normal = calloc(CONTACTS_MOST, sizeof *e->normal);
    dWorldSetGravity(e->world, 0, 0, -9.81);
    dWorldSetAutoDisableFlag(e->world, 0);
    for (int i = 0; i < scene->planes; i++) {
        const double *p = scene->plane[i];
        dCreatePlane(e->space, p[0], p[1], p[2], p[3]);
    }
    for (int i = 0; i < scene->bodies; i++) {
        const peer_body *b = &scene->body[i];
        dBodyID body = dBodyCreate(e->world);
        dMass mass;
        dGeomID geom;
        if (b->half[1] > 0.0) {
            dMassSetBoxTotal(&mass, b->mass, 2 * b->half[0], 2 * b->half[1], 2 * b->half[2]);
            geom = dCreateBox(e->space, 2 * b->half[0], 2 * b->half[1], 2 * b->half[2]);
        } else {
            dMassSetSphereTotal(&mass, b->mass, b->half[0]);
            geom = dCreateSphere(e->space, b->half[0]);
        }
        dBodySetMass(body, &mass);
        dGeomSetBody(geom, body);
        dBodySetPosition(body, b->at[0], b->at[1], b->at[2]);
    }
    return e;
}

static void touch(void *context, dGeomID a, dGeomID b) {
    engine *e = context;
    dContact contact[CONTACTS_PAIR];
    if (!dGeomGetBody(a) && !dGeomGetBody(b)) return;
    int count = dCollide(a, b, CONTACTS_PAIR, &contact[0].geom, sizeof *contact);
    for (int i = 0; i < count && e->contacts < CONTACTS_MOST; i++) {
        contact[i].surface.mode = dContactApprox1;
        contact[i].surface.mu = e->friction;
        dJointID joint = dJointCreateContact(e->world, e->joints, &contact[i]);
        dJointAttach(joint, dGeomGetBody(a), dGeomGetBody(b));
        dJointSetFeedback(joint, &e->feedback[e->contacts]);
        for (int k = 0; k < 3; k++) e->normal[e->contacts][k] = contact[i].geom.normal[k];
        if (contact[i].geom.depth > e->deepest) e->deepest = contact[i].geom.depth;
        e->contacts++;
    }
}

static void step(void *engine_) {
    engine *e = engine_;
    e->contacts = 0;
    e->deepest = 0.0;
    dSpaceCollide(e->space, e, touch);
    dWorldQuickStep(e->world, e->step);
    dJointGroupEmpty(e->joints);
}

static int contacts(void *engine_, double *force, double *deepest) {
    engine *e = engine_;
    *force = 0.0;
    *deepest = e->deepest;
    for (int i = 0; i < e->contacts; i++) {
        double sum = 0.0;
        for (int k = 0; k < 3; k++) sum += e->feedback[i].f1[k] * e->normal[i][k];
        *force += sum < 0.0 ? -sum : sum;
    }
    return e->contacts;
}

static void end(void *engine_) {
    engine *e = engine_;
    dJointGroupDestroy(e->joints);
    dSpaceDestroy(e->space);
    dWorldDestroy(e->world);
    dCloseODE();
    free(e->feedback);
    free(e->normal);
    free(e);
}

const peer_engine peer_ode = {"ODE", begin, step, contacts, end};
