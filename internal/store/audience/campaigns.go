package audience

import (
	"context"
	"database/sql"
	"errors"
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/guests"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// The states of a campaign.
const (
	CampaignPlanned = "planned"
	CampaignSending = "sending"
	CampaignDone    = "done"
	CampaignStopped = "stopped"
)

// The states of a mail of a campaign.
const (
	CampaignMailClaimed    = "claimed" // it is being sent
	CampaignMailSent       = "sent"
	CampaignMailWithdrawn  = "withdrawn" // the consent ended before it was sent
	CampaignMailSuppressed = "suppressed"
	CampaignMailFailed     = "failed"
)

// MaxCampaigns is how many campaigns a list of them has, and MaxOpenCampaigns how many an
// organization has that are not over.
const (
	MaxCampaigns     = 100
	MaxOpenCampaigns = 20
)

// CampaignDay is the time in which an organization sends at most so many mails of campaigns.
const CampaignDay = inventory.Instant(inventory.Day)

// Campaign is what an organization writes to people who have agreed to a purpose.
type Campaign struct {
	OrgID, ID, PurposeID string
	Audience             string // JSON of campaign.Audience
	Text                 string // JSON of campaign.Text
	CreatedBy            string
	CreatedAt, DueAt     inventory.Instant
	State                string
	// AfterCode is that of the last person that was come to, and Mails how many mails were numbered.
	AfterCode string
	Mails     int64
	UpdatedAt inventory.Instant
}

// CampaignTable describes the table campaigns; a row is one Campaign.
var CampaignTable = table.New("campaigns", new(Campaign), func(c *table.Columns, v *Campaign) {
	c.Key("org_id", &v.OrgID)
	c.Key("id", &v.ID)
	c.Text("purpose_id", &v.PurposeID)
	c.Text("audience", &v.Audience)
	c.Text("text", &v.Text)
	c.Text("created_by", &v.CreatedBy)
	c.Number("created_at", (*int64)(&v.CreatedAt))
	c.Number("due_at", (*int64)(&v.DueAt))
	c.Text("state", &v.State)
	c.Text("after_code", &v.AfterCode)
	c.Number("mails", &v.Mails)
	c.Number("updated_at", (*int64)(&v.UpdatedAt))
})

// CampaignMail is a mail of a campaign to one person.
type CampaignMail struct {
	OrgID, CampaignID string
	No                int64 // from 1
	// Code and Address are keyed hashes of the person and of the address; "": the person was erased.
	Code, Address string
	// EventID and PersonID are where the consent was given; PersonID is "" when they were erased.
	EventID, PersonID string
	Locale            string
	State, Reason     string
	ClaimedAt         inventory.Instant
	// At is when it was sent, or was not; of one that is claimed, when it is tried next.
	At inventory.Instant
}

// CampaignMailTable describes the table campaign_mails; a row is one CampaignMail.
var CampaignMailTable = table.New("campaign_mails", new(CampaignMail), func(c *table.Columns, v *CampaignMail) {
	c.Key("org_id", &v.OrgID)
	c.Key("campaign_id", &v.CampaignID)
	c.NumberKey("no", &v.No)
	c.Text("code", &v.Code)
	c.Text("address", &v.Address)
	c.Text("event_id", &v.EventID)
	c.Text("person_id", &v.PersonID)
	c.Text("locale", &v.Locale)
	c.Text("state", &v.State)
	c.Text("reason", &v.Reason)
	c.Number("claimed_at", (*int64)(&v.ClaimedAt))
	c.Number("at", (*int64)(&v.At))
})

// Create stores a campaign. ErrConflict: the id is taken. ErrLimit: the organization has
// MaxOpenCampaigns that are not over. ErrNotFound: it has no such purpose.
func (s Campaigns) Create(ctx context.Context, c Campaign) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if _, err := table.One(ctx, tx, table.ScanText, "select id from consent_purposes where org_id = $1 and id = $2"+s.db.Eng.ForUpdate(), c.OrgID, c.PurposeID); err != nil {
			return err
		}
		if err := CampaignTable.InsertRow(ctx, tx, &c); err != nil {
			return err
		}
		n, err := table.One(ctx, tx, table.ScanInt, "select cast(count(*) as bigint) from campaigns where org_id = $1 and state in ('planned', 'sending')", c.OrgID)
		if err == nil && n > MaxOpenCampaigns {
			return database.ErrLimit
		}
		return err
	})
}

