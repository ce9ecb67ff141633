// What libyaml finds wrong with a text, in words of somebody who wrote it.
#ifndef CAROM_IO_SCENE_YAML_WORDS_H
#define CAROM_IO_SCENE_YAML_WORDS_H

#include <stddef.h>
#include <yaml.h>

enum { CR_YAML_WORDS = 200 };

// Of a parser that failed by the text, with a problem that has a place.
void cr_scene_yaml_words(const yaml_parser_t *parser, const char *text, size_t length,
                         char words[CR_YAML_WORDS]);

#endif
