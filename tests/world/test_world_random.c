// Two hundred small random worlds: no number is lost, no run is endless, no energy comes from nowhere.
#include "random_world.h"
#include "seeds.h"
#include "test.h"

static void run_one(uint64_t seed, int moments, random_worlds *all) {
    const char *wrong = random_world_run(seed, moments, seed % 4 == 0, all);
    CHECK(!wrong, "seed %llu: %s", (unsigned long long)seed, wrong);
}

// Worlds that went wrong once: joints and drives that contradict each other, the damper of a hinge on a heavy
// body, a drive that bends within a step, bodies that joints make spin by radians within one, corrections of
// a hold that grew, a turn that was not found within the step, a rod that whirled about its own axis.
static const uint64_t known[] = {481081151,  2914427145, 2016095585, 2016099838, 2016097549,
                                 2914427478, 1196033207, 3665653035, 809811119};
// The same, later: a soft law beside stiff rows, which its own give let be careless; joints that a step's
// passes left 7 mm apart; a law that gave back what it stored to a body that came nearer, far from it; a
// rebound that friction and a joint made bring energy; welds that booked what the solver left as a gain.
static const uint64_t known_late[] = {5002103, 5000708, 5004880, 809826997, 2139732886};
// Kicks that were not solved: bodies in joints a million times lighter to push than alone, two points of one
// pair on few bodies, a hinge beside a contact.
static const uint64_t once_unsolved[] = {5000318, 5000961, 5001757, 5002969, 5004716, 5006902, 7000222};

int main(void) {
    random_worlds all = {0}, solved = {0};
    const char *only = getenv("CAROM_SEED");
    uint64_t first = only ? strtoull(only, NULL, 10) : 1, count = only ? 1 : TEST_AMOUNT(200, 60);
    for (uint64_t seed = first; seed < first + count; seed++) run_one(seed, 1500, &all);
    for (size_t i = 0; !only && i < sizeof known / sizeof *known; i++) run_one(known[i], 1500, &all);
    for (size_t i = 0; !only && i < sizeof known_late / sizeof *known_late; i++)
        run_one(known_late[i], 3000, &all);
    random_worlds_print(&all);
    for (size_t i = 0; !only && i < sizeof once_unsolved / sizeof *once_unsolved; i++)
        run_one(once_unsolved[i], 3000, &solved);
    CHECK(solved.unsolved == 0, "%lld of %lld solves", solved.unsolved, solved.solves);
    CHECK((double)all.unsolved <= 1e-3 * (double)all.solves, "%lld of %lld solves", all.unsolved, all.solves);
    CHECK(all.refused < 20, "%d of %d refused", all.refused, all.scenes);
    return test_summary();
}
