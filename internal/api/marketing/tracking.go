package marketing

import (
	"context"
	"encoding/csv"
	"errors"
	"net/url"
	"strconv"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/export"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/page"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/store/audience"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/ticket"
	"github.com/holdfast-events/holdfast/internal/tracking"
)

const (
	maxLinkName = 80
	// madeCode is how many characters a code has that nobody chose: as many of the end of the
	// id of its link, which is random.
	madeCode = 8
)

// NewTrackingLink is the body that makes a tracking link.
type NewTrackingLink struct {
	Name   string            `json:"name" minLength:"1" maxLength:"80" doc:"The person or thing that it is given to. Guests do not see it." example:"Newsletter in May"`
	Code   string            `json:"code,omitempty" maxLength:"40" doc:"What stands in its address: letters, digits, - and _, unique in the event. Capitals do not matter. Default: one that is made up." example:"newsletter"`
	CodeID string            `json:"code_id,omitempty" maxLength:"64" doc:"The promo or access code of the event that it brings along. Default: none."`
	EndsAt wire.OptionalTime `json:"ends_at,omitzero" doc:"Nothing is counted from then on. Default: no end."`
}

// TrackingLinkChange is the body that changes a tracking link.
type TrackingLinkChange struct {
	Name   *string           `json:"name,omitempty" minLength:"1" maxLength:"80"`
	CodeID *string           `json:"code_id,omitempty" maxLength:"64" doc:"The promo or access code that it brings along; \"\": none."`
	EndsAt wire.OptionalTime `json:"ends_at,omitzero" doc:"Nothing is counted from then on; null: no end."`
}

// TrackingLink is a link that an organizer gives out, with what came through it.
type TrackingLink struct {
	ID        string     `json:"id" example:"tkl_3k9q0a7c1v5m06f2w8d4xk1n7p9s"`
	EventID   string     `json:"event_id"`
	Name      string     `json:"name" example:"Newsletter in May"`
	Code      string     `json:"code" example:"newsletter"`
	URL       string     `json:"url" doc:"What is given out." example:"https://tickets.example.org/events/evt_3k9q0a7c1v5m?via=newsletter"`
	QR        string     `json:"qr_svg,omitempty" doc:"Its QR code, as SVG; lists leave it out."`
	Brings    *Brought   `json:"brings,omitempty" doc:"The promo or access code that it brings along."`
	EndsAt    *time.Time `json:"ends_at" doc:"null: no end."`
	CreatedAt time.Time  `json:"created_at"`
	TrackedFigures
}

// Brought is a promo or access code as a link brings it along.
type Brought struct {
	CodeID   string `json:"code_id" example:"cod_3k9q0a7c1v5m06f2w8d4xk1n7p9s"`
	Code     string `json:"code" example:"EARLYBIRD"`
	Kind     string `json:"kind" enum:"promo,access"`
	MaxUses  int64  `json:"max_uses" doc:"The quota: in how many orders it may be at once. 0: no bound."`
	Used     int64  `json:"used" doc:"Orders that have it now, pending ones included, by whichever link."`
	Disabled bool   `json:"disabled"`
}

// TrackedFigures are what came through a link.
type TrackedFigures struct {
	Visits        int64  `json:"visits" doc:"How often the event's page was opened with it from outside. Programs that say that they are some are left out, and nothing of a visitor is stored; it lags a few seconds."`
	Registrations int64  `json:"registrations" doc:"That cost nothing, those that were cancelled since among them."`
	Joins         int64  `json:"waitlist_joins" doc:"Applications among them."`
	Orders        int64  `json:"orders" doc:"That were paid or cost nothing, those that were cancelled since among them."`
	Gross         int64  `json:"gross" doc:"What these orders cost, in minor units of currency."`
	Currency      string `json:"currency,omitempty" example:"EUR"`
	Tickets       int64  `json:"tickets" doc:"Of the registrations and orders."`
	Cancelled     int64  `json:"tickets_cancelled" doc:"How many of these tickets were given back since."`
}

// TrackingLinkList is a page of tracking links.
type TrackingLinkList struct {
	httpapi.List[*TrackingLink]
}

// linkOf completes a link.
func (h *Handlers) linkOf(ctx context.Context, k *access.EventSummary, l *audience.TrackingLink) (*TrackingLink, error) {
	list, err := h.linksOf(ctx, k, []audience.TrackingLink{*l})
	if err != nil {
		return nil, err
	}
	qr, err := ticket.NewCode(list[0].URL)
	if err != nil {
		return nil, err
	}
	list[0].QR = qr.SVG("QR code")
	return list[0], nil
}

