#include "io/text.h"

#include <stdbool.h>
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

static bool xml_can_hold(const unsigned char *byte, int length) {
    if (length == 1) return byte[0] >= 0x20 || byte[0] == '\t' || byte[0] == '\n' || byte[0] == '\r';
    bool noncharacter = length == 3 && byte[0] == 0xEF && byte[1] == 0xBF && byte[2] >= 0xBE;
    return length > 0 && !noncharacter;
}

void cr_text_xml(FILE *out, const char *text) {
    if (!text) return;
    while (*text) {
        int length = cr_text_character(text);
        const char *escaped = entity(*text);
        if (escaped) fputs(escaped, out);
        else if (xml_can_hold((const unsigned char *)text, length)) fwrite(text, 1, (size_t)length, out);
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
