package payments

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// BankProvider is the provider of payments that came in on an organization's bank account.
const BankProvider = "bank_transfer"

// MatchTransfersKind is the kind of the job that goes on with what files of banks say.
const MatchTransfersKind = "match_transfers"

// The states of a BankTransaction.
const (
	TransferNew      = "new"
	TransferOpen     = "open"
	TransferPart     = "part"
	TransferMatched  = "matched"
	TransferToReturn = "to_return"
	TransferReturned = "returned"
	TransferIgnored  = "ignored"
)

// TransferStates are all states of a BankTransaction.
func TransferStates() []string {
	return []string{TransferNew, TransferOpen, TransferPart, TransferMatched, TransferToReturn, TransferReturned, TransferIgnored}
}

// BankStatement is a file of a bank that was read.
type BankStatement struct {
	OrgID, ID          string
	Hash, Name, Format string
	FromDay, ToDay     string
	// Transactions are those that are booked: taken from this file, known from one before, and
	// debits, which are not kept. Pending are further ones.
	Transactions, Taken, Known, Debits, Pending int64
	ReadBy                                      string
	ReadAt                                      inventory.Instant
}

// BankStatementTable describes the table bank_statements; a row is one BankStatement.
var BankStatementTable = table.New("bank_statements", new(BankStatement), func(c *table.Columns, v *BankStatement) {
	c.Key("org_id", &v.OrgID)
	c.Key("id", &v.ID)
	c.Text("hash", &v.Hash)
	c.Text("name", &v.Name)
	c.Text("format", &v.Format)
	c.Text("from_day", &v.FromDay)
	c.Text("to_day", &v.ToDay)
	c.Number("transactions", &v.Transactions)
	c.Number("taken", &v.Taken)
	c.Number("known", &v.Known)
	c.Number("debits", &v.Debits)
	c.Number("pending", &v.Pending)
	c.Text("read_by", &v.ReadBy)
	c.Number("read_at", (*int64)(&v.ReadAt))
})

// Commitment commits to the file and to how much was taken from it.
func (b *BankStatement) Commitment() string {
	c := audit.BankStatement{ID: b.ID, Org: b.OrgID, Hash: b.Hash, Transactions: b.Transactions, Taken: b.Taken, Known: b.Known, Out: b.Debits, Later: b.Pending}
	return c.Commitment()
}

// BankTransaction is a transaction of a bank account with which money came in or went back.
type BankTransaction struct {
	OrgID, ID, StatementID   string
	Line                     int64 // in its file
	Account, Currency        string
	Amount                   int64
	Kind, Booked             string
	Payer, PayerIBAN, Text   string
	EndToEnd, BankRef        string
	State, Reason            string
	EventID, OrderID         string
	PaymentID, BackPaymentID string
	Applied, Back            int64
	Note, ChangedBy          string
	ChangedAt, TakenAt       inventory.Instant
	Version                  int64
}

// BankTransactionTable describes the table bank_transactions; a row is one BankTransaction.
var BankTransactionTable = table.New("bank_transactions", new(BankTransaction), func(c *table.Columns, v *BankTransaction) {
	c.Key("org_id", &v.OrgID)
	c.Key("id", &v.ID)
	c.Text("statement_id", &v.StatementID)
	c.Number("line", &v.Line)
	c.Text("account", &v.Account)
	c.Text("currency", &v.Currency)
	c.Number("amount", &v.Amount)
	c.Text("kind", &v.Kind)
	c.Text("booked", &v.Booked)
	c.Text("payer", &v.Payer)
	c.Text("payer_iban", &v.PayerIBAN)
	c.Text("text", &v.Text)
	c.Text("end_to_end", &v.EndToEnd)
	c.Text("bank_ref", &v.BankRef)
	c.Changes(1)
	c.Text("state", &v.State)
	c.Text("reason", &v.Reason)
	c.Text("event_id", &v.EventID)
	c.Text("order_id", &v.OrderID)
	c.Text("payment_id", &v.PaymentID)
	c.Text("back_payment_id", &v.BackPaymentID)
	c.Number("applied", &v.Applied)
	c.Number("back", &v.Back)
	c.Text("note", &v.Note)
	c.Text("changed_by", &v.ChangedBy)
	c.Number("changed_at", (*int64)(&v.ChangedAt))
	c.Changes(0)
	c.Number("taken_at", (*int64)(&v.TakenAt))
	c.Changes(1)
	c.Number("version", &v.Version)
})

