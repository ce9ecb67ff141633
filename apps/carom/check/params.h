// What checks of scenes of both kinds print alike.
#ifndef CAROM_APPS_CHECK_PARAMS_H
#define CAROM_APPS_CHECK_PARAMS_H

#include "carom/params.h"
#include "io/file/json.h"

// "path: title"
void cr_check_put_title(const char *path, const cr_scene_output *settings);
// The numbers of the scene: the key "params" of the object that is open.
void cr_check_put_params(cr_json *json, const cr_scene_param *params, int count);

#endif
