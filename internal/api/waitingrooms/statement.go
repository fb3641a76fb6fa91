package waitingrooms

import (
	"net/http"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/refusal"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// NewStatement is the body that publishes a statement.
type NewStatement struct {
	Held []HeldPlaces `json:"held" maxItems:"8" doc:"Places that are kept from the public, and for whom; at least as many as are blocked."`
}

// HeldPlaces are places that are kept for somebody.
type HeldPlaces struct {
	For   string `json:"for" enum:"artists,guests,partners,press,staff,accessibility,box_office,reserve"`
	Units int64  `json:"units" minimum:"1" maximum:"10000000" doc:"At most."`
}

// SealedStatement is what an organizer promised before the opening, and whether it was kept.
type SealedStatement struct {
	Version     int64                 `json:"version"`
	PublishedAt time.Time             `json:"published_at"`
	OpensAt     time.Time             `json:"opens_at" doc:"From then on it cannot be changed."`
	Places      int64                 `json:"places" doc:"Of the event in all; 10000000: without a bound."`
	Public      int64                 `json:"public" doc:"That anybody can have from the opening on."`
	Held        []HeldPlaces          `json:"held" doc:"That are kept from the public."`
	Later       []wire.Release        `json:"later" doc:"That come later."`
	Prices      []StatementPrice      `json:"prices" doc:"Of one place of each tier, those that are hidden left out."`
	Fees        []StatementFee        `json:"fees" doc:"That orders with a ticket which costs something have beside these prices."`
	Status      string                `json:"status" enum:"announced,kept,differs,checking" doc:"By what the log shows until now. announced: the sale has not opened, and nothing differs. checking: it has opened, nothing differs so far, and there is more of the log; ask again."`
	Differences []StatementDifference `json:"differences"`
	ThroughRow  int64                 `json:"through_row" doc:"Up to which row of the log this was looked for."`
	Complete    bool                  `json:"complete" doc:"false: the log is long, and was not followed to its end yet."`
	Versions    []StatementVersion    `json:"versions" doc:"All versions, the oldest first. Each is in the log by its hash."`
}

// StatementPrice is what one place of a tier costs.
type StatementPrice struct {
	TierID   string `json:"tier_id"`
	Name     string `json:"name"`
	Amount   int64  `json:"amount" doc:"In minor units of the currency. Where buyers choose, what is suggested."`
	Min      int64  `json:"min,omitempty" doc:"Where buyers choose: the least."`
	Max      int64  `json:"max,omitempty" doc:"Where buyers choose: the most. Absent: the price is fixed."`
	Currency string `json:"currency,omitempty" doc:"Absent for what is free."`
}

// StatementFee is a fee beside the prices, in minor units of the currency and with its tax.
type StatementFee struct {
	TierID    string `json:"tier_id"`
	Name      string `json:"name" example:"Booking fee"`
	PerOrder  int64  `json:"per_order" doc:"For an order."`
	PerTicket int64  `json:"per_ticket" doc:"For each of its tickets that costs something."`
	RateBP    int64  `json:"rate_bp" doc:"In basis points of what its tickets cost."`
	Max       int64  `json:"max" doc:"The most that the fee comes to in one order; 0: no bound."`
	Currency  string `json:"currency" example:"EUR"`
}

// StatementDifference is one thing in which the log differs from the statement.
type StatementDifference struct {
	Code     string     `json:"code" enum:"more_held,sold_early,price_changed,tier_added,fee_changed,fee_added,places_changed,release_withdrawn,release_late,release_missing" doc:"more_held: more places were kept from the public, by blocks or because the organizer took them. sold_early: the public took some before the opening. price_changed and tier_added: of a tier. fee_changed and fee_added: a fee is another than was said, or was not said, and tier_id is that fee. places_changed: of the event. release_withdrawn, release_late and release_missing: of what was to come later."`
	TierID   string     `json:"tier_id,omitempty"`
	At       *time.Time `json:"at,omitempty" doc:"Of a release: when it was to come. Of sold_early: the opening that was announced."`
	Promised int64      `json:"promised" doc:"Places, or an amount of money; 0 for a tier that was not in the statement, and of fees."`
	Shown    int64      `json:"shown" doc:"What the log shows instead; of release_late how many minutes it was late."`
	Row      int64      `json:"row,omitempty" doc:"The row of the log that shows it. Absent: none does."`
}

// StatementVersion is a version of a statement as the log has it.
type StatementVersion struct {
	Version     int64     `json:"version"`
	PublishedAt time.Time `json:"published_at"`
	Row         int64     `json:"row" doc:"Of the log: it goes from the hash of the version before to this one's."`
	Hash        string    `json:"hash" doc:"The SHA-256 of text, in hex."`
	Text        string    `json:"text" doc:"What was published, to the byte: holdfast/statement/v1."`
}

var kindNoStatement = httpapi.Kind{Code: "no_statement", Status: 404, Title: "No statement", Help: "The organizer has published none for this event."}

var exampleStatement = SealedStatement{
	Version: 1, Places: 400, Public: 280, Held: []HeldPlaces{{For: "artists", Units: 20}}, Later: []wire.Release{{TierID: "tir_3k9q0a7c1v5m06f2w8d4xk1n7p9s", Units: 100}},
	Prices: []StatementPrice{{TierID: "tir_3k9q0a7c1v5m06f2w8d4xk1n7p9s", Name: "Standard", Amount: 4500, Currency: "EUR"}}, Fees: []StatementFee{{TierID: "tir_3k9q0a7c1v5m06f2w8d4xk1n7p9t", Name: "Booking fee", PerOrder: 100, RateBP: 250, Currency: "EUR"}}, Status: "kept", Differences: []StatementDifference{}, ThroughRow: 1204, Complete: true,
	Versions: []StatementVersion{{Version: 1, Row: 9, Hash: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", Text: `{"form":"holdfast/statement/v1",…}`}},
}

func (h *Handlers) statementRoutes() []access.Route {
	return []access.Route{
		access.InEvent(identity.ChangeEvent, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/events/{event_id}/statement", ID: "publish-statement", Tag: access.TagWaitingRoom, Status: http.StatusCreated,
			Summary: "Promise before the opening",
			Description: "Publishes how many places are public, how many are kept and for whom, at which prices and fees, and what comes later, and seals it in the public log. Places, prices " +
				"and releases are those of the event at that moment. Until the sale opens another version can be published, and the earlier ones stay visible; from then on it stands.",
			Refusals: refusal.Closed(inventory.InvalidSettings, inventory.StatementNoOpening, inventory.StatementStands), Problems: []httpapi.Kind{kindNoStatement},
			Example: NewStatement{Held: []HeldPlaces{{For: "artists", Units: 20}}}, Answer: exampleStatement,
		}, h.publishStatement),
		access.InEvent(identity.ReadEvent, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/statement", ID: "get-statement", Tag: access.TagWaitingRoom,
			Summary: "Read what was promised, and whether it was kept",
			Description: "The newest version, with what the log shows instead where it differs. Whoever has the entries of the public log can come to the same: it uses nothing of a row " +
				"that its entry has not.",
			Problems: []httpapi.Kind{kindNoStatement}, Answer: exampleStatement,
		}, h.getStatement),
	}
}

func (h *Handlers) publishStatement(c *access.Call, k *access.EventSummary, in *NewStatement) (*SealedStatement, error) {
	cmd := inventory.PublishStatement{Who: c.Who(), ID: h.IDs.In(id.Statement, k.EventID)}
	for _, p := range in.Held {
		cmd.Held = append(cmd.Held, inventory.StatementHeld{For: inventory.HeldFor(p.For), Units: p.Units})
	}
	if _, err := c.Submit(k.EventID, cmd, nil); err != nil {
		return nil, err
	}
	return h.statementOf(c, k.EventID)
}

func (h *Handlers) getStatement(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*SealedStatement, error) {
	v, err := h.Store.Events.Event(c.Context(), k.EventID)
	if err != nil {
		return nil, err
	}
	// The summary may be seconds old: a draft must not be shown to the public.
	if err := c.AuthorizeIn(v); err != nil {
		return nil, err
	}
	return h.statementOf(c, k.EventID)
}

func (h *Handlers) statementOf(c *access.Call, event string) (*SealedStatement, error) {
	versions, err := h.Store.Events.Statements(c.Context(), event, inventory.MaxStatements)
	switch {
	case err != nil:
		return nil, err
	case len(versions) == 0:
		return nil, kindNoStatement.Problem()
	}
	newest := &versions[len(versions)-1]
	look, err := h.Promises.Look(c.Context(), event, newest, inventory.At(h.Access.Now()))
	if err != nil {
		return nil, err
	}
	out := &SealedStatement{
		Version: newest.Version, PublishedAt: newest.At.Time(), OpensAt: newest.OpensAt.Time(), Places: look.Terms.Places, Public: look.Terms.Public,
		Held: []HeldPlaces{}, Later: []wire.Release{}, Prices: []StatementPrice{}, Fees: []StatementFee{}, Differences: []StatementDifference{},
		Status: "announced", ThroughRow: look.Through, Complete: look.Complete, Versions: []StatementVersion{},
	}
	for _, p := range look.Terms.Held {
		out.Held = append(out.Held, HeldPlaces{For: string(p.For), Units: p.Units})
	}
	for _, l := range look.Terms.Later {
		at, err := time.Parse(time.RFC3339Nano, l.At)
		if err != nil {
			return nil, err
		}
		out.Later = append(out.Later, wire.Release{At: at, TierID: l.Tier, Units: l.Units})
	}
	for _, p := range look.Terms.Prices {
		out.Prices = append(out.Prices, StatementPrice{TierID: p.Tier, Name: p.Name, Amount: p.Amount, Min: p.Min, Max: p.Max, Currency: p.Currency})
	}
	for _, f := range look.Terms.Fees {
		out.Fees = append(out.Fees, StatementFee{TierID: f.Tier, Name: f.Name, PerOrder: f.Order, PerTicket: f.Ticket, RateBP: f.Rate, Max: f.Max, Currency: f.Currency})
	}
	for _, d := range look.Differences {
		out.Differences = append(out.Differences, StatementDifference{Code: string(d.Code), TierID: d.Tier, At: wire.TimePtr(d.At), Promised: d.Promised, Shown: d.Shown, Row: d.Row})
	}
	for i := range versions {
		s := &versions[i]
		out.Versions = append(out.Versions, StatementVersion{Version: s.Version, PublishedAt: s.At.Time(), Row: s.Seq, Hash: s.Hash, Text: s.Text})
	}
	switch {
	case len(out.Differences) > 0:
		out.Status = "differs"
	case look.Opened && !look.Complete:
		out.Status = "checking"
	case look.Opened:
		out.Status = "kept"
	}
	return out, nil
}
