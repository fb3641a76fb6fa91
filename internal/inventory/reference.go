package inventory

import "strings"

// The reference of an order is a creditor reference (ISO 11649): "RF", two check digits, and
// its own characters. Those are the part of the order's ID that no other order of its event
// has, and the last characters of its event's: 0 to 9 and the letters that nobody takes for
// another one (no I, L, O, U).
const (
	referenceTail = 16 // of the order
	referenceMark = 4  // of its event
	referenceBody = referenceTail + referenceMark
	referenceLen  = len("RF") + 2 + referenceBody
	referenceStep = 4 // characters that are read together
)

// PaymentReference is what whoever pays an order by bank transfer writes on it, in groups
// that can be read: "RF18 W8D4 XK1N 7P9S 0A7C 5F3K".
func (h *Hold) PaymentReference() string { return InFours(PlainReference(h.ID)) }

// PlainReference is the reference of an order as programs write it, without spaces.
func PlainReference(order string) string {
	tail := max(0, len(order)-referenceTail)
	return Creditor(order[tail:] + order[max(0, tail-referenceMark):tail])
}

// Creditor is the creditor reference (ISO 11649) that has these letters and digits of its own, in
// any case, without spaces.
func Creditor(own string) string {
	body := strings.ToUpper(own)
	check := 98 - Mod97(body+"RF00")
	return "RF" + string(rune('0'+check/10)) + string(rune('0'+check%10)) + body
}

// InFours puts a space behind each four characters, as references and numbers of accounts are
// written.
func InFours(plain string) string {
	var b strings.Builder
	for i, r := range plain {
		if i > 0 && i%referenceStep == 0 {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// A ReferencedOrder is what a reference says of its order: the end of its ID, and the end of
// what names its event.
type ReferencedOrder struct{ Tail, Mark string }

// References returns the orders whose references a text has, as banks and people set them:
// in any case, with spaces, dashes and line breaks anywhere, with O for 0 and I or L for 1,
// with other words right before and behind, and without "RF". What its check digits do not
// confirm is not a reference.
func References(text string) []ReferencedOrder {
	plain := ReferenceText(text)
	var found []ReferencedOrder
	known := map[ReferencedOrder]bool{}
	for i := 0; i+2+referenceBody <= len(plain); i++ {
		digits, body := plain[i:i+2], plain[i+2:i+2+referenceBody]
		if !isDigit(digits[0]) || !isDigit(digits[1]) || strings.ContainsRune(body, 'U') || Mod97(body+"RF"+digits) != 1 {
			continue
		}
		body = strings.ToLower(body)
		r := ReferencedOrder{Tail: body[:referenceTail], Mark: body[referenceTail:]}
		if !known[r] {
			known[r], found = true, append(found, r)
		}
	}
	return found
}

// HasReference reports whether a text has what may be a reference that somebody got wrong.
func HasReference(text string) bool {
	const least = 12 // characters behind the check digits that nobody writes by chance
	plain := ReferenceText(text)
	for i := 0; ; {
		at := strings.Index(plain[i:], "RF")
		if at < 0 {
			return false
		}
		i += at + len("RF")
		if rest := plain[i:]; len(rest) >= 2+least && isDigit(rest[0]) && isDigit(rest[1]) {
			return true
		}
	}
}

// ReferenceText is the letters and digits of a text, set as references are.
func ReferenceText(text string) string {
	b := make([]byte, 0, len(text))
	for _, r := range strings.ToUpper(text) {
		switch {
		case r == 'O':
			b = append(b, '0')
		case r == 'I', r == 'L':
			b = append(b, '1')
		case r < 0x80 && (isDigit(byte(r)) || r >= 'A' && r <= 'Z'):
			b = append(b, byte(r))
		}
	}
	return string(b)
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// Mod97 is the remainder of ISO 7064 of letters and digits, in which A is 10 and Z is 35.
func Mod97(text string) int {
	n := 0
	for i := range len(text) {
		switch c := text[i]; {
		case isDigit(c):
			n = (n*10 + int(c-'0')) % 97
		default:
			n = (n*100 + int(c-'A') + 10) % 97
		}
	}
	return n
}

// MatchesReference reports whether a text that somebody looks for is the reference of an
// order, or a part of one.
func MatchesReference(text string) (tail string, ok bool) {
	if found := References(text); len(found) == 1 && len(ReferenceText(text)) <= referenceLen {
		return found[0].Tail, true
	}
	return "", false
}
