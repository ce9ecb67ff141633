// Shorthand of the tables of scene keys.
#ifndef CAROM_IO_SCENE_KEYS_H
#define CAROM_IO_SCENE_KEYS_H

#include "io/scene/internal.h"

// Name and meaning of what is no number.
#define NAMED(name, doc)                                                                                     \
    { name, "", doc, CR_NAN, 0, 0 }
#define CR_SCENE_FORM(owner, doc, keys)                                                                      \
    { owner, doc, keys, (int)(sizeof(keys) / sizeof *(keys)), NULL, 0, NULL, 0 }

#endif