// linksOf completes links with what came through them, and with what they bring along.
func (h *Handlers) linksOf(ctx context.Context, k *access.EventSummary, links []audience.TrackingLink) ([]*TrackingLink, error) {
	ids := make([]string, len(links))
	for i := range links {
		ids[i] = links[i].ID
	}
	figures, err := h.Store.Tracking.Figures(ctx, k.EventID, ids)
	if err != nil {
		return nil, err
	}
	codes := map[string]*Brought{}
	out := make([]*TrackingLink, len(links))
	for i := range links {
		l := &links[i]
		f := figures[l.ID]
		out[i] = &TrackingLink{
			ID: l.ID, EventID: l.EventID, Name: l.Name, Code: l.Code, EndsAt: wire.TimePtr(l.EndsAt), CreatedAt: l.CreatedAt.Time(),
			URL: page.EventURL(h.Origin, l.EventID) + "?" + url.Values{tracking.Parameter: {l.Code}}.Encode(),
			TrackedFigures: TrackedFigures{
				Visits: l.Visits, Registrations: f.Registrations, Joins: f.Joins, Orders: f.Orders, Gross: f.Gross, Currency: k.Currency, Tickets: f.Tickets, Cancelled: f.Cancelled,
			},
		}
		if l.PriceCodeID == "" {
			continue
		}
		if codes[l.PriceCodeID] == nil {
			p, err := h.Store.Orders.PriceCode(ctx, l.PriceCodeID)
			if err != nil {
				return nil, err
			}
			codes[l.PriceCodeID] = &Brought{CodeID: p.ID, Code: p.Text, Kind: string(p.Kind), MaxUses: p.MaxUses, Used: p.Used, Disabled: p.Disabled}
		}
		out[i].Brings = codes[l.PriceCodeID]
	}
	return out, nil
}

func (h *Handlers) createLink(c *access.Call, k *access.EventSummary, in *NewTrackingLink) (*TrackingLink, error) {
	var check httpapi.Checks
	l := audience.TrackingLink{EventID: k.EventID, ID: c.OwnIDIn(id.TrackingLink, k.EventID), Name: check.Line("name", in.Name, 1, maxLinkName), CreatedAt: inventory.At(h.Now())}
	l.Code = l.ID[len(l.ID)-madeCode:]
	if in.Code != "" {
		code, ok := tracking.Code(in.Code)
		if !ok {
			check.Add("code", "forbidden_character", "must have at most %d letters of a to z, digits, - and _", tracking.MaxCode)
		}
		l.Code = code
	}
	l.PriceCodeID = priceCode(&check, k, in.CodeID)
	wire.Cutoff(&check, "ends_at", in.EndsAt, &l.EndsAt)
	if err := check.Err(); err != nil {
		return nil, err
	}
	err := h.Store.Tracking.Make(organizations.WithBy(c.Context(), c.By()), l)
	switch {
	case errors.Is(err, database.ErrConflict):
		// Of a request that is repeated, or of another link.
		have, err := h.Store.Tracking.Link(c.Context(), k.EventID, l.ID)
		if errors.Is(err, database.ErrNotFound) {
			return nil, kindCodeTaken.Problem()
		}
		if err != nil {
			return nil, err
		}
		if err := c.Repeated(have.Code == l.Code); err != nil {
			return nil, err
		}
		return h.linkOf(c.Context(), k, have)
	case errors.Is(err, database.ErrNotFound):
		return nil, httpapi.Invalid(unknownCode)
	case errors.Is(err, database.ErrLimit):
		return nil, kindTooManyLinks.Problem()
	case err != nil:
		return nil, err
	}
	h.Tracking.Forget(k.EventID, l.Code)
	return h.linkOf(c.Context(), k, &l)
}

// priceCode checks the id of a promo or access code of the event.
func priceCode(check *httpapi.Checks, k *access.EventSummary, code string) string {
	if event, ok := id.EventOf(code, id.Code); code != "" && (!ok || event != k.EventID) {
		check.Errs = append(check.Errs, unknownCode)
	}
	return code
}

// unknownCode is what is wrong with the id of a code that the event does not have.
var unknownCode = httpapi.FieldError{Field: "code_id", Code: "unknown", Message: "is not a promo or access code of this event"}

func (h *Handlers) getLink(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*TrackingLink, error) {
	l, err := h.Store.Tracking.Link(c.Context(), k.EventID, c.Param("tracking_link_id"))
	if err != nil {
		return nil, err
	}
	return h.linkOf(c.Context(), k, l)
}

