#ifndef CAROM_IO_SCENE_PARAMS_LIVE_H
#define CAROM_IO_SCENE_PARAMS_LIVE_H

#include "carom/params.h"
#include "io/scene/internal.h"

// Which event changes key `key` of an item, if one does.
void cr_scene_find_event(const cr_scene *scene, cr_scene_section_id section, const cr_scene_node *item,
                         const char *key, cr_scene_param *param);

#endif
