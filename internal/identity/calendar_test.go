package identity

import (
	"strings"
	"testing"
)

func TestCalendarSecrets(t *testing.T) {
	t.Parallel()
	text, hash := NewCalendarSecret()
	if got := HashCalendarSecret(text); got == nil || *got != hash {
		t.Errorf("%s hashes to %v", text, got)
	}
	other, _ := NewCalendarSecret()
	if got := HashCalendarSecret(other); other == text || *got == hash {
		t.Error("two secrets are one")
	}
	for _, bad := range []string{"", text[:len(text)-1], text + "a", strings.Replace(text, "hc_", "hs_", 1)} {
		if HashCalendarSecret(bad) != nil {
			t.Errorf("%q may be a secret", bad)
		}
	}
}
