package page

// Band returns the band that a place lies in, for events that show places only
// roughly: 1–10, 11–50, 51–100, 101–500, 501–1000, 1001–5000, …
func Band(place int64) (from, to int64) {
	if place < 1 {
		return 0, 0
	}
	from, to = 1, 10
	for five := true; place > to; five = !five {
		from = to + 1
		if five {
			to *= 5
		} else {
			to *= 2
		}
	}
	return from, to
}

// Place is a place on the waitlist as a person may see it: exactly when From == To,
// else a band. The zero Place waits for nothing, or is hidden.
type Place struct{ From, To int64 }

// Shown reports whether there is anything to see.
func (p Place) Shown() bool { return p.From > 0 }

func (p Place) exact() bool { return p.From == p.To }
