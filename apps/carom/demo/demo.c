// The newcomer's first minute: three things that Carom does, rendered into a folder with one page about them.
#include "demo/demo.h"

#include "folder.h"
#include "io/file/file.h"
#include "io/file/text.h"
#include "shipped.h"

#include <string.h>

enum { SCENE_MOST = 1 << 20 };

static const cr_option options[] = {
    {"-o", "DIR", "folder for what it leaves, made if missing (demo)", false}};

const cr_demo_show cr_demo_shows[CR_DEMO_SHOWS] = {
    {"tromba-bowed", "tromba-bowed", false, "A string is bowed, and its bridge rattles: a tromba marina",
     "A network of a string, a bridge and a body, joined by contact and friction. The bridge leaves the body "
     "and hits it "
     "again in every period, which makes the tone bright.",
     "--set contacts.rattle.gap=1e-3 -o without-rattle.wav", "the bridge stands still: dull"},
    {"world/bell", "bell", true, "A bell is struck, and you walk round it",
     "The modes of a solid by finite elements, the air around it by boundary elements, a head by "
     "its measured "
     "filters. Half way round, a tone vanishes: you cross a line on which the bell does not sound.",
     "--set bodies.bell.material=glass -o glass-bell.wav", "the same of glass"},
    {"world/desk", "desk", true, "A spoon falls into a mug, a coin wobbles, a marble rolls off the table",
     "Bodies that are rigid and vibrate, touch and rub, each advanced at its own pace. Nothing is scripted "
     "but where "
     "they begin; the energy balance closes to twelve digits.",
     "--set bodies.spoon.material=wood -o wooden-spoon.wav", "a wooden spoon"}};

// DIR/NAME ENDING in the command's arena; NULL with an error when there is no memory.
static char *file_in(const cr_command *command, const char *folder, const char *name, const char *ending,
                     cr_error *error) {
    size_t room = strlen(folder) + strlen(name) + strlen(ending) + 2;
    char *path = cr_command_take(command, room, 1, error);
    if (path) snprintf(path, room, "%s/%s%s", folder, name, ending);
    return path;
}

// The scene is put beside its sound, to be changed.
static cr_status copy_scene(const cr_command *command, const cr_demo_show *show, const char *path,
                            cr_error *error) {
    char *text;
    size_t length;
    const char *from = cr_shipped_scene(command, show->scene, error);
    if (!from) return error->status;
    cr_status status = cr_file_read_all(from, SCENE_MOST, command->arena, &text, &length, error);
    cr_file_out *file = status == CR_OK ? cr_file_create(path, error) : NULL;
    if (!file) return error->status;
    fwrite(text, 1, length, cr_file_stream(file));
    return cr_file_commit(file, error);
}

// Renders a scene of the demo; the exit status.
static int render(const cr_command *command, const cr_demo_show *show, const char *folder) {
    cr_error error;
    char *scene = file_in(command, folder, show->name, ".yaml", &error), *sound = NULL, *other = NULL;
    if (scene) sound = file_in(command, folder, show->name, ".wav", &error);
    if (sound) other = file_in(command, folder, show->name, show->bodies ? ".png" : ".html", &error);
    if (!other || copy_scene(command, show, scene, &error) != CR_OK) return cr_command_fail(command, &error);
    char name[] = "carom", verb[] = "render", to[] = "-o", page[] = "--report", picture[] = "--picture";
    char *words[] = {name, verb, scene, to, sound, show->bodies ? picture : page, other, NULL};
    int status = cr_app_dispatch(command->arena, 7, words);
    putchar('\n');
    if (status != CR_EXIT_OK || show->bodies) return status;
    const char *seen = file_in(command, folder, show->name, ".svg", &error);
    if (!seen || cr_demo_spectrogram(command, sound, seen, &error) != CR_OK)
        return cr_command_fail(command, &error);
    return status;
}

static void tell(const cr_command *command, const char *folder) {
    fputs("Left in ", stdout);
    cr_text_plain(stdout, folder);
    fputs(": index.html to look at and to listen, with the scenes beside it. Now try\n", stdout);
    for (int i = 0; i < CR_DEMO_SHOWS; i++) {
        printf("  %s render ", command->program);
        cr_text_plain(stdout, folder);
        printf("/%s.yaml %s\n", cr_demo_shows[i].name, cr_demo_shows[i].change);
    }
}

static int run(const cr_command *command) {
    const char *given = cr_command_text(command, "-o", "demo");
    cr_error error;
    size_t length = strlen(given);
    if (length == 0) return cr_command_usage(command, "-o", "needs the name of a folder");
    while (length > 1 && given[length - 1] == '/') length--;
    char *folder = cr_command_take(command, length + 1, 1, &error);
    if (!folder) return cr_command_fail(command, &error);
    memcpy(folder, given, length);
    if (cr_folder_make(folder, &error) != CR_OK) return cr_command_fail(command, &error);
    for (int i = 0; i < CR_DEMO_SHOWS; i++) {
        int status = render(command, &cr_demo_shows[i], folder);
        if (status != CR_EXIT_OK) return status;
    }
    const char *plot = file_in(command, folder, "impact", ".svg", &error), *page = NULL;
    if (plot) page = file_in(command, folder, "index", ".html", &error);
    if (!page || cr_demo_impact(command, plot, &error) != CR_OK ||
        cr_demo_page(command, folder, page, &error) != CR_OK)
        return cr_command_fail(command, &error);
    tell(command, folder);
    return CR_EXIT_OK;
}

const cr_verb cr_verb_demo = {
    .name = "demo",
    .doc = "a first look: a bowed instrument, a struck bell, a small world that clatters, on one page",
    .options = options,
    .option_count = 1,
    .run = run};
