package wire

import (
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/ticket"
	"github.com/holdfast-events/holdfast/internal/transfer"
)

// TransferTo is the account to which an order, or a booking, is paid by bank transfer.
type TransferTo struct {
	IBAN   string `json:"iban" example:"DE02 1203 0000 0000 2020 51"`
	BIC    string `json:"bic,omitempty" example:"BYLADEM1001"`
	Holder string `json:"holder" example:"Nordlicht e. V."`
	// Code is for banking apps.
	Code string `json:"code,omitempty" doc:"What the QR code of the transfer says, by EPC069-12, which banking apps fill it in from. Absent where it is not in euros."`
	SVG  string `json:"code_svg,omitempty" doc:"That QR code, black on white."`
}

// TransferToOf says how an order is paid to an account.
func TransferToOf(a *events.BankAccount, h *inventory.Hold) *TransferTo {
	return TransferToAccount(a, payment.Money{Minor: h.Order.Total, Currency: h.Order.Currency}, inventory.PlainReference(h.ID))
}

// TransferToAccount says how an amount is transferred to an account with a reference, which has no
// spaces.
func TransferToAccount(a *events.BankAccount, amount payment.Money, reference string) *TransferTo {
	out := &TransferTo{IBAN: inventory.InFours(a.IBAN), BIC: a.BIC, Holder: a.Holder}
	to := transfer.Account{IBAN: a.IBAN, BIC: a.BIC, Holder: a.Holder}
	out.Code = transfer.Code(to, amount, reference)
	if out.Code == "" {
		return out
	}
	if qr, err := ticket.NewCode(out.Code); err == nil {
		out.SVG = qr.SVG(out.IBAN)
	}
	return out
}
