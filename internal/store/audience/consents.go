package audience

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"slices"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// ConsentPurpose is something that people may agree to.
type ConsentPurpose struct {
	OrgID, ID string
	Kind      string // see package consent
	Version   int64  // the newest
	CreatedAt inventory.Instant
	EndedAt   inventory.Instant // 0: it did not end
}

// ConsentPurposeTable describes the table consent_purposes; a row is one ConsentPurpose.
var ConsentPurposeTable = table.New("consent_purposes", new(ConsentPurpose), func(c *table.Columns, v *ConsentPurpose) {
	c.Key("org_id", &v.OrgID)
	c.Key("id", &v.ID)
	c.Text("kind", &v.Kind)
	c.Number("version", &v.Version)
	c.Number("created_at", (*int64)(&v.CreatedAt))
	c.Number("ended_at", (*int64)(&v.EndedAt))
})

// ConsentVersion is a version of the words of a purpose.
type ConsentVersion struct {
	OrgID, PurposeID string
	Version          int64
	Document         string // JSON of consent.Text; opaque here
	CreatedAt        inventory.Instant
}

// ConsentVersionTable describes the table consent_versions; a row is one ConsentVersion.
var ConsentVersionTable = table.New("consent_versions", new(ConsentVersion), func(c *table.Columns, v *ConsentVersion) {
	c.Key("org_id", &v.OrgID)
	c.Key("purpose_id", &v.PurposeID)
	c.NumberKey("version", &v.Version)
	c.Text("document", &v.Document)
	c.Number("created_at", (*int64)(&v.CreatedAt))
})

// EventConsent says from when to when an event asked for a purpose.
type EventConsent struct {
	EventID, PurposeID string
	Since              inventory.Instant
	OrgID              string
	Until              inventory.Instant // 0: it asks
}

// EventConsentTable describes the table event_consents; a row is one EventConsent.
var EventConsentTable = table.New("event_consents", new(EventConsent), func(c *table.Columns, v *EventConsent) {
	c.Key("event_id", &v.EventID)
	c.Key("purpose_id", &v.PurposeID)
	c.NumberKey("since", (*int64)(&v.Since))
	c.Text("org_id", &v.OrgID)
	c.Number("until", (*int64)(&v.Until))
})

// Consent is a consent that stands: a box that was ticked with an order, a registration or an
// entry, and not withdrawn since.
type Consent struct {
	ThingID         string // see ThingOf
	PurposeID       string
	OrgID, PersonID string
	Code            string // stands for the person in the organization
	Version         int64  // of the words
	Locale          string // in which they were shown
	Way             string
	Proven          bool // the person had shown that the address is theirs
	At              inventory.Instant
}

// ConsentTable describes the consents that stand.
var ConsentTable = table.NewBatched("consents", "event_id", engine.Insert, new(Consent), func(c *table.Columns, v *Consent) {
	c.Key("thing_id", &v.ThingID)
	c.Key("purpose_id", &v.PurposeID)
	c.Text("org_id", &v.OrgID)
	c.Text("person_id", &v.PersonID)
	c.Text("code", &v.Code)
	c.Number("version", &v.Version)
	c.Text("locale", &v.Locale)
	c.Text("way", &v.Way)
	c.Flag("proven", &v.Proven)
	c.Number("at", (*int64)(&v.At))
})

// The actions of the record of consents.
const (
	ConsentGiven     = "given"
	ConsentWithdrawn = "withdrawn"
)

// ConsentEntry is a row of the record of consents.
type ConsentEntry struct {
	ThingID, PurposeID string
	Action             string
	OrgID, PersonID    string
	Code               string // "": the person was erased
	Version            int64
	Locale, Way        string
	Proven             bool
	At                 inventory.Instant
	Actor              string
	Reason             string // of staff
}

// ConsentLogTable describes the record of consents, to which rows are only added.
var ConsentLogTable = table.NewBatched("consent_log", "event_id", engine.Insert, new(ConsentEntry), func(c *table.Columns, v *ConsentEntry) {
	c.Key("thing_id", &v.ThingID)
	c.Key("purpose_id", &v.PurposeID)
	c.Key("action", &v.Action)
	c.Text("org_id", &v.OrgID)
	c.Text("person_id", &v.PersonID)
	c.Text("code", &v.Code)
	c.Number("version", &v.Version)
	c.Text("locale", &v.Locale)
	c.Text("way", &v.Way)
	c.Flag("proven", &v.Proven)
	c.Number("at", (*int64)(&v.At))
	c.Text("actor", &v.Actor)
	c.Text("reason", &v.Reason)
})

// Stands is the consent that an entry of the record makes stand.
func (e *ConsentEntry) Stands() Consent {
	return Consent{e.ThingID, e.PurposeID, e.OrgID, e.PersonID, e.Code, e.Version, e.Locale, e.Way, e.Proven, e.At}
}

