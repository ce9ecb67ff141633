// How the bodies of a scene are filmed.
#include "io/scene/keys.h"
#include "io/scene/world/world.h"

#define PLACE(name, doc)                                                                                     \
    { .number = {name, "m", doc, CR_NAN, -1e4, 1e4}, .kind = CR_VALUE_VECTOR }

static const cr_scene_key camera_keys[] = {
    PLACE("at", "where it stands; left out: where it has everything in the picture"),
    PLACE("look", "what it looks at; left out: the middle of what moves"),
    {.number = NAMED("follow", "the body that it looks at instead"), .kind = CR_VALUE_BODY},
    {.number = NAMED("path", "how it is moved: times, at, or file; smooth"), .kind = CR_VALUE_DRIVE},
    {.number = {"angle", "degrees", "from the lower to the upper edge", 32, 1, 150}},
    {.number = {"width", "", "pixels", 1280, 16, 7680}, .kind = CR_VALUE_INTEGER},
    {.number = {"height", "", "pixels", 720, 16, 4320}, .kind = CR_VALUE_INTEGER},
    {.number = {"rate", "Hz", "pictures a second", 30, 1, 240}},
    {.number = {"still", "s", "when a single picture is taken; left out: a quarter through", CR_NAN, 0, 1e6}},
};

const cr_scene_form cr_scene_form_camera = CR_SCENE_FORM("the camera", "how it is filmed", camera_keys);

static cr_status refuse_both(const cr_scene *scene, const cr_scene_node *camera, const char *one,
                             const char *other, cr_error *error) {
    const cr_scene_node *node = cr_scene_find(camera, one);
    if (!node || !cr_scene_find(camera, other)) return CR_OK;
    return cr_scene_fail(scene, node, CR_AT_KEY, error, CR_ERR_INPUT, "leave one of %s and %s out", one,
                         other);
}

// Video has colours for two by two pixels.
static cr_status need_even(const cr_scene *scene, const cr_scene_node *node, cr_error *error) {
    if (!node || fmod(node->number, 2.0) == 0.0) return CR_OK;
    return cr_scene_fail(scene, node, CR_AT_VALUE, error, CR_ERR_RANGE, "needs an even number, got %g",
                         node->number);
}

cr_status cr_scene_verify_camera(const cr_scene *scene, cr_error *error) {
    const cr_scene_node *camera = cr_scene_find(scene->root, "camera");
    if (!camera) return CR_OK;
    cr_status status = refuse_both(scene, camera, "at", "path", error);
    if (status == CR_OK) status = refuse_both(scene, camera, "look", "follow", error);
    if (status == CR_OK) status = need_even(scene, cr_scene_find(camera, "width"), error);
    return status == CR_OK ? need_even(scene, cr_scene_find(camera, "height"), error) : status;
}

cr_status cr_scene_describe_camera(cr_scene_worlds *w, cr_scene_camera *camera) {
    const cr_scene_node *node = cr_scene_find(w->scene->root, "camera");
    const cr_scene_node *at = cr_scene_find(node, "at"), *look = cr_scene_find(node, "look"),
                        *path = cr_scene_find(node, "path"), *follow = cr_scene_find(node, "follow");
    const cr_scene_form *form = &cr_scene_form_camera;
    const cr_vec open = {CR_NAN, CR_NAN, CR_NAN};
    const cr_pose own = {{0.0, 0.0, 0.0}, cr_quat_none};
    *camera = (cr_scene_camera){.at = at ? cr_scene_vector(at) : open,
                                .look = look ? cr_scene_vector(look) : open,
                                .follow = -1,
                                .angle = cr_scene_number(node, form, "angle"),
                                .width = (int)cr_scene_number(node, form, "width"),
                                .height = (int)cr_scene_number(node, form, "height"),
                                .rate = cr_scene_number(node, form, "rate"),
                                .still = cr_scene_number(node, form, "still")};
    cr_status status = path ? cr_scene_read_drive(w, path, &own, (cr_vec){0}, &camera->path) : CR_OK;
    return status == CR_OK && follow ? cr_scene_refer_body(w, follow, &camera->follow) : status;
}
