// A generation of touch points: found by pairs, merged, named as before, sorted by key.
#include "geom/touch.h"

#include <string.h>

#include "geom/pair.h"

cr_view cr_view_make(const cr_meeting *meeting, int owner) {
    const cr_pose *own = owner ? &meeting->pose_b : &meeting->pose_a;
    const cr_pose *other = owner ? &meeting->pose_a : &meeting->pose_b;
    cr_quat q = cr_quat_mul(cr_quat_inverse(other->turn), own->turn);
    double xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z, xy = q.x * q.y, yz = q.y * q.z, zx = q.z * q.x,
           wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
    return (cr_view){.own = owner ? meeting->b : meeting->a,
                     .other = owner ? meeting->a : meeting->b,
                     .pose_other = other,
                     .owner = owner,
                     .at = cr_pose_in(other, own->at),
                     .turn = {{1.0 - 2.0 * (yy + zz), 2.0 * (xy + wz), 2.0 * (zx - wy)},
                              {2.0 * (xy - wz), 1.0 - 2.0 * (xx + zz), 2.0 * (yz + wx)},
                              {2.0 * (zx + wy), 2.0 * (yz - wx), 1.0 - 2.0 * (xx + yy)}}};
}

static int number_of(const cr_view *view, int feature) {
    return feature + (view->owner ? view->other->features : 0);
}
void cr_generation_bound(const cr_generation *g, const cr_view *view, int feature, double gap) {
    if (g->bound) g->bound[number_of(view, feature)] = gap;
}

static int flat_bit(const cr_view *view, int feature) {
    int bit = number_of(view, feature);
    return bit < 8 * (int)sizeof((cr_touch_memory *)0)->flat ? bit : -1;
}
bool cr_generation_flat(const cr_generation *g, const cr_view *view, int feature) {
    int bit = flat_bit(view, feature);
    return bit >= 0 && (g->memory->flat[bit / 8] >> (bit % 8) & 1);
}
void cr_generation_set_flat(cr_generation *g, const cr_view *view, int feature, bool flat) {
    int bit = flat_bit(view, feature);
    if (bit < 0) return;
    unsigned char *byte = &g->memory->flat[bit / 8], mask = (unsigned char)(1 << (bit % 8));
    *byte = (unsigned char)(flat ? *byte | mask : *byte & ~mask);
}

const cr_touch *cr_generation_from(const cr_generation *g, unsigned key) {
    int low = 0, high = g->olds;
    while (low < high) {
        int middle = (low + high) / 2;
        if (g->old[middle].key < key) low = middle + 1;
        else high = middle;
    }
    return g->old + low;
}
const cr_touch *cr_generation_old(const cr_generation *g, unsigned key) {
    const cr_touch *touch = cr_generation_from(g, key);
    return touch < g->old + g->olds && touch->key == key ? touch : NULL;
}

bool cr_generation_is_flat(const cr_generation *g, const cr_view *view, int feature, double spread) {
    return spread < (cr_generation_flat(g, view, feature) ? 3.0 : 1.0) * g->meeting->flat;
}

// Where a distance has no gradient (the middle of a ball) the last normal holds; a new point has that from
// the other's origin.
static cr_vec steady_normal(const cr_view *view, const cr_probe *probe, cr_vec last) {
    if (cr_vec_dot(probe->near.normal, probe->near.normal) >= 0.25) return probe->near.normal;
    if (cr_vec_dot(last, last) > 0.0)
        return cr_quat_back(view->pose_other->turn, view->owner ? cr_vec_scale(-1.0, last) : last);
    return cr_vec_unit(probe->centre, (cr_vec){0.0, 0.0, 1.0});
}

void cr_touch_fill(const cr_view *view, const cr_probe *probe, cr_touch *touch) {
    const cr_pose *pose = view->pose_other;
    cr_vec n = cr_quat_turn(pose->turn, steady_normal(view, probe, touch->normal));
    cr_vec centre = cr_pose_out(pose, probe->centre);
    double round = probe->near.distance - probe->gap;
    cr_vec own = cr_vec_along(centre, -round, n), other = cr_vec_along(centre, -probe->near.distance, n);
    touch->gap = probe->gap + touch->offset;
    touch->point_a = view->owner ? other : own;
    touch->point_b = view->owner ? own : other;
    touch->normal = view->owner ? cr_vec_scale(-1.0, n) : n;
}

static void drop_farthest(cr_touch_memory *memory, const cr_touch *touch) {
    int farthest = 0;
    for (int i = 1; i < memory->count; i++)
        if (memory->touch[i].gap > memory->touch[farthest].gap) farthest = i;
    if (memory->touch[farthest].gap > touch->gap) memory->touch[farthest] = *touch;
}

