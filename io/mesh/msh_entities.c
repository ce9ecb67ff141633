#include "io/mesh/msh_internal.h"

#include <limits.h>
#include <stdlib.h>

static int compare_rows(const void *a, const void *b) {
    const msh_belongs *x = a, *y = b;
    if (x->dimension != y->dimension) return x->dimension < y->dimension ? -1 : 1;
    if (x->entity != y->entity) return x->entity < y->entity ? -1 : 1;
    return (x->group > y->group) - (x->group < y->group);
}

static bool read_physical(msh *m, int dimension, int entity) {
    long long count;
    int tag;
    if (!scan_long(&m->in, "the number of physical groups", &count) ||
        !scan_fits(&m->in, "physical groups of an entity", count, 4, 2))
        return false;
    for (long long i = 0; i < count; i++) {
        if (!scan_integer(&m->in, "a physical group", &tag)) return false;
        int group = msh_group_find(m, dimension, tag == INT_MIN ? INT_MAX : abs(tag));
        if (group < 0) return false;
        if (!m->counting) m->belongs[m->belongings] = (msh_belongs){dimension, entity, group};
        m->belongings++;
    }
    return true;
}

static bool read_boundary(msh *m) {
    long long count;
    int tag;
    if (!scan_long(&m->in, "the number of bounding entities", &count) ||
        !scan_fits(&m->in, "bounding entities", count, 4, 2))
        return false;
    for (long long i = 0; i < count; i++)
        if (!scan_integer(&m->in, "a bounding entity", &tag)) return false;
    return true;
}

// "tag x y z" of a point or "tag box" of others, the physical groups, the boundary of all but points.
static bool read_entity(msh *m, int dimension) {
    int entity, numbers = dimension ? 6 : 3;
    double x;
    if (!scan_integer(&m->in, "the number of an entity", &entity)) return false;
    for (int i = 0; i < numbers; i++)
        if (!scan_double(&m->in, "a coordinate of an entity", &x)) return false;
    return read_physical(m, dimension, entity) && (!dimension || read_boundary(m));
}

static bool read_pass(msh *m) {
    long long count[4];
    m->belongings = 0;
    for (int dimension = 0; dimension < 4; dimension++)
        if (!scan_long(&m->in, "the number of entities", &count[dimension]) ||
            !scan_fits(&m->in, "entities", count[dimension], 36, 10))
            return false;
    for (int dimension = 0; dimension < 4; dimension++)
        for (long long i = 0; i < count[dimension]; i++)
            if (!read_entity(m, dimension)) return false;
    return true;
}

bool msh_read_entities(msh *m) {
    if (m->belongs) return scan_fail(&m->in, "$Entities is there twice");
    size_t at = m->in.at;
    m->counting = true;
    if (!read_pass(m)) return false;
    m->counting = false;
    m->in.at = at;
    m->belongs = cr_arena_take(m->in.work, (size_t)m->belongings, sizeof *m->belongs);
    if (!m->belongs) return scan_no_memory(&m->in, (size_t)m->belongings, "entities");
    if (!read_pass(m)) return false;
    qsort(m->belongs, (size_t)m->belongings, sizeof *m->belongs, compare_rows);
    return true;
}
