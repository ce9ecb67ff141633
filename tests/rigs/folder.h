// Folders of tests: an empty one in /tmp for the run of a program, and what a given one holds.
#ifndef CAROM_TEST_FOLDER_H
#define CAROM_TEST_FOLDER_H

#include <stdbool.h>

typedef struct folder_path {
    char text[64];
} folder_path;

// False if it cannot be made.
bool folder_make(void);
const char *folder_name(void);
folder_path in_folder(const char *name);
bool folder_has(const char *name);
int folder_entries(void);
void folder_empty(void);
void folder_remove(void); // with what is in it

// Programs that the test runs compute modes and radiation once: they are kept in the folder cache beside it,
// which is empty at first, or in the one that CAROM_CACHE names.
void keep_modes(void);

// Calls `visit` with the path of every file of a folder whose name ends so; how many there were, -1 if it
// cannot be opened.
int for_each_file(const char *folder, const char *ending, void (*visit)(const char *path));

#endif
