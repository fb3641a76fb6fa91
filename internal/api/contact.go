package api

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/delivery"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/message"
	"github.com/holdfast-events/holdfast/internal/push"
	"github.com/holdfast-events/holdfast/internal/sms"
	"github.com/holdfast-events/holdfast/internal/store"
)

// Contact is how a person wants to be reached, in all events of an organization.
type Contact struct {
	Phone       string   `json:"phone,omitempty" maxLength:"30" doc:"With + and country code."`
	SMSConsent  bool     `json:"sms_consent,omitempty" doc:"The person agreed to be told by SMS."`
	PushConsent bool     `json:"push_consent,omitempty" doc:"The person agreed to be told by push. false forgets the browsers."`
	Zone        string   `json:"timezone,omitempty" maxLength:"64" doc:"The person's IANA time zone, for quiet hours. Absent: the event's."`
	Channels    []string `json:"channels,omitempty" maxItems:"3" enum:"mail,sms,push" doc:"Which, and in which order. Absent: mail, push, sms."`
	NoReminders bool     `json:"no_reminders,omitempty" doc:"The person wants no reminders."`
}

// ContactOut is a contact as it stands.
type ContactOut struct {
	Contact
	Browsers    int        `json:"browsers" doc:"How many browsers take push messages."`
	SMSSince    *time.Time `json:"sms_consent_at"`
	PushSince   *time.Time `json:"push_consent_at"`
	MutedSince  *time.Time `json:"no_reminders_since"`
	EmailDead   bool       `json:"mail_suppressed" doc:"The address bounced, or was suppressed."`
	PhoneDead   bool       `json:"sms_suppressed"`
	DefaultZone string     `json:"event_timezone"`
}

// addressKeys names addresses and people in contacts and suppressions.
func (s *server) contactKey() []byte { return s.links.Derive(delivery.KeyPurpose) }

func (s *server) personKey(org, user string) string {
	return delivery.PersonKey(s.contactKey(), org, user)
}

// contact finds the contact of the person in the path, and asks for access.
func (s *server) contact(c *Call) (*card, *store.RegistrationView, *store.Contact, error) {
	k, err := s.access.card(c.Context(), c.Param("event_id"))
	if err != nil {
		return nil, nil, nil, err
	}
	user, err := c.userParam()
	if err != nil {
		return nil, nil, nil, err
	}
	// Before the person is looked up; whose thing it is decides for everybody else.
	if err := c.Caller.Authorize(c.Action, k.resource()); err != nil && c.Caller.Link == nil && c.Caller.Login == nil {
		return nil, nil, nil, err
	}
	v, err := s.store.Registrations.Registration(c.Context(), k.EventID, user)
	if err != nil {
		return nil, nil, nil, err
	}
	if err := c.allowed(k, v.Person.ID); err != nil {
		return nil, nil, nil, err
	}
	key := s.personKey(k.OrgID, user)
	list, err := s.store.Contacts.ContactsOf(c.Context(), k.OrgID, []string{key})
	if err != nil {
		return nil, nil, nil, err
	}
	have := list[key]
	if have == nil {
		have = &store.Contact{OrgID: k.OrgID, PersonKey: key}
	}
	return k, v, have, nil
}

func (s *server) contactOut(c *Call, k *card, v *store.RegistrationView, have *store.Contact) (*ContactOut, error) {
	ev, err := s.store.Events.Event(c.Context(), k.EventID)
	if err != nil {
		return nil, err
	}
	mailKey := delivery.AddressKey(s.contactKey(), delivery.MailChannel, v.Person.Profile.Email)
	phoneKey := delivery.AddressKey(s.contactKey(), delivery.SMSChannel, have.Phone)
	dead, err := s.store.Contacts.Suppressed(c.Context(), k.OrgID, []string{mailKey, phoneKey})
	if err != nil {
		return nil, err
	}
	_, mailDead := dead[mailKey]
	_, phoneDead := dead[phoneKey]
	return &ContactOut{
		Contact: Contact{Phone: have.Phone, SMSConsent: have.SMSAt != 0, PushConsent: have.PushAt != 0, Zone: have.Zone,
			Channels: have.Channels, NoReminders: have.MutedAt != 0 || slices.Contains(have.Muted, string(message.Reminder))},
		Browsers: len(have.Push), SMSSince: timePtr(have.SMSAt), PushSince: timePtr(have.PushAt), MutedSince: timePtr(have.MutedAt),
		EmailDead: mailDead, PhoneDead: phoneDead, DefaultZone: ev.Timezone,
	}, nil
}

func (s *server) getContact(c *Call, _ *None) (*ContactOut, error) {
	k, v, have, err := s.contact(c)
	if err != nil {
		return nil, err
	}
	return s.contactOut(c, k, v, have)
}

