package vat_test

import (
	"maps"
	"testing"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/vat"
)

// TestDecide goes through what the law says of admission, of what is online, and of art. 194.
func TestDecide(t *testing.T) {
	t.Parallel()
	seller := vat.Seller{Country: "DE", VATID: "DE136695976", ReverseCharge: true, Rates: vat.Rates{"FR": 2000, "AT": 1000}}
	online := vat.Event{Online: true}
	reverse := func(in string) inventory.Taxation {
		return inventory.Taxation{Rule: inventory.ReverseCharge, Country: in}
	}
	none := inventory.Taxation{}
	for name, c := range map[string]struct {
		event  vat.Event
		buyer  vat.Buyer
		change func(*vat.Seller)
		want   inventory.Taxation
	}{
		"a business of another country":               {online, vat.Buyer{Country: "FR", VATID: "FR40303265045"}, nil, reverse("FR")},
		"which the register knows":                    {online, vat.Buyer{Country: "FR", VATID: "FR40303265045", Asked: true, Answer: vat.Valid}, nil, reverse("FR")},
		"which it does not know is a consumer":        {online, vat.Buyer{Country: "FR", VATID: "FR40303265045", Asked: true, Answer: vat.Invalid}, nil, inventory.Taxation{Rule: inventory.BuyerPlace, Country: "FR", Rate: 2000}},
		"which nobody can say":                        {online, vat.Buyer{Country: "IT", VATID: "IT00743110157", Asked: true, Answer: vat.Unavailable}, nil, none},
		"a number with wrong digits":                  {online, vat.Buyer{Country: "IT", VATID: "IT00743110158"}, nil, none},
		"of Greece, which has other letters":          {online, vat.Buyer{Country: "GR", VATID: "EL094259216"}, nil, reverse("GR")},
		"of Northern Ireland, which is for goods":     {online, vat.Buyer{Country: "GB", VATID: "XI110305878"}, nil, none},
		"of the seller's country":                     {online, vat.Buyer{Country: "DE", VATID: "DE136695976"}, nil, none},
		"whose address is in another country":         {online, vat.Buyer{Country: "CH", VATID: "FR40303265045"}, nil, none},
		"where the seller does not":                   {online, vat.Buyer{Country: "FR", VATID: "FR40303265045"}, func(s *vat.Seller) { s.ReverseCharge = false }, none},
		"where the seller is outside":                 {online, vat.Buyer{Country: "FR", VATID: "FR40303265045"}, func(s *vat.Seller) { s.Country = "CH" }, none},
		"a consumer of another country":               {online, vat.Buyer{Country: "AT"}, nil, inventory.Taxation{Rule: inventory.BuyerPlace, Country: "AT", Rate: 1000}},
		"of one without a rate":                       {online, vat.Buyer{Country: "IT"}, nil, none},
		"of the seller's":                             {online, vat.Buyer{Country: "DE"}, func(s *vat.Seller) { s.Rates["DE"] = 1900 }, none},
		"from outside":                                {online, vat.Buyer{Country: "CH"}, nil, none},
		"admission to a place":                        {vat.Event{}, vat.Buyer{Country: "FR", VATID: "FR40303265045"}, nil, none},
		"admission, to a consumer":                    {vat.Event{}, vat.Buyer{Country: "FR"}, nil, none},
		"admission where a business owes the tax":     {vat.Event{BusinessOwesTaxIn: "FR"}, vat.Buyer{Country: "FR", VATID: "FR40303265045"}, nil, reverse("FR")},
		"to a business of a third country":            {vat.Event{BusinessOwesTaxIn: "FR"}, vat.Buyer{Country: "IT", VATID: "IT00743110157"}, nil, none},
		"to a consumer":                               {vat.Event{BusinessOwesTaxIn: "FR"}, vat.Buyer{Country: "FR"}, nil, none},
		"by a seller who is established there":        {vat.Event{BusinessOwesTaxIn: "DE"}, vat.Buyer{Country: "DE", VATID: "DE136695976"}, nil, none},
		"and the register does not know the business": {vat.Event{BusinessOwesTaxIn: "FR"}, vat.Buyer{Country: "FR", VATID: "FR40303265045", Asked: true, Answer: vat.Unavailable}, nil, none},
	} {
		s := seller
		s.Rates = maps.Clone(s.Rates)
		if c.change != nil {
			c.change(&s)
		}
		if got := vat.Decide(&s, &c.event, &c.buyer); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}

func TestNumbers(t *testing.T) {
	t.Parallel()
	for _, good := range []string{
		"ATU13585627", "BE0428759497", "DE136695976", "DK13585628", "EE100931558", "EL094259216", "FI20774740", "FR40303265045", "FRK7399859412", "HR33392005961",
		"HU12892312", "IT00743110157", "LU15027442", "MT11679112", "NL004495445B01", "PL8567346215", "PT501964843", "SE123456789701", "SK2022749619", "GB980780684", "CHE123456788MWST",
	} {
		if !vat.Wellformed(good) {
			t.Errorf("%s is not taken", good)
		}
	}
	for _, bad := range []string{
		"", "DE", "ATU13585626", "AT13585627", "BE0428759498", "DE136695977", "DE036695976", "DK13585627", "EE100931557", "EL094259217", "FI20774741", "FR41303265045", "HR33392005962",
		"HU12892313", "IT00743110158", "LU15027443", "MT11679113", "NL004495445A01", "PL8567346216", "PT501964842", "SE123456789101", "SE123456789702", "ES12345", "GR094259216"[:4],
	} {
		if vat.Wellformed(bad) && vat.CountryOf(bad) != "" || bad == "" && vat.Wellformed(bad) {
			t.Errorf("%q is taken", bad)
		}
	}
	for number, want := range map[string]string{"EL094259216": "GR", "FR40303265045": "FR", "XI110305878": "", "GB980780684": "", "F": ""} {
		if got := vat.CountryOf(number); got != want {
			t.Errorf("%s is of %q, want %q", number, got, want)
		}
	}
	if vat.InUnion("EL") || !vat.InUnion("GR") || vat.InUnion("CH") || vat.InUnion("") {
		t.Error("the countries of the Union are others")
	}
}

func TestRates(t *testing.T) {
	t.Parallel()
	r := vat.Rates{"FR": 2000, "AT": 0}
	if got, ok := vat.ReadRates(r.String()); !ok || !maps.Equal(got, r) || r.String() != "AT=0 FR=2000" {
		t.Errorf("%q is read as %v, %t", r.String(), got, ok)
	}
	for _, bad := range []string{"FR", "FR=x", "FR=-1", "FR=10001", "CH=770", "FR=1 FR=2"} {
		if _, ok := vat.ReadRates(bad); ok {
			t.Errorf("%q is taken", bad)
		}
	}
}
