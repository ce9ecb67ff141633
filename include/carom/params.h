// Every number of a scene by name: what a plug-in, a page or a search turns, without knowing the scene.
#ifndef CAROM_PARAMS_H
#define CAROM_PARAMS_H

#include "carom/rt.h"
#include "carom/scene.h"

CR_DECLARATIONS_BEGIN

// What a change of a number asks for.
typedef enum cr_scene_change {
    CR_CHANGE_LIVE,    // an event while it plays
    CR_CHANGE_STRIKE,  // an event for the next blow or throw
    CR_CHANGE_REBUILD, // the scene built again
} cr_scene_change;

typedef struct cr_scene_param {
    const char *path;           // as `--set PATH=VALUE` takes it: "elements.string.f0"
    const char *unit, *doc;     // "" without a unit
    double value;               // as the scene has it now
    double usual;               // without being given; CR_NAN: it must be given
    double low, high;           // what a scene may say
    double live_low, live_high; // what an event may bring
    bool given, whole;          // it stands in the scene; whole numbers only
    cr_scene_change change;
    cr_rt_kind event;    // live, strike: what it is of carom/rt.h
    int target, targets; // of the event: so many from `target` on, each its own event
    int field;           // CR_RT_STRIKE: which number of the blow, CR_STRIKE_SPEED to CR_STRIKE_LOSS
} cr_scene_param;

// All numbers that stand in a scene, and those that would stand there if they were not left out, in the order
// of the sections. Places (NAME@x), words and numbers that the scene finds by itself (a frequency that
// follows from a tension) are none. They live in the arena. CR_ERR_MEMORY.
cr_status cr_scene_params(const cr_scene *scene, cr_arena *arena, const cr_scene_param **params, int *count,
                          cr_error *error);
const char *cr_scene_change_name(cr_scene_change change);     // "live", "strike", "rebuild"
const char *cr_scene_event_name(const cr_scene_param *param); // "CR_RT_GAIN"; NULL: none

CR_DECLARATIONS_END

#endif