// Commitment commits to the money and to what became of it.
func (t *BankTransaction) Commitment() string {
	c := audit.BankTransaction{
		ID: t.ID, Org: t.OrgID, Statement: t.StatementID, Account: t.Account, Currency: t.Currency, Kind: t.Kind, Booked: t.Booked, Amount: t.Amount,
		State: t.State, Order: t.OrderID, Payment: t.PaymentID, BackPayment: t.BackPaymentID, Applied: t.Applied, Back: t.Back,
	}
	return c.Commitment()
}

// SetAccount sets the bank account of an organization.
func (s Banks) SetAccount(ctx context.Context, a *events.BankAccount) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if err := lockOrganization(ctx, s.db, tx, a.OrgID); err != nil {
			return err
		}
		was, err := table.One(ctx, tx, events.BankAccountTable.Scan, events.BankAccountTable.From()+" where org_id = $1", a.OrgID)
		action := audit.BankAccountChanged
		switch {
		case errors.Is(err, table.ErrNone):
			if err := organizations.NoneElsewhere(ctx, tx, a.OrgID); err != nil {
				return err
			}
			action, err = audit.BankAccountAdded, events.BankAccountTable.InsertRow(ctx, tx, a)
		case err == nil && was.IBAN == a.IBAN && was.BIC == a.BIC && was.Holder == a.Holder:
			return nil
		case err == nil:
			err = table.ExecOne(ctx, tx, "update bank_accounts set iban = $1, bic = $2, holder = $3, changed_at = $4 where org_id = $5",
				a.IBAN, a.BIC, a.Holder, int64(a.ChangedAt), a.OrgID)
		}
		if err != nil {
			return err
		}
		return organizations.Record(ctx, s.db, tx, a.OrgID, "", audit.Deed{Subject: a.ID, Action: action, Commitment: a.Commitment()})
	})
}

// lockOrganization has those wait for each other who change what an organization has.
func lockOrganization(ctx context.Context, db *database.DB, tx *sql.Tx, org string) error {
	_, err := table.One(ctx, tx, table.ScanText, "select id from organizations where id = $1"+db.Eng.LockEvent(), org)
	return err
}

// RemoveAccount takes the bank account of an organization away. There may be none.
func (s Banks) RemoveAccount(ctx context.Context, org string) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		n, err := table.Exec(ctx, tx, "delete from bank_accounts where org_id = $1", org)
		if err != nil || n == 0 {
			return err
		}
		return organizations.Record(ctx, s.db, tx, org, "", audit.Deed{Subject: BankAccountID(org), Action: audit.BankAccountRemoved})
	})
}

// BankAccountID is the id of the one account that an organization has.
func BankAccountID(org string) string {
	return id.BankAccount + strings.TrimPrefix(org, id.Organization)
}

// Account returns the bank account of an organization, or ErrNotFound.
func (s Banks) Account(ctx context.Context, org string) (*events.BankAccount, error) {
	a, err := table.One(ctx, s.db.Read, events.BankAccountTable.Scan, events.BankAccountTable.From()+" where org_id = $1", org)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	return &a, nil
}

