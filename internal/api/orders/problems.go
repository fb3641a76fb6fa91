package orders

import (
	"github.com/holdfast-events/holdfast/internal/api/paying"
	"github.com/holdfast-events/holdfast/internal/httpapi"
)

// Kinds of problem that only these resources have.
var (
	kindWebhookSignature = httpapi.Kind{
		Code: "webhook_signature", Status: 400, Title: "The signature is wrong",
		Help: "The webhook was not signed with the secret of this endpoint, or was changed on the way. Nothing was stored.",
	}
	kindWebhookStale = httpapi.Kind{
		Code: "webhook_stale", Status: 400, Title: "The signature is too old",
		Help: "Signatures are valid for a few minutes; compare the clocks. Nothing was stored.",
	}
	kindWebhookMalformed = httpapi.Kind{
		Code: "webhook_malformed", Status: 400, Title: "The webhook cannot be read",
		Help: "It is signed, but not as the provider documents. Nothing was stored.",
	}
	kindPaymentUnknown = httpapi.Kind{
		Code: "payment_unknown", Status: 422, Title: "The payment matches no order",
		Help: "No order of this installation has this reference. The payment was recorded and is refunded; nothing else was changed.",
	}
	kindNoticeLimit = httpapi.Kind{
		Code: "payment_notice_limit", Status: 409, Title: "Too many notices of one payment",
		Help: "More was reported about refunds and disputes of one payment than is believable. Nothing was stored.",
	}
)

// Problems are the problems that only these resources have.
var Problems = httpapi.Problems{
	Kinds: []httpapi.Kind{
		paying.NoProvider, paying.ProviderRefuses, kindWebhookSignature, kindWebhookStale, kindWebhookMalformed, kindPaymentUnknown,
		paying.AmountMismatch, kindNoticeLimit, paying.NotPayable, paying.OrderPaid, paying.NotManual, paying.NotFailed, paying.NothingLeft, paying.ProviderDown, paying.ProviderDenies,
	},
}
