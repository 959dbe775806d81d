// The traffic of the co-simulation of the counting policies in C++: the same random numbers, the
// same phases, the same legal occupancy, cycle by cycle (`src/random.rs`,
// `src/switch/marking/phase.rs` and `counting.rs`). The bench compares a checksum of both.
//
// Before this come the constants PORTS, CAPACITY, COUNTER_BITS and THRESHOLD.
#include <cstdint>
#include <utility>

struct Random {
    uint64_t s[4];
    explicit Random(uint64_t seed) {
        for (uint64_t& word : s) {
            uint64_t z = (seed += 0x9e3779b97f4a7c15ull);
            z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
            z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
            word = z ^ (z >> 31);
        }
    }
    static uint64_t rotl(uint64_t x, int by) { return x << by | x >> (64 - by); }
    uint64_t bits() {
        const uint64_t result = rotl(s[0] + s[3], 23) + s[0], t = s[1] << 17;
        s[2] ^= s[0]; s[3] ^= s[1]; s[1] ^= s[2]; s[0] ^= s[3];
        s[2] ^= t; s[3] = rotl(s[3], 45);
        return result;
    }
    uint64_t below(uint64_t limit) {
        return static_cast<uint64_t>((static_cast<unsigned __int128>(bits()) * limit) >> 64);
    }
};

struct Often {
    unsigned sixteenths, rarity;
    uint64_t events(Random& random) const {
        if (sixteenths == 0) return 0;
        if (sixteenths == 16 && rarity == 0) return ~0ull;
        if (rarity > 0 && random.bits() >> (64 - rarity) != 0) return 0;
        if (sixteenths == 16) return ~0ull;
        uint64_t lanes = 0;
        for (unsigned digit = __builtin_ctz(sixteenths); digit < 4; digit++) {
            const uint64_t half = random.bits();
            lanes = sixteenths >> digit & 1 ? lanes | half : lanes & half;
        }
        return lanes;
    }
};

constexpr Often NEVER{0, 0}, RARE{2, 6}, SELDOM{8, 7}, SOME{2, 0}, HALF{8, 0}, MOST{14, 0}, ALL{16, 0};
constexpr Often RESET{16, 12};
constexpr Often KINDS[10][5] = {
    {HALF, HALF, HALF, HALF, HALF},
    {SOME, SOME, ALL, SOME, RARE},
    {MOST, SOME, ALL, NEVER, SOME},
    {ALL, RARE, ALL, NEVER, RARE},
    {SOME, MOST, ALL, RARE, RARE},
    {RARE, ALL, ALL, HALF, RARE},
    {ALL, ALL, MOST, NEVER, RARE},
    {HALF, HALF, NEVER, NEVER, SOME},
    {HALF, NEVER, ALL, MOST, NEVER},
    {HALF, HALF, ALL, HALF, ALL},
};

struct Phase {
    Often enqueue, dequeue, transmit, cut_through, trigger;
    uint64_t lanes, cycles;
    bool hover, lawless;

    explicit Phase(Random& random) {
        const uint64_t all = ~0ull >> (64 - PORTS);
        uint64_t some = random.bits();
        some &= random.bits();
        const uint64_t one = 1ull << random.below(PORTS);
        const Often* kind = KINDS[random.below(10)];
        enqueue = kind[0]; dequeue = kind[1]; transmit = kind[2];
        cut_through = kind[3]; trigger = kind[4];
        const uint64_t longest = random.below(2) ? 4 * CAPACITY : 8;
        const uint64_t choices[] = {all, all, some | one, one};
        lanes = all & choices[random.below(4)];
        hover = false;
        lawless = random.below(16) == 0;
        cycles = 1 + random.below(longest);
        const uint64_t special = random.below(64);
        if (special < 8) {
            enqueue = dequeue = MOST;
            lanes = one;
            hover = true;
            lawless = false;
        } else if (special == 8) {
            enqueue = transmit = ALL;
            dequeue = RARE;
            cut_through = MOST;
            trigger = SELDOM;
            cycles = 1 + random.below(4ull << COUNTER_BITS);
            lawless = true;
        }
    }
};

struct Traffic {
    Random random;
    Phase phase;
    uint64_t planes[COUNTER_BITS] = {};
    uint64_t some = 0;
    uint32_t total = 0;

    explicit Traffic(uint64_t seed) : random(seed), phase(random) {}

    // Sets the inputs of a cycle; `waiting(output)` is that output's counter one cycle before.
    template <class Dut, class Waiting> void drive(Dut& dut, Waiting waiting) {
        bool reset;
        if (phase.cycles == 0) {
            const bool lawless = phase.lawless;
            phase = Phase(random);
            reset = lawless && !phase.lawless;
        } else {
            reset = RESET.events(random) != 0;
        }
        phase.cycles--;
        uint64_t enqueue = phase.enqueue.events(random) & phase.lanes;
        uint64_t dequeue = phase.dequeue.events(random) & phase.lanes;
        if (phase.hover) {
            uint64_t above = 0;
            for (int output = 0; output < PORTS; output++) {
                above |= static_cast<uint64_t>(waiting(output) > THRESHOLD) << output;
            }
            enqueue &= ~above;
            dequeue &= above;
        }
        if (!phase.lawless) {
            dequeue &= some;
            const uint32_t room = total > CAPACITY ? 0 : CAPACITY - total;
            while (room < 64 && static_cast<uint32_t>(__builtin_popcountll(enqueue)) > room) {
                enqueue &= enqueue - 1;
            }
        }
        const uint64_t leaving = phase.transmit.events(random) & dequeue;
        const uint64_t cut_through = phase.cut_through.events(random) & phase.lanes;
        dut.enqueue = enqueue;
        dut.dequeue = dequeue;
        dut.transmit = leaving | cut_through;
        dut.trigger = phase.trigger.events(random) & phase.lanes;
        dut.reset = reset;
        count(enqueue & ~dequeue, dequeue & ~enqueue);
        if (reset) {
            for (uint64_t& plane : planes) plane = 0;
            some = total = 0;
        }
    }

    void count(uint64_t up, uint64_t down) {
        uint64_t carry = up | down;
        some = 0;
        for (uint64_t& plane : planes) {
            const uint64_t next = carry & (plane ^ down);
            plane ^= carry;
            carry = next;
            some |= plane;
        }
        total += __builtin_popcountll(up) - __builtin_popcountll(down);
    }
};