// TakeStatement stores a file that was read, with those of its transactions that are in no
// file before, and the job that goes on with them. It fills in how many these are. fresh is
// false when the file was read before: then nothing is changed, and b is as it was stored.
func (s Banks) TakeStatement(ctx context.Context, b *BankStatement, list []BankTransaction, next database.Job) (fresh bool, err error) {
	given := *b
	err = s.db.WithTx(ctx, func(tx *sql.Tx) error {
		*b, fresh = given, false
		if err := lockOrganization(ctx, s.db, tx, b.OrgID); err != nil {
			return err
		}
		was, err := table.One(ctx, tx, BankStatementTable.Scan, BankStatementTable.From()+" where org_id = $1 and id = $2", b.OrgID, b.ID)
		if err == nil {
			*b = was
			return nil
		}
		if !errors.Is(err, table.ErrNone) {
			return err
		}
		if b.Taken, err = countNew(ctx, tx, b.OrgID, list); err != nil {
			return err
		}
		b.Known = int64(len(list)) - b.Taken
		b.Transactions = int64(len(list)) + b.Debits
		if err := BankStatementTable.InsertRow(ctx, tx, b); err != nil {
			return err
		}
		deeds := []audit.Deed{{Subject: b.ID, Action: audit.BankStatementRead, Commitment: b.Commitment()}}
		for i := range list {
			n, err := BankTransactionTable.InsertUnless(ctx, tx, &list[i], table.UnlessThere)
			if err != nil {
				return err
			}
			if n == 1 {
				deeds = append(deeds, audit.Deed{Subject: list[i].ID, Action: audit.BankTransactionTaken, Commitment: list[i].Commitment()})
			}
		}
		if fresh = true; b.Taken > 0 {
			if err := s.db.InsertJobs(ctx, tx, next); err != nil {
				return err
			}
		}
		return organizations.Record(ctx, s.db, tx, b.OrgID, "", deeds...)
	})
	return fresh, err
}

// countNew counts the transactions that are not stored.
func countNew(ctx context.Context, tx *sql.Tx, org string, list []BankTransaction) (n int64, err error) {
	const together = 500
	n = int64(len(list))
	for from := 0; from < len(list); from += together {
		part := list[from:min(len(list), from+together)]
		ids := make([]string, len(part))
		for i := range part {
			ids[i] = part[i].ID
		}
		in, args := table.InList(2, ids)
		known, err := table.One(ctx, tx, table.ScanInt, "select count(*) from bank_transactions where org_id = $1 and id in ("+in+")", append([]any{org}, args...)...)
		if err != nil {
			return 0, err
		}
		n -= known
	}
	return n, nil
}

// BankPosition is a place in a list of statements or transactions.
type BankPosition struct {
	At inventory.Instant
	ID string
}

// Statements returns statements, the latest first, before a position.
func (s Banks) Statements(ctx context.Context, org string, before BankPosition, limit int) ([]BankStatement, error) {
	list, err := table.All(ctx, s.db.Read, BankStatementTable.Scan, BankStatementTable.From()+` where org_id = $1
		and (cast($2 as bigint) = 0 or read_at < $2 or read_at = $2 and id < $3) order by read_at desc, id desc limit $4`, org, int64(before.At), before.ID, limit)
	return list, s.db.Classify(err)
}

// Statement returns a statement, or ErrNotFound.
func (s Banks) Statement(ctx context.Context, org, statement string) (*BankStatement, error) {
	b, err := table.One(ctx, s.db.Read, BankStatementTable.Scan, BankStatementTable.From()+" where org_id = $1 and id = $2", org, statement)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	return &b, nil
}

// TransactionFilter selects transactions. Empty fields select all.
type TransactionFilter struct {
	States    []string
	Statement string
}

