// Text that is safe where it lands: UTF-8 checked, markup escaped; numbers as text, and the hash of a text.
#ifndef CAROM_IO_TEXT_H
#define CAROM_IO_TEXT_H

#include <stdbool.h>
#include <stdio.h>

// Bytes of the UTF-8 character at text, 1 to 4, or 0 when there is none (a NUL counts as one byte).
int cr_text_character(const char *text);

// The number that Unicode gives a character so long.
unsigned long cr_text_code(const char *character, int length);

// Whether a terminal or a browser may get it as it is: no control character, none that turns the direction of
// writing or separates lines.
bool cr_text_is_plain(const char *character, int length);
// Writes text of unknown origin for a terminal, "?" for each character that is not plain and each byte that
// is no UTF-8. NULL writes nothing.
void cr_text_plain(FILE *out, const char *text);

// Writes text for XML or HTML, in content or in a quoted attribute. What XML cannot hold and what
// is not plain becomes U+FFFD, but for tabs and ends of lines.
// NULL writes nothing.
void cr_text_xml(FILE *out, const char *text);

// The shortest of 15, 16 or 17 digits that reads back as the same number; returns `text`.
enum { CR_TEXT_NUMBER = 32 };
const char *cr_text_number(char text[CR_TEXT_NUMBER], double value);

// FNV-1a of `length` bytes, going on from a hash; CR_TEXT_HASH begins.
#define CR_TEXT_HASH 14695981039346656037ull
unsigned long long cr_text_hash(unsigned long long hash, const char *text, size_t length);

#endif
