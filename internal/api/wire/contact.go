package wire

import (
	"slices"
	"time"

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
	DefaultZone string     `json:"event_timezone"`
}

// ContactKey names addresses and people in contacts and suppressions.
func (r *Reader) ContactKey() []byte { return r.Links.Derive(delivery.KeyPurpose) }

// PersonKey is what a person of an organization is called where no address may stand.
func (r *Reader) PersonKey(org, user string) string {
	return delivery.PersonKey(r.ContactKey(), org, user)
}

// ContactOut returns how a person is reached, and what that person has chosen.
func (r *Reader) ContactOut(c *access.Call, k *access.EventSummary, v *events.RegistrationView, have *messages.Contact) (*ContactOut, error) {
	ev, err := r.Store.Events.Event(c.Context(), k.EventID)
	if err != nil {
		return nil, err
	}
	mailKey := delivery.AddressKey(r.ContactKey(), delivery.MailChannel, v.Person.Profile.Email)
	phoneKey := delivery.AddressKey(r.ContactKey(), delivery.SMSChannel, have.Phone)
	dead, err := r.Store.Contacts.Suppressed(c.Context(), k.OrgID, []string{mailKey, phoneKey})
	if err != nil {
		return nil, err
	}
	_, mailDead := dead[mailKey]
	_, phoneDead := dead[phoneKey]
	out := &ContactOut{
		Contact: Contact{Phone: have.Phone, SMSConsent: have.SMSAt != 0, PushConsent: have.PushAt != 0, Zone: have.Zone,
			Channels: have.Channels, NoReminders: have.MutedAt != 0 || slices.Contains(have.Muted, string(message.Reminder))},
		Browsers: len(have.Push), SMSSince: TimePtr(have.SMSAt), PushSince: TimePtr(have.PushAt), MutedSince: TimePtr(have.MutedAt),
		EmailDead: mailDead, PhoneDead: phoneDead, DefaultZone: ev.Timezone,
	}
	if have.QuietFrom != have.QuietTo {
		out.QuietHours = &QuietHours{From: clock(have.QuietFrom), To: clock(have.QuietTo)}
	}
	return out, nil
}
