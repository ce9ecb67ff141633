// Schematic figures of the papers, drawn: each one <svg>.
#ifndef CAROM_PAPERS_DRAWING_H
#define CAROM_PAPERS_DRAWING_H

#include "papers/papers.h"

extern const cr_figure cr_s1_fig_1, cr_s1_fig_2, cr_s2_fig_1, cr_s2_fig_2, cr_s4_fig_1, cr_s4_fig_2;

#endif
