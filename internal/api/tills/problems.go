package tills

import (
	"fmt"

	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// Kinds of problem that only tills have.
var (
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
		Help: fmt.Sprintf("An event has at most %d tills.", payments.MaxTills),
	}
)

// Problems are the problems that only these resources have.
var Problems = httpapi.Problems{
	Kinds: []httpapi.Kind{kindTillClosed, kindTillOpen, kindTooManyTills},
}
