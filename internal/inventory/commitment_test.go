package inventory_test

import (
	"reflect"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

func terms() (*inventory.Event, []inventory.Tier) {
	return &inventory.Event{
			ID: "evt_a", OrgID: "org_a", StartsAt: 1, EndsAt: 2, Zone: time.UTC,
			Settings: inventory.Settings{MaxGuests: 3, Waitlist: inventory.WaitlistSettings{ClaimWindow: inventory.Hour}},
		}, []inventory.Tier{
			{ID: "tir_a", Name: "A", Pools: []string{"pol_b", "pol_a"}, Price: inventory.Price{Amount: 100}, MaxPerOrder: 2},
			{ID: "tir_b", Name: "B", Pools: []string{"pol_a"}},
		}
}

func basket() *inventory.Hold {
	return &inventory.Hold{ID: "ord_a", Kind: inventory.KindOrder, PersonID: "per_a", ExpiresAt: 9, Order: &inventory.Order{
		Currency: "EUR", Total: 119, Items: []inventory.Item{{No: 1, Tier: "tir_a", Seat: "sea_1", Charge: inventory.Charge{
			Price: inventory.Price{Amount: 119, TaxRate: 1900, TaxIncluded: true}, Net: 100, Tax: 19, Gross: 119,
		}}},
	}}
}

// TestCommitmentsStay: they are stored for years, so what they are made of can never
// change silently.
func TestCommitmentsStay(t *testing.T) {
	e, tiers := terms()
	for got, want := range map[string]string{
		inventory.TermsCommitment(e, tiers): "856054ea5067e6e21a265326251e2a88",
		inventory.HoldCommitment(basket()):  "80a46c82f5af17f1a2821dfabf43a6f6",
		inventory.CodeCommitment(&inventory.PriceCode{ID: "cod_a", Text: "TEN", Kind: inventory.PromoCode, Percent: 1000, Used: 4, LastSeq: 7}): "57a775bbb6a8e149bb8137a2e0421974",
	} {
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	tiers[0], tiers[1] = tiers[1], tiers[0]
	tiers[1].Pools = []string{"pol_a", "pol_b"}
	if got := inventory.TermsCommitment(e, tiers); got != "856054ea5067e6e21a265326251e2a88" {
		t.Errorf("in another order: %s", got)
	}
	if got := inventory.HoldCommitment(&inventory.Hold{ID: "ord_a", Kind: inventory.KindRegistration, PersonID: "per_a", Tier: "tir_a", Units: 2}); got != "" {
		t.Errorf("a plain registration commits to %q", got)
	}
}

// TestEveryFieldIsCommittedTo walks fields by reflection, so that one that is added
// later and decides something is committed to, or fails here.
func TestEveryFieldIsCommittedTo(t *testing.T) {
	seen := map[string]string{}
	check := func(what, commitment string) {
		t.Helper()
		if other, ok := seen[commitment]; ok {
			t.Errorf("%s and %s commit alike", what, other)
		}
		seen[commitment] = what
	}
	e, tiers := terms()
	check("terms", inventory.TermsCommitment(e, tiers))
	each(t, "settings", func() (any, func() string) {
		e, tiers := terms()
		return &e.Settings, func() string { return inventory.TermsCommitment(e, tiers) }
	}, check)
	each(t, "tier", func() (any, func() string) {
		e, tiers := terms()
		return &tiers[1], func() string { return inventory.TermsCommitment(e, tiers) }
	}, check)
	each(t, "charge", func() (any, func() string) {
		h := basket()
		return &h.Order.Items[0].Charge, func() string { return inventory.HoldCommitment(h) }
	}, check)
	for what, change := range map[string]func(*inventory.Hold){
		"basket": func(*inventory.Hold) {}, "person": func(h *inventory.Hold) { h.PersonID = "per_b" }, "deadline": func(h *inventory.Hold) { h.ExpiresAt++ },
		"seat": func(h *inventory.Hold) { h.Order.Items[0].Seat = "sea_2" }, "total": func(h *inventory.Hold) { h.Order.Total++ },
		"currency": func(h *inventory.Hold) { h.Order.Currency = "CHF" }, "code": func(h *inventory.Hold) { h.Order.PromoID = "cod_a" },
		"item's tier": func(h *inventory.Hold) { h.Order.Items[0].Tier = "tir_b" },
	} {
		h := basket()
		change(h)
		check(what, inventory.HoldCommitment(h))
	}
	for what, change := range map[string]func(*inventory.Event){
		"start": func(e *inventory.Event) { e.StartsAt++ }, "end": func(e *inventory.Event) { e.EndsAt++ },
		"organization": func(e *inventory.Event) { e.OrgID = "org_b" }, "zone": func(e *inventory.Event) { e.Zone = time.FixedZone("X", 60) },
	} {
		e, tiers := terms()
		change(e)
		check(what, inventory.TermsCommitment(e, tiers))
	}
}

// each changes every field of what fresh returns, one at a time.
func each(t *testing.T, what string, fresh func() (any, func() string), check func(what, commitment string)) {
	t.Helper()
	var walk func(path []int, typ reflect.Type, name string)
	walk = func(path []int, typ reflect.Type, name string) {
		for i := range typ.NumField() {
			f, at := typ.Field(i), append(path[:len(path):len(path)], i)
			if f.Type.Kind() == reflect.Struct {
				walk(at, f.Type, name+"."+f.Name)
				continue
			}
			target, commitment := fresh()
			v := reflect.ValueOf(target).Elem().FieldByIndex(at)
			switch v.Kind() {
			case reflect.String:
				v.SetString(v.String() + "x")
			case reflect.Int, reflect.Int64:
				v.SetInt(v.Int() + 1000)
			case reflect.Bool:
				v.SetBool(!v.Bool())
			case reflect.Slice:
				one := reflect.New(v.Type().Elem()).Elem()
				if one.Kind() == reflect.String {
					one.SetString("x")
				} else {
					one.SetInt(1)
				}
				v.Set(reflect.Append(v, one))
			default:
				t.Fatalf("%s.%s is a %s", name, f.Name, v.Kind())
			}
			check(name+"."+f.Name, commitment())
		}
	}
	target, _ := fresh()
	walk(nil, reflect.TypeOf(target).Elem(), what)
}
