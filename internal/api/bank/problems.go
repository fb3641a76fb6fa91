package bank

import (
	"github.com/holdfast-events/holdfast/internal/httpapi"
)

// Kinds of problem that only bank transactions have.
var (
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
		Code: "transfer_not_reversed", Status: 409, Title: "There is no such transfer or refund", Field: "order_id",
		Help: "A transfer that a bank took back was paid for what it is assigned to, and is not refunded; a refund that came back was given for it, and is of the same amount.",
	}
	kindOrderCurrency = httpapi.Kind{
		Code: "order_currency", Status: 409, Title: "The order or the booking is in another currency", Field: "order_id",
		Help: "Give the transaction back.",
	}
)

// Problems are the problems that only these resources have.
var Problems = httpapi.Problems{
	Kinds: []httpapi.Kind{kindTransferDone, kindTransferStale, kindNoCredit, kindNotReversed, kindOrderCurrency},
}
