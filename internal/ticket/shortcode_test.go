package ticket

import (
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/id"
)

const codeEvent = "evt_3k9q0a7c1v5m"

func codeKeys(t *testing.T) *Keys {
	t.Helper()
	k, err := NewKeys([]byte(strings.Repeat("k", MinSecret)))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// TestShortCodes: each unit and version has a code of its own, in whatever form it is
// typed, and no other event's key reads it as the same unit.
func TestShortCodes(t *testing.T) {
	k := codeKeys(t)
	seen := map[string]Unit{}
	for number := int64(1); number <= 3000; number++ {
		for _, u := range []Unit{{number, 1, 0}, {number, 2, 0}, {number, id.MaxUnit, 15}, {1<<31 - number, 1, 1}} {
			code, err := k.ShortCode(codeEvent, u)
			if err != nil || len(code) != ShortCodeChars || strings.ContainsAny(code, "ILOU") || code != strings.ToUpper(code) {
				t.Fatalf("%+v: %q, %v", u, code, err)
			}
			if other, ok := seen[code]; ok {
				t.Fatalf("%+v and %+v have the code %s", u, other, code)
			}
			seen[code] = u
			if got, err := k.ReadShortCode(codeEvent, code); err != nil || got != u {
				t.Fatalf("%s: %+v, %v; want %+v", code, got, err, u)
			}
		}
	}
	u := Unit{4711, 3, 2}
	code, _ := k.ShortCode(codeEvent, u)
	typed := strings.NewReplacer("0", "o", "1", "l").Replace(strings.ToLower(code))
	for _, form := range []string{GroupShortCode(code), " " + typed[:3] + " " + typed[3:] + " ", strings.ReplaceAll(code, "1", "I"), code[:5] + "–" + code[5:]} {
		if got, err := k.ReadShortCode(codeEvent, form); err != nil || got != u {
			t.Errorf("%q: %+v, %v", form, got, err)
		}
	}
	if got, err := k.ReadShortCode("evt_0000000000ab", code); err != nil || got == u {
		t.Errorf("another event reads %+v, %v", got, err)
	}
	for _, u := range []Unit{{0, 1, 0}, {1 << 31, 1, 0}, {1, 0, 0}, {1, id.MaxUnit + 1, 0}, {1, 1, 16}} {
		if code, err := k.ShortCode(codeEvent, u); code != "" || err != nil {
			t.Errorf("%+v has the code %q, %v", u, code, err)
		}
	}
	if _, err := k.ShortCode("evt_x", Unit{1, 1, 0}); !errors.Is(err, ErrEvent) {
		t.Errorf("no event: %v", err)
	}
}

// TestShortCodeMistyped: every wrong character and every two that changed places are
// noticed before anybody looks anything up.
func TestShortCodeMistyped(t *testing.T) {
	k := codeKeys(t)
	const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
	for number := int64(1); number < 40; number++ {
		code, _ := k.ShortCode(codeEvent, Unit{number, 1, 0})
		for i := range code {
			for _, c := range letters {
				if byte(c) == code[i] {
					continue
				}
				if _, err := k.ReadShortCode(codeEvent, code[:i]+string(c)+code[i+1:]); !errors.Is(err, ErrMistyped) {
					t.Fatalf("%s with %c at %d: %v", code, c, i, err)
				}
			}
			for j := i + 1; j < len(code); j++ {
				if code[i] == code[j] {
					continue
				}
				swapped := []byte(code)
				swapped[i], swapped[j] = swapped[j], swapped[i]
				if _, err := k.ReadShortCode(codeEvent, string(swapped)); !errors.Is(err, ErrMistyped) {
					t.Fatalf("%s as %s: %v", code, swapped, err)
				}
			}
		}
	}
	for _, bad := range []string{"", "ABCDE", "ABCDE-FGHJKM", "ABCDE-FGHU0", "ÄBCDEFGHJ", strings.Repeat("-", 60)} {
		if _, err := k.ReadShortCode(codeEvent, bad); !errors.Is(err, ErrNoShortCode) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// TestShortCodeVectors holds the page at the door to the same check character.
func TestShortCodeVectors(t *testing.T) {
	k := codeKeys(t)
	var want []string
	for number := int64(1); number <= 8; number++ {
		code, _ := k.ShortCode(codeEvent, Unit{number * 7, number, uint32(number)})
		want = append(want, code)
	}
	const file = "testdata/shortcodes.json"
	text, err := os.ReadFile(file)
	var have []string
	if err == nil {
		err = json.Unmarshal(text, &have)
	}
	if err != nil || strings.Join(have, " ") != strings.Join(want, " ") {
		t.Errorf("%s has %q, %v; want %q", file, have, err, want)
	}
}
