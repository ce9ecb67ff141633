// What was computed before, one file each in a folder of the user's cache: modes, grids, radiation. The
// name is a hash of everything that they depend on; it also stands inside the file (in place of the name of a
// solid whose modes they are), so that a file under another's name is noticed. Files appear whole or not at
// all, so that several programs may use it at once and none has to end well.
#ifndef CAROM_IO_MODES_CACHE_H
#define CAROM_IO_MODES_CACHE_H

#include "carom/solid.h"

#include <stdint.h>

enum { CR_MODES_CACHE_PATH = 1024 };

typedef struct cr_modes_key {
    uint64_t part[2];
} cr_modes_key;

cr_modes_key cr_modes_key_begin(void);
void cr_modes_key_add(cr_modes_key *key, const void *bytes, size_t size);
void cr_modes_key_add_text(cr_modes_key *key, const char *text);
void cr_modes_key_add_number(cr_modes_key *key, double value); // every NaN is the same
// All bytes of a file; CR_ERR_IO.
cr_status cr_modes_key_add_file(cr_modes_key *key, const char *path, cr_error *error);

// The folder: $CAROM_CACHE, else carom in $XDG_CACHE_HOME, else .cache/carom in $HOME. False when there is
// none: CAROM_CACHE is empty, or no variable is set.
bool cr_modes_cache_folder(char folder[CR_MODES_CACHE_PATH]);

// One kind of things: what they are called in warnings, how names of their files end, and how they are read
// and written with the text of their key (CR_ERR_INPUT when the file has another).
typedef struct cr_cache_kind {
    const char *what, *ending;
    cr_status (*read)(const char *path, const char *key, cr_arena *arena, void *thing, cr_error *error);
    cr_status (*write)(const char *path, const char *key, const void *thing, cr_error *error);
} cr_cache_kind;

// As the functions of modes below.
bool cr_cache_load(const char *folder, cr_modes_key key, const cr_cache_kind *kind,
                   const cr_solid_watch *watch, cr_arena *arena, void *thing);
void cr_cache_store(const char *folder, cr_modes_key key, const cr_cache_kind *kind,
                    const cr_solid_watch *watch, const void *thing);

// Whether the cache had the modes; their name is then the key. A file that is damaged, none of ours or of
// another key, or no regular file, is warned about and as good as none.
bool cr_modes_cache_load(const char *folder, cr_modes_key key, const cr_solid_watch *watch, cr_arena *arena,
                         cr_modes *modes);
// Puts modes there and removes the files unused for longest while the folder holds more than a GiB. What
// fails is warned about.
void cr_modes_cache_store(const char *folder, cr_modes_key key, const cr_solid_watch *watch,
                          const cr_modes *modes);
// Removes what was unused for longest until no more than `most` bytes are left. Only names that this cache
// gives are touched.
void cr_modes_cache_trim(const char *folder, long long most);

#endif
