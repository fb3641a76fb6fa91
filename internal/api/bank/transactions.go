package bank

import (
	"context"
	"encoding/base64"
	"errors"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/paying"
	"github.com/holdfast-events/holdfast/internal/bankfile"
	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/export"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/settlement"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/transfer"
)

// Limits of what is told about a bank account and its transactions.
const (
	maxFileName = 200
	maxBankNote = 500
	// matchFor is how long a call goes on with the transactions of a file; a job does the rest.
	matchFor = 5 * time.Second
	// suggestFrom bounds the orders that a transaction may be for: the latest so many, of the
	// last so many days.
	suggestFrom = 90 * 24 * time.Hour
	suggestOf   = 3000
	// suggestReversals is how many transfers are suggested that a reversal may be of.
	suggestReversals = 10
	bankRows         = 500
	deskStatus       = "desk"
)

// deskStates are the states of transactions with which a person has something to do.
var deskStates = []string{payments.TransferOpen, payments.TransferPart, payments.TransferToReturn}

// BankAccountIn is the body that sets the bank account.
type BankAccountIn struct {
	IBAN   string `json:"iban" minLength:"1" maxLength:"60" doc:"Its check digits and its length are checked; spaces are taken out." example:"DE02 1203 0000 0000 2020 51"`
	BIC    string `json:"bic,omitempty" maxLength:"20" doc:"Not needed for transfers within the SEPA." example:"BYLADEM1001"`
	Holder string `json:"holder" minLength:"1" maxLength:"70" doc:"Whose account it is." example:"Nordlicht e. V."`
}

// BankAccount is the account to which buyers transfer money.
type BankAccount struct {
	IBAN      string    `json:"iban" example:"DE02120300000000202051"`
	BIC       string    `json:"bic,omitempty" example:"BYLADEM1001"`
	Holder    string    `json:"holder" example:"Nordlicht e. V."`
	ChangedAt time.Time `json:"changed_at"`
}

// NewBankStatement is the body that reads a file.
type NewBankStatement struct {
	Name string `json:"name,omitempty" maxLength:"200" doc:"What the file is called." example:"2027-05.sta"`
	File string `json:"file" minLength:"1" maxLength:"7000000" doc:"The file, in base64: at most 5 MB."`
}

// BankStatement is a file that was read.
type BankStatement struct {
	ID           string      `json:"id" example:"bst_3k9q0a7c1v5m06f2w8d4xk1n7p9s"`
	Name         string      `json:"name"`
	Format       string      `json:"format" enum:"camt.053,camt.054,mt940"`
	Hash         string      `json:"sha256" doc:"Of the file."`
	FromDay      string      `json:"from_day,omitempty" doc:"The first day on which something in it was booked." example:"2027-05-03"`
	ToDay        string      `json:"to_day,omitempty" example:"2027-05-03"`
	Transactions int64       `json:"transactions" doc:"That are booked."`
	Taken        int64       `json:"taken" doc:"Of these: with which money came in or went back, and that no file before had."`
	Known        int64       `json:"known" doc:"That a file before had."`
	Debits       int64       `json:"debits" doc:"With which money went out. They are not kept."`
	Pending      int64       `json:"pending" doc:"Further ones that are not booked yet, and were left out."`
	ReadBy       string      `json:"read_by"`
	ReadAt       time.Time   `json:"read_at"`
	Now          []BankTally `json:"now" doc:"How many of the transactions taken from it are in which state."`
}

// BankTally is how many transactions are in a state.
type BankTally struct {
	Status   string `json:"status" enum:"new,open,part,matched,to_return,returned,ignored"`
	Currency string `json:"currency" example:"EUR"`
	Count    int64  `json:"count"`
	Amount   int64  `json:"amount" doc:"Their sum, in minor units."`
}

// BankStatements are a page of files.
type BankStatements struct {
	httpapi.List[*BankStatement]
}

