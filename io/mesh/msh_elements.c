#include "io/mesh/msh_internal.h"

#include <limits.h>
#include <string.h>

enum { TET4 = 4, TET10 = 11 };

typedef struct element_type {
    int number, dimension, nodes;
    const char *name; // of those that fill volume and cannot be read
} element_type;

// The types of gmsh.
static const element_type types[] = {
    {1, 1, 2, NULL},
    {2, 2, 3, NULL},
    {3, 2, 4, NULL},
    {TET4, 3, 4, NULL},
    {5, 3, 8, "hexahedra"},
    {6, 3, 6, "prisms"},
    {7, 3, 5, "pyramids"},
    {8, 1, 3, NULL},
    {9, 2, 6, NULL},
    {10, 2, 9, NULL},
    {TET10, 3, 10, NULL},
    {12, 3, 27, "hexahedra"},
    {13, 3, 18, "prisms"},
    {14, 3, 14, "pyramids"},
    {15, 0, 1, NULL},
    {16, 2, 8, NULL},
    {17, 3, 20, "hexahedra"},
    {18, 3, 15, "prisms"},
    {19, 3, 13, "pyramids"},
    {20, 2, 9, NULL},
    {21, 2, 10, NULL},
    {22, 2, 12, NULL},
    {23, 2, 15, NULL},
    {24, 2, 15, NULL},
    {25, 2, 21, NULL},
    {26, 1, 4, NULL},
    {27, 1, 5, NULL},
    {28, 1, 6, NULL},
    {29, 3, 20, "tetrahedra of order 3"},
    {30, 3, 35, "tetrahedra of order 4"},
    {31, 3, 56, "tetrahedra of order 5"},
    {92, 3, 64, "hexahedra"},
    {93, 3, 125, "hexahedra"},
};

static const element_type *find_type(msh *m, int number) {
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (types[i].number != number) continue;
        if (!types[i].name) return &types[i];
        scan_fail(&m->in,
                  "%s: only tetrahedra of order 1 and 2 are read; `gmsh PART.geo -3 -order 2 -o NEW.msh` "
                  "meshes anew",
                  types[i].name);
        return NULL;
    }
    scan_fail(&m->in, "elements of type %d, which is not known", number);
    return NULL;
}

static bool same_order(msh *m, const element_type *type) {
    int order = type->number == TET10 ? 2 : 1;
    if (!m->order) m->order = order;
    return m->order == order || scan_fail(&m->in, "tetrahedra of order 1 and 2 in one file");
}

// gmsh numbers the last two middles of edges 23 13, cr_mesh 13 23.
static bool add_tet(msh *m, const element_type *type, int group, const long long *tag) {
    if (!same_order(m, type)) return false;
    if (m->tets == INT_MAX / 16) return scan_fail(&m->in, "too many tetrahedra");
    if (!m->counting) {
        int *corner = m->tet + (size_t)m->tets * (size_t)type->nodes;
        for (int i = 0; i < type->nodes; i++) {
            int to = type->number == TET10 && i >= 8 ? 17 - i : i;
            corner[to] = msh_node_find(m, tag[i]);
            if (corner[to] < 0) return false;
        }
        m->region[m->tets] = group + 1;
    }
    m->tets++;
    return true;
}

static bool add_members(msh *m, const element_type *type, int group, const long long *tag) {
    if (m->memberships > INT_MAX - type->nodes) return scan_fail(&m->in, "too many elements in groups");
    for (int i = 0; i < type->nodes; i++, m->memberships++) {
        if (m->counting) continue;
        int node = msh_node_find(m, tag[i]);
        if (node < 0) return false;
        m->membership[m->memberships][0] = group;
        m->membership[m->memberships][1] = node;
    }
    return true;
}

// An element that belongs to a group, or to none (-1).
static bool add_element(msh *m, const element_type *type, int group, const long long *tag) {
    if (type->dimension == 3) return add_tet(m, type, group, tag);
    return group < 0 || add_members(m, type, group, tag);
}

// Version 2.2: the labels, of which the first is the physical group (0: none), then the nodes.
static bool read_labelled(msh *m, const element_type *type, int labels) {
    long long tag[MSH_ELEMENT_NODES];
    int physical = 0, group = -1, x;
    for (int i = 0; i < labels; i++) {
        if (!scan_integer(&m->in, "a label of an element", &x)) return false;
        if (i == 0) physical = x;
    }
    for (int i = 0; i < type->nodes; i++) {
        if (!scan_integer(&m->in, "a node of an element", &x)) return false;
        tag[i] = x;
    }
    if (physical) {
        group = msh_group_find(m, type->dimension, physical);
        if (group < 0) return false;
    }
    return add_element(m, type, group, tag);
}

