// Package seed gives the random tests their seed: a fresh one for each run,
// which is printed, and which a variable repeats.
package seed

import (
	"hash/fnv"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"
)

// Variable names the environment variable that repeats a seed.
const Variable = "HOLDFAST_SEED"

// Prove names the variable by which `make prove` asks for everything that the suite
// leaves out.
const Prove = "HOLDFAST_PROVE"

// Proving reports whether tests leave nothing out.
func Proving() bool { return os.Getenv(Prove) == "true" }

// Brief reports whether a test plays a part of its cases: under the race detector of
// the suite, which looks at what goroutines do and not at how often. `make prove`
// runs the race detector over all of them.
func Brief() bool { return testing.Short() && !Proving() }

// FewProcessors names the variable by which the suite plays a quarter of the tests that take turns, a
// sixteenth of the journeys, and one engine of two.
const FewProcessors = "HOLDFAST_FEW_PROCESSORS"

// Templates names the variable with the folder in which the test programs of one run keep the
// migrated SQLite database for each other: most of them have nothing else to migrate.
const Templates = "HOLDFAST_TEST_TEMPLATES"

// Few reports whether the suite runs on few processors, where each run plays a smaller part of
// what is drawn.
func Few() bool { return os.Getenv(FewProcessors) == "true" }

// turns is in how many runs in a row on few processors each test that takes turns is played once.
const turns = 4

// InTurn skips a test that is long in three of four runs on few processors. turn, from 0 to 3,
// says in which it is played: four seeds in a row play all of them, and the tests of each
// turn take about as long together.
func InTurn(t testing.TB, turn uint64) {
	t.Helper()
	if Few() && (Of(t)+turn)%turns != 0 {
		t.Skipf("%s=true: this run plays the tests of other turns than %d", FewProcessors, turn)
	}
}

// Third returns every third of a list, drawn by r, in the order of the list.
func Third[T any](r *rand.Rand, list []T) []T { return OneOf(r, 3, list) }

// OneOf returns one of so many elements of a list, drawn by r, in the order of the list; of
// a list that is not empty at least one.
func OneOf[T any](r *rand.Rand, many int, list []T) []T {
	drawn := r.Perm(len(list))[:(len(list)+many-1)/many]
	slices.Sort(drawn)
	some := make([]T, len(drawn))
	for i, n := range drawn {
		some[i] = list[n]
	}
	return some
}

// Draw returns a number below n for a test, from the seed and the name of the test, so
// that each run draws others.
func Draw(t testing.TB, n int) int {
	t.Helper()
	return Draws(t).IntN(n)
}

// Draws returns what a test draws from, of the seed and the name of the test.
func Draws(t testing.TB) *rand.Rand {
	t.Helper()
	h := fnv.New64a()
	h.Write([]byte(t.Name()))
	return rand.New(rand.NewPCG(Of(t), h.Sum64()))
}

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