// BankTransaction is a transaction of the account with which money came in or went back.
type BankTransaction struct {
	ID          string    `json:"id" example:"btx_3k9q0a7c1v5m06f2w8d4xk1n7p9s"`
	StatementID string    `json:"statement_id"`
	Line        int64     `json:"line" doc:"In its file."`
	Account     string    `json:"account" doc:"The account, as the bank names it."`
	Amount      int64     `json:"amount" doc:"In minor units of the currency."`
	Currency    string    `json:"currency" example:"EUR"`
	Kind        string    `json:"kind" enum:"credit,credit_reversed,debit_reversed" doc:"credit: money came in. credit_reversed: money that had come in went out again. debit_reversed: money that had gone out came back."`
	Booked      string    `json:"booked" doc:"The day." example:"2027-05-03"`
	Payer       string    `json:"payer"`
	PayerIBAN   string    `json:"payer_iban"`
	Text        string    `json:"text" doc:"What the payer wrote."`
	EndToEnd    string    `json:"end_to_end_id,omitempty"`
	BankRef     string    `json:"bank_reference,omitempty"`
	Status      string    `json:"status" enum:"new,open,part,matched,to_return,returned,ignored" doc:"new: it is about to be matched. open: a person has to look at it. part: it was assigned to an order that is not paid in full yet. matched: it is in payments of the order, or has taken money out of one. to_return, returned: it goes back and is in no payment. ignored: it is not for tickets."`
	Reason      string    `json:"reason,omitempty" enum:"no_reference,unknown_reference,several_orders,too_little,too_much,already_paid,order_lapsed,wrong_currency,other_account,reversal" doc:"Why a person has, or had, to look at it."`
	EventID     string    `json:"event_id,omitempty"`
	OrderID     string    `json:"order_id,omitempty" doc:"That it names, or was assigned to."`
	BookingID   string    `json:"booking_id,omitempty" doc:"The booking of rooms of which it pays a part of the price, in the place of an order."`
	BookingPart string    `json:"booking_part,omitempty" enum:"deposit,balance" doc:"That part."`
	SeriesID    string    `json:"booking_series_id,omitempty" doc:"The bookings that repeat, in the place of one."`
	PaymentID   string    `json:"payment_id,omitempty" doc:"Which has applied of it; of a reversal, the one that it is of. Of several dates each has one: this with ~1, ~2 and so on behind it."`
	Applied     int64     `json:"applied" doc:"How much of it pays the order."`
	Back        int64     `json:"back" doc:"How much of it is due back as a refund of the order."`
	BackPayment string    `json:"back_payment_id,omitempty" doc:"The payment that is refunded."`
	Note        string    `json:"note,omitempty"`
	ChangedBy   string    `json:"changed_by,omitempty"`
	ChangedAt   time.Time `json:"changed_at"`
	TakenAt     time.Time `json:"taken_at"`
}

// BankTransactions are a page of transactions.
type BankTransactions struct {
	Items []*BankTransaction `json:"items"`
	httpapi.Next

	Now []BankTally `json:"now" doc:"How many transactions there are in which state, whatever the page has."`
}

// TransferOrder is an order that a transaction may be for, or a part of the price of a booking of
// rooms.
type TransferOrder struct {
	OrderID    string `json:"order_id,omitempty"`
	EventID    string `json:"event_id,omitempty" doc:"Absent where it is a booking of rooms."`
	EventTitle string `json:"event_title" doc:"Of a booking, the name of the venue."`
	BookingID  string `json:"booking_id,omitempty" doc:"The booking of rooms, in the place of an event and an order."`
	Part       string `json:"booking_part,omitempty" enum:"deposit,balance" doc:"The part of its price."`
	VenueID    string `json:"venue_id,omitempty" doc:"Of a booking."`
	SeriesID   string `json:"booking_series_id,omitempty" doc:"The bookings that repeat, in the place of one."`
	// Dates are the dates of those that repeat.
	Dates []TransferDate `json:"dates,omitempty" doc:"Of these, the dates of which that part costs something, by start."`
	// StartsAt is when a booking begins.
	StartsAt  *time.Time `json:"starts_at,omitempty" doc:"Of a booking."`
	Timezone  string     `json:"timezone,omitempty" doc:"Of a booking: that of the venue, on whose clocks it begins; absent: the venue was deleted." example:"Europe/Berlin"`
	Status    string     `json:"status" enum:"pending,confirmed,cancelled,refunded,expired" doc:"Of a part of a booking's price: pending while it can be paid, expired when the booking has lapsed without it, confirmed when it is paid, and cancelled when it is not to be paid."`
	Reference string     `json:"reference" example:"RF18 W8D4 XK1N 7P9S 0A7C 5F3K"`
	Name      string     `json:"name" doc:"Of the buyer."`
	Email     string     `json:"email"`
	Total     int64      `json:"total"`
	Received  int64      `json:"received" doc:"By transactions that were assigned to it and do not suffice yet."`
	Due       int64      `json:"due" doc:"What is still to be paid."`
	Currency  string     `json:"currency" example:"EUR"`
}