// Commitment commits to the newest words of a purpose and to its end.
func (p *ConsentPurpose) Commitment(document string) string {
	c := audit.ConsentPurpose{ID: p.ID, Org: p.OrgID, Kind: p.Kind, Version: p.Version, Document: document, EndedAt: p.EndedAt}
	return c.Commitment()
}

// ConsentPurposeView is a purpose with its newest words.
type ConsentPurposeView struct {
	ConsentPurpose
	Document string
}

func scanPurpose(r engine.Row, v *ConsentPurposeView) error {
	c := table.Scanning()
	ConsentPurposeTable.Into(c, &v.ConsentPurpose)
	c.Add(&v.Document)
	return c.From(r)
}

var purposesSQL = "select " + ConsentPurposeTable.As("p") + `, v.document from consent_purposes p
	join consent_versions v on v.org_id = p.org_id and v.purpose_id = p.id and v.version = p.version `

// MakePurpose stores a purpose with its first words. ErrConflict: the id is taken. ErrLimit:
// the organization has most of them.
func (s Consents) MakePurpose(ctx context.Context, p ConsentPurpose, document string, most int64) error {
	p.Version = 1
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if err := ConsentPurposeTable.InsertRow(ctx, tx, &p); err != nil {
			return err
		}
		if err := ConsentVersionTable.InsertRow(ctx, tx, &ConsentVersion{p.OrgID, p.ID, 1, document, p.CreatedAt}); err != nil {
			return err
		}
		n, err := table.One(ctx, tx, table.ScanInt, "select count(*) from consent_purposes where org_id = $1", p.OrgID)
		switch {
		case err != nil:
			return err
		case n > most:
			return database.ErrLimit
		}
		return organizations.Record(ctx, s.db, tx, p.OrgID, "", audit.Deed{Subject: p.ID, Action: audit.ConsentPurposeMade, Commitment: p.Commitment(document)})
	})
}

// ChangePurpose changes a purpose: other words make another version, and end ends it.
// ErrNotFound. ErrConflict: it has ended. ErrLimit: it has most versions.
func (s Consents) ChangePurpose(ctx context.Context, org, purpose string, words func(before string) (document string, err error), end bool, most int64, now inventory.Instant) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		p, err := table.One(ctx, tx, ConsentPurposeTable.Scan, ConsentPurposeTable.From()+" where org_id = $1 and id = $2"+s.db.Eng.ForUpdate(), org, purpose)
		if err != nil {
			return err
		}
		before, err := table.One(ctx, tx, table.ScanText, "select document from consent_versions where org_id = $1 and purpose_id = $2 and version = $3", org, purpose, p.Version)
		if err != nil {
			return err
		}
		document, err := words(before)
		if err != nil {
			return err
		}
		switch {
		case p.EndedAt != 0 && end && document == before:
			return nil
		case p.EndedAt != 0:
			return database.ErrConflict
		case document != before && p.Version >= most:
			return database.ErrLimit
		case document == before && !end:
			return nil
		}
		if document != before {
			p.Version++
			if err := ConsentVersionTable.InsertRow(ctx, tx, &ConsentVersion{org, purpose, p.Version, document, now}); err != nil {
				return err
			}
		}
		if end {
			p.EndedAt = now
		}
		if err := table.ExecOne(ctx, tx, "update consent_purposes set version = $1, ended_at = $2 where org_id = $3 and id = $4", p.Version, int64(p.EndedAt), org, purpose); err != nil {
			return err
		}
		return organizations.Record(ctx, s.db, tx, org, "", audit.Deed{Subject: purpose, Action: audit.ConsentPurposeChanged, Commitment: p.Commitment(document)})
	})
}

// Purposes returns the purposes of an organization, the oldest first: as many as it may have.
func (s Consents) Purposes(ctx context.Context, org string, limit int) ([]ConsentPurposeView, error) {
	list, err := table.All(ctx, s.db.Read, scanPurpose, purposesSQL+"where p.org_id = $1 order by p.created_at, p.id limit $2", org, limit)
	return list, s.db.Classify(err)
}

// Purpose returns a purpose, or ErrNotFound.
func (s Consents) Purpose(ctx context.Context, org, purpose string) (*ConsentPurposeView, error) {
	v, err := table.One(ctx, s.db.Read, scanPurpose, purposesSQL+"where p.org_id = $1 and p.id = $2", org, purpose)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	return &v, nil
}

// Versions returns the versions of the words of a purpose, the newest first.
func (s Consents) Versions(ctx context.Context, org, purpose string, limit int) ([]ConsentVersion, error) {
	list, err := table.All(ctx, s.db.Read, ConsentVersionTable.Scan, ConsentVersionTable.From()+" where org_id = $1 and purpose_id = $2 order by version desc limit $3", org, purpose, limit)
	return list, s.db.Classify(err)
}

