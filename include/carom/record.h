// Recordings: what bodies did and where they touched, as a stream of blocks that is written while it happens
// and read without holding it whole (`.rec`: little-endian, versioned, checksums for each block;
// docs/rec-format.md). Encoding and decoding work on bytes: files are the program's (io/record). Memory grows
// with the number of bodies and their modes, never with the length.
//     cr_recorder *recorder = cr_recorder_new(&head, &out, arena, &error);
//     cr_world_sink sink = cr_recorder_sink(recorder);
//     cr_world_run(world, 2.0, &sink, &error);
//     cr_recorder_flush(recorder, true, &error);
#ifndef CAROM_RECORD_H
#define CAROM_RECORD_H

#include "carom/world.h"

CR_DECLARATIONS_BEGIN

// ---- What a recording says about itself, at its beginning.

typedef struct cr_record_body {
    const char *name;
    const char *form;  // what it looks like, in words: "box", "tube + cylinder"; "": unknown
    double mass;       // kg; infinite: its motion is imposed, or there is none
    double inertia[6]; // about the centre of mass, in its frame: xx yy zz yz xz xy, kg m^2
    cr_vec centre;     // of mass, in the frame of the shape, m
    cr_body_state start;
    int modes;                       // in contact; each array has so many
    const double *frequency, *sigma; // undamped, Hz; decay of the amplitude, 1/s
    const double *shape, *rate;      // at the start: kg^1/2 m, kg^1/2 m/s
} cr_record_body;

typedef struct cr_record_head {
    const char *note;  // who wrote it, in a line
    const char *scene; // the text of the scene, "" when there is none
    double start;      // s
    double step;       // s: no motion of a body that is awake lasts longer
    const cr_record_body *body;
    int bodies;
} cr_record_head;

// The head of a world as it stands: all of it the arena's but the names. note, scene and forms are "", to be
// set by the caller. CR_ERR_MEMORY.
cr_status cr_record_head_of(const cr_world_model *model, const cr_world *world, cr_arena *arena,
                            cr_record_head *head, cr_error *error);

// ---- Writing.

typedef struct cr_recorder cr_recorder;

// Where blocks go: appends bytes; any status but CR_OK ends the recording.
typedef struct cr_record_out {
    void *context;
    cr_status (*write)(void *context, const unsigned char *bytes, size_t count, cr_error *error);
} cr_record_out;

// Begins a recording: its head goes out at once. NULL: CR_ERR_MEMORY or what `write` returned. The head is
// not needed afterwards.
cr_recorder *cr_recorder_new(const cr_record_head *head, const cr_record_out *out, cr_arena *arena,
                             cr_error *error);
// To be told by a world. Blocks go out when they are full.
cr_world_sink cr_recorder_sink(cr_recorder *recorder);
// Bodies whose motion is imposed: where they stand at a time. False: the body is not one of them.
typedef struct cr_record_drive {
    const void *context;
    bool (*at)(const void *context, int body, double time, cr_pose *pose);
} cr_record_drive;
// Those of a model, which must outlive it.
cr_record_drive cr_record_drive_of(const cr_world_model *model);
// A world says nothing of rigid bodies whose motion is imposed: the recorder writes where they are, straight
// between times one step apart (the head's). To be called once after it was begun or resumed, before it is
// told anything.
void cr_recorder_follow(cr_recorder *recorder, const cr_record_drive *drive);
// How far each body has come, at the time of the world, in the step that it is in: at the end, before the
// last flush. start: the time of the world [s] at which the recording's time is 0.
cr_status cr_recorder_catch_up(cr_recorder *recorder, const cr_world *world, double start, cr_error *error);
// What the last call of the sink failed with; CR_OK: nothing failed.
cr_status cr_recorder_trouble(const cr_recorder *recorder, cr_error *error);
// What the ledger says at a time; a row of the recording.
cr_status cr_recorder_energy(cr_recorder *recorder, double time, const cr_world_energy *energy,
                             cr_error *error);
// Writes what is pending. At the end also the mark by which a reader knows that it is whole.
cr_status cr_recorder_flush(cr_recorder *recorder, bool end, cr_error *error);

// A checkpoint goes to a place of its own, so that the recording has the same bytes however often it was
// taken: where the recording stands, what is pending, and `state`, the bytes of a world (cr_world_save).
cr_status cr_recorder_save(const cr_recorder *recorder, const unsigned char *state, size_t count,
                           const cr_record_out *out, cr_error *error);
// Goes on from the bytes of a checkpoint, with the head that the recording was begun with (CR_ERR_INPUT: of
// another one, or damaged). *written: how many bytes of the recording stand; what comes behind must be cut
// off before anything is written. *state points into the checkpoint.
cr_recorder *cr_recorder_resume(const cr_record_head *head, const unsigned char *checkpoint, size_t size,
                                const char *place, const cr_record_out *out, cr_arena *arena,
                                unsigned long long *written, const unsigned char **state, size_t *count,
                                cr_error *error);