// TransferDate is one of the dates that a transaction may be for.
type TransferDate struct {
	BookingID string    `json:"booking_id"`
	StartsAt  time.Time `json:"starts_at"`
	Amount    int64     `json:"amount" doc:"What the part of its price is, in minor units of the currency." example:"6000"`
	Status    string    `json:"status" enum:"pending,confirmed,cancelled,expired" doc:"As that of the whole."`
}

// TransferSuggestion is an order that a transaction may be for, and why.
type TransferSuggestion struct {
	TransferOrder
	ByReference bool `json:"by_reference" doc:"Its reference is in the text, with letters wrong."`
	SameAmount  bool `json:"same_amount" doc:"The amount is what is due."`
	SimilarName bool `json:"similar_name" doc:"Payer and buyer have a name in common."`
}

// BankTransactionView is a transaction with the orders that it names or may be for.
type BankTransactionView struct {
	BankTransaction
	Order       *TransferOrder       `json:"order,omitempty" doc:"That it names, or was assigned to."`
	Suggestions []TransferSuggestion `json:"suggestions" doc:"Of one that is open or a part: orders that it may be for, the likeliest first. Of a reversal: orders that a transfer of the same amount and payer has paid."`
}

// BankAssignment is the body that assigns a transaction.
type BankAssignment struct {
	OrderID     string `json:"order_id,omitempty" maxLength:"64" doc:"The order, or the reference of one, or of a part of the price of a booking or of several dates." example:"ord_3k9q0a7c1v5m06f2w8d4xk1n7p9s"`
	BookingID   string `json:"booking_id,omitempty" maxLength:"64" doc:"The booking of rooms, in the place of an order."`
	BookingPart string `json:"booking_part,omitempty" enum:"deposit,balance" doc:"The part of its price. Default: deposit."`
	// SeriesID and BookingIDs are of bookings that repeat.
	SeriesID   string   `json:"booking_series_id,omitempty" maxLength:"64" doc:"Bookings that repeat, in the place of one: each date has its share."`
	BookingIDs []string `json:"booking_ids,omitempty" maxItems:"400" doc:"Of these, the dates that it is for, and it has to suffice for all of them. Default: those that wait for it or have lapsed without it, as far as it suffices."`
}

// BankNote says why, or how a person finds it.
type BankNote struct {
	Note string `json:"note" minLength:"1" maxLength:"500" example:"Membership fee"`
}

func bankAccountOf(a *events.BankAccount) *BankAccount {
	return &BankAccount{IBAN: a.IBAN, BIC: a.BIC, Holder: a.Holder, ChangedAt: a.ChangedAt.Time()}
}

func (h *Handlers) getBankAccount(c *access.Call, _ *httpapi.None) (*BankAccount, error) {
	a, err := h.Store.Banks.Account(c.Context(), c.Caller.OrgID)
	if err != nil {
		return nil, err
	}
	return bankAccountOf(a), nil
}

