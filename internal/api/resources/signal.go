package resources

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/resource"
	"github.com/holdfast-events/holdfast/internal/resource/waitlists"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/resources"
	"github.com/holdfast-events/holdfast/internal/webhook"
)

// CapacityReleased is the body that says that units came free.
type CapacityReleased struct {
	EventID    string            `json:"event_id" minLength:"1" maxLength:"100" doc:"Your own name for this event. It is taken once: whoever repeats it with the same body changes nothing." example:"cancel-8812"`
	Units      int64             `json:"units" minimum:"1" maximum:"1000" doc:"How many units. They go to whoever fits: an entry gets all of its units of one release." example:"4"`
	Attributes map[string]string `json:"attributes,omitempty" maxProperties:"20" doc:"What they are like."`
	ValidUntil *time.Time        `json:"valid_until,omitempty" doc:"Until when they can be offered and accepted. Default: until they are withdrawn."`
}

// CapacityWithdrawn is the body that takes units back.
type CapacityWithdrawn struct {
	EventID        string `json:"event_id" minLength:"1" maxLength:"100" doc:"Your own name for this event. It is taken once." example:"walk-in-17"`
	ReleaseEventID string `json:"release_event_id" minLength:"1" maxLength:"100" doc:"The event_id of the release that they are of. It may still be to come." example:"cancel-8812"`
	Units          int64  `json:"units" minimum:"1" maximum:"1000" doc:"How many. First those that nobody has, then those of open offers, the newest first, which end. What is accepted stays."`
}

// CapacitySignal is the body of what a system says without a key.
type CapacitySignal struct {
	Type           string            `json:"type" enum:"capacity_released,capacity_withdrawn"`
	EventID        string            `json:"event_id" minLength:"1" maxLength:"100" doc:"As of the calls with a key."`
	Units          int64             `json:"units" minimum:"1" maximum:"1000"`
	Attributes     map[string]string `json:"attributes,omitempty" maxProperties:"20" doc:"Of what was released."`
	ValidUntil     *time.Time        `json:"valid_until,omitempty" doc:"Of what was released."`
	ReleaseEventID string            `json:"release_event_id,omitempty" maxLength:"100" doc:"Of what was withdrawn."`
}

// SignalTaken is the answer to what a system says.
type SignalTaken struct {
	EventID  string   `json:"event_id"`
	Status   string   `json:"status" enum:"taken,repeated" doc:"repeated: it was taken before, and changed nothing now."`
	Offered  int64    `json:"units_offered" doc:"Of a release: in offers now, open and accepted."`
	Taken    int64    `json:"units_withdrawn" doc:"Of a release: withdrawn so far. Of a withdrawal: how many it has taken back. The rest waits for its release or, when that was taken, is accepted: you have promised it twice."`
	Lost     int64    `json:"units_lost" doc:"Of a release: that your system said were gone when somebody accepted them. A withdrawal that names the release counts them first."`
	Waits    bool     `json:"waits_for_confirmation,omitempty" doc:"Of a withdrawal: units of its release are being accepted. What of them is not accepted is withdrawn then."`
	Free     int64    `json:"units_free" doc:"Of a release: what nobody has."`
	Pending  bool     `json:"pending,omitempty" doc:"Of a withdrawal: its release is still to come."`
	EndedIDs []string `json:"ended_offer_ids" doc:"Offers that a withdrawal has ended now. Their people were told, and wait in their old places."`
	Seq      int64    `json:"seq" doc:"The last change of the waitlist."`
}

// Signals take what other systems say of their capacity, whichever way it comes.
type Signals struct {
	Waitlists *waitlists.Service
	Now       func() time.Time
	Store     *store.Store
	Webhooks  *webhook.Sender
}

func (h *Handlers) signals() *Signals {
	return &Signals{Waitlists: h.Waitlists, Now: h.Now, Store: h.Store, Webhooks: h.Webhooks}
}

