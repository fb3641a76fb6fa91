package store

import (
	"strings"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// OrganizationRecord is the row of an organization with where its chain stands.
type OrganizationRecord struct {
	Profile
	Seq  int64
	Head audit.Hash
	Sig  []byte
}

// Organizations returns all organizations by id.
func (v *Snapshot) Organizations() ([]OrganizationRecord, error) {
	return table.All(v.ctx, v.q, func(r engine.Row, o *OrganizationRecord) error {
		var hash []byte
		c := table.Scanning()
		profileTable.Into(c, &o.Profile)
		c.Add(&o.Seq, &hash, &o.Sig)
		err := c.From(r)
		if o.Seq != 0 {
			o.Head = table.HashOf(hash)
		}
		return err
	}, "select "+profileTable.Columns+", audit_seq, audit_hash, audit_sig from organizations order by id")
}

// Deeds streams the chain of an organization.
func (v *Snapshot) Deeds(org string, fn func(*Deed) error) error {
	return stream(func(last *Deed) ([]Deed, error) {
		after := int64(-1 << 63)
		if last != nil {
			after = last.Seq
		}
		return table.All(v.ctx, v.q, deedTable.Scan, deedTable.From()+" where org_id = $1 and seq > $2 order by seq limit $3", org, after, pageRows)
	}, fn)
}

// APIKeys streams the keys of all organizations.
func (v *Snapshot) APIKeys(fn func(*APIKey) error) error {
	return streamByID(v, keyTable, func(k *APIKey) string { return k.ID }, fn)
}

// Members streams the members of all organizations.
func (v *Snapshot) Members(fn func(*Member) error) error {
	return streamByID(v, memberTable, func(m *Member) string { return m.ID }, fn)
}

// Webhooks streams the endpoints of all organizations.
func (v *Snapshot) Webhooks(fn func(*WebhookEndpoint) error) error {
	return streamByID(v, webhookTable, func(w *WebhookEndpoint) string { return w.ID }, fn)
}

// PaymentAccounts streams the accounts at payment providers of all organizations.
func (v *Snapshot) PaymentAccounts(fn func(*PaymentAccount) error) error {
	return streamByID(v, paymentAccountTable, func(a *PaymentAccount) string { return a.ID }, fn)
}

// PaymentAccountKeys returns the accounts whose keys are stored.
func (v *Snapshot) PaymentAccountKeys() (map[string]bool, error) {
	list, err := table.All(v.ctx, v.q, table.ScanText, "select purpose from server_keys where purpose like '"+PaymentAccountPurpose+"%' order by purpose")
	have := map[string]bool{}
	for _, purpose := range list {
		have[strings.TrimPrefix(purpose, PaymentAccountPurpose)] = true
	}
	return have, err
}

// streamByID streams a table whose rows belong to no event.
func streamByID[T any](v *Snapshot, t *table.Of[*T], id func(*T) string, fn func(*T) error) error {
	return stream(func(last *T) ([]T, error) {
		after := ""
		if last != nil {
			after = id(last)
		}
		return table.All(v.ctx, v.q, t.Scan, t.From()+" where id > $1 order by id limit $2", after, pageRows)
	}, fn)
}

// NameSeals streams the seals of names of an event, in the order of its ledger: up to
// which audit row they go, and nil where they cannot be read.
func (v *Snapshot) NameSeals(event string, fn func(seq int64, seals []audit.NameSeal) error) error {
	for after := int64(0); ; {
		rows, err := table.All(v.ctx, v.q, nameSealTable.Scan, nameSealTable.From()+" where event_id = $1 and seq > $2 order by seq limit 10", event, after)
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
