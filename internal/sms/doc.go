// Package sms sends text messages by Twilio, or a service with the same API.
//
// It owns the form of a phone number (E.164), the request, the classification of
// failures, and the verification of Twilio's signed reports about messages. It knows
// nothing of events. Package delivery calls it, never inside a transaction.
package sms

import (
	"errors"
	"fmt"
	"strings"
)

// The length of a number with its country code (ITU-T E.164).
const (
	minDigits = 8
	maxDigits = 15
)

// CheckPhone returns a phone number as it is sent: + and 8 to 15 digits, the first of
// them not 0. Spaces, dots, hyphens and brackets between the digits are removed. Nothing
// is guessed: a number without its country code would reach somebody else.
func CheckPhone(text string) (string, error) {
	digits, ok := strings.CutPrefix(strings.TrimSpace(text), "+")
	if !ok {
		return "", errors.New("sms: a phone number begins with + and the country code, like +4930123456")
	}
	var b strings.Builder
	for _, r := range digits {
		switch {
		case r >= '0' && r <= '9':
			b.WriteRune(r)
		case strings.ContainsRune(" .-()/", r):
		default:
			return "", errors.New("sms: a phone number has digits only, after its +")
		}
	}
	if n := b.Len(); n < minDigits || n > maxDigits || b.String()[0] == '0' {
		return "", fmt.Errorf("sms: a phone number has %d to %d digits with its country code, which does not begin with 0", minDigits, maxDigits)
	}
	return "+" + b.String(), nil
}
