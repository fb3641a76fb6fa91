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

// TestNumbers has numbers of each country and of each kind that they have, and such with a slip of the
// pen. They are those of the tests of python-stdnum.
func TestNumbers(t *testing.T) {
	t.Parallel()
	for _, good := range []string{
		"ATU13585627", "ATU54300000", "BE0428759497", "BE0897290877", "BG175074752", "BG131202360", "BG7111042925", "BG7523169263", "CY10259033P", "CY00632993F",
		"CZ25123891", "CZ00023205", "CZ640903926", "CZ682127228", "CZ7103192745", "CZ991231123", "DE136695976", "DK13585628", "EE100931558", "EL094259216",
		"ES54362315K", "ESX2482300W", "ESZ5277343K", "ESM1234567L", "ESB64717838", "ESJ99216582", "ESQ0818001J", "ESW4003922D", "FI20774740", "FR40303265045", "FR23334175221",
		"FRK7399859412", "FR4Z123456782", "FR16000063601", "HR33392005961", "HU12892312", "IE6433435F", "IE6433435OA", "IE6433435IH", "IE8D79739I", "IE9Y71814N", "IT00743110157",
		"LT119511515", "LT100001919017", "LT100004801610", "LU15027442", "LV40003521600", "LV16117519997", "MT11679112", "NL004495445B01", "NL002455799B11", "PL8567346215", "PT501964843",
		"RO18547290", "SE123456789701", "SI50223054", "SK2022749619", "GB980780684", "CHE123456788MWST",
	} {
		if !vat.Wellformed(good) {
			t.Errorf("%s is not taken", good)
		}
	}
	for _, bad := range []string{
		"ATU13585626", "AT13585627", "BE0428759498", "BE0431150351", "BE2000021323", "BE0000000000", "BG175074751", "BG7111042922", "CY10259033Z", "CY12000139V", "CZ25123890", "CZ640903927",
		"CZ7103192746", "CZ95123891", "DE136695977", "DE036695976", "DK13585627", "DK03585628", "EE100594103", "EL123456781", "ES54362315Z", "ESX2482300A", "ESM1234567A", "ESB64717839", "ESJ99216583",
		"ESO1234567L", "ES12345", "FI20774741", "FR41303265045", "FR84323140391", "FRK8399859412", "FR5Z123456782", "FRIO334175221", "HR33392005962", "HU12892313", "IE6433435E", "IE6433435OB",
		"IE8D79739J", "IE111222333", "IE8?79739J", "IT00743110158", "LT119511516", "LT119511525", "LT100001919018", "LU15027443", "LV40003521601", "MT11679113", "NL123456789B90", "NL004495445A01",
		"NL000000000B01", "PL8567346216", "PT501964842", "RO18547291", "RO08547290", "SE123456789101", "SE123456789702", "SI50223055", "SK2022749618",
	} {
		if vat.Wellformed(bad) || vat.CountryOf(bad) == "" {
			t.Errorf("%s is taken", bad)
		}
	}
	for _, none := range []string{"", "D", "DE", "DE1"} {
		if vat.Wellformed(none) {
			t.Errorf("%q is taken", none)
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

// TestComplete: people write their number as their country does, without its letters.
func TestComplete(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ country, number, want string }{
		{"ES", "B64717838", "ESB64717838"},
		{"NL", "004495445B01", "NL004495445B01"},
		{"AT", "U13585627", "ATU13585627"},
		{"GR", "GR094259216", "EL094259216"},
		{"GR", "094259216", "EL094259216"},
		{"GR", "EL094259216", "EL094259216"},
		{"FR", "FR40303265045", "FR40303265045"},
		{"BE", "428759497", "BE0428759497"}, // with nine digits, as before 2008
		{"FR", "BE 428759497", "BE 428759497"},
		{"FR", "BE428759497", "BE0428759497"},
		{"NL", "4495445B01", "NL004495445B01"},
		{"GR", "EL94051189", "EL094051189"},
		{"BE", "BE0428759498", "BE0428759498"},
		{"BE", "1", "1"},
		{"FR", "FR41303265045", "FR41303265045"}, // a slip of the pen stays one
		{"FR", "41303265045", "41303265045"},
		{"FR", "DE136695976", "DE136695976"}, // of another country than the address
		{"CH", "E123456788", "E123456788"},
		{"", "136695976", "136695976"},
		{"DE", "", ""},
	} {
		if got := vat.Complete(c.country, c.number); got != c.want {
			t.Errorf("%q in %q is %q, want %q", c.number, c.country, got, c.want)
		}
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
