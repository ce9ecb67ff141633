// The heights of a rail: a list or a table beside the scene, as the pairs that its element takes.
#include "io/file/csv.h"
#include "io/scene/world/world.h"

cr_status cr_scene_verify_rail(const cr_scene *scene, const cr_scene_node *item, cr_error *error) {
    const cr_scene_node *heights = cr_scene_find(item, "heights"), *file = cr_scene_find(item, "file"),
                        *steps = cr_scene_find(item, "steps");
    if (heights && file)
        return cr_scene_fail(scene, file, CR_AT_KEY, error, CR_ERR_INPUT,
                             "the heights are a list or a file; leave out one of the two");
    if (steps && steps->word == 1 && !heights && !file)
        return cr_scene_fail(scene, steps, CR_AT_KEY, error, CR_ERR_INPUT,
                             "needs heights or file: what rises in steps");
    return CR_OK;
}

// Evenly from 0 to 1; of steps, each at the begin of its share.
static double even_place(int i, int count, bool steps) {
    int shares = steps ? count : count - 1;
    return shares ? (double)i / shares : 0.0;
}

static cr_status read_table(const cr_scene_builder *b, const cr_scene_node *file, int *columns,
                            double **values, int *rows) {
    char *path = cr_scene_beside(b->scene, b->arena, file->text);
    cr_status status = CR_ERR_INPUT;
    cr_error cause = {.place = ""};
    if (!path) return cr_scene_no_memory(b->scene, b->error);
    for (int width = 2; width >= 1 && status == CR_ERR_INPUT; width--)
        status = cr_csv_read(path, *columns = width, b->arena, values, rows, &cause);
    if (status == CR_OK) return CR_OK;
    return cr_scene_fail_table(b->scene, file, path, &cause, b->error);
}

static cr_status read_list(const cr_scene_builder *b, const cr_scene_node *list, double **values) {
    double *made = *values = cr_arena_take(b->arena, (size_t)list->count, sizeof *made);
    if (!made) return cr_scene_no_memory(b->scene, b->error);
    for (const cr_scene_node *i = list->first; i; i = i->next) *made++ = i->number;
    return CR_OK;
}

cr_status cr_scene_take_rail(const cr_scene_builder *b, const cr_scene_node *item, cr_element *element) {
    const cr_scene_node *list = cr_scene_find(item, "heights"), *file = cr_scene_find(item, "file");
    int columns = 1, rows = list ? list->count : 0;
    double *values;
    bool steps = cr_scene_value_of(element, "steps") != 0.0;
    if (!list && !file) return CR_OK;
    cr_status status = list ? read_list(b, list, &values) : read_table(b, file, &columns, &values, &rows);
    if (status != CR_OK) return status;
    double *pairs = cr_arena_take(b->arena, 2 * (size_t)rows, sizeof *pairs);
    if (!pairs) return cr_scene_no_memory(b->scene, b->error);
    for (int i = 0; i < rows; i++) {
        pairs[2 * i] = columns == 2 ? values[2 * i] : even_place(i, rows, steps);
        pairs[2 * i + 1] = values[columns * i + columns - 1];
    }
    element->given = pairs;
    element->given_count = 2 * rows;
    return CR_OK;
}
