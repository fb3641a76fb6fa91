package inventory

// WithdrawExchange takes an exchange back, while nobody is offered a place
// for it.
type WithdrawExchange struct {
	Who
	ExchangeID string
}

func (c WithdrawExchange) needs(n *RequiredRows) { n.ExchangeIDs = append(n.ExchangeIDs, c.ExchangeID) }

func (WithdrawExchange) forecast(*forecast) {}

func (c WithdrawExchange) decide(d *decider) Outcome {
	x := d.exchanges.byID[c.ExchangeID]
	if x == nil {
		x = d.w.Exchanges[c.ExchangeID]
	}
	switch {
	case x == nil || !c.Staff && c.Actor != x.PersonID:
		return Outcome{Code: NotFound}
	case x.State == ExchangeMatched:
		return Outcome{Code: ExchangeTaken}
	case x.State == ExchangeOpen:
		d.endExchange(x, ExchangeWithdrawn, c.Actor, ReasonExchangeWithdrawn, x.TicketID)
	case x.State != ExchangeWithdrawn:
		return Outcome{Code: ExchangeEnded, Status: string(x.State)}
	}
	return exchangeOutcome(x)
}
