package events

import (
	"context"
	"database/sql"
	"errors"
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// MaxUnusedPictures is how many pictures an organization has that no event and no venue names.
const MaxUnusedPictures = 200

// keepUnused is how long a picture is kept that nothing names: whoever uploaded it is still
// writing the event or the venue, and pages that showed it are still open.
const keepUnused = inventory.Day

// Cover is what is seen in the picture of an event or a venue.
type Cover struct {
	// Alt says what is seen to people who do not see it. Where there is a picture it is never empty.
	Alt string `json:"alt,omitempty"`
	// X and Y are what matters in the picture, in percent from the left and from the top:
	// where it is cut, that stays.
	X int64 `json:"x,omitempty"`
	Y int64 `json:"y,omitempty"`
	// Width and Height are those of the picture's largest file, in pixels.
	Width  int64 `json:"width,omitempty"`
	Height int64 `json:"height,omitempty"`
}

// Picture is a picture of an organization. Its bytes are files.
type Picture struct {
	OrgID, ID     string
	Width, Height int64 // of the largest file
	Files         []PictureFile
	CreatedAt     inventory.Instant
	UnusedSince   inventory.Instant // 0: an event or a venue names it
}

// PictureFile is a picture in one width.
type PictureFile struct {
	Width  int64  `json:"width"`
	Height int64  `json:"height"`
	Size   int64  `json:"size"` // bytes
	SHA256 string `json:"sha256"`
}

// PictureTable describes the table pictures; a row is one Picture.
var PictureTable = table.New("pictures", new(Picture), func(c *table.Columns, v *Picture) {
	c.Key("org_id", &v.OrgID)
	c.Key("id", &v.ID)
	c.Number("width", &v.Width)
	c.Number("height", &v.Height)
	c.Encoded("files", table.AsList(&v.Files))
	c.Number("created_at", (*int64)(&v.CreatedAt))
	c.Number("unused_since", (*int64)(&v.UnusedSince))
})

// Keep stores a picture that nothing names yet, or notes that one that is there was uploaded
// again. Its files are written after that. ErrLimit: the organization has MaxUnusedPictures.
// ErrConflict: its files are being deleted.
func (s Pictures) Keep(ctx context.Context, p Picture) error {
	p.UnusedSince = p.CreatedAt
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		switch have, err := pictureOf(ctx, tx, p.OrgID, p.ID); {
		case err == nil && have.UnusedSince == goes:
			return database.ErrConflict
		case err == nil:
			_, err = table.Exec(ctx, tx, "update pictures set unused_since = $1 where org_id = $2 and id = $3 and unused_since > 0", int64(p.CreatedAt), p.OrgID, p.ID)
			return err
		case !errors.Is(err, table.ErrNone):
			return err
		}
		// Where somebody else uploads the same at once, it is there by now, by either unique key.
		if _, err := PictureTable.InsertUnless(ctx, tx, &p, "on conflict do nothing"); err != nil {
			return err
		}
		unused, err := table.All(ctx, tx, table.ScanText, "select p.id from pictures p left join events e on "+byEvent+" where p.org_id = $1 and p.unused_since > 0 and e.id is null", p.OrgID)
		if err != nil || len(unused) <= MaxUnusedPictures {
			return err
		}
		named, err := picturesOfPlaces(ctx, tx, unused)
		if err == nil && len(unused)-len(named) > MaxUnusedPictures {
			err = database.ErrLimit
		}
		return err
	})
}

func pictureOf(ctx context.Context, q table.Querier, org, picture string) (Picture, error) {
	return table.One(ctx, q, PictureTable.Scan, PictureTable.From()+" where org_id = $1 and id = $2", org, picture)
}

// Use returns a picture that an event or a venue is about to name. It is kept for another day, in
// which that does.
func (s Pictures) Use(ctx context.Context, org, picture string, now inventory.Instant) (*Picture, error) {
	var p Picture
	err := s.db.WithTx(ctx, func(tx *sql.Tx) (err error) {
		if _, err = table.Exec(ctx, tx, "update pictures set unused_since = $1 where org_id = $2 and id = $3 and unused_since > 0", int64(now), org, picture); err != nil {
			return err
		}
		p, err = pictureOf(ctx, tx, org, picture)
		return err
	})
	switch {
	case err != nil:
		return nil, s.db.Classify(err)
	case p.UnusedSince == goes:
		return nil, database.ErrNotFound
	}
	return &p, nil
}

// No statement asks for events and for venues: the rows of the one may be on other machines than
// those of the other. What rooms show is where what their venues show is.
const (
	// UnnamedPicturesSQL reads pictures behind an id of which it is not noted that no event names them.
	UnnamedPicturesSQL = "select p.id from pictures p left join events e on " + byEvent + " where p.unused_since = 0 and e.id is null and p.id > $1 order by p.id limit $2"
	// PicturesOfEventsSQL and PicturesOfPlacesSQL read pictures of which it is noted that nothing names
	// them, and that an event does, or a venue or a room.
	PicturesOfEventsSQL = "select distinct p.id from pictures p join events e on " + byEvent + " where p.unused_since > 0 limit $1"
	PicturesOfPlacesSQL = "select distinct p.id from pictures p join gallery_pictures g on g.picture = p.id where p.unused_since > 0 limit $1"
)

