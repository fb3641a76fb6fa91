package inventory

// PutCode makes a promo or access code, or changes one that is there: its
// text and kind stay, and MaxUses may not fall below the uses in force.
type PutCode struct {
	Who
	Code PriceCode // Used and LastSeq are not read
}

func (c PutCode) needs(n *RequiredRows) {
	n.Codes, n.CodeIDs = append(n.Codes, c.Code.Text), append(n.CodeIDs, c.Code.ID)
}

func (PutCode) forecast(*forecast) {}

func (c PutCode) decide(d *decider) Outcome {
	wish := c.Code
	if d.st.Event.Status == Cancelled {
		return Outcome{Code: EventIsCancelled}
	}
	if field := wish.wrongIn(d.tiers); field != "" {
		return Outcome{Code: InvalidSettings, Field: field}
	}
	if wish.Amount > 0 && d.st.Event.Settings.Orders.Currency == "" {
		return Outcome{Code: InvalidSettings, Field: "currency"}
	}
	wish.Tiers = append([]string(nil), wish.Tiers...)
	known := d.w.Codes[wish.ID]
	if other := d.w.CodesByText[wish.Text]; other != nil && other != known {
		return Outcome{Code: AlreadyExists, Field: "code"}
	}
	if known == nil {
		wish.Used, wish.LastSeq = 0, 0
		d.w.Codes[wish.ID], d.w.CodesByText[wish.Text] = &wish, &wish
		d.writeCode(c.Actor, &wish, "", ReasonCreated)
		return Outcome{Status: wish.state()}
	}
	switch {
	case wish.Text != known.Text:
		return Outcome{Code: InvalidSettings, Field: "code"}
	case wish.Kind != known.Kind:
		return Outcome{Code: InvalidSettings, Field: "kind"}
	case wish.MaxUses > 0 && wish.MaxUses < known.Used:
		return Outcome{Code: InvalidSettings, Field: "max_uses"}
	}
	from := known.state()
	wish.Used, wish.LastSeq = known.Used, known.LastSeq
	*known = wish
	d.writeCode(c.Actor, known, from, ReasonCodeChanged)
	return Outcome{Status: known.state()}
}

func (d *decider) writeCode(who string, c *PriceCode, from string, reason Reason) {
	d.touchCode(c, from == "")
	c.LastSeq = d.write(transition{who: who, subject: c.ID, from: from, to: c.state(), reason: reason, prev: c.LastSeq})
	d.rowOf(c.LastSeq).Commitment = CodeCommitment(c)
}
