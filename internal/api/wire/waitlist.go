package wire

import (
	"context"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// Offer is a place kept for the person at the head of the waitlist.
type Offer struct {
	ID             string     `json:"id" example:"off_3k9q0a7c1v5m06f2w8d4xk1n7p9s"`
	EventID        string     `json:"event_id"`
	Status         string     `json:"status" enum:"open,accepted,declined,expired,revoked"`
	EntryID        string     `json:"entry_id"`
	OrderID        string     `json:"order_id" doc:"The hold that keeps the place, and the order once it is accepted."`
	OpenedAt       time.Time  `json:"opened_at"`
	WindowStartsAt time.Time  `json:"window_starts_at" doc:"Later than opened_at when quiet hours delay it."`
	ExpiresAt      time.Time  `json:"expires_at" doc:"The first moment at which it can no longer be claimed."`
	EndedAt        *time.Time `json:"ended_at,omitempty"`
	Extensions     int64      `json:"extensions"`
	RuleVersion    int64      `json:"rule_version" doc:"The fairness rules that made it."`
}

// OfferOf converts an offer.
func OfferOf(event string, o *inventory.Offer) *Offer {
	return &Offer{
		ID: o.ID, EventID: event, Status: string(o.State), EntryID: o.EntryID, OrderID: o.OrderID,
		OpenedAt: o.OpenedAt.Time(), WindowStartsAt: o.WindowStartsAt.Time(), ExpiresAt: o.ExpiresAt.Time(),
		EndedAt: TimePtr(o.EndedAt), Extensions: o.Extensions, RuleVersion: o.RuleVersion,
	}
}

// Entry is a place on the waitlist.
type Entry struct {
	ID           string        `json:"id" example:"wle_3k9q0a7c1v5m06f2w8d4xk1n7p9s"`
	EventID      string        `json:"event_id"`
	Status       string        `json:"status" enum:"waiting,offered,accepted,declined,expired,left,removed,closed,applied,rejected" doc:"applied: the organizer has not answered yet. rejected: the organizer has declined the application, for the reason that is given."`
	Reason       string        `json:"reason" doc:"Of the last change." example:"joined"`
	TierID       string        `json:"tier_id"`
	Units        int64         `json:"units"`
	Name         string        `json:"name,omitempty" doc:"Typed with it, where the person of that address is known by another name."`
	Guests       []Guest       `json:"guests"`
	Class        int           `json:"priority_class"`
	Position     int64         `json:"position,omitempty" doc:"Place on the waitlist while waiting, 1 for the head."`
	PositionBand *PositionBand `json:"position_band,omitempty"`
	Waiting      int64         `json:"waiting,omitempty" doc:"How many wait on this waitlist, where places are shown exactly."`
	// EstimatedWait is "" where nobody can say, or no position is shown.
	EstimatedWait string     `json:"estimated_wait,omitempty" enum:"minutes,hours,days,unlikely" doc:"While waiting: about how long, if places come back as they did lately (returned). unlikely: longer than until the waitlist ends. Absent: too few have come back to say, or no position is shown."`
	Returned      *Returned  `json:"returned,omitempty" doc:"What estimated_wait was taken from."`
	Passed        int64      `json:"times_passed" doc:"How often a smaller party that fitted has passed."`
	Offer         *Offer     `json:"offer,omitempty" doc:"The open offer."`
	OrderID       string     `json:"order_id,omitempty" doc:"The order or registration that came of an offer that was accepted: it may have to be paid yet." example:"ord_3k9q0a7c1v5m06f2w8d4xk1n7p9s"`
	Person        *Person    `json:"person,omitempty"`
	Via           *Source    `json:"via,omitempty" doc:"To staff, and in the file of one's own data: the tracking link by which it came."`
	JoinedAt      time.Time  `json:"joined_at" doc:"Or applied."`
	ApprovedAt    *time.Time `json:"approved_at,omitempty" doc:"Of an application: when it was approved."`
	UpdatedAt     time.Time  `json:"updated_at"`
}

// Returned is how places have come back to a waitlist.
type Returned struct {
	Units int64     `json:"units" doc:"How many units were offered or given to people on this waitlist."`
	Since time.Time `json:"since"`
}

// estimate adds about how long somebody waits, as far as the position is shown.
func (r *Reader) estimate(ctx context.Context, out *Entry) error {
	ahead := out.Position - 1
	if out.PositionBand != nil {
		ahead = out.PositionBand.To - 1 // which says no more than the band does
	}
	if ahead < 0 || r.Returns == nil {
		return nil
	}
	e, err := r.Returns.Of(ctx, out.EventID, out.TierID, ahead, out.Units)
	if e != nil {
		out.EstimatedWait, out.Returned = string(e.Wait), &Returned{Units: e.Units, Since: e.Since.Time()}
	}
	return err
}

// EntryOf shows an entry with its place.
func (r *Reader) EntryOf(c *access.Call, k *access.EventSummary, v *events.RegistrationView) (*Entry, error) {
	out := EntryWithoutPlace(k, v)
	if v.Entry.State == inventory.EntryWaiting && Shows(k, &c.Caller) {
		if err := r.FindPlace(c.Context(), k.EventID, v); err != nil {
			return nil, err
		}
		out.Position, out.PositionBand = Position(k, &c.Caller, v.Place)
		if out.Position > 0 {
			out.Waiting = v.InLine
		}
		if err := r.estimate(c.Context(), out); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// FindPlace reads the place of a waiting entry, unless it came with the entry.
func (r *Reader) FindPlace(ctx context.Context, event string, v *events.RegistrationView) (err error) {
	if v.Place == 0 {
		v.Place, v.InLine, err = r.Store.Waitlist.Place(ctx, event, v.Entry)
	}
	return err
}

// EntryWithoutPlace converts a waitlist entry without its position, which costs a look-up.
func EntryWithoutPlace(k *access.EventSummary, v *events.RegistrationView) *Entry {
	e := v.Entry
	person := PersonOf(&v.Person)
	out := &Entry{
		ID: e.ID, EventID: k.EventID, Status: string(e.State), Reason: string(e.Reason), TierID: e.Tier, Units: e.Units,
		Name: e.Name, Guests: guestsOf(e.Guests), Class: e.Class, Passed: e.Passes, Person: &person,
		JoinedAt: e.JoinedAt.Time(), ApprovedAt: TimePtr(e.ApprovedAt), UpdatedAt: e.UpdatedAt.Time(),
	}
	if v.Offer != nil {
		out.Offer = OfferOf(k.EventID, v.Offer)
	}
	if v.Hold != nil && e.State == inventory.EntryAccepted {
		out.OrderID = v.Hold.ID
	}
	return out
}
