package id

import (
	"strings"
	"testing"
)

// TestTicketGolden pins the form of what is printed on tickets.
func TestTicketGolden(t *testing.T) {
	const order = "ord_t3zane4tqkfft3zanfa04y4tqkff"
	for unit, want := range map[int64]string{
		1: "tkt_t3zane4tqkfft3zanfa04y4tqkff01", 33: "tkt_t3zane4tqkfft3zanfa04y4tqkff11", MaxUnit: "tkt_t3zane4tqkfft3zanfa04y4tqkffzz",
	} {
		got := TicketOf(order, unit)
		if got != want {
			t.Errorf("unit %d is %s, want %s", unit, got, want)
		}
		if o, u, ok := UnitOf(got); !ok || o != order || u != unit {
			t.Errorf("UnitOf(%s) = %s, %d, %v", got, o, u, ok)
		}
	}
}

func TestUnitOfRefuses(t *testing.T) {
	good := TicketOf("ord_t3zane4tqkfft3zanfa04y4tqkff", 1)
	for what, bad := range map[string]string{
		"empty": "", "the prefix": Ticket, "an order": "ord_t3zane4tqkfft3zanfa04y4tqkff", "unit 0": good[:len(good)-2] + "00",
		"no unit": good[:len(good)-2], "one more": good + "0", "upper case": strings.ToUpper(good), "a letter that is out": good[:len(good)-1] + "u",
		"another prefix": "tir_" + good[4:], "a line end": good[:len(good)-1] + "\n",
	} {
		if o, u, ok := UnitOf(bad); ok || o != "" || u != 0 {
			t.Errorf("%s: UnitOf(%q) = %q, %d, %v", what, bad, o, u, ok)
		}
	}
}

func TestTicketOfPanics(t *testing.T) {
	for what, try := range map[string]func(){
		"unit 0":       func() { TicketOf("ord_t3zane4tqkfft3zanfa04y4tqkff", 0) },
		"unit 1024":    func() { TicketOf("ord_t3zane4tqkfft3zanfa04y4tqkff", MaxUnit+1) },
		"not an order": func() { TicketOf("blk_t3zane4tqkfft3zanfa04y4tqkff", 1) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s is taken", what)
				}
			}()
			try()
		}()
	}
}

func FuzzUnitOf(f *testing.F) {
	f.Add("tkt_t3zane4tqkfft3zanfa04y4tqkff01")
	f.Add("tkt_")
	f.Fuzz(func(t *testing.T, s string) {
		order, unit, ok := UnitOf(s)
		if ok && TicketOf(order, unit) != s {
			t.Fatalf("%q is not what %s and %d make", s, order, unit)
		}
	})
}

func TestValue(t *testing.T) {
	for text, want := range map[string]uint64{"": 0, "z": 31, "10": 32, "zzzzzzzzzzzz": 1<<60 - 1} {
		if got, ok := Value(text); !ok || got != want || Text(got, len(text)) != text {
			t.Errorf("Value(%q) = %d, %v", text, got, ok)
		}
	}
	for _, bad := range []string{"u", "0000000000000", "-"} {
		if v, ok := Value(bad); ok || v != 0 {
			t.Errorf("Value(%q) = %d", bad, v)
		}
	}
}