// Latest returns the latest campaigns of an organization, the newest first.
func (s Campaigns) Latest(ctx context.Context, org string) ([]Campaign, error) {
	list, err := table.All(ctx, s.db.Read, CampaignTable.Scan, CampaignTable.From()+" where org_id = $1 order by created_at desc, id desc limit $2", org, MaxCampaigns)
	return list, s.db.Classify(err)
}

// ByID returns a campaign, or ErrNotFound.
func (s Campaigns) ByID(ctx context.Context, org, id string) (*Campaign, error) {
	c, err := table.One(ctx, s.db.Read, CampaignTable.Scan, CampaignTable.From()+" where org_id = $1 and id = $2", org, id)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	return &c, nil
}

// Stop keeps a campaign from going to anybody else. One that is over stays as it is.
func (s Campaigns) Stop(ctx context.Context, org, id string, now inventory.Instant) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := table.Exec(ctx, tx, "update campaigns set state = 'stopped', updated_at = $1 where org_id = $2 and id = $3 and state in ('planned', 'sending')", int64(now), org, id)
		return err
	})
}

// Due returns campaigns that are to be sent, the oldest first.
func (s Campaigns) Due(ctx context.Context, now inventory.Instant, limit int) ([]Campaign, error) {
	list, err := table.All(ctx, s.db.Read, CampaignTable.Scan, CampaignTable.From()+" where state in ('planned', 'sending') and due_at <= $1 order by due_at, org_id, id limit $2", int64(now), limit)
	return list, s.db.Classify(err)
}

// Counts returns how many mails of a campaign are in each state.
func (s Campaigns) Counts(ctx context.Context, org, id string) (map[string]int64, error) {
	counts := map[string]int64{}
	list, err := table.All(ctx, s.db.Read, func(r engine.Row, v *struct {
		state string
		n     int64
	}) error {
		return r.Scan(&v.state, &v.n)
	}, "select state, cast(count(*) as bigint) from campaign_mails where org_id = $1 and campaign_id = $2 group by state", org, id)
	for _, v := range list {
		counts[v.state] = v.n
	}
	return counts, s.db.Classify(err)
}

// sentSince counts what an organization sent of all campaigns since a time.
func sentSince(ctx context.Context, q table.Querier, org string, since inventory.Instant) (int64, error) {
	return table.One(ctx, q, table.ScanInt, "select cast(count(*) as bigint) from campaign_mails where org_id = $1 and at > $2 and state in ('claimed', 'sent')", org, int64(since))
}