// ---- Reading.

typedef struct cr_record_reader cr_record_reader;

// Where bytes come from: reads up to `count` of them from the place `at` on; fewer only where they end.
typedef struct cr_record_in {
    void *context;
    cr_status (*read)(void *context, unsigned long long at, unsigned char *bytes, size_t count, size_t *got,
                      cr_error *error);
} cr_record_in;

// A recording in memory: its bytes are given to `out` and read through `in`, while it stays where it is. Set
// to {0} it is empty; room: bytes that are allocated. Writing fails with CR_ERR_MEMORY, reading never.
typedef struct cr_record_memory {
    unsigned char *bytes;
    size_t count, room;
} cr_record_memory;
cr_record_out cr_record_memory_out(cr_record_memory *memory);
cr_record_in cr_record_memory_in(cr_record_memory *memory);
void cr_record_memory_free(cr_record_memory *memory);

typedef enum cr_record_kind {
    CR_RECORD_MOTION = 1,
    CR_RECORD_CONTACT = 2,
    CR_RECORD_ENERGY = 4,
    CR_RECORD_END = 8 // there is no more
} cr_record_kind;

// One entry. The modes of a motion are the reader's until it goes on.
typedef struct cr_record_item {
    cr_record_kind kind;
    cr_world_motion motion;
    cr_world_contact contact;
    double time; // of the energy; of the end: the latest time told
    cr_world_energy energy;
    bool whole; // at the end: it has its mark. Otherwise its writer was stopped
} cr_record_item;

// Reads the head. `place` names it in errors and is copied. NULL: CR_ERR_INPUT when it is no recording, of
// another version, damaged, or cut off within the head; what `read` returned; CR_ERR_MEMORY. Several readers
// may read the same bytes.
cr_record_reader *cr_record_reader_new(const cr_record_in *in, const char *place, cr_arena *arena,
                                       cr_error *error);
const cr_record_head *cr_record_reader_head(const cr_record_reader *reader);
// The next entry of the given kinds (or'ed together): each kind in the order of its times, motions before
// contacts before energies within a block of time. Blocks of kinds that are not wanted or not known are
// passed over. A recording that is cut off ends with its last whole block. CR_ERR_INPUT when it is damaged,
// after all that stands before the damage.
cr_status cr_record_reader_next(cr_record_reader *reader, unsigned kinds, cr_record_item *item,
                                cr_error *error);
// Back to the first entry.
void cr_record_reader_rewind(cr_record_reader *reader);
// To the first block in which anything ends at or after a time: looks at the heads of blocks only.
cr_status cr_record_reader_seek(cr_record_reader *reader, double time, cr_error *error);

typedef struct cr_record_summary {
    double start, end; // s
    long long motions, contacts, energies;
    unsigned long long bytes; // up to the last whole block
    bool whole;
} cr_record_summary;

// Reads all of it, from the beginning, and goes back there.
cr_status cr_record_summarise(cr_record_reader *reader, cr_record_summary *summary, cr_error *error);

// How a body moves with constant force (in space) and torque (in its frame) for s seconds: what stands
// between the entries. A body of infinite mass keeps its velocity and spin.
void cr_record_flow(const cr_record_body *body, const cr_body_state *start, cr_vec force, cr_vec torque,
                    double s, cr_body_state *end);

// States of all bodies at times `from`, from + 1/rate, ... up to the end of the recording, by dense output.
// At the instant of a blow the state is the one after it. What has not moved yet is as at the start, what
// sleeps as it fell asleep. Any status of `frame` but CR_OK ends it. From the beginning; scratch memory, of
// rate times the longest step, is taken from the arena and given back.
typedef struct cr_record_frames {
    void *context;
    cr_status (*frame)(void *context, double time, const cr_body_state *bodies);
    // shape[i]: where the amplitudes of the modes of body i, all of them, stand while a frame is told. NULL,
    // all or one: not wanted.
    double *const *shape;
} cr_record_frames;
cr_status cr_record_sample(cr_record_reader *reader, double from, double rate, const cr_record_frames *frames,
                           cr_arena *arena, cr_error *error);

// All there is to begin another scene with: bodies[i] as many as the head has; modes of body i, all of them,
// at shape[i], rate[i] (either may be NULL, with nothing written). CR_ERR_RANGE outside of the recording.
cr_status cr_record_state_at(cr_record_reader *reader, double time, cr_body_state *bodies,
                             double *const *shape, double *const *rate, cr_arena *arena, cr_error *error);

CR_DECLARATIONS_END

#endif
