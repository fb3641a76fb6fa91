package vat

import (
	"regexp"
	"strings"
)

// formats are those of the numbers of the Union's countries, behind the two letters of each, as the
// Commission publishes them with VIES; check computes their check digits where these are well known.
var formats = map[string]struct {
	pattern *regexp.Regexp
	check   func(string) bool
}{
	"AT": {is(`U\d{8}`), austrian}, "BE": {is(`[01]\d{9}`), belgian}, "BG": {is(`\d{9,10}`), nil}, "CY": {is(`\d{8}[A-Z]`), nil},
	"CZ": {is(`\d{8,10}`), nil}, "DE": {is(`[1-9]\d{8}`), mod1110}, "DK": {is(`\d{8}`), weighted(11, 0, 2, 7, 6, 5, 4, 3, 2, 1)},
	"EE": {is(`\d{9}`), weighted(10, 0, 3, 7, 1, 3, 7, 1, 3, 7, 1)}, "ES": {is(`[A-Z0-9]\d{7}[A-Z0-9]`), nil}, "FI": {is(`\d{8}`), weighted(11, 0, 7, 9, 10, 5, 8, 4, 2, 1)},
	"FR": {is(`[A-HJ-NP-Z0-9]{2}\d{9}`), french}, "EL": {is(`\d{9}`), greek}, "HR": {is(`\d{11}`), mod1110}, "HU": {is(`\d{8}`), weighted(10, 0, 9, 7, 3, 1, 9, 7, 3, 1)},
	"IE": {is(`\d[A-Z0-9+*]\d{5}[A-Z]{1,2}`), nil}, "IT": {is(`\d{11}`), luhn}, "LT": {is(`(\d{9}|\d{12})`), nil}, "LU": {is(`\d{8}`), luxembourgish},
	"LV": {is(`\d{11}`), nil}, "MT": {is(`\d{8}`), weighted(37, 0, 3, 4, 6, 7, 8, 9, 10, 1)}, "NL": {is(`[A-Z0-9+*]{9}B\d{2}`), nil}, "PL": {is(`\d{10}`), polish},
	"PT": {is(`\d{9}`), portuguese}, "RO": {is(`\d{2,10}`), nil}, "SE": {is(`\d{10}01`), func(s string) bool { return luhn(s[:10]) }}, "SI": {is(`\d{8}`), nil},
	"SK": {is(`[1-9]\d[2-47-9]\d{7}`), nil},
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

func digit(s string, i int) int { return int(s[i] - '0') }

func number(s string) (n int) {
	for i := range len(s) {
		n = n*10 + digit(s, i)
	}
	return n
}

// weighted checks that the digits, each times its weight, have a remainder.
func weighted(of, remainder int, weights ...int) func(string) bool {
	return func(s string) bool {
		sum := 0
		for i, w := range weights {
			sum += w * digit(s, i)
		}
		return sum%of == remainder
	}
}

// mod1110 is ISO 7064, MOD 11,10.
func mod1110(s string) bool {
	p := 10
	for i := range len(s) - 1 {
		sum := (digit(s, i) + p) % 10
		if sum == 0 {
			sum = 10
		}
		p = 2 * sum % 11
	}
	return (p+digit(s, len(s)-1))%10 == 1
}

// luhn is the formula of cards.
func luhn(s string) bool {
	sum := 0
	for i := range len(s) {
		d := digit(s, len(s)-1-i)
		if i%2 == 1 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return sum%10 == 0
}

func austrian(s string) bool {
	sum := 4
	for i := range 7 {
		d := digit(s, i+1)
		if i%2 == 1 {
			d = d/5 + d*2%10
		}
		sum += d
	}
	return (10-sum%10)%10 == digit(s, 8)
}

func belgian(s string) bool { return 97-number(s[:8])%97 == number(s[8:]) }

// french numbers have a key of two digits over the nine that follow; those with letters have keys of
// their own, which are not published.
func french(s string) bool {
	if strings.Trim(s[:2], "0123456789") != "" {
		return true
	}
	return (12+3*(number(s[2:])%97))%97 == number(s[:2])
}

func greek(s string) bool {
	sum := 0
	for i := range 8 {
		sum += digit(s, i) << (8 - i)
	}
	return sum%11%10 == digit(s, 8)
}

func luxembourgish(s string) bool { return number(s[:6])%89 == number(s[6:]) }

func polish(s string) bool {
	sum := 0
	for i, w := range []int{6, 5, 7, 2, 3, 4, 5, 6, 7} {
		sum += w * digit(s, i)
	}
	return sum%11 == digit(s, 9)
}

func portuguese(s string) bool {
	sum := 0
	for i := range 8 {
		sum += (9 - i) * digit(s, i)
	}
	c := 11 - sum%11
	if c > 9 {
		c = 0
	}
	return c == digit(s, 8)
}
