// A world that begins where a recording ends.
#include "io/record/record_file.h"
#include "io/scene/world/world.h"

#include <string.h>

cr_status cr_scene_read_start(cr_scene_worlds *w) {
    const cr_scene_node *node = cr_scene_find(cr_scene_world_section(w->scene), "start");
    cr_error cause = {.place = ""};
    if (!node) return CR_OK;
    char *text = cr_scene_beside(w->scene, w->arena, node->text);
    cr_record_start *start = cr_arena_take(w->arena, 1, sizeof *start);
    if (!text || !start) return cr_scene_no_memory(w->scene, w->error);
    cr_status status = cr_record_read_start(text, NULL, w->arena, start, &cause);
    if (status != CR_OK)
        return cr_scene_fail(w->scene, node, CR_AT_VALUE, w->error, status, "%s: %s", node->text,
                             cause.reason);
    w->start = start;
    return CR_OK;
}

static int find(const cr_record_start *start, const char *name, int near) {
    if (near < start->bodies && strcmp(start->name[near], name) == 0) return near;
    for (int i = 0; i < start->bodies; i++)
        if (strcmp(start->name[i], name) == 0) return i;
    return -1;
}

void cr_scene_take_start(cr_scene_worlds *w, int index, cr_body_def *def) {
    int found = w->start ? find(w->start, def->name, index) : -1;
    if (found < 0 || def->fixed || def->drive.keys) return;
    const cr_body_state *state = &w->start->state[found];
    def->at = state->pose.at;
    def->turn = state->pose.turn;
    def->velocity = state->velocity;
    def->spin = state->spin;
    w->started++;
}

cr_status cr_scene_check_start(const cr_scene_worlds *w) {
    char known[120] = "";
    if (!w->start || w->started) return CR_OK;
    for (int i = 0; i < w->start->bodies; i++) {
        size_t used = strlen(known);
        if (used + strlen(w->start->name[i]) + 2 > sizeof known) break;
        snprintf(known + used, sizeof known - used, " %s", w->start->name[i]);
    }
    return cr_scene_fail(w->scene, cr_scene_find(cr_scene_world_section(w->scene), "start"), CR_AT_VALUE,
                         w->error, CR_ERR_INPUT,
                         "no body that moves by itself has a name of the recording; it knows:%s", known);
}