// Claim numbers mails of a campaign, of the people whose consent stands and whose address it did
// not go to yet, and notes how far it is: up to after, and with done that it is over unless mails
// are claimed that are tried again. Those that
// are in the state claimed are to be sent, at most daily of an organization within CampaignDay; the
// others say why they are not. full: the day has no room for the next; it was come to the last that
// is returned, or to none. ErrStale: the campaign was stopped, or another server is further.
func (s Campaigns) Claim(ctx context.Context, c *Campaign, list []CampaignMail, after string, done bool, daily int64, now inventory.Instant) (claimed []CampaignMail, full bool, err error) {
	err = s.db.WithTx(ctx, func(tx *sql.Tx) error {
		claimed, full = nil, false
		have, err := table.One(ctx, tx, CampaignTable.Scan, CampaignTable.From()+" where org_id = $1 and id = $2"+s.db.Eng.ForUpdate(), c.OrgID, c.ID)
		switch {
		case err != nil:
			return err
		case have.State != CampaignPlanned && have.State != CampaignSending || have.AfterCode != c.AfterCode:
			return database.ErrStale
		}
		// The lock orders campaigns of one organization, which share the day.
		if _, err := table.One(ctx, tx, table.ScanText, "select id from organizations where id = $1"+s.db.Eng.ForUpdate(), c.OrgID); err != nil {
			return err
		}
		sent, err := sentSince(ctx, tx, c.OrgID, now-CampaignDay)
		if err != nil {
			return err
		}
		claims, err := claims(ctx, tx, c.OrgID, c.ID)
		if err != nil {
			return err
		}
		to := have.AfterCode
		for i := range list {
			m := list[i]
			if m.State == CampaignMailClaimed && sent >= daily {
				full = true
				break
			}
			to = m.Code
			m.OrgID, m.CampaignID, m.No, m.ClaimedAt, m.At = c.OrgID, c.ID, have.Mails+1, now, now
			n, err := CampaignMailTable.InsertUnless(ctx, tx, &m, "on conflict do nothing")
			if err != nil {
				return err
			}
			if n == 0 { // another person has the same address
				continue
			}
			have.Mails++
			if m.State == CampaignMailClaimed {
				sent++
				claimed = append(claimed, m)
			}
		}
		have.State, have.UpdatedAt = CampaignSending, now
		switch {
		case full:
			have.AfterCode = to
		case done && claims == 0:
			have.AfterCode, have.State = "", CampaignDone
		default:
			have.AfterCode = after
		}
		if err := table.ExecOne(ctx, tx, "update campaigns set state = $1, after_code = $2, mails = $3, updated_at = $4 where org_id = $5 and id = $6",
			have.State, have.AfterCode, have.Mails, int64(now), c.OrgID, c.ID); err != nil {
			return err
		}
		*c = have
		return nil
	})
	return claimed, full, err
}

// Claims returns how many mails of a campaign were begun and not noted as sent.
func (s Campaigns) Claims(ctx context.Context, org, id string) (int64, error) {
	n, err := claims(ctx, s.db.Read, org, id)
	return n, s.db.Classify(err)
}

func claims(ctx context.Context, q table.Querier, org, id string) (int64, error) {
	return table.One(ctx, q, table.ScanInt, "select cast(count(*) as bigint) from campaign_mails where org_id = $1 and campaign_id = $2 and state = 'claimed'", org, id)
}

// Claimed returns mails of a campaign that were begun and not noted as sent, and are to be tried
// by now, those that wait longest first.
func (s Campaigns) Claimed(ctx context.Context, org, id string, now inventory.Instant, limit int) ([]CampaignMail, error) {
	list, err := table.All(ctx, s.db.Read, CampaignMailTable.Scan, CampaignMailTable.From()+" where org_id = $1 and campaign_id = $2 and state = 'claimed' and at <= $3 order by at, no limit $4", org, id, int64(now), limit)
	return list, s.db.Classify(err)
}

// Addressee returns to whom a mail of a campaign goes, if their consent stands now: the latest one.
// ErrNotFound: none does.
func (s Campaigns) Addressee(ctx context.Context, org, purpose, code string) (*ConsentView, error) {
	if code == "" {
		return nil, database.ErrNotFound
	}
	list, err := NewConsents(s.db).whoConsents(ctx, "c.org_id = $1 and c.purpose_id = $2 and c.code = $3", "limit 1", org, purpose, code)
	switch {
	case err != nil:
		return nil, err
	case len(list) == 0:
		return nil, database.ErrNotFound
	}
	return &list[0], nil
}

// Settle notes what became of a mail, or when it is tried again.
func (s Campaigns) Settle(ctx context.Context, m *CampaignMail) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := table.Exec(ctx, tx, "update campaign_mails set state = $1, reason = $2, at = $3 where org_id = $4 and campaign_id = $5 and no = $6 and state = 'claimed'",
			m.State, m.Reason, int64(m.At), m.OrgID, m.CampaignID, m.No)
		return err
	})
}

