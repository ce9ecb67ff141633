// Which keys a body, a part or a pair has, from its shape or law.
#include "io/scene/world/world.h"

#include <string.h>

enum { NAMES = 96 };

static int form_names(const char **names) {
    int count;
    const cr_form_type *const *forms = cr_form_types(&count);
    int taken = count < NAMES ? count : NAMES;
    for (int i = 0; i < taken; i++) names[i] = forms[i]->name;
    return taken;
}

static int all_names(const char **names) {
    int count, taken = form_names(names);
    const cr_shape_type *const *shapes = cr_shape_types(&count);
    for (int i = 0; i < count && taken < NAMES; i++)
        if (!cr_form_find(shapes[i]->name, NULL)) names[taken++] = shapes[i]->name;
    return taken;
}

// What the key `shape` names; *type and *shape are NULL where it is left out. A part has no shapes but forms.
static cr_status choose(const cr_scene *scene, const cr_scene_node *item, bool part,
                        const cr_form_type **type, const cr_shape_type **shape, cr_error *error) {
    const char *names[NAMES];
    const cr_scene_node *node = cr_scene_find(item, "shape");
    *type = NULL;
    *shape = NULL;
    if (!node) return CR_OK;
    cr_status status = cr_scene_need_text(scene, node, "a word", error);
    if (status != CR_OK) return status;
    *type = cr_form_find(node->text, NULL);
    *shape = part ? NULL : cr_shape_find(node->text, NULL);
    if (*type || *shape) return CR_OK;
    return cr_scene_fail_name(scene, node, CR_AT_VALUE, part ? "form" : "shape", node->text, names,
                              part ? form_names(names) : all_names(names), error);
}

cr_status cr_scene_choose_body(const cr_scene *scene, const cr_scene_node *item, cr_scene_form *form,
                               cr_error *error) {
    const cr_form_type *type;
    const cr_shape_type *shape;
    cr_status status = choose(scene, item, false, &type, &shape, error);
    *form = cr_scene_form_body(type, shape);
    return status;
}

cr_status cr_scene_choose_part(const cr_scene *scene, const cr_scene_node *item, cr_scene_form *form,
                               cr_error *error) {
    const cr_form_type *type;
    const cr_shape_type *shape;
    cr_status status = choose(scene, item, true, &type, &shape, error);
    *form = cr_scene_form_part(type);
    return status;
}

cr_status cr_scene_choose_pair(const cr_scene *scene, const cr_scene_node *item, cr_scene_form *form,
                               cr_error *error) {
    cr_scene_form of_law;
    const cr_scene_node *law = cr_scene_find(item, "law");
    *form = cr_scene_form_pair(NULL);
    if (!law) return CR_OK;
    cr_status status = cr_scene_choose_contact(scene, item, &of_law, error);
    if (status == CR_OK) *form = cr_scene_form_pair(cr_law_find(law->text, NULL));
    return status;
}
