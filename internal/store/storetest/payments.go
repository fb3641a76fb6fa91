package storetest

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

var settleJob = database.Job{Kind: "settle", Args: []byte(`{}`), Queue: "default", Priority: 1, MaxAttempts: 5}

// till is an event with an order that can be paid, as far as money goes.
func till(t *testing.T, open Open) (*Fixture, string) {
	t.Helper()
	h := OpenEvent(t, open(t), 5, nil)
	return h, h.In(id.Order)
}

// capture is what a webhook changes that says that 1000 came in.
func (h *Fixture) capture(order, notice, payment string) *payments.Received {
	return &payments.Received{
		Notice: payments.PaymentNotice{
			EventID: h.Event, Provider: "p", ID: notice, Kind: "captured", PaymentID: "p:" + payment, Amount: 1000, Currency: "EUR", At: 5, ReceivedAt: 6,
		},
		Payment: &payments.Payment{
			EventID: h.Event, ID: "p:" + payment, Provider: "p", OrderID: order, Amount: 1000, Currency: "EUR", CapturedAt: 5, ReceivedAt: 6,
			State: payments.PaymentCaptured, Note: "slip 7",
		},
		Journal: []payments.JournalLine{
			{Ref: "capture:p:" + payment, Line: 1, BookedAt: 6, At: 5, Account: "provider:p", Debit: 1000, Currency: "EUR", OrderID: order, PaymentID: "p:" + payment},
			{Ref: "capture:p:" + payment, Line: 2, BookedAt: 6, At: 5, Account: "buyers", Credit: 1000, Currency: "EUR", OrderID: order, PaymentID: "p:" + payment},
		},
		Jobs: []database.Job{settleJob},
	}
}

func (h *Fixture) receive(r *payments.Received) bool {
	h.T.Helper()
	fresh, err := h.S.Payments.Receive(h.T.Context(), r)
	if err != nil {
		h.T.Fatal(err)
	}
	return fresh
}

