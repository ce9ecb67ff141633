// Rods: a frame of straight round wires, rounded where they meet.
#include "form/form_internal.h"

typedef struct rod {
    cr_vec from, along; // along: to its other end
    double square;      // of its length
    double radius;
    cr_vec middle;
    double half; // of its length
} rod;

typedef struct frame {
    double fillet;
    int count;
    rod rod[];
} frame;

static cr_near near_rod(const rod *r, cr_vec p) {
    cr_vec off = cr_vec_sub(p, r->from);
    double u = r->square > 0.0 ? cr_clamp(cr_vec_dot(off, r->along) / r->square, 0.0, 1.0) : 0.0;
    off = cr_vec_along(off, -u, r->along);
    cr_vec first, second;
    double far = cr_vec_length(off);
    if (far > 0.0) return (cr_near){far - r->radius, cr_vec_scale(1.0 / far, off)};
    cr_vec_frame(cr_vec_unit(r->along, (cr_vec){0.0, 0.0, 1.0}), &first, &second);
    return (cr_near){-r->radius, first};
}

enum { MOST = 24 };

// Keeps those within the fillet of the least, at most MOST - 1.
static int drop(cr_near *near, int count, double within) {
    int kept = 0, farthest = 0;
    for (int i = 0; i < count; i++)
        if (near[i].distance < within) near[kept++] = near[i];
    if (kept < MOST) return kept;
    for (int i = 1; i < kept; i++)
        if (near[i].distance > near[farthest].distance) farthest = i;
    near[farthest] = near[kept - 1];
    return kept - 1;
}

static cr_near near_rods(const cr_form *form, cr_vec p, int side) {
    (void)side;
    const frame *f = form->data;
    cr_near near[MOST];
    double least = (double)INFINITY;
    for (int i = 0; i < f->count; i++) // no rod is farther than its middle
        least = cr_min(least, cr_vec_length(cr_vec_sub(p, f->rod[i].middle)) - f->rod[i].radius);
    int count = 0;
    for (int i = 0; i < f->count; i++) {
        const rod *r = &f->rod[i];
        cr_vec off = cr_vec_sub(p, r->middle);
        double within = least + f->fillet + r->half + r->radius;
        if (cr_vec_dot(off, off) > within * within) continue;
        near[count] = near_rod(r, p);
        least = cr_min(least, near[count].distance);
        if (near[count].distance <= least + f->fillet) count++;
        if (count == MOST) count = drop(near, count, least + f->fillet);
    }
    return count ? cr_near_union(near, count, f->fillet) : near_rod(&f->rod[0], p);
}

// The mass of cylinders as long as the rods: where they overlap it counts twice, as beams have it.
static void add_rod(cr_moments *m, const rod *r) {
    double length = 2.0 * r->half, volume = cr_pi * r->radius * r->radius * length;
    double e[3] = {0.0, 0.0, 1.0}, c[3] = {r->middle.x, r->middle.y, r->middle.z};
    if (length > 0.0) e[0] = r->along.x / length, e[1] = r->along.y / length, e[2] = r->along.z / length;
    double own = length * length / 12.0, thick = 0.25 * r->radius * r->radius;
    m->volume += volume;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        m->first[i] += volume * c[i];
        m->second[i] += volume * (c[i] * c[i] + own * e[i] * e[i] + thick * (1.0 - e[i] * e[i]));
        m->second[3 + i] += volume * (c[j] * c[k] + (own - thick) * e[j] * e[k]);
    }
}

static bool is_end(cr_vec a, cr_vec b, double near) {
    return cr_vec_length(cr_vec_sub(a, b)) < near;
}

// An end that another rod before has too is that one's.
static bool known(const cr_rod *rods, int count, cr_vec end, double near) {
    for (int i = 0; i < count; i++)
        if (is_end(rods[i].from, end, near) || is_end(rods[i].to, end, near)) return true;
    return false;
}

