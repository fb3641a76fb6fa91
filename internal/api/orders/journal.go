package orders

import (
	"strconv"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// journalRows is how many lines of a CSV file are read at once.
const journalRows = 1000

// JournalLine is one line of the accounting journal.
type JournalLine struct {
	Ref       string    `json:"ref" doc:"What is booked: capture, sale, refund, payout, payout-lost, dispute, fee, payout-fee or payout-fee-lost, and its key. The lines of one ref balance." example:"sale:stripe:pi_3N0a"`
	Line      int64     `json:"line"`
	BookedAt  time.Time `json:"booked_at"`
	At        time.Time `json:"at" doc:"When it happened."`
	Account   string    `json:"account" doc:"buyers (owed to them), sales (net), donations (given beside orders, outside of value added tax), order_fees (net, of fees on orders), tax, goodwill, disputes, refunded_at_provider (in its dashboard, while the sale stands), fees (kept by providers), other_means (refunds that were paid by other means than their provider), or provider: and its name." example:"sales"`
	Debit     int64     `json:"debit" doc:"In minor units of the currency."`
	Credit    int64     `json:"credit"`
	Currency  string    `json:"currency" example:"EUR"`
	OrderID   string    `json:"order_id,omitempty"`
	PaymentID string    `json:"payment_id,omitempty"`
}

// AccountBalance is what the lines of one account add up to.
type AccountBalance struct {
	Account  string `json:"account"`
	Currency string `json:"currency"`
	Debit    int64  `json:"debit"`
	Credit   int64  `json:"credit"`
}

// Journal is a page of the journal of an event.
type Journal struct {
	EventID  string           `json:"event_id"`
	Accounts []AccountBalance `json:"accounts" doc:"The sums of all pages. For each currency debit and credit are the same."`
	httpapi.List[JournalLine]
}

func (h *Handlers) readJournal(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*Journal, error) {
	list, err := httpapi.ReadList(&c.Request, "journal "+k.EventID,
		func(after payments.JournalCursor, limit int) ([]payments.JournalLine, error) {
			return h.Store.Journals.Journal(c.Context(), k.EventID, after, limit)
		}, cursorOf, journalLineOf)
	if err != nil {
		return nil, err
	}
	sums, err := h.Store.Journals.Balances(c.Context(), k.EventID)
	if err != nil {
		return nil, err
	}
	out := &Journal{EventID: k.EventID, Accounts: make([]AccountBalance, len(sums)), List: list}
	for i, b := range sums {
		out.Accounts[i] = AccountBalance(b)
	}
	return out, nil
}

func journalLineOf(l *payments.JournalLine) JournalLine {
	return JournalLine{
		Ref: l.Ref, Line: l.Line, BookedAt: l.BookedAt.Time(), At: l.At.Time(), Account: l.Account, Debit: l.Debit, Credit: l.Credit,
		Currency: l.Currency, OrderID: l.OrderID, PaymentID: l.PaymentID,
	}
}

func cursorOf(l *payments.JournalLine) payments.JournalCursor {
	return payments.JournalCursor{BookedAt: l.BookedAt, Ref: l.Ref, Line: l.Line}
}

// journalColumns are the columns of the CSV, in the words of the JSON.
var journalColumns = []string{"ref", "line", "booked_at", "at", "account", "debit", "credit", "currency", "order_id", "payment_id"}

// journalCSV is the whole journal as a table, amounts as decimals. It is written
// as it is read, a page at a time, so it may be of any length. The lines of a
// booking are stored together and stand side by side in this order: whatever is
// booked meanwhile, the table has a booking wholly or not at all, and balances.
func (h *Handlers) journalCSV(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*httpapi.Download, error) {
	return httpapi.CSVPages("journal-"+k.EventID+".csv", journalColumns, journalRows, func(after *payments.JournalLine) ([]payments.JournalLine, error) {
		var at payments.JournalCursor
		if after != nil {
			at = cursorOf(after)
		}
		return h.Store.Journals.Journal(c.Context(), k.EventID, at, journalRows)
	}, journalRecord)
}

func journalRecord(l *payments.JournalLine) []string {
	return []string{
		l.Ref, strconv.FormatInt(l.Line, 10), l.BookedAt.Time().Format(time.RFC3339Nano), l.At.Time().Format(time.RFC3339Nano), l.Account,
		payment.Money{Minor: l.Debit, Currency: l.Currency}.Decimal(), payment.Money{Minor: l.Credit, Currency: l.Currency}.Decimal(),
		l.Currency, l.OrderID, l.PaymentID,
	}
}