func (h *Handlers) setBankAccount(c *access.Call, in *BankAccountIn) (*BankAccount, error) {
	var check httpapi.Checks
	iban, problem := transfer.IBAN(in.IBAN)
	if problem != "" {
		check.Add("iban", "bad_format", "%s", problem)
	}
	bic, problem := transfer.BIC(in.BIC)
	if problem != "" {
		check.Add("bic", "bad_format", "%s", problem)
	}
	a := &events.BankAccount{
		OrgID: c.Caller.OrgID, ID: payments.BankAccountID(c.Caller.OrgID), IBAN: iban, BIC: bic, Holder: check.Line("holder", in.Holder, 1, transfer.MaxHolder),
		ChangedAt: inventory.At(h.Now()),
	}
	if err := check.Err(); err != nil {
		return nil, err
	}
	if err := h.Store.Banks.SetAccount(c.Context(), a); err != nil {
		return nil, err
	}
	return h.getBankAccount(c, nil)
}

func (h *Handlers) removeBankAccount(c *access.Call, _ *httpapi.None) (*httpapi.None, error) {
	return &httpapi.None{}, h.Store.Banks.RemoveAccount(c.Context(), c.Caller.OrgID)
}

func (h *Handlers) readBankStatement(c *access.Call, in *NewBankStatement) (*BankStatement, error) {
	var check httpapi.Checks
	name := check.Line("name", in.Name, 0, maxFileName)
	file, err := base64.StdEncoding.DecodeString(in.File)
	if err != nil {
		check.Add("file", "bad_format", "must be base64")
	}
	if err := check.Err(); err != nil {
		return nil, err
	}
	read, err := bankfile.Read(file)
	if err != nil {
		check.Add("file", "bad_format", "%s", err.Error())
		return nil, check.Err()
	}
	org := c.Caller.OrgID
	b, fresh, err := h.Settler.TakeStatement(c.Context(), org, name, c.Caller.Actor(), file, read)
	if err != nil {
		return nil, err
	}
	if fresh {
		h.matchSoon(c, org)
	} else {
		c.Status = 200
	}
	return h.bankStatement(c, b)
}

// matchSoon goes on with what a file says before its sender is answered, for some seconds. It
// may fail: the job goes on with it then.
func (h *Handlers) matchSoon(c *access.Call, org string) {
	ctx, cancel := context.WithTimeout(c.Context(), matchFor)
	defer cancel()
	if err := h.Settler.MatchTransfers(ctx, org); err != nil {
		h.Log.Warn("bank transactions wait for their job", "organization", org, "error", err)
	}
}

func (h *Handlers) bankStatement(c *access.Call, b *payments.BankStatement) (*BankStatement, error) {
	now, err := h.bankTally(c, b.ID)
	return &BankStatement{
		ID: b.ID, Name: b.Name, Format: b.Format, Hash: b.Hash, FromDay: b.FromDay, ToDay: b.ToDay, Transactions: b.Transactions, Taken: b.Taken, Known: b.Known,
		Debits: b.Debits, Pending: b.Pending, ReadBy: b.ReadBy, ReadAt: b.ReadAt.Time(), Now: now,
	}, err
}

func (h *Handlers) bankTally(c *access.Call, statement string) ([]BankTally, error) {
	list, err := h.Store.Banks.Tally(c.Context(), c.Caller.OrgID, statement)
	out := make([]BankTally, len(list))
	for i, t := range list {
		out[i] = BankTally{Status: t.State, Currency: t.Currency, Count: t.Count, Amount: t.Amount}
	}
	return out, err
}

func (h *Handlers) listBankStatements(c *access.Call, _ *httpapi.None) (*BankStatements, error) {
	list, err := httpapi.TryList(&c.Request, "bank statements "+c.Caller.OrgID,
		func(before payments.BankPosition, limit int) ([]payments.BankStatement, error) {
			return h.Store.Banks.Statements(c.Context(), c.Caller.OrgID, before, limit)
		},
		func(b *payments.BankStatement) payments.BankPosition {
			return payments.BankPosition{At: b.ReadAt, ID: b.ID}
		},
		func(b *payments.BankStatement) (*BankStatement, error) { return h.bankStatement(c, b) })
	return &BankStatements{list}, err
}

