// The scenes that come with the program: beside it where it is installed, or in the tree it was built in.
#include "carom/scene.h"
#include "io/file/file.h"
#include "list/list.h"
#include "shipped.h"

#include <string.h>

enum { PATH = 2 * CR_SHIPPED_PATH, SENTENCE = 240 };

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

static cr_status look(const cr_shipped_list *list, int i, scene_entry *entry, cr_error *error) {
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
static int print_all(const cr_shipped_list *list, cr_json *json) {
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
    cr_error error;
    cr_shipped_list list;
    cr_json json = cr_json_on(stdout);
    if (cr_shipped_names(command, &list, &error) != CR_OK) return cr_command_fail(command, &error);
    if (as_json) cr_json_array_begin(&json);
    else printf("Scenes of %s, for `carom render`\n", list.folder);
    int exit = print_all(&list, as_json ? &json : NULL);
    if (as_json) cr_json_array_end(&json);
    return exit;
}
