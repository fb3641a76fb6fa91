package venues

import (
	"context"

	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// PublicVenue returns a venue that everybody may see, with its rooms, or ErrNotFound.
func (s Venues) PublicVenue(ctx context.Context, id string) (*VenueRooms, error) {
	v, err := s.VenueByID(ctx, id)
	if err != nil {
		return nil, err
	}
	venue, err := s.VenueRooms(ctx, v.OrgID, v.ID)
	if err == nil && !venue.Published {
		err = database.ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	return venue, nil
}

// MappedVenues returns the ids of venues that everybody may see, in order, at most limit.
func (s Venues) MappedVenues(ctx context.Context, limit int) ([]string, error) {
	list, err := table.All(ctx, s.db.Read, table.ScanText, "select id from venues where published order by id limit $1", limit)
	return list, s.db.Classify(err)
}
