package doctor_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/doctor"
)

// about returns what is found of one subject.
func about(t *testing.T, c doctor.Config, subject string) []doctor.Finding {
	t.Helper()
	return slices.DeleteFunc(doctor.Look(t.Context(), c), func(f doctor.Finding) bool { return f.Subject != subject })
}

// judged checks that of a case nothing was found, where it has no level, and otherwise one thing, with
// what to do about it unless all is well, and without the passwords of the tests.
func judged(t *testing.T, name string, of []doctor.Finding, level doctor.Level, says string) {
	t.Helper()
	switch {
	case level == "":
		if len(of) > 0 {
			t.Errorf("%s: %+v", name, of)
		}
	case len(of) != 1 || of[0].Level != level || !strings.Contains(of[0].Says, says) || (level == doctor.OK) != (of[0].Do == ""):
		t.Errorf("%s: %+v", name, of)
	case strings.Contains(of[0].Says+of[0].Do, "swordfish") || strings.Contains(of[0].Says, "perch"):
		t.Errorf("%s: the password is in %+v", name, of[0])
	}
}