func (h *Handlers) changeLink(c *access.Call, k *access.EventSummary, in *TrackingLinkChange) (*TrackingLink, error) {
	l, err := h.Store.Tracking.Link(c.Context(), k.EventID, c.Param("tracking_link_id"))
	if err != nil {
		return nil, err
	}
	var check httpapi.Checks
	next := *l
	if in.Name != nil {
		next.Name = check.Line("name", *in.Name, 1, maxLinkName)
	}
	if in.CodeID != nil {
		next.PriceCodeID = priceCode(&check, k, *in.CodeID)
	}
	wire.Cutoff(&check, "ends_at", in.EndsAt, &next.EndsAt)
	if err := check.Err(); err != nil {
		return nil, err
	}
	// What was not asked for may be changed by somebody else meanwhile, and stays.
	err = h.Store.Tracking.Change(organizations.WithBy(c.Context(), c.By()), k.EventID, l.ID, func(l *audience.TrackingLink) {
		if in.Name != nil {
			l.Name = next.Name
		}
		if in.CodeID != nil {
			l.PriceCodeID = next.PriceCodeID
		}
		if in.EndsAt.Set {
			l.EndsAt = next.EndsAt
		}
	})
	if errors.Is(err, database.ErrNotFound) {
		return nil, httpapi.Invalid(unknownCode) // the link was just there, and no link is ever deleted
	}
	if err != nil {
		return nil, err
	}
	h.Tracking.Forget(k.EventID, l.Code)
	return h.getLink(c, k, nil)
}

func (h *Handlers) listLinks(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*TrackingLinkList, error) {
	links, next, err := httpapi.Page(&c.Request, "tracking links "+k.EventID,
		func(before audience.LinkPosition, limit int) ([]audience.TrackingLink, error) {
			return h.Store.Tracking.Links(c.Context(), k.EventID, before, limit)
		},
		func(l *audience.TrackingLink) audience.LinkPosition {
			return audience.LinkPosition{CreatedAt: l.CreatedAt, ID: l.ID}
		})
	if err != nil {
		return nil, err
	}
	items, err := h.linksOf(c.Context(), k, links)
	if err != nil {
		return nil, err
	}
	return &TrackingLinkList{httpapi.NewList(items, next)}, nil
}

// linkColumns are those of the table of all links, which never change.
var linkColumns = []string{
	"id", "name", "code", "url", "brings", "visits", "registrations", "waitlist_joins", "orders", "tickets", "tickets_cancelled", "gross", "currency", "ends_at", "created_at",
}

// linksCSV is the list as a table.
func (h *Handlers) linksCSV(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*httpapi.Download, error) {
	links, err := h.Store.Tracking.Links(c.Context(), k.EventID, audience.LinkPosition{}, audience.MaxTrackingLinks)
	if err != nil {
		return nil, err
	}
	items, err := h.linksOf(c.Context(), k, links)
	if err != nil {
		return nil, err
	}
	number := func(n int64) string { return strconv.FormatInt(n, 10) }
	var rows [][]string
	for _, l := range items {
		brings, ends, gross := "", "", ""
		if l.Brings != nil {
			brings = export.Inert(l.Brings.Code)
		}
		if l.EndsAt != nil {
			ends = l.EndsAt.Format(time.RFC3339)
		}
		if l.Currency != "" {
			gross = payment.Money{Minor: l.Gross, Currency: l.Currency}.Decimal()
		}
		rows = append(rows, []string{
			l.ID, export.Inert(l.Name), export.Inert(l.Code), l.URL, brings, number(l.Visits), number(l.Registrations), number(l.Joins), number(l.Orders),
			number(l.Tickets), number(l.Cancelled), gross, l.Currency, ends, l.CreatedAt.Format(time.RFC3339),
		})
	}
	return httpapi.CSV("tracking-links-"+k.EventID+".csv", linkColumns, func(w *csv.Writer) error { return w.WriteAll(rows) }), nil
}

// Via is what a tracking link brings along.
type Via struct {
	Code      string `json:"code" doc:"Of the link."`
	PriceCode string `json:"price_code,omitempty" doc:"The promo or access code that it brings along. Absent: none."`
}

func (h *Handlers) getVia(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*Via, error) {
	l, err := h.Tracking.Find(c.Context(), k.EventID, c.Param("via"))
	switch {
	case err != nil:
		return nil, err
	case l == nil:
		return nil, database.ErrNotFound
	}
	out := &Via{Code: l.Code}
	if l.PriceCodeID == "" {
		return out, nil
	}
	p, err := h.Store.Orders.PriceCode(c.Context(), l.PriceCodeID)
	if err == nil && !p.Disabled {
		out.PriceCode = p.Text
	}
	return out, err
}
