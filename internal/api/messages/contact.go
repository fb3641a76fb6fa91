package messages

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/delivery"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/push"
	"github.com/holdfast-events/holdfast/internal/sms"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/messages"
)

// contact finds the contact of the person in the path, and asks for access.
func (h *Handlers) contact(c *access.Call) (*access.EventSummary, *events.RegistrationView, *messages.Contact, error) {
	k, err := h.Access.Event(c.Context(), c.Param("event_id"))
	if err != nil {
		return nil, nil, nil, err
	}
	user, err := wire.UserParam(c)
	if err != nil {
		return nil, nil, nil, err
	}
	// Before the person is looked up; whose thing it is decides for everybody else.
	if err := c.Caller.Authorize(c.Action, k.Resource()); err != nil && c.Caller.Link == nil && c.Caller.Login == nil {
		return nil, nil, nil, err
	}
	v, err := h.Store.Registrations.Registration(c.Context(), k.EventID, user)
	if err != nil {
		return nil, nil, nil, err
	}
	if err := c.Allowed(k, v.Person.ID); err != nil {
		return nil, nil, nil, err
	}
	have, err := h.Reader.ContactOf(c.Context(), k.OrgID, h.Reader.PersonKey(k.OrgID, user))
	return k, v, have, err
}

func (h *Handlers) getContact(c *access.Call, _ *httpapi.None) (*wire.ContactOut, error) {
	k, v, have, err := h.contact(c)
	if err != nil {
		return nil, err
	}
	return h.Reader.ContactOut(c, k, v, have)
}

func (h *Handlers) putContact(c *access.Call, in *wire.Contact) (*wire.ContactOut, error) {
	k, v, have, err := h.contact(c)
	if err != nil {
		return nil, err
	}
	next, err := h.keepContact(c, have, in)
	if err != nil {
		return nil, err
	}
	return h.Reader.ContactOut(c, k, v, next)
}

// keepContact stores how somebody wants to be reached in place of what is stored.
func (h *Handlers) keepContact(c *access.Call, have *messages.Contact, in *wire.Contact) (_ *messages.Contact, err error) {
	var check httpapi.Checks
	now := inventory.At(h.Now())
	since := func(wanted bool, before inventory.Instant) inventory.Instant {
		switch {
		case !wanted:
			return 0
		case before != 0:
			return before
		}
		return now
	}
	next := messages.Contact{
		OrgID: have.OrgID, PersonKey: have.PersonKey, Channels: in.Channels, UpdatedAt: now,
		SMSAt: since(in.SMSConsent, have.SMSAt), PushAt: since(in.PushConsent, have.PushAt), MutedAt: since(in.NoReminders, have.MutedAt),
	}
	if in.Phone != "" {
		if next.Phone, err = sms.CheckPhone(in.Phone); err != nil {
			check.Add("phone", "bad_format", "must be a phone number with + and country code, like +4930123456")
		}
	}
	if in.SMSConsent && in.Phone == "" {
		check.Add("phone", "required", "must not be empty with sms_consent")
	}
	if in.Zone != "" {
		next.Zone = check.Zone("timezone", in.Zone).String()
	}
	if q := in.QuietHours; q != nil {
		next.QuietFrom, next.QuietTo = check.MinuteOfDay("quiet_hours.from", q.From), check.MinuteOfDay("quiet_hours.to", q.To)
	}
	for i, name := range in.Channels {
		if slices.Contains(in.Channels[:i], name) {
			check.Add("channels["+httpapi.Itoa(int64(i))+"]", "duplicate", "stands there twice")
		}
	}
	if err := check.Err(); err != nil {
		return nil, err
	}
	if err := h.Store.Contacts.PutContact(c.Context(), next); err != nil {
		return nil, err
	}
	next.Push = have.Push
	if !in.PushConsent {
		for _, p := range have.Push {
			if err := h.Store.Contacts.RemovePush(c.Context(), have.OrgID, have.PersonKey, p.ID); err != nil {
				return nil, err
			}
		}
		next.Push = nil
	}
	return &next, nil
}