// Transactions returns transactions, the latest first, before a position.
func (s Banks) Transactions(ctx context.Context, org string, f TransactionFilter, before BankPosition, limit int) ([]BankTransaction, error) {
	args := []any{org, int64(before.At), before.ID, f.Statement, limit}
	where := ` where org_id = $1 and (cast($2 as bigint) = 0 or taken_at < $2 or taken_at = $2 and id < $3) and ($4 = '' or statement_id = $4)`
	if len(f.States) > 0 {
		in, more := table.InList(len(args)+1, f.States)
		where, args = where+" and state in ("+in+")", append(args, more...)
	}
	list, err := table.All(ctx, s.db.Read, BankTransactionTable.Scan, BankTransactionTable.From()+where+" order by taken_at desc, id desc limit $5", args...)
	return list, s.db.Classify(err)
}

// Transaction returns a transaction, or ErrNotFound.
func (s Banks) Transaction(ctx context.Context, org, transaction string) (*BankTransaction, error) {
	t, err := table.One(ctx, s.db.Read, BankTransactionTable.Scan, BankTransactionTable.From()+" where org_id = $1 and id = $2", org, transaction)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	return &t, nil
}

// settledParts are parts that wait for nothing: those of orders, or of prices of bookings, that are
// paid or have ended, and those that together are what an order costs.
const settledParts = "state = 'part' and (" + settledOrders + " or " + settledBookings + " or " + settledDates + ")"

const settledOrders = `(org_id, id) in (select t.org_id, t.id from bank_transactions t
	join holds h on h.event_id = t.event_id and h.id = t.order_id join orders o on o.event_id = h.event_id and o.id = h.id
	join (select event_id, order_id, sum(amount) as amount from bank_transactions where order_id <> '' and state = 'part' group by event_id, order_id) p
		on p.event_id = t.event_id and p.order_id = t.order_id
	where t.order_id <> '' and t.state = 'part' and (h.state <> 'held' and not (h.state = 'released' and h.reason = 'order_expired') or o.total <= p.amount))`

// settledBookings are those of bookings. Which of these wait is what booking.Claim says.
const settledBookings = `(org_id, id) in (select t.org_id, t.id from bank_transactions t
	join bookings b on b.org_id = t.org_id and b.org_id = t.event_id and b.id = substr(t.order_id, 1, 16)
	join (select event_id, order_id, sum(amount) as amount from bank_transactions where order_id <> '' and state = 'part' group by event_id, order_id) p
		on p.event_id = t.event_id and p.order_id = t.order_id
	where t.order_id <> '' and t.state = 'part' and case when t.order_id = b.id || '-deposit'
		then b.deposit_by <> '' or b.waiver <> '' and b.balance_by <> '' or b.status not in ('requested', 'pending_deposit', 'confirmed') and not (b.status = 'lapsed' and b.pay_until > 0)
			or b.deposit <= p.amount
		else b.balance_by <> '' or b.status not in ('confirmed', 'completed') or case when b.waiver <> '' and b.deposit_by = '' then b.price else b.price - b.deposit end <= p.amount end)`

// settledDates are those of the prices of several dates: none of these waits any more, or what is asked for
// of them has come.
const settledDates = `(org_id, id) in (select t.org_id, t.id from bank_transactions t
	join (select event_id, order_id, sum(amount) as amount from bank_transactions where order_id <> '' and state = 'part' group by event_id, order_id) p
		on p.event_id = t.event_id and p.order_id = t.order_id
	where substr(t.order_id, 1, 4) = 'bks_' and t.state = 'part' and p.amount >= coalesce((select sum(case when t.order_id = b.series_id || '-deposit' then b.deposit
			when b.waiver <> '' and b.deposit_by = '' then b.price else b.price - b.deposit end) from bookings b
		where b.org_id = t.org_id and b.series_id = substr(t.order_id, 1, 16) and case when t.order_id = b.series_id || '-deposit'
			then b.deposit_by = '' and (b.status = 'pending_deposit' or b.status = 'lapsed' and b.pay_until > 0)
			else b.balance_by = '' and b.status in ('confirmed', 'completed') end), 0))`

