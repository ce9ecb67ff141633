// Other engines of bodies in contact, each with the same small scenes; for bench_world.
#ifndef CAROM_BENCH_ENGINES_H
#define CAROM_BENCH_ENGINES_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct peer_body {
    double half[3]; // m: of a box; of a sphere the radius and zeros
    double mass;    // kg
    double at[3];   // m
} peer_body;

enum { PEER_PLANES = 5 };
typedef struct peer_scene {
    double step; // s
    double friction;
    int planes;
    double plane[PEER_PLANES][4]; // normal and offset: points with n.x = offset, bodies above
    int bodies;
    const peer_body *body;
} peer_scene;

typedef struct peer_engine {
    const char *name;
    void *(*begin)(const peer_scene *scene); // NULL: failed
    void (*step)(void *engine);
    // Contacts of the last step: how many, the sum of their normal forces [N], the deepest overlap [m].
    int (*contacts)(void *engine, double *force, double *deepest);
    void (*end)(void *engine);
} peer_engine;

extern const peer_engine peer_ode, peer_bullet, peer_mujoco;

#ifdef __cplusplus
}
#endif

#endif