static void fill(cr_form *form, frame *f, const cr_rod *rods, cr_moments *m) {
    double far = (double)INFINITY;
    cr_vec low = {far, far, far}, high = {-far, -far, -far};
    form->wall = form->round = far;
    for (int i = 0; i < f->count; i++) {
        const cr_rod *in = &rods[i];
        rod *r = &f->rod[i];
        *r = (rod){.from = in->from, .along = cr_vec_sub(in->to, in->from), .radius = in->radius};
        r->square = cr_vec_dot(r->along, r->along);
        r->half = 0.5 * sqrt(r->square);
        r->middle = cr_vec_along(r->from, 0.5, r->along);
        add_rod(m, r);
        cr_feature *line = cr_form_add_line(form, in->from, in->to, in->radius);
        line->wide = f->count > 1 && !(f->fillet > 0.0); // others go through it
        if (known(rods, i, in->from, 0.1 * in->radius)) line->ends |= CR_END_FIRST;
        if (known(rods, i, in->to, 0.1 * in->radius)) line->ends |= CR_END_LAST;
        for (int k = 0; k < 2; k++) {
            cr_vec end = k ? in->to : in->from;
            low = (cr_vec){cr_min(low.x, end.x - in->radius), cr_min(low.y, end.y - in->radius),
                           cr_min(low.z, end.z - in->radius)};
            high = (cr_vec){cr_max(high.x, end.x + in->radius), cr_max(high.y, end.y + in->radius),
                            cr_max(high.z, end.z + in->radius)};
            form->reach = cr_max(form->reach, cr_vec_length(end) + in->radius);
        }
        form->wall = cr_min(form->wall, 2.0 * in->radius);
        form->round = cr_min(form->round, in->radius);
    }
    form->low = low;
    form->high = high;
}

const cr_form_ops cr_form_rods_ops = {.near = near_rods};

static const cr_form_type type = {
    .name = "rods", .doc = "frame of straight round rods", .ops = &cr_form_rods_ops};

static cr_status check_rods(const cr_rod *rods, int count, double fillet, cr_error *error) {
    bool good = count > 0 && fillet >= 0.0 && isfinite(fillet);
    for (int i = 0; i < count && good; i++) {
        double length = cr_vec_length(cr_vec_sub(rods[i].to, rods[i].from));
        good = rods[i].radius > 0.0 && isfinite(rods[i].radius) && length > 0.0 && isfinite(length);
    }
    if (good) return CR_OK;
    return cr_fail(error, CR_ERR_RANGE, "rods", "need a length and a radius each, and a fillet of 0 or more");
}

cr_status cr_form_set_rods(cr_form *form, const cr_rod *rods, int count, double fillet, cr_arena *arena,
                           cr_error *error) {
    cr_status status = check_rods(rods, count, fillet, error);
    if (status != CR_OK) return status;
    frame *f = cr_arena_take(arena, 1, sizeof *f + (size_t)count * sizeof *f->rod);
    if (!f || !cr_form_room(form, count, arena, error))
        return cr_fail(error, CR_ERR_MEMORY, "rods", "no memory for a form");
    form->data = f;
    f->count = count;
    f->fillet = fillet;
    cr_moments moments = {0};
    fill(form, f, rods, &moments);
    // The hollows between rods that meet stand out of them by less than the fillet.
    cr_vec more = {fillet, fillet, fillet};
    form->reach += fillet;
    form->low = cr_vec_sub(form->low, more);
    form->high = cr_vec_add(form->high, more);
    cr_form_set_mass(form, &moments);
    return CR_OK;
}

cr_form *cr_form_rods(const cr_rod *rods, int count, double fillet, cr_arena *arena, cr_error *error) {
    cr_arena_mark mark = cr_arena_here(arena);
    cr_form *form = cr_arena_take(arena, 1, sizeof *form);
    cr_status status = form ? CR_OK : cr_fail(error, CR_ERR_MEMORY, "rods", "no memory for a form");
    if (form) form->type = &type;
    if (status == CR_OK) status = cr_form_set_rods(form, rods, count, fillet, arena, error);
    if (status == CR_OK) return form;
    cr_arena_rewind(arena, mark);
    return NULL;
}
