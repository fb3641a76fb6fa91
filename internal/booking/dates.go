package booking

// Standing is where a part of the price of a date stands, for whoever pays several dates at once.
type Standing int

// The standings.
const (
	NotAsked Standing = iota // nobody was ever asked to pay it, or it costs nothing
	Asked                    // it is to be paid now
	Late                     // the date has lapsed without it, and is confirmed when its time is still free
	Over                     // it was asked for, and is paid, or the date has ended, since
)

// DatePart is a part of the price of a date.
type DatePart struct {
	Amount   int64 // minor units
	Standing Standing
}

// PaidAtOnce says which dates an amount is for that came in for several at once, without a list of
// them: those of which it is what was asked for at some time. It is what is asked for now; or that
// with what has lapsed; or all that was ever asked for, while any of it still waits, because one who
// has read of all has paid before they heard that a date was paid by itself or has ended. Of these, the
// first whose sum it is. Where it is none of them, it is the largest of the first two that it suffices
// for, or else what is asked for first. of are indices, in order, and total is what they come to, which
// is amount, or another amount, where a person has to look. Nothing waits: none.
func PaidAtOnce(dates []DatePart, amount int64) (of []int, total int64) {
	type set struct {
		of    []int
		total int64
	}
	upTo := func(last Standing) (s set) {
		for i, d := range dates {
			if d.Standing != NotAsked && d.Standing <= last {
				s.of, s.total = append(s.of, i), s.total+d.Amount
			}
		}
		return s
	}
	now, late, all := upTo(Asked), upTo(Late), upTo(Over)
	switch {
	case len(late.of) == 0:
		return nil, 0
	case len(now.of) == 0:
		now = late
	}
	for _, s := range []set{now, late, all} {
		if s.total == amount {
			return s.of, s.total
		}
	}
	if late.total <= amount {
		return late.of, late.total
	}
	return now.of, now.total
}
