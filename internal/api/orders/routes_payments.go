package orders

import (
	"context"
	"net/http"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/refusal"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

const (
	mediaCSV = "text/csv; charset=utf-8"
	// settleFor is how long a webhook's answer waits for what it leads to.
	settleFor = 3 * time.Second
)

// contextFor bounds a step of a call.
func contextFor(c *access.Call, d time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(c.Context(), d)
}

func (h *Handlers) paymentRoutes() []access.Route {
	return []access.Route{
		access.On(identity.Unauthenticated, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/webhooks/{provider}", ID: "receive-webhook", Tag: access.TagPayments,
			Summary:     "What a payment provider says",
			Description: "For `stripe`, `paypal` and `testpay`. The signature is checked on the body as it came, before anything is stored; what it says is stored in one transaction, and then answered. Duplicates and any order are harmless. A payment that no order can have is answered with a problem, and recorded and given back all the same.",
			Refusals:    refusal.Kinds(inventory.AlreadyExists), Problems: []httpapi.Kind{kindNoProvider, kindWebhookSignature, kindWebhookStale, kindWebhookMalformed, kindPaymentUnknown, kindAmountMismatch, kindProviderDown},
			Answer: WebhookReceipt{Status: "recorded"},
		}, h.hearProvider),
		access.On(identity.PayOrder, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/orders/{order_id}:checkout", ID: "checkout-order", Tag: access.TagPayments,
			Summary:     "Where an order is paid",
			Description: "Makes the page at the provider on which a pending order is paid, or answers with the one that is open. Asking again leads to the same page.",
			Problems:    []httpapi.Kind{kindNotPayable, kindNoProvider, kindProviderDown, kindProviderRefuses}, Example: NewCheckout{Provider: "testpay"},
		}, h.checkoutOrder),
		access.On(identity.MarkPaid, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/orders/{order_id}:mark-paid", ID: "mark-order-paid", Tag: access.TagPayments,
			Summary:     "Money came by hand",
			Description: "By bank transfer or in cash. The order is confirmed. One that has lapsed gets its places again when they are free; when they are not, `status` is `refund`: give the money back.",
			Problems:    []httpapi.Kind{kindOrderPaid, kindAmountMismatch}, Example: PaidByHand{Reference: "Receipt 2027-0142"},
		}, h.markPaid),
		access.On(identity.ReadPayments, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/orders/{order_id}/payments", ID: "list-order-payments", Tag: access.TagPayments,
			Summary: "The payments of an order", Description: "What came in for it, and what goes back.",
		}, h.orderPayments),
		access.On(identity.MarkPaid, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/refunds/{refund_id}:mark-given", ID: "mark-refund-given", Tag: access.TagPayments,
			Summary: "A refund was given by hand", Description: "Of money that came by bank transfer or in cash.",
			Problems: []httpapi.Kind{kindNotByHand}, Example: GivenByHand{Reference: "Transfer of 3 May"},
		}, h.markGiven),
		access.On(identity.MarkPaid, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/refunds/{refund_id}:retry", ID: "retry-refund", Tag: access.TagPayments,
			Summary: "Try a refund again", Description: "One that has failed. Money goes back once, however often it is tried.",
			Problems: []httpapi.Kind{kindNotFailed, kindNothingLeft},
		}, h.retryRefund),
		access.InEvent(identity.ReadJournal, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/journal", ID: "read-journal", Tag: access.TagPayments,
			Summary: "The accounting journal", Description: "Double entry, in the order in which it was booked, with the sums of each account. Lines are only ever added.", Query: []string{"limit", "cursor"},
		}, h.readJournal),
		access.InEvent(identity.ReadJournal, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/journal.csv", ID: "read-journal-csv", Tag: access.TagPayments,
			Summary: "The accounting journal as CSV", Description: "All of it (RFC 4180, UTF-8), with amounts as decimals, sent while it is read. A connection that ends early is an answer that is not whole.", Media: mediaCSV,
		}, h.journalCSV),
	}
}
