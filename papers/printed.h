// Parts of the page: numbers, signs, notes, and tables in the papers' own shape.
#ifndef CAROM_PAPERS_PRINTED_H
#define CAROM_PAPERS_PRINTED_H

#include "papers/papers.h"

// Remarks or sources of a table, each once.
enum { CR_NOTES_MAX = 24 };
typedef struct cr_notes {
    const char *text[CR_NOTES_MAX];
    int count;
} cr_notes;

// Nothing happens for NULL, and for what is there.
void cr_notes_take(cr_notes *notes, const char *text);
// From 1; 0: not there.
int cr_notes_find(const cr_notes *notes, const char *text);
// "Reference: ..." below a table, with letters where there are several.
void cr_notes_sources(FILE *out, const cr_notes *sources);

// "-1.5e-5" as -1.5 x 10 to the -5; a dash for NULL.
void cr_printed_number(FILE *out, const char *text);
// A class of the page's style, and a sign in words of Unicode.
const char *cr_printed_class(cr_verdict verdict);
const char *cr_printed_sign(cr_verdict verdict);

// A line of a table in the paper's own shape begins at its first cell, and has layers: what is printed or,
// where nothing is, the references; ours; and ours when done as the paper must have done it.
typedef enum cr_layer { CR_LAYER_PRINTED, CR_LAYER_REFERENCE, CR_LAYER_OURS, CR_LAYER_REPLAYED } cr_layer;
enum { CR_LAYERS = 4 };
extern const char *const cr_layer_names[CR_LAYERS];
bool cr_printed_has(const cr_item *line, cr_layer layer);
// The text of a cell; "-" where there is none.
void cr_printed_text(const cr_item *cell, cr_layer layer, char text[40]);
// NULL: nothing stands in this column.
const cr_item *cr_printed_cell(const cr_item *line, int column);

// The cells of the table at `item`; returns what follows.
const cr_item *cr_printed_html(FILE *out, const cr_item *table);

#endif
