// Modes that were computed before, one file each in a folder of the user's cache. The name is a hash of
// everything that the modes depend on; inside the file it stands for the name of the solid, so that a file
// under another's name is noticed. Files appear whole or not at all, so that several programs may use it
// at once and none has to end well.
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
