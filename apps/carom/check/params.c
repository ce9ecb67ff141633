#include "check/params.h"

#include "io/file/json_pairs.h"
#include "io/file/text.h"

static void put_range(cr_json *json, const char *key, double low, double high) {
    cr_json_key(json, key);
    cr_json_array_begin(json);
    cr_json_number(json, low);
    cr_json_number(json, high);
    cr_json_array_end(json);
}

static void put_event(cr_json *json, const cr_scene_param *p) {
    cr_json_pair_text(json, "event", cr_scene_event_name(p));
    cr_json_pair_integer(json, "target", p->target);
    if (p->targets > 1) cr_json_pair_integer(json, "targets", p->targets);
    if (p->event == CR_RT_STRIKE) cr_json_pair_text(json, "field", cr_strike_params()[p->field].name);
    put_range(json, "live_range", p->live_low, p->live_high);
}

void cr_check_put_params(cr_json *json, const cr_scene_param *params, int count) {
    cr_json_key(json, "params");
    cr_json_array_begin(json);
    for (int i = 0; i < count; i++) {
        const cr_scene_param *p = &params[i];
        cr_json_object_begin(json);
        cr_json_pair_text(json, "path", p->path);
        cr_json_pair(json, "value", p->value);
        cr_json_pair(json, "default", p->usual);
        cr_json_pair_bool(json, "given", p->given);
        cr_json_pair_bool(json, "whole", p->whole);
        cr_json_pair_text(json, "unit", p->unit);
        put_range(json, "range", p->low, p->high);
        cr_json_pair_text(json, "doc", p->doc);
        cr_json_pair_text(json, "change", cr_scene_change_name(p->change));
        if (p->change != CR_CHANGE_REBUILD) put_event(json, p);
        cr_json_object_end(json);
    }
    cr_json_array_end(json);
}

void cr_check_put_title(const char *path, const cr_scene_output *settings) {
    cr_text_plain(stdout, path);
    if (*settings->title) fputs(": ", stdout);
    cr_text_plain(stdout, settings->title);
    putchar('\n');
}
