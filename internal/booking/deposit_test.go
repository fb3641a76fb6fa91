package booking

import (
	"testing"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

const (
	anHour = inventory.Instant(inventory.Hour)
	aDay   = inventory.Instant(inventory.Day)
)

func TestPriceAndDeposit(t *testing.T) {
	for _, c := range []struct {
		name           string
		terms          Terms
		rooms          int
		length         inventory.Instant
		price, deposit int64
	}{
		{"nothing is asked", Terms{}, 2, anHour, 0, 0},
		{"by the hour, of each room", Terms{Currency: "EUR", PerHour: 2550, DepositPercent: 30}, 2, 3 * anHour, 15300, 4590},
		{"by the booking", Terms{Currency: "EUR", PerBooking: 9900, DepositPercent: 50}, 1, 5 * anHour, 9900, 4950},
		{"both", Terms{Currency: "EUR", PerHour: 1000, PerBooking: 500, DepositPercent: 100}, 1, 2 * anHour, 2500, 2500},
		{"a third of an hour costs its part, half a cent is one", Terms{Currency: "EUR", PerHour: 1000, DepositPercent: 10}, 1, anHour / 3, 333, 33},
		{"half a cent of a deposit is one", Terms{Currency: "EUR", PerBooking: 105, DepositPercent: 50}, 1, anHour, 105, 53},
		{"a fixed amount", Terms{Currency: "EUR", PerBooking: 9900, DepositAmount: 2500}, 1, anHour, 9900, 2500},
		{"no more than the price", Terms{Currency: "EUR", PerBooking: 2000, DepositAmount: 2500}, 1, anHour, 2000, 2000},
		{"what there are coins for", Terms{Currency: "HUF", PerHour: 333_350, DepositPercent: 33}, 1, anHour, inventory.Step("HUF") * ((333_350 + inventory.Step("HUF") - 1) / inventory.Step("HUF")), -1},
		{"no deposit", Terms{Currency: "EUR", PerBooking: 2000}, 1, anHour, 2000, 0},
	} {
		price := c.terms.Price(c.rooms, aDay, aDay+c.length)
		deposit := c.terms.Deposit(price)
		if price != c.price || c.deposit >= 0 && deposit != c.deposit {
			t.Errorf("%s: %d with a deposit of %d, want %d and %d", c.name, price, deposit, c.price, c.deposit)
		}
		if c.terms.Currency != "" && (price%inventory.Step(c.terms.Currency) != 0 || deposit > price) {
			t.Errorf("%s: %d with a deposit of %d cannot be paid", c.name, price, deposit)
		}
	}
}

func TestTimesOfTerms(t *testing.T) {
	terms := Terms{PayWithin: 48 * inventory.Hour, BalanceDays: 14}
	if got := terms.PayUntil(100*aDay, 200*aDay); got != 102*aDay {
		t.Errorf("the deposit is due at %d", got)
	}
	if got := terms.PayUntil(100*aDay, 101*aDay); got != 101*aDay {
		t.Errorf("the deposit is due at %d, which is after the start", got)
	}
	if got := terms.BalanceDue(200*aDay, 102*aDay); got != 186*aDay {
		t.Errorf("the balance is due at %d", got)
	}
	if got := terms.BalanceDue(105*aDay, 102*aDay); got != 102*aDay {
		t.Errorf("the balance is due at %d, before the deposit", got)
	}
}

// TestRemindOfDeposit: of a long time to pay a day before its end, of a short one at its half, and of less than an hour
// not at all.
func TestRemindOfDeposit(t *testing.T) {
	const asked = 100 * aDay
	for within, want := range map[inventory.Instant]inventory.Instant{
		30 * aDay:   29 * aDay,
		3 * aDay:    2 * aDay,
		2*aDay + 2:  aDay + 2,
		2 * aDay:    aDay,
		2*aDay - 2:  aDay - 1,
		6 * anHour:  3 * anHour,
		anHour:      anHour / 2,
		anHour - 1:  -asked,
		0:           -asked,
		-5 * anHour: -asked,
	} {
		if got := RemindOfDeposit(asked, asked+within); got != asked+want {
			t.Errorf("of %d to pay it is reminded after %d, want %d", within, got-asked, want)
		}
	}
}

func TestSooner(t *testing.T) {
	for _, c := range [][3]inventory.Instant{{0, 0, 0}, {5, 0, 5}, {0, 5, 5}, {4, 5, 4}, {5, 4, 4}} {
		if got := Sooner(c[0], c[1]); got != c[2] {
			t.Errorf("of %d and %d it is %d", c[0], c[1], got)
		}
	}
}

// TestGiveBack is the rule by days before the start, to the microsecond.
func TestGiveBack(t *testing.T) {
	terms := Terms{Currency: "EUR", GiveBack: []GiveBack{{7, 50}, {30, 100}, {1, 10}}}
	start := 1000 * aDay
	for _, c := range []struct {
		before  inventory.Instant
		percent int64
	}{{40 * aDay, 100}, {30 * aDay, 100}, {30*aDay - 1, 50}, {7 * aDay, 50}, {7*aDay - 1, 10}, {aDay, 10}, {aDay - 1, 0}, {0, 0}, {-aDay, 0}} {
		if got := terms.Percent(start, start-c.before); got != c.percent {
			t.Errorf("%d microseconds before: %d %%, want %d %%", c.before, got, c.percent)
		}
	}
	if got := (&Terms{}).Percent(start, 0); got != 0 {
		t.Errorf("without a rule %d %% go back", got)
	}
	if got := (&Terms{GiveBack: []GiveBack{{0, 80}}}).Percent(start, start); got != 80 {
		t.Errorf("until the start %d %% go back, want 80 %%", got)
	}
	if got := terms.Back(4595, 50); got != 2298 {
		t.Errorf("half of 45.95 is %d", got)
	}
}

func TestSettle(t *testing.T) {
	claim := func(s State, change ...func(*Claim)) Claim {
		c := Claim{State: s, Currency: "EUR", Deposit: 500, Balance: 500}
		for _, f := range change {
			f(&c)
		}
		return c
	}
	deposit, balance := func(c *Claim) { c.DepositPaid = true }, func(c *Claim) { c.BalancePaid = true }
	for _, c := range []struct {
		name     string
		claim    Claim
		part     Part
		amount   int64
		currency string
		want     Verdict
	}{
		{"paid", claim(PendingDeposit), DepositPart, 500, "EUR", Kept},
		{"doubled", claim(Confirmed, deposit), DepositPart, 500, "EUR", PaidAgain},
		{"a deposit that was waived", claim(Confirmed), DepositPart, 500, "EUR", Kept},
		{"late", claim(Lapsed), DepositPart, 500, "EUR", KeptIfFree},
		{"late and too little", claim(Lapsed), DepositPart, 400, "EUR", PaidLate},
		{"after it was cancelled", claim(Cancelled), DepositPart, 500, "EUR", PaidLate},
		{"doubled, after it was cancelled", claim(Cancelled, deposit), DepositPart, 500, "EUR", PaidAgain},
		{"another amount", claim(PendingDeposit), DepositPart, 501, "EUR", PaidOther},
		{"another currency", claim(PendingDeposit), DepositPart, 500, "USD", PaidOther},
		{"asked again after a move", claim(Requested), DepositPart, 500, "EUR", Kept},
		{"the balance", claim(Confirmed, deposit), BalancePart, 500, "EUR", Kept},
		{"the balance of what is over", claim(Completed, deposit), BalancePart, 500, "EUR", Kept},
		{"the balance twice", claim(Confirmed, deposit, balance), BalancePart, 500, "EUR", PaidAgain},
		{"the balance before the deposit", claim(PendingDeposit), BalancePart, 500, "EUR", PaidLate},
		{"the balance of what was cancelled", claim(Cancelled, deposit), BalancePart, 500, "EUR", PaidLate},
	} {
		if got := c.claim.Settle(c.part, c.amount, c.currency); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
