package inventory

// Standing is where an event stands as its readers see it: its status, and of one that is
// published what of it is available by now. It is derived from the event, and stored nowhere.
type Standing string

// The standings.
const (
	IsDraft     Standing = "draft"
	IsAnnounced Standing = "announced" // nothing of it is sold yet
	IsOnSale    Standing = "on_sale"
	IsSoldOut   Standing = "sold_out"  // all that is sold now is taken
	IsClosed    Standing = "closed"    // nothing of it is sold any more, and it is not over
	IsCompleted Standing = "completed" // it is over
	IsPostponed Standing = "postponed"
	IsCancelled Standing = "cancelled"
)

// StandingOf derives where an event stands at now from its tiers, of which available says
// whether somebody can have a unit. Hidden tiers, add-ons and goods do not count.
func StandingOf(e *Event, tiers []Tier, available func(*Tier) bool, now Instant) Standing {
	switch {
	case e.Status == Draft:
		return IsDraft
	case e.Status == Cancelled:
		return IsCancelled
	case e.Status == Postponed:
		return IsPostponed
	case now >= e.EndsAt:
		return IsCompleted
	case now >= e.RegistrationEnds():
		return IsClosed
	}
	if o := &e.Settings.Onsale; o.Mode != OnsaleOpen && !o.Closed && now < o.ServesAt {
		return IsAnnounced // until the first are let in
	}
	standing := IsClosed
	for i := range tiers {
		t := &tiers[i]
		if t.Hidden || !t.Admits() {
			continue
		}
		switch code := t.onSale(now); {
		case code == OK && available(t):
			return IsOnSale
		case code == OK:
			standing = IsSoldOut
		case code == SaleNotOpen && standing == IsClosed:
			standing = IsAnnounced
		}
	}
	return standing
}
