package returns_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/settlement/returns"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

func TestSpread(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		amount int64
		rooms  [][]int64
		want   string
	}{
		{9, [][]int64{{6, 6, 6}}, "[6 3 0]"},
		{6, [][]int64{{0, 0, 6}, {6, 6, 6}}, "[0 0 6]"},
		{9, [][]int64{{0, 0, 6}, {6, 6, 6}}, "[3 0 6]"},
		{6, [][]int64{{-2, 3, 0}, {-2, 3, 0}, {6, 6, 6}}, "[3 3 0]"},
		{30, [][]int64{{6, 6}, {6, 6}}, "[6 6]"},
	} {
		if got := fmt.Sprint(returns.Spread(c.amount, c.rooms...)); got != c.want {
			t.Errorf("%d in %v: %s, want %s", c.amount, c.rooms, got, c.want)
		}
	}
}

func TestSame(t *testing.T) {
	t.Parallel()
	if !returns.Same(payment.RefundFailed, payment.Refunded) || !returns.Same(payment.DisputeWon, payment.DisputeLost) || returns.Same(payment.Reversed, payment.Disputed) {
		t.Error("what may be about the same is not told apart")
	}
	if returns.Is(payment.Captured) || !returns.Is(payment.Reversed) {
		t.Error("what goes back is not told from what comes in")
	}
}

// TestCheckParts: parts of a refund come to what went back, and each is within what its share allows.
func TestCheckParts(t *testing.T) {
	t.Parallel()
	parts := []returns.Part{{Amount: 6, Least: 2, Most: 6}, {Amount: 3, Least: 0, Most: 6}, {Amount: 0, Least: 0, Most: 1}}
	for _, c := range []struct {
		amounts []int64
		at      int
		want    error
	}{
		{[]int64{6, 3, 0}, 0, nil},
		{[]int64{2, 6, 1}, 0, nil},
		{[]int64{6, 2, 0}, 0, returns.ErrSum},
		{[]int64{6, 1, 2}, 2, returns.ErrTooMuch},
		{[]int64{1, 6, 2}, 0, returns.ErrCounted},
	} {
		if at, err := returns.CheckParts(parts, c.amounts); at != c.at || !errors.Is(err, c.want) {
			t.Errorf("%v: %d, %v", c.amounts, at, err)
		}
	}
	if _, err := returns.CheckParts(parts[2:], []int64{0}); !errors.Is(err, returns.ErrSum) {
		t.Errorf("of nothing: %v", err)
	}
}

// TestPartsOfARefund: what of a refund is of which share follows from the payouts that stand; what counts towards what
// was owed stays, and what goes back already is not left.
func TestPartsOfARefund(t *testing.T) {
	t.Parallel()
	at := func(state string, amount int64) payments.Payout {
		return payments.Payout{Reason: payments.ReasonAtProvider, Ref: "re", State: state, Amount: amount, Owed: amount}
	}
	parts := returns.Parts("re", []returns.Share{
		{Payment: &payments.Payment{Amount: 60}, Payouts: []payments.Payout{at(payments.PayoutFailed, 50), at(payments.PayoutDone, 40), {Reason: "booking_cancelled", State: payments.PayoutDue, Owed: 60, Amount: 20}}},
		{Payment: &payments.Payment{Amount: 60, Disputed: 10}, Payouts: []payments.Payout{at(payments.PayoutDone, 20)}},
		{Payment: &payments.Payment{Amount: 60}},
	})
	for i, want := range [][3]int64{{40, 40, 40}, {20, 0, 50}, {0, 0, 60}} {
		if p := &parts[i]; p.Amount != want[0] || p.Least != want[1] || p.Most != want[2] {
			t.Errorf("part %d: %d, from %d to %d, want %v", i, p.Amount, p.Least, p.Most, want)
		}
	}
}