// TransactionsToMatch returns transactions with which something is still to be done, of which
// no person has to think: new ones, those of whose rest the payment is missing, and parts that
// wait for nothing. They come in the order in which files have them, from the one after that.
func (s Banks) TransactionsToMatch(ctx context.Context, org string, after *BankTransaction, limit int) ([]BankTransaction, error) {
	list, err := table.All(ctx, s.db.Read, BankTransactionTable.Scan, BankTransactionTable.From()+` where org_id = $1
		and (state = 'new' or state = 'matched' and back > 0 and back_payment_id = '' or `+settledParts+`)
		and (taken_at > $2 or taken_at = $2 and (line > $3 or line = $3 and id > $4)) order by taken_at, line, id limit $5`,
		org, int64(after.TakenAt), after.Line, after.ID, limit)
	return list, s.db.Classify(err)
}

// Unmatched returns organizations that have such transactions since before a time.
func (s Banks) Unmatched(ctx context.Context, before inventory.Instant, limit int) ([]string, error) {
	list, err := table.All(ctx, s.db.Read, table.ScanText, `select org_id from bank_transactions where state = 'new' and changed_at < $1
		union select org_id from bank_transactions where back > 0 and back_payment_id = '' and changed_at < $1
		union select org_id from bank_transactions where changed_at < $1 and `+settledParts+` order by 1 limit $2`, int64(before), limit)
	return list, s.db.Classify(err)
}

// TransactionParts returns the transactions that are parts of an order.
func (s Banks) TransactionParts(ctx context.Context, event, order string) ([]BankTransaction, error) {
	return s.TransactionsOf(ctx, event, order, TransferPart)
}

// TransactionsOf returns the transactions for an order that are in a state.
func (s Banks) TransactionsOf(ctx context.Context, event, order, state string) ([]BankTransaction, error) {
	list, err := table.All(ctx, s.db.Read, BankTransactionTable.Scan, BankTransactionTable.From()+` where event_id = $1 and order_id = $2 and order_id <> '' and state = $3
		order by org_id, id`, event, order, state)
	return list, s.db.Classify(err)
}

// Reversed returns transactions that a reversal may be of: that are matched, of the same amount,
// and of the same account or reference of the payer.
func (s Banks) Reversed(ctx context.Context, t *BankTransaction, limit int) ([]BankTransaction, error) {
	list, err := table.All(ctx, s.db.Read, BankTransactionTable.Scan, BankTransactionTable.From()+` where org_id = $1 and state = 'matched' and kind = 'credit'
		and currency = $2 and amount = $3 and (payer_iban = $4 and payer_iban <> '' or end_to_end = $5 and end_to_end <> '') order by taken_at desc, id limit $6`,
		t.OrgID, t.Currency, t.Amount, t.PayerIBAN, t.EndToEnd, limit)
	return list, s.db.Classify(err)
}

// PersonTransactions returns the transactions that name orders of a person of an event, limit at most.
func (s Banks) PersonTransactions(ctx context.Context, event, person string, limit int) ([]BankTransaction, error) {
	list, err := table.All(ctx, s.db.Read, BankTransactionTable.Scan, BankTransactionTable.From()+` where event_id = $1 and order_id <> '' and order_id in (
		select id from holds where event_id = $1 and person_id = $2) order by org_id, id limit $3`, event, person, limit)
	return list, s.db.Classify(err)
}

// TransactionTally is how many transactions of an organization are in a state, and how much.
type TransactionTally struct {
	State, Currency string
	Count, Amount   int64
}

// Tally counts the transactions of an organization, or of one of its statements.
func (s Banks) Tally(ctx context.Context, org, statement string) ([]TransactionTally, error) {
	list, err := table.All(ctx, s.db.Read, func(r engine.Row, t *TransactionTally) error {
		return r.Scan(&t.State, &t.Currency, &t.Count, &t.Amount)
	},
		`select state, currency, count(*), cast(sum(amount) as bigint) from bank_transactions where org_id = $1 and ($2 = '' or statement_id = $2)
		group by state, currency order by state, currency`, org, statement)
	return list, s.db.Classify(err)
}

