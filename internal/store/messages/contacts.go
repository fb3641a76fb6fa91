package messages

import (
	"context"
	"database/sql"
	"slices"

	"github.com/holdfast-events/holdfast/internal/address"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// Contact is how a person of an organization wants to be reached. PersonKey is
// a keyed hash of the organization's own name for the person.
type Contact struct {
	OrgID, PersonKey string
	Phone            string   // E.164, or ""
	Zone             string   // IANA, or "": the event's
	Channels         []string // in which order; empty: the default
	// QuietFrom and QuietTo are minutes after midnight, in Zone, between which nothing is wanted that
	// can wait. The same: there are no such hours.
	QuietFrom, QuietTo int
	SMSAt, PushAt      inventory.Instant
	Muted              []string          // kinds that are not wanted
	MutedAt            inventory.Instant // since when nothing is wanted that can be left out
	UpdatedAt          inventory.Instant
	Push               []PushSubscription
}

// PushSubscription is where a browser takes messages (RFC 8030, RFC 8291).
type PushSubscription struct {
	ID, Endpoint, P256dh, Auth string
	CreatedAt                  inventory.Instant
}

// ContactTable describes the table contacts; a row is one Contact.
var ContactTable = table.New("contacts", new(Contact), func(c *table.Columns, v *Contact) {
	c.Key("org_id", &v.OrgID)
	c.Key("person_key", &v.PersonKey)
	c.Changes(1)
	c.Text("phone", &v.Phone)
	c.Text("zone", &v.Zone)
	c.Encoded("channels", table.AsListOrNone(&v.Channels))
	c.Small("quiet_from", &v.QuietFrom)
	c.Small("quiet_to", &v.QuietTo)
	c.Number("sms_at", (*int64)(&v.SMSAt))
	c.Number("push_at", (*int64)(&v.PushAt))
	c.Encoded("muted", table.AsListOrNone(&v.Muted))
	c.Number("muted_at", (*int64)(&v.MutedAt))
	c.Number("updated_at", (*int64)(&v.UpdatedAt))
})

// pushRow is a row of push_subscriptions.
type pushRow struct {
	OrgID, PersonKey string
	PushSubscription
}

// PushTable describes the table push_subscriptions; a row is one pushRow.
var PushTable = table.New("push_subscriptions", new(pushRow), func(c *table.Columns, v *pushRow) {
	c.Key("org_id", &v.OrgID)
	c.Key("person_key", &v.PersonKey)
	c.Key("id", &v.ID)
	c.Number("created_at", (*int64)(&v.CreatedAt))
	c.Changes(1)
	c.Text("endpoint", &v.Endpoint)
	c.Text("p256dh", &v.P256dh)
	c.Text("auth", &v.Auth)
})

// PutContact stores a contact as a whole, without its subscriptions.
func (s Contacts) PutContact(ctx context.Context, c Contact) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := ContactTable.InsertUnless(ctx, tx, &c, ContactTable.Replace[1])
		return err
	})
}

// MuteContact stores since when a person wants nothing that can be left out; 0:
// they want it.
func (s Contacts) MuteContact(ctx context.Context, org, person string, since, now inventory.Instant) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := ContactTable.InsertUnless(ctx, tx, &Contact{OrgID: org, PersonKey: person, MutedAt: since, UpdatedAt: now},
			"on conflict (org_id, person_key) do update set muted_at = excluded.muted_at, updated_at = excluded.updated_at")
		return err
	})
}

// ChooseContact stores on which channels a person wants to be reached, in which order, and between
// which minutes of the day nothing is wanted that can wait. The rest of the contact stays.
func (s Contacts) ChooseContact(ctx context.Context, c Contact) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := ContactTable.InsertUnless(ctx, tx, &Contact{OrgID: c.OrgID, PersonKey: c.PersonKey, Channels: c.Channels, QuietFrom: c.QuietFrom, QuietTo: c.QuietTo, UpdatedAt: c.UpdatedAt},
			"on conflict (org_id, person_key) do update set channels = excluded.channels, quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to, updated_at = excluded.updated_at")
		return err
	})
}

// ContactsOf returns those contacts of an organization that there are, by key.
func (s Contacts) ContactsOf(ctx context.Context, org string, keys []string) (map[string]*Contact, error) {
	found := make(map[string]*Contact, len(keys))
	for part := range slices.Chunk(keys, table.MaxInList) {
		in, args := table.InList(2, part)
		list, err := table.All(ctx, s.db.Read, ContactTable.Scan, "select "+ContactTable.Columns+" from contacts where org_id = $1 and person_key in ("+in+")",
			append([]any{org}, args...)...)
		if err != nil {
			return nil, s.db.Classify(err)
		}
		if len(list) == 0 {
			continue
		}
		for i := range list {
			found[list[i].PersonKey] = &list[i]
		}
		browsers, err := table.All(ctx, s.db.Read, PushTable.Scan, PushTable.From()+" where org_id = $1 and person_key in ("+in+") order by person_key, id",
			append([]any{org}, args...)...)
		if err != nil {
			return nil, s.db.Classify(err)
		}
		for i := range browsers {
			if c := found[browsers[i].PersonKey]; c != nil {
				c.Push = append(c.Push, browsers[i].PushSubscription)
			}
		}
	}
	return found, nil
}

