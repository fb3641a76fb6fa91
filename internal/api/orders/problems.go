package orders

import (
	"fmt"

	"github.com/holdfast-events/holdfast/internal/api/paying"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/store"
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
		Help: "More was told of refunds and disputes of one payment than is believable. Nothing was stored.",
	}
	kindNotPayable = httpapi.Kind{
		Code: "order_not_payable", Status: 409, Title: "The order cannot be paid",
		Help: "It is paid, or has ended, or is about to lapse.",
	}
	kindOrderPaid = httpapi.Kind{
		Code: "order_paid", Status: 409, Title: "The order is paid",
		Help: "Nothing was recorded. If it was paid twice, return the second payment the way it came.",
	}
	kindTillClosed = httpapi.Kind{
		Code: "till_closed", Status: 409, Title: "The till is closed",
		Help: "Its cash is counted, so it takes and gives nothing any more. Open another.",
	}
	kindTillOpen = httpapi.Kind{
		Code: "till_open", Status: 409, Title: "You have a till open",
		Help: "Sell at that one, or close it first.",
	}
	kindTooManyTills = httpapi.Kind{
		Code: "too_many_tills", Status: 409, Title: "Too many tills",
		Help: fmt.Sprintf("An event has at most %d tills.", store.MaxTills),
	}
	kindTransferDone = httpapi.Kind{
		Code: "transfer_done", Status: 409, Title: "The transaction is dealt with",
		Help: "It is in a payment, or was put where it is by somebody else. What is in a payment is refunded with its order.",
	}
	kindTransferStale = httpapi.Kind{
		Code: "transfer_changed", Status: 409, Title: "Somebody was faster",
		Help: "The transaction was changed meanwhile. Look at it again.",
	}
	kindNoCredit = httpapi.Kind{
		Code: "transfer_reversal", Status: 409, Title: "The transaction is a reversal",
		Help: "There is nothing to give back. Assign it to the order whose money it was, or mark it as not for tickets.",
	}
	kindNotReversed = httpapi.Kind{
		Code: "transfer_not_reversed", Status: 409, Title: "The order has no such transfer or refund", Field: "order_id",
		Help: "A transfer that a bank took back was paid for the order, and is not refunded; a refund that came back was given for it, and is of the same amount.",
	}
	kindOrderCurrency = httpapi.Kind{
		Code: "order_currency", Status: 409, Title: "The order is in another currency", Field: "order_id",
		Help: "Give the transaction back.",
	}
	kindNoInvoice = httpapi.Kind{
		Code: "no_invoice", Status: 409, Title: "There is no invoice",
		Help: "The organization issues no invoices, or nothing was paid. Nothing was stored.",
	}
	kindInvoiceFinal = httpapi.Kind{
		Code: "invoice_final", Status: 409, Title: "The invoice cannot be changed any more",
		Help: "It is older than 30 days, was corrected five times, or something of it was refunded. Ask the organizer.",
	}
)

// Problems are the problems that only these resources have.
var Problems = httpapi.Problems{
	Kinds: []httpapi.Kind{
		paying.NoProvider, paying.ProviderRefuses, kindWebhookSignature, kindWebhookStale, kindWebhookMalformed, kindPaymentUnknown,
		paying.AmountMismatch, kindNoticeLimit, kindNotPayable, kindOrderPaid, paying.NotManual, paying.NotFailed, paying.NothingLeft, paying.ProviderDown, paying.ProviderDenies,
		kindTillClosed, kindTillOpen, kindTooManyTills, kindNoInvoice, kindInvoiceFinal, kindTransferDone, kindTransferStale, kindNoCredit, kindNotReversed, kindOrderCurrency,
	},
}
