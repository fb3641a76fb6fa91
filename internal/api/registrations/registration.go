package registrations

import (
	"cmp"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/challenge"
	"github.com/holdfast-events/holdfast/internal/consent"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

func (h *Handlers) register(c *access.Call, k *access.EventSummary, in *wire.NewRegistration) (*wire.Standing, error) {
	var check httpapi.Checks
	who, party := h.Reader.Taking(c, &check, k, &in.PartyIn)
	answers, err := h.Reader.Answers(c, &check, k, wire.UnitsOf(party.Units, party.Tier), in.Answers)
	if err != nil {
		return nil, err
	}
	consents, err := h.Reader.Consents(c, &check, k, &in.PersonIn, party.UserID, who.Proven, consent.Registration)
	if err := cmp.Or(err, check.Err()); err != nil {
		return nil, err
	}
	if err := c.Screened(k, challenge.Register); err != nil {
		return nil, err
	}
	reply, err := c.SubmitTaking(k.EventID, inventory.Register{
		Who: who, Party: party, OrderID: h.IDs.In(id.Order, k.EventID), JoinWaitlist: in.JoinWaitlist,
	}, access.Along{Answers: answers, Consents: consents, TrackingLink: h.Reader.TrackingLink(c, k, in.Via)})
	if err != nil {
		return nil, err
	}
	return h.standing(c, k, reply)
}

func (h *Handlers) joinWaitlist(c *access.Call, k *access.EventSummary, in *wire.JoinIn) (*wire.Standing, error) {
	var check httpapi.Checks
	who, party := h.Reader.Taking(c, &check, k, &in.PartyIn)
	units := in.Wanted(&check, k, &party)
	answers, err := h.Reader.Answers(c, &check, k, units, in.Answers)
	if err != nil {
		return nil, err
	}
	consents, err := h.Reader.Consents(c, &check, k, &in.PersonIn, party.UserID, who.Proven, consent.Waitlist)
	if err := cmp.Or(err, check.Err()); err != nil {
		return nil, err
	}
	return h.join(c, k, who, party, access.Along{Answers: answers, Consents: consents, TrackingLink: h.Reader.TrackingLink(c, k, in.Via)})
}

// join lets somebody wait, or order instead what is there for everybody. A member of the
// organization does it for somebody else, who is mailed an offer when a place is there.
func (h *Handlers) join(c *access.Call, k *access.EventSummary, who inventory.Who, party inventory.Party, with access.Along) (*wire.Standing, error) {
	checkout, err := h.Checkout(c.Context(), k)
	if err != nil {
		return nil, err
	}
	if err := c.Screened(k, challenge.Wait); err != nil {
		return nil, err
	}
	reply, err := c.SubmitTaking(k.EventID, inventory.Join{
		Who: who, Party: party, OrderID: h.IDs.In(id.Order, k.EventID), Invites: c.Caller.MemberID != "", NoCheckout: !checkout,
	}, with)
	if err != nil {
		return nil, err
	}
	return h.standing(c, k, reply)
}

// standing is the answer to a registration or a join that was committed.
func (h *Handlers) standing(c *access.Call, k *access.EventSummary, reply sequencer.Reply) (*wire.Standing, error) {
	out := &wire.Standing{
		Status: reply.Status, OrderID: reply.OrderID, EntryID: reply.EntryID, OfferID: reply.OfferID,
		Units: reply.Units, ExpiresAt: wire.TimePtr(reply.ExpiresAt), LedgerSeq: reply.Seq,
	}
	switch {
	case reply.Status == "pending":
		return out, h.ordered(c, out, reply)
	case reply.Status != "waitlisted":
		return out, nil
	}
	place := reply.Place
	if place == 0 && wire.Shows(k, &c.Caller) {
		place = h.placeOf(c, reply.EntryID)
	}
	out.Position, out.PositionBand = wire.Position(k, &c.Caller, place)
	return out, nil
}

// ordered says how an order that took the place of a join is paid, as the buyer is told.
func (h *Handlers) ordered(c *access.Call, out *wire.Standing, reply sequencer.Reply) error {
	out.Total, out.Currency = reply.Total, reply.Currency
	if c.Caller.Staff() {
		out.PaymentURL = h.Links.BearerURL(out.OrderID, reply.ExpiresAt.Time())
		return nil
	}
	token, err := h.Links.Bearer(out.OrderID, identity.ReachCheckout, reply.ExpiresAt.Time())
	if err != nil {
		return err
	}
	if c.Caller.Public() {
		out.AccessToken = token
	}
	out.PaymentURL = h.Links.PageURL(identity.OrderLink, token)
	return nil
}

// placeOf reads the place of an entry whose waitlist has several lanes. The change
// is committed by now, so a place that cannot be read is left out and logged
// instead of turning a success into an error.
func (h *Handlers) placeOf(c *access.Call, entry string) int64 {
	v, err := h.Store.Registrations.Entry(c.Context(), entry)
	if err == nil && v.Entry.State == inventory.EntryWaiting {
		if err = h.Reader.FindPlace(c.Context(), c.Param("event_id"), v); err == nil {
			return v.Place
		}
	}
	if err != nil {
		h.Log.Warn("position not read after joining", "entry", entry, "error", err)
	}
	return 0
}

func (h *Handlers) getRegistration(c *access.Call, _ *httpapi.None) (*wire.Registration, error) {
	k, v, err := h.Reader.Registration(c)
	if err != nil {
		return nil, err
	}
	return h.Reader.RegistrationOf(c, k, v)
}

func (h *Handlers) cancelRegistration(c *access.Call, _ *httpapi.None) (*wire.Ended, error) {
	k, v, err := h.Reader.Registration(c)
	if err != nil {
		return nil, err
	}
	reply, err := c.Submit(k.EventID, inventory.Cancel{Who: c.Who(), UserID: v.Person.UserID}, nil)
	if err != nil {
		return nil, err
	}
	return &wire.Ended{Status: wire.StateOr(reply.Status, string(inventory.HoldReleased)), LedgerSeq: reply.Seq}, nil
}

// RegistrationList is a page of the guest list.
type RegistrationList struct {
	httpapi.List[*wire.Registration]
}

func (h *Handlers) listRegistrations(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*RegistrationList, error) {
	status := c.Query.Get("status")
	switch status {
	case "", "confirmed", "released":
	default:
		return nil, httpapi.Invalid(httpapi.FieldError{Field: "status", Code: "not_allowed", Message: "must be confirmed or released"})
	}
	ended := status == "released"
	list, err := httpapi.ReadList(&c.Request, "registrations "+k.EventID+" "+status,
		func(after string, limit int) ([]events.RegistrationView, error) {
			return h.Store.Registrations.RegistrationsPage(c.Context(), k.EventID, after, ended, limit)
		},
		func(v *events.RegistrationView) string { return v.Hold.ID },
		func(v *events.RegistrationView) *wire.Registration {
			return &wire.Registration{Person: wire.PersonOf(&v.Person), Status: string(v.Hold.State), Order: wire.OrderOf(k.EventID, v.Hold, nil)}
		})
	return &RegistrationList{list}, err
}
