package snapshot

import (
	"github.com/holdfast-events/holdfast/internal/store/audience"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// ConsentPurposes streams the purposes of all organizations, by organization and id.
func (v *Snapshot) ConsentPurposes(fn func(*audience.ConsentPurpose) error) error {
	return database.Stream(func(last *audience.ConsentPurpose) ([]audience.ConsentPurpose, error) {
		if last == nil {
			last = &audience.ConsentPurpose{}
		}
		return table.All(v.ctx, v.q, audience.ConsentPurposeTable.Scan, audience.ConsentPurposeTable.From()+` where (org_id, id) > (cast($1 as text), cast($2 as text))
			order by org_id, id limit $3`, last.OrgID, last.ID, database.PageRows)
	}, fn)
}

// ConsentVersions returns the versions of the words of a purpose, the oldest first.
func (v *Snapshot) ConsentVersions(org, purpose string) ([]audience.ConsentVersion, error) {
	return table.All(v.ctx, v.q, audience.ConsentVersionTable.Scan, audience.ConsentVersionTable.From()+" where org_id = $1 and purpose_id = $2 order by version", org, purpose)
}

// EventConsents returns from when to when an event asked for which purposes.
func (v *Snapshot) EventConsents(event string) ([]audience.EventConsent, error) {
	return table.All(v.ctx, v.q, audience.EventConsentTable.Scan, audience.EventConsentTable.From()+" where event_id = $1 order by purpose_id, since", event)
}

// ConsentLog streams the record of consents of an event, by thing and purpose, what was given
// before what was withdrawn.
func (v *Snapshot) ConsentLog(event string, fn func(*audience.ConsentEntry) error) error {
	return database.Stream(func(last *audience.ConsentEntry) ([]audience.ConsentEntry, error) {
		if last == nil {
			last = &audience.ConsentEntry{}
		}
		return table.All(v.ctx, v.q, audience.ConsentLogTable.Scan, audience.ConsentLogTable.From()+` where event_id = $1
			and (thing_id, purpose_id, action) > (cast($2 as text), cast($3 as text), cast($4 as text)) order by thing_id, purpose_id, action limit $5`,
			event, last.ThingID, last.PurposeID, last.Action, database.PageRows)
	}, fn)
}

// Consents streams the consents of an event that stand, by thing and purpose.
func (v *Snapshot) Consents(event string, fn func(*audience.Consent) error) error {
	return database.Stream(func(last *audience.Consent) ([]audience.Consent, error) {
		if last == nil {
			last = &audience.Consent{}
		}
		return table.All(v.ctx, v.q, audience.ConsentTable.Scan, audience.ConsentTable.From()+` where event_id = $1
			and (thing_id, purpose_id) > (cast($2 as text), cast($3 as text)) order by thing_id, purpose_id limit $4`, event, last.ThingID, last.PurposeID, database.PageRows)
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
