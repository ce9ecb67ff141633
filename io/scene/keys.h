// Shorthand of the tables of scene keys.
#ifndef CAROM_IO_SCENE_KEYS_H
#define CAROM_IO_SCENE_KEYS_H

#include "io/scene/internal.h"

// Name and meaning of what is no number.
#define NAMED(name, doc)                                                                                     \
    { name, "", doc, CR_NAN, 0, 0 }
#define CR_SCENE_FORM(its_owner, its_doc, its_keys)                                                          \
    {                                                                                                        \
        .owner = its_owner, .doc = its_doc, .keys = its_keys,                                                \
        .key_count = (int)(sizeof(its_keys) / sizeof *(its_keys))                                            \
    }

#endif
