#include "io/file/unfinished.h"

#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

enum { ROOM = 64 };

// A handler of signals has no other way to them.
static _Atomic(const char *) paths[ROOM];
static _Atomic pid_t owner;

void cr_unfinished_add(const char *path) {
    pid_t here = getpid();
    if (atomic_exchange(&owner, here) != here)
        for (int i = 0; i < ROOM; i++) atomic_store(&paths[i], NULL);
    for (int i = 0; i < ROOM; i++) {
        const char *none = NULL;
        if (atomic_compare_exchange_strong(&paths[i], &none, path)) return;
    }
}

void cr_unfinished_drop(const char *path) {
    for (int i = 0; path && i < ROOM; i++) {
        const char *found = path;
        if (atomic_compare_exchange_strong(&paths[i], &found, NULL)) return;
    }
}

void cr_unfinished_remove(void) {
    if (atomic_load(&owner) != getpid()) return;
    for (int folders = 0; folders < 2; folders++) {
        for (int i = 0; i < ROOM; i++) {
            const char *path = atomic_load(&paths[i]);
            if (path && folders) rmdir(path);
            else if (path) unlink(path);
        }
    }
}
