// Frame: round rods welded at nodes. The one of the table is an open basket of wires, as of a shopping cart.
#include "form/form_internal.h"
#include "form/sizes.h"

enum { LENGTH, WIDTH, HEIGHT, MESH, WIRE, RIM };

const cr_param cr_frame_params[] = {
    {"length", "m", "length, along x, between the axes of its wires", 0.42, 1e-3, 100},
    {"width", "m", "width, along y", 0.28, 1e-3, 100},
    {"height", "m", "height of the rim above the bottom", 0.21, 1e-3, 100},
    {"mesh", "m", "from wire to wire, about: sides are divided evenly", 0.07, 1e-3, 100},
    {"wire", "m", "diameter of the wires", 0.006, 1e-5, 1},
    {"rim", "m", "diameter of the rim", 0.01, 1e-5, 1},
};

// --- the basket -----------------------------------------------------------------------------------------

typedef struct basket {
    int cells[3];
    cr_frame *frame;
} basket;

// Cells along a side, whole and one at least.
static double cells_of(const double *value, int side) {
    return cr_max(1.0, round(value[side] / value[MESH]));
}

static int node_at(basket *b, const int place[3]) {
    const int *n = b->cells;
    int bottom = (n[0] + 1) * (n[1] + 1), around = 2 * (n[0] + n[1]);
    if (place[2] == 0) return place[0] * (n[1] + 1) + place[1];
    int along = place[1] == 0      ? place[0]
                : place[0] == n[0] ? n[0] + place[1]
                : place[1] == n[1] ? 2 * n[0] + n[1] - place[0]
                                   : around - place[1];
    return bottom + (place[2] - 1) * around + along % around;
}

static bool is_there(const basket *b, const int place[3]) {
    const int *n = b->cells;
    bool edge = place[0] == 0 || place[0] == n[0] || place[1] == 0 || place[1] == n[1];
    return place[0] <= n[0] && place[1] <= n[1] && place[2] <= n[2] && (place[2] == 0 || edge);
}

// A wire from a place to the next along an axis, where both lie on the bottom or on one side.
static void add_wire(basket *b, const double *value, const int place[3], int axis) {
    int next[3] = {place[0], place[1], place[2]}, across = 1 - axis;
    next[axis]++;
    if (!is_there(b, next)) return;
    bool inside = axis < 2 && place[2] > 0 && place[across] != 0 && place[across] != b->cells[across];
    if (inside) return;
    bool rim = axis < 2 && place[2] == b->cells[2];
    b->frame->rod[b->frame->rods++] =
        (cr_frame_rod){node_at(b, place), node_at(b, next), 0.5 * value[rim ? RIM : WIRE]};
}

static void fill_basket(basket *b, const double *value) {
    int place[3];
    for (place[0] = 0; place[0] <= b->cells[0]; place[0]++)
        for (place[1] = 0; place[1] <= b->cells[1]; place[1]++)
            for (place[2] = 0; place[2] <= b->cells[2]; place[2]++) {
                if (!is_there(b, place)) continue;
                b->frame->node[node_at(b, place)] =
                    (cr_vec){value[LENGTH] * ((double)place[0] / b->cells[0] - 0.5),
                             value[WIDTH] * ((double)place[1] / b->cells[1] - 0.5),
                             value[HEIGHT] * place[2] / b->cells[2] + 0.5 * value[WIRE]};
                for (int axis = 0; axis < 3; axis++) add_wire(b, value, place, axis);
            }
}

static cr_status check_basket(const double *value, cr_error *error) {
    const double most = 1e4; // wires: more are a mistake in a unit
    double nx = cells_of(value, LENGTH), ny = cells_of(value, WIDTH), nz = cells_of(value, HEIGHT);
    double wires = 2.0 * nx * ny + nx + ny + 4.0 * (nx + ny) * nz;
    if (!(wires <= most))
        return cr_fail(error, CR_ERR_RANGE, "mesh",
                       "makes %.3g pieces of wire, at most %g; needs more m, got %g", wires, most,
                       value[MESH]);
    double least = cr_min(value[LENGTH] / nx, cr_min(value[WIDTH] / ny, value[HEIGHT] / nz));
    for (int i = WIRE; i <= RIM; i++)
        if (!(value[i] <= 0.5 * least))
            return cr_fail(error, CR_ERR_RANGE, cr_frame_params[i].name,
                           "needs at most %g m, half of the narrowest mesh, got %g", 0.5 * least, value[i]);
    return CR_OK;
}