func (s *server) putContact(c *Call, in *Contact) (*ContactOut, error) {
	k, v, have, err := s.contact(c)
	if err != nil {
		return nil, err
	}
	var check checks
	now := inventory.At(s.now())
	since := func(wanted bool, before inventory.Instant) inventory.Instant {
		switch {
		case !wanted:
			return 0
		case before != 0:
			return before
		}
		return now
	}
	next := store.Contact{
		OrgID: have.OrgID, PersonKey: have.PersonKey, Channels: in.Channels, UpdatedAt: now,
		SMSAt: since(in.SMSConsent, have.SMSAt), PushAt: since(in.PushConsent, have.PushAt), MutedAt: since(in.NoReminders, have.MutedAt),
	}
	if in.Phone != "" {
		if next.Phone, err = sms.CheckPhone(in.Phone); err != nil {
			check.add("phone", "bad_format", "must be a phone number with + and country code, like +4930123456")
		}
	}
	if in.SMSConsent && in.Phone == "" {
		check.add("phone", "required", "must not be empty with sms_consent")
	}
	if in.Zone != "" {
		next.Zone = check.zone("timezone", in.Zone).String()
	}
	for i, name := range in.Channels {
		if slices.Contains(in.Channels[:i], name) {
			check.add("channels["+itoa(int64(i))+"]", "duplicate", "stands there twice")
		}
	}
	if err := check.err(); err != nil {
		return nil, err
	}
	if err := s.store.Contacts.PutContact(c.Context(), next); err != nil {
		return nil, err
	}
	next.Push = have.Push
	if !in.PushConsent {
		for _, p := range have.Push {
			if err := s.store.Contacts.RemovePush(c.Context(), have.OrgID, have.PersonKey, p.ID); err != nil {
				return nil, err
			}
		}
		next.Push = nil
	}
	return s.contactOut(c, k, v, &next)
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

func (s *server) addPush(c *Call, in *PushSubscription) (*PushAdded, error) {
	_, _, have, err := s.contact(c)
	if err != nil {
		return nil, err
	}
	var check checks
	sub := push.Subscription{Endpoint: in.Endpoint, P256dh: in.P256dh, Auth: in.Auth}
	if err := sub.Check(); err != nil {
		check.add("endpoint", "bad_format", "or its keys cannot be used: %s", err)
	}
	sum := sha256.Sum256([]byte(in.Endpoint))
	p := store.PushSubscription{ID: hex.EncodeToString(sum[:12]), Endpoint: in.Endpoint, P256dh: in.P256dh, Auth: in.Auth, CreatedAt: inventory.At(s.now())}
	known := slices.ContainsFunc(have.Push, func(o store.PushSubscription) bool { return o.ID == p.ID })
	if !known && len(have.Push) >= maxBrowsers {
		check.add("endpoint", "too_many", "is one more than the %d browsers that a person may have", maxBrowsers)
	}
	if err := check.err(); err != nil {
		return nil, err
	}
	if err := s.store.Contacts.AddPush(c.Context(), have.OrgID, have.PersonKey, p); err != nil {
		return nil, err
	}
	return &PushAdded{p.ID}, nil
}

// PushKey is what browsers subscribe with.
type PushKey struct {
	Key string `json:"key"`
}

func (s *server) pushKey(_ *Call, _ *None) (*PushKey, error) {
	if s.cfg.PushKey == "" {
		return nil, store.ErrNotFound
	}
	return &PushKey{s.cfg.PushKey}, nil
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
func (in *Address) key(s *server) (string, error) {
	var check checks
	address := in.Address
	if in.Channel == delivery.SMSChannel {
		phone, err := sms.CheckPhone(address)
		if err != nil {
			check.add("address", "bad_format", "must be a phone number with + and country code, like +4930123456")
		}
		address = phone
	} else {
		address = check.email("address", address)
	}
	return delivery.AddressKey(s.contactKey(), in.Channel, address), check.err()
}

func (s *server) suppressAddress(c *Call, in *Address) (*Suppressed, error) {
	key, err := in.key(s)
	if err != nil {
		return nil, err
	}
	err = s.store.Contacts.Suppress(c.Context(), store.Suppression{
		OrgID: c.Caller.OrgID, Channel: in.Channel, Address: key, Reason: "suppressed by the organizer", CreatedAt: inventory.At(s.now()),
	})
	return &Suppressed{"suppressed"}, err
}

func (s *server) liftSuppression(c *Call, in *Address) (*Suppressed, error) {
	key, err := in.key(s)
	if err != nil {
		return nil, err
	}
	return &Suppressed{"lifted"}, s.store.Contacts.Lift(c.Context(), c.Caller.OrgID, in.Channel, key)
}
