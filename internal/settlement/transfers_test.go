package settlement_test

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/bankfile"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/settlement"
	"github.com/holdfast-events/holdfast/internal/settlement/journal"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

const ourIBAN = "DE02120300000000202051"

// org is the organization of the shop's event.
func (s *shop) org() string {
	s.t.Helper()
	e, err := s.store.Events.Event(s.t.Context(), s.event)
	s.must(err)
	return e.Event.OrgID
}

// credit is a transfer to the shop's account.
func credit(amount int64, text string) bankfile.Transaction {
	return bankfile.Transaction{Line: 1, Account: ourIBAN, Amount: amount, Currency: "EUR", Kind: bankfile.Credit, Booked: "2027-01-03", Payer: "Ada", Text: text}
}

// statement reads a file with these transactions, and returns what became of each.
func (s *shop) statement(name string, list ...bankfile.Transaction) []payments.BankTransaction {
	s.t.Helper()
	ctx, org := s.t.Context(), s.org()
	s.must(s.store.Banks.SetAccount(ctx, &events.BankAccount{OrgID: org, ID: payments.BankAccountID(org), IBAN: ourIBAN, Holder: "Shop", ChangedAt: 1}))
	for i := range list {
		list[i].Line = i + 1
	}
	b, _, err := s.settler.TakeStatement(ctx, org, name, "mem_kim", []byte(name), &bankfile.File{Format: bankfile.MT940, Transactions: list})
	s.must(err)
	s.must(s.settler.MatchTransfers(ctx, org))
	s.must(s.settler.MatchTransfers(ctx, org)) // again changes nothing
	return s.taken(b.ID)
}

// taken are the transactions of a statement, in its order.
func (s *shop) taken(statement string) []payments.BankTransaction {
	s.t.Helper()
	got, err := s.store.Banks.Transactions(s.t.Context(), s.org(), payments.TransactionFilter{Statement: statement}, payments.BankPosition{}, 100)
	s.must(err)
	slices.SortFunc(got, func(a, b payments.BankTransaction) int { return int(a.Line - b.Line) })
	return got
}

// TestTransfers: a transfer that names an order and is what it costs pays it, once; others
// wait for a person, and what a person does with them adds up.
func TestTransfers(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		s := open(t, url, 9)
		ctx, org := t.Context(), s.org()
		ada, bob, cid, dan := s.order("ada", 1), s.order("bob", 1), s.order("cid", 1), s.order("dan", 1)
		ref := inventory.PlainReference
		got := s.statement("first", credit(price, ref(ada)), credit(price, ref(ada)), credit(price-100, ref(bob)), credit(price+500, ref(cid)), credit(700, "rent"),
			bankfile.Transaction{Account: ourIBAN, Amount: 5, Currency: "EUR", Kind: bankfile.Debit, Booked: "2027-01-02"})
		var states []string
		for i := range got {
			states = append(states, got[i].State+" "+got[i].Reason)
		}
		if want := "matched |open already_paid|open too_little|open too_much|open no_reference"; strings.Join(states, "|") != want {
			t.Fatalf("%v", states)
		}
		s.stands(ada, "confirmed")
		if again := s.statement("overlaps", credit(price, ref(ada)), credit(price, ref(ada))); len(again) != 0 {
			t.Errorf("taken again: %+v", again)
		}
		must := func(err, want error) {
			t.Helper()
			if !errors.Is(err, want) {
				t.Errorf("%v, want %v", err, want)
			}
		}
		twice, little, much, rent := got[1].ID, got[2].ID, got[3].ID, got[4].ID
		must(s.settler.AssignTransfer(ctx, org, much, cid, "mem_kim"), nil)
		s.stands(cid, "confirmed")
		must(s.settler.AssignTransfer(ctx, org, much, dan, "mem_kim"), settlement.ErrTransferDone)
		must(s.settler.AssignTransfer(ctx, org, little, bob, "mem_kim"), nil)
		must(s.settler.AssignTransfer(ctx, org, little, bob, "mem_kim"), nil) // the same again
		rest := s.statement("rest", credit(100, "the rest"))
		must(s.settler.AssignTransfer(ctx, org, rest[0].ID, bob, "mem_kim"), nil)
		s.stands(bob, "confirmed")
		must(s.settler.AssignTransfer(ctx, org, rent, ada, "mem_kim"), settlement.ErrPaid)
		must(s.settler.AssignTransfer(ctx, org, rent, "ord_none", "mem_kim"), database.ErrNotFound)
		must(s.settler.GiveTransferBack(ctx, org, twice, "twice", "mem_kim"), nil)
		must(s.settler.IgnoreTransfer(ctx, org, rent, "rent", "mem_kim"), nil)
		must(s.settler.UndoTransfer(ctx, org, twice, "mem_kim"), settlement.ErrTransferDone)
		must(s.settler.UndoTransfer(ctx, org, rent, "mem_kim"), nil)
		must(s.settler.GiveTransferBack(ctx, org, rent, "wrong account", "mem_kim"), nil)
		must(s.settler.MarkTransferReturned(ctx, org, rent, "sent", "mem_kim"), nil)
		must(s.settler.MarkTransferReturned(ctx, org, rent, "sent", "mem_kim"), nil)
		must(s.settler.IgnoreTransfer(ctx, "org_other", rent, "x", "mem_kim"), database.ErrNotFound)
		// An order that lapsed has its place again when there is one.
		s.later(20 * time.Minute)
		s.do(inventory.Tick{})
		s.statement("late", credit(price, ref(dan)))
		s.stands(dan, "confirmed")
		s.work()
		s.clean()
		s.accounts(map[string]int64{
			journal.Provider(settlement.BankTransfer): 5*price + 500, journal.Sales: -4 * 10000, journal.Tax: -4 * 1900, journal.Buyers: -price - 500,
		})
		// What is said about who paid is gone with them.
		v, err := s.store.Registrations.Hold(ctx, bob)
		s.must(err)
		s.must(s.store.Erasures.ForgetTexts(ctx, s.event, v.Person.ID))
		if named, err := s.store.Banks.PersonTransactions(ctx, s.event, v.Person.ID, 10); err != nil || len(named) != 2 || named[0].Payer+named[0].Text+named[1].Text != "" {
			t.Errorf("%+v, %v", named, err)
		}
		s.clean()
	})
}