// CampaignMailView is a mail of a campaign with whom it went to: empty when they were erased.
type CampaignMailView struct {
	CampaignMail
	Email, Name, UserID string
}

// MailsOf returns mails of a campaign by number, from numbers greater than after.
func (s Campaigns) MailsOf(ctx context.Context, org, id string, after int64, limit int) ([]CampaignMailView, error) {
	list, err := table.All(ctx, s.db.Read, func(r engine.Row, v *CampaignMailView) error {
		c := table.Scanning()
		c.Add(&v.Email, &v.Name, &v.UserID)
		CampaignMailTable.Into(c, &v.CampaignMail)
		return c.From(r)
	}, "select coalesce(p.email, ''), coalesce(p.name, ''), coalesce(p.user_id, ''), "+CampaignMailTable.As("m")+` from campaign_mails m
		left join people p on p.event_id = m.event_id and p.id = m.person_id where m.org_id = $1 and m.campaign_id = $2 and m.no > $3 order by m.no limit $4`, org, id, after, limit)
	return list, s.db.Classify(err)
}

// EventsIn returns events of an organization with a category, the latest first.
func (s Campaigns) EventsIn(ctx context.Context, org, category string, limit int) ([]string, error) {
	list, err := table.All(ctx, s.db.Read, table.ScanText, "select id from events where org_id = $1 and category = $2 order by starts_at desc, id limit $3", org, category, limit)
	return list, s.db.Classify(err)
}

// TookPart returns which of some people took part in an event: they have a ticket, or with came one
// of theirs was scanned.
func (s Campaigns) TookPart(ctx context.Context, event string, users []string, came bool) (map[string]bool, error) {
	found := map[string]bool{}
	err := s.db.WithSnapshot(ctx, func(tx *sql.Tx) error {
		for part := range slices.Chunk(users, table.MaxInList) {
			in, args := table.InList(2, part)
			persons, err := table.All(ctx, tx, events.PersonTable.Scan, events.PersonTable.From()+" where event_id = $1 and user_id in ("+in+")", append([]any{event}, args...)...)
			if err != nil {
				return err
			}
			views, err := guests.GuestViews(ctx, s.db.Reader(tx), event, persons)
			if err != nil {
				return err
			}
			for i := range views {
				if v := &views[i]; len(v.Tickets) > 0 && (!came || v.Admitted > 0) {
					found[v.Person.UserID] = true
				}
			}
		}
		return nil
	})
	return found, err
}

// Prune deletes the mails of campaigns that were over before a time, and then those, at most limit
// rows, and returns of how many.
func (s Campaigns) Prune(ctx context.Context, before inventory.Instant, limit int) (n int64, err error) {
	err = s.db.WithTx(ctx, func(tx *sql.Tx) error {
		old, err := table.One(ctx, tx, CampaignTable.Scan, CampaignTable.From()+" where state in ('done', 'stopped') and updated_at < $1 order by updated_at limit 1", int64(before))
		if err != nil {
			if errors.Is(s.db.Classify(err), database.ErrNotFound) {
				err = nil
			}
			return err
		}
		if n, err = table.Exec(ctx, tx, `delete from campaign_mails where org_id = $1 and campaign_id = $2 and no in
			(select no from campaign_mails where org_id = $3 and campaign_id = $4 order by no limit $5)`, old.OrgID, old.ID, old.OrgID, old.ID, limit); err != nil || n > 0 {
			return err
		}
		n, err = table.Exec(ctx, tx, "delete from campaigns where org_id = $1 and id = $2", old.OrgID, old.ID)
		return err
	})
	return n, err
}

// Campaigns is what organizations write to people who have agreed to marketing.
type Campaigns struct{ db *database.DB }

// NewCampaigns returns Campaigns on a database.
func NewCampaigns(db *database.DB) Campaigns { return Campaigns{db} }
