// Help texts, derived from the tables of verbs and options.
#ifndef CAROM_APPS_CAROM_HELP_H
#define CAROM_APPS_CAROM_HELP_H

#include "app.h"

void cr_help_program(void);
void cr_help_verb(const cr_verb *verb);

#endif