// Version returns a version of the words of a purpose, or ErrNotFound.
func (s Consents) Version(ctx context.Context, org, purpose string, version int64) (*ConsentVersion, error) {
	v, err := table.One(ctx, s.db.Read, ConsentVersionTable.Scan, ConsentVersionTable.From()+" where org_id = $1 and purpose_id = $2 and version = $3", org, purpose, version)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	return &v, nil
}

// ConsentCounts are how often a purpose was agreed to.
type ConsentCounts struct {
	PurposeID        string
	Given, Withdrawn int64 // boxes that were ticked, and how many of them were taken back
	People           int64 // of whom a consent stands
}

// Counts counts the consents to each purpose of an organization; those without any are missing.
func (s Consents) Counts(ctx context.Context, org string) (map[string]ConsentCounts, error) {
	list, err := table.All(ctx, s.db.Read, func(r engine.Row, v *ConsentCounts) error {
		return r.Scan(&v.PurposeID, &v.Given, &v.Withdrawn, &v.People)
	}, `select l.purpose_id, cast(sum(case when l.action = 'given' then 1 else 0 end) as bigint), cast(sum(case when l.action = 'withdrawn' then 1 else 0 end) as bigint),
		(select count(distinct c.code) from consents c where c.org_id = $1 and c.purpose_id = l.purpose_id)
		from consent_log l where l.org_id = $1 group by l.purpose_id`, org)
	found := map[string]ConsentCounts{}
	for _, v := range list {
		found[v.PurposeID] = v
	}
	return found, s.db.Classify(err)
}

// SetAsked makes purposes what an event asks for from now on. ErrNotFound: one of them is not
// the organization's, or has ended.
func (s Consents) SetAsked(ctx context.Context, org, event string, purposes []string, now inventory.Instant) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if err := events.LockEventRow(ctx, s.db, tx, event); err != nil {
			return err
		}
		before, err := table.All(ctx, tx, table.ScanText, "select purpose_id from event_consents where event_id = $1 and until = 0", event)
		if err != nil {
			return err
		}
		changed := false
		for _, p := range before {
			if slices.Contains(purposes, p) {
				continue
			}
			if err := table.ExecOne(ctx, tx, "update event_consents set until = $1 where event_id = $2 and purpose_id = $3 and until = 0", int64(now), event, p); err != nil {
				return err
			}
			changed = true
		}
		for _, p := range purposes {
			if slices.Contains(before, p) {
				continue
			}
			ended, err := table.One(ctx, tx, table.ScanInt, "select ended_at from consent_purposes where org_id = $1 and id = $2"+s.db.Eng.ForUpdate(), org, p)
			switch {
			case err != nil:
				return err
			case ended != 0:
				return database.ErrNotFound
			}
			if err := EventConsentTable.InsertRow(ctx, tx, &EventConsent{EventID: event, PurposeID: p, Since: now, OrgID: org}); err != nil {
				return err
			}
			changed = true
		}
		if !changed {
			return nil
		}
		return organizations.RecordOf(ctx, s.db, tx, event, audit.Deed{Subject: event, Action: audit.ConsentsAsked, Commitment: CommitAsked(event, purposes)})
	})
}

// CommitAsked commits to the purposes that an event asks for, those that ended meanwhile too.
func CommitAsked(event string, purposes []string) string {
	c := audit.ConsentAsked{Event: event, Purposes: purposes}
	return c.Commitment()
}

// Asked returns the purposes that an event asks for now, in the order in which they were made.
func (s Consents) Asked(ctx context.Context, event string, limit int) ([]ConsentPurposeView, error) {
	list, err := table.All(ctx, s.db.Read, scanPurpose, purposesSQL+`join event_consents e on e.org_id = p.org_id and e.purpose_id = p.id
		where e.event_id = $1 and e.until = 0 and p.ended_at = 0 order by p.created_at, p.id limit $2`, event, limit)
	return list, s.db.Classify(err)
}

// ConsentView is the consent of a person to a purpose as it stands: the latest of those that
// the person gave.
type ConsentView struct {
	EventID, EventTitle string
	Consent
	UserID, Email, Name string
}

// WhoConsents returns of whom a consent to a purpose stands, by their codes, codes greater
// than after.
func (s Consents) WhoConsents(ctx context.Context, org, purpose, after string, limit int) ([]ConsentView, error) {
	return s.whoConsents(ctx, "c.org_id = $1 and c.purpose_id = $2 and c.code > $3", "limit $4", org, purpose, after, limit)
}

