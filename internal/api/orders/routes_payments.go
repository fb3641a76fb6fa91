package orders

import (
	"context"
	"net/http"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/paying"
	"github.com/holdfast-events/holdfast/internal/api/refusal"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// settleFor is how long a webhook's answer waits for what it leads to.
const settleFor = 3 * time.Second

// contextFor bounds a step of a call.
func contextFor(c *access.Call, d time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(c.Context(), d)
}

func (h *Handlers) paymentRoutes() []access.Route {
	return []access.Route{
		access.On(identity.Unauthenticated, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/webhooks/{provider}", ID: "receive-webhook", Tag: access.TagPayments,
			Summary: "Receive a payment provider's webhook",
			Description: "For `stripe`, `paypal` and `testpay`. The signature of the body is verified before anything is stored. " +
				"The webhook and its effects are stored in one transaction, and then answered. Duplicates and any order are harmless. " +
				"A payment that matches no order is answered with a problem; it is recorded and refunded all the same.",
			Refusals: refusal.Kinds(inventory.AlreadyExists),
			Problems: []httpapi.Kind{
				paying.NoProvider, kindWebhookSignature, kindWebhookStale, kindWebhookMalformed, kindPaymentUnknown, paying.AmountMismatch, kindNoticeLimit, paying.ProviderDown, paying.ProviderDenies,
			},
			Answer: WebhookReceipt{Status: "recorded"},
		}, h.hearProvider),
		access.On(identity.Unauthenticated, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/webhooks/{provider}/{account_id}", ID: "receive-account-webhook", Tag: access.TagPayments,
			Summary: "Receive a payment provider's webhook about an organization's account",
			Description: "As without an account, for an account of an organization: its page of payment accounts shows this address. What is about a payment " +
				"of another account is answered as foreign, and changes nothing.",
			Refusals: refusal.Kinds(inventory.AlreadyExists),
			Problems: []httpapi.Kind{
				paying.NoProvider, kindWebhookSignature, kindWebhookStale, kindWebhookMalformed, kindPaymentUnknown, paying.AmountMismatch, kindNoticeLimit, paying.ProviderDown, paying.ProviderDenies,
			},
			Answer: WebhookReceipt{Status: "recorded"},
		}, h.hearProvider),
		access.On(identity.PayOrder, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/orders/{order_id}:checkout", ID: "checkout-order", Tag: access.TagPayments,
			Summary:     "Create a payment page",
			Description: "Creates the page at the provider on which a pending order is paid, or returns the open one.",
			Problems:    []httpapi.Kind{paying.NotPayable, paying.NoProvider, paying.ProviderDown, paying.ProviderDenies, paying.ProviderRefuses},
			Example:     NewCheckout{Provider: "testpay"},
		}, h.checkoutOrder),
		access.On(identity.MarkPaid, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/orders/{order_id}:mark-paid", ID: "mark-order-paid", Tag: access.TagPayments,
			Summary: "Record a manual payment",
			Description: "By bank transfer or in cash. The order is confirmed. An order that has lapsed gets its tickets if they are still available; " +
				"otherwise `status` is `refund`, and the money has to be returned.",
			Problems: []httpapi.Kind{paying.OrderPaid, paying.AmountMismatch},
			Example:  paying.ManualPayment{Reference: "Receipt 2027-0142"},
		}, h.markPaid),
		access.On(identity.ReadPayments, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/orders/{order_id}/payments", ID: "list-order-payments", Tag: access.TagPayments,
			Summary:     "List the payments of an order",
			Description: "With refunds and payment pages.",
		}, h.orderPayments),
		access.On(identity.ListRefunds, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/refunds", ID: "list-refunds", Tag: access.TagPayments,
			Summary: "List failed refunds",
			Description: "Refunds of orders, of bookings of rooms and of places on waitlists of resources that have failed for good, the latest first: nothing tries them again but a person. " +
				"Owners and organizers are mailed once of each. One that is retried or recorded as made by hand leaves the list.",
			Query: []string{"limit", "cursor", "refund_state"},
		}, h.listRefunds),
		access.On(identity.MarkPaid, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/refunds/{refund_id}:mark-refunded", ID: "mark-refunded", Tag: access.TagPayments,
			Summary:     "Record a manual refund",
			Description: "Of a payment by bank transfer or in cash. One that failed was made anew.",
			Problems:    []httpapi.Kind{paying.NotManual, paying.NothingLeft},
			Example:     paying.ManualRefund{Reference: "Transfer of 3 May"},
		}, h.refunds().Mark),
		access.On(identity.MarkPaid, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/refunds/{refund_id}:retry", ID: "retry-refund", Tag: access.TagPayments,
			Summary:     "Retry a failed refund",
			Description: "However often it is retried, the money is refunded once.",
			Problems:    []httpapi.Kind{paying.NotFailed, paying.NothingLeft},
		}, h.refunds().Retry),
		access.On(identity.PayRefundOtherwise, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/refunds/{refund_id}:mark-paid-otherwise", ID: "mark-refund-paid-otherwise", Tag: access.TagPayments,
			Summary: "Record that a failed refund was paid by other means",
			Description: "Of an order, a booking of rooms or a place on the waitlist of a resource: by bank transfer, say, because the provider refuses it for good. " +
				"The refund is done for whoever reads it, nothing asks the provider again, and the journal takes it from the account `other_means`, as the provider has the money still. " +
				"Only owners can say so, and nobody can take it back. It stands in the security log.",
			Problems: []httpapi.Kind{paying.NotFailed, paying.NothingLeft},
			Example:  paying.OtherwiseRefund{Reference: "Transfer of 3 May", PaidOn: "2027-05-03"},
		}, paying.Refunds{Find: h.anyRefund, Settler: h.Settler, Store: h.Store, Now: h.Now}.Otherwise),
		access.InEvent(identity.ReadJournal, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/journal", ID: "read-journal", Tag: access.TagPayments,
			Summary:     "Get the accounting journal",
			Description: "Double entry, in the order of booking, with the balance of each account. Lines are only ever added.",
			Query:       []string{"limit", "cursor"},
		}, h.readJournal),
		access.InEvent(identity.ReadJournal, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/journal.csv", ID: "read-journal-csv", Tag: access.TagPayments,
			Summary: "Get the accounting journal as CSV",
			Description: "All of it (RFC 4180, UTF-8), with amounts as decimals, sent while it is read. " +
				"If the connection ends early, the file is incomplete.",
			Media: httpapi.MediaCSV,
		}, h.journalCSV),
	}
}
