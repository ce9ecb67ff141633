// Films of recordings: what bodies did, picture by picture.
#ifndef CAROM_IO_FILM_FILM_H
#define CAROM_IO_FILM_FILM_H

#include "carom/scene.h"
#include "io/film/picture.h"
#include "io/record/export.h"

typedef struct cr_film_def {
    cr_record_reader *reader;
    const cr_scene_plan *plan;      // of the scene that was recorded: bodies, matter, camera
    double duration;                // s; beyond the end of the recording the last picture stays
    const cr_film_workers *workers; // NULL: none
} cr_film_def;

// Where pictures go: 3 bytes per pixel. Any status but CR_OK ends it with that.
typedef struct cr_film_sink {
    void *context;
    cr_status (*picture)(void *context, const unsigned char *pixels, int width, int height, cr_error *error);
} cr_film_sink;

// All pictures of it, in their order: duration x rate, at least one. Scratch memory is taken from the arena
// and given back. CR_ERR_INPUT: a damaged recording; CR_ERR_MEMORY.
cr_status cr_film_shoot(const cr_film_def *def, const cr_film_sink *sink, cr_arena *arena, cr_error *error);
// The single one that the camera says.
cr_status cr_film_still(const cr_film_def *def, const cr_film_sink *sink, cr_arena *arena, cr_error *error);

// Writes a picture, .png: a context for a sink is its path.
cr_status cr_film_write_picture(void *path, const unsigned char *pixels, int width, int height,
                                cr_error *error);

// Films by ffmpeg, an external program (.mp4), with the sound of a file.
typedef struct cr_film_file cr_film_file;

// What is wrong with a name, CR_ERR_UNSUPPORTED; CR_OK: nothing.
cr_status cr_film_check_path(const char *path, bool moving, cr_error *error);
// `sound`: NULL: none. Ends with one of the two below. NULL: CR_ERR_UNSUPPORTED when ffmpeg is not installed,
// CR_ERR_IO, CR_ERR_MEMORY.
cr_film_file *cr_film_create(const char *path, int width, int height, double rate, const char *sound,
                             cr_arena *arena, cr_error *error);
cr_film_sink cr_film_sink_of(cr_film_file *file);
// The file appears under its name, complete or not at all.
cr_status cr_film_commit(cr_film_file *file, cr_error *error);
void cr_film_discard(cr_film_file *file); // NULL is fine

#endif
