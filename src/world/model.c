#include "world/model.h"

#include "base/def.h"
#include "base/numeric.h"
#include "geom/touch.h"
#include "world/compress.h"

#include <string.h>

cr_grip cr_grip_default(void) {
    return (cr_grip){.rest = 0.4, .dynamic = 0.4, .stribeck = 0.01};
}

cr_world_def cr_world_def_default(void) {
    return (cr_world_def){.made = CR_DEF_MADE,
                          .gravity = {0.0, 0.0, -9.81},
                          .step = 1e-3,
                          .steps_per_period = 6.5,
                          .margin = 2e-5,
                          .flat = 1e-5,
                          .push = 1e-3,
                          .awake = 4.5e-4,
                          .asleep = 1e-7,
                          .hold = 1e-3,
                          .adaptive = true,
                          .sleeping = true,
                          .culling = true,
                          .seed = 1};
}

cr_world_def cr_world_def_s3(void) {
    cr_world_def def = cr_world_def_default();
    def.preset = CR_WORLD_S3;
    def.awake = 1e-5;
    def.asleep = 1e-7;
    def.hold = 0.0;
    def.sleeping = false;
    return def;
}

cr_body_def cr_body_def_default(void) {
    return (cr_body_def){.made = CR_DEF_MADE,
                         .density = 7850.0,
                         .young = 2e11,
                         .poisson = 0.29,
                         .contact_fmax = 5000.0,
                         .fmax = 20000.0,
                         .turn = cr_quat_none,
                         .grip = cr_grip_default()};
}

cr_pair_def cr_pair_def_default(void) {
    return (cr_pair_def){.made = CR_DEF_MADE,
                         .a = -1,
                         .b = -1,
                         .grip = {CR_NAN, CR_NAN, CR_NAN, CR_NAN, CR_NAN},
                         .restitution = CR_NAN,
                         .compress = CR_COMPRESS_BY_BODIES,
                         .stiffness = CR_NAN};
}

cr_part_def cr_part_def_default(void) {
    return (cr_part_def){.pose = {.turn = cr_quat_none}};
}

cr_drive_def cr_drive_def_default(void) {
    return (cr_drive_def){.keys = 0};
}

cr_joint_def cr_joint_def_default(void) {
    return (cr_joint_def){.kind = CR_JOINT_BALL, .a = -1, .b = -1, .axis = {0.0, 0.0, 1.0}};
}

cr_load_def cr_load_def_default(void) {
    return (cr_load_def){.body = -1, .end = HUGE_VAL};
}

static cr_status no_memory(cr_error *error) {
    return cr_fail(error, CR_ERR_MEMORY, "world", "no memory");
}

static bool is_finite(cr_vec v) {
    return isfinite(v.x + v.y + v.z);
}

cr_world_model *cr_world_model_new(cr_arena *arena, const cr_world_def *def, cr_error *error) {
    if (cr_def_check(def->made, "world", error) != CR_OK) return NULL;
    bool above = def->step > 0.0 && def->steps_per_period > 0.0 && def->margin > 0.0 && def->flat > 0.0;
    double sum = def->step + def->steps_per_period + def->margin + def->flat + def->push;
    if (!(above && def->push >= 0.0 && isfinite(sum) && is_finite(def->gravity))) {
        cr_fail(error, CR_ERR_RANGE, "world",
                "step, steps_per_period, margin and flat must be above 0, and all of them finite");
        return NULL;
    }
    if (def->preset != CR_WORLD_CAROM && def->sleeping) {
        cr_fail(error, CR_ERR_UNSUPPORTED, "world",
                "the preset s3 does not let bodies sleep: sleeping must be false");
        return NULL;
    }
    cr_world_model *model = cr_arena_take(arena, 1, sizeof *model);
    if (!model) {
        no_memory(error);
        return NULL;
    }
    model->arena = arena;
    model->def = *def;
    return cr_compress_prepare(model->compress, error) == CR_OK ? model : NULL;
}

// Adds the inertia of a mass m at d from the common centre.
static void add_offset(double inertia[6], double m, cr_vec d) {
    inertia[0] += m * (d.y * d.y + d.z * d.z);
    inertia[1] += m * (d.x * d.x + d.z * d.z);
    inertia[2] += m * (d.x * d.x + d.y * d.y);
    inertia[3] -= m * d.y * d.z;
    inertia[4] -= m * d.x * d.z;
    inertia[5] -= m * d.x * d.y;
}

