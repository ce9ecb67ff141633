// The numbers of a scene as JSON.
#ifndef CAROM_APPS_CHECK_PARAMS_H
#define CAROM_APPS_CHECK_PARAMS_H

#include "io/file/json.h"
#include "io/scene/params.h"

// The key "params" of the object that is open.
void cr_check_put_params(cr_json *json, const cr_scene_param *params, int count);

#endif
