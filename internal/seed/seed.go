// Package seed gives the random tests their seed: a fresh one for each run,
// which is printed, and which a variable repeats.
package seed

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
)

// Variable names the environment variable that repeats a seed.
const Variable = "HOLDFAST_SEED"

// Fresh returns the seed that Variable gives, or a new one. Seeds are short
// enough to be typed.
func Fresh() (uint64, error) {
	if text := os.Getenv(Variable); text != "" {
		return strconv.ParseUint(text, 10, 64)
	}
	return rand.Uint64N(1_000_000_000), nil
}

// Of returns the seed of a test and logs it.
func Of(t testing.TB) uint64 {
	t.Helper()
	n, err := Fresh()
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s=%d", Variable, n)
	return n
}

// Count returns how often a test does something: the number in the named
// variable, by which `make prove` asks for more, or the suite's.
func Count(t testing.TB, variable string, suite int) int {
	t.Helper()
	text := os.Getenv(variable)
	if text == "" {
		return suite
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("%s=%q is not a count", variable, text)
	}
	return n
}