// meanwhile is a server on which, between what it reads of a transaction and what it stores of
// that, somebody does something else.
func (s *shop) meanwhile(do func() error) *settlement.Settler {
	s.t.Helper()
	var once sync.Once
	return s.settlerAt(func() time.Time {
		once.Do(func() { s.must(do()) })
		return s.now()
	}, s.bank)
}

// TestTransfersAssignedAtOnce: a transaction that two assign to two orders pays one of them,
// and nothing of it is due back for the other; and two parts that two assign to one order pay it.
func TestTransfersAssignedAtOnce(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		s := open(t, url, 9)
		ctx, org := t.Context(), s.org()
		ada, bob, cid := s.order("ada", 2), s.order("bob", 1), s.order("cid", 1)
		got := s.statement("first", credit(2*price, "for both"), credit(price-100, "a part"), credit(price-100, "another"))
		other := s.meanwhile(func() error { return s.settler.AssignTransfer(ctx, org, got[0].ID, ada, "mem_kim") })
		if err := other.AssignTransfer(ctx, org, got[0].ID, bob, "mem_lee"); !errors.Is(err, database.ErrStale) {
			t.Errorf("assigned twice: %v", err)
		}
		s.stands(ada, "confirmed")
		s.stands(bob, "pending")
		s.money(bob)
		other = s.meanwhile(func() error { return s.settler.AssignTransfer(ctx, org, got[1].ID, cid, "mem_kim") })
		s.must(other.AssignTransfer(ctx, org, got[2].ID, cid, "mem_lee"))
		s.stands(cid, "confirmed")
		s.work()
		s.accounts(map[string]int64{journal.Sales: -3 * 10000, journal.Tax: -3 * 1900, journal.Buyers: -(price - 200)})
	})
}

// TestUndoneTransfers: what was assigned to an order by mistake is the order's no longer: it is
// at the desk as it was, and what is given back of it is not a refund of the order.
func TestUndoneTransfers(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		s := open(t, url, 9)
		ctx, org := t.Context(), s.org()
		ada, bob := s.order("ada", 1), s.order("bob", 1)
		for _, was := range s.statement("first", credit(700, "rent"), credit(price-100, inventory.PlainReference(ada)), credit(price, inventory.PlainReference(ada)+inventory.PlainReference(bob))) {
			s.must(s.settler.UndoTransfer(ctx, org, s.assigned(&was, bob), "mem_kim"))
			now, err := s.store.Banks.Transaction(ctx, org, was.ID)
			s.must(err)
			if now.State != was.State || now.OrderID != was.OrderID || now.EventID != was.EventID || now.Reason != was.Reason {
				t.Errorf("it was %+v, and is %+v", was, now)
			}
			s.must(s.settler.GiveTransferBack(ctx, org, was.ID, "theirs", "mem_kim"))
		}
		s.work()
		s.money(bob)
		s.money(ada, "refund pending:11800")
		s.clean()
	})
}

// reversal is a transaction with which money went back the way it came.
func reversal(kind bankfile.Kind, amount int64) bankfile.Transaction {
	t := credit(amount, "reversed")
	t.Kind = kind
	return t
}