// transactionFilter is what the query selects.
func transactionFilter(c *access.Call) (f payments.TransactionFilter, err error) {
	f.Statement = c.Query.Get("statement_id")
	switch status := c.Query.Get("status"); {
	case status == "":
	case status == deskStatus:
		f.States = deskStates
	case slices.Contains(payments.TransferStates(), status):
		f.States = []string{status}
	default:
		err = httpapi.Invalid(httpapi.FieldError{Field: "status", Code: "not_allowed", Message: "must be desk or a status of a transaction"})
	}
	return f, err
}

func (h *Handlers) listBankTransactions(c *access.Call, _ *httpapi.None) (*BankTransactions, error) {
	f, err := transactionFilter(c)
	if err != nil {
		return nil, err
	}
	list, err := httpapi.ReadList(&c.Request, "bank transactions "+c.Caller.OrgID+" "+c.Query.Get("status")+" "+f.Statement,
		func(before payments.BankPosition, limit int) ([]payments.BankTransaction, error) {
			return h.Store.Banks.Transactions(c.Context(), c.Caller.OrgID, f, before, limit)
		}, transactionAt, bankTransactionOf)
	if err != nil {
		return nil, err
	}
	now, err := h.bankTally(c, f.Statement)
	return &BankTransactions{Items: list.Items, Next: list.Next, Now: now}, err
}

func transactionAt(t *payments.BankTransaction) payments.BankPosition {
	return payments.BankPosition{At: t.TakenAt, ID: t.ID}
}

func bankTransactionOf(t *payments.BankTransaction) *BankTransaction {
	out := &BankTransaction{
		ID: t.ID, StatementID: t.StatementID, Line: t.Line, Account: t.Account, Amount: t.Amount, Currency: t.Currency, Kind: t.Kind, Booked: t.Booked,
		Payer: t.Payer, PayerIBAN: t.PayerIBAN, Text: t.Text, EndToEnd: t.EndToEnd, BankRef: t.BankRef, Status: t.State, Reason: t.Reason,
		EventID: t.EventID, OrderID: t.OrderID, PaymentID: t.PaymentID, Applied: t.Applied, Back: t.Back, BackPayment: t.BackPaymentID, Note: t.Note,
		ChangedBy: t.ChangedBy, ChangedAt: t.ChangedAt.Time(), TakenAt: t.TakenAt.Time(),
	}
	if name, part, ok := bookings.CutBookingOrder(t.OrderID); ok {
		out.EventID, out.OrderID, out.BookingID, out.BookingPart = "", "", name, string(part)
	}
	if name, part, ok := bookings.CutSeriesOrder(t.OrderID); ok {
		out.EventID, out.OrderID, out.SeriesID, out.BookingPart = "", "", name, string(part)
	}
	return out
}

// transactionColumns are the columns of the CSV, in the words of the JSON.
var transactionColumns = []string{
	"id", "statement_id", "booked", "amount", "currency", "kind", "payer", "payer_iban", "text", "end_to_end_id", "bank_reference", "status", "reason", "order_id",
	"payment_id", "applied", "back", "back_payment_id", "note", "changed_by", "changed_at", "booking_id", "booking_part", "booking_series_id",
}

func (h *Handlers) bankTransactionsCSV(c *access.Call, _ *httpapi.None) (*httpapi.Download, error) {
	f, err := transactionFilter(c)
	if err != nil {
		return nil, err
	}
	return httpapi.CSVPages("bank-transactions.csv", transactionColumns, bankRows, func(after *payments.BankTransaction) ([]payments.BankTransaction, error) {
		var at payments.BankPosition
		if after != nil {
			at = transactionAt(after)
		}
		return h.Store.Banks.Transactions(c.Context(), c.Caller.OrgID, f, at, bankRows)
	}, transactionRecord)
}

