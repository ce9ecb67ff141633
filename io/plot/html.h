// One self-contained HTML report: no script, nothing loaded from elsewhere, readable in light, dark and
// print. All text is escaped. Calls follow the order of the page; write errors stay in the stream.
#ifndef CAROM_IO_HTML_H
#define CAROM_IO_HTML_H

#include <stdbool.h>
#include <stdio.h>

// Opens the page with its style, its title and a lead paragraph (NULL = none).
void cr_html_begin(FILE *out, const char *title, const char *lead);
void cr_html_section(FILE *out, const char *heading);
void cr_html_paragraph(FILE *out, const char *text);
void cr_html_end(FILE *out);

typedef struct cr_html_column {
    const char *name;
    bool number; // aligned to the right
} cr_html_column;

typedef enum cr_html_verdict { CR_HTML_OK, CR_HTML_OFF, CR_HTML_NOTE } cr_html_verdict;

// A table is begun, filled row by row with one cell per column, and ended. Caption NULL = none.
void cr_html_table_begin(FILE *out, const char *caption, const cr_html_column *columns, int count);
void cr_html_row_begin(FILE *out);
void cr_html_cell_text(FILE *out, const char *text);
// With so many significant digits; a dash when not finite.
void cr_html_cell_number(FILE *out, double value, int digits);
// A symbol, a word and a colour; `detail` (NULL = none) follows the word.
void cr_html_cell_verdict(FILE *out, cr_html_verdict verdict, const char *detail);
void cr_html_row_end(FILE *out);
void cr_html_table_end(FILE *out);

// Between the two goes an <svg>. Caption NULL = none.
void cr_html_figure_begin(FILE *out);
void cr_html_figure_end(FILE *out, const char *caption);

#endif
