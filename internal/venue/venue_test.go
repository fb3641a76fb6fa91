package venue_test

import (
	"slices"
	"testing"

	"github.com/holdfast-events/holdfast/internal/venue"
)

func TestInOrder(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ given, want []string }{
		{nil, []string{}},
		{[]string{"bar", "Grand piano", "step_free", "bar"}, []string{"step_free", "bar", "Grand piano"}},
		{[]string{"Grand piano", "Organ"}, []string{"Grand piano", "Organ"}},
	} {
		if got := venue.InOrder(c.given); !slices.Equal(got, c.want) || got == nil {
			t.Errorf("InOrder(%q) = %q, want %q", c.given, got, c.want)
		}
	}
}