// AddPush stores where a browser of a person takes messages; the same id again
// replaces it.
func (s Contacts) AddPush(ctx context.Context, org, person string, p PushSubscription) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := ContactTable.InsertUnless(ctx, tx, &Contact{OrgID: org, PersonKey: person, PushAt: p.CreatedAt, UpdatedAt: p.CreatedAt},
			"on conflict (org_id, person_key) do update set push_at = excluded.push_at, updated_at = excluded.updated_at")
		if err != nil {
			return err
		}
		_, err = PushTable.InsertUnless(ctx, tx, &pushRow{org, person, p}, PushTable.Replace[1])
		return err
	})
}

// RemovePush forgets a subscription; one that is not there is no error.
func (s Contacts) RemovePush(ctx context.Context, org, person, id string) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := table.Exec(ctx, tx, "delete from push_subscriptions where org_id = $1 and person_key = $2 and id = $3", org, person, id)
		return err
	})
}

// Suppression is an address that is not written to again. Address is a keyed hash.
type Suppression struct {
	OrgID, Channel, Address string
	Reason, EventID         string
	CreatedAt               inventory.Instant
}

// SuppressionTable describes the table suppressions; a row is one Suppression.
var SuppressionTable = table.New("suppressions", new(Suppression), func(c *table.Columns, v *Suppression) {
	c.Key("org_id", &v.OrgID)
	c.Key("channel", &v.Channel)
	c.Key("address", &v.Address)
	c.Text("reason", &v.Reason)
	c.Text("event_id", &v.EventID)
	c.Number("created_at", (*int64)(&v.CreatedAt))
})

func suppress(ctx context.Context, q table.Querier, now inventory.Instant, v *Suppression) error {
	row := *v
	row.CreatedAt = now
	_, err := SuppressionTable.InsertUnless(ctx, q, &row, SuppressionTable.Otherwise)
	return err
}

// Suppress stores that an address is not written to again.
func (s Contacts) Suppress(ctx context.Context, v Suppression) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error { return suppress(ctx, tx, v.CreatedAt, &v) })
}

// Lift allows an address again, or ErrNotFound.
func (s Contacts) Lift(ctx context.Context, org, channel, address string) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		return table.ExecOne(ctx, tx, "delete from suppressions where org_id = $1 and channel = $2 and address = $3", org, channel, address)
	})
}

// Suppressed returns those of the addresses of an organization that are not
// written to again, whatever the channel.
func (s Contacts) Suppressed(ctx context.Context, org string, addresses []string) (map[string]Suppression, error) {
	found := map[string]Suppression{}
	for part := range slices.Chunk(addresses, table.MaxInList) {
		in, args := table.InList(2, part)
		list, err := table.All(ctx, s.db.Read, SuppressionTable.Scan, SuppressionTable.From()+" where org_id = $1 and channel in ('mail', 'sms', 'push') and address in ("+in+")",
			append([]any{org}, args...)...)
		if err != nil {
			return nil, s.db.Classify(err)
		}
		for _, v := range list {
			found[v.Address] = v
		}
	}
	return found, nil
}

// ForgetContact takes the personal data out of a contact: phone, zone, browsers.
// What its person did not want stays not wanted.
func (s Contacts) ForgetContact(ctx context.Context, org, person string) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error { return forgetContact(ctx, tx, org, person) })
}

func forgetContact(ctx context.Context, q table.Querier, org, person string) error {
	if _, err := table.Exec(ctx, q, "delete from push_subscriptions where org_id = $1 and person_key = $2", org, person); err != nil {
		return err
	}
	_, err := table.Exec(ctx, q, "update contacts set phone = '', zone = '', channels = '', quiet_from = 0, quiet_to = 0, sms_at = 0, push_at = 0 where org_id = $1 and person_key = $2", org, person)
	return err
}

// visitText finds the organizations that know an address by what of them somebody waits for, or by rooms that
// they booked and whose mail they have confirmed: as long as neither is erased.
const visitText = `select r.org_id from resource_entries e join resources r on r.id = e.resource_id where e.address = $1 and e.address <> ''
	union select g.org_id from booking_guests g where g.address = $1 and g.address <> '' and g.confirmed_at > 0`

// maxVisited bounds the organizations that somebody has to do with so.
const maxVisited = 200

// Visited returns the organizations on the waitlists of whose resources somebody with an address has a place, or
// whose rooms they have booked.
func (s Contacts) Visited(ctx context.Context, folded string) ([]string, error) {
	list, err := table.All(ctx, s.db.Read, table.ScanText, visitText+" order by 1 limit $2", folded, maxVisited)
	return list, s.db.Classify(err)
}

