// The table of elements, and what every element can do whatever it is.
#include "element/element_internal.h"
#include "element/oscillator.h"
#include "element/port.h"

#include <stdint.h>

static const cr_element_type *const types[] = {
#define X(name) &cr_element_##name,
    CR_ELEMENT_LIST(X)
#undef X
};

enum { TYPE_COUNT = sizeof types / sizeof *types };

const cr_element_type *const *cr_element_types(int *count) {
    *count = TYPE_COUNT;
    return types;
}

const cr_element_type *cr_element_find(const char *name, cr_error *error) {
    const char *names[TYPE_COUNT];
    for (int i = 0; i < TYPE_COUNT; i++) names[i] = types[i]->name;
    int index = cr_name_find("element", name, names, TYPE_COUNT, error);
    return index < 0 ? NULL : types[index];
}

cr_element cr_element_default(const cr_element_type *type) {
    cr_element element = {.type = type};
    cr_param_defaults(type->params, type->param_count, element.value);
    return element;
}

cr_status cr_element_set(cr_element *element, const char *name, double value, cr_error *error) {
    return cr_param_set(element->type->params, element->type->param_count, element->value,
                        element->type->name, name, value, error);
}

cr_status cr_element_make(const char *type, const cr_setting *settings, cr_element *element,
                          cr_error *error) {
    const cr_element_type *found = cr_element_find(type, error);
    if (!found) return CR_ERR_UNKNOWN;
    *element = cr_element_default(found);
    cr_status status = CR_OK;
    for (; settings && settings->name && status == CR_OK; settings++)
        status = cr_element_set(element, settings->name, settings->value, error);
    return status;
}

// Array in which the vector loops of a grid start at a cache line: they then split as few lines as they can.
// Other elements have few points: theirs stay close together.
static void *take_points(cr_arena *arena, const cr_element *element, int count, size_t size) {
    enum { LINE = 64 };
    const cr_grid *g = &element->grid;
    size_t points = (size_t)count;
    if (!cr_element_is(element->type, CR_TRAIT_GRID)) return cr_arena_take(arena, points, size);
    char *memory = cr_arena_take(arena, points * size + LINE, 1);
    if (!memory) return NULL;
    int moving = cr_grid_at(g, g->n[1] ? g->first[0] : 1, 1);
    uintptr_t first = (uintptr_t)memory + (uintptr_t)moving * size;
    return memory + (LINE - first % LINE) % LINE;
}

// Whether predict updates displacements where they are.
static bool in_place(const cr_element *element) {
    return element->grid.n[1] != 0;
}

// Points of work space: a sheet that is held keeps two rows of stress and one of ways, a free one all of its
// stress.
static int work_points(const cr_element *element) {
    if (!element->grid.n[1]) return 0;
    return element->grid.edge == CR_EDGE_FREE ? element->points : cr_grid_at(&element->grid, 0, 4);
}

cr_status cr_element_build(cr_element *element, double h, cr_arena *arena, cr_error *error) {
    element->h = h;
    cr_status status = element->type->plan(element, error);
    if (status != CR_OK) return status;
    double **arrays[] = {&element->u, &element->u_next, &element->d, &element->d_next, &element->stress};
    int work = work_points(element);
    for (int i = 0; i < (work ? 5 : 4); i++) {
        if (arrays[i] == &element->u_next && in_place(element)) {
            element->u_next = element->u;
            continue;
        }
        *arrays[i] = take_points(arena, element, i < 4 ? element->points : work, sizeof(double));
        if (!*arrays[i])
            return cr_fail(error, CR_ERR_MEMORY, element->type->name, "no memory for %d points",
                           element->points);
    }
    return element->type->fill ? element->type->fill(element, arena, error) : CR_OK;
}

cr_status cr_element_use_floats(cr_element *element, cr_arena *arena, cr_error *error) {
    bool held_sheet = element->grid.n[1] && element->grid.edge != CR_EDGE_FREE;
    if (!held_sheet || element->single) return CR_OK;
    cr_points *single = cr_arena_take(arena, 1, sizeof *single);
    if (single)
        *single = (cr_points){take_points(arena, element, element->points, sizeof(float)),
                              take_points(arena, element, element->points, sizeof(float)),
                              take_points(arena, element, element->points, sizeof(float)),
                              take_points(arena, element, work_points(element), sizeof(float))};
    if (!single || !single->u || !single->d || !single->d_next || !single->stress)
        return cr_fail(error, CR_ERR_MEMORY, element->type->name, "no memory for %d points", element->points);
    element->single = single;
    cr_sheet_pack(element);
    return CR_OK;
}

int cr_port_room(const cr_element *element) {
    if (!cr_element_is(element->type, CR_TRAIT_GRID)) return element->points;
    return element->type->axes == 2 ? 16 : 4;
}

bool cr_element_usual_places(const cr_element *element, cr_element_places *places) {
    const cr_element_type *type = element->type;
    if (!type->places || (type->find_places && !element->solid)) return false;
    *places = *type->places;
    if (type->find_places) type->find_places(element, places);
    return true;
}