// The inertia of a part, turned: R I R^T.
static void add_turned(double inertia[6], double density, const double own[6], cr_quat turn) {
    cr_rigid part = {.mass = 1.0};
    memcpy(part.inertia, own, sizeof part.inertia);
    cr_vec e[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, column[3];
    for (int i = 0; i < 3; i++)
        column[i] = cr_quat_turn(turn, cr_rigid_momentum(&part, cr_quat_back(turn, e[i])));
    inertia[0] += density * column[0].x;
    inertia[1] += density * column[1].y;
    inertia[2] += density * column[2].z;
    inertia[3] += density * column[2].y;
    inertia[4] += density * column[2].x;
    inertia[5] += density * column[1].x;
}

// Parts of one density; overlap of parts counts twice.
static void mass_of_parts(cr_body *body, const cr_body_def *def) {
    double volume = 0.0;
    cr_vec moment = {0};
    for (int i = 0; i < def->part_count; i++) {
        const cr_part_def *part = &def->parts[i];
        volume += part->form->volume;
        moment = cr_vec_along(moment, part->form->volume, cr_pose_out(&part->pose, part->form->centre));
    }
    body->rigid = (cr_rigid){.mass = def->density * volume};
    body->centre = volume > 0.0 ? cr_vec_scale(1.0 / volume, moment) : (cr_vec){0};
    for (int i = 0; i < def->part_count; i++) {
        const cr_part_def *part = &def->parts[i];
        cr_vec d = cr_vec_sub(cr_pose_out(&part->pose, part->form->centre), body->centre);
        add_offset(body->rigid.inertia, def->density * part->form->volume, d);
        add_turned(body->rigid.inertia, def->density, part->form->inertia, part->pose.turn);
    }
}

static void mass_of_modes(cr_body *body, const cr_modes *modes) {
    body->rigid.mass = modes->mass;
    body->centre = (cr_vec){modes->centre[0], modes->centre[1], modes->centre[2]};
    memcpy(body->rigid.inertia, modes->inertia, sizeof body->rigid.inertia);
}

static cr_status take_parts(cr_world_model *model, cr_body *body, const cr_body_def *def, cr_error *error) {
    body->part = cr_arena_take(model->arena, (size_t)def->part_count, sizeof *body->part);
    if (!body->part) return no_memory(error);
    body->parts = def->part_count;
    body->low = (cr_vec){HUGE_VAL, HUGE_VAL, HUGE_VAL};
    body->high = (cr_vec){-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    body->wall = HUGE_VAL;
    for (int i = 0; i < body->parts; i++) {
        cr_part_def *part = &body->part[i];
        *part = def->parts[i];
        part->pose.at = cr_vec_sub(part->pose.at, body->centre);
        const cr_form *form = part->form;
        body->wall = cr_min(body->wall, form->wall);
        if (!isfinite(form->reach)) {
            body->unbounded = true;
            continue;
        }
        for (int corner = 0; corner < 8; corner++) {
            cr_vec p = cr_pose_out(&part->pose, (cr_vec){corner & 1 ? form->high.x : form->low.x,
                                                         corner & 2 ? form->high.y : form->low.y,
                                                         corner & 4 ? form->high.z : form->low.z});
            body->low =
                (cr_vec){cr_min(body->low.x, p.x), cr_min(body->low.y, p.y), cr_min(body->low.z, p.z)};
            body->high =
                (cr_vec){cr_max(body->high.x, p.x), cr_max(body->high.y, p.y), cr_max(body->high.z, p.z)};
        }
    }
    cr_vec far = {cr_max(-body->low.x, body->high.x), cr_max(-body->low.y, body->high.y),
                  cr_max(-body->low.z, body->high.z)};
    body->reach = body->unbounded ? HUGE_VAL : cr_vec_length(far);
    return CR_OK;
}

static int modes_below(const cr_modes *modes, double limit) {
    int count = 0;
    while (count < modes->count && modes->frequency[count] <= limit) count++;
    return count;
}

// Bodies of the same modes share what is made of them.
static bool share_modes(const cr_world_model *model, cr_body *body) {
    for (int i = 0; i < model->bodies.count; i++) {
        const cr_body *other = &model->bodies.items[i];
        if (other->from != body->from || other->modes != body->modes) continue;
        body->w = other->w;
        body->sigma = other->sigma;
        body->shape = other->shape;
        body->most = other->most;
        body->skin = other->skin;
        return true;
    }
    return false;
}

// Shapes vertex by vertex, as contact reads them.
static cr_status take_modes(cr_world_model *model, cr_body *body, const cr_body_def *def, cr_error *error) {
    const cr_modes *modes = def->modes;
    if (!modes) return CR_OK;
    body->from = modes;
    body->modes = modes_below(modes, def->contact_fmax);
    body->sounding = modes_below(modes, cr_max(def->fmax, def->contact_fmax));
    body->participation = modes->participation;
    if (share_modes(model, body)) return CR_OK;
    size_t n = (size_t)body->modes, vertices = (size_t)modes->vertices;
    body->w = cr_arena_take(model->arena, n + 1, sizeof *body->w);
    body->sigma = cr_arena_take(model->arena, n + 1, sizeof *body->sigma);
    body->most = cr_arena_take(model->arena, n + 1, sizeof *body->most);
    body->shape = cr_arena_take(model->arena, 3 * vertices * n + 1, sizeof *body->shape);
    cr_skin *skin =
        cr_skin_new(modes->position, modes->vertices, modes->triangle, modes->triangles, model->arena);
    if (!body->w || !body->sigma || !body->most || !body->shape || !skin) return no_memory(error);
    body->skin = skin;
    for (size_t j = 0; j < n; j++) {
        body->w[j] = 2.0 * cr_pi * modes->frequency[j];
        body->sigma[j] = modes->sigma[j];
        for (size_t v = 0; v < vertices; v++) {
            const float *at = modes->shape + 3 * (j * vertices + v);
            cr_vec u = {(double)at[0], (double)at[1], (double)at[2]};
            for (size_t k = 0; k < 3; k++) body->shape[(3 * v + k) * n + j] = at[k];
            body->most[j] = cr_max(body->most[j], cr_vec_length(u));
        }
    }
    return CR_OK;
}

// Above or at 0 and finite; unset: may be CR_NAN.
static bool is_amount(double value, bool unset) {
    return (unset && isnan(value)) || (value >= 0.0 && isfinite(value));
}

static bool is_grip(const cr_grip *g, bool unset) {
    return is_amount(g->rest, unset) && is_amount(g->dynamic, unset) && is_amount(g->stribeck, unset) &&
           is_amount(g->rolling, unset) && is_amount(g->spinning, unset);
}

static bool is_compress(cr_compress kind, int last) {
    return (int)kind >= CR_COMPRESS_STIFF && (int)kind <= last;
}

static double square_of(cr_quat q) {
    return q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
}

static bool is_turn(cr_quat q) {
    return fabs(square_of(q) - 1.0) < 1e-6;
}

static cr_status check_drive(const cr_drive_def *drive, const char *place, cr_error *error) {
    for (int i = 0; i < drive->keys; i++) {
        double size = square_of(drive->pose[i].turn);
        if (!isfinite(drive->time[i]) || !is_finite(drive->pose[i].at))
            return cr_fail(error, CR_ERR_RANGE, place, "times and places of a drive must be finite");
        if (!(size > 0.0 && isfinite(size)))
            return cr_fail(error, CR_ERR_RANGE, place, "turns of a drive must not be 0, and finite");
        if (i > 0 && !(drive->time[i] > drive->time[i - 1]))
            return cr_fail(error, CR_ERR_INPUT, place, "the times of a drive must rise");
    }
    return CR_OK;
}

static cr_status check_parts(const cr_body_def *def, const char *place, cr_error *error) {
    if (def->part_count < 1) return cr_fail(error, CR_ERR_INPUT, place, "a body needs at least one part");
    for (int i = 0; i < def->part_count; i++) {
        if (!def->parts[i].form)
            return cr_fail(error, CR_ERR_INPUT, place, "part %d has no form; cr_form_new makes one", i);
        if (!is_finite(def->parts[i].pose.at) || !is_turn(def->parts[i].pose.turn))
            return cr_fail(error, CR_ERR_RANGE, place,
                           "part %d: place must be finite, turn a quaternion of length 1", i);
    }
    return CR_OK;
}

static cr_status check_body(const cr_body_def *def, cr_error *error) {
    if (cr_def_check(def->made, "body", error) != CR_OK) return CR_ERR_INPUT;
    const char *place = def->name ? def->name : "body";
    cr_status status = check_parts(def, place, error);
    if (status != CR_OK) return status;
    if (!is_finite(def->at) || !is_finite(def->velocity) || !is_finite(def->spin))
        return cr_fail(error, CR_ERR_RANGE, place, "position, velocity and spin must be finite");
    if (!is_turn(def->turn))
        return cr_fail(error, CR_ERR_RANGE, place, "turn must be a quaternion of length 1");
    if (!is_amount(def->begins, false))
        return cr_fail(error, CR_ERR_RANGE, place, "begins must be at least 0 and finite");
    if (!is_grip(&def->grip, false) || !(def->restitution >= 0.0 && def->restitution <= 1.0))
        return cr_fail(error, CR_ERR_RANGE, place,
                       "friction must be at least 0 and finite, restitution from 0 to 1");
    if (!(def->young > 0.0 && isfinite(def->young) && def->poisson > -1.0 && def->poisson <= 0.5))
        return cr_fail(error, CR_ERR_RANGE, place,
                       "young must be above 0 and finite, poisson above -1 and up to 0.5");
    if (!is_compress(def->compress, CR_COMPRESS_BY_BODIES - 1))
        return cr_fail(error, CR_ERR_RANGE, place, "has no such compression");
    return check_drive(&def->drive, place, error);
}

static void start_of(cr_body *body, const cr_body_def *def) {
    cr_rigid_state *s = &body->start;
    s->turn = cr_quat_unit(def->turn);
    s->at = def->from_origin ? cr_vec_add(def->at, cr_quat_turn(s->turn, body->centre)) : def->at;
    if (!body->moves) return;
    body->begins = def->begins;
    s->velocity = def->velocity;
    s->spin = cr_quat_back(s->turn, def->spin);
}

static cr_status make_body(cr_world_model *model, cr_body *body, const cr_body_def *def, cr_error *error) {
    cr_status status = check_body(def, error);
    if (status != CR_OK) return status;
    const char *name = def->name ? def->name : "";
    body->name = cr_arena_take(model->arena, strlen(name) + 1, 1);
    if (!body->name) return no_memory(error);
    strcpy(body->name, name);
    if (def->modes) mass_of_modes(body, def->modes);
    else mass_of_parts(body, def);
    status = take_parts(model, body, def, error);
    if (status == CR_OK) status = take_modes(model, body, def, error);
    if (status != CR_OK) return status;
    body->drive = def->drive;
    body->moves = !def->fixed && def->drive.keys == 0 && !body->unbounded;
    if (!def->fixed && body->unbounded)
        return cr_fail(error, CR_ERR_INPUT, name, "a plane has no mass; say `fixed: true`");
    if (body->moves && !(isfinite(body->rigid.mass) && cr_rigid_prepare(&body->rigid)))
        return cr_fail(error, CR_ERR_INPUT, name,
                       "has a mass of %g kg and no positive inertia; give it a volume and a density",
                       body->rigid.mass);
    body->joins = body->moves || body->modes > 0;
    body->freedoms = (body->moves ? 6 : 0) + body->modes;
    body->grip = def->grip;
    body->restitution = def->restitution;
    body->young = def->young;
    body->poisson = def->poisson;
    body->compress = def->compress;
    body->normal_noise = def->normal_noise;
    body->filter = def->filter;
    start_of(body, def);
    return CR_OK;
}

int cr_world_model_add(cr_world_model *model, const cr_body_def *def, cr_error *error) {
    cr_arena_mark mark = cr_arena_here(model->arena);
    cr_body body = {0};
    if (make_body(model, &body, def, error) != CR_OK) {
        cr_arena_rewind(model->arena, mark);
        return -1;
    }
    cr_body *added = CR_ARRAY_ADD(&model->bodies, model->arena);
    if (!added) {
        cr_arena_rewind(model->arena, mark);
        no_memory(error);
        return -1;
    }
    *added = body;
    return model->bodies.count - 1;
}

static bool has_body(const cr_world_model *model, int body) {
    return body >= 0 && body < model->bodies.count;
}

static cr_status check_load_keys(const cr_load_def *def, cr_error *error) {
    for (int i = 0; i < def->keys; i++) {
        bool finite = isfinite(def->time[i]) && (!def->forces || is_finite(def->forces[i])) &&
                      (!def->torques || is_finite(def->torques[i]));
        if (!finite || (i > 0 && !(def->time[i] > def->time[i - 1])))
            return cr_fail(error, CR_ERR_INPUT, "load", "its times must rise and its forces be finite");
    }
    return CR_OK;
}

static cr_status check_load(const cr_world_model *model, const cr_load_def *def, cr_error *error) {
    bool finite =
        isfinite(def->start) && is_finite(def->at) && is_finite(def->force) && is_finite(def->torque);
    if (!has_body(model, def->body) || !finite || !(def->end >= def->start && def->start >= 0.0))
        return cr_fail(error, CR_ERR_INPUT, "load",
                       "needs a body, a finite force and times 0 <= start <= end");
    if (!is_amount(def->attack, false) || !is_amount(def->release, false) ||
        def->start + def->attack > def->end)
        return cr_fail(error, CR_ERR_RANGE, "load",
                       "attack and release must be at least 0, attack before end");
    if (def->shape == CR_LOAD_PULSE && !(def->end > def->start && isfinite(def->end)))
        return cr_fail(error, CR_ERR_INPUT, "load", "a pulse needs an end after its start");
    bool rate = def->shape == CR_LOAD_SINE || def->shape == CR_LOAD_NOISE;
    if (rate && !(def->frequency > 0.0 && isfinite(def->frequency)))
        return cr_fail(error, CR_ERR_INPUT, "load", "a sine or noise needs a frequency above 0");
    return check_load_keys(def, error);
}

int cr_world_model_load(cr_world_model *model, const cr_load_def *def, cr_error *error) {
    if (check_load(model, def, error) != CR_OK) return -1;
    cr_load_def *load = CR_ARRAY_ADD(&model->loads, model->arena);
    if (!load) {
        no_memory(error);
        return -1;
    }
    *load = *def;
    return model->loads.count - 1;
}

cr_status cr_world_model_pair(cr_world_model *model, const cr_pair_def *def, cr_error *error) {
    if (cr_def_check(def->made, "pair", error) != CR_OK) return CR_ERR_INPUT;
    if (!has_body(model, def->a) || !has_body(model, def->b) || def->a == def->b)
        return cr_fail(error, CR_ERR_INPUT, "pair", "needs two different bodies");
    if (!is_compress(def->compress, CR_COMPRESS_BY_BODIES))
        return cr_fail(error, CR_ERR_RANGE, "pair", "has no such compression");
    if (!is_grip(&def->grip, true) || !is_amount(def->restitution, true) || def->restitution > 1.0 ||
        !is_amount(def->stiffness, true) || def->stiffness == 0.0)
        return cr_fail(error, CR_ERR_RANGE, "pair",
                       "friction must be at least 0, restitution from 0 to 1, stiffness above 0");
    cr_pair_def *pair = CR_ARRAY_ADD(&model->pairs, model->arena);
    if (!pair) return no_memory(error);
    *pair = *def;
    return CR_OK;
}

int cr_world_model_bodies(const cr_world_model *model) {
    return model->bodies.count;
}

int cr_world_model_loads(const cr_world_model *model) {
    return model->loads.count;
}

const cr_load_def *cr_world_model_load_at(const cr_world_model *model, int load) {
    return CR_ARRAY_AT(&model->loads, load);
}

int cr_world_model_body(const cr_world_model *model, const char *name) {
    for (int i = 0; i < model->bodies.count; i++)
        if (strcmp(model->bodies.items[i].name, name) == 0) return i;
    return -1;
}

const char *cr_world_model_name(const cr_world_model *model, int body) {
    return CR_ARRAY_AT(&model->bodies, body)->name;
}

double cr_world_model_mass(const cr_world_model *model, int body) {
    const cr_body *b = CR_ARRAY_AT(&model->bodies, body);
    return b->moves ? b->rigid.mass : HUGE_VAL;
}

int cr_world_model_modes(const cr_world_model *model, int body) {
    return CR_ARRAY_AT(&model->bodies, body)->modes;
}

int cr_world_model_sounding(const cr_world_model *model, int body) {
    return CR_ARRAY_AT(&model->bodies, body)->sounding;
}

cr_vec cr_world_model_centre(const cr_world_model *model, int body) {
    return CR_ARRAY_AT(&model->bodies, body)->centre;
}
