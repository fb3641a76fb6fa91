package discovery

import (
	"cmp"
	"context"
	"database/sql"
	"slices"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// listingTables are what the home page reads that no search does.
const listingTables = `create table listings ( -- a row for each event
  id    text primary key,
  city  text not null,     -- '': it counts for none
  ends  integer not null,
  since integer not null   -- when it was published
) without rowid;
create index listings_by_city on listings (city, ends);
create index listings_by_time on listings (since);
create index listings_new on listings (city, since);`

// facetCity begins the word of the city that an event counts for. A dash would end it.
const facetCity = "y_"

func cityFacet(id string) string { return facetCity + strings.ReplaceAll(id, "-", "_") }

// keepListing writes what the home page says of an event that changed.
func keepListing(ctx context.Context, tx *sql.Tx, c *Change) (err error) {
	if c.Gone {
		_, err = tx.ExecContext(ctx, "delete from listings where id = ?", c.ID)
		return err
	}
	_, err = tx.ExecContext(ctx, `insert into listings (id, city, ends, since) values (?1, ?2, ?3, ?4)
		on conflict (id) do update set city = ?2, ends = ?3, since = ?4 where city <> ?2 or ends <> ?3 or since <> ?4`,
		c.ID, c.City, int64(c.EndsAt), int64(c.PublishedAt))
	return err
}

// CityEvents is a city and how many events are on there.
type CityEvents struct {
	*City
	Events int
}

// Cities returns all cities in which events are on that are not over at a time: the one
// with the most first, and of those with as many the largest. ErrNotReady: the index is
// being filled.
func (x *Index) Cities(ctx context.Context, now inventory.Instant) (list []CityEvents, err error) {
	err = x.look(ctx, func(tx *sql.Tx) error {
		rows, err := tx.QueryContext(ctx, "select city, count(*) from listings where city <> '' and ends > ? group by city", int64(now))
		if err != nil {
			return err
		}
		list, err = collect(rows, func(r *sql.Rows) (c CityEvents, err error) {
			var id string
			err = r.Scan(&id, &c.Events)
			c.City = CityByID(id)
			return c, err
		})
		return err
	})
	list = slices.DeleteFunc(list, func(c CityEvents) bool { return c.City == nil })
	slices.SortFunc(list, func(a, b CityEvents) int {
		return cmp.Or(cmp.Compare(b.Events, a.Events), cmp.Compare(a.order, b.order))
	})
	return list, err
}

// Newest returns the ids of events that are not over at a time and were published after
// another, the latest first: of a city, or of all when city is "". ErrNotReady: the index
// is being filled.
func (x *Index) Newest(ctx context.Context, city string, now, after inventory.Instant, limit int) (ids []string, err error) {
	err = x.look(ctx, func(tx *sql.Tx) error {
		text, args := "select id from listings where since > ? and ends > ?", []any{int64(after), int64(now)}
		if city != "" {
			text, args = text+" and city = ?", append(args, city)
		}
		rows, err := tx.QueryContext(ctx, text+" order by since desc, id limit ?", append(args, limit)...)
		if err != nil {
			return err
		}
		ids, err = collect(rows, func(r *sql.Rows) (id string, err error) {
			err = r.Scan(&id)
			return id, err
		})
		return err
	})
	return ids, err
}

// look reads in one snapshot of the file. Whatever goes wrong there is the file's.
func (x *Index) look(ctx context.Context, read func(*sql.Tx) error) error {
	x.use.RLock()
	defer x.use.RUnlock()
	if !x.ready.Load() || x.doubt.Load() {
		return ErrNotReady
	}
	tx, err := x.file.read.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err == nil {
		if err = read(tx); err == nil {
			err = tx.Rollback()
		} else if end := tx.Rollback(); end != nil && ctx.Err() == nil {
			x.cfg.Log.InfoContext(ctx, "discovery: a snapshot did not end", "error", end)
		}
	}
	if err != nil && ctx.Err() == nil {
		x.distrust(ctx, err)
		return ErrNotReady
	}
	return err
}

// WeekendAt is the weekend that is on at a time where a zone is, or the next one: from
// Friday to Sunday.
func WeekendAt(now inventory.Instant, zone *time.Location) (friday, sunday Day) {
	local := now.Time().In(zone)
	today := dayOf(local)
	// On Friday 0 days to Friday, on Saturday -1, on Sunday -2, on Monday 4.
	friday = today + Day((int(time.Friday)-int(local.Weekday())+7)%7)
	switch local.Weekday() {
	case time.Saturday:
		friday = today - 1
	case time.Sunday:
		friday = today - 2
	}
	return friday, friday + 2
}

// WeekendsAt spans the weekends that are on at a time, or are next, wherever on earth.
func WeekendsAt(now inventory.Instant) (friday, sunday Day) {
	west, _ := WeekendAt(now-offUTC, time.UTC)
	_, east := WeekendAt(now+offUTC, time.UTC)
	return west, east
}

// String writes a day as 2026-11-28.
func (d Day) String() string { return d.utc().Time().UTC().Format(time.DateOnly) }
