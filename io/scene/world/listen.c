// Who hears the bodies of a scene, and what is made heard.
#include "io/scene/keys.h"
#include "io/scene/world/world.h"

enum { ARRAY_MOST = 64 }; // microphones

static const char *const kinds[] = {"mono", "stereo", "binaural", "array", NULL};
static const char *const radiations[] = {"none", "fast", "exact", NULL};
static const char *const dampings[] = {"none", "s3", "physical", "coupled", NULL};
static const char *const presets[] = {"carom", "s3", NULL};
static const char *const switches[] = {"false", "true", NULL};

#define PLACE(name, doc)                                                                                     \
    { .number = {name, "m", doc, CR_NAN, -1e4, 1e4}, .kind = CR_VALUE_VECTOR }

#define SWITCH(name, doc)                                                                                    \
    { .number = {name, "", doc, CR_NAN, 0, 1}, .kind = CR_VALUE_WORD, .words = switches }

static const cr_scene_key listener_keys[] = {
    {.number = {"type", "", "a microphone, two cardioids (ORTF), a head, or microphones at points",
                CR_LISTENER_STEREO, 0, 3},
     .kind = CR_VALUE_WORD,
     .words = kinds},
    PLACE("at", "where it is; on a body: in the frame of its shape; left out: [0, 0, 0]"),
    {.number = {"facing", "", "which way it looks; left out: [0, 1, 0]", CR_NAN, -1e6, 1e6},
     .kind = CR_VALUE_VECTOR},
    {.number = {"up", "", "what is up for it; left out: [0, 0, 1]", CR_NAN, -1e6, 1e6},
     .kind = CR_VALUE_VECTOR},
    {.number = NAMED("path", "how it is moved: times, at, turn, or file; smooth"), .kind = CR_VALUE_DRIVE},
    {.number = NAMED("body", "what carries it"), .kind = CR_VALUE_BODY},
    {.number = {"points", "m", "of an array: places [ahead, left, up] of its microphones", CR_NAN, -1e3, 1e3},
     .kind = CR_VALUE_TABLE},
};

static const cr_scene_key sound_keys[] = {
    {.number = {"radiation", "",
                "none: the mean motion of the surface; fast: one solution for all modes; "
                "exact: one for each",
                1, 0, 2},
     .kind = CR_VALUE_WORD,
     .words = radiations},
    {.number =
         {"preset", "",
          "s3: as Zheng & James 2011: Table 1's damping, impulses that last a step and are redistributed, "
          "no clicks, no roughness, unless said otherwise; left out: that of the world",
          CR_NAN, 0, 1},
     .kind = CR_VALUE_WORD,
     .words = presets},
    {.number = {"damping", "",
                "how contact damps: not; as S3; by materials, roughness and load; as S3 with modes coupled "
                "(128 at most); "
                "left out: physical",
                CR_NAN, 0, 3},
     .kind = CR_VALUE_WORD,
     .words = dampings},
    SWITCH("contact_time", "whether blows take their time; left out: true"),
    SWITCH("clicks", "whether bodies sound by being stopped and thrown as a whole; left out: true"),
    SWITCH("texture", "whether what slides or rolls is shaken by the roughness of surfaces; left out: true"),
    SWITCH("redistribute",
           "whether forces go over between the points of a body, as near as can be to the step "
           "before; left out: false"),
    {.number = {"ground", "m", "height of a floor that reflects; left out: none", CR_NAN, -1e4, 1e4}},
    {.number = {"full_scale", "Pa", "the pressure that is 1 in a file that is not normalised", 20, 1e-6,
                1e6}},
};

const cr_scene_form cr_scene_form_listener = CR_SCENE_FORM("a listener", "who hears it", listener_keys);
const cr_scene_form cr_scene_form_sound = CR_SCENE_FORM("the sound", "what is made heard", sound_keys);

cr_status cr_scene_verify_listener(const cr_scene *scene, const cr_scene_node *item, cr_error *error) {
    const cr_scene_node *facing = cr_scene_find(item, "facing"), *up = cr_scene_find(item, "up"),
                        *points = cr_scene_find(item, "points"), *path = cr_scene_find(item, "path"),
                        *body = cr_scene_find(item, "body");
    bool array = cr_scene_word(item, &cr_scene_form_listener, "type") == CR_LISTENER_ARRAY;
    cr_status status = facing ? cr_scene_need_axis(scene, facing, error) : CR_OK;
    if (status == CR_OK && up) status = cr_scene_need_axis(scene, up, error);
    if (status != CR_OK) return status;
    if (array && !points)
        return cr_scene_fail(scene, item, CR_AT_KEY, error, CR_ERR_INPUT,
                             "an array needs points: [[x, y, z], ...]");
    if (!array && points)
        return cr_scene_fail(scene, points, CR_AT_KEY, error, CR_ERR_INPUT, "is for an array; leave it out");
    if (path && body)
        return cr_scene_fail(scene, path, CR_AT_KEY, error, CR_ERR_INPUT,
                             "the body says where it is; leave one of path and body out");
    if (points && points->count > ARRAY_MOST)
        return cr_scene_fail(scene, points, CR_AT_VALUE, error, CR_ERR_RANGE,
                             "needs at most %d points, got %d", ARRAY_MOST, points->count);
    for (const cr_scene_node *i = points ? points->first : NULL; i; i = i->next)
        if (i->kind != CR_SCENE_LIST || i->count != 3)
            return cr_scene_fail(scene, i, CR_AT_VALUE, error, CR_ERR_INPUT, "needs three numbers [x, y, z]");
    return CR_OK;
}

