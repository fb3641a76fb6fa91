package payment_test

import (
	"testing"

	"github.com/holdfast-events/holdfast/internal/payment"
)

func TestDecimal(t *testing.T) {
	for _, c := range []struct {
		minor    int64
		currency string
		want     string
	}{
		{1230, "EUR", "12.30"}, {5, "EUR", "0.05"}, {0, "USD", "0.00"}, {-1, "EUR", "-0.01"},
		{1200, "JPY", "1200"}, {1234, "KWD", "1.234"}, {1, "KWD", "0.001"}, {9_223_372_036_854_775_807, "EUR", "92233720368547758.07"},
	} {
		m := payment.Money{Minor: c.minor, Currency: c.currency}
		if got := m.Decimal(); got != c.want {
			t.Errorf("%d %s is written %q, want %q", c.minor, c.currency, got, c.want)
		}
		if back, err := payment.ParseDecimal(c.want, c.currency); err != nil || back != m {
			t.Errorf("%q is read as %+v, %v", c.want, back, err)
		}
	}
	if m, err := payment.ParseDecimal("12", "EUR"); err != nil || m.Minor != 1200 {
		t.Errorf("12 EUR is read as %+v, %v", m, err)
	}
	for _, bad := range []string{"", ".", "1.", ".5", "1.234", "1,20", "+1", "1.-2", "1e3", "0x10", " 1", "1_0", "99999999999999999999"} {
		if m, err := payment.ParseDecimal(bad, "EUR"); err == nil {
			t.Errorf("%q was read as %+v", bad, m)
		}
	}
}

func TestProvidersHaveNamesOfTheirOwn(t *testing.T) {
	one, two := named("one"), named("two")
	list := payment.Providers{one, two}
	if err := list.Check(); err != nil {
		t.Error(err)
	}
	if got, ok := list.Named("two"); !ok || got != two {
		t.Errorf("two is %v, %v", got, ok)
	}
	if _, ok := list.Named("three"); ok {
		t.Error("three was found")
	}
	for _, bad := range []payment.Providers{{one, one}, {named("")}} {
		if bad.Check() == nil {
			t.Errorf("%v were accepted", bad)
		}
	}
}

// namedProvider is a provider of which only the name matters.
type namedProvider struct {
	payment.Provider
	name string
}

func named(name string) *namedProvider { return &namedProvider{name: name} }

func (p *namedProvider) Name() string { return p.name }
