// The numbers of a scene as JSON.
#ifndef CAROM_APPS_CHECK_PARAMS_H
#define CAROM_APPS_CHECK_PARAMS_H

#include "carom/params.h"
#include "io/file/json.h"

// The key "params" of the object that is open.
void cr_check_put_params(cr_json *json, const cr_scene_param *params, int count);

#endif
