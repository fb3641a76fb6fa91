package invoice

import (
	"regexp"
	"strings"
	"time"

	"golang.org/x/text/language"
)

// Problem is what is wrong with a field of particulars.
type Problem struct{ Field, Code, Message string }

var (
	prefixes  = regexp.MustCompile(`^[A-Z0-9][A-Z0-9-]{0,11}$`)
	countries = regexp.MustCompile(`^[A-Z]{2}$`)
	// A VAT id begins with its country; Greece's with EL.
	vatIDs = regexp.MustCompile(`^[A-Z]{2}[A-Z0-9+*]{2,12}$`)
)

// Normal returns the party with its codes as they are compared and printed: without spaces
// at the ends, the country and the VAT id in capitals and without separators.
func (p Party) Normal() Party {
	for _, f := range []*string{&p.Name, &p.Contact, &p.Email, &p.Street, &p.PostalCode, &p.City, &p.Country, &p.VATID, &p.TaxNumber} {
		*f = strings.TrimSpace(*f)
	}
	p.Country = strings.ToUpper(p.Country)
	p.VATID = strings.ToUpper(strings.NewReplacer(" ", "", "-", "", ".", "").Replace(p.VATID))
	return p
}

// Country reports whether a code is one of a country.
func Country(code string) bool {
	if !countries.MatchString(code) {
		return false
	}
	r, err := language.ParseRegion(code)
	return err == nil && r.IsCountry() && r.Canonicalize().String() == code
}

// noAddress are codes of countries that are no more, or of parts of others that ISO 3166 only keeps
// from being given away.
const noAddress = "AC AN CP CQ CS DG EA EZ FQ IC NT PC SU TA YU"

// Countries are the codes of all countries that an address can be in, in the order of the alphabet.
func Countries() (list []string) {
	for a := 'A'; a <= 'Z'; a++ {
		for b := 'A'; b <= 'Z'; b++ {
			if code := string([]rune{a, b}); Country(code) && !strings.Contains(noAddress, code) {
				list = append(list, code)
			}
		}
	}
	return list
}

// codes checks the country and the VAT id.
func (p *Party) codes() (list []Problem) {
	if p.Country != "" && !Country(p.Country) {
		list = append(list, Problem{"country", "bad_format", "must be a country of ISO 3166 in two letters"})
	}
	if p.VATID != "" && !vatIDs.MatchString(p.VATID) {
		list = append(list, Problem{"vat_id", "bad_format", "must begin with the two letters of a country, and letters and digits follow"})
	}
	return list
}

// CheckBuyer says what is wrong with the particulars that a buyer gave. Where a company or a
// part of an address is given, the address has to be whole.
func CheckBuyer(p *Party) []Problem {
	list := p.codes()
	for _, f := range []struct{ name, text string }{{"street", p.Street}, {"postal_code", p.PostalCode}, {"city", p.City}, {"country", p.Country}} {
		if f.text == "" && f.name != "postal_code" { // not every country has postal codes
			list = append(list, Problem{f.name, "required", "is needed for an address"})
		}
	}
	return list
}

// Check says what is wrong with the particulars of a seller: what EN 16931 asks of each
// invoice has to be there.
func (s *Seller) Check() []Problem {
	list := s.codes()
	for _, f := range []struct{ name, text string }{{"legal_name", s.Name}, {"street", s.Street}, {"city", s.City}, {"country", s.Country}} {
		if f.text == "" {
			list = append(list, Problem{f.name, "required", "must be on each invoice"})
		}
	}
	if s.VATID == "" && s.TaxNumber == "" {
		list = append(list, Problem{"vat_id", "required", "or a tax number must be on each invoice"})
	}
	if !prefixes.MatchString(s.Prefix) {
		list = append(list, Problem{"prefix", "bad_format", "must be capitals, digits and hyphens, 12 at most"})
	}
	if s.Language != WordsIn(s.Language).tag.String() {
		list = append(list, Problem{"language", "unknown", "must be a language that documents are in"})
	}
	if _, err := time.LoadLocation(s.Timezone); err != nil || s.Timezone == "" || s.Timezone == "Local" {
		list = append(list, Problem{"timezone", "unknown", "must be a time zone of the IANA"})
	}
	return list
}