func transactionRecord(t *payments.BankTransaction) []string {
	money := func(n int64) string { return payment.Money{Minor: n, Currency: t.Currency}.Decimal() }
	of := bankTransactionOf(t)
	return []string{
		t.ID, t.StatementID, t.Booked, money(t.Amount), t.Currency, t.Kind, export.Inert(t.Payer), export.Inert(t.PayerIBAN), export.Inert(t.Text), export.Inert(t.EndToEnd),
		export.Inert(t.BankRef), t.State, t.Reason, of.OrderID, t.PaymentID, money(t.Applied), money(t.Back), t.BackPaymentID, export.Inert(t.Note), t.ChangedBy,
		t.ChangedAt.Time().Format(time.RFC3339), of.BookingID, of.BookingPart, of.SeriesID,
	}
}

func (h *Handlers) getBankTransaction(c *access.Call, _ *httpapi.None) (*BankTransactionView, error) {
	ctx, org := c.Context(), c.Caller.OrgID
	t, err := h.Store.Banks.Transaction(ctx, org, c.Param("transaction_id"))
	if err != nil {
		return nil, err
	}
	out := &BankTransactionView{BankTransaction: *bankTransactionOf(t), Suggestions: []TransferSuggestion{}}
	if t.OrderID != "" {
		order, err := h.named(c, t.OrderID)
		if err != nil {
			return nil, err
		}
		out.Order = &order
	}
	switch {
	case t.State != payments.TransferOpen && t.State != payments.TransferPart:
		return out, nil
	case t.Kind != string(bankfile.Credit):
		return out, h.suggestReversed(c, t, out)
	}
	return out, h.suggest(c, t, out)
}

func (h *Handlers) assignBankTransaction(c *access.Call, in *BankAssignment) (*BankTransactionView, error) {
	if _, err := h.Store.Banks.Transaction(c.Context(), c.Caller.OrgID, c.Param("transaction_id")); err != nil {
		return nil, err
	}
	order, err := h.assigned(c, in)
	if err != nil {
		return nil, err
	}
	if len(in.BookingIDs) > 0 {
		return h.decided(c, settlement.AssignDates(c.Context(), h.Settler, c.Caller.OrgID, c.Param("transaction_id"), order, in.BookingIDs, c.Caller.Actor()))
	}
	return h.decided(c, h.Settler.AssignTransfer(c.Context(), c.Caller.OrgID, c.Param("transaction_id"), order, c.Caller.Actor()))
}

// wrong says what is wrong with a field of an assignment.
func wrong(field, code, message string) error {
	return httpapi.Invalid(httpapi.FieldError{Field: field, Code: code, Message: message})
}

// assignedDates is what staff name of a series: a part of the price of its dates, of which there are those
// that are named.
func (h *Handlers) assignedDates(c *access.Call, in *BankAssignment) (order string, err error) {
	if in.SeriesID == "" {
		return "", wrong("booking_ids", "required_with", "must be left out where there is no booking_series_id")
	}
	if in.OrderID != "" || in.BookingID != "" {
		return "", wrong("booking_series_id", "not_with_order_id", "must be left out where there is an order_id or a booking_id")
	}
	d, err := h.Store.Dues.DatesDue(c.Context(), c.Caller.OrgID, bookings.SeriesOrder(in.SeriesID, booking.PartNamed(in.BookingPart)))
	if errors.Is(err, database.ErrNotFound) {
		return "", wrong("booking_series_id", "not_found", "must be bookings that repeat of which that part costs something")
	}
	if err != nil {
		return "", err
	}
	order = d.Order()
	if len(in.BookingIDs) > 0 && !d.Only(in.BookingIDs) {
		return "", wrong("booking_ids", "not_found", "must be dates of the series of which that part costs something, each once")
	}
	return order, nil
}

