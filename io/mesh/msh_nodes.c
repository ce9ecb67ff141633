#include "io/mesh/msh_internal.h"

#include <stdlib.h>

typedef struct tagged {
    long long tag;
    int node;
} tagged;

static int compare_tags(const void *a, const void *b) {
    const tagged *x = a, *y = b;
    return (x->tag > y->tag) - (x->tag < y->tag);
}

// Makes nodes findable: in a row from the first tag as programs write them, or by bisection.
static bool index_tags(msh *m) {
    m->in_a_row = true;
    for (int i = 1; i < m->nodes && m->in_a_row; i++) m->in_a_row = m->tag[i] == m->tag[i - 1] + 1;
    if (m->in_a_row) return true;
    tagged *sorted = cr_arena_take(m->in.work, (size_t)m->nodes, sizeof *sorted);
    m->by_tag = cr_arena_take(m->in.work, (size_t)m->nodes, sizeof *m->by_tag);
    if (!sorted || !m->by_tag) return scan_no_memory(&m->in, (size_t)m->nodes, "nodes");
    for (int i = 0; i < m->nodes; i++) sorted[i] = (tagged){m->tag[i], i};
    qsort(sorted, (size_t)m->nodes, sizeof *sorted, compare_tags);
    for (int i = 0; i < m->nodes; i++) {
        m->by_tag[i] = sorted[i].node;
        if (i && sorted[i].tag == sorted[i - 1].tag)
            return scan_fail(&m->in, "node %lld is there twice", sorted[i].tag);
    }
    return true;
}

int msh_node_find(msh *m, long long tag) {
    if (m->in_a_row) {
        if (m->nodes && tag >= m->tag[0] && tag - m->tag[0] < m->nodes) return (int)(tag - m->tag[0]);
    } else {
        int low = 0, high = m->nodes - 1;
        while (low <= high) {
            int middle = low + (high - low) / 2, node = m->by_tag[middle];
            if (m->tag[node] == tag) return node;
            if (m->tag[node] < tag) low = middle + 1;
            else high = middle - 1;
        }
    }
    scan_fail(&m->in, "an element has node %lld, which is not among the %d nodes", tag, m->nodes);
    return -1;
}

static bool take_nodes(msh *m, long long count) {
    if (m->position) return scan_fail(&m->in, "$Nodes is there twice");
    m->tag = cr_arena_take(m->in.work, (size_t)count, sizeof *m->tag);
    m->position = cr_arena_take(m->in.work, 3 * (size_t)count, sizeof *m->position);
    return (m->tag && m->position) || scan_no_memory(&m->in, (size_t)count, "nodes");
}

static bool read_position(msh *m, int node) {
    for (int axis = 0; axis < 3; axis++)
        if (!scan_double(&m->in, "a coordinate", &m->position[3 * (size_t)node + (size_t)axis])) return false;
    return true;
}

// Version 2.2: "count", then "tag x y z".
static bool read_list(msh *m) {
    long long count;
    if (!scan_text_integer(&m->in, "the number of nodes", &count)) return false;
    if (m->in.binary) scan_skip_line(&m->in);
    if (!scan_fits(&m->in, "nodes", count, 28, 8) || !take_nodes(m, count)) return false;
    for (; m->nodes < (int)count; m->nodes++) {
        int tag;
        if (!scan_integer(&m->in, "the number of a node", &tag) || !read_position(m, m->nodes)) return false;
        m->tag[m->nodes] = tag;
    }
    return true;
}

// Version 4.1: "dimension entity parametric count", the tags, then "x y z" with as many parameters as
// dimensions.
static bool read_block(msh *m, long long total) {
    int dimension, entity, parametric;
    long long count;
    double parameter;
    if (!scan_integer(&m->in, "the dimension of a block", &dimension) ||
        !scan_integer(&m->in, "an entity", &entity) ||
        !scan_integer(&m->in, "whether there are parameters", &parametric) ||
        !scan_long(&m->in, "the size of a block", &count))
        return false;
    if (dimension < 0 || dimension > 3) return scan_fail(&m->in, "a block of dimension %d", dimension);
    if (!scan_fits(&m->in, "nodes in a block", count, 32, 8)) return false;
    if (count > total - m->nodes)
        return scan_fail(&m->in, "more nodes than the %lld that were announced", total);
    for (int i = 0; i < (int)count; i++)
        if (!scan_long(&m->in, "the number of a node", &m->tag[m->nodes + i])) return false;
    for (int i = 0; i < (int)count; i++, m->nodes++) {
        if (!read_position(m, m->nodes)) return false;
        for (int k = 0; parametric && k < dimension; k++)
            if (!scan_double(&m->in, "a parameter of a node", &parameter)) return false;
    }
    return true;
}

static bool read_blocks(msh *m) {
    long long blocks, count, least, most;
    if (!scan_long(&m->in, "the number of blocks", &blocks) ||
        !scan_long(&m->in, "the number of nodes", &count) ||
        !scan_long(&m->in, "the lowest number of a node", &least) ||
        !scan_long(&m->in, "the highest number of a node", &most))
        return false;
    if (!scan_fits(&m->in, "blocks", blocks, 20, 8) || !scan_fits(&m->in, "nodes", count, 32, 8) ||
        !take_nodes(m, count))
        return false;
    for (long long i = 0; i < blocks; i++)
        if (!read_block(m, count)) return false;
    return m->nodes == count || scan_fail(&m->in, "%d nodes, %lld were announced", m->nodes, count);
}

bool msh_read_nodes(msh *m) {
    bool read = m->version == 22 ? read_list(m) : read_blocks(m);
    return read && index_tags(m);
}
