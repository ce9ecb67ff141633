// Recordings as files. While it is written a recording is called X.rec.part; it gets its name when it is
// whole, so that a run that was killed leaves a file that can be read up to its last whole block, and gone on
// with where there is a checkpoint.
#ifndef CAROM_IO_RECORD_FILE_H
#define CAROM_IO_RECORD_FILE_H

#include "carom/record.h"

typedef struct cr_record_file cr_record_file;

// Begins a recording, in the place of an unfinished one of that name. `checkpoint` is the file for
// checkpoints; NULL: none are taken. The head is not needed afterwards. NULL: CR_ERR_IO, CR_ERR_MEMORY.
cr_record_file *cr_record_file_create(const char *path, const char *checkpoint, const cr_record_head *head,
                                      cr_arena *arena, cr_error *error);
// Whether there is a checkpoint to go on from, and the unfinished recording.
bool cr_record_file_can_resume(const char *path, const char *checkpoint);
// Goes on with it: cuts off what was written after the checkpoint. *state are the bytes of the world then,
// the arena's. CR_ERR_INPUT when the checkpoint is damaged or of another scene, CR_ERR_IO, CR_ERR_MEMORY.
cr_record_file *cr_record_file_resume(const char *path, const char *checkpoint, const cr_record_head *head,
                                      cr_arena *arena, const unsigned char **state, size_t *count,
                                      cr_error *error);
cr_recorder *cr_record_file_recorder(cr_record_file *file);
// Bytes of it that can be read, from X.rec.part.
unsigned long long cr_record_file_size(const cr_record_file *file);
// Everything so far is on the disk, and the checkpoint has replaced the one before, when this returns.
cr_status cr_record_file_checkpoint(cr_record_file *file, const unsigned char *state, size_t count,
                                    cr_error *error);
// Ends the recording: it appears under its name, and the checkpoint goes. Frees the handle.
cr_status cr_record_file_commit(cr_record_file *file, cr_error *error);
// Leaves it unfinished: what was told so far can be read from X.rec.part, and gone on with where a checkpoint
// was taken. Frees the handle; NULL is fine.
void cr_record_file_leave(cr_record_file *file);
// Removes it, and its checkpoint. Frees the handle; NULL is fine.
void cr_record_file_discard(cr_record_file *file);

// The checkpoint of a world.
cr_status cr_record_file_checkpoint_world(cr_record_file *file, const cr_world *world, cr_error *error);

// ---- Reading.
typedef struct cr_record_input cr_record_input;

// Opens a recording, finished or not; its name is as given (X.rec.part for an unfinished one). The reader is
// the arena's and good until the input is closed. CR_ERR_IO, and as cr_record_reader_new.
cr_record_input *cr_record_open(const char *path, cr_arena *arena, cr_error *error);
// A recording that another thread is writing: `reach` waits until the file has so many bytes or will not get
// them; any status but CR_OK is what reading fails with.
typedef struct cr_record_growth {
    void *context;
    cr_status (*reach)(void *context, unsigned long long bytes);
} cr_record_growth;
cr_record_input *cr_record_open_growing(const char *path, const cr_record_growth *growth, cr_arena *arena,
                                        cr_error *error);
cr_record_reader *cr_record_input_reader(cr_record_input *input);
// A second reader of the same file.
cr_record_reader *cr_record_input_another(cr_record_input *input, cr_arena *arena, cr_error *error);
void cr_record_close(cr_record_input *input); // NULL is fine

// By its first bytes.
bool cr_record_is_file(const char *path);

// States that a scene begins with: "FILE.rec@TIME", or "FILE.rec" for the end.
typedef struct cr_record_start {
    double time; // s
    int bodies;
    const char *const *name;
    const cr_body_state *state;
    const int *modes;
    const double *const *shape, *const *rate; // of each body's modes; see cr_world_motion
} cr_record_start;

// `folder` (NULL: none) is where a relative name begins. All of it is the arena's. CR_ERR_INPUT: no such
// time, a broken file; CR_ERR_IO; CR_ERR_MEMORY.
cr_status cr_record_read_start(const char *text, const char *folder, cr_arena *arena, cr_record_start *start,
                               cr_error *error);

#endif
