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
func contextFor(c *call, d time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(c.r.Context(), d)
}

func paymentRoutes() []route {
	return []route{
		on(route{
			Method: http.MethodPost, Path: "/v1/webhooks/{provider}", ID: "receive-webhook", Tag: tagPayments, Action: identity.Unauthenticated,
			Summary:     "What a payment provider says",
			Description: "For `stripe`, `paypal` and `testpay`. The signature is checked on the body as it came, before anything is stored; what it says is stored in one transaction, and then answered. Duplicates and any order are harmless. A payment that no order can have is answered with a problem, and recorded and given back all the same.",
			Refusals:    []inventory.Code{codeNoProvider, codeWebhookSignature, codeWebhookStale, codeWebhookMalformed, codePaymentUnknown, codeAmountMismatch, codeProviderDown, inventory.AlreadyExists},
			Answer:      WebhookReceipt{Status: "recorded"},
		}, (*server).hearProvider),
		on(route{
			Method: http.MethodPost, Path: "/v1/orders/{order_id}:checkout", ID: "checkout-order", Tag: tagPayments, Action: identity.PayOrder,
			Summary:     "Where an order is paid",
			Description: "Makes the page at the provider on which a pending order is paid, or answers with the one that is open. Asking again leads to the same page.",
			Refusals:    []inventory.Code{codeNotPayable, codeNoProvider, codeProviderDown, codeProviderRefuses}, Example: NewCheckout{Provider: "testpay"},
		}, (*server).checkoutOrder),
		on(route{
			Method: http.MethodPost, Path: "/v1/orders/{order_id}:mark-paid", ID: "mark-order-paid", Tag: tagPayments, Action: identity.MarkPaid,
			Summary:     "Money came by hand",
			Description: "By bank transfer or in cash. The order is confirmed. One that has lapsed gets its places again when they are free; when they are not, `status` is `refund`: give the money back.",
			Refusals:    []inventory.Code{codeOrderPaid, codeAmountMismatch}, Example: PaidByHand{Reference: "Receipt 2027-0142"},
		}, (*server).markPaid),
		on(route{
			Method: http.MethodGet, Path: "/v1/orders/{order_id}/payments", ID: "list-order-payments", Tag: tagPayments, Action: identity.ReadPayments,
			Summary: "The payments of an order", Description: "What came in for it, and what goes back.",
		}, (*server).orderPayments),
		on(route{
			Method: http.MethodPost, Path: "/v1/refunds/{refund_id}:mark-given", ID: "mark-refund-given", Tag: tagPayments, Action: identity.MarkPaid,
			Summary: "A refund was given by hand", Description: "Of money that came by bank transfer or in cash.",
			Refusals: []inventory.Code{codeNotByHand}, Example: GivenByHand{Reference: "Transfer of 3 May"},
		}, (*server).markGiven),
		on(route{
			Method: http.MethodPost, Path: "/v1/refunds/{refund_id}:retry", ID: "retry-refund", Tag: tagPayments, Action: identity.MarkPaid,
			Summary: "Try a refund again", Description: "One that has failed. Money goes back once, however often it is tried.",
			Refusals: []inventory.Code{codeNotFailed, codeNothingLeft},
		}, (*server).retryRefund),
		on(route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/journal", ID: "read-journal", Tag: tagPayments, Action: identity.ReadJournal,
			Summary: "The accounting journal", Description: "Double entry, in the order in which it was booked, with the sums of each account. Lines are only ever added.", Query: []string{"limit", "cursor"},
		}, (*server).readJournal),
		on(route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/journal.csv", ID: "read-journal-csv", Tag: tagPayments, Action: identity.ReadJournal,
			Summary: "The accounting journal as CSV", Description: "All of it (RFC 4180, UTF-8), with amounts as decimals, sent while it is read. A connection that ends early is an answer that is not whole.", Media: mediaCSV,
		}, (*server).journalCSV),
	}
}
