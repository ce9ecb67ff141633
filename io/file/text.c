#include "io/file/text.h"

#include <stdlib.h>

static int announced_length(unsigned char lead) {
    if (lead < 0x80) return 1;
    if (lead >= 0xC2 && lead <= 0xDF) return 2;
    if (lead >= 0xE0 && lead <= 0xEF) return 3;
    return lead >= 0xF0 && lead <= 0xF4 ? 4 : 0;
}

// Overlong forms, surrogates and what lies beyond U+10FFFF show in the second byte.
static bool second_is_allowed(unsigned char lead, unsigned char second) {
    switch (lead) {
    case 0xE0:
        return second >= 0xA0;
    case 0xED:
        return second <= 0x9F;
    case 0xF0:
        return second >= 0x90;
    case 0xF4:
        return second <= 0x8F;
    default:
        return true;
    }
}

int cr_text_character(const char *text) {
    const unsigned char *byte = (const unsigned char *)text;
    int length = announced_length(byte[0]);
    for (int i = 1; i < length; i++)
        if ((byte[i] & 0xC0) != 0x80) return 0;
    return length > 1 && !second_is_allowed(byte[0], byte[1]) ? 0 : length;
}

unsigned long cr_text_code(const char *character, int length) {
    static const unsigned char lead[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
    const unsigned char *byte = (const unsigned char *)character;
    unsigned long code = byte[0] & lead[length];
    for (int i = 1; i < length; i++) code = code << 6 | (byte[i] & 0x3F);
    return code;
}

bool cr_text_is_plain(const char *character, int length) {
    // Unicode: C0, DEL and C1; marks, embeddings, overrides and isolates of direction, between them the
    // separators of lines and paragraphs; byte order, annotations, tags
    static const unsigned long others[][2] = {{0x00, 0x1F},     {0x7F, 0x9F},     {0x061C, 0x061C},
                                              {0x200E, 0x200F}, {0x2028, 0x202E}, {0x2066, 0x206F},
                                              {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB}, {0xE0000, 0xE007F}};
    if (length < 1) return false;
    unsigned long code = cr_text_code(character, length);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (code >= others[i][0] && code <= others[i][1]) return false;
    return true;
}

void cr_text_plain(FILE *out, const char *text) {
    while (text && *text) {
        int length = cr_text_character(text);
        if (cr_text_is_plain(text, length)) fwrite(text, 1, (size_t)length, out);
        else fputc('?', out);
        text += length ? length : 1;
    }
}

static const char *entity(char c) {
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return NULL;
    }
}

static bool is_blank(char c) {
    return c == '\t' || c == '\n' || c == '\r';
}

static bool is_noncharacter(const char *character, int length) {
    return length == 3 && cr_text_code(character, length) >= 0xFFFE;
}

void cr_text_xml(FILE *out, const char *text) {
    if (!text) return;
    while (*text) {
        int length = cr_text_character(text);
        const char *escaped = entity(*text);
        if (escaped) fputs(escaped, out);
        else if ((cr_text_is_plain(text, length) || is_blank(*text)) && !is_noncharacter(text, length))
            fwrite(text, 1, (size_t)length, out);
        else fputs("\xEF\xBF\xBD", out);
        text += length ? length : 1;
    }
}

const char *cr_text_number(char text[CR_TEXT_NUMBER], double value) {
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, CR_TEXT_NUMBER, "%.*g", digits, value);
        if (strtod(text, NULL) == value) break;
    }
    return text;
}

unsigned long long cr_text_hash(unsigned long long hash, const char *text, size_t length) {
    for (size_t i = 0; i < length; i++) hash = (hash ^ (unsigned char)text[i]) * 1099511628211ull;
    return hash;
}
