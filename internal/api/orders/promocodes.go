package orders

import (
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/refusal"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

// CodeTerms are what a code is good for, as far as it is given.
type CodeTerms struct {
	Percent  *int64            `json:"percent_bp,omitempty" minimum:"1" maximum:"10000" doc:"Of a promo code: off each unit, in basis points. 2500 is 25 %."`
	Amount   *int64            `json:"amount,omitempty" minimum:"1" maximum:"1000000000000" doc:"Of a promo code: off each unit, in minor units of the event's currency, never below nothing. Either this or percent_bp."`
	TierIDs  *[]string         `json:"tier_ids,omitempty" maxItems:"50" doc:"The tiers it makes cheaper, or opens. Default, and empty: all."`
	StartsAt wire.OptionalTime `json:"starts_at,omitzero" doc:"Not valid before. Default: no bound."`
	EndsAt   wire.OptionalTime `json:"ends_at,omitzero" doc:"Not valid from then on. Default: no bound."`
	MaxUses  *int64            `json:"max_uses,omitempty" minimum:"0" maximum:"10000000" doc:"In how many orders it may be at once, pending ones included. Default 0: no bound."`
	Disabled *bool             `json:"disabled,omitempty" doc:"Default false."`
}

// NewCode is the body that makes a code.
type NewCode struct {
	Code string `json:"code" minLength:"1" maxLength:"40" doc:"What people type. Stored in capitals; capitals do not matter." example:"EARLYBIRD"`
	Kind string `json:"kind" enum:"promo,access" doc:"promo: makes it cheaper. access: opens hidden tiers."`
	CodeTerms
}

// Code is a promo or access code.
type Code struct {
	ID       string     `json:"id" example:"cod_3k9q0a7c1v5m06f2w8d4xk1n7p9s"`
	EventID  string     `json:"event_id"`
	Code     string     `json:"code" example:"EARLYBIRD"`
	Kind     string     `json:"kind" enum:"promo,access"`
	Percent  int64      `json:"percent_bp,omitempty"`
	Amount   int64      `json:"amount,omitempty"`
	TierIDs  []string   `json:"tier_ids" doc:"Empty: all."`
	StartsAt *time.Time `json:"starts_at" doc:"null: no bound."`
	EndsAt   *time.Time `json:"ends_at" doc:"null: no bound."`
	MaxUses  int64      `json:"max_uses" doc:"0: no bound."`
	Used     int64      `json:"used" doc:"Orders that have it now, pending ones included."`
	Disabled bool       `json:"disabled"`
}

func codeOf(event string, p *inventory.PriceCode) *Code {
	out := &Code{
		ID: p.ID, EventID: event, Code: p.Text, Kind: string(p.Kind), Percent: p.Percent, Amount: p.Amount, TierIDs: p.Tiers,
		StartsAt: wire.TimePtr(p.Starts), EndsAt: wire.TimePtr(p.Ends), MaxUses: p.MaxUses, Used: p.Used, Disabled: p.Disabled,
	}
	if out.TierIDs == nil {
		out.TierIDs = []string{}
	}
	return out
}

// apply changes a code as far as the request says something.
func (in *CodeTerms) apply(check *httpapi.Checks, k *access.EventSummary, p *inventory.PriceCode) {
	if in.Percent != nil && in.Amount != nil {
		check.Add("amount", "not_allowed", "cannot stand beside percent_bp")
	}
	httpapi.Number(in.Percent, func(n int64) { p.Percent, p.Amount = n, 0 })
	httpapi.Number(in.Amount, func(n int64) { p.Percent, p.Amount = 0, n })
	httpapi.Number(in.MaxUses, func(n int64) { p.MaxUses = n })
	wire.Cutoff(check, "starts_at", in.StartsAt, &p.Starts)
	wire.Cutoff(check, "ends_at", in.EndsAt, &p.Ends)
	if in.Disabled != nil {
		p.Disabled = *in.Disabled
	}
	if p.Kind == inventory.PromoCode && p.Percent == 0 && p.Amount == 0 {
		check.Add("percent_bp", "required", "or amount must be given for a promo code")
	}
	if p.Kind == inventory.AccessCode && (p.Percent != 0 || p.Amount != 0) {
		check.Add("kind", "not_allowed", "an access code makes nothing cheaper")
	}
	if p.Ends != 0 && p.Ends <= p.Starts {
		check.Add("ends_at", "out_of_order", "must be after starts_at")
	}
	if in.TierIDs == nil {
		return
	}
	p.Tiers = nil
	seen := map[string]bool{}
	for i, tier := range *in.TierIDs {
		at := "tier_ids[" + httpapi.Itoa(int64(i)) + "]"
		switch {
		case !k.HasTier(tier):
			check.Add(at, "unknown", "is not a tier of this event")
		case seen[tier]:
			check.Add(at, "duplicate", "stands there twice")
		}
		seen[tier] = true
		p.Tiers = append(p.Tiers, tier)
	}
}

func (h *Handlers) createCode(c *access.Call, k *access.EventSummary, in *NewCode) (*Code, error) {
	var check httpapi.Checks
	p := inventory.PriceCode{ID: c.OwnIDIn(id.Code, k.EventID), Kind: inventory.CodeKind(in.Kind)}
	p.Text = wire.CodeTyped(check.Line("code", in.Code, 1, inventory.MaxCodeLength))
	if len(p.Text) > inventory.MaxCodeLength {
		check.Add("code", "too_long", "must have at most %d bytes", inventory.MaxCodeLength)
	}
	if strings.ContainsRune(p.Text, ',') {
		check.Add("code", "forbidden_character", "must not contain a comma")
	}
	in.CodeTerms.apply(&check, k, &p)
	if err := check.Err(); err != nil {
		return nil, err
	}
	return h.putCode(c, k, p)
}

// putCode submits a code and answers with it as it is stored.
func (h *Handlers) putCode(c *access.Call, k *access.EventSummary, p inventory.PriceCode) (*Code, error) {
	if _, err := c.Submit(k.EventID, inventory.PutCode{Who: c.Who(), Code: p}, nil); err != nil {
		return nil, err
	}
	stored, err := h.Store.Orders.PriceCode(c.Context(), p.ID)
	if err != nil {
		return nil, err
	}
	return codeOf(k.EventID, stored), nil
}

// code finds the code in the path.
func (h *Handlers) code(c *access.Call) (*access.EventSummary, *inventory.PriceCode, error) {
	k, err := c.Event()
	if err != nil {
		return nil, nil, err
	}
	if event, ok := id.EventOf(c.Param("code_id"), id.Code); !ok || event != k.EventID {
		return nil, nil, database.ErrNotFound
	}
	p, err := h.Store.Orders.PriceCode(c.Context(), c.Param("code_id"))
	return k, p, err
}

func (h *Handlers) getCode(c *access.Call, _ *httpapi.None) (*Code, error) {
	k, p, err := h.code(c)
	if err != nil {
		return nil, err
	}
	return codeOf(k.EventID, p), nil
}

func (h *Handlers) changeCode(c *access.Call, in *CodeTerms) (*Code, error) {
	k, p, err := h.code(c)
	if err != nil {
		return nil, err
	}
	var check httpapi.Checks
	in.apply(&check, k, p)
	if err := check.Err(); err != nil {
		return nil, err
	}
	return h.putCode(c, k, *p)
}

// deleteCode disables a code: orders were made with it, and name it.
func (h *Handlers) deleteCode(c *access.Call, _ *httpapi.None) (*wire.Ended, error) {
	k, p, err := h.code(c)
	if err != nil {
		return nil, err
	}
	p.Disabled = true
	reply, err := c.Submit(k.EventID, inventory.PutCode{Who: c.Who(), Code: *p}, nil)
	if err != nil {
		return nil, err
	}
	return &wire.Ended{Status: reply.Status, LedgerSeq: reply.Seq}, nil
}

// CodeList is a page of codes.
type CodeList struct {
	httpapi.List[*Code]
}

func (h *Handlers) listCodes(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*CodeList, error) {
	list, err := httpapi.ReadList(&c.Request, "codes "+k.EventID,
		func(after string, limit int) ([]inventory.PriceCode, error) {
			return h.Store.Orders.PriceCodes(c.Context(), k.EventID, after, limit)
		},
		func(r *inventory.PriceCode) string { return r.ID },
		func(r *inventory.PriceCode) *Code { return codeOf(k.EventID, r) })
	return &CodeList{list}, err
}

// CodeTyped is the body that asks what a code is good for.
type CodeTyped struct {
	Code string `json:"code" minLength:"1" maxLength:"40"`
}

// CodeWorth is what a code is good for now.
type CodeWorth struct {
	Kind    string      `json:"kind" enum:"promo,access"`
	Percent int64       `json:"percent_bp,omitempty"`
	Amount  int64       `json:"amount,omitempty"`
	Tiers   []wire.Tier `json:"tiers" doc:"The tiers that it makes cheaper or opens."`
	Prices  []CodePrice `json:"prices" doc:"Of a promo code: what one ticket of each of those tiers costs with it."`
}

// CodePrice is what one ticket of a tier costs with a code.
type CodePrice struct {
	TierID    string `json:"tier_id"`
	UnitGross int64  `json:"unit_gross" doc:"What a buyer pays for it, without fees."`
	UnitFees  int64  `json:"unit_fees" doc:"What the fees of the event add to it."`
}

// tryCode says what a code is good for, and shows the tiers that it opens. It
// promises nothing: the order decides.
func (h *Handlers) tryCode(c *access.Call, k *access.EventSummary, in *CodeTyped) (*CodeWorth, error) {
	p, err := h.Store.Orders.PriceCodeByText(c.Context(), k.EventID, wire.CodeTyped(in.Code))
	if err != nil {
		return nil, err
	}
	v, err := h.Store.Events.Event(c.Context(), k.EventID)
	if err != nil {
		return nil, err
	}
	if code := p.Usable(inventory.At(h.Now())); code != inventory.OK {
		return nil, refusal.Of(inventory.Outcome{Code: code, Field: "code"})
	}
	worth := &CodeWorth{Kind: string(p.Kind), Percent: p.Percent, Amount: p.Amount, Tiers: []wire.Tier{}, Prices: []CodePrice{}}
	language, err := wire.WordsIn(c)
	if err != nil {
		return nil, err
	}
	out, fees, currency := wire.EventOf(v.In(language)), inventory.Fees(v.Tiers), v.Event.Settings.Orders.Currency
	for i := range out.Tiers {
		if t := out.Tiers[i]; (p.Kind == inventory.AccessCode && p.AppliesTo(t.ID) || p.TakesOff(&v.Tiers[i])) && (p.Kind == inventory.AccessCode || !t.Hidden || c.Caller.Staff()) {
			worth.Tiers = append(worth.Tiers, t)
			if p.Kind == inventory.PromoCode {
				price := CodePrice{TierID: t.ID, UnitGross: p.ChargeWith(v.Tiers[i].Price, currency).Gross}
				if v.Tiers[i].Admits() { // add-ons and goods carry no fee
					price.UnitFees = inventory.UnitFees(fees, price.UnitGross, currency)
				}
				worth.Prices = append(worth.Prices, price)
			}
		}
	}
	return worth, nil
}
