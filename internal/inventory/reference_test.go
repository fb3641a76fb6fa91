package inventory_test

import (
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// A reference is found however people and banks set it, and nothing else is taken for one.
func TestReferences(t *testing.T) {
	t.Parallel()
	h := inventory.Hold{ID: "ord_3k9q0a7c1v5m06f2w8d4xk1n7p9s"}
	grouped, plain := h.PaymentReference(), inventory.PlainReference(h.ID)
	if strings.ReplaceAll(grouped, " ", "") != plain || len(plain) != 24 || plain[4:] != "06F2W8D4XK1N7P9S1V5M" {
		t.Fatalf("%s, %s", grouped, plain)
	}
	// The example of ISO 11649 tells whether the check digits are those of the standard.
	if found := inventory.References("RF18 5390 0754 7034"); found != nil {
		t.Errorf("a reference of somebody else: %v", found)
	}
	want := inventory.ReferencedOrder{Tail: "06f2w8d4xk1n7p9s", Mark: "1v5m"}
	for _, text := range []string{
		grouped, plain, strings.ToLower(plain), strings.ReplaceAll(plain, "0", "O"), strings.ReplaceAll(plain, "1", "l"), strings.ReplaceAll(plain, "1", "I"),
		"Verwendungszweck:" + plain + "Danke", plain[:11] + "\r\n" + plain[11:], "SVWZ+" + plain[:5] + " " + plain[5:], plain[2:], "R F - " + plain[2:],
		"Tickets / " + strings.Join(strings.Split(plain, ""), " ") + ", Ada", grouped + " " + grouped, "７ " + plain,
	} {
		if found := inventory.References(text); len(found) != 1 || found[0] != want {
			t.Errorf("%q: %v", text, found)
		}
	}
	// A letter that is wrong is a reference that is wrong, and so are two that are swapped.
	for i := 2; i < len(plain); i++ {
		wrong := []byte(plain)
		wrong[i] = map[bool]byte{true: '3', false: '4'}[wrong[i] == '4']
		if found := inventory.References(string(wrong)); found != nil {
			t.Errorf("%s for %s: %v", wrong, plain, found)
		}
		if i > 4 && plain[i] != plain[i-1] {
			swapped := []byte(plain)
			swapped[i], swapped[i-1] = swapped[i-1], swapped[i]
			if found := inventory.References(string(swapped)); found != nil {
				t.Errorf("%s for %s: %v", swapped, plain, found)
			}
		}
	}
	other := inventory.PlainReference("ord_3k9q0a7c1v5m06f2w8d4xk1n7p9t")
	if found := inventory.References(plain + " " + other); len(found) != 2 {
		t.Errorf("two references: %v", found)
	}
	if tail, ok := inventory.MatchesReference(grouped); !ok || tail != want.Tail {
		t.Errorf("%s, %t", tail, ok)
	}
	for _, text := range []string{"", "ada", plain + " " + other} {
		if _, ok := inventory.MatchesReference(text); ok {
			t.Errorf("%q is taken for a reference", text)
		}
	}
}

// TestPaymentReferenceCheckDigits compares with what others have published.
func TestPaymentReferenceCheckDigits(t *testing.T) {
	t.Parallel()
	// A letter counts as two digits, and the check digits are never above 97.
	for n := range 200 {
		plain := inventory.PlainReference("ord_3k9q0a7c1v5m" + strings.Repeat("0", 13) + string([]byte{'0' + byte(n/100), '0' + byte(n/10%10), '0' + byte(n%10)}))
		if digits := plain[2:4]; digits < "02" || digits > "98" {
			t.Errorf("%s", plain)
		}
	}
}

func FuzzReferences(f *testing.F) {
	f.Add("RF18W8D4XK1N7P9S0A7C5F3K")
	f.Add("ſıİK℡")
	f.Fuzz(func(t *testing.T, text string) {
		for _, r := range inventory.References(text) {
			if len(r.Tail) != 16 || len(r.Mark) != 4 || strings.ContainsAny(r.Tail+r.Mark, "ilou") {
				t.Errorf("%q: %v", text, r)
			}
		}
	})
}
