package snapshot

import (
	"strings"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/erasures"
	"github.com/holdfast-events/holdfast/internal/store/messages"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/store/roomcalendars"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// OrganizationRecord is the row of an organization with where its chain stands.
type OrganizationRecord struct {
	organizations.Profile
	Seq  int64
	Head audit.Hash
	Sig  []byte
}

// Organizations returns all organizations by id.
func (v *Snapshot) Organizations() ([]OrganizationRecord, error) {
	return table.All(v.ctx, v.q, func(r engine.Row, o *OrganizationRecord) error {
		var hash []byte
		c := table.Scanning()
		organizations.ProfileTable.Into(c, &o.Profile)
		c.Add(&o.Seq, &hash, &o.Sig)
		err := c.From(r)
		if o.Seq != 0 {
			o.Head = table.HashOf(hash)
		}
		return err
	}, "select "+organizations.ProfileTable.Columns+", audit_seq, audit_hash, audit_sig from organizations order by id")
}

// Deeds streams the chain of an organization.
func (v *Snapshot) Deeds(org string, fn func(*organizations.Deed) error) error {
	return database.Stream(func(last *organizations.Deed) ([]organizations.Deed, error) {
		after := int64(-1 << 63)
		if last != nil {
			after = last.Seq
		}
		return table.All(v.ctx, v.q, organizations.DeedTable.Scan, organizations.DeedTable.From()+" where org_id = $1 and seq > $2 order by seq limit $3", org, after, database.PageRows)
	}, fn)
}

// APIKeys streams the keys of all organizations.
func (v *Snapshot) APIKeys(fn func(*organizations.APIKey) error) error {
	return streamByID(v, organizations.KeyTable, func(k *organizations.APIKey) string { return k.ID }, fn)
}

// Members streams the members of all organizations.
func (v *Snapshot) Members(fn func(*organizations.Member) error) error {
	return streamByID(v, organizations.MemberTable, func(m *organizations.Member) string { return m.ID }, fn)
}

// Webhooks streams the endpoints of all organizations.
func (v *Snapshot) Webhooks(fn func(*messages.WebhookEndpoint) error) error {
	return streamByID(v, messages.WebhookTable, func(w *messages.WebhookEndpoint) string { return w.ID }, fn)
}

// PaymentAccounts streams the accounts at payment providers of all organizations.
func (v *Snapshot) PaymentAccounts(fn func(*payments.PaymentAccount) error) error {
	return streamByID(v, payments.PaymentAccountTable, func(a *payments.PaymentAccount) string { return a.ID }, fn)
}

// PaymentAccountKeys returns the accounts whose keys are stored.
func (v *Snapshot) PaymentAccountKeys() (map[string]bool, error) {
	return v.keysOf(payments.PaymentAccountPurpose)
}

// RoomCalendarAddresses returns the calendars of others whose addresses are stored, as
// organization/ID.
func (v *Snapshot) RoomCalendarAddresses() (map[string]bool, error) {
	return v.keysOf(roomcalendars.RoomCalendarPurpose)
}

// keysOf returns what follows in the purposes of server keys that begin with a text.
func (v *Snapshot) keysOf(begin string) (map[string]bool, error) {
	list, err := table.All(v.ctx, v.q, table.ScanText, "select purpose from server_keys where purpose like '"+begin+"%' order by purpose")
	have := map[string]bool{}
	for _, purpose := range list {
		have[strings.TrimPrefix(purpose, begin)] = true
	}
	return have, err
}

// streamByID streams a table whose rows belong to no event.
func streamByID[T any](v *Snapshot, t *table.Of[*T], id func(*T) string, fn func(*T) error) error {
	return database.Stream(func(last *T) ([]T, error) {
		after := ""
		if last != nil {
			after = id(last)
		}
		return table.All(v.ctx, v.q, t.Scan, t.From()+" where id > $1 order by id limit $2", after, database.PageRows)
	}, fn)
}

// NameSeals streams the seals of names of an event, in the order of its ledger: up to
// which audit row they go, and nil where they cannot be read.
func (v *Snapshot) NameSeals(event string, fn func(seq int64, seals []audit.NameSeal) error) error {
	for after := int64(0); ; {
		rows, err := table.All(v.ctx, v.q, erasures.NameSealTable.Scan, erasures.NameSealTable.From()+" where event_id = $1 and seq > $2 order by seq limit 10", event, after)
		if err != nil || len(rows) == 0 {
			return err
		}
		for i := range rows {
			after = rows[i].Seq
			seals, err := audit.DecodeNames(rows[i].Seals)
			if err != nil {
				seals = nil
			}
			if err := fn(after, seals); err != nil {
				return err
			}
		}
	}
}