// PushSubscription is what a browser's PushManager returns.
type PushSubscription struct {
	Endpoint string `json:"endpoint" minLength:"1" maxLength:"2000" doc:"An https address of the browser's push service."`
	P256dh   string `json:"p256dh" minLength:"1" maxLength:"200" doc:"The browser's public key, base64."`
	Auth     string `json:"auth" minLength:"1" maxLength:"100" doc:"The browser's secret, base64."`
}

// PushAdded answers a subscription.
type PushAdded struct {
	ID string `json:"id"`
}

// maxBrowsers bounds the subscriptions of a person.
const maxBrowsers = 10

func (h *Handlers) addPush(c *access.Call, in *PushSubscription) (*PushAdded, error) {
	_, _, have, err := h.contact(c)
	if err != nil {
		return nil, err
	}
	return h.keepPush(c, have, in)
}

// keepPush stores one more browser of somebody.
func (h *Handlers) keepPush(c *access.Call, have *messages.Contact, in *PushSubscription) (*PushAdded, error) {
	var check httpapi.Checks
	sub := push.Subscription{Endpoint: in.Endpoint, P256dh: in.P256dh, Auth: in.Auth}
	if err := sub.Check(); err != nil {
		check.Add("endpoint", "bad_format", "or its keys cannot be used: %s", err)
	}
	sum := sha256.Sum256([]byte(in.Endpoint))
	p := messages.PushSubscription{ID: hex.EncodeToString(sum[:12]), Endpoint: in.Endpoint, P256dh: in.P256dh, Auth: in.Auth, CreatedAt: inventory.At(h.Now())}
	known := slices.ContainsFunc(have.Push, func(o messages.PushSubscription) bool { return o.ID == p.ID })
	if !known && len(have.Push) >= maxBrowsers {
		check.Add("endpoint", "too_many", "is one more than the %d browsers that a person may have", maxBrowsers)
	}
	if err := check.Err(); err != nil {
		return nil, err
	}
	if err := h.Store.Contacts.AddPush(c.Context(), have.OrgID, have.PersonKey, p); err != nil {
		return nil, err
	}
	return &PushAdded{p.ID}, nil
}

// PushKey is what browsers subscribe with.
type PushKey struct {
	Key string `json:"key"`
}

func (h *Handlers) pushKey(_ *access.Call, _ *httpapi.None) (*PushKey, error) {
	if h.PushKey == "" {
		return nil, database.ErrNotFound
	}
	return &PushKey{h.PushKey}, nil
}

// Address is one of somebody's addresses.
type Address struct {
	Channel string `json:"channel" enum:"mail,sms"`
	Address string `json:"address" minLength:"1" maxLength:"254"`
}

// Suppressed answers a suppression.
type Suppressed struct {
	Status string `json:"status" enum:"suppressed,lifted"`
}

// key checks an address and names it.
func (in *Address) key(s *Handlers) (string, error) {
	var check httpapi.Checks
	address := in.Address
	if in.Channel == delivery.SMSChannel {
		phone, err := sms.CheckPhone(address)
		if err != nil {
			check.Add("address", "bad_format", "must be a phone number with + and country code, like +4930123456")
		}
		address = phone
	} else {
		address = check.Email("address", address)
	}
	return delivery.AddressKey(s.Reader.ContactKey(), in.Channel, address), check.Err()
}

func (h *Handlers) suppressAddress(c *access.Call, in *Address) (*Suppressed, error) {
	key, err := in.key(h)
	if err != nil {
		return nil, err
	}
	err = h.Store.Contacts.Suppress(c.Context(), messages.Suppression{
		OrgID: c.Caller.OrgID, Channel: in.Channel, Address: key, Reason: "suppressed by the organizer", CreatedAt: inventory.At(h.Now()),
	})
	return &Suppressed{"suppressed"}, err
}

func (h *Handlers) liftSuppression(c *access.Call, in *Address) (*Suppressed, error) {
	key, err := in.key(h)
	if err != nil {
		return nil, err
	}
	return &Suppressed{"lifted"}, h.Store.Contacts.Lift(c.Context(), c.Caller.OrgID, in.Channel, key)
}