// Whether the ball's point that is nearest to the other lies on the body: outside of it where a feature's
// ball is larger than the body, inside where another feature is in front of it. While apart from the other,
// it touches nothing there.
static bool on_own_surface(const cr_generation *g, const cr_view *view, int feature, int side,
                           const cr_probe *probe) {
    if (!view->own->feature[feature].wide && (probe->gap <= 0.0 || view->own->ball > 0.0)) return true;
    cr_vec p = cr_vec_along(probe->centre, probe->gap - probe->near.distance, probe->near.normal);
    cr_near own = cr_form_near(view->own, cr_view_back(view, cr_vec_sub(p, view->at)), 0);
    if (fabs(own.distance) > g->meeting->flat + view->own->off) return false;
    // A ball larger than the body may have the other inside it, where the body is hollow.
    return probe->gap > 0.0 || cr_form_near(view->other, p, side).distance <= g->meeting->flat;
}

void cr_generation_add(cr_generation *g, const cr_view *view, const cr_touch *made,
                       const cr_probe *made_probe) {
    if (made_probe->gap > g->reach) return;
    cr_touch touch = *made;
    cr_probe probe = *made_probe;
    const cr_touch *old = cr_generation_old(g, touch.key);
    if (old) touch.offset = old->offset, touch.normal = old->normal;
    touch.owner = view->owner;
    touch.feature = cr_touch_feature_of(&touch);
    bool seated = cr_touch_kind_of(&touch) == CR_TOUCH_SEAT; // what it asks has no sides
    if (view->other->reach < 1e300 && !seated) touch.side = cr_side_settle(g, view, old, touch.side, &probe);
    if (!on_own_surface(g, view, touch.feature, touch.side, &probe)) return;
    if (g->least) {
        g->reach = cr_min(g->reach, probe.gap);
        return;
    }
    cr_touch_fill(view, &probe, &touch);
    touch.curvature = cr_touch_curvature(g, view, &touch, &probe);
    if (g->memory->count < CR_TOUCH_MAX) {
        g->memory->touch[g->memory->count++] = touch;
        return;
    }
    g->dropped++;
    drop_farthest(g->memory, &touch);
}

static void sort_by_key(cr_touch_memory *memory) {
    for (int i = 1; i < memory->count; i++) {
        if (memory->touch[i - 1].key < memory->touch[i].key) continue;
        cr_touch touch = memory->touch[i];
        int k = i;
        for (; k > 0 && memory->touch[k - 1].key > touch.key; k--) memory->touch[k] = memory->touch[k - 1];
        memory->touch[k] = touch;
    }
}

int cr_touch_find(const cr_meeting *meeting, double reach, cr_touch_memory *memory, int *dropped) {
    cr_touch old[CR_TOUCH_MAX];
    memcpy(old, memory->touch, (size_t)memory->count * sizeof *old);
    cr_generation g = {.meeting = meeting,
                       .reach = reach,
                       .old = old,
                       .olds = memory->count,
                       .apart = cr_touch_apart(meeting),
                       .memory = memory};
    for (int i = 0; i < g.olds; i++) g.sided |= old[i].side != 0;
    memory->count = 0;
    cr_pair_find(&g);
    if (memory->count > 1) cr_generation_merge(&g);
    sort_by_key(memory);
    if (dropped) *dropped = g.dropped;
    return memory->count;
}

void cr_touch_follow(const cr_meeting *meeting, cr_touch *touch) {
    cr_view view = cr_view_make(meeting, touch->owner);
    const cr_feature *f = &view.own->feature[touch->feature];
    bool moves = cr_touch_kind_of(touch) == CR_TOUCH_MOVING;
    cr_probe probe;
    if (moves && f->kind == CR_FEATURE_POINT) {
        cr_vec direction = cr_ball_direction(&view, touch);
        cr_ball_follow(&view, touch->feature, touch->side, &direction, &probe);
    } else if (f->kind == CR_FEATURE_POINT) {
        probe = cr_point_probe(&view, touch->feature, touch->side);
    } else if (cr_touch_kind_of(touch) == CR_TOUCH_SEAT) {
        probe = cr_seat_probe(&view, touch->seat);
    } else if (f->kind == CR_FEATURE_SURFACE) {
        probe = cr_surface_probe(&view, touch->feature, touch->u, touch->v, touch->side);
        if (moves) cr_surface_follow(&view, touch->feature, &touch->u, &touch->v, touch->side, &probe);
    } else {
        cr_curve curve = cr_curve_make(&view, touch->feature);
        double slope;
        if (moves) cr_curve_follow(&curve, &touch->u, touch->side, &probe);
        else probe = cr_curve_probe(&curve, touch->u, touch->side, &slope);
    }
    cr_touch_fill(&view, &probe, touch);
}
