package inventory

// Origin is where a command comes from that nobody vouches for, as far as it is counted:
// a network, or an address. The key says no more than that two are the same.
type Origin struct {
	Key string
	// Bound says what bounds it. Share is how many times as much it may have as one
	// network, for what is larger than one.
	Bound OriginBound
	Share int64
}

// OriginBound says what bounds an origin.
type OriginBound int

// The bounds.
const (
	BoundNetwork OriginBound = iota // Settings.UnconfirmedPerNetwork and OrderSettings.UnpaidPerNetwork
	BoundPerson                     // OrderSettings.UnpaidPerPerson
	// BoundNothing counts what strangers have ordered for the address of the person who asks, and
	// has proven it: it does not count against their own limit.
	BoundNothing
)

// OriginCount is what an origin has: units of orders that are not paid, places that nobody
// vouches for, and of a card the tickets that it has bought and that stand.
type OriginCount struct{ Unpaid, Unconfirmed, Bought int64 }

// Originated says that an order, a registration or an entry came from an origin, or that an
// order was paid by one that is a card.
type Originated struct {
	Origin   string
	ThingID  string
	PersonID string // whose it is, or would be; with whom it is erased
	Units    int64
	Unpaid   bool // an order that had to be paid
}

// Defaults of what one network and one person may have; 40 people behind one address
// have three each.
const (
	DefaultUnpaidPerNetwork      = 120
	DefaultUnconfirmedPerNetwork = 120
	DefaultUnpaidPerPerson       = MaxOrderUnits
)

// UnconfirmedBound is what UnconfirmedPerNetwork comes to; 0: no bound.
func (s *Settings) UnconfirmedBound() int64 {
	return bound(s.UnconfirmedPerNetwork, DefaultUnconfirmedPerNetwork)
}

// NetworkBound is what UnpaidPerNetwork comes to; 0: no bound.
func (o *OrderSettings) NetworkBound() int64 {
	return bound(o.UnpaidPerNetwork, DefaultUnpaidPerNetwork)
}

// PersonBound is what UnpaidPerPerson comes to; 0: no bound.
func (o *OrderSettings) PersonBound() int64 { return bound(o.UnpaidPerPerson, DefaultUnpaidPerPerson) }

// bound is a setting of which 0 means its default, and a negative number none.
func bound(set, otherwise int64) int64 {
	if set == 0 {
		return otherwise
	}
	return max(0, set)
}

// crowded refuses units that would be more than an origin may have. Anyone who has proven no
// address may go on by proving one: a network is shared by many, and only its strangers
// count against each other.
func (d *decider) crowded(who Who, units int64, unpaid bool) Outcome {
	s := &d.st.Event.Settings
	for _, o := range who.Origins {
		have := d.w.Origins[o.Key]
		var most int64
		switch {
		case o.Bound == BoundNothing, o.Bound == BoundPerson && !unpaid:
			continue
		case o.Bound == BoundPerson:
			most = s.Orders.PersonBound()
		case unpaid:
			most = s.Orders.NetworkBound() * o.Share
		default:
			most = s.UnconfirmedBound() * o.Share
		}
		n := units
		if have != nil && unpaid {
			n += have.Unpaid
		} else if have != nil {
			n += have.Unconfirmed
		}
		switch {
		case n <= most || most == 0:
		case who.Proven:
			return Outcome{Code: TooManyUnpaid}
		default:
			return Outcome{Code: AddressNotConfirmed, Field: "email"}
		}
	}
	return Outcome{}
}

// originates counts a thing against where it comes from. What ends in the same batch is
// counted until its end: a bound needs no more.
func (d *decider) originates(who Who, p *Person, thing string, units int64, unpaid bool) {
	for _, o := range who.Origins {
		if o.Bound == BoundNothing {
			continue
		}
		have := d.w.Origins[o.Key]
		if have == nil {
			have = new(OriginCount)
			d.w.Origins[o.Key] = have
		}
		if unpaid {
			have.Unpaid += units
		} else {
			have.Unconfirmed += units
		}
		d.out.Origins = append(d.out.Origins, Originated{o.Key, thing, p.ID, units, unpaid})
	}
}

// strangers are the unpaid units that others have ordered for the address that the person
// has proven.
func (d *decider) strangers(who Who) (units int64) {
	for _, o := range who.Origins {
		if have := d.w.Origins[o.Key]; have != nil && o.Bound == BoundNothing {
			units += have.Unpaid
		}
	}
	return units
}
