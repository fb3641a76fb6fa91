package store

import (
	"context"
	"database/sql"
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
)

// Contact is how a person of an organization wants to be reached. PersonKey is
// a keyed hash of the organization's own name for the person.
type Contact struct {
	OrgID, PersonKey string
	Phone            string   // E.164, or ""
	Zone             string   // IANA, or "": the event's
	Channels         []string // in which order; empty: the default
	SMSAt, PushAt    inventory.Instant
	Muted            []string          // kinds that are not wanted
	MutedAt          inventory.Instant // since when nothing is wanted that can be left out
	UpdatedAt        inventory.Instant
	Push             []PushSubscription
}

// PushSubscription is where a browser takes messages (RFC 8030, RFC 8291).
type PushSubscription struct {
	ID, Endpoint, P256dh, Auth string
	CreatedAt                  inventory.Instant
}

var contactTable = describe("contacts", new(Contact), func(c *columns, v *Contact) {
	c.key("org_id", &v.OrgID)
	c.key("person_key", &v.PersonKey)
	c.text("phone", &v.Phone)
	c.text("zone", &v.Zone)
	c.encoded("channels", emptyJSON{&v.Channels})
	c.number("sms_at", (*int64)(&v.SMSAt))
	c.number("push_at", (*int64)(&v.PushAt))
	c.encoded("muted", emptyJSON{&v.Muted})
	c.number("muted_at", (*int64)(&v.MutedAt))
	c.number("updated_at", (*int64)(&v.UpdatedAt))
})

// PutContact stores a contact as a whole, without its subscriptions.
func (s Contacts) PutContact(ctx context.Context, c Contact) error {
	return s.withTx(ctx, func(tx *sql.Tx) error {
		_, err := contactTable.insertUnless(ctx, tx, &c, `on conflict (org_id, person_key) do update set phone = excluded.phone, zone = excluded.zone, channels = excluded.channels,
			sms_at = excluded.sms_at, push_at = excluded.push_at, muted = excluded.muted, muted_at = excluded.muted_at, updated_at = excluded.updated_at`)
		return err
	})
}

// MuteContact stores since when a person wants nothing that can be left out; 0:
// they want it.
func (s Contacts) MuteContact(ctx context.Context, org, person string, since, now inventory.Instant) error {
	return s.withTx(ctx, func(tx *sql.Tx) error {
		_, err := exec(ctx, tx, "insert into contacts ("+contactTable.columns+`) values ($1, $2, '', '', '', 0, 0, '', $3, $4)
			on conflict (org_id, person_key) do update set muted_at = excluded.muted_at, updated_at = excluded.updated_at`,
			org, person, int64(since), int64(now))
		return err
	})
}

// Contacts returns those contacts of an organization that there are, by key.
func (s Contacts) ContactsOf(ctx context.Context, org string, keys []string) (map[string]*Contact, error) {
	found := make(map[string]*Contact, len(keys))
	for part := range slices.Chunk(keys, maxInList) {
		in, args := inList(2, part)
		list, err := all(ctx, s.read, contactTable.scan, "select "+contactTable.columns+" from contacts where org_id = $1 and person_key in ("+in+")",
			append([]any{org}, args...)...)
		if err != nil {
			return nil, s.classify(err)
		}
		if len(list) == 0 {
			continue
		}
		for i := range list {
			found[list[i].PersonKey] = &list[i]
		}
		_, err = all(ctx, s.read, func(r engine.Row, p *PushSubscription) error {
			var person string
			err := r.Scan(&person, &p.ID, &p.Endpoint, &p.P256dh, &p.Auth, (*int64)(&p.CreatedAt))
			if c := found[person]; err == nil && c != nil {
				c.Push = append(c.Push, *p)
			}
			return err
		}, "select person_key, id, endpoint, p256dh, auth, created_at from push_subscriptions where org_id = $1 and person_key in ("+in+") order by person_key, id",
			append([]any{org}, args...)...)
		if err != nil {
			return nil, s.classify(err)
		}
	}
	return found, nil
}

