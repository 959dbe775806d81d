// Steps the marking module, and passes everything that is wrong to each function.

#include <stdio.h>
#include <string.h>
#include "tailback.h"

static int failures;

static void expect(int line, int found, int expected) {
    if (found != expected) {
        printf("line %d: %d, but expected %d: %s\n", line, found, expected, tailback_message());
        failures++;
    }
}
#define EXPECT(found, expected) expect(__LINE__, found, expected)

int main(int arguments, char **argument) {
    if (arguments < 2) return 2;
    const char *config = argument[1];
    int model = tailback_open("marking", config, NULL);
    EXPECT(model > 0, 1);

    EXPECT(tailback_open(NULL, config, NULL), TAILBACK_ARGUMENT);
    EXPECT(tailback_open("marking", NULL, NULL), TAILBACK_ARGUMENT);
    EXPECT(tailback_open("\xff", config, NULL), TAILBACK_ARGUMENT);
    EXPECT(tailback_open("marking", config, "policy"), TAILBACK_ARGUMENT);
    EXPECT(tailback_open("marking", "no such file", NULL), TAILBACK_CONFIG);
    EXPECT(tailback_open("marking", config, "switch.ports=1"), TAILBACK_CONFIG);
    EXPECT(strstr(tailback_message(), "switch.ports is 1, but must be 2 to 36") != NULL, 1);
    EXPECT(tailback_open("making", config, NULL), TAILBACK_NAME);
    EXPECT(strstr(tailback_message(), "did you mean `marking`?") != NULL, 1);

    TailbackPort port;
    EXPECT(tailback_ports(model), 7);
    EXPECT(tailback_port(model, 5, &port), TAILBACK_OK);
    EXPECT(strcmp(port.name, "waiting"), 0);
    EXPECT(port.lanes == 8 && port.width == 8 && port.is_input == 0, 1);
    EXPECT(tailback_port(model, 7, &port), TAILBACK_NAME);
    EXPECT(tailback_port(model, -1, &port), TAILBACK_NAME);
    EXPECT(tailback_port(model, 0, NULL), TAILBACK_ARGUMENT);
    EXPECT(tailback_ports(model + 1), TAILBACK_HANDLE);

    uint64_t words[2] = {1, 0};
    EXPECT(tailback_set(model, "enqueue", words, 1), TAILBACK_OK);
    EXPECT(tailback_set(model, "enqueue", words, 2), TAILBACK_BITS);
    EXPECT(tailback_set(model, "enqueue", NULL, 1), TAILBACK_ARGUMENT);
    EXPECT(tailback_set(model, NULL, words, 1), TAILBACK_ARGUMENT);
    EXPECT(tailback_set(model, "mark", words, 1), TAILBACK_NAME);
    EXPECT(tailback_set(0, "enqueue", words, 1), TAILBACK_HANDLE);
    EXPECT(tailback_cycle(model), TAILBACK_OK);
    EXPECT(tailback_cycle(model), TAILBACK_OK);
    EXPECT(tailback_get(model, "waiting", words, 1), TAILBACK_OK);
    EXPECT(words[0] == 1, 1);
    EXPECT(tailback_get(model, "waiting", NULL, 1), TAILBACK_ARGUMENT);
    EXPECT(tailback_get(model, "enqueue", words, 1), TAILBACK_NAME);

    words[0] = 0x100;
    EXPECT(tailback_set(model, "enqueue", words, 1), TAILBACK_OK);
    EXPECT(tailback_cycle(model), TAILBACK_BITS);
    words[0] = 0;
    EXPECT(tailback_set(model, "enqueue", words, 1), TAILBACK_OK);
    EXPECT(tailback_reset(model), TAILBACK_OK);
    EXPECT(tailback_cycle(model), TAILBACK_OK);

    TailbackLogic value[2] = {{0, 0}, {0, 0}};
    EXPECT(tailback_dpi_check(model, "waiting", 64, value), TAILBACK_OK);
    value[1].aval = 1;
    EXPECT(tailback_dpi_check(model, "waiting", 64, value), TAILBACK_DIFFERS);
    value[1].aval = 0;
    value[1].bval = 1;
    EXPECT(tailback_dpi_check(model, "waiting", 64, value), TAILBACK_DIFFERS);
    EXPECT(strstr(tailback_message(), "0000000x00000000") != NULL, 1);
    EXPECT(tailback_dpi_check(model, "waiting", 63, value), TAILBACK_BITS);
    EXPECT(tailback_dpi_check(model, "waiting", 64, NULL), TAILBACK_ARGUMENT);
    EXPECT(tailback_dpi_get(model, "waiting", 64, value), TAILBACK_OK);
    EXPECT(value[1].aval == 0 && value[1].bval == 0, 1);
    EXPECT(tailback_dpi_set(model, "enqueue", 8, value), TAILBACK_OK);
    value[0].bval = 0x100;
    EXPECT(tailback_dpi_set(model, "enqueue", 8, value), TAILBACK_OK);
    value[0].bval = 1;
    EXPECT(tailback_dpi_set(model, "enqueue", 8, value), TAILBACK_BITS);
    EXPECT(tailback_dpi_set(model, "enqueue", -1, value), TAILBACK_BITS);

    EXPECT(tailback_close(model), TAILBACK_OK);
    EXPECT(tailback_close(model), TAILBACK_HANDLE);
    EXPECT(tailback_cycle(model), TAILBACK_HANDLE);
    EXPECT(tailback_reset(-5), TAILBACK_HANDLE);
    return failures != 0;
}
