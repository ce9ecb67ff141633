// The scenes that come with the program: beside it where it is installed, or in the tree it was built in.
#include "carom/scene.h"
#include "io/file/file.h"
#include "list/list.h"
#include "shipped.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH = CR_SHIPPED_PATH, SCENES_MOST = 512, FOLDERS_MOST = 3, SENTENCE = 240 };

typedef struct scene_list {
    const cr_command *command;
    const char *folder;
    const char *name[SCENES_MOST]; // below the folder, without .yaml
    int count;
} scene_list;

static bool is_folder(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

static cr_status add(scene_list *list, const char *below, const char *file, cr_error *error) {
    size_t length = strlen(file), room = strlen(below) + length + 2;
    if (length < 6 || strcmp(file + length - 5, ".yaml") != 0 || list->count == SCENES_MOST) return CR_OK;
    char *name = cr_command_take(list->command, room, 1, error);
    if (!name) return error->status;
    snprintf(name, room, "%s%s%.*s", below, *below ? "/" : "", (int)length - 5, file);
    list->name[list->count++] = name;
    return CR_OK;
}

// The scenes of a folder, and of those below it.
static cr_status collect(scene_list *list, const char *below, int deeper, cr_error *error) {
    char path[PATH];
    snprintf(path, sizeof path, "%s/%s", list->folder, below);
    DIR *folder = opendir(path);
    cr_status status = CR_OK;
    for (struct dirent *entry; status == CR_OK && folder && (entry = readdir(folder));) {
        char name[PATH];
        if (entry->d_name[0] == '.') continue;
        bool fits = snprintf(name, sizeof name, "%s%s%s", below, *below ? "/" : "", entry->d_name) < PATH &&
                    snprintf(path, sizeof path, "%s/%s", list->folder, name) < PATH;
        bool inside = fits && deeper > 0 && is_folder(path);
        status = inside ? collect(list, name, deeper - 1, error) : add(list, below, entry->d_name, error);
    }
    if (folder) closedir(folder);
    return status;
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

// The first sentence of the comment at the beginning; a hint to an editor is none.
static void read_comment(const char *text, char sentence[SENTENCE]) {
    size_t used = 0;
    for (; *text == '#'; text += strcspn(text, "\n"), text += *text == '\n') {
        if (strncmp(text, "# yaml-language-server:", 23) == 0) continue;
        if (used && used < SENTENCE - 1) sentence[used++] = ' ';
        for (const char *c = text + 1 + (text[1] == ' '); *c && *c != '\n' && used < SENTENCE - 1; c++) {
            sentence[used++] = *c;
            bool ends = *c == '.' && (c[1] == ' ' || c[1] == '\n');
            if (ends) text = "", c = " ";
        }
        if (!*text) break;
    }
    sentence[used] = '\0';
}

typedef struct scene_entry {
    const char *title;
    char comment[SENTENCE];
} scene_entry;

static cr_status look(const scene_list *list, int i, scene_entry *entry, cr_error *error) {
    char path[PATH], *text;
    size_t length;
    cr_scene *scene;
    snprintf(path, sizeof path, "%s/%s.yaml", list->folder, list->name[i]);
    cr_arena *arena = list->command->arena;
    cr_status status = cr_file_read_all(path, CR_SCENE_BYTES_MOST, arena, &text, &length, error);
    if (status == CR_OK) status = cr_scene_parse(path, text, length, NULL, 0, arena, &scene, error);
    if (status != CR_OK) return status;
    entry->title = cr_scene_output_of(scene)->title;
    read_comment(text, entry->comment);
    return CR_OK;
}

static void put_json(cr_json *json, const char *name, const scene_entry *entry) {
    cr_json_object_begin(json);
    cr_json_pair_text(json, "name", name);
    cr_json_pair_text(json, "title", entry->title);
    cr_json_pair_text(json, "doc", entry->comment);
    cr_json_object_end(json);
}

static void put_text(const char *name, const scene_entry *entry) {
    printf("\n%s: %s\n", name, entry->title);
    if (*entry->comment) printf("  %s\n", entry->comment);
}

// A scene that cannot be read is reported, the others are listed; the exit status is that of the first such.
static int print_all(const scene_list *list, cr_json *json) {
    int exit = CR_EXIT_OK;
    for (int i = 0; i < list->count; i++) {
        cr_arena_mark mark = cr_arena_here(list->command->arena);
        scene_entry entry;
        cr_error error;
        if (look(list, i, &entry, &error) != CR_OK) {
            int failed = cr_command_fail(list->command, &error);
            if (exit == CR_EXIT_OK) exit = failed;
        } else if (json) put_json(json, list->name[i], &entry);
        else put_text(list->name[i], &entry);
        cr_arena_rewind(list->command->arena, mark);
    }
    return exit;
}

int cr_list_scenes(const cr_command *command, bool as_json) {
    char folder[PATH];
    cr_error error;
    scene_list list = {.command = command, .folder = folder};
    cr_json json = cr_json_on(stdout);
    cr_status status = cr_shipped_folder(folder)
                           ? CR_OK
                           : cr_fail(&error, CR_ERR_IO, "scenes",
                                     "there is no folder scenes beside the program or above it");
    if (status == CR_OK) status = collect(&list, "", FOLDERS_MOST, &error);
    if (status != CR_OK) return cr_command_fail(command, &error);
    qsort(list.name, (size_t)list.count, sizeof *list.name, by_name);
    if (as_json) cr_json_array_begin(&json);
    else printf("Scenes of %s, for `carom render`\n", folder);
    int exit = print_all(&list, as_json ? &json : NULL);
    if (as_json) cr_json_array_end(&json);
    return exit;
}