// whoConsents returns the people that fit, by their codes, each with the latest of their consents.
func (s Consents) whoConsents(ctx context.Context, fits, limit string, args ...any) ([]ConsentView, error) {
	list, err := table.All(ctx, s.db.Read, func(r engine.Row, v *ConsentView) error {
		c := table.Scanning()
		c.Add(&v.EventID, &v.EventTitle, &v.UserID, &v.Email, &v.Name)
		ConsentTable.Into(c, &v.Consent)
		return c.From(r)
	}, "select c.event_id, e.title, p.user_id, p.email, p.name, "+ConsentTable.As("c")+` from consents c
		join events e on e.id = c.event_id join people p on p.event_id = c.event_id and p.id = c.person_id
		where `+fits+` and not exists (select 1 from consents d
			where d.org_id = c.org_id and d.purpose_id = c.purpose_id and d.code = c.code
			and (d.at > c.at or d.at = c.at and (d.event_id > c.event_id or d.event_id = c.event_id and d.thing_id > c.thing_id)))
		order by c.code `+limit, args...)
	return list, s.db.Classify(err)
}

// StoredConsent is an entry of the record with the event that it is of.
type StoredConsent struct {
	EventID, EventTitle string
	ConsentEntry
	Kind, Document string // of the purpose, in the words of that version
}

// maxRecord limits what is told about the consents of one person.
const maxRecord = 500

// RecordOf returns what the record of an organization has of a person, the latest first.
func (s Consents) RecordOf(ctx context.Context, org, code string) ([]StoredConsent, error) {
	if code == "" {
		return nil, nil
	}
	list, err := table.All(ctx, s.db.Read, func(r engine.Row, v *StoredConsent) error {
		c := table.Scanning()
		c.Add(&v.EventID, &v.EventTitle, &v.Kind, &v.Document)
		ConsentLogTable.Into(c, &v.ConsentEntry)
		return c.From(r)
	}, "select l.event_id, e.title, p.kind, v.document, "+ConsentLogTable.As("l")+` from consent_log l
		join events e on e.id = l.event_id
		join consent_purposes p on p.org_id = l.org_id and p.id = l.purpose_id
		join consent_versions v on v.org_id = l.org_id and v.purpose_id = l.purpose_id and v.version = l.version
		where l.org_id = $1 and l.code = $2 order by l.at desc, l.event_id, l.thing_id, l.purpose_id, l.action limit $3`, org, code, maxRecord)
	return list, s.db.Classify(err)
}

// StandingOf returns the consents of a person that stand, of each purpose the latest, and of
// these the latest first.
func (s Consents) StandingOf(ctx context.Context, org, code string) ([]StoredConsent, error) {
	list, err := s.RecordOf(ctx, org, code)
	type key struct{ event, thing, purpose string }
	gone, told := map[key]bool{}, map[string]bool{}
	for i := range list {
		if v := &list[i]; v.Action == ConsentWithdrawn {
			gone[key{v.EventID, v.ThingID, v.PurposeID}] = true
		}
	}
	return slices.DeleteFunc(list, func(v StoredConsent) bool {
		if v.Action != ConsentGiven || gone[key{v.EventID, v.ThingID, v.PurposeID}] || told[v.PurposeID] {
			return true
		}
		told[v.PurposeID] = true
		return false
	}), err
}

// Withdraw ends all consents of a person to a purpose, whatever event they were given at, and
// returns how many stood.
func (s Consents) Withdraw(ctx context.Context, org, code, purpose, actor, reason string, now inventory.Instant) (n int, err error) {
	if code == "" {
		return 0, errors.New("store: withdraw the consents of nobody")
	}
	type row struct {
		event string
		Consent
	}
	err = s.db.WithTx(ctx, func(tx *sql.Tx) error {
		gone, err := table.All(ctx, tx, func(r engine.Row, v *row) error {
			c := table.Scanning()
			c.Add(&v.event)
			ConsentTable.Into(c, &v.Consent)
			return c.From(r)
		}, "delete from consents where org_id = $1 and purpose_id = $2 and code = $3 returning event_id, "+ConsentTable.Columns, org, purpose, code)
		if err != nil {
			return err
		}
		slices.SortFunc(gone, func(a, b row) int {
			return cmp.Or(cmp.Compare(a.event, b.event), cmp.Compare(a.ThingID, b.ThingID))
		})
		for i := range gone {
			g := &gone[i]
			e := ConsentEntry{g.ThingID, g.PurposeID, ConsentWithdrawn, g.OrgID, g.PersonID, g.Code, g.Version, g.Locale, g.Way, g.Proven, max(now, g.At), actor, reason}
			if _, err := ConsentLogTable.InsertIn(ctx, tx, g.event, &e, ""); err != nil {
				return err
			}
		}
		n = len(gone)
		return nil
	})
	return n, err
}

// Consents is what people may agree to for marketing and sponsors, and who did.
type Consents struct{ db *database.DB }

// NewConsents returns Consents on a database.
func NewConsents(db *database.DB) Consents { return Consents{db} }