cr_status cr_element_locate(const cr_element *element, const double *where, cr_port *port, cr_error *error) {
    for (int i = 0; i < element->type->axes; i++)
        if (!(where[i] >= 0.0 && where[i] <= 1.0))
            return cr_fail(error, CR_ERR_RANGE, "at", "needs 0 to 1 along the %s, got %g",
                           element->type->name, where[i]);
    port->in_rows = port->in_line = false;
    return element->type->locate(element, where, port, error);
}

cr_status cr_port_take(const cr_element *element, int room, cr_arena *arena, cr_port *port, cr_error *error) {
    size_t size = (size_t)room;
    *port = (cr_port){0,
                      cr_arena_take(arena, size, sizeof(int)),
                      cr_arena_take(arena, size, sizeof(double)),
                      cr_arena_take(arena, size, sizeof(double)),
                      false,
                      false};
    if (port->at && port->read && port->push) return CR_OK;
    return cr_fail(error, CR_ERR_MEMORY, element->type->name, "no memory for a port");
}

cr_status cr_element_port(const cr_element *element, const double *where, cr_arena *arena, cr_port *port,
                          cr_error *error) {
    cr_status status = cr_port_take(element, cr_port_room(element), arena, port, error);
    return status == CR_OK ? cr_element_locate(element, where, port, error) : status;
}

static cr_oscillator_reading reading_of(const cr_element *e, int i) {
    return cr_oscillator_read(e->mode_frequency[i], e->mode_sigma[i], e->h);
}

// Where gravity pulls a mass on its spring to.
static double rest_of(const cr_element *e) {
    return e->pull > 0.0 ? e->fall / e->pull : 0.0;
}

void cr_element_get_motion(const cr_element *e, int i, double *q, double *v) {
    if (cr_element_is(e->type, CR_TRAIT_FIXED)) {
        *q = e->u[0];
        *v = e->d[0] / e->h;
        return;
    }
    cr_oscillator_reading r = reading_of(e, i);
    *q = r.scale * e->u[i];
    *v = (r.of_u * (e->u[i] - rest_of(e)) + r.of_d * e->d[i]) / r.span;
}

// What decays within a sample has no change over the step before it.
void cr_element_set_motion(cr_element *e, int i, double q, double v) {
    if (cr_element_is(e->type, CR_TRAIT_FIXED)) {
        e->u[0] = q;
        e->d[0] = v * e->h;
        return;
    }
    cr_oscillator_reading r = reading_of(e, i);
    e->u[i] = q / r.scale;
    bool lasts = e->mode_sigma[i] * e->h < 1.0;
    e->d[i] = lasts ? (v * r.span - r.of_u * (e->u[i] - rest_of(e))) / r.of_d : v * e->h;
}

void cr_element_predict(cr_element *element) {
    element->type->predict(element);
}

void cr_element_push(cr_element *element, const cr_port *port, double force) {
    if (element->single) {
        cr_port_floats_push(port, force, element->single->d_next, element->single->u);
        return;
    }
    if (port->in_rows) {
        cr_port_rows_push(port, force, element->d_next, element->u_next);
        return;
    }
    if (port->in_line) {
        cr_port_line_push(port, force, element->d_next, element->u_next);
        return;
    }
    for (int i = 0; i < port->count; i++) {
        double change = port->push[i] * force;
        element->d_next[port->at[i]] += change;
        element->u_next[port->at[i]] += change;
    }
}

cr_status cr_element_retune(cr_element *element, double f0, cr_error *error) {
    if (element->type->retune) return element->type->retune(element, f0, error);
    return cr_fail(error, CR_ERR_UNSUPPORTED, "f0", "a %s cannot change its pitch while it runs",
                   element->type->name);
}

void cr_element_advance(cr_element *element) {
    double *u = element->u, *d = element->d;
    element->u = element->u_next;
    element->d = element->d_next;
    element->u_next = u;
    element->d_next = d;
    if (!element->single) return;
    d = element->single->d;
    element->single->d = element->single->d_next;
    element->single->d_next = d;
}

double cr_element_energy(const cr_element *element) {
    cr_sheet_unpack(element);
    return element->type->energy(element);
}

double cr_element_loss(const cr_element *element) {
    cr_sheet_unpack(element);
    return element->type->loss(element);
}

double cr_port_displacement(const cr_element *element, const cr_port *port) {
    if (element->single) return cr_port_floats_sum(port, element->single->u);
    return cr_port_sum(port, element->u);
}

double cr_port_change(const cr_element *element, const cr_port *port) {
    if (element->single) return cr_port_floats_sum(port, element->single->d);
    return cr_port_sum(port, element->d);
}

double cr_port_change_next(const cr_element *element, const cr_port *port) {
    if (element->single) return cr_port_floats_sum(port, element->single->d_next);
    return cr_port_sum(port, element->d_next);
}

double cr_port_mobility(const cr_port *a, const cr_port *b) {
    double sum = 0.0;
    for (int i = 0; i < a->count; i++)
        for (int j = 0; j < b->count; j++)
            if (a->at[i] == b->at[j]) sum += a->read[i] * b->push[j];
    return sum;
}
