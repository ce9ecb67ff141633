// The lists of `carom list`, one printer and one JSON array each.
#ifndef CAROM_APPS_CAROM_LIST_H
#define CAROM_APPS_CAROM_LIST_H

#include "app.h"
#include "io/file/json_pairs.h"

void cr_list_params(FILE *out, const cr_param *params, int count);
void cr_list_params_json(cr_json *json, const cr_param *params, int count);

void cr_list_elements(FILE *out);
void cr_list_elements_json(cr_json *json);
void cr_list_laws(FILE *out);
void cr_list_laws_json(cr_json *json);
void cr_list_schemes(FILE *out);
void cr_list_schemes_json(cr_json *json);
void cr_list_corrections(FILE *out);
void cr_list_corrections_json(cr_json *json);
void cr_list_materials(FILE *out);
void cr_list_materials_json(cr_json *json);
void cr_list_woods(FILE *out);
void cr_list_woods_json(cr_json *json);
void cr_list_surfaces(FILE *out);
void cr_list_surfaces_json(cr_json *json);
void cr_list_shapes(FILE *out);
void cr_list_shapes_json(cr_json *json);

#endif
