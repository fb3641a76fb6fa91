package inventory

import "strings"

// CodeKind says what a code is good for.
type CodeKind string

const (
	PromoCode  CodeKind = "promo"  // makes it cheaper
	AccessCode CodeKind = "access" // opens hidden tiers
)

// MaxCodeLength bounds what people have to type.
const MaxCodeLength = 40

// PriceCode is a promo or access code of an event. Its uses are bounded like
// the units of a pool: a live order that was made with it, pending ones
// included, is one use, and an order that ends gives the use back.
type PriceCode struct {
	ID   string // cod_…
	Text string // what people type: upper case, unique in the event
	Kind CodeKind
	// Of a promo code: Percent in basis points, or Amount in minor units, off
	// each unit it applies to, never below nothing. One of them is zero.
	Percent, Amount int64
	Tiers           []string // applies to, or opens; empty: all
	Starts, Ends    Instant  // zero: no bound
	MaxUses, Used   int64    // MaxUses 0: no bound
	Disabled        bool
	LastSeq         int64
}

// AppliesTo reports whether the code is for a tier.
func (c *PriceCode) AppliesTo(tier string) bool {
	if len(c.Tiers) == 0 {
		return true
	}
	for _, t := range c.Tiers {
		if t == tier {
			return true
		}
	}
	return false
}

// TakesOff reports whether a promo code makes units of a tier cheaper: of all tickets, or of
// the tiers that it names, add-ons and goods among them. Nothing is taken off a donation or
// a fee; a fee that is a rate counts what the tickets cost in the end.
func (c *PriceCode) TakesOff(t *Tier) bool {
	return c.AppliesTo(t.ID) && (len(c.Tiers) > 0 || t.Admits()) && !t.Donation() && !t.Fee()
}

// discount is what the code takes off one unit of a price.
func (c *PriceCode) discount(p Price) int64 {
	if c.Percent > 0 {
		return Share(p.Amount, c.Percent, wholeRate)
	}
	return min(c.Amount, p.Amount)
}

// ChargeWith is what a unit at a price costs with the code.
func (c *PriceCode) ChargeWith(p Price, currency string) Charge {
	return Charged(p, c.discount(p), currency)
}

// OrderCodes are the codes that an order is made with; nil: none.
type OrderCodes struct{ Promo, Access *PriceCode }

// Opens reports whether the access code opens a tier.
func (c *OrderCodes) Opens(tier string) bool { return c.Access != nil && c.Access.AppliesTo(tier) }

// Charge returns what one unit of a tier costs with the promo code.
func (c *OrderCodes) Charge(t *Tier, currency string) Charge {
	return c.ChargeAt(t.Price, t, currency)
}

// ChargeAt returns what one unit of a tier costs with the promo code, at a price.
func (c *OrderCodes) ChargeAt(p Price, t *Tier, currency string) Charge {
	if c.Promo != nil && c.Promo.TakesOff(t) {
		return c.Promo.ChargeWith(p, currency)
	}
	return Charged(p, 0, currency)
}

// usedUp reports whether no further order can have the code.
func (c *PriceCode) usedUp() bool { return c.MaxUses > 0 && c.Used >= c.MaxUses }

// Usable reports whether an order can have the code at now, and if not, why.
func (c *PriceCode) Usable(now Instant) Code {
	switch {
	case c.Disabled || now < c.Starts || (c.Ends != 0 && now >= c.Ends):
		return CodeNotValid
	case c.usedUp():
		return CodeUsedUp
	}
	return OK
}

func (c *PriceCode) state() string {
	if c.Disabled {
		return "disabled"
	}
	return "active"
}

// wrongIn names the first field that is out of range, "" when none is.
func (c *PriceCode) wrongIn(tiers map[string]*tierIndex) string {
	switch {
	case c.Text == "" || len(c.Text) > MaxCodeLength || c.Text != strings.ToUpper(c.Text) || strings.TrimSpace(c.Text) != c.Text:
		return "code"
	case c.Kind != PromoCode && c.Kind != AccessCode:
		return "kind"
	case c.Percent < 0 || c.Percent > wholeRate || (c.Kind == AccessCode && c.Percent != 0):
		return "percent_bp"
	case c.Amount < 0 || c.Amount > MaxPrice || (c.Kind == AccessCode && c.Amount != 0):
		return "amount"
	case c.Kind == PromoCode && (c.Percent == 0) == (c.Amount == 0):
		return "percent_bp" // one of the two, and only one
	case c.Starts < 0:
		return "starts_at"
	case c.Ends != 0 && c.Ends <= c.Starts:
		return "ends_at"
	case c.MaxUses < 0 || c.MaxUses > MaxCapacity:
		return "max_uses"
	}
	for _, t := range c.Tiers {
		if tiers[t] == nil {
			return "tier_ids"
		}
	}
	return ""
}

// codeFor finds a code that an order wants to be made with.
func (d *decider) codeFor(typed string, kind CodeKind, field string) (*PriceCode, Outcome) {
	if typed == "" {
		return nil, Outcome{}
	}
	c := d.w.CodesByText[typed]
	if c == nil || c.Kind != kind {
		return nil, Outcome{Code: CodeUnknown, Field: field}
	}
	if code := c.Usable(d.now); code != OK {
		return nil, Outcome{Code: code, Field: field}
	}
	return c, Outcome{}
}

// useCodes counts an order in (by 1) or out (by -1) of its codes.
func (d *decider) useCodes(o *Order, by int64) {
	for _, id := range [...]string{o.PromoID, o.AccessID} {
		if id == "" {
			continue
		}
		c := d.w.Codes[id]
		if c == nil {
			panic("inventory: the work lacks code " + id)
		}
		c.Used += by
		d.touchCode(c, false)
	}
}

// codesLeft reports whether the codes of an order that ended could be used again.
func (d *decider) codesLeft(o *Order) bool {
	for _, id := range [...]string{o.PromoID, o.AccessID} {
		if id != "" && d.w.Codes[id].usedUp() {
			return false
		}
	}
	return true
}
