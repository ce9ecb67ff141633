// Bodies in space: the motion of a scene, recorded.
#include "simulate/job.h"

#include <string.h>

static const cr_option options[] = {
    {"-o", "FILE", "recording (the scene's name with .rec)", false},
    {"-d", "SEC|auto", "duration; auto: until everything rests, at most 60 s", false},
    {"--set", "PATH=VALUE", "change the scene, bodies.NAME.velocity.0=2", true},
    {"--seed", "N", "seed of what is random", false},
    {"--motion", "FILE", "write where each body is and how it moves, as .csv", false},
    {"--rate", "HZ", "rows of the motion per second (100)", false},
    {"--contacts", "FILE", "write every contact point of every step, as .csv", false},
    {"--anim", "FILE", "write a moving picture, .glb", false},
    {"--report", "FILE", "write a page with energies, steps, modes, contacts and pictures", false},
    {"--checkpoint", "FILE", "where an interrupted run can be gone on from (FILE.rec.checkpoint)", false},
    {"--threads", "N", "islands that do not touch run side by side; the result is the same (1)", false},
    {"--json", NULL, "print one JSON object instead of the summary", false},
};

static int run(const cr_command *command) {
    cr_simulate_job job;
    cr_simulate_outcome outcome;
    cr_error error = {0};
    if (command->word_count == 0) return cr_command_usage(command, "SCENE", "needs a scene file");
    if (cr_command_has(command, "--rate") && !cr_command_has(command, "--motion"))
        return cr_command_usage(command, "--rate", "is for --motion FILE, which is not given");
    cr_status status = cr_simulate_job_read(command, &job, &error);
    if (status == CR_OK) status = cr_simulate_run(&job, &outcome, &error);
    if (status == CR_OK) status = cr_simulate_export(&job, &outcome, &error);
    if (status != CR_OK) return cr_command_fail(command, &error);
    cr_simulate_warn(&job, &outcome);
    cr_json writer = cr_json_on(stdout);
    if (cr_command_has(command, "--json")) cr_simulate_json(&job, &outcome, &writer);
    else cr_simulate_text(&job, &outcome, stdout);
    return CR_EXIT_OK;
}

const cr_verb cr_verb_simulate = {
    .name = "simulate",
    .usage = "SCENE",
    .doc = "move the bodies of a scene and record what they do",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .words_max = 1,
    .details = "SCENE is a YAML file with `bodies` (docs/worlds.md), or the name of one that came with the\n"
               "program (world/tower). A run that was interrupted or killed goes on where it last saved its\n"
               "state when the same command is given again, and ends with the same bytes.\n"
               "\n"
               "examples:\n"
               "  carom simulate world/slide --motion slide.csv --rate 1000\n"
               "  carom simulate world/tower -d 5 --anim tower.glb --report tower.html\n"
               "  carom simulate marbles.yaml --threads 2 --json\n",
    .run = run};
