package vat

import "strings"

// The check digits of the numbers of each country. All of them are called with what its format matches.

func digit(s string, i int) int { return int(s[i] - '0') }

func number(s string) (n int) {
	for i := range len(s) {
		n = n*10 + digit(s, i)
	}
	return n
}

// sum adds the first digits up, each times its weight.
func sum(s string, weights ...int) (n int) {
	for i, w := range weights {
		n += w * digit(s, i)
	}
	return n
}

// weighted checks that the digits, each times its weight, have a remainder.
func weighted(of, remainder int, weights ...int) func(string) bool {
	return func(s string) bool { return sum(s, weights...)%of == remainder }
}

// mod1110 is ISO 7064, MOD 11,10.
func mod1110(s string) bool {
	p := 10
	for i := range len(s) - 1 {
		n := (digit(s, i) + p) % 10
		if n == 0 {
			n = 10
		}
		p = 2 * n % 11
	}
	return (p+digit(s, len(s)-1))%10 == 1
}

// luhn is the formula of cards.
func luhn(s string) bool {
	n := 0
	for i := range len(s) {
		d := digit(s, len(s)-1-i)
		if i%2 == 1 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		n += d
	}
	return n%10 == 0
}

func austrian(s string) bool {
	n := 4
	for i := range 7 {
		d := digit(s, i+1)
		if i%2 == 1 {
			d = d/5 + d*2%10
		}
		n += d
	}
	return (10-n%10)%10 == digit(s, 8)
}

func belgian(s string) bool { return number(s) > 0 && (number(s[:8])+number(s[8:]))%97 == 0 }

// bulgarian numbers are of companies, with nine digits, or with ten those of citizens, of foreigners
// or of others.
func bulgarian(s string) bool {
	last := digit(s, len(s)-1)
	if len(s) == 9 {
		check := sum(s, 1, 2, 3, 4, 5, 6, 7, 8) % 11
		if check == 10 {
			check = sum(s, 3, 4, 5, 6, 7, 8, 9, 10) % 11
		}
		return check%10 == last
	}
	return sum(s, 2, 4, 8, 5, 10, 9, 7, 3, 6)%11%10 == last || sum(s, 21, 19, 17, 13, 11, 9, 7, 3, 1)%10 == last ||
		(sum(s, 4, 3, 2, 7, 6, 5, 4, 3, 2)+last)%11 == 0
}

func cypriot(s string) bool {
	n := 0
	for i := range 8 {
		d := digit(s, i)
		if i%2 == 0 {
			d = [...]int{1, 0, 5, 7, 9, 13, 15, 17, 19, 21}[d]
		}
		n += d
	}
	return s[:2] != "12" && 'A'+byte(n%26) == s[8]
}

// czech numbers are of companies, with eight digits, or of people, with ten, or with nine, which
// those of a birth before 1954 have, without a check digit.
func czech(s string) bool {
	switch {
	case len(s) == 8:
		check := (11 - sum(s, 8, 7, 6, 5, 4, 3, 2)%11) % 11
		return s[0] != '9' && max(1, check)%10 == digit(s, 7)
	case len(s) == 10:
		return number(s[:9])%11%10 == digit(s, 9)
	case s[0] == '6': // of whoever has no number of birth
		return (18-(21-sum(s[1:], 8, 7, 6, 5, 4, 3, 2)%11)%11)%10 == digit(s, 8)
	}
	return true
}

// dutch numbers have the digits of a company, or since 2020 digits of their own, which are checked
// with the letters by ISO 7064, MOD 97,10. Those with letters or signs have never been seen.
func dutch(s string) bool {
	if strings.Trim(s[:9], "0123456789") != "" {
		return true
	}
	if number(s[:9]) == 0 || s[10:] == "00" {
		return false
	}
	return (sum(s, 9, 8, 7, 6, 5, 4, 3, 2)-digit(s, 8)+11)%11 == 0 || number("2321"+s[:9]+"11"+s[10:])%97 == 1
}