static cr_status describe_ears(cr_scene_worlds *w, const cr_scene_node *item, cr_scene_listener *listener) {
    const cr_scene_node *points = cr_scene_find(item, "points");
    int count = points ? points->count : 2;
    listener->ears = cr_arena_take(w->arena, (size_t)count, sizeof *listener->ears);
    if (!listener->ears) return cr_scene_no_memory(w->scene, w->error);
    listener->ear_count = count;
    if (!points) listener->ear_count = cr_listener_ears(listener->kind, listener->ears);
    for (const cr_scene_node *i = points ? points->first : NULL; i; i = i->next)
        listener->ears[i->index] = (cr_ear){.at = cr_scene_vector(i), .side = -1};
    return CR_OK;
}

static cr_status describe(cr_scene_worlds *w, const cr_scene_node *item, cr_scene_listener *listener) {
    const cr_scene_node *at = cr_scene_find(item, "at"), *facing = cr_scene_find(item, "facing"),
                        *up = cr_scene_find(item, "up"), *path = cr_scene_find(item, "path"),
                        *body = cr_scene_find(item, "body");
    *listener = (cr_scene_listener){
        .name = item->key,
        .kind = (cr_listener_kind)cr_scene_word(item, &cr_scene_form_listener, "type"),
        .body = -1,
        .pose = {at ? cr_scene_vector(at) : (cr_vec){0},
                 cr_listener_turn(facing ? cr_scene_vector(facing) : (cr_vec){0.0, 1.0, 0.0},
                                  up ? cr_scene_vector(up) : (cr_vec){0.0, 0.0, 1.0})}};
    cr_status status = describe_ears(w, item, listener);
    if (status == CR_OK && path)
        status = cr_scene_read_drive(w, path, &listener->pose, (cr_vec){0}, &listener->path);
    if (status != CR_OK || !body) return status;
    status = cr_scene_refer_body(w, body, &listener->body);
    listener->pose.at = cr_vec_sub(listener->pose.at, w->bodies[body->place.element].centre);
    return status;
}

// Where nobody is said to listen: a pair of microphones before the bodies, looking at their middle.
static cr_status add_usual(cr_scene_worlds *w, cr_scene_listener *listener) {
    const double near = 0.5, far = 3.0, large = 10.0; // m
    const cr_scene_node *section = cr_scene_section_of(w->scene, CR_SECTION_BODIES);
    cr_vec low = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, high = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    for (int i = 0; i < section->count; i++)
        for (int k = 0; k < w->bodies[i].count; k++) {
            cr_vec at = w->bodies[i].frame[k].at;
            double reach = w->bodies[i].reach < large ? w->bodies[i].reach : 0.0;
            low = (cr_vec){fmin(low.x, at.x - reach), fmin(low.y, at.y - reach), fmin(low.z, at.z - reach)};
            high =
                (cr_vec){fmax(high.x, at.x + reach), fmax(high.y, at.y + reach), fmax(high.z, at.z + reach)};
        }
    cr_vec middle = cr_vec_scale(0.5, cr_vec_add(low, high));
    double size = cr_vec_length(cr_vec_sub(high, low)), away = fmin(fmax(near, size), far);
    cr_vec back = {0.0, -0.9 * away, 0.45 * away};
    *listener = (cr_scene_listener){.name = "pair", .kind = CR_LISTENER_STEREO, .body = -1};
    listener->pose.at = cr_vec_add(middle, back);
    listener->pose.turn = cr_listener_turn(cr_vec_scale(-1.0, back), (cr_vec){0.0, 0.0, 1.0});
    return describe_ears(w, NULL, listener);
}

// What the preset leaves open.
cr_scene_sound cr_scene_sound_of(const cr_scene *scene) {
    const cr_scene_node *sound = cr_scene_find(scene->root, "sound"), *world = cr_scene_world_section(scene),
                        *seed = cr_scene_find(world, "seed"), *stepped = cr_scene_find(world, "preset");
    const cr_scene_form *form = &cr_scene_form_sound;
    int preset = cr_scene_word(sound, form, "preset"), damping = cr_scene_word(sound, form, "damping");
    bool s3 = preset < 0 ? stepped && stepped->word > 0 : preset == 1;
    cr_contact_damping usual = s3 ? CR_CONTACT_DAMPING_S3 : CR_CONTACT_DAMPING_PHYSICAL;
    return (cr_scene_sound){
        .radiation = (cr_radiation_way)cr_scene_word(sound, form, "radiation"),
        .damping = damping < 0 ? usual : (cr_contact_damping)damping,
        .contact_time = cr_scene_is_on(sound, "contact_time", !s3),
        .clicks = cr_scene_is_on(sound, "clicks", !s3),
        .texture = cr_scene_is_on(sound, "texture", !s3),
        .redistribute = cr_scene_is_on(sound, "redistribute", s3),
        .rayleigh = s3,
        .seed = seed ? (unsigned long long)seed->number : scene->output.seed,
        .ground = cr_scene_number(sound, form, "ground"),
        .full_scale = cr_scene_number(sound, form, "full_scale"),
    };
}

cr_status cr_scene_describe_listeners(cr_scene_worlds *w, const cr_scene_listener **listeners,
                                      int *listener_count) {
    const cr_scene_node *section = cr_scene_section_of(w->scene, CR_SECTION_LISTENERS);
    int count = section && section->count ? section->count : 1;
    cr_scene_listener *all = cr_arena_take(w->arena, (size_t)count, sizeof *all);
    if (!all) return cr_scene_no_memory(w->scene, w->error);
    cr_status status = section && section->count ? CR_OK : add_usual(w, all);
    for (const cr_scene_node *i = section ? section->first : NULL; status == CR_OK && i; i = i->next)
        status = describe(w, i, &all[i->index]);
    *listeners = all;
    *listener_count = count;
    return status;
}