cr_status cr_frame_basket(const double *value, cr_arena *arena, cr_frame *frame, cr_error *error) {
    cr_status status = check_basket(value, error);
    if (status != CR_OK) return status;
    basket b = {.frame = frame};
    for (int i = 0; i < 3; i++) b.cells[i] = (int)cells_of(value, i);
    const int *n = b.cells, around = 2 * (n[0] + n[1]);
    int nodes = (n[0] + 1) * (n[1] + 1) + around * n[2];
    int rods = n[0] * (n[1] + 1) + n[1] * (n[0] + 1) + 2 * around * n[2];
    *frame = (cr_frame){.nodes = nodes};
    frame->node = cr_arena_take(arena, (size_t)nodes, sizeof *frame->node);
    frame->rod = cr_arena_take(arena, (size_t)rods, sizeof *frame->rod);
    if (!frame->node || !frame->rod)
        return cr_fail(error, CR_ERR_MEMORY, "frame", "no memory for %d rods", rods);
    fill_basket(&b, value);
    return CR_OK;
}

// --- any frame ------------------------------------------------------------------------------------------

static cr_status check_rod(const cr_frame *frame, int index, cr_error *error) {
    const cr_frame_rod *r = &frame->rod[index];
    if (r->from < 0 || r->to < 0 || r->from >= frame->nodes || r->to >= frame->nodes)
        return cr_fail(error, CR_ERR_INPUT, "rods", "rod %d has a node that is not among the %d", index + 1,
                       frame->nodes);
    if (!(r->radius > 0.0 && isfinite(r->radius)))
        return cr_fail(error, CR_ERR_INPUT, "rods", "rod %d has the radius %g, should be above 0", index + 1,
                       r->radius);
    double length = cr_vec_length(cr_vec_sub(frame->node[r->to], frame->node[r->from]));
    if (!(length > r->radius && isfinite(length)))
        return cr_fail(error, CR_ERR_INPUT, "rods",
                       "rod %d is %g m long, should be more than its radius of %g m", index + 1, length,
                       r->radius);
    for (int i = 0; i < index; i++) {
        const cr_frame_rod *o = &frame->rod[i];
        if ((o->from == r->from && o->to == r->to) || (o->from == r->to && o->to == r->from))
            return cr_fail(error, CR_ERR_INPUT, "rods", "rods %d and %d are between the same nodes", i + 1,
                           index + 1);
    }
    return CR_OK;
}

// Nodes that hang together with the first rod, by passes over the rods until none is new.
static cr_status check_pieces(const cr_frame *frame, char *reached, cr_error *error) {
    bool more = true;
    reached[frame->rod[0].from] = 1;
    while (more) {
        more = false;
        for (int i = 0; i < frame->rods; i++) {
            char *a = &reached[frame->rod[i].from], *b = &reached[frame->rod[i].to];
            more = more || *a != *b;
            *a = *b = (char)(*a | *b);
        }
    }
    for (int i = 0; i < frame->nodes; i++)
        if (!reached[i])
            return cr_fail(error, CR_ERR_INPUT, "nodes", "node %d hangs on no rod of the first one's piece",
                           i + 1);
    return CR_OK;
}

