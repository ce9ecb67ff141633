#include "io/film/picture.h"

#include <string.h>

typedef struct look {
    const char *material;
    cr_tint tint;
} look;

// To the eye, not measured.
static const look looks[] = {
    {"steel", {{0.56f, 0.58f, 0.60f}, 0.8f, 0.75f, false}},
    {"iron", {{0.36f, 0.36f, 0.37f}, 0.5f, 0.6f, false}},
    {"cast-iron", {{0.20f, 0.20f, 0.21f}, 0.2f, 0.4f, false}},
    {"aluminium", {{0.72f, 0.73f, 0.74f}, 0.6f, 0.7f, false}},
    {"brass", {{0.71f, 0.52f, 0.20f}, 0.8f, 0.75f, false}},
    {"bronze", {{0.52f, 0.36f, 0.17f}, 0.7f, 0.7f, false}},
    {"copper", {{0.72f, 0.38f, 0.24f}, 0.8f, 0.75f, false}},
    {"lead", {{0.30f, 0.31f, 0.34f}, 0.3f, 0.5f, false}},
    {"ceramic", {{0.82f, 0.78f, 0.70f}, 0.6f, 0.0f, false}},
    {"glass", {{0.50f, 0.72f, 0.70f}, 1.0f, 0.1f, true}},
    {"wood", {{0.52f, 0.31f, 0.15f}, 0.15f, 0.0f, false}},
    {"mdf", {{0.58f, 0.42f, 0.26f}, 0.1f, 0.0f, false}},
    {"oak", {{0.50f, 0.33f, 0.17f}, 0.15f, 0.0f, false}},
    {"spruce", {{0.74f, 0.56f, 0.33f}, 0.15f, 0.0f, false}},
    {"rosewood", {{0.27f, 0.11f, 0.07f}, 0.25f, 0.0f, false}},
    {"cork", {{0.55f, 0.36f, 0.20f}, 0.0f, 0.0f, false}},
    {"rubber", {{0.06f, 0.06f, 0.07f}, 0.1f, 0.0f, false}},
    {"nylon", {{0.72f, 0.72f, 0.68f}, 0.3f, 0.0f, false}},
};

// What may have any colour: plastics, and what is not known.
static const float colors[][3] = {{0.63f, 0.20f, 0.12f}, {0.13f, 0.31f, 0.55f}, {0.24f, 0.45f, 0.17f},
                                  {0.72f, 0.48f, 0.09f}, {0.35f, 0.19f, 0.46f}, {0.11f, 0.43f, 0.42f}};

cr_tint cr_tint_of(const char *material, int number) {
    enum { COLORS = sizeof colors / sizeof *colors };
    for (size_t i = 0; material && i < sizeof looks / sizeof *looks; i++)
        if (strcmp(looks[i].material, material) == 0) return looks[i].tint;
    const float *c = colors[number % COLORS];
    return (cr_tint){{c[0], c[1], c[2]}, 0.35f, 0.0f, false};
}