// Visits reports whether an organization is among those of Visited.
func (s Contacts) Visits(ctx context.Context, org, folded string) (bool, error) {
	list, err := table.All(ctx, s.db.Read, table.ScanText, "select v.org_id from ("+visitText+") v where v.org_id = $2", folded, org)
	return len(list) > 0, s.db.Classify(err)
}

// GuestNames returns the names that an organization has for somebody with an address on the waitlists of its resources,
// of the latest place first.
func (s Contacts) GuestNames(ctx context.Context, org, folded string) ([]string, error) {
	list, err := table.All(ctx, s.db.Read, table.ScanText, `select e.user_id from resource_entries e join resources r on r.id = e.resource_id
		where e.address = $1 and e.address <> '' and r.org_id = $2 and e.user_id <> '' group by e.user_id order by max(e.joined_at) desc, e.user_id limit $3`, folded, org, maxVisited)
	return list, s.db.Classify(err)
}

// Guest returns the address of somebody on the waitlist of a resource of an organization, by its own name for them, or
// ErrNotFound. Of several places it is that of the latest.
func (s Contacts) Guest(ctx context.Context, org, user string) (email string, err error) {
	email, err = table.One(ctx, s.db.Read, table.ScanText, `select e.email from resources r join resource_entries e on e.resource_id = r.id where r.org_id = $1 and e.user_id = $2 and e.user_id <> ''
		order by e.joined_at desc, e.id limit 1`, org, user)
	return email, s.db.Classify(err)
}

// KnowsUser reports whether an organization has somebody by a name of its own on the waitlist of a resource, or at
// an event.
func (s Contacts) KnowsUser(ctx context.Context, org, user string) (bool, error) {
	list, err := table.All(ctx, s.db.Read, table.ScanInt, `select 1 from resources r join resource_entries e on e.resource_id = r.id where r.org_id = $1 and e.user_id = $2 and e.user_id <> ''
		union all select 1 from events e join people p on p.event_id = e.id where e.org_id = $1 and p.user_id = $2 limit 1`, org, user)
	return len(list) > 0, s.db.Classify(err)
}

// ForgetUnknown forgets the contact of whoever an organization may not have to do with any more, unless somebody
// with the address follows it or a series of it all the same, waits for something of it, has booked rooms of it, or
// is a person of one of its events by the name that followers have. It reports whether it did.
func (s Contacts) ForgetUnknown(ctx context.Context, org, person, folded string) (forgotten bool, err error) {
	err = s.db.WithTx(ctx, func(tx *sql.Tx) error {
		needed, err := table.All(ctx, tx, table.ScanInt, `select 1 from follows f join accounts a on a.id = f.account_id where f.org_id = $1 and a.address = $2
			union all select 1 from address_book b join people p on p.event_id = b.event_id and p.id = b.person_id join events e on e.id = b.event_id
				where b.address = $2 and e.org_id = $1 and p.user_id = $3
			union all select 1 from resource_entries e join resources r on r.id = e.resource_id where r.org_id = $1 and e.address = $2
			union all select 1 from booking_guests g where g.org_id = $1 and g.address = $2 limit 1`, org, folded, address.PublicID(folded))
		if forgotten = err == nil && len(needed) == 0; !forgotten {
			return err
		}
		return forgetContact(ctx, tx, org, person)
	})
	return forgotten, err
}

// KnownBeside reports whether an organization has to do with somebody beside one of its events, by the name that it
// has for them or by their address, folded: at another event, as a follower, on the waitlist of a resource, or as
// who has booked rooms. Without an address it is the name alone.
func (s Contacts) KnownBeside(ctx context.Context, org, event, user, folded string) (bool, error) {
	list, err := table.All(ctx, s.db.Read, table.ScanInt, `select 1 from people p join events e on e.id = p.event_id where e.org_id = $1 and p.user_id = $2 and p.event_id <> $3
		union all select 1 from resources r join resource_entries w on w.resource_id = r.id where r.org_id = $1 and (w.user_id = $2 and w.user_id <> '' or w.address = $4 and w.address <> '')
		union all select 1 from address_book b join events e on e.id = b.event_id where e.org_id = $1 and b.address = $4 and b.address <> '' and b.event_id <> $3
		union all select 1 from follows f join accounts a on a.id = f.account_id where f.org_id = $1 and a.address = $4 and a.address <> ''
		union all select 1 from booking_guests g where g.org_id = $1 and g.address = $4 and g.address <> '' limit 1`, org, user, event, folded)
	return len(list) > 0, s.db.Classify(err)
}

// Contacts is how people want to be reached, and addresses that are not written to.
type Contacts struct{ db *database.DB }

// NewContacts returns Contacts on a database.
func NewContacts(db *database.DB) Contacts { return Contacts{db} }