cr_status cr_frame_check(const cr_frame *frame, cr_arena *arena, cr_error *error) {
    if (frame->nodes < 2 || frame->rods < 1)
        return cr_fail(error, CR_ERR_INPUT, "frame", "needs two nodes and a rod at least");
    for (int i = 0; i < frame->rods; i++) {
        cr_status status = check_rod(frame, i, error);
        if (status != CR_OK) return status;
    }
    cr_arena_mark mark = cr_arena_here(arena);
    char *reached = cr_arena_take(arena, (size_t)frame->nodes, 1);
    cr_status status = reached ? check_pieces(frame, reached, error)
                               : cr_fail(error, CR_ERR_MEMORY, "frame", "no memory to check it");
    cr_arena_rewind(arena, mark);
    return status;
}

// The rod that goes straight on from the end `node` of another, or -1.
static int next_of(const cr_frame *frame, const char *taken, int rod, int node) {
    const cr_frame_rod *r = &frame->rod[rod];
    cr_vec none = {0.0, 0.0, 0.0}, from = frame->node[r->from == node ? r->to : r->from],
           at = frame->node[node];
    cr_vec along = cr_vec_unit(cr_vec_sub(at, from), none);
    for (int i = 0; i < frame->rods; i++) {
        const cr_frame_rod *o = &frame->rod[i];
        if (taken[i] || (o->from != node && o->to != node) || o->radius != r->radius) continue;
        cr_vec on = cr_vec_unit(cr_vec_sub(frame->node[o->from == node ? o->to : o->from], at), none);
        if (cr_vec_dot(along, on) > 0.0 && cr_vec_length(cr_vec_cross(along, on)) < 1e-6) return i;
    }
    return -1;
}

// The node at which the straight wire of a rod ends on one side.
static int end_of(const cr_frame *frame, char *taken, int rod, int node) {
    for (int next; (next = next_of(frame, taken, rod, node)) >= 0; rod = next) {
        const cr_frame_rod *r = &frame->rod[next];
        taken[next] = 1;
        node = r->from == node ? r->to : r->from;
    }
    return node;
}

static cr_status set_frame(cr_form *form, const cr_frame *frame, cr_arena *arena, cr_error *error) {
    size_t count = (size_t)frame->rods;
    char *taken = cr_arena_take(arena, count, 1);
    cr_rod *wire = cr_arena_take(arena, count, sizeof *wire);
    int wires = 0;
    if (!taken || !wire) return cr_fail(error, CR_ERR_MEMORY, "frame", "no memory for a form");
    for (int i = 0; i < frame->rods; i++) {
        if (taken[i]) continue;
        taken[i] = 1;
        int from = end_of(frame, taken, i, frame->rod[i].from),
            to = end_of(frame, taken, i, frame->rod[i].to);
        wire[wires++] = (cr_rod){frame->node[from], frame->node[to], frame->rod[i].radius};
    }
    return cr_form_set_rods(form, wire, wires, 0.0, arena, error);
}

static cr_status make(cr_form *form, cr_arena *arena, cr_error *error) {
    cr_frame frame;
    cr_status status = cr_frame_basket(form->value, arena, &frame, error);
    return status == CR_OK ? set_frame(form, &frame, arena, error) : status;
}

static const cr_form_type any = {
    .name = "frame", .doc = "frame of welded round rods", .ops = &cr_form_rods_ops};

cr_form *cr_form_of_frame(const cr_frame *frame, cr_arena *arena, cr_error *error) {
    cr_arena_mark mark = cr_arena_here(arena);
    cr_form *form = cr_arena_take(arena, 1, sizeof *form);
    cr_status status = form ? CR_OK : cr_fail(error, CR_ERR_MEMORY, "frame", "no memory for a form");
    if (form) form->type = &any;
    if (status == CR_OK) status = cr_frame_check(frame, arena, error);
    if (status == CR_OK) status = set_frame(form, frame, arena, error);
    if (status == CR_OK) return form;
    cr_arena_rewind(arena, mark);
    return NULL;
}

const cr_form_type cr_form_frame = {
    .name = "frame",
    .doc = "frame of welded round rods: an open basket of wires",
    .params = cr_frame_params,
    .param_count = CR_FRAME_PARAMS,
    .make = make,
    .ops = &cr_form_rods_ops,
};
