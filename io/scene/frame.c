// Frames whose nodes and rods a scene lists.
#include "carom/solid.h"
#include "io/scene/internal.h"

#include <string.h>

static cr_status count_of(const cr_scene *scene, const cr_scene_node *list, int least, int most,
                          const char *what, cr_error *error) {
    for (const cr_scene_node *i = list->first; i; i = i->next)
        if (i->count < least || i->count > most)
            return cr_scene_fail(scene, i, CR_AT_VALUE, error, CR_ERR_INPUT, "needs %s, got %d numbers", what,
                                 i->count);
    return CR_OK;
}

static cr_status take_nodes(const cr_scene *scene, const cr_scene_node *list, cr_frame *frame,
                            cr_error *error) {
    cr_status status = count_of(scene, list, 3, 3, "three numbers [x, y, z]", error);
    for (const cr_scene_node *i = list->first; status == CR_OK && i; i = i->next)
        frame->node[frame->nodes++] =
            (cr_vec){i->first->number, i->first->next->number, i->first->next->next->number};
    return status;
}

static cr_status take_rods(const cr_scene *scene, const cr_scene_node *list, double wire, cr_frame *frame,
                           cr_error *error) {
    cr_status status = count_of(scene, list, 2, 3, "two nodes, or two nodes and a diameter", error);
    for (const cr_scene_node *i = list->first; status == CR_OK && i; i = i->next) {
        const cr_scene_node *ends[2] = {i->first, i->first->next}, *own = ends[1]->next;
        for (int k = 0; k < 2; k++)
            if (ends[k]->number != floor(ends[k]->number) || ends[k]->number < 1.0 ||
                ends[k]->number > frame->nodes)
                return cr_scene_fail(scene, ends[k], CR_AT_VALUE, error, CR_ERR_INPUT,
                                     "needs a node, a whole number from 1 to %d, got %g", frame->nodes,
                                     ends[k]->number);
        frame->rod[frame->rods++] = (cr_frame_rod){(int)ends[0]->number - 1, (int)ends[1]->number - 1,
                                                   0.5 * (own ? own->number : wire)};
    }
    return status;
}

cr_status cr_scene_describe_frame(const cr_scene *scene, const cr_scene_node *item, cr_arena *arena,
                                  cr_solid_def *solid, cr_error *error) {
    enum { WIRE = 4 };
    const cr_scene_node *nodes = cr_scene_find(item, "nodes"), *rods = cr_scene_find(item, "rods");
    if (!nodes && !rods) return CR_OK;
    const cr_scene_node *given = nodes ? nodes : rods;
    if (!solid->shape || strcmp(solid->shape->name, "frame") != 0)
        return cr_scene_fail(scene, given, CR_AT_KEY, error, CR_ERR_INPUT, "is for the shape frame");
    if (!nodes || !rods)
        return cr_scene_fail(scene, given, CR_AT_KEY, error, CR_ERR_INPUT, "a frame needs nodes and rods");
    cr_frame *frame = cr_arena_take(arena, 1, sizeof *frame);
    if (frame) frame->node = cr_arena_take(arena, (size_t)nodes->count, sizeof *frame->node);
    if (frame) frame->rod = cr_arena_take(arena, (size_t)rods->count, sizeof *frame->rod);
    if (!frame || !frame->node || !frame->rod) return cr_scene_no_memory(scene, error);
    cr_status status = take_nodes(scene, nodes, frame, error);
    if (status == CR_OK) status = take_rods(scene, rods, solid->value[WIRE], frame, error);
    if (status != CR_OK) return status;
    cr_error cause = {.place = ""};
    status = cr_frame_check(frame, arena, &cause);
    if (status == CR_ERR_MEMORY) return cr_scene_no_memory(scene, error);
    if (status != CR_OK) return cr_scene_fail(scene, rods, CR_AT_VALUE, error, status, "%s", cause.reason);
    solid->frame = frame;
    return CR_OK;
}