// TestReversedTransfers: what a bank takes back is taken out of the payment, once, and no more
// than there is in it; and a refund that comes back is made anew.
func TestReversedTransfers(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		s := open(t, url, 9)
		ctx, org := t.Context(), s.org()
		ada, bob, cid := s.order("ada", 1), s.order("bob", 1), s.order("cid", 1)
		s.statement("first", credit(price, inventory.PlainReference(ada)), credit(price, inventory.PlainReference(bob)))
		s.do(inventory.CancelOrder{Who: staff, OrderID: bob})
		s.work()
		back := s.payout(bob)
		assign := func(of *payments.BankTransaction, order string, want error) {
			t.Helper()
			if err := s.settler.AssignTransfer(ctx, org, of.ID, order, "mem_kim"); !errors.Is(err, want) {
				t.Errorf("%v, want %v", err, want)
			}
		}
		got := s.statement("back", reversal(bankfile.CreditReversed, price), reversal(bankfile.CreditReversed, 1), reversal(bankfile.DebitReversed, back.Amount), reversal(bankfile.DebitReversed, 1))
		assign(&got[2], bob, settlement.ErrNotReversed) // it was not given yet
		_, err := s.settler.MarkRefunded(ctx, s.event, back.ID, "transfer of 3 May")
		s.must(err)
		assign(&got[0], cid, settlement.ErrNotReversed)
		assign(&got[0], bob, settlement.ErrNotReversed) // all of it was given back
		assign(&got[0], ada, nil)
		assign(&got[0], ada, settlement.ErrTransferDone)
		assign(&got[1], ada, settlement.ErrNotReversed) // nothing is left
		assign(&got[3], bob, settlement.ErrNotReversed)
		assign(&got[2], bob, nil)
		if o := s.payout(bob); o.State != payments.PayoutFailed {
			t.Errorf("%+v", o)
		}
		for i := range 2 {
			_, err = s.settler.MarkRefunded(ctx, s.event, back.ID, "transfer of 5 May")
			s.must(err)
			if o := s.payout(bob); o.State != payments.PayoutDone || o.Attempt != 1 || o.Note != "transfer of 5 May" {
				t.Errorf("%d: %+v", i, o)
			}
		}
		s.work()
		s.clean()
		s.accounts(map[string]int64{journal.Disputes: price, journal.Sales: -10000, journal.Tax: -1900})
	})
}

// TestPartsOfSettledOrders: a part of an order that is paid in another way, or cancelled, is at
// the desk again; and parts that suffice pay, whoever died in between.
func TestPartsOfSettledOrders(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		s := open(t, url, 9)
		ctx, org := t.Context(), s.org()
		ada, bob, cid, dan := s.order("ada", 1), s.order("bob", 1), s.order("cid", 1), s.order("dan", 1)
		got := s.statement("first", credit(700, "a"), credit(700, "b"), credit(700, "c"), credit(price-700, "c"), credit(700, "d"))
		for i, order := range []string{ada, bob, cid, "", dan} {
			if order != "" {
				s.must(s.settler.AssignTransfer(ctx, org, got[i].ID, order, "mem_kim"))
			}
		}
		_, err := s.settler.MarkPaid(ctx, ada, "cash", price)
		s.must(err)
		s.do(inventory.CancelOrder{Who: staff, OrderID: bob})
		rest := got[3]
		rest.State, rest.EventID, rest.OrderID, rest.ChangedBy = payments.TransferPart, s.event, cid, "mem_kim"
		rest.Version++ // as a server that died before it paid
		s.must(s.store.Banks.MoveTransaction(ctx, &rest))
		s.later(time.Hour)
		_, err = s.settler.Reconcile(ctx)
		s.must(err)
		s.work()
		var now []string
		for _, x := range s.taken(got[0].StatementID) {
			now = append(now, x.State+" "+x.Reason)
		}
		if want := "open already_paid|open order_lapsed|matched no_reference|matched no_reference|part no_reference"; strings.Join(now, "|") != want {
			t.Errorf("%v", now)
		}
		s.stands(cid, "confirmed")
		s.clean()
	})
}

// assigned puts a transaction that is too little for it to an order, or has it be ignored.
func (s *shop) assigned(t *payments.BankTransaction, order string) string {
	s.t.Helper()
	if t.Amount < price {
		s.must(s.settler.AssignTransfer(s.t.Context(), t.OrgID, t.ID, order, "mem_kim"))
	} else {
		s.must(s.settler.IgnoreTransfer(s.t.Context(), t.OrgID, t.ID, "who knows", "mem_kim"))
	}
	return t.ID
}