// french numbers have a key over the nine digits that follow, of digits or, in those of a newer style,
// with letters; the nine are those of a company, with a check digit, but in Monaco.
func french(s string) bool {
	const alphabet = "0123456789ABCDEFGHJKLMNPQRSTUVWXYZ"
	if s[2:5] != "000" && !luhn(s[2:]) {
		return false
	}
	first, second := strings.IndexByte(alphabet, s[0]), strings.IndexByte(alphabet, s[1])
	check := first*34 + second - 100
	switch {
	case first < 10 && second < 10:
		return (12+3*(number(s[2:])%97))%97 == number(s[:2])
	case first < 10:
		check = first*24 + second - 10
	}
	return (number(s[2:])+1+check/11)%11 == check%11
}

func greek(s string) bool {
	n := 0
	for i := range 8 {
		n += digit(s, i) << (8 - i)
	}
	return n%11%10 == digit(s, 8)
}

// irish numbers are seven digits and a letter that checks them, since 2013 with another behind it, or
// of an old style with a letter or a sign in the second place.
func irish(s string) bool {
	const alphabet = "WABCDEFGHIJKLMNOPQRSTUV"
	digits, behind := s[:7], s[8:]
	if s[1] < '0' || s[1] > '9' {
		digits, behind = "0"+s[2:7]+s[:1], ""
	}
	n := sum(digits, 8, 7, 6, 5, 4, 3, 2)
	if behind != "" {
		n += 9 * strings.Index(alphabet, behind)
	}
	return alphabet[n%23] == s[7]
}

// latvian numbers that begin with more than 3 are of companies. Those of people are not checked.
func latvian(s string) bool {
	return s[0] <= '3' || sum(s, 9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1)%11 == 3
}

func lithuanian(s string) bool {
	check := func(from int) (n int) {
		for i := range len(s) - 1 {
			n += (1 + (i+from)%9) * digit(s, i)
		}
		return n % 11
	}
	n := check(0)
	if n == 10 {
		n = check(2)
	}
	return n%10 == digit(s, len(s)-1)
}

func luxembourgish(s string) bool { return number(s[:6])%89 == number(s[6:]) }

func polish(s string) bool { return sum(s, 6, 5, 7, 2, 3, 4, 5, 6, 7)%11 == digit(s, 9) }

func portuguese(s string) bool { return (11-sum(s, 9, 8, 7, 6, 5, 4, 3, 2)%11)%11%10 == digit(s, 8) }

func romanian(s string) bool {
	s = strings.Repeat("0", 10-len(s)) + s
	return 10*sum(s, 7, 5, 3, 2, 1, 7, 5, 3, 2)%11%10 == digit(s, 9)
}

// slovak numbers are those of companies, or of births.
func slovak(s string) bool {
	return number(s)%11 == 0 || number(s[:9])%11%10 == digit(s, 9)
}

func slovenian(s string) bool {
	check := 11 - sum(s, 8, 7, 6, 5, 4, 3, 2)%11
	return check != 11 && check%10 == digit(s, 7)
}

// spanish numbers are of citizens and, with a first letter, of foreigners, whose last letter follows
// from the digits, or of companies, whose last place does, as a digit or as a letter.
func spanish(s string) bool {
	const people = "TRWAGMYFPDXBNJZSQVHLCKE"
	if foreign := strings.IndexByte("XYZ", s[0]); foreign >= 0 {
		return people[(foreign*10_000_000+number(s[1:8]))%23] == s[8]
	}
	switch {
	case s[0] >= '0' && s[0] <= '9':
		return people[number(s[:8])%23] == s[8]
	case strings.IndexByte("KLM", s[0]) >= 0:
		return people[number(s[1:8])%23] == s[8]
	case strings.IndexByte("ABCDEFGHJNPQRSUVW", s[0]) < 0:
		return false
	}
	for check := range 10 {
		if luhn(s[1:8] + string(rune('0'+check))) {
			return s[8] == byte('0'+check) || s[8] == "JABCDEFGHI"[check]
		}
	}
	return false
}
