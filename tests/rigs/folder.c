#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#include "folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char directory[] = "/tmp/carom-test-XXXXXX";

bool folder_make(void) {
    return mkdtemp(directory);
}

const char *folder_name(void) {
    return directory;
}

folder_path in_folder(const char *name) {
    folder_path p;
    snprintf(p.text, sizeof p.text, "%s/%s", directory, name);
    return p;
}

bool folder_has(const char *name) {
    return access(in_folder(name).text, F_OK) == 0;
}

static int visit_entries(bool remove_them) {
    int count = 0;
    DIR *list = opendir(directory);
    for (struct dirent *entry; list && (entry = readdir(list));) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        if (remove_them) unlinkat(dirfd(list), entry->d_name, 0);
        count++;
    }
    if (list) closedir(list);
    return count;
}

int folder_entries(void) {
    return visit_entries(false);
}

void folder_empty(void) {
    visit_entries(true);
}

void folder_remove(void) {
    folder_empty();
    rmdir(directory);
}

void keep_modes(void) {
    const char *given = getenv("CAROM_CACHE");
    char here[4000], path[4010];
    if ((given && *given) || system("rm -rf cache") != 0 || !getcwd(here, sizeof here)) return;
    snprintf(path, sizeof path, "%s/cache", here);
    setenv("CAROM_CACHE", path, 1);
}

int for_each_file(const char *folder, const char *ending, void (*visit)(const char *path)) {
    char name[2048];
    int count = 0;
    DIR *list = opendir(folder);
    if (!list) return -1;
    for (struct dirent *entry; (entry = readdir(list));) {
        size_t length = strlen(entry->d_name), tail = strlen(ending);
        if (length <= tail || strcmp(entry->d_name + length - tail, ending) != 0) continue;
        snprintf(name, sizeof name, "%s/%s", folder, entry->d_name);
        visit(name);
        count++;
    }
    closedir(list);
    return count;
}
