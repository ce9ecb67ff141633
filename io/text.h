// Text that is safe where it lands: UTF-8 checked, markup escaped.
#ifndef CAROM_IO_TEXT_H
#define CAROM_IO_TEXT_H

#include <stdio.h>

// Bytes of the UTF-8 character at text, 1 to 4, or 0 when there is none (a NUL counts as one byte).
int cr_text_character(const char *text);

// Writes text for XML or HTML, in content or in a quoted attribute. What XML cannot hold becomes U+FFFD.
// NULL writes nothing.
void cr_text_xml(FILE *out, const char *text);

#endif
