#include "io/modes/list.h"
#include "modal/job.h"

#include <string.h>

static const cr_option options[] = {
    {"--set", "NAME=VALUE", "value of the shape in SI units, may repeat (`carom list shapes`)", true},
    {"--material", "MATERIAL", "material (steel; `carom list materials`)", false},
    {"--wood", "WOOD", "orthotropic wood, grain along x, rings along y (`carom list woods`)", false},
    {"--E", "PA", "Young's modulus", false},
    {"--rho", "KG/M3", "density", false},
    {"--nu", "X", "Poisson's ratio", false},
    {"--rayleigh", "MASS,STIFF", "damping sigma = (MASS + STIFF w^2)/2 [1/s, s]", false},
    {"--fmax", "HZ", "every mode below this frequency", false},
    {"-n", "N", "this many elastic modes (30)", false},
    {"--accuracy", "PERCENT", "largest estimated error of the frequencies, by a finer mesh (0.3)", false},
    {"--order", "1|2", "order of the elements; 1 is a rough preview (2)", false},
    {"--edge", "M", "longest edge of an element along the surface (by the rule)", false},
    {"--layers", "N", "elements through the wall (by the rule)", false},
    {"--unit", "M", "length of one unit of a mesh file, 0.001 for mm (1)", false},
    {"--fix", "PLACE:AXES", "hold a side (x- x+ y- y+ z- z+) or group, x-:xyz, may repeat", true},
    {"--spring", "PLACE:AXES=N/M", "support it by springs of this total stiffness, may repeat", true},
    {"--threads", "N", "threads (as many as processors)", false},
    {"--backend", "mumps|slepc", "slepc: over MPI, by the program carom-slepc (mumps)", false},
    {"--radiation", "exact|fast|none", "sound of each mode in the air around it (none)", false},
    {"--part", "I/N", "radiation of every Nth mode from the Ith on; the cache joins the parts", false},
    {"--fresh", NULL, "compute even if the cache has it", false},
    {"-o", "FILE", "write a .modes file, for scenes", false},
    {"--csv", "FILE", "write frequencies and decays", false},
    {"--shapes", "FILE", "write shapes on the surface, as .json or .csv", false},
    {"--faust", "FILE", "write a Faust program", false},
    {"--glb", "FILE", "write a .glb with the draft extension KHR_audio_rigid_bodies", false},
    {"--anim", "FILE", "write a .glb with one moving clip per mode, at most 24", false},
    {"--report", "FILE", "write a page: table, pictures of modes, response to a tap, checks", false},
    {"--json", NULL, "print one JSON object instead of the table", false},
};

static bool is_stdout(const char *path) {
    return path && strcmp(path, "-") == 0;
}

static int takers_of_stdout(const cr_modal_request *r) {
    return is_stdout(r->modes) + is_stdout(r->csv) + is_stdout(r->shapes) + is_stdout(r->faust) +
           is_stdout(r->glb) + is_stdout(r->clips) + is_stdout(r->report) + r->json;
}

static int check_words(const cr_command *command) {
    const char *backend = cr_command_text(command, "--backend", "mumps");
    if (command->word_count == 0)
        return cr_command_usage(command, "SHAPE|FILE", "needs a shape (`carom list shapes`) or a mesh file");
    if (cr_command_has(command, "--fmax") && cr_command_has(command, "-n"))
        return cr_command_usage(command, "-n", "excludes --fmax: modes by their number or by a limit");
    if (cr_command_has(command, "--wood") &&
        (cr_command_has(command, "--material") || cr_command_has(command, "--E") ||
         cr_command_has(command, "--rho") || cr_command_has(command, "--nu")))
        return cr_command_usage(command, "--wood", "excludes --material, --E, --rho and --nu");
    if (strcmp(backend, "mumps") != 0 && strcmp(backend, "slepc") != 0)
        return cr_command_usage(command, "--backend", "needs mumps or slepc, got \"%.80s\"", backend);
    cr_radiation_def radiation;
    cr_error error;
    if (cr_modal_radiation_read(command, &radiation, &error) != CR_OK)
        return cr_command_usage(command, error.place, "%s", error.reason);
    return CR_EXIT_OK;
}

static int run(const cr_command *command) {
    cr_modal_request request;
    cr_modal_outcome outcome;
    cr_error error;
    int exit_status = check_words(command);
    if (exit_status != CR_EXIT_OK) return exit_status;
    if (cr_modes_list_is_path(command->words[0])) return cr_modal_list(command);
    cr_status status = cr_modal_request_read(command, &request, &error);
    if (status != CR_OK) return cr_command_fail(command, &error);
    if (takers_of_stdout(&request) > 1)
        return cr_command_usage(command, "-", "the standard output can take one file, or --json");
    if (strcmp(cr_command_text(command, "--backend", "mumps"), "slepc") == 0) {
        cr_modal_slepc(command, &error);
        return cr_command_fail(command, &error);
    }
    status = cr_modal_request_run(&request, &outcome, &error);
    if (status == CR_OK) status = cr_modal_request_write(&request, &outcome, &error);
    if (status == CR_OK && request.json) cr_modal_json(&request, &outcome, stdout);
    else if (status == CR_OK && takers_of_stdout(&request) == 0)
        status = cr_modal_text(&request, &outcome, stdout, &error);
    return status == CR_OK ? CR_EXIT_OK : cr_command_fail(command, &error);
}

const cr_verb cr_verb_modal = {
    .name = "modal",
    .usage = "SHAPE|FILE",
    .doc = "modes of a solid by finite elements, with a proof that none is missing",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .words_max = 1,
    .details =
        "A file is a mesh of tetrahedra (.msh), a closed surface (.stl .obj .ply .glb .gltf, filled by gmsh\n"
        "if it is installed), or modes that are there already (.modes .glb .gltf); FILE.glb#NAME is one\n"
        "object of several. A list of modes (.csv .json) is checked and shown. Modes are kept in a cache:\n"
        "the same question is answered at once. A file named \"-\" is the standard output.\n"
        "\n"
        "examples:\n"
        "  carom modal box --set x=0.3 --set y=0.03 --set z=0.01 --material steel\n"
        "  carom modal mug --material ceramic --fmax 10000 -o mug.modes --report mug.html\n"
        "  carom modal bowl --fmax 10000 --radiation exact --report bowl.html\n"
        "  carom modal plate --wood spruce --fix x-:xyz --anim plate.glb\n",
    .run = run};
