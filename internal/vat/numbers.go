package vat

import (
	"regexp"
	"strings"
)

// formats are those of the numbers of the Union's countries, behind the two letters of each, as the
// Commission publishes them with VIES; check computes their check digits. What is refused by them is
// told to the buyer as a slip of the pen, so they refuse only what no register can have.
var formats = map[string]struct {
	pattern *regexp.Regexp
	check   func(string) bool
}{
	"AT": {is(`U\d{8}`), austrian}, "BE": {is(`[01]\d{9}`), belgian}, "BG": {is(`\d{9,10}`), bulgarian}, "CY": {is(`\d{8}[A-Z]`), cypriot},
	"CZ": {is(`\d{8,10}`), czech}, "DE": {is(`[1-9]\d{8}`), mod1110}, "DK": {is(`[1-9]\d{7}`), weighted(11, 0, 2, 7, 6, 5, 4, 3, 2, 1)},
	"EE": {is(`\d{9}`), weighted(10, 0, 3, 7, 1, 3, 7, 1, 3, 7, 1)}, "EL": {is(`\d{9}`), greek}, "ES": {is(`[A-Z0-9]\d{7}[A-Z0-9]`), spanish},
	"FI": {is(`\d{8}`), weighted(11, 0, 7, 9, 10, 5, 8, 4, 2, 1)}, "FR": {is(`[A-HJ-NP-Z0-9]{2}\d{9}`), french}, "HR": {is(`\d{11}`), mod1110},
	"HU": {is(`\d{8}`), weighted(10, 0, 9, 7, 3, 1, 9, 7, 3, 1)}, "IE": {is(`\d[A-Z0-9+*]\d{5}[A-W]{1,2}`), irish}, "IT": {is(`\d{11}`), luhn},
	"LT": {is(`(\d{7}1\d|\d{10}1\d)`), lithuanian}, "LU": {is(`\d{8}`), luxembourgish}, "LV": {is(`\d{11}`), latvian},
	"MT": {is(`[1-9]\d{7}`), weighted(37, 0, 3, 4, 6, 7, 8, 9, 10, 1)}, "NL": {is(`[A-Z0-9+*]{9}B\d{2}`), dutch}, "PL": {is(`\d{10}`), polish},
	"PT": {is(`[1-9]\d{8}`), portuguese}, "RO": {is(`[1-9]\d{1,9}`), romanian}, "SE": {is(`\d{10}01`), func(s string) bool { return luhn(s[:10]) }},
	"SI": {is(`[1-9]\d{7}`), slovenian}, "SK": {is(`\d{10}`), slovak},
}

func is(pattern string) *regexp.Regexp { return regexp.MustCompile(`^(?:` + pattern + `)$`) }

// InUnion reports whether a country, by ISO 3166, is one of the Union.
func InUnion(country string) bool {
	if country == "GR" {
		return true
	}
	_, known := formats[country]
	return known && country != "EL"
}

// CountryOf is the country of the Union that a number is of, by ISO 3166, which calls Greece GR; "":
// it is of none. The numbers of Northern Ireland (XI) are for goods only.
func CountryOf(number string) string {
	if len(number) < 4 {
		return ""
	}
	switch _, known := formats[number[:2]]; {
	case number[:2] == "EL":
		return "GR"
	case known:
		return number[:2]
	}
	return ""
}

// zeros are the lengths of the numbers, behind the letters, whose first zeros people leave away.
var zeros = map[string]int{"BE": 10, "EL": 9, "NL": 12}

// Complete returns a number with the letters of its country where it was written without them, or, in
// Greece, with others, and with the zeros that it begins with; country is that of its address, by ISO
// 3166. A number that is none by that is returned as it is.
func Complete(country, number string) string {
	letters, rest := country, strings.TrimPrefix(number, country)
	switch of := CountryOf(number); {
	case of != "":
		letters, rest = number[:2], number[2:]
	case country == "GR":
		letters = "EL"
	}
	if n := zeros[letters] - len(rest); n > 0 {
		rest = strings.Repeat("0", n) + rest
	}
	if whole := letters + rest; CountryOf(whole) != "" && Wellformed(whole) {
		return whole
	}
	return number
}

// Wellformed reports whether a number, in capitals and without separators, can be one: of a country
// of the Union by its format and check digits, and of any other as far as one can tell.
func Wellformed(number string) bool {
	if len(number) < 4 {
		return false
	}
	f, known := formats[number[:2]]
	if !known {
		return true
	}
	rest := number[2:]
	return f.pattern.MatchString(rest) && (f.check == nil || f.check(rest))
}
