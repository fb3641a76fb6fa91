package returns_test

import (
	"fmt"
	"testing"

	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/settlement/returns"
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
