// What the modes of bodies do while a pass runs, in so many columns of time: for the page.
#ifndef CAROM_APPS_CAROM_SOUND_WATCH_H
#define CAROM_APPS_CAROM_SOUND_WATCH_H

#include "app.h"
#include "io/sound/pass.h"

enum { CR_WATCH_COLUMNS = 400 };

typedef struct cr_watched_mode {
    int body, mode;
    float energy[CR_WATCH_COLUMNS]; // J, greatest
    float sigma[CR_WATCH_COLUMNS];  // 1/s: decay, contact included; greatest
    double most;                    // J
    double power;                   // W, radiated at most; by its own motion where no radiation is known
    double sigma_least, sigma_most; // 1/s
} cr_watched_mode;

typedef struct cr_sound_watch {
    double start, duration; // s
    int *first;             // mode of each body
    cr_watched_mode *mode;
    int modes;
} cr_sound_watch;

// Room for the modes of all bodies that are not mute: as many of each as `sounding`. CR_ERR_MEMORY.
cr_status cr_sound_watch_make(cr_sound_watch *watch, const cr_command *command, const cr_world_model *model,
                              const cr_sound_body *bodies, double start, double duration, cr_error *error);
void cr_sound_watch_look(cr_sound_watch *watch, double time, int body, const cr_sounder *sounder);
// Sorts the modes by what they radiate, the strongest first.
void cr_sound_watch_rank(cr_sound_watch *watch, const cr_sound_body *bodies);

#endif