// AddPush stores where a browser of a person takes messages; the same id again
// replaces it.
func (s Contacts) AddPush(ctx context.Context, org, person string, p PushSubscription) error {
	return s.withTx(ctx, func(tx *sql.Tx) error {
		_, err := exec(ctx, tx, "insert into contacts ("+contactTable.columns+`) values ($1, $2, '', '', '', 0, $3, '', 0, $4)
			on conflict (org_id, person_key) do update set push_at = excluded.push_at, updated_at = excluded.updated_at`,
			org, person, int64(p.CreatedAt), int64(p.CreatedAt))
		if err != nil {
			return err
		}
		_, err = exec(ctx, tx, `insert into push_subscriptions (org_id, person_key, id, endpoint, p256dh, auth, created_at) values ($1, $2, $3, $4, $5, $6, $7)
			on conflict (org_id, person_key, id) do update set endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth`,
			org, person, p.ID, p.Endpoint, p.P256dh, p.Auth, int64(p.CreatedAt))
		return err
	})
}

// RemovePush forgets a subscription; one that is not there is no error.
func (s Contacts) RemovePush(ctx context.Context, org, person, id string) error {
	return s.withTx(ctx, func(tx *sql.Tx) error {
		_, err := exec(ctx, tx, "delete from push_subscriptions where org_id = $1 and person_key = $2 and id = $3", org, person, id)
		return err
	})
}

// Suppression is an address that is not written to again. Address is a keyed hash.
type Suppression struct {
	OrgID, Channel, Address string
	Reason, EventID         string
	CreatedAt               inventory.Instant
}

func suppress(ctx context.Context, q querier, now inventory.Instant, v *Suppression) error {
	_, err := exec(ctx, q, `insert into suppressions (org_id, channel, address, reason, event_id, created_at) values ($1, $2, $3, $4, $5, $6)
		on conflict (org_id, channel, address) do nothing`, v.OrgID, v.Channel, v.Address, v.Reason, v.EventID, int64(now))
	return err
}

// Suppress stores that an address is not written to again.
func (s Contacts) Suppress(ctx context.Context, v Suppression) error {
	return s.withTx(ctx, func(tx *sql.Tx) error { return suppress(ctx, tx, v.CreatedAt, &v) })
}

// Lift allows an address again, or ErrNotFound.
func (s Contacts) Lift(ctx context.Context, org, channel, address string) error {
	return s.withTx(ctx, func(tx *sql.Tx) error {
		return execOne(ctx, tx, "delete from suppressions where org_id = $1 and channel = $2 and address = $3", org, channel, address)
	})
}

// Suppressed returns those of the addresses of an organization that are not
// written to again, whatever the channel.
func (s Contacts) Suppressed(ctx context.Context, org string, addresses []string) (map[string]Suppression, error) {
	found := map[string]Suppression{}
	for part := range slices.Chunk(addresses, maxInList) {
		in, args := inList(2, part)
		list, err := all(ctx, s.read, func(r engine.Row, v *Suppression) error {
			return r.Scan(&v.OrgID, &v.Channel, &v.Address, &v.Reason, &v.EventID, (*int64)(&v.CreatedAt))
		}, "select org_id, channel, address, reason, event_id, created_at from suppressions where org_id = $1 and channel in ('mail', 'sms', 'push') and address in ("+in+")",
			append([]any{org}, args...)...)
		if err != nil {
			return nil, s.classify(err)
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
	return s.withTx(ctx, func(tx *sql.Tx) error {
		if _, err := exec(ctx, tx, "delete from push_subscriptions where org_id = $1 and person_key = $2", org, person); err != nil {
			return err
		}
		_, err := exec(ctx, tx, "update contacts set phone = '', zone = '', channels = '', sms_at = 0, push_at = 0 where org_id = $1 and person_key = $2", org, person)
		return err
	})
}
