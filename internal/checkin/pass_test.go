package checkin_test

import (
	"slices"
	"testing"

	"github.com/holdfast-events/holdfast/internal/checkin"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

const hour = inventory.Instant(inventory.Hour)

// A pass from 100 to 120 hours, as it is at a time.
func TestPass(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name                      string
		redeemed, ended, late, at inventory.Instant
		state                     checkin.PassState
		refuses, code             checkin.PassRefusal
		handsIn                   bool
	}{
		{"too early", 0, 0, 0, 100*hour - 1, checkin.PassWaiting, "", checkin.RefusedEarly, false},
		{"waits for a phone", 0, 0, 0, 100 * hour, checkin.PassWaiting, "", "", false},
		{"in use", 101 * hour, 0, 0, 119 * hour, checkin.PassInUse, "", checkin.RefusedUsed, true},
		{"in use to the end", 101 * hour, 0, 0, 120*hour - 1, checkin.PassInUse, "", checkin.RefusedUsed, true},
		{"expired", 101 * hour, 0, 0, 120 * hour, checkin.PassExpired, checkin.RefusedExpired, checkin.RefusedExpired, true},
		{"expired a day ago", 101 * hour, 0, 0, 144 * hour, checkin.PassExpired, checkin.RefusedExpired, checkin.RefusedExpired, false},
		{"expired and never used", 0, 0, 0, 120 * hour, checkin.PassExpired, checkin.RefusedExpired, checkin.RefusedExpired, false},
		{"ended", 101 * hour, 110 * hour, 0, 110 * hour, checkin.PassEnded, checkin.RefusedEnded, checkin.RefusedEnded, true},
		{"ended a day ago", 101 * hour, 110 * hour, 0, 134 * hour, checkin.PassEnded, checkin.RefusedEnded, checkin.RefusedEnded, false},
		{"lost", 101 * hour, 110 * hour, 110 * hour, 110 * hour, checkin.PassEnded, checkin.RefusedEnded, checkin.RefusedEnded, false},
		{"ended before it was used", 0, 90 * hour, 0, 95 * hour, checkin.PassEnded, checkin.RefusedEnded, checkin.RefusedEnded, false},
		{"ended once it had expired", 101 * hour, 130 * hour, 0, 143 * hour, checkin.PassEnded, checkin.RefusedEnded, checkin.RefusedEnded, true},
	} {
		p := checkin.Pass{ValidFrom: 100 * hour, ValidUntil: 120 * hour, RedeemedAt: c.redeemed, EndedAt: c.ended, LateUntil: c.late}
		if p.State(c.at) != c.state || p.Refuses(c.at) != c.refuses || p.RefusesCode(c.at) != c.code || p.HandsIn(c.at) != c.handsIn {
			t.Errorf("%s: %s, refuses %q, its code %q, hands in %t", c.name, p.State(c.at), p.Refuses(c.at), p.RefusesCode(c.at), p.HandsIn(c.at))
		}
	}
}

func TestPassEnds(t *testing.T) {
	t.Parallel()
	p := checkin.Pass{ValidFrom: 100 * hour, ValidUntil: 120 * hour, RedeemedAt: 101 * hour}
	p.End(110*hour, true)
	if !p.Takes(110*hour) || p.Takes(110*hour+1) || p.HandsInUntil() != 134*hour {
		t.Errorf("ended: %+v", p)
	}
	p.End(111*hour, false) // it was lost, as is found out later
	if p.EndedAt != 110*hour || p.HandsInUntil() != 111*hour {
		t.Errorf("lost: %+v", p)
	}
	p.End(112*hour, true)
	p.End(113*hour, false)
	if p.EndedAt != 110*hour || p.HandsInUntil() != 111*hour {
		t.Errorf("trusted again: %+v", p)
	}
}

func TestPassHours(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ doors, starts, ends, from, until inventory.Instant }{
		{0, 100 * hour, 103 * hour, 94 * hour, 109 * hour},
		{99 * hour, 100 * hour, 103 * hour, 93 * hour, 109 * hour},
		{101 * hour, 100 * hour, 103 * hour, 94 * hour, 109 * hour},
		{0, 100 * hour, 1000 * hour, 94 * hour, 430 * hour},
	} {
		if from, until := checkin.PassHours(c.doors, c.starts, c.ends); from != c.from || until != c.until {
			t.Errorf("%+v: from %d until %d hours", c, from/hour, until/hour)
		}
		if f := checkin.PassFaults(c.from, c.until, c.starts, c.ends, c.from); len(f) > 0 {
			t.Errorf("%+v: its own hours are wrong: %v", c, f)
		}
	}
	for _, c := range []struct {
		from, until, now inventory.Instant
		want             []checkin.PassFault
	}{
		{1000 * hour, 1005 * hour, 0, nil},
		{832 * hour, 1050 * hour, 0, nil},
		{832*hour - 1, 1050 * hour, 0, []checkin.PassFault{{"valid_from", "too_early"}}},
		{1000 * hour, 1050*hour + 1, 0, []checkin.PassFault{{"valid_until", "too_late"}}},
		{1000 * hour, 1000 * hour, 0, []checkin.PassFault{{"valid_until", "out_of_order"}}},
		{1000 * hour, 1005 * hour, 1005 * hour, []checkin.PassFault{{"valid_until", "over"}}},
		{800 * hour, 700 * hour, 0, []checkin.PassFault{{"valid_from", "too_early"}, {"valid_until", "out_of_order"}}},
	} {
		if got := checkin.PassFaults(c.from, c.until, 1000*hour, 1002*hour, c.now); !slices.Equal(got, c.want) {
			t.Errorf("from %d until %d: %v, want %v", c.from/hour, c.until/hour, got, c.want)
		}
	}
	if got := checkin.PassFaults(1000*hour, 1337*hour, 1000*hour, 2000*hour, 0); !slices.Equal(got, []checkin.PassFault{{"valid_until", "too_long"}}) {
		t.Errorf("fifteen days: %v", got)
	}
}
