package httpapi

import (
	"net/mail"
	"strings"
	"testing"
)

// Whatever passes without the parser would have passed it.
func FuzzPlainAddress(f *testing.F) {
	for _, s := range []string{"ada@example.org", "a.b+c@x-y.example", ".a@b", "a.@b", "a..b@c", "a@b.", "a@.b", "a@b..c", "@", "a@", "ä@b", "a@-", "a@b@c"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		at := strings.LastIndexByte(s, '@')
		if at < 1 || !plainAddress(s[:at], s[at+1:]) {
			return
		}
		if a, err := mail.ParseAddress(s); err != nil || a.Address != s || a.Name != "" {
			t.Errorf("%q: %v, %v", s, a, err)
		}
	})
}
