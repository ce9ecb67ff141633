// The queue between one thread that steers and the audio thread: neither ever waits for the other. The writer
// fills a slot and then publishes it by `written` (release); the reader sees it by `written` (acquire),
// copies nothing, and gives the slot back by `taken`.
#include "rt/rt_internal.h"

bool cr_rt_event_finite(const cr_rt_event *event) {
    const cr_mallet *m = &event->mallet;
    bool finite = isfinite(event->value);
    if (event->kind != CR_RT_STRIKE) return finite;
    for (int i = 0; i < CR_WHERE; i++) finite = finite && isfinite(event->at[i]);
    return finite && isfinite(m->mass) && isfinite(m->hardness) && isfinite(m->exponent) && isfinite(m->loss);
}

bool cr_rt_push(cr_rt_port *port, const cr_rt_event *event) {
    if (!cr_rt_event_finite(event)) {
        cr_rt_add(&port->refused, 1);
        return false;
    }
    size_t written = atomic_load_explicit(&port->written, memory_order_relaxed);
    size_t taken = atomic_load_explicit(&port->taken, memory_order_acquire);
    if (written - taken > port->mask) {
        cr_rt_add(&port->full, 1);
        return false;
    }
    port->events[written & port->mask] = *event;
    atomic_store_explicit(&port->written, written + 1, memory_order_release);
    return true;
}

const cr_rt_event *cr_rt_port_peek(cr_rt_port *port) {
    size_t taken = atomic_load_explicit(&port->taken, memory_order_relaxed);
    size_t written = atomic_load_explicit(&port->written, memory_order_acquire);
    return taken == written ? NULL : &port->events[taken & port->mask];
}

void cr_rt_port_cut(cr_rt_port *port) {
    port->cut = atomic_load_explicit(&port->written, memory_order_relaxed);
}

bool cr_rt_port_slipped(const cr_rt_port *port, long long frame) {
    size_t next = atomic_load_explicit(&port->taken, memory_order_relaxed);
    return next < port->cut && port->events[next & port->mask].time < frame;
}

void cr_rt_port_drop(cr_rt_port *port) {
    size_t taken = atomic_load_explicit(&port->taken, memory_order_relaxed);
    atomic_store_explicit(&port->taken, taken + 1, memory_order_release);
}