func testCheckouts(t *testing.T, open Open) {
	h, order := till(t, open)
	ctx := t.Context()
	wish := payments.Checkout{
		EventID: h.Event, ID: h.In("chk_"), OrderID: order, Provider: "p", Amount: 1000, Currency: "EUR", State: payments.CheckoutOpen, Deadline: 900, CreatedAt: 10, LookAt: 10, Standing: "open",
		Asked: "one", AskedAt: 10,
	}
	later := settleJob
	later.At = Epoch + 100*365*24*3600*1e6 // after any clock that this runs by
	made, err := h.S.Payments.OpenCheckout(ctx, wish, "", later)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(wish, made); diff != "" {
		t.Error(diff)
	}
	if n := h.Count("select count(*) from river_job where kind = 'settle' and state = 'available' and scheduled_at > created_at"); n != 1 {
		t.Errorf("%d jobs", n)
	}
	second := wish
	second.ID = h.In("chk_")
	if again, err := h.S.Payments.OpenCheckout(ctx, second, "", settleJob); err != nil || again.ID != wish.ID {
		t.Errorf("a second open checkout: %+v, %v", again, err)
	}
	if n := h.Count("select count(*) from river_job where kind = 'settle'"); n != 1 {
		t.Errorf("%d jobs", n)
	}
	if _, err := h.S.Payments.CheckoutByRef(ctx, "p", ""); !errors.Is(err, database.ErrNotFound) {
		t.Errorf("a checkout without a name: %v", err)
	}
	asked := made
	asked.Asked, asked.AskedAt = "other", 11
	for _, want := range []bool{true, false} { // who asks second finds what was asked
		if ok, err := h.S.Payments.AskForCheckout(ctx, &made, asked); err != nil || ok != want {
			t.Errorf("asked: %v, %v, want %v", ok, err, want)
		}
	}
	again := asked
	again.Attempt, again.Asked, again.AskedAt = 1, "two", 12
	if ok, err := h.S.Payments.AskForCheckout(ctx, &asked, again); err != nil || !ok {
		t.Errorf("asked for something else: %v, %v", ok, err)
	}
	if got, err := h.S.Payments.Checkout(ctx, h.Event, wish.ID); err != nil || !sameCheckout(*got, again) {
		t.Errorf("%+v, %v, want %+v", got, err, again)
	}
	for i, ref := range []string{"cs_1", "cs_2"} { // told twice: the first stands
		if noted, err := h.S.Payments.PageOfCheckout(ctx, h.Event, wish.ID, ref, "https://pay/"+ref); err != nil || noted != (i == 0) {
			t.Fatalf("%s: %v, %v", ref, noted, err)
		}
	}
	got, err := h.S.Payments.CheckoutByRef(ctx, "p", "cs_1")
	if err != nil || got.URL != "https://pay/cs_1" {
		t.Fatalf("%+v, %v", got, err)
	}
	if ok, err := h.S.Payments.AskForCheckout(ctx, &again, asked); err != nil || ok {
		t.Errorf("asked for a page that is there: %v, %v", ok, err)
	}
	if list, err := h.S.Payments.CheckoutsToLook(ctx, 11, 5); err != nil || len(list) != 1 || !sameCheckout(list[0].Checkout, *got) {
		t.Errorf("to look at: %+v, %v", list, err)
	}
	if w, err := h.S.Payments.WatchedCheckout(ctx, h.Event, wish.ID); err != nil || !sameCheckout(w.Checkout, *got) || w.Order != (payments.OrderTime{}) {
		t.Errorf("of an order that does not exist: %+v, %v", w, err)
	}
	if _, err := h.S.Payments.WatchedCheckout(ctx, h.Event, second.ID); !errors.Is(err, database.ErrNotFound) {
		t.Errorf("a checkout that does not exist: %v", err)
	}
	got.Deadline, got.LookAt, got.Standing = 940, 19, "failed"
	if err := h.S.Payments.LookedAtCheckout(ctx, got, "approved"); err != nil {
		t.Fatal(err)
	}
	if now, err := h.S.Payments.Checkout(ctx, h.Event, wish.ID); err != nil || now.Deadline != 940 || now.Standing != "open" {
		t.Errorf("looked at while the provider said something else: %+v, %v", now, err)
	}
	got.Deadline, got.LookAt, got.Standing = 950, 20, "pending"
	if err := h.S.Payments.LookedAtCheckout(ctx, got, "open"); err != nil {
		t.Fatal(err)
	}
	if list, err := h.S.Payments.CheckoutsToLook(ctx, 20, 5); err != nil || len(list) != 0 {
		t.Errorf("looked at just now: %+v, %v", list, err)
	}
	for i, state := range []string{payments.CheckoutClosed, payments.CheckoutPaid} {
		got.State, got.LookAt = state, inventory.Instant(30+i)
		if err := h.S.Payments.LookedAtCheckout(ctx, got, "pending"); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := h.S.Payments.Checkout(ctx, h.Event, wish.ID); err != nil || got.State != payments.CheckoutClosed || got.LookAt != 30 || got.Deadline != 950 || got.Standing != "pending" {
		t.Errorf("what is closed stays so: %+v, %v", got, err)
	}
	if again, err := h.S.Payments.OpenCheckout(ctx, second, "", settleJob); err != nil || again.ID != second.ID {
		t.Errorf("another after the first was closed: %+v, %v", again, err)
	}
	if list, err := h.S.Payments.OrderCheckouts(ctx, h.Event, order); err != nil || len(list) != 2 {
		t.Errorf("%+v, %v", list, err)
	}
}

// testReceiveAtOnce: of many copies of one notice that arrive at the same moment one is
// fresh, and none of the others fails; so it is with notices of one payment.
func testReceiveAtOnce(t *testing.T, open Open) {
	const rounds, copies = 25, 6
	h, order := till(t, open)
	for round := range rounds {
		var fresh [2]atomic.Int64
		var wg sync.WaitGroup
		begin := make(chan struct{})
		for i := range 2 * copies {
			kind := i % 2 // copies of one notice; notices of one payment
			r := h.capture(order, fmt.Sprintf("evt_%d_same", round), fmt.Sprintf("pi_%d_%d", round, kind))
			if kind == 1 {
				r.Notice.ID = fmt.Sprintf("evt_%d_%d", round, i)
			}
			wg.Go(func() {
				<-begin
				ok, err := h.S.Payments.Receive(t.Context(), r)
				if err != nil {
					t.Errorf("round %d: %v", round, err)
				}
				if ok {
					fresh[kind].Add(1)
				}
			})
		}
		close(begin)
		wg.Wait()
		if one, all := fresh[0].Load(), fresh[1].Load(); one != 1 || all != copies {
			t.Errorf("round %d: %d copies of one notice were fresh, and %d of %d notices of one payment", round, one, all, copies)
		}
	}
	if n := h.Count("select count(*) from payments"); n != 2*rounds {
		t.Errorf("%d payments, want %d", n, 2*rounds)
	}
	if n := h.Count("select count(*) from journal"); n != 4*rounds {
		t.Errorf("%d journal lines, want %d", n, 4*rounds)
	}
}

func testReceive(t *testing.T, open Open) {
	h, order := till(t, open)
	ctx := t.Context()
	r := h.capture(order, "evt_1", "pi_1")
	if !h.receive(r) || h.receive(r) {
		t.Error("a notice is fresh once")
	}
	if !h.receive(h.capture(order, "evt_2", "pi_1")) { // another notice of the same payment
		t.Error("another notice is none")
	}
	if n := h.Count("select count(*) from journal"); n != 2 {
		t.Errorf("%d journal lines", n)
	}
	p, err := h.S.Payments.Payment(ctx, h.Event, "p:pi_1")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(r.Payment, p); diff != "" {
		t.Error(diff)
	}
	if _, err := h.S.Payments.Payment(ctx, "evt_000000000000", "p:pi_1"); !errors.Is(err, database.ErrNotFound) {
		t.Errorf("a payment of another event: %v", err)
	}
	other := h.capture(order, "evt_3", "pi_1")
	other.Payment.Amount++
	if _, err := h.S.Payments.Receive(ctx, other); !errors.Is(err, database.ErrConflict) {
		t.Errorf("the same payment with another amount: %v", err)
	}
	if _, err := h.S.Payments.NoticeVerdict(ctx, "p", "evt_3"); !errors.Is(err, database.ErrNotFound) {
		t.Errorf("a notice that failed was stored: %v", err)
	}
	lopsided := h.capture(order, "evt_4", "pi_4")
	lopsided.Journal[0].Debit++
	if _, err := h.S.Payments.Receive(ctx, lopsided); err == nil {
		t.Error("a journal out of balance was booked")
	}
	if n := h.Count("select count(*) from payments"); n != 1 {
		t.Errorf("%d payments", n)
	}
	disputed := int64(400)
	d := &payments.Received{Notice: payments.PaymentNotice{EventID: h.Event, Provider: "p", ID: "evt_5", Kind: "disputed", PaymentID: "p:pi_1", Amount: 400, Currency: "EUR"}, Disputed: &disputed}
	h.receive(d)
	d.Notice.ID, disputed = "evt_6", 0
	if _, err := h.S.Payments.Receive(ctx, d); !errors.Is(err, database.ErrStale) {
		t.Errorf("a dispute that stands otherwise: %v", err)
	}
	if p, err := h.S.Payments.Payment(ctx, "", "p:pi_1"); err != nil || p.Disputed != 400 {
		t.Errorf("%+v, %v", p, err)
	}
	if list, err := h.S.Payments.OrderPayments(ctx, h.Event, order); err != nil || len(list) != 1 {
		t.Errorf("%+v, %v", list, err)
	}
	if list, err := h.S.Payments.EventPayments(ctx, h.Event, "p:pi_1", 5); err != nil || len(list) != 0 {
		t.Errorf("%+v, %v", list, err)
	}
}

func testSettle(t *testing.T, open Open) {
	h, order := till(t, open)
	ctx := t.Context()
	h.receive(h.capture(order, "evt_1", "pi_1"))
	if list, err := h.S.Payments.PaymentsToSettle(ctx, 7, 5); err != nil || len(list) != 1 {
		t.Fatalf("%+v, %v", list, err)
	}
	refund := &payments.Settlement{
		EventID: h.Event, PaymentID: "p:pi_1", State: payments.PaymentRefund, At: 8,
		Payout: &payments.Payout{EventID: h.Event, ID: h.In("rfd_"), OrderID: order, PaymentID: "p:pi_1", Owed: 1000, Currency: "EUR", Reason: "late", CreatedAt: 8},
		Jobs:   []database.Job{settleJob},
	}
	for i, want := range []bool{true, false} {
		if changed, err := h.S.Payments.RecordSettlement(ctx, refund); err != nil || changed != want {
			t.Errorf("try %d: %v, %v", i, changed, err)
		}
	}
	if _, err := h.S.Payments.RecordSettlement(ctx, &payments.Settlement{EventID: h.Event, PaymentID: "p:pi_1", State: payments.PaymentTickets, At: 9}); !errors.Is(err, database.ErrConflict) {
		t.Errorf("both tickets and a refund: %v", err)
	}
	if list, err := h.S.Payments.PaymentsToSettle(ctx, 7, 5); err != nil || len(list) != 0 {
		t.Errorf("%+v, %v", list, err)
	}
	list, err := h.S.Payouts.PaymentPayouts(ctx, h.Event, "p:pi_1")
	if err != nil || len(list) != 1 || list[0].Amount != 1000 || list[0].State != payments.PayoutDue {
		t.Fatalf("%+v, %v", list, err)
	}
	if n := h.Count("select count(*) from river_job where kind = 'settle'"); n != 2 {
		t.Errorf("%d jobs", n)
	}
}

func testPayouts(t *testing.T, open Open) {
	h, order := till(t, open)
	ctx := t.Context()
	h.receive(h.capture(order, "evt_1", "pi_1"))
	payout := func(owed int64) payments.Payout {
		return payments.Payout{EventID: h.Event, ID: h.In("rfd_"), OrderID: order, PaymentID: "p:pi_1", Owed: owed, Currency: "EUR", Reason: "r", CreatedAt: 8}
	}
	one := payout(600)
	got, err := h.S.Payouts.OpenPayout(ctx, one, nil)
	if err != nil || got.Amount != 600 || got.State != payments.PayoutDue {
		t.Fatalf("%+v, %v", got, err)
	}
	if again, err := h.S.Payouts.OpenPayout(ctx, one, nil); err != nil || again != got {
		t.Errorf("opened again: %+v, %v", again, err)
	}
	// More than is left is cut down: refunds never exceed what was captured.
	if two, err := h.S.Payouts.OpenPayout(ctx, payout(600), nil); err != nil || two.Amount != 400 || two.Owed != 600 {
		t.Errorf("%+v, %v", two, err)
	}
	if three, err := h.S.Payouts.OpenPayout(ctx, payout(1), nil); err != nil || three.Amount != 0 || three.State != payments.PayoutDone {
		t.Errorf("%+v, %v", three, err)
	}
	if _, err := h.S.Payouts.OpenPayout(ctx, payments.Payout{EventID: h.Event, ID: h.In("rfd_"), PaymentID: "p:none", Owed: 1, Currency: "EUR"}, nil); !errors.Is(err, database.ErrNotFound) {
		t.Errorf("of no payment: %v", err)
	}
	if list, err := h.S.Payouts.PayoutsToGive(ctx, 9, 5); err != nil || len(list) != 2 {
		t.Errorf("%+v, %v", list, err)
	}
	got.State, got.Ref, got.Tries, got.UpdatedAt = payments.PayoutDone, "re_1", 1, 9
	for i, want := range []bool{true, false} {
		if moved, err := h.S.Payouts.MovePayout(ctx, &got, &payments.Payout{State: payments.PayoutDue}, nil); err != nil || moved != want {
			t.Errorf("try %d: %v, %v", i, moved, err)
		}
	}
	if now, err := h.S.Payouts.Payout(ctx, h.Event, got.ID); err != nil || *now != got {
		t.Errorf("%+v, %v", now, err)
	}
	if same, err := h.S.Payouts.PayoutByRef(ctx, h.Event, got.PaymentID, "re_1"); err != nil || *same != got {
		t.Errorf("by the provider's name of it: %+v, %v", same, err)
	}
	if _, err := h.S.Payouts.PayoutByRef(ctx, h.Event, got.PaymentID, ""); !errors.Is(err, database.ErrNotFound) {
		t.Errorf("by no name: %v", err)
	}
	// A refund made at the provider's desk, told by a notice.
	h.receive(h.capture(order, "evt_2", "pi_2"))
	out := payout(100)
	out.PaymentID, out.Amount, out.State, out.Ref, out.UpdatedAt = "p:pi_2", 100, payments.PayoutDone, "re_9", 9
	notice := func(id string, now, was *payments.Payout) *payments.Received {
		return &payments.Received{
			Notice: payments.PaymentNotice{EventID: h.Event, Provider: "p", ID: id, Kind: "refunded", Currency: "EUR"}, Payout: now, PayoutWas: was,
		}
	}
	h.receive(notice("evt_8", &out, nil))
	// What was weighed on something that has changed since is not stored at all.
	if _, err := h.S.Payments.Receive(ctx, notice("evt_9", &out, nil)); !errors.Is(err, database.ErrStale) {
		t.Errorf("a refund that is not new: %v", err)
	}
	failed, old := out, out
	failed.State, old.State = payments.PayoutFailed, payments.PayoutPending
	if _, err := h.S.Payments.Receive(ctx, notice("evt_9", &failed, &old)); !errors.Is(err, database.ErrStale) {
		t.Errorf("a refund that stands otherwise: %v", err)
	}
	if _, err := h.S.Payments.NoticeVerdict(ctx, "p", "evt_9"); !errors.Is(err, database.ErrNotFound) {
		t.Errorf("a notice that came to nothing was stored: %v", err)
	}
	h.receive(notice("evt_9", &failed, &out))
	// What the provider calls a refund is one refund, whoever notes it first.
	twin := out
	twin.ID, twin.State, twin.Reason = h.In("rfd_"), payments.PayoutDone, "refunded_at_provider"
	h.receive(notice("evt_11", &twin, nil))
	third := payout(1)
	third.PaymentID, third.Amount, third.State, third.Ref = "p:pi_2", 1, payments.PayoutDone, "re_9"
	if _, err := h.S.Payments.Receive(ctx, notice("evt_12", &third, nil)); !errors.Is(err, database.ErrStale) {
		t.Errorf("noted as another payout: %v", err)
	}
	pending := failed
	pending.State = payments.PayoutDone
	if _, err := h.S.Payouts.MovePayout(ctx, &pending, &failed, nil); !errors.Is(err, database.ErrStale) {
		t.Errorf("given as another payout: %v", err)
	}
	gone := twin
	gone.State, gone.Error = payments.PayoutFailed, "the same"
	if moved, err := h.S.Payouts.MovePayout(ctx, &gone, &twin, nil); err != nil || !moved {
		t.Errorf("%v, %v", moved, err)
	}
	if err := h.S.Payouts.RetryPayout(ctx, h.Event, twin.ID, 10, settleJob); !errors.Is(err, database.ErrNotFound) {
		t.Errorf("a refund that nobody here has asked for is tried again: %v", err)
	}
	// Tried anew it is another attempt, and what comes of the one before is late.
	if err := h.S.Payouts.RetryPayout(ctx, h.Event, out.ID, 10, settleJob); err != nil {
		t.Fatal(err)
	}
	again, err := h.S.Payouts.Payout(ctx, h.Event, out.ID)
	if err != nil || again.State != payments.PayoutDue || again.Attempt != 1 || again.Ref != "" {
		t.Errorf("tried anew: %+v, %v", again, err)
	}
	if moved, err := h.S.Payouts.MovePayout(ctx, &out, again, nil); err != nil || moved {
		t.Errorf("the attempt before was moved: %v, %v", moved, err)
	}
	if _, err := h.S.Payments.Receive(ctx, notice("evt_10", &out, &failed)); !errors.Is(err, database.ErrStale) {
		t.Errorf("the attempt before was noted: %v", err)
	}
	if n := h.Count("select count(*) from payouts where id = '" + out.ID + "' and state = 'due' and attempt = 1"); n != 1 {
		t.Errorf("%d payouts", n)
	}
}

// testPayoutRace lets many refunds of one payment be decided at once: what is
// given never exceeds what came in.
func testPayoutRace(t *testing.T, open Open) {
	h, order := till(t, open)
	h.receive(h.capture(order, "evt_1", "pi_1"))
	var wg sync.WaitGroup
	for range 12 {
		p := payments.Payout{EventID: h.Event, ID: h.In("rfd_"), OrderID: order, PaymentID: "p:pi_1", Owed: 130, Currency: "EUR", Reason: "r", CreatedAt: 8}
		wg.Go(func() {
			if _, err := h.S.Payouts.OpenPayout(t.Context(), p, nil); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if n := h.Count("select sum(amount) from payouts"); n != 1000 {
		t.Errorf("%d of 1000 are given back", n)
	}
}

// testOpenRefunds tells what is due back until there is a payout of it, whoever
// began that: we, or a notice of the provider that came first.
func testOpenRefunds(t *testing.T, open Open) {
	h, order := till(t, open)
	ctx := t.Context()
	h.receive(h.capture(order, "evt_1", "pi_1"))
	for seq := range int64(6) {
		if _, err := h.S.JobsDB().ExecContext(ctx, `insert into refunds_due (event_id, seq, order_id, payment_id, amount, currency, reason, created_at)
			values ($1, $2, $3, 'p:pi_1', 100, 'EUR', 'r', $4)`, h.Event, 10+seq, order, 100-seq); err != nil {
			t.Fatal(err)
		}
	}
	left := func(want ...int64) {
		t.Helper()
		list, err := h.S.Payouts.RefundsWithoutPayout(ctx, 96, 100, 3) // the first is too young, the last is too old
		var got []int64
		for _, d := range list {
			if d.EventID != h.Event {
				t.Errorf("a refund of %s", d.EventID)
			}
			got = append(got, d.Seq)
		}
		if err != nil || !cmp.Equal(got, want) {
			t.Errorf("%v are left, want %v; %v", got, want, err)
		}
	}
	left(14, 13, 12)
	payout := func(seq int64) payments.Payout {
		return payments.Payout{EventID: h.Event, ID: h.In("rfd_"), Seq: seq, OrderID: order, PaymentID: "p:pi_1", Amount: 100, Owed: 100,
			Currency: "EUR", State: payments.PayoutDone, Reason: "r", CreatedAt: 101, UpdatedAt: 101}
	}
	for range 2 {
		if _, err := h.S.Payouts.OpenPayout(ctx, payout(0), nil); err != nil { // of no refund that was decided
			t.Fatal(err)
		}
	}
	left(14, 13, 12)
	if _, err := h.S.Payouts.OpenPayout(ctx, payout(13), nil); err != nil {
		t.Fatal(err)
	}
	left(14, 12, 11)
	noted := payout(14)
	h.receive(&payments.Received{Notice: payments.PaymentNotice{EventID: h.Event, Provider: "p", ID: "evt_2", Kind: "refunded", Currency: "EUR"}, Payout: &noted})
	left(12, 11)
	if _, err := h.S.Payouts.OpenPayout(ctx, payout(99), nil); !errors.Is(err, database.ErrNotFound) {
		t.Errorf("a payout of a refund that nobody owes: %v", err)
	}
	left(12, 11)
}

func testJournal(t *testing.T, open Open) {
	h, order := till(t, open)
	ctx := t.Context()
	for i, p := range []string{"pi_1", "pi_2", "pi_3"} {
		r := h.capture(order, "evt_"+p, p)
		for j := range r.Journal {
			r.Journal[j].BookedAt = inventory.Instant(100 - i) // written last, booked first
		}
		h.receive(r)
	}
	var all []payments.JournalLine
	var at payments.JournalCursor
	for {
		page, err := h.S.Journals.Journal(ctx, h.Event, at, 4)
		if err != nil {
			t.Fatal(err)
		}
		if len(page) == 0 {
			break
		}
		all = append(all, page...)
		last := page[len(page)-1]
		at = payments.JournalCursor{BookedAt: last.BookedAt, Ref: last.Ref, Line: last.Line}
	}
	if len(all) != 6 || all[0].PaymentID != "p:pi_3" || all[5].PaymentID != "p:pi_1" {
		t.Errorf("%+v", all)
	}
	sums, err := h.S.Journals.Balances(ctx, h.Event)
	want := []payments.Balance{{Account: "buyers", Currency: "EUR", Credit: 3000}, {Account: "provider:p", Currency: "EUR", Debit: 3000}}
	if err != nil || !cmp.Equal(sums, want) {
		t.Errorf("%+v, %v", sums, err)
	}
}

// sameCheckout reports whether two pages are the same; nobody tells no shares from none.
func sameCheckout(a, b payments.Checkout) bool { return fmt.Sprintf("%+v", a) == fmt.Sprintf("%+v", b) }
