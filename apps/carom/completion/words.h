// What completes the command line, from the tables of verbs, options, laws, schemes, shapes and materials;
// the scripts for the shells are written from it.
#ifndef CAROM_APPS_CAROM_COMPLETION_WORDS_H
#define CAROM_APPS_CAROM_COMPLETION_WORDS_H

#include "app.h"

typedef enum cr_complete_way {
    CR_COMPLETE_WORDS,
    CR_COMPLETE_LIST,   // words with commas between them
    CR_COMPLETE_KEYS,   // of the law of the command, KEY=
    CR_COMPLETE_VALUES, // of the shape of the command, NAME=
    CR_COMPLETE_FILES,
    CR_COMPLETE_FOLDERS,
} cr_complete_way;

// How the argument of an option is completed, and the words, which are put one after the other, each with a
// blank behind it. No words: anything.
cr_complete_way cr_complete_option(const cr_option *option);
void cr_complete_put_option(const cr_option *option);
bool cr_complete_has_words(const cr_option *option);
// The words of a verb that are no files: verbs, lists, shapes.
void cr_complete_put_verb(const cr_verb *verb);
bool cr_complete_takes_files(const cr_verb *verb);
void cr_complete_put_verbs(void);

// Writes the script for a shell.
void cr_completion_bash(void);
void cr_completion_fish(void);
void cr_completion_zsh(void);

#endif
