package store

import (
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// ConsentPurposes streams the purposes of all organizations, by organization and id.
func (v *Snapshot) ConsentPurposes(fn func(*ConsentPurpose) error) error {
	return stream(func(last *ConsentPurpose) ([]ConsentPurpose, error) {
		if last == nil {
			last = &ConsentPurpose{}
		}
		return table.All(v.ctx, v.q, consentPurposeTable.Scan, consentPurposeTable.From()+` where (org_id, id) > (cast($1 as text), cast($2 as text))
			order by org_id, id limit $3`, last.OrgID, last.ID, pageRows)
	}, fn)
}

// ConsentVersions returns the versions of the words of a purpose, the oldest first.
func (v *Snapshot) ConsentVersions(org, purpose string) ([]ConsentVersion, error) {
	return table.All(v.ctx, v.q, consentVersionTable.Scan, consentVersionTable.From()+" where org_id = $1 and purpose_id = $2 order by version", org, purpose)
}

// EventConsents returns from when to when an event asked for which purposes.
func (v *Snapshot) EventConsents(event string) ([]EventConsent, error) {
	return table.All(v.ctx, v.q, eventConsentTable.Scan, eventConsentTable.From()+" where event_id = $1 order by purpose_id, since", event)
}

// ConsentLog streams the record of consents of an event, by thing and purpose, what was given
// before what was withdrawn.
func (v *Snapshot) ConsentLog(event string, fn func(*ConsentEntry) error) error {
	return stream(func(last *ConsentEntry) ([]ConsentEntry, error) {
		if last == nil {
			last = &ConsentEntry{}
		}
		return table.All(v.ctx, v.q, ConsentLogTable.Scan, ConsentLogTable.From()+` where event_id = $1
			and (thing_id, purpose_id, action) > (cast($2 as text), cast($3 as text), cast($4 as text)) order by thing_id, purpose_id, action limit $5`,
			event, last.ThingID, last.PurposeID, last.Action, pageRows)
	}, fn)
}

// Consents streams the consents of an event that stand, by thing and purpose.
func (v *Snapshot) Consents(event string, fn func(*Consent) error) error {
	return stream(func(last *Consent) ([]Consent, error) {
		if last == nil {
			last = &Consent{}
		}
		return table.All(v.ctx, v.q, ConsentTable.Scan, ConsentTable.From()+` where event_id = $1
			and (thing_id, purpose_id) > (cast($2 as text), cast($3 as text)) order by thing_id, purpose_id limit $4`, event, last.ThingID, last.PurposeID, pageRows)
	}, fn)
}

// StrayConsents returns, at most limit, the purposes with words, the events with purposes and
// the consents whose organization is not that of the purpose or event that they name.
func (v *Snapshot) StrayConsents(limit int) ([][2]string, error) {
	return table.All(v.ctx, v.q, func(r engine.Row, s *[2]string) error { return r.Scan(&s[0], &s[1]) }, `select e.event_id, e.purpose_id from event_consents e
			where not exists (select 1 from consent_purposes p where p.org_id = e.org_id and p.id = e.purpose_id)
			or not exists (select 1 from events v where v.id = e.event_id and v.org_id = e.org_id)
		union all select c.event_id, c.purpose_id from consents c where not exists (select 1 from events v where v.id = c.event_id and v.org_id = c.org_id)
		union all select l.event_id, l.purpose_id from consent_log l where not exists (select 1 from events v where v.id = l.event_id and v.org_id = l.org_id)
		order by 1, 2 limit $1`, limit)
}
