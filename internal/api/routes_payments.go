package api

import (
	"context"
	"net/http"
	"time"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

const (
	tagPayments = "Payments"
	mediaCSV    = "text/csv; charset=utf-8"
	// settleFor is how long a webhook's answer waits for what it leads to.
	settleFor = 3 * time.Second
)

// contextFor bounds a step of a call.
func contextFor(c *Call, d time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(c.Context(), d)
}

func (s *server) paymentRoutes() []route {
	return []route{
		on(identity.Unauthenticated, Route{
			Method: http.MethodPost, Path: "/v1/webhooks/{provider}", ID: "receive-webhook", Tag: tagPayments,
			Summary:     "What a payment provider says",
			Description: "For `stripe`, `paypal` and `testpay`. The signature is checked on the body as it came, before anything is stored; what it says is stored in one transaction, and then answered. Duplicates and any order are harmless. A payment that no order can have is answered with a problem, and recorded and given back all the same.",
			Refusals:    refused(inventory.AlreadyExists), Problems: []Kind{kindNoProvider, kindWebhookSignature, kindWebhookStale, kindWebhookMalformed, kindPaymentUnknown, kindAmountMismatch, kindProviderDown},
			Answer: WebhookReceipt{Status: "recorded"},
		}, s.hearProvider),
		on(identity.PayOrder, Route{
			Method: http.MethodPost, Path: "/v1/orders/{order_id}:checkout", ID: "checkout-order", Tag: tagPayments,
			Summary:     "Where an order is paid",
			Description: "Makes the page at the provider on which a pending order is paid, or answers with the one that is open. Asking again leads to the same page.",
			Problems:    []Kind{kindNotPayable, kindNoProvider, kindProviderDown, kindProviderRefuses}, Example: NewCheckout{Provider: "testpay"},
		}, s.checkoutOrder),
		on(identity.MarkPaid, Route{
			Method: http.MethodPost, Path: "/v1/orders/{order_id}:mark-paid", ID: "mark-order-paid", Tag: tagPayments,
			Summary:     "Money came by hand",
			Description: "By bank transfer or in cash. The order is confirmed. One that has lapsed gets its places again when they are free; when they are not, `status` is `refund`: give the money back.",
			Problems:    []Kind{kindOrderPaid, kindAmountMismatch}, Example: PaidByHand{Reference: "Receipt 2027-0142"},
		}, s.markPaid),
		on(identity.ReadPayments, Route{
			Method: http.MethodGet, Path: "/v1/orders/{order_id}/payments", ID: "list-order-payments", Tag: tagPayments,
			Summary: "The payments of an order", Description: "What came in for it, and what goes back.",
		}, s.orderPayments),
		on(identity.MarkPaid, Route{
			Method: http.MethodPost, Path: "/v1/refunds/{refund_id}:mark-given", ID: "mark-refund-given", Tag: tagPayments,
			Summary: "A refund was given by hand", Description: "Of money that came by bank transfer or in cash.",
			Problems: []Kind{kindNotByHand}, Example: GivenByHand{Reference: "Transfer of 3 May"},
		}, s.markGiven),
		on(identity.MarkPaid, Route{
			Method: http.MethodPost, Path: "/v1/refunds/{refund_id}:retry", ID: "retry-refund", Tag: tagPayments,
			Summary: "Try a refund again", Description: "One that has failed. Money goes back once, however often it is tried.",
			Problems: []Kind{kindNotFailed, kindNothingLeft},
		}, s.retryRefund),
		inEvent(identity.ReadJournal, Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/journal", ID: "read-journal", Tag: tagPayments,
			Summary: "The accounting journal", Description: "Double entry, in the order in which it was booked, with the sums of each account. Lines are only ever added.", Query: []string{"limit", "cursor"},
		}, s.readJournal),
		inEvent(identity.ReadJournal, Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/journal.csv", ID: "read-journal-csv", Tag: tagPayments,
			Summary: "The accounting journal as CSV", Description: "All of it (RFC 4180, UTF-8), with amounts as decimals, sent while it is read. A connection that ends early is an answer that is not whole.", Media: mediaCSV,
		}, s.journalCSV),
	}
}
