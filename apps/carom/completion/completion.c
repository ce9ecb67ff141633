#include "completion/words.h"

#include <string.h>

static int run(const cr_command *command) {
    static const struct {
        const char *name;
        void (*write)(void);
    } shells[] = {{"bash", cr_completion_bash}, {"fish", cr_completion_fish}, {"zsh", cr_completion_zsh}};
    if (command->word_count == 0)
        return cr_command_usage(command, "", "needs the name of a shell: %s", command->verb->choices);
    for (size_t i = 0; i < sizeof shells / sizeof *shells; i++)
        if (strcmp(shells[i].name, command->words[0]) == 0) shells[i].write();
    return CR_EXIT_OK;
}

const cr_verb cr_verb_completion = {
    .name = "completion",
    .usage = "bash|fish|zsh",
    .doc = "print a completion script for the shell",
    .choices = "bash fish zsh",
    .words_max = 1,
    .details =
        "In bash, `source <(carom completion bash)` starts completion, in fish `carom completion fish | "
        "source`; a\n"
        "line of that kind in ~/.bashrc or ~/.config/fish/config.fish keeps it. For zsh, write it to a "
        "file\n"
        "_carom in a folder of $fpath, or `source <(carom completion zsh)` after compinit.\n",
    .run = run};