// Note notes which pictures nothing names any more, and which something does again, at most limit of
// them, and returns how many it noted that of.
func (s Pictures) Note(ctx context.Context, now inventory.Instant, limit int) (int, error) {
	wrong, err := s.wrong(ctx, limit)
	if err != nil || len(wrong) == 0 {
		return 0, s.db.Classify(err)
	}
	return len(wrong), s.db.WithTx(ctx, func(tx *sql.Tx) error {
		for ids := range slices.Chunk(wrong, table.MaxInList) {
			named, err := picturesUsed(ctx, tx, ids)
			if err != nil {
				return err
			}
			var unused []string
			for _, id := range ids {
				if !slices.Contains(named, id) {
					unused = append(unused, id)
				}
			}
			if err := noteUnused(ctx, tx, 0, named); err != nil {
				return err
			}
			if err := noteUnused(ctx, tx, now, unused); err != nil {
				return err
			}
		}
		return nil
	})
}

// wrong are pictures of which it is noted wrongly whether anything names them, at most limit.
func (s Pictures) wrong(ctx context.Context, limit int) (list []string, err error) {
	for _, query := range []string{PicturesOfEventsSQL, PicturesOfPlacesSQL} {
		some, err := table.All(ctx, s.db.Read, table.ScanText, query, limit-len(list))
		if list = append(list, some...); err != nil || len(list) >= limit {
			return list, err
		}
	}
	for last, read := "", limit; read == limit && len(list) < limit; {
		page, err := table.All(ctx, s.db.Read, table.ScanText, UnnamedPicturesSQL, last, limit)
		if err != nil || len(page) == 0 {
			return list, err
		}
		named, err := picturesOfPlaces(ctx, s.db.Read, page)
		if err != nil {
			return list, err
		}
		for _, id := range page {
			if !slices.Contains(named, id) && len(list) < limit {
				list = append(list, id)
			}
		}
		last, read = page[len(page)-1], len(page)
	}
	return list, nil
}

// noteUnused notes since when nothing names pictures; 0: something does.
func noteUnused(ctx context.Context, tx *sql.Tx, since inventory.Instant, pictures []string) error {
	if len(pictures) == 0 {
		return nil
	}
	list, args := table.InList(2, pictures)
	_, err := table.Exec(ctx, tx, "update pictures set unused_since = $1 where unused_since >= 0 and id in ("+list+")", append([]any{int64(since)}, args...)...)
	return err
}

// byEvent is the condition that an event e names a picture p. The index of events by their pictures has
// only those that name one.
const byEvent = "e.cover_picture = p.id and e.cover_picture <> ''"

// picturesOfEvents are those of pictures that an event names.
func picturesOfEvents(ctx context.Context, q table.Querier, pictures []string) ([]string, error) {
	return picturesNamed(ctx, q, pictures, func(in string) string {
		return "select distinct cover_picture from events where cover_picture in (" + in + ") and cover_picture <> ''"
	})
}

// picturesOfPlaces are those of pictures that a venue or a room names.
func picturesOfPlaces(ctx context.Context, q table.Querier, pictures []string) ([]string, error) {
	return picturesNamed(ctx, q, pictures, func(in string) string {
		return "select distinct picture from gallery_pictures where picture in (" + in + ")"
	})
}

// picturesNamed are those of pictures that a query finds named.
func picturesNamed(ctx context.Context, q table.Querier, pictures []string, query func(in string) string) (named []string, err error) {
	for some := range slices.Chunk(pictures, table.MaxInList) {
		list, args := table.InList(1, some)
		found, err := table.All(ctx, q, table.ScanText, query(list), args...)
		if named = append(named, found...); err != nil {
			return nil, err
		}
	}
	return named, nil
}

// picturesUsed are those of pictures that an event, a venue or a room names. A statement that changes
// pictures cannot ask for these itself: their rows may be on other machines.
func picturesUsed(ctx context.Context, q table.Querier, pictures []string) ([]string, error) {
	byEvents, err := picturesOfEvents(ctx, q, pictures)
	if err != nil {
		return nil, err
	}
	byPlaces, err := picturesOfPlaces(ctx, q, pictures)
	return append(byEvents, byPlaces...), err
}

// goes is since when a picture is unused whose files are being deleted.
const goes = -1

// Unused returns pictures that nothing has named for a day, and those whose files are being
// deleted, at most limit.
func (s Pictures) Unused(ctx context.Context, now inventory.Instant, limit int) ([]Picture, error) {
	list, err := table.All(ctx, s.db.Read, PictureTable.Scan, PictureTable.From()+" where unused_since <> 0 and unused_since <= $1 order by unused_since limit $2",
		int64(now)-int64(keepUnused), limit)
	return list, s.db.Classify(err)
}

// Go says that the files of a picture are being deleted. It reports false when somebody wants
// it again.
func (s Pictures) Go(ctx context.Context, p *Picture) (bool, error) {
	var n int64
	err := s.db.WithTx(ctx, func(tx *sql.Tx) (err error) {
		named, err := picturesUsed(ctx, tx, []string{p.ID})
		if err != nil || len(named) > 0 {
			return err
		}
		n, err = table.Exec(ctx, tx, "update pictures set unused_since = -1 where org_id = $1 and id = $2 and unused_since = $3", p.OrgID, p.ID, int64(p.UnusedSince))
		return err
	})
	return n == 1, err
}

// Forget deletes a picture whose files are deleted, after Go.
func (s Pictures) Forget(ctx context.Context, p *Picture) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := table.Exec(ctx, tx, "delete from pictures where org_id = $1 and id = $2 and unused_since = -1", p.OrgID, p.ID)
		return err
	})
}

// Pictures is pictures of events and venues.
type Pictures struct{ db *database.DB }

// NewPictures returns Pictures on a database.
func NewPictures(db *database.DB) Pictures { return Pictures{db} }
