// The whole library in one header: laws, closed forms, schemes, one impact, surfaces, modes, elements,
// networks, what plays them, and the real-time engine. This core needs nothing but the mathematics of the C
// library. Where the library was built with libyaml, also scenes, what they are made of, and their sound; the
// computation of modes (prep.h) is in a library of its own, carom-prep.
#ifndef CAROM_CAROM_H
#define CAROM_CAROM_H

#include "carom/bank.h"
#include "carom/base.h"
#include "carom/coulomb.h"
#include "carom/element.h"
#include "carom/exact.h"
#include "carom/form.h"
#include "carom/impact.h"
#include "carom/law.h"
#include "carom/material.h"
#include "carom/modes.h"
#include "carom/network.h"
#include "carom/radiate.h"
#include "carom/record.h"
#include "carom/rt.h"
#include "carom/scheme.h"
#include "carom/sim.h"
#include "carom/sound.h"
#include "carom/space.h"
#include "carom/surface.h"
#include "carom/world.h"
#if __has_include("carom/scene.h") // not where the library was built without libyaml
#include "carom/audio.h"
#include "carom/mesh.h"
#include "carom/params.h"
#include "carom/prep.h"
#include "carom/scene.h"
#include "carom/shape.h"
#include "carom/solid.h"
#endif

#endif