// Text: "tag type labels ...". Binary: "type count labels" and so many "tag ...".
static bool read_run(msh *m, long long left, long long *read) {
    int number, tag, labels, count = 1;
    if (!m->in.binary && !scan_integer(&m->in, "the number of an element", &tag)) return false;
    if (!scan_integer(&m->in, "the type of an element", &number)) return false;
    const element_type *type = find_type(m, number);
    if (!type) return false;
    if (m->in.binary && !scan_integer(&m->in, "the number of elements", &count)) return false;
    if (!scan_integer(&m->in, "the number of labels", &labels)) return false;
    if (count < 1 || count > left)
        return scan_fail(&m->in, "%d elements, %lld are left of those announced", count, left);
    if (labels < 0 || labels > 1000) return scan_fail(&m->in, "an element with %d labels", labels);
    for (int i = 0; i < count; i++) {
        if (m->in.binary && !scan_integer(&m->in, "the number of an element", &tag)) return false;
        if (!read_labelled(m, type, labels)) return false;
    }
    *read += count;
    return true;
}

static bool read_list(msh *m) {
    long long count, read = 0;
    if (!scan_text_integer(&m->in, "the number of elements", &count)) return false;
    if (m->in.binary) scan_skip_line(&m->in);
    if (!scan_fits(&m->in, "elements", count, 8, 8)) return false;
    while (read < count)
        if (!read_run(m, count - read, &read)) return false;
    return true;
}

// The first row of the entity in `belongs`.
static int first_belonging(const msh *m, int dimension, int entity) {
    int low = 0, high = m->belongings;
    while (low < high) {
        int middle = low + (high - low) / 2;
        const msh_belongs *row = &m->belongs[middle];
        bool before = row->dimension < dimension || (row->dimension == dimension && row->entity < entity);
        if (before) low = middle + 1;
        else high = middle;
    }
    return low;
}

static bool belongs_to(const msh *m, int row, int dimension, int entity) {
    return row < m->belongings && m->belongs[row].dimension == dimension && m->belongs[row].entity == entity;
}

// An element of an entity: a tetrahedron goes to one region, others to all groups of the entity.
static bool add_to_entity(msh *m, const element_type *type, int entity, const long long *tag) {
    int row = first_belonging(m, type->dimension, entity);
    if (!belongs_to(m, row, type->dimension, entity)) return add_element(m, type, -1, tag);
    if (type->dimension == 3) return add_tet(m, type, m->belongs[row].group, tag);
    for (; belongs_to(m, row, type->dimension, entity); row++)
        if (!add_members(m, type, m->belongs[row].group, tag)) return false;
    return true;
}

// Version 4.1: "dimension entity type count", then "tag nodes".
static bool read_block(msh *m, long long left, long long *read) {
    int dimension, entity, number;
    long long count, tag[1 + MSH_ELEMENT_NODES];
    if (!scan_integer(&m->in, "the dimension of a block", &dimension) ||
        !scan_integer(&m->in, "an entity", &entity) ||
        !scan_integer(&m->in, "the type of elements", &number) ||
        !scan_long(&m->in, "the size of a block", &count))
        return false;
    const element_type *type = find_type(m, number);
    if (!type) return false;
    if (type->dimension != dimension)
        return scan_fail(&m->in, "elements of type %d in a block of dimension %d", number, dimension);
    if (count > left)
        return scan_fail(&m->in, "%lld elements, %lld are left of those announced", count, left);
    if (!scan_fits(&m->in, "elements in a block", count, 16, 4)) return false;
    for (long long i = 0; i < count; i++) {
        for (int k = 0; k <= type->nodes; k++)
            if (!scan_long(&m->in, "a node of an element", &tag[k])) return false;
        if (!add_to_entity(m, type, entity, tag + 1)) return false;
    }
    *read += count;
    return true;
}

static bool read_blocks(msh *m) {
    long long blocks, count, least, most, read = 0;
    if (!scan_long(&m->in, "the number of blocks", &blocks) ||
        !scan_long(&m->in, "the number of elements", &count) ||
        !scan_long(&m->in, "the lowest number of an element", &least) ||
        !scan_long(&m->in, "the highest number of an element", &most))
        return false;
    if (!scan_fits(&m->in, "blocks", blocks, 20, 8) || !scan_fits(&m->in, "elements", count, 16, 4))
        return false;
    for (long long i = 0; i < blocks; i++)
        if (!read_block(m, count - read, &read)) return false;
    return read == count || scan_fail(&m->in, "%lld elements, %lld were announced", read, count);
}

static bool read_pass(msh *m) {
    m->tets = m->memberships = 0;
    return m->version == 22 ? read_list(m) : read_blocks(m);
}

// Counted first, then kept.
bool msh_read_elements(msh *m) {
    if (!m->position) return scan_fail(&m->in, "$Elements before $Nodes");
    if (m->has_elements) return scan_fail(&m->in, "$Elements is there twice");
    m->has_elements = m->counting = true;
    size_t at = m->in.at;
    if (!read_pass(m)) return false;
    m->counting = false;
    m->in.at = at;
    size_t tets = (size_t)m->tets, members = (size_t)m->memberships;
    m->tet = cr_arena_take(m->in.work, tets * (m->order == 2 ? 10 : 4), sizeof *m->tet);
    m->region = cr_arena_take(m->in.work, tets, sizeof *m->region);
    m->membership = cr_arena_take(m->in.work, members, sizeof *m->membership);
    if (!m->tet || !m->region || !m->membership) return scan_no_memory(&m->in, tets, "tetrahedra");
    return read_pass(m);
}
