package orders

import (
	"github.com/holdfast-events/holdfast/internal/httpapi"
)

// Kinds of problem that only these resources have.
var (
	kindNoProvider       = httpapi.Kind{Code: "no_payment_provider", Status: 404, Title: "No such payment provider", Help: "None of that name is switched on here."}
	kindProviderRefuses  = httpapi.Kind{Code: "payment_provider_refuses", Status: 502, Title: "The payment provider refuses", Help: "The organizer finds the reason at the provider."}
	kindWebhookSignature = httpapi.Kind{Code: "webhook_signature", Status: 400, Title: "The signature is wrong", Help: "The webhook was not signed with the secret of this endpoint, or was changed on the way. Nothing was stored."}
	kindWebhookStale     = httpapi.Kind{Code: "webhook_stale", Status: 400, Title: "The signature is too old", Help: "Signatures are believed for a few minutes only; compare the clocks. Nothing was stored."}
	kindWebhookMalformed = httpapi.Kind{Code: "webhook_malformed", Status: 400, Title: "The webhook cannot be read", Help: "It is signed, and is not what the provider documents. Nothing was stored."}
	kindPaymentUnknown   = httpapi.Kind{Code: "payment_unknown", Status: 422, Title: "A payment for no order", Help: "No order of this installation has this reference. The payment was recorded, and is given back; nothing else was changed."}
	kindAmountMismatch   = httpapi.Kind{Code: "amount_mismatch", Status: 422, Title: "Another amount than the order's", Help: "No order was changed. What a provider has captured was recorded, and is given back.", Field: "amount"}
	kindNotPayable       = httpapi.Kind{Code: "order_not_payable", Status: 409, Title: "The order cannot be paid", Help: "It is paid, or has ended, or is about to lapse."}
	kindOrderPaid        = httpapi.Kind{Code: "order_paid", Status: 409, Title: "The order is paid", Help: "Nothing was recorded. If money came a second time, give it back as it came."}
	kindNotByHand        = httpapi.Kind{Code: "refund_not_by_hand", Status: 409, Title: "Not given by hand", Help: "The provider gives this refund."}
	kindNotFailed        = httpapi.Kind{Code: "refund_not_failed", Status: 409, Title: "The refund has not failed", Help: "Only a failed refund can be tried again."}
	kindNothingLeft      = httpapi.Kind{Code: "nothing_left_to_refund", Status: 409, Title: "Nothing is left to give back", Help: "All of the payment has gone back by other ways."}
	kindProviderDown     = httpapi.Kind{Code: "payment_provider_unavailable", Status: 503, Title: "The payment provider does not answer", Help: "Nothing was paid or changed: repeat after Retry-After."}
)

// Problems are the problems that only these resources have.
var Problems = httpapi.Problems{
	Kinds: []httpapi.Kind{kindNoProvider, kindProviderRefuses, kindWebhookSignature, kindWebhookStale, kindWebhookMalformed, kindPaymentUnknown, kindAmountMismatch, kindNotPayable, kindOrderPaid, kindNotByHand, kindNotFailed, kindNothingLeft, kindProviderDown},
}
