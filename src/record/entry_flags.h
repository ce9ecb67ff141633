// What the first byte of an entry says is left out.
#ifndef CAROM_RECORD_ENTRY_FLAGS_H
#define CAROM_RECORD_ENTRY_FLAGS_H

enum {
    CR_FLAG_T0 = 1u, // that of the entry before
    CR_FLAG_T1 = 2u,
    CR_MOTION_STILL = 4u, // zeros
    CR_MOTION_NO_SPIN = 8u,
    CR_MOTION_NO_FORCE = 16u,
    CR_MOTION_NO_TORQUE = 32u,
    CR_MOTION_NO_SHAPE = 64u, // nor rate
    CR_MOTION_NO_PUSH = 128u,
    CR_CONTACT_PAIR = 4u, // bodies of the entry before
    CR_CONTACT_NO_IMPULSE = 8u,
    CR_CONTACT_NO_FORCE = 16u,
    CR_CONTACT_STICKS = 32u,
    CR_CONTACT_CURVED = 64u, // has a curvature
    CR_CONTACT_FLAGS = 127u,
};

#endif
