package messages

import (
	"context"
	"database/sql"
	"errors"
	"slices"

	"github.com/holdfast-events/holdfast/internal/address"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// Follow is that an account is told about the new events of an organization, or of one of its
// series.
type Follow struct {
	AccountID, OrgID string
	SeriesID         string // "": of all that it publishes
	// Code stands for the account in deliveries and links: a keyed hash of it and the
	// organization.
	Code      string
	CreatedAt inventory.Instant
}

// FollowTable describes the table follows; a row is one Follow.
var FollowTable = table.New("follows", new(Follow), func(c *table.Columns, v *Follow) {
	c.Key("account_id", &v.AccountID)
	c.Key("org_id", &v.OrgID)
	c.Key("series_id", &v.SeriesID)
	c.Text("code", &v.Code)
	c.Number("created_at", (*int64)(&v.CreatedAt))
})

// MaxFollows is how many organizations and series an account follows at most.
const MaxFollows = 500

// ErrTooManyFollows: the account follows MaxFollows organizations and series already.
var ErrTooManyFollows = errors.New("store: too many follows")

// Follow stores that an account follows an organization, or a series of it; whoever does already
// goes on as before. ErrNotFound: there is no such account, organization or series. ErrTooManyFollows.
func (s Follows) Follow(ctx context.Context, f Follow) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		// The lock keeps two calls of one account from passing the bound together, and the
		// account from being erased meanwhile.
		if _, err := table.One(ctx, tx, table.ScanText, "select id from accounts where id = $1"+s.db.Eng.ForUpdate(), f.AccountID); err != nil {
			return err
		}
		if _, err := table.One(ctx, tx, table.ScanText, "select id from organizations where id = $1", f.OrgID); err != nil {
			return err
		}
		if f.SeriesID != "" {
			if _, err := table.One(ctx, tx, table.ScanText, "select id from series where org_id = $1 and id = $2", f.OrgID, f.SeriesID); err != nil {
				return err
			}
		}
		n, err := table.One(ctx, tx, table.ScanInt, "select cast(count(*) as bigint) from follows where account_id = $1 and (org_id <> $2 or series_id <> $3)", f.AccountID, f.OrgID, f.SeriesID)
		if err != nil {
			return err
		}
		if n >= MaxFollows {
			return ErrTooManyFollows
		}
		_, err = FollowTable.InsertUnless(ctx, tx, &f, "on conflict (account_id, org_id, series_id) do nothing")
		return err
	})
}

// Unfollow ends it, for an organization or, unless it is "", one of its series. That the account
// does not follow is not an error.
func (s Follows) Unfollow(ctx context.Context, account, org, series string) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := table.Exec(ctx, tx, "delete from follows where account_id = $1 and org_id = $2 and series_id = $3", account, org, series)
		return err
	})
}

// UnfollowByCode ends it for the account that a code stands for, of the organization and all its
// series.
func (s Follows) UnfollowByCode(ctx context.Context, org, code string) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := table.Exec(ctx, tx, "delete from follows where org_id = $1 and code = $2", org, code)
		return err
	})
}

// ByCode returns the address of the account that a code stands for while it follows an organization
// or a series of it; "": it does not.
func (s Follows) ByCode(ctx context.Context, org, code string) (address string, err error) {
	list, err := table.All(ctx, s.db.Read, table.ScanText, "select a.address from follows f join accounts a on a.id = f.account_id where f.org_id = $1 and f.code = $2 limit 1", org, code)
	if err != nil || len(list) == 0 {
		return "", s.db.Classify(err)
	}
	return list[0], nil
}

// Follows reports whether an account follows an organization or a series of it.
func (s Follows) Follows(ctx context.Context, account, org string) (bool, error) {
	list, err := table.All(ctx, s.db.Read, table.ScanInt, "select 1 from follows where account_id = $1 and org_id = $2 limit 1", account, org)
	return len(list) > 0, s.db.Classify(err)
}

// FollowView is an organization, or a series of it, that somebody follows.
type FollowView struct {
	SeriesID, SeriesTitle    string // "": the organization
	OrgID, OrgName, OrgColor string
	CreatedAt                inventory.Instant
}

// Of returns whom an account follows, by name and with titles in a language where they have one:
// MaxFollows at most.
func (s Follows) Of(ctx context.Context, account, language string) ([]FollowView, error) {
	list, err := table.All(ctx, s.db.Read, func(r engine.Row, v *FollowView) error {
		var series events.EventSeries
		c := table.Scanning()
		c.Add(&v.SeriesID, &series.Title, &v.OrgID, &v.OrgName, &v.OrgColor, (*int64)(&v.CreatedAt))
		c.Encoded("texts", table.AsJSON(&series.Texts))
		err := c.From(r)
		v.SeriesTitle, _ = series.In(language)
		return err
	}, `select f.series_id, coalesce(s.title, ''), o.id, o.name, o.color, f.created_at, coalesce(s.texts, '{}') from follows f join organizations o on o.id = f.org_id
		left join series s on s.org_id = f.org_id and s.id = f.series_id
		where f.account_id = $1 order by o.name, o.id, s.title, f.series_id limit $2`, account, MaxFollows)
	return list, s.db.Classify(err)
}

// followerView scans a follower as the recipient of a message of an event.
func followerView(event string) func(engine.Row, *events.MessageView) error {
	return func(r engine.Row, v *events.MessageView) error {
		var code, folded string
		v.EventID = event
		p := &v.Person
		if err := r.Scan(&code, &folded, &p.Profile.Email, &p.Profile.Name, &p.Profile.Locale, (*int64)(&v.FollowedAt)); err != nil {
			return err
		}
		// A follower is not a person of the event: the id stands for one in its deliveries.
		p.ID, p.UserID = id.With(id.Person, event, code), address.PublicID(folded)
		return nil
	}
}

// followers selects those of the organization $1, and of the series of its event $2, that fit what
// is added: each account once.
const followers = "select f.code, a.address, a.email, a.name, a.locale, f.created_at" +
	" from follows f join accounts a on a.id = f.account_id where f.org_id = $1" +
	" and (f.series_id = '' or f.series_id = (select d.series_id from series_dates d where d.event_id = $2)" +
	" and not exists (select 1 from follows w where w.account_id = f.account_id and w.org_id = f.org_id and w.series_id = '')) and "

// Page returns followers of an organization as recipients of a message of an event, by
// code, codes greater than after.
func (s Follows) Page(ctx context.Context, event, org, after string, limit int) ([]events.MessageView, error) {
	list, err := table.All(ctx, s.db.Read, followerView(event), followers+"f.code > $3 order by f.code limit $4", org, event, after, limit)
	return list, s.db.Classify(err)
}

// ByID returns those of some followers who still follow, by the ids that they have in an
// event.
func (s Follows) ByID(ctx context.Context, event, org string, ids []string) (map[string]*events.MessageView, error) {
	found := map[string]*events.MessageView{}
	codes := make([]string, len(ids))
	for i := range ids {
		codes[i] = id.TailOf(ids[i])
	}
	for part := range slices.Chunk(codes, table.MaxInList) {
		in, args := table.InList(3, part)
		list, err := table.All(ctx, s.db.Read, followerView(event), followers+"f.code in ("+in+")", append([]any{org, event}, args...)...)
		if err != nil {
			return nil, s.db.Classify(err)
		}
		for i := range list {
			found[list[i].Person.ID] = &list[i]
		}
	}
	return found, nil
}

// Follows is the followers of organizations, who are told about new events.
type Follows struct{ db *database.DB }

// NewFollows returns Follows on a database.
func NewFollows(db *database.DB) Follows { return Follows{db} }