// assigned is what staff name by its id or its reference: an order, or what stands for a part of a
// booking's price in its place.
func (h *Handlers) assigned(c *access.Call, in *BankAssignment) (order string, err error) {
	switch {
	case in.SeriesID != "" || len(in.BookingIDs) > 0:
		return h.assignedDates(c, in)
	case in.BookingID != "" && in.OrderID != "":
		return "", wrong("booking_id", "not_with_order_id", "must be left out where there is an order_id")
	case in.BookingID != "":
		d, err := h.Store.Dues.BookingDue(c.Context(), c.Caller.OrgID, bookings.BookingOrder(in.BookingID, booking.PartNamed(in.BookingPart)))
		if errors.Is(err, database.ErrNotFound) {
			return "", wrong("booking_id", "not_found", "must be a booking of which that part costs something")
		}
		if err != nil {
			return "", err
		}
		return d.Order(), nil
	case in.OrderID == "":
		return "", wrong("order_id", "required", "must be there, or booking_id")
	}
	if b, err := h.Store.Banks.OrderForTransfer(c.Context(), c.Caller.OrgID, in.OrderID); err == nil {
		return b.Hold.ID, nil
	} else if !errors.Is(err, database.ErrNotFound) {
		return "", err
	}
	missing := wrong("order_id", "not_found", "must be an order that costs something, or the reference of one or of a booking")
	found := inventory.References(in.OrderID)
	if len(found) != 1 {
		return "", missing
	}
	list, err := h.Store.Banks.OrdersReferenced(c.Context(), c.Caller.OrgID, found[0].Tail, found[0].Mark)
	if err != nil {
		return "", err
	}
	switch d, err := h.Store.Dues.BookingReferenced(c.Context(), c.Caller.OrgID, found[0]); {
	case err == nil && len(list) == 0:
		return d.Order(), nil
	case err != nil && !errors.Is(err, database.ErrNotFound):
		return "", err
	}
	switch d, err := h.Store.Dues.DatesReferenced(c.Context(), c.Caller.OrgID, found[0]); {
	case err == nil && len(list) == 0:
		return d.Order(), nil
	case err != nil && !errors.Is(err, database.ErrNotFound):
		return "", err
	}
	if len(list) != 1 {
		return "", missing
	}
	return list[0].Hold.ID, nil
}

func (h *Handlers) withNote(c *access.Call, in *BankNote, do func(ctx context.Context, org, transaction, note, by string) error) (*BankTransactionView, error) {
	var check httpapi.Checks
	note := check.Line("note", in.Note, 1, maxBankNote)
	if err := check.Err(); err != nil {
		return nil, err
	}
	return h.decided(c, do(c.Context(), c.Caller.OrgID, c.Param("transaction_id"), note, c.Caller.Actor()))
}

func (h *Handlers) giveBankTransactionBack(c *access.Call, in *BankNote) (*BankTransactionView, error) {
	return h.withNote(c, in, h.Settler.GiveTransferBack)
}

func (h *Handlers) markBankTransactionReturned(c *access.Call, in *BankNote) (*BankTransactionView, error) {
	return h.withNote(c, in, h.Settler.MarkTransferReturned)
}

func (h *Handlers) ignoreBankTransaction(c *access.Call, in *BankNote) (*BankTransactionView, error) {
	return h.withNote(c, in, h.Settler.IgnoreTransfer)
}

func (h *Handlers) undoBankTransaction(c *access.Call, _ *httpapi.None) (*BankTransactionView, error) {
	return h.decided(c, h.Settler.UndoTransfer(c.Context(), c.Caller.OrgID, c.Param("transaction_id"), c.Caller.Actor()))
}

// decided is the transaction after staff have decided about it.
func (h *Handlers) decided(c *access.Call, err error) (*BankTransactionView, error) {
	switch {
	case errors.Is(err, settlement.ErrTransferDone):
		return nil, kindTransferDone.Problem()
	case errors.Is(err, settlement.ErrNoCredit):
		return nil, kindNoCredit.Problem()
	case errors.Is(err, settlement.ErrNotReversed):
		return nil, kindNotReversed.Problem()
	case errors.Is(err, settlement.ErrCurrency):
		return nil, kindOrderCurrency.Problem()
	case errors.Is(err, database.ErrStale):
		return nil, kindTransferStale.Problem()
	case err != nil:
		return nil, paying.Problem(err)
	}
	return h.getBankTransaction(c, nil)
}