// TestVerifyCatchesWrongTransfers damages sound bank accounts in every way of the list; each
// must be found, and as what it is, on both engines.
func TestVerifyCatchesWrongTransfers(t *testing.T) {
	t.Parallel()
	corruptions := []corruption{
		{"buyers transfer to a thief", 4, "the bank account", "update bank_accounts set iban = 'DE89370400440532013000'"},
		{"a transaction is of another amount", 4, "the bank transaction, or what became of it,", "update bank_transactions set amount = amount + 1"},
		{"a transaction is lost", 4, "and it is not stored", "delete from bank_transactions where state = 'ignored'"},
		{"a transaction of a statement is lost", 30, "were taken from the statement, and", "delete from bank_transactions where state = 'ignored'"},
		{"a statement is another file", 4, "the bank statement", "update bank_statements set hash = 'x'"},
		{"less is in payments", 30, "of the transaction are in payments, and it is", "update bank_transactions set applied = applied - 1 where applied > 0"},
		{"a payment has no transaction", 30, "and no transaction of the account is in it", "update bank_transactions set state = 'open', reason = 'no_reference', payment_id = '', applied = 0 where state = 'matched' and back = 0"},
		{"a transaction pays twice", 30, "its bank transactions add up to", "update bank_transactions set payment_id = (select min(payment_id) from bank_transactions where payment_id <> '') where payment_id <> ''"},
		{"a transaction is in the payment of another order", 30, "its transactions are", "update bank_transactions set order_id = (select max(order_id) from bank_transactions) where payment_id <> ''"},
		{"a payment is lost", 30, "which is not stored for an event", "update bank_transactions set payment_id = 'bank_transfer:lost' where payment_id <> ''"},
		{"a payment came in another way", 30, "which came by manual", "update payments set provider = 'manual' where provider = 'bank_transfer'"},
		{"what is owed back is forgotten", 30, "are due back since", "update bank_transactions set back_payment_id = '', changed_at = 1 where back > 0"},
		{"what is not matched pays", 30, "of it are said to be in payments", "update bank_transactions set applied = 1 where state = 'ignored'"},
		{"nobody knows why it is at the desk", 30, "no reason says why", "update bank_transactions set reason = '' where state = 'open'"},
		{"a transaction waits for ever", 30, "has been new since", "update bank_transactions set state = 'new', taken_at = 1 where state = 'open'"},
		{"a transaction is matched to nothing", 30, "for order \"\", and is a", "update bank_transactions set order_id = '' where state = 'matched'"},
		{"a transaction is for no event", 30, "of event \"\"", "update bank_transactions set event_id = '' where order_id <> ''"},
		{"an order is lost", 14, "missing from orders", "update bank_transactions set order_id = 'ord_lost' where order_id <> ''"},
		{"nothing is due back, and a payment says so", 30, "is due back, and payment", "update bank_transactions set back = 0, applied = amount where back > 0 and applied > 0"},
		{"a reversal takes out less", 30, "that were reversed add up to", "update bank_transactions set amount = amount - 1 where kind = 'credit_reversed'"},
		{"a reversal pays", 30, "the transaction is a credit_reversed of payment", "update bank_transactions set applied = 1 where kind = 'credit_reversed'"},
		{"a part is of an order that is paid", 30, "which is confirmed", "update bank_transactions set order_id = (select max(order_id) from bank_transactions where applied > 0) where state = 'part'"},
		{"parts suffice, and nothing is paid", 30, "and is not paid", "update bank_transactions set amount = 11900 where state = 'part'"},
		{"a payment is said to pay nothing", 30, "of the transaction pay an order, by payment", "update bank_transactions set payment_id = '' where applied > 0"},
	}
	on(t, func(t *testing.T, url string) {
		s := open(t, url, 9)
		ctx, org := t.Context(), s.org()
		ada, cid, dan := s.order("ada", 1), s.order("cid", 1), s.order("dan", 1)
		got := s.statement("first", credit(price, inventory.PlainReference(ada)), credit(price+500, inventory.PlainReference(cid)), credit(700, "rent"), credit(800, "more"),
			credit(900, "part"), reversal(bankfile.CreditReversed, 300))
		s.must(s.settler.AssignTransfer(ctx, org, got[4].ID, dan, "mem_kim"))
		s.must(s.settler.AssignTransfer(ctx, org, got[5].ID, ada, "mem_kim"))
		s.must(s.settler.AssignTransfer(ctx, org, got[1].ID, cid, "mem_kim"))
		s.must(s.settler.IgnoreTransfer(ctx, org, got[2].ID, "rent", "mem_kim"))
		s.work()
		s.clean()
		s.later(3 * time.Hour)
		s.catches(append([]string{"bank_accounts", "bank_statements", "bank_transactions"}, moneyTables...), s.now(), corruptions)
	})
}
