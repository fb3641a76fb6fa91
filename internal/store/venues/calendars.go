package venues

import (
	"context"
	"database/sql"
	"encoding/hex"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// SetCalendar gives a venue the address at which a calendar program reads its bookings, of whose
// secret this is the hash. The one before leads nowhere from then on. A zero hash ends it.
// ErrNotFound: there is no such venue.
func (s Venues) SetCalendar(ctx context.Context, org, venue string, hash [32]byte, now inventory.Instant) error {
	text := hex.EncodeToString(hash[:])
	if hash == [32]byte{} {
		text, now = "", 0
	}
	err := s.db.WithTx(ctx, func(tx *sql.Tx) error {
		return table.ExecOne(ctx, tx, "update venues set calendar_hash = $1, calendar_since = $2 where org_id = $3 and id = $4", text, int64(now), org, venue)
	})
	if err != nil {
		return fmt.Errorf("store: address of the calendar of a venue: %w", s.db.Classify(err))
	}
	return nil
}

// OfCalendar returns the venue with its rooms whose calendar has an address, by the hash of its
// secret, or ErrNotFound.
func (s Venues) OfCalendar(ctx context.Context, hash [32]byte) (*VenueRooms, error) {
	v, err := table.One(ctx, s.db.Read, VenueTable.Scan, VenueTable.From()+" where calendar_hash = $1 and calendar_hash <> ''", hex.EncodeToString(hash[:]))
	if err != nil {
		return nil, fmt.Errorf("store: venue of a calendar: %w", s.db.Classify(err))
	}
	return s.VenueRooms(ctx, v.OrgID, v.ID)
}
