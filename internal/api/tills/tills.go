package tills

import (
	"context"
	"errors"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/paying"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// Limits of what a till is told.
const (
	maxTillName = 80
	maxTillNote = 500
)

// NewTill is the body that opens a till.
type NewTill struct {
	Name         string `json:"name" minLength:"1" maxLength:"80" doc:"What the till is called." example:"Main entrance"`
	OpeningFloat int64  `json:"opening_float,omitempty" minimum:"0" maximum:"2000000000000" doc:"The cash that is in it before the first sale, in minor units of the event's currency. Default 0." example:"15000"`
}

// TillChange is the body that renames a till.
type TillChange struct {
	Name string `json:"name" minLength:"1" maxLength:"80" example:"Side entrance"`
}

// TillCount is the body that closes a till.
type TillCount struct {
	Counted int64  `json:"counted" minimum:"0" maximum:"2000000000000" doc:"The cash that was counted in it, float included, in minor units." example:"47500"`
	Note    string `json:"note,omitempty" maxLength:"500" doc:"Why it is more or less than expected, say." example:"One coin fell behind the counter"`
}

// Till is a till of the box office. All amounts are in minor units of currency.
type Till struct {
	ID           string     `json:"id" example:"til_3k9q0a7c1v5m06f2w8d4xk1n7p9s"`
	EventID      string     `json:"event_id"`
	Name         string     `json:"name"`
	Status       string     `json:"status" enum:"open,closed"`
	Currency     string     `json:"currency,omitempty" example:"EUR"`
	OpeningFloat int64      `json:"opening_float"`
	CashIn       int64      `json:"cash_in" doc:"What was paid into it in cash."`
	CashOut      int64      `json:"cash_out" doc:"What it gave back in cash."`
	Expected     int64      `json:"cash_expected" doc:"The float and what came in, without what it gave back."`
	Counted      *int64     `json:"counted,omitempty" doc:"Of a till that is closed: the cash that was counted in it."`
	Difference   *int64     `json:"difference,omitempty" doc:"Counted without expected: less than 0 where cash is missing."`
	Note         string     `json:"note,omitempty" doc:"Of the person who closed it."`
	OpenedBy     string     `json:"opened_by" doc:"The member or the key that opened it."`
	OpenedAt     time.Time  `json:"opened_at"`
	ClosedBy     string     `json:"closed_by,omitempty"`
	ClosedAt     *time.Time `json:"closed_at,omitempty"`
}

// Tills are all tills of an event.
type Tills struct {
	Items []*Till `json:"items"`
}

func tillOf(t *payments.Till) *Till {
	out := &Till{
		ID: t.ID, EventID: t.EventID, Name: t.Name, Status: "open", Currency: t.Currency, OpeningFloat: t.OpeningFloat, CashIn: t.CashIn, CashOut: t.CashOut,
		Expected: t.Expected(), OpenedBy: t.OpenedBy, OpenedAt: t.OpenedAt.Time(),
	}
	if t.ClosedAt != 0 {
		difference := t.Counted - t.Expected()
		out.Status, out.Counted, out.Difference, out.Note = "closed", &t.Counted, &difference, t.Note
		out.ClosedBy, out.ClosedAt = t.ClosedBy, wire.TimePtr(t.ClosedAt)
	}
	return out
}

func (h *Handlers) openTill(c *access.Call, k *access.EventSummary, in *NewTill) (*Till, error) {
	var check httpapi.Checks
	t := payments.Till{
		EventID: k.EventID, ID: c.OwnIDIn(id.Till, k.EventID), Name: check.Line("name", in.Name, 1, maxTillName), Currency: k.Currency,
		OpeningFloat: amountIn(&check, "opening_float", in.OpeningFloat), OpenedBy: c.Caller.Actor(), OpenedAt: inventory.At(h.Now()),
	}
	if err := check.Err(); err != nil {
		return nil, err
	}
	err := h.Store.Tills.OpenTill(organizations.WithBy(c.Context(), c.By()), t)
	made, err := access.Made(c, err, &t,
		func(ctx context.Context) (*payments.Till, error) { return h.Store.Tills.Till(ctx, k.EventID, t.ID) },
		func(have *payments.Till) bool { return have.OpeningFloat == t.OpeningFloat })
	switch {
	case errors.Is(err, payments.ErrTillOpen):
		return nil, kindTillOpen.Problem()
	case errors.Is(err, database.ErrLimit):
		return nil, kindTooManyTills.Problem()
	case err != nil:
		return nil, err
	}
	return tillOf(made), nil
}

// amountIn checks an amount of money.
func amountIn(check *httpapi.Checks, field string, amount int64) int64 {
	check.Count(field, amount, 0, inventory.MaxTotal)
	return amount
}

func (h *Handlers) listTills(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*Tills, error) {
	list, err := h.Store.Tills.Tills(c.Context(), k.EventID)
	if err != nil {
		return nil, err
	}
	out := &Tills{Items: make([]*Till, len(list))}
	for i := range list {
		out.Items[i] = tillOf(&list[i])
	}
	return out, nil
}

// till is the till in the path.
func (h *Handlers) till(c *access.Call, k *access.EventSummary) (*payments.Till, error) {
	return h.Store.Tills.Till(c.Context(), k.EventID, c.Param("till_id"))
}

func (h *Handlers) getTill(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*Till, error) {
	t, err := h.till(c, k)
	if err != nil {
		return nil, err
	}
	return tillOf(t), nil
}

func (h *Handlers) changeTill(c *access.Call, k *access.EventSummary, in *TillChange) (*Till, error) {
	var check httpapi.Checks
	name := check.Line("name", in.Name, 1, maxTillName)
	if err := check.Err(); err != nil {
		return nil, err
	}
	if err := h.Store.Tills.RenameTill(c.Context(), k.EventID, c.Param("till_id"), name); err != nil {
		return nil, err
	}
	return h.getTill(c, k, nil)
}

func (h *Handlers) closeTill(c *access.Call, k *access.EventSummary, in *TillCount) (*Till, error) {
	var check httpapi.Checks
	counted, note := amountIn(&check, "counted", in.Counted), check.Line("note", in.Note, 0, maxTillNote)
	if err := check.Err(); err != nil {
		return nil, err
	}
	err := h.Store.Tills.CloseTill(organizations.WithBy(c.Context(), c.By()), k.EventID, c.Param("till_id"), c.Caller.Actor(), counted, note, inventory.At(h.Now()))
	if err != nil {
		return nil, tillProblem(err)
	}
	return h.getTill(c, k, nil)
}

// tillProblem is the problem of an error of taking and giving at a till.
func tillProblem(err error) error {
	if errors.Is(err, payments.ErrTillClosed) {
		return kindTillClosed.Problem()
	}
	return paying.Problem(err)
}
