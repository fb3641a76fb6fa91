// Package transfer decides about bank transfers: whether the number of an account is right,
// which order a transaction pays, and which it may be for when it does not say so. It is pure.
package transfer

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/payment"
)

// MaxHolder is how long the name of an account's holder is at most, in characters: what the
// codes that banking apps scan take.
const MaxHolder = 70

// Account is an account at a bank to which buyers transfer money.
type Account struct {
	IBAN   string // without spaces
	BIC    string // "": none is needed
	Holder string
}

// ibanLengths are how long the numbers of each country are, by the registry of IBANs.
var ibanLengths = map[string]int{
	"AD": 24, "AE": 23, "AL": 28, "AT": 20, "AZ": 28, "BA": 20, "BE": 16, "BG": 22, "BH": 22, "BI": 27, "BR": 29, "BY": 28, "CH": 21, "CR": 22, "CY": 28, "CZ": 24,
	"DE": 22, "DJ": 27, "DK": 18, "DO": 28, "EE": 20, "EG": 29, "ES": 24, "FI": 18, "FK": 18, "FO": 18, "FR": 27, "GB": 22, "GE": 22, "GI": 23, "GL": 18, "GR": 27,
	"GT": 28, "HN": 28, "HR": 21, "HU": 28, "IE": 22, "IL": 23, "IQ": 23, "IS": 26, "IT": 27, "JO": 30, "KW": 30, "KZ": 20, "LB": 28, "LC": 32, "LI": 21, "LT": 20,
	"LU": 20, "LV": 21, "LY": 25, "MC": 27, "MD": 24, "ME": 22, "MK": 19, "MN": 20, "MR": 27, "MT": 31, "MU": 30, "NI": 28, "NL": 18, "NO": 15, "OM": 23, "PK": 24,
	"PL": 28, "PS": 29, "PT": 25, "QA": 29, "RO": 24, "RS": 22, "RU": 33, "SA": 24, "SC": 31, "SD": 18, "SE": 24, "SI": 19, "SK": 24, "SM": 27, "SO": 23, "ST": 25,
	"SV": 28, "TL": 23, "TN": 24, "TR": 26, "UA": 29, "VA": 22, "VG": 24, "XK": 20, "YE": 30,
}

var (
	ibanAt = regexp.MustCompile(`^[A-Z]{2}[0-9]{2}[A-Z0-9]{8,30}$`)
	bicAt  = regexp.MustCompile(`^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$`)
)

// plain is a number as people write it, without spaces and in capitals.
func plain(text string) string {
	return strings.ToUpper(strings.NewReplacer(" ", "", "\u00a0", "", "-", "").Replace(text))
}

// IBAN reads an IBAN. problem is "", or what is wrong with it.
func IBAN(text string) (iban, problem string) {
	iban = plain(text)
	if !ibanAt.MatchString(iban) {
		return "", "must be an IBAN, as DE02 1203 0000 0000 2020 51"
	}
	length, known := ibanLengths[iban[:2]]
	switch {
	case !known:
		return "", "begins with " + iban[:2] + ", which has no IBANs"
	case len(iban) != length:
		return "", "is too long or too short for its country"
	case inventory.Mod97(iban[4:]+iban[:4]) != 1:
		return "", "has a wrong digit: its check digits do not fit"
	}
	return iban, ""
}

// BIC reads a BIC, which may be empty.
func BIC(text string) (bic, problem string) {
	if bic = plain(text); bic != "" && !bicAt.MatchString(bic) {
		return "", "must be a BIC of 8 or 11 characters"
	}
	return bic, ""
}

// SameAccount reports whether what a bank calls an account is the one of an IBAN. Some name
// it by the codes of their country, with the currency behind. Nothing is not an account, not even for those who have
// none.
func SameAccount(named, iban string) bool {
	switch {
	case iban == "":
		return false
	case named == iban:
		return true
	}
	number := strings.TrimRight(named, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
	if number == iban {
		return true
	}
	bank, account, cut := strings.Cut(number, "/")
	const bankLen, germanLen, accountLen = 8, 22, 10
	if !cut || len(bank) != bankLen || len(iban) != germanLen || iban[:2] != "DE" || account == "" || len(account) > accountLen {
		return false
	}
	return iban[4:] == bank+strings.Repeat("0", accountLen-len(account))+account
}

// maxCoded is the largest amount that such a code can have: 999999999.99.
const maxCoded = 99_999_999_999

// Code is what the QR code of a transfer says, by the guideline EPC069-12 of the European
// Payments Council: banking apps of its countries fill in a transfer from it. "": there is no
// such code, because the transfer is not in euros.
func Code(a Account, amount payment.Money, reference string) string {
	if amount.Currency != "EUR" || amount.Minor < 1 || amount.Minor > maxCoded {
		return ""
	}
	holder := a.Holder
	if utf8.RuneCountInString(holder) > MaxHolder {
		holder = string([]rune(holder)[:MaxHolder])
	}
	// Version 002 needs no BIC. The characters are UTF-8 (1). The reference is a structured
	// one, so there is no text behind it.
	return strings.Join([]string{"BCD", "002", "1", "SCT", a.BIC, holder, a.IBAN, "EUR" + amount.Decimal(), "", reference, ""}, "\n")
}
