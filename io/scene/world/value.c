// Values of bodies in space that are lists or mappings.
#include "io/scene/world/world.h"

static cr_status check_vector(const cr_scene *scene, cr_scene_node *node, const cr_scene_key *key, int count,
                              const char *owner, cr_error *error) {
    cr_scene_key list = *key;
    list.kind = CR_VALUE_NUMBERS;
    if (node->kind != CR_SCENE_LIST || node->count != count)
        return cr_scene_fail(scene, node, CR_AT_VALUE, error, CR_ERR_INPUT, "needs %s, got %s",
                             count == 3 ? "three numbers [x, y, z]"
                                        : "an axis and an angle in degrees, [x, y, z, degrees]",
                             node->kind != CR_SCENE_LIST ? cr_scene_kind_text(node)
                             : node->count               ? "a list of another length"
                                                         : "an empty list");
    return cr_scene_check_value(scene, node, &list, owner, error);
}

cr_status cr_scene_need_axis(const cr_scene *scene, const cr_scene_node *list, cr_error *error) {
    const cr_scene_node *x = list->first, *y = x->next, *z = y->next;
    if (x->number != 0.0 || y->number != 0.0 || z->number != 0.0) return CR_OK;
    return cr_scene_fail(scene, list, CR_AT_VALUE, error, CR_ERR_RANGE, "0 0 0 is no axis");
}

static cr_status check_parts(const cr_scene *scene, cr_scene_node *list, cr_error *error) {
    if (list->kind != CR_SCENE_LIST || !list->count)
        return cr_scene_fail(scene, list, CR_AT_VALUE, error, CR_ERR_INPUT,
                             "needs a list of shapes, as [{shape: box, x: 0.1}, ...], got %s",
                             list->kind == CR_SCENE_LIST ? "an empty one" : cr_scene_kind_text(list));
    cr_status status = CR_OK;
    for (cr_scene_node *i = list->first; status == CR_OK && i; i = i->next) {
        cr_scene_form form;
        if (i->kind != CR_SCENE_MAPPING)
            return cr_scene_fail(scene, i, CR_AT_VALUE, error, CR_ERR_INPUT,
                                 "needs a mapping of keys, got %s", cr_scene_kind_text(i));
        status = cr_scene_choose_part(scene, i, &form, error);
        if (status == CR_OK) status = cr_scene_check_form(scene, i, &form, true, error);
    }
    return status;
}

static cr_status check_grip(const cr_scene *scene, cr_scene_node *node, const char *owner, cr_error *error) {
    static const cr_scene_key number = {.number = {"friction", "", "", CR_NAN, 0, 100}};
    if (node->kind != CR_SCENE_MAPPING) return cr_scene_check_value(scene, node, &number, owner, error);
    cr_status status = cr_scene_check_form(scene, node, cr_scene_form_inside(CR_VALUE_GRIP), true, error);
    const cr_scene_node *rest = cr_scene_find(node, "rest"), *dynamic = cr_scene_find(node, "dynamic");
    if (status == CR_OK && rest && dynamic && rest->number < dynamic->number)
        return cr_scene_fail(scene, rest, CR_AT_VALUE, error, CR_ERR_RANGE,
                             "needs rest of at least dynamic, got %g and %g", rest->number, dynamic->number);
    return status;
}

static cr_status need_rows(const cr_scene *scene, const cr_scene_node *table, int rows, int columns,
                           cr_error *error) {
    cr_status status = CR_OK;
    if (table && table->count != rows)
        return cr_scene_fail(scene, table, CR_AT_VALUE, error, CR_ERR_INPUT,
                             "needs one entry for each of the %d times, got %d", rows, table->count);
    for (const cr_scene_node *i = table ? table->first : NULL; status == CR_OK && i; i = i->next) {
        if (i->count != columns)
            return cr_scene_fail(scene, i, CR_AT_VALUE, error, CR_ERR_INPUT, "needs %d numbers, got %d",
                                 columns, i->count);
        if (columns == 4) status = cr_scene_need_axis(scene, i, error);
    }
    return status;
}

static cr_status check_drive(const cr_scene *scene, cr_scene_node *node, cr_error *error) {
    if (node->kind != CR_SCENE_MAPPING)
        return cr_scene_fail(scene, node, CR_AT_VALUE, error, CR_ERR_INPUT,
                             "needs a mapping, as {times: [0, 1], at: [[0, 0, 0], [0, 0, 1]]}, got %s",
                             cr_scene_kind_text(node));
    cr_status status = cr_scene_check_form(scene, node, cr_scene_form_inside(CR_VALUE_DRIVE), true, error);
    if (status != CR_OK) return status;
    const cr_scene_node *times = cr_scene_find(node, "times"), *file = cr_scene_find(node, "file"),
                        *at = cr_scene_find(node, "at"), *turn = cr_scene_find(node, "turn");
    if (file && (times || at || turn))
        return cr_scene_fail(scene, file, CR_AT_KEY, error, CR_ERR_INPUT,
                             "the file has times and places; leave times, at and turn out");
    if (!file && (!times || !(at || turn)))
        return cr_scene_fail(scene, node, CR_AT_VALUE, error, CR_ERR_INPUT,
                             "a drive needs times and at or turn, or a file");
    for (const cr_scene_node *i = times ? times->first : NULL; i && i->next; i = i->next)
        if (!(i->number < i->next->number))
            return cr_scene_fail(scene, i->next, CR_AT_VALUE, error, CR_ERR_RANGE,
                                 "times rise, got %g after %g", i->next->number, i->number);
    status = need_rows(scene, at, times ? times->count : 0, 3, error);
    return status == CR_OK ? need_rows(scene, turn, times ? times->count : 0, 4, error) : status;
}

cr_status cr_scene_check_inside(const cr_scene *scene, cr_scene_node *node, const cr_scene_key *key,
                                const char *owner, cr_error *error) {
    cr_status status;
    switch (key->kind) {
    case CR_VALUE_VECTOR:
        return check_vector(scene, node, key, 3, owner, error);
    case CR_VALUE_TURN:
        status = check_vector(scene, node, key, 4, owner, error);
        return status == CR_OK ? cr_scene_need_axis(scene, node, error) : status;
    case CR_VALUE_GRIP:
        return check_grip(scene, node, owner, error);
    case CR_VALUE_DRIVE:
        return check_drive(scene, node, error);
    default:
        return check_parts(scene, node, error);
    }
}

cr_vec cr_scene_vector(const cr_scene_node *list) {
    const cr_scene_node *x = list->first, *y = x->next, *z = y->next;
    return (cr_vec){x->number, y->number, z->number};
}

cr_quat cr_scene_turn(const cr_scene_node *list) {
    cr_vec axis = cr_vec_unit(cr_scene_vector(list), (cr_vec){0.0, 0.0, 1.0});
    double half = cr_pi / 360.0 * list->last->number;
    axis = cr_vec_scale(sin(half), axis);
    return (cr_quat){cos(half), axis.x, axis.y, axis.z};
}
