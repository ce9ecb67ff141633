// What is run here and now: small versions of the paper's examples, in the scene format (docs/worlds.md).
#include "papers/s3/s3.h"

// A steel slab on a floor is leant over one corner after the other; without its loads it lies there.
const char *const cr_s3_slab =
    "carom: 1\n"
    "world: {friction: 0.4, contact_fmax: 0, fmax: 8000, step: 2e-4, preset: s3, settle: 0.2}\n"
    "bodies:\n"
    "  floor: {shape: plane, fixed: true, material: wood}\n"
    "  slab: {shape: plate, x: 0.2, y: 0.12, thickness: 0.01, material: steel, edge: 0.01, on: floor}\n"
    "loads:\n"
    "  pitch: {body: slab, torque: [0, 0.6, 0], shape: sine, frequency: 1.7, attack: 0.3}\n"
    "  roll: {body: slab, torque: [0.35, 0, 0], shape: sine, frequency: 1.1, attack: 0.3}\n"
    "listeners:\n"
    "  pair: {type: stereo, at: [0, -0.6, 0.4], facing: [0, 0.6, -0.3]}\n"
    "sound: {radiation: fast, damping: none, clicks: false, texture: false, contact_time: false, "
    "redistribute: false}\n"
    "output: {duration: 1.5}\n";

// A bowl stands on its rim: contact all around.
const char *const cr_s3_curved =
    "carom: 1\n"
    "world: {friction: 0.4, preset: s3}\n"
    "bodies:\n"
    "  floor: {shape: plane, fixed: true}\n"
    "  slab: {shape: bowl, radius: 0.06, height: 0.04, modes: 0, origin: shape, at: [0, 0, 0.04], "
    "turn: [1, 0, 0, 180]}\n"
    "output: {duration: 0.5}\n";

// A board between two walls, laid with six rings, on which a ball falls with 2 m/s after 20 ms.
const char *const cr_s3_laid =
    "carom: 1\n"
    "world: {friction: 0.35, contact_fmax: 2000, fmax: 2000, preset: s3}\n"
    "bodies:\n"
    "  board: {shape: plate, x: 0.8, y: 0.5, thickness: 0.03, material: mdf, fixed: true, held: x- x+, "
    "edge: 0.03}\n"
    "  cup: {shape: tube, radius: 0.04, thickness: 0.004, length: 0.06, material: ceramic, modes: 0, on: "
    "board, at: [-0.22, -0.13, 0], copies: 3, step: [0.22, 0, 0]}\n"
    "  plate: {shape: tube, radius: 0.08, thickness: 0.006, length: 0.02, material: ceramic, modes: 0, on: "
    "board, at: [-0.22, 0.13, 0], copies: 3}\n"
    "  ball: {shape: sphere, radius: 0.0424, material: steel, modes: 0, at: [0.2, 0.1, 0.0994], velocity: "
    "[0, 0, -2]}\n"
    "listeners:\n"
    "  pair: {type: stereo, at: [0, -1, 0.6], facing: [0, 1, -0.5]}\n"
    "output: {duration: 0.15}\n";

// A steel ruler is clamped and beats on an edge at a third of its length.
const char *const cr_s3_ruler =
    "carom: 1\n"
    "world: {friction: 0.2, contact_fmax: 5000, fmax: 8000, preset: s3}\n"
    "bodies:\n"
    "  ruler: {shape: plate, x: 0.3, y: 0.03, thickness: 1e-3, material: steel, fixed: true, held: x-, "
    "edge: 0.01}\n"
    "  edge: {shape: box, x: 0.04, y: 0.1, z: 0.02, fixed: true, at: [-0.06, 0, -0.0105]}\n"
    "loads:\n"
    "  push: {body: ruler, at: [0.149, 0, 0], force: [0, 0, 6], shape: pulse, start: 0.01, duration: 4e-3}\n"
    "listeners:\n"
    "  pair: {type: stereo, at: [0, -0.5, 0.3], facing: [0, 0.5, -0.3]}\n"
    "sound: {radiation: fast, texture: false}\n"
    "output: {duration: 0.3}\n";
