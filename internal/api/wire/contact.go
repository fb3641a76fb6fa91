package wire

import (
	"context"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/address"
	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/delivery"
	"github.com/holdfast-events/holdfast/internal/message"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/messages"
)

// Contact is how a person wants to be reached, in all events of an organization.
type Contact struct {
	Phone       string   `json:"phone,omitempty" maxLength:"30" doc:"With + and country code."`
	SMSConsent  bool     `json:"sms_consent,omitempty" doc:"The person agreed to be told by SMS."`
	PushConsent bool     `json:"push_consent,omitempty" doc:"The person agreed to be told by push. false forgets the browsers."`
	Zone        string   `json:"timezone,omitempty" maxLength:"64" doc:"The person's IANA time zone, for quiet hours. Absent: the event's."`
	Channels    []string `json:"channels,omitempty" maxItems:"3" enum:"mail,sms,push" doc:"Which, and in which order. Absent: mail, push, sms."`
	// QuietHours are those of the person, beside those of events.
	QuietHours  *QuietHours `json:"quiet_hours,omitempty" doc:"When the person wants nothing that can wait, in their time zone: reminders, news of events, questions about how it was, messages of organizers. Absent: there are no such hours beside those of an event."`
	NoReminders bool        `json:"no_reminders,omitempty" doc:"The person wants no reminders."`
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
	DefaultZone string     `json:"event_timezone" doc:"Empty of whoever is nobody at its events: that of each event."`
}

// ContactKey names addresses and people in contacts and suppressions.
func (r *Reader) ContactKey() []byte { return r.Links.Derive(delivery.KeyPurpose) }

// PersonKey is what a person of an organization is called where no address may stand.
func (r *Reader) PersonKey(org, user string) string {
	return delivery.PersonKey(r.ContactKey(), org, user)
}

// ContactOf is what is stored of how a person of an organization is reached, by their key there.
func (r *Reader) ContactOf(ctx context.Context, org, key string) (*messages.Contact, error) {
	list, err := r.Store.Contacts.ContactsOf(ctx, org, []string{key})
	if err != nil {
		return nil, err
	}
	if have := list[key]; have != nil {
		return have, nil
	}
	return &messages.Contact{OrgID: org, PersonKey: key}, nil
}

// AddressContacts is what is stored of how an organization reaches whoever has an address: by the names that it has
// for them on the waitlists of its resources, where it has said so, and last by the name that they would have there had
// they registered by themselves, whether anything is stored of that or not. The first one counts.
func (r *Reader) AddressContacts(ctx context.Context, org, email string) ([]*messages.Contact, error) {
	folded := address.Fold(email)
	users, err := r.Store.Contacts.GuestNames(ctx, org, folded)
	if err != nil {
		return nil, err
	}
	keys := make([]string, len(users), len(users)+1)
	for i, user := range users {
		keys[i] = r.PersonKey(org, user)
	}
	own := r.PersonKey(org, address.PublicID(folded))
	stored, err := r.Store.Contacts.ContactsOf(ctx, org, append(keys, own))
	if err != nil {
		return nil, err
	}
	var list []*messages.Contact
	for _, key := range keys {
		if c := stored[key]; c != nil {
			list = append(list, c)
		}
	}
	if c := stored[own]; c != nil {
		return append(list, c), nil
	}
	return append(list, &messages.Contact{OrgID: org, PersonKey: own}), nil
}

// ContactOut returns how a person is reached, and what that person has chosen.
func (r *Reader) ContactOut(c *access.Call, k *access.EventSummary, v *events.RegistrationView, have *messages.Contact) (*ContactOut, error) {
	ev, err := r.Store.Events.Event(c.Context(), k.EventID)
	if err != nil {
		return nil, err
	}
	return r.ContactShown(c.Context(), v.Person.Profile.Email, ev.Timezone, have)
}

// ContactShown returns how somebody with an address is reached, whose messages are by default in the
// time zone zone; "": in that of the event that each is about.
func (r *Reader) ContactShown(ctx context.Context, email, zone string, have *messages.Contact) (*ContactOut, error) {
	mailKey := delivery.AddressKey(r.ContactKey(), delivery.MailChannel, email)
	phoneKey := delivery.AddressKey(r.ContactKey(), delivery.SMSChannel, have.Phone)
	dead, err := r.Store.Contacts.Suppressed(ctx, have.OrgID, []string{mailKey, phoneKey})
	if err != nil {
		return nil, err
	}
	_, mailDead := dead[mailKey]
	_, phoneDead := dead[phoneKey]
	out := &ContactOut{
		Contact: Contact{Phone: have.Phone, SMSConsent: have.SMSAt != 0, PushConsent: have.PushAt != 0, Zone: have.Zone,
			Channels: have.Channels, NoReminders: have.MutedAt != 0 || slices.Contains(have.Muted, string(message.Reminder))},
		Browsers: len(have.Push), SMSSince: TimePtr(have.SMSAt), PushSince: TimePtr(have.PushAt), MutedSince: TimePtr(have.MutedAt),
		EmailDead: mailDead, PhoneDead: phoneDead, DefaultZone: zone,
	}
	if have.QuietFrom != have.QuietTo {
		out.QuietHours = &QuietHours{From: clock(have.QuietFrom), To: clock(have.QuietTo)}
	}
	return out, nil
}
