// Package paying has the problems of paying through a provider or by hand, and what staff record
// of payments and refunds, whatever is paid: orders of an event, bookings of a venue, or fees of
// places on waitlists.
package paying

import (
	"errors"
	"net/http"
	"time"

	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/settlement"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

// Kinds of problem.
var (
	NoProvider = httpapi.Kind{
		Code: "no_payment_provider", Status: 404, Title: "No such payment provider",
		Help: "No provider of that name is enabled.",
	}
	ProviderRefuses = httpapi.Kind{
		Code: "payment_provider_refuses", Status: 502, Title: "The payment provider refuses",
		Help: "The organizer finds the reason at the provider.",
	}
	ProviderDenies = httpapi.Kind{
		Code: "payment_provider_denies", Status: 503, Title: "The payment provider cannot be used now",
		Help: "It does not accept the key that is set here. Nothing was paid or changed, and the owners of the organization are told.",
	}
	ProviderDown = httpapi.Kind{
		Code: "payment_provider_unavailable", Status: 503, Title: "The payment provider does not respond",
		Help: "Nothing was paid or changed: repeat after Retry-After.",
	}
	AmountMismatch = httpapi.Kind{
		Code: "amount_mismatch", Status: 422, Title: "The amount is not what is to be paid", Field: "amount",
		Help: "Nothing was changed by it: no order, no fee and no part of a price is paid. What a provider has captured was recorded and is refunded.",
	}
	NotPayable = httpapi.Kind{
		Code: "order_not_payable", Status: 409, Title: "It cannot be paid now",
		Help: "The order, the fee or the part of a price is paid, or has ended, or is about to lapse.",
	}
	OrderPaid = httpapi.Kind{
		Code: "order_paid", Status: 409, Title: "It is paid already",
		Help: "The order, the fee or the part of a price. Nothing was recorded. If it was paid twice, return the second payment the way it came.",
	}
	NotManual = httpapi.Kind{
		Code: "refund_not_manual", Status: 409, Title: "The refund is not manual",
		Help: "The payment provider makes this refund.",
	}
	NotFailed = httpapi.Kind{
		Code: "refund_not_failed", Status: 409, Title: "The refund has not failed",
		Help: "Only a failed refund can be retried.",
	}
	NothingLeft = httpapi.Kind{
		Code: "nothing_left_to_refund", Status: 409, Title: "Nothing is left to refund",
		Help: "All of the payment was refunded otherwise.",
	}
)

// Page are the problems of asking for a page to pay on.
func Page() []httpapi.Kind {
	return []httpapi.Kind{NoProvider, ProviderDown, ProviderDenies, ProviderRefuses}
}

// ByHand are the problems of payments and refunds by hand.
func ByHand() []httpapi.Kind {
	return []httpapi.Kind{AmountMismatch, NotManual, NotFailed, NothingLeft}
}

var kinds = []struct {
	err  error
	kind httpapi.Kind
}{
	{settlement.ErrPaid, OrderPaid},
	{settlement.ErrNotPayable, NotPayable},
	{settlement.ErrNoProvider, NoProvider},
	{database.ErrConstraint, NothingLeft},
	{payment.ErrDenied, ProviderDenies}, // comes with ErrUnavailable
	{payment.ErrUnavailable, ProviderDown},
	{payment.ErrRejected, ProviderRefuses},
	{settlement.ErrAmount, AmountMismatch},
	{settlement.ErrNotManual, NotManual},
	{settlement.ErrNotFailed, NotFailed},
}

// Problem is what an error of settlement or of a provider is answered with.
func Problem(err error) error {
	if errors.Is(err, settlement.ErrChoose) || errors.Is(err, settlement.ErrNoPage) {
		return httpapi.Invalid(httpapi.FieldError{Field: "provider", Code: "not_allowed", Message: "must be one of those with a page to pay on"})
	}
	for _, k := range kinds {
		if errors.Is(err, k.err) {
			return Of(&k.kind)
		}
	}
	return err
}

// Of is a problem of a kind, with the field that it is about, and when to try again.
func Of(k *httpapi.Kind) error {
	p := k.Problem()
	if k.Field != "" {
		p.Errors = []httpapi.FieldError{{Field: k.Field, Code: k.Code, Message: k.Title}}
	}
	if p.Status == http.StatusServiceUnavailable {
		p.RetryAfter = 10 * time.Second
	}
	return p
}