// MoveTransaction stores what became of a transaction: next has the version after the one
// that was read. ErrStale: somebody was faster.
func (s Banks) MoveTransaction(ctx context.Context, next *BankTransaction) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error { return moveTransactions(ctx, s.db, tx, []BankTransaction{*next}) })
}

// BankOrder is an order that a transaction may be for.
type BankOrder struct {
	EventID, Title string
	Hold           inventory.Hold // with its order, without items
	Person         inventory.Person
	Received       int64 // by transactions that are parts of it
}

var bankOrderColumns = "select e.id, e.title, " + events.HoldTable.As("h") + ", " + events.OrderTable.As("o") + ", " + events.PersonTable.As("p") + `,
	cast(coalesce((select sum(t.amount) from bank_transactions t where t.event_id = h.event_id and t.order_id = h.id and t.order_id <> '' and t.state = 'part'), 0) as bigint)`

const bankOrderTables = ` from events e join holds h on h.event_id = e.id join orders o on o.event_id = h.event_id and o.id = h.id
	join people p on p.event_id = h.event_id and p.id = h.person_id`

func scanBankOrder(r engine.Row, v *BankOrder) error {
	var o events.OrderRecord
	c := table.Scanning()
	c.Add(&v.EventID, &v.Title)
	events.HoldTable.Into(c, &v.Hold)
	events.OrderTable.Into(c, events.OrderRow{ID: &o.ID, Order: &o.Order})
	events.PersonTable.Into(c, &v.Person)
	c.Add(&v.Received)
	err := c.From(r)
	v.Hold.Order = &o.Order
	return err
}

// OrdersReferenced returns the orders of an organization that a reference names: with this
// end of their id, in events with this end of theirs.
func (s Banks) OrdersReferenced(ctx context.Context, org, tail, mark string) ([]BankOrder, error) {
	behind := len(id.Event) + id.CodeLen - len(mark) + 1
	list, err := table.All(ctx, s.db.Read, scanBankOrder, bankOrderColumns+bankOrderTables+` where e.org_id = $1 and substr(e.id, `+strconv.Itoa(behind)+`) = $2
		and h.id = '`+id.Order+`' || substr(e.id, `+strconv.Itoa(len(id.Event)+1)+`) || $3 and o.total > 0 order by e.id limit 10`, org, mark, tail)
	return list, s.db.Classify(err)
}

// OrderForTransfer returns an order of an organization, or ErrNotFound.
func (s Banks) OrderForTransfer(ctx context.Context, org, order string) (*BankOrder, error) {
	event, ok := id.EventOf(order, id.Order)
	if !ok {
		return nil, database.ErrNotFound
	}
	o, err := table.One(ctx, s.db.Read, scanBankOrder, bankOrderColumns+bankOrderTables+" where e.org_id = $1 and e.id = $2 and h.id = $3 and o.total > 0", org, event, order)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	return &o, nil
}

// OrdersToPay returns the latest orders of an organization that a transfer may be for: those
// that are pending, or have lapsed since a time, of events that end after it.
func (s Banks) OrdersToPay(ctx context.Context, org string, since inventory.Instant, limit int) ([]BankOrder, error) {
	list, err := table.All(ctx, s.db.Read, scanBankOrder, bankOrderColumns+bankOrderTables+` where e.org_id = $1 and e.ends_at > $2 and o.total > 0 and h.kind = 'order'
		and (h.state = 'held' or h.state = 'released' and h.reason = 'order_expired' and h.updated_at > $2) order by h.created_at desc, h.id limit $3`, org, int64(since), limit)
	return list, s.db.Classify(err)
}

// Banks is the accounts of organizations at banks, and what those say of them.
type Banks struct{ db *database.DB }

// NewBanks returns Banks on a database.
func NewBanks(db *database.DB) Banks { return Banks{db} }
