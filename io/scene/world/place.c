// Where bodies stand: copies, grids, and one on top of another.
#include "geom/touch.h"
#include "io/scene/world/world.h"

static const double near_enough = 1e-9; // m, of what is put on top of something
enum { APPROACHES = 200, DOUBLINGS = 60 };

// The distance of two bodies if it is below `least`, else that.
static double nearer(const cr_scene_worlds *w, const cr_scene_body *a, const cr_pose *frame_a,
                     const cr_scene_body *b, const cr_pose *frame_b, double least) {
    double apart = cr_vec_length(cr_vec_sub(frame_a->at, frame_b->at)) - a->reach - b->reach;
    if (apart >= least) return least;
    for (int i = 0; i < a->def.part_count; i++)
        for (int j = 0; j < b->def.part_count; j++) {
            cr_meeting meeting = {.a = a->parts[i].form,
                                  .b = b->parts[j].form,
                                  .pose_a = cr_pose_of(frame_a, &a->parts[i].pose),
                                  .pose_b = cr_pose_of(frame_b, &b->parts[j].pose),
                                  .flat = w->world.flat};
            least = fmin(least, cr_touch_distance(&meeting));
        }
    return least;
}

// What a copy may come to stand on: the copies before it, and one or all of another body.
typedef struct ground {
    const cr_scene_body *under;
    int first, count; // copies of it
} ground;

static double clearance(const cr_scene_worlds *w, const cr_scene_body *body, int copy, const ground *g,
                        const cr_pose *frame) {
    double least = HUGE_VAL;
    for (int i = copy - 1; i >= 0; i--) least = nearer(w, body, frame, body, &body->frame[i], least);
    for (int i = g->first; i < g->first + g->count; i++)
        least = nearer(w, body, frame, g->under, &g->under->frame[i], least);
    return least;
}

static double top_of(const cr_scene_body *body, int first, int count, cr_vec up) {
    double top = -HUGE_VAL, reach = isfinite(body->reach) ? body->reach : 0.0;
    for (int i = first; i < first + count; i++) top = fmax(top, cr_vec_dot(body->frame[i].at, up) + reach);
    return top;
}

// Comes down from above by the distance to what is below, which cannot be passed that way, until they touch.
static cr_status set_down(cr_scene_worlds *w, cr_scene_body *body, int copy, const ground *g) {
    const cr_scene_node *on = cr_scene_find(body->item, "on");
    cr_vec up = cr_vec_unit(cr_vec_scale(-1.0, w->world.gravity), (cr_vec){0.0, 0.0, 1.0});
    cr_pose frame = body->frame[copy];
    double top = top_of(g->under, g->first, g->count, up);
    if (copy) top = fmax(top, top_of(body, 0, copy, up));
    if (!isfinite(body->reach))
        return cr_scene_fail(w->scene, on, CR_AT_KEY, w->error, CR_ERR_INPUT,
                             "what has no end cannot be put on something; give at");
    frame.at = cr_vec_along(frame.at, top + 1.001 * body->reach - cr_vec_dot(frame.at, up), up);
    double gap = clearance(w, body, copy, g, &frame), rise = 1e-3 + body->reach, bottom = top;
    for (int i = 0; i < DOUBLINGS && !(gap > 0.0); i++, rise *= 2.0) { // a plane that is tilted
        frame.at = cr_vec_along(frame.at, rise, up);
        gap = clearance(w, body, copy, g, &frame);
    }
    bottom -= 2.0 * (isfinite(g->under->reach) ? g->under->reach : rise + 1e4) + 2.0 * body->reach;
    for (int i = 0; i < APPROACHES && gap > near_enough; i++) {
        frame.at = cr_vec_along(frame.at, -gap, up);
        gap = clearance(w, body, copy, g, &frame);
        if (cr_vec_dot(frame.at, up) < bottom)
            return cr_scene_fail(w->scene, on, CR_AT_VALUE, w->error, CR_ERR_INPUT,
                                 "\"%s\" is not below it; give at with its place along the ground", on->text);
    }
    body->frame[copy] = frame;
    return CR_OK;
}

// The k-th copy from the first.
static cr_vec offset_of(const cr_scene_node *item, int copy) {
    const cr_scene_node *step = cr_scene_find(item, "step"), *grid = cr_scene_find(item, "grid");
    if (step) return cr_vec_scale(copy, cr_scene_vector(step));
    if (!grid) return (cr_vec){0.0, 0.0, 0.0};
    cr_vec count = cr_scene_vector(grid), spacing = cr_scene_vector(cr_scene_find(item, "spacing"));
    int nx = (int)count.x, ny = (int)count.y;
    return (cr_vec){copy % nx * spacing.x, copy / nx % ny * spacing.y, copy / nx / ny * spacing.z};
}

static void take_frame(const cr_scene_body *body, cr_pose *frame) {
    const cr_scene_node *item = body->item, *at = cr_scene_find(item, "at"),
                        *turn = cr_scene_find(item, "turn"), *origin = cr_scene_find(item, "origin");
    bool of_shape = origin && origin->word == 1;
    if (body->def.drive.keys) { // of the centre of mass
        *frame = body->def.drive.pose[0];
        frame->at = cr_vec_sub(frame->at, cr_quat_turn(frame->turn, body->centre));
        return;
    }
    *frame = (cr_pose){.turn = turn ? cr_scene_turn(turn) : cr_quat_none};
    if (at) frame->at = cr_scene_vector(at);
    if (!of_shape) frame->at = cr_vec_sub(frame->at, cr_quat_turn(frame->turn, body->centre));
}

static cr_status find_ground(cr_scene_worlds *w, cr_scene_body *body, const cr_scene_node *on, ground *g) {
    cr_scene_body *under = &w->bodies[on->place.element];
    int copy = (int)on->number;
    body->being_placed = true;
    cr_status status = cr_scene_place_body(w, under);
    body->being_placed = false;
    if (status != CR_OK) return status;
    if (copy > under->count)
        return cr_scene_fail(w->scene, on, CR_AT_VALUE, w->error, CR_ERR_RANGE,
                             "there are %d of it, got \"%s\"", under->count, on->text);
    *g = (ground){under, copy ? copy - 1 : 0, copy ? 1 : under->count};
    return CR_OK;
}

cr_status cr_scene_place_body(cr_scene_worlds *w, cr_scene_body *body) {
    const cr_scene_node *on = cr_scene_find(body->item, "on");
    ground g = {NULL, 0, 0};
    if (body->placed == body->count) return CR_OK;
    if (body->being_placed)
        return cr_scene_fail(w->scene, on, CR_AT_VALUE, w->error, CR_ERR_INPUT,
                             "stands on what stands on it; give one of them at");
    cr_status status = on ? find_ground(w, body, on, &g) : CR_OK;
    for (int copy = 0; status == CR_OK && copy < body->count; copy++) {
        cr_pose *frame = &body->frame[copy];
        take_frame(body, frame);
        frame->at = cr_vec_add(frame->at, offset_of(body->item, copy));
        if (on) status = set_down(w, body, copy, &g);
        body->placed += status == CR_OK;
    }
    return status;
}