// take takes what the other system says, or staff for it.
func (s *Signals) take(ctx context.Context, by *organizations.By, r *resources.Resource, check *httpapi.Checks, g *resource.Signal) (*SignalTaken, error) {
	g.EventID = check.Line("event_id", g.EventID, 1, 100)
	if err := check.Err(); err != nil {
		return nil, err
	}
	res, d, err := s.Waitlists.Do(organizations.WithBy(ctx, *by), r.ID, resource.Receive{Signal: *g})
	if err != nil {
		return nil, err
	}
	if d.Code != resource.OK {
		return nil, Refused(d)
	}
	is, err := s.Store.Resources.Signal(ctx, r.ID, g.EventID)
	if err != nil {
		return nil, err
	}
	out := &SignalTaken{EventID: is.EventID, Status: "taken", Offered: is.Offered, Taken: is.Taken, EndedIDs: append([]string{}, d.Ended...), Seq: res.Seq}
	if d.Repeated {
		out.Status = "repeated"
	}
	if is.Kind == resource.Released {
		out.Lost, out.Free = is.Lost, is.Units-is.Offered-is.Taken-is.Lost
		return out, nil
	}
	if is.Taken < is.Units {
		if out.Waits, err = s.Store.Resources.BeingAccepted(ctx, r.ID, is.ReleaseID); err != nil {
			return nil, err
		}
	}
	_, err = s.Store.Resources.Signal(ctx, r.ID, is.ReleaseID)
	if out.Pending = errors.Is(err, database.ErrNotFound); out.Pending {
		err = nil
	}
	return out, err
}

// signal is take for a call with a key.
func (h *Handlers) signal(c *access.Call, r *resources.Resource, check *httpapi.Checks, g *resource.Signal) (*SignalTaken, error) {
	by := c.By()
	return h.signals().take(c.Context(), &by, r, check, g)
}

func (h *Handlers) released(c *access.Call, in *CapacityReleased) (*SignalTaken, error) {
	r, err := h.resource(c)
	if err != nil {
		return nil, err
	}
	var check httpapi.Checks
	g := &resource.Signal{EventID: in.EventID, Kind: resource.Released, Units: in.Units, Attributes: attributes(&check, in.Attributes)}
	if in.ValidUntil != nil {
		g.ValidUntil = wire.Moment(&check, "valid_until", *in.ValidUntil)
	}
	return h.signal(c, r, &check, g)
}

func (h *Handlers) withdrawn(c *access.Call, in *CapacityWithdrawn) (*SignalTaken, error) {
	r, err := h.resource(c)
	if err != nil {
		return nil, err
	}
	var check httpapi.Checks
	return h.signal(c, r, &check, &resource.Signal{
		EventID: in.EventID, Kind: resource.Withdrawn, Units: in.Units, Attributes: resource.Attributes{}, ReleaseID: check.Line("release_event_id", in.ReleaseEventID, 1, 100),
	})
}

// hear takes what a system says that shows no key but signs what it says.
func (h *Handlers) hear(c *access.Call, in *CapacitySignal) (*SignalTaken, error) {
	r, err := h.Store.Resources.ByID(c.Context(), c.Param("resource_id"))
	if err = h.signals().signed(r, err, h.Now(), c.HTTP.Header, c.Body); errors.Is(err, webhook.ErrSignature) {
		if err := c.AdmitAnyone(); err != nil {
			return nil, err
		}
		return nil, kindSignature.Problem()
	}
	if err != nil {
		return nil, err
	}
	by := c.By()
	return h.signals().heard(c.Context(), &by, r, in)
}

// signed returns webhook.ErrSignature unless a body was signed at a time with the secret of a
// resource, of which the look-up ended with err: who does not know the secret learns nothing of what
// there is.
func (s *Signals) signed(r *resources.Resource, err error, at time.Time, header http.Header, body []byte) error {
	if errors.Is(err, database.ErrNotFound) {
		return webhook.ErrSignature
	}
	if err != nil {
		return err
	}
	return s.Webhooks.VerifyAt(r.ID, r.SecretVersion, r.RotatedAt, at, header, body)
}

// heard takes what the system of a resource has signed.
func (s *Signals) heard(ctx context.Context, by *organizations.By, r *resources.Resource, in *CapacitySignal) (*SignalTaken, error) {
	by.Actor = r.ID // the other system itself
	var check httpapi.Checks
	g := &resource.Signal{EventID: in.EventID, Kind: resource.Released, Units: in.Units, Attributes: attributes(&check, in.Attributes)}
	if in.Type == "capacity_withdrawn" {
		g.Kind, g.ReleaseID = resource.Withdrawn, check.Line("release_event_id", in.ReleaseEventID, 1, 100)
		if len(in.Attributes) > 0 || in.ValidUntil != nil {
			check.Add("attributes", "not_of_a_withdrawal", "and valid_until are of what was released")
		}
	} else if in.ReleaseEventID != "" {
		check.Add("release_event_id", "not_of_a_release", "is of what was withdrawn")
	}
	if in.ValidUntil != nil {
		g.ValidUntil = wire.Moment(&check, "valid_until", *in.ValidUntil)
	}
	return s.take(ctx, by, r, &check, g)
}
