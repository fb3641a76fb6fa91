package accountmail

import (
	"strings"

	"github.com/holdfast-events/holdfast/internal/message/mailkit"
)

// FeeRule says in a language when the fee of a place on the waitlist of a resource goes back.
func FeeRule(locale, rule string) string {
	t := feesIn[mailkit.For(locale)]
	if rule == "always" {
		return t.rules[rule]
	}
	return t.rules[rule] + " " + t.anyway
}

// FeeGoesBack says in a language that a fee goes back, or that it does not.
func FeeGoesBack(locale, amount string, back bool) string {
	t := feesIn[mailkit.For(locale)]
	text := t.kept
	if back {
		text = t.back
	}
	return strings.ReplaceAll(text, "{amount}", amount)
}

// UnitPrice says in a language what a unit of a resource costs, of several or of one.
func UnitPrice(locale, amount string, several bool) string {
	t := feesIn[mailkit.For(locale)]
	text := t.price
	if several {
		text = t.each
	}
	return strings.ReplaceAll(text, "{amount}", amount)
}

// ofFees is what a mail about a place on the waitlist of a resource says of its fee and of prices.
func (in *Mail) ofFees() (said []string) {
	amount := mailkit.Clean(in.Amount, mailkit.MaxTitle)
	switch {
	case amount == "":
	case in.Kind == ResourceFeeMail:
		said = append(said, FeeRule(in.Locale, in.Cause))
	case in.Kind == ResourceOfferMail || in.Kind == ResourceRaceMail:
		said = append(said, UnitPrice(in.Locale, amount, in.Units > 1))
	case in.Kind == ResourceAcceptedMail || in.Kind == ResourceDeclinedMail || in.Kind == ResourceExpiredMail || in.Kind == ResourceLeftMail || in.Kind == ResourceRemovedMail || in.Kind == ResourceRefusedMail:
		said = append(said, FeeGoesBack(in.Locale, amount, in.Back))
	}
	return said
}
