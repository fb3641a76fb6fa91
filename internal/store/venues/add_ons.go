package venues

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// MaxVenueAddOns is how many add-ons a venue can have.
const MaxVenueAddOns = 200

// AddOn is what a venue offers with its rooms: catering, equipment, people.
type AddOn struct {
	OrgID, ID, VenueID, Name, Description string
	CreatedAt                             inventory.Instant
	Unit                                  booking.Unit
	Price                                 int64            // per unit, in minor units of the currency of the venue's terms, with its tax
	TaxRate                               int64            // in basis points
	Pool                                  int64            // how many there are at one time; 0: as many as are asked for
	Lead                                  inventory.Micros // how long before the start it has to be chosen
	Inactive                              bool             // nobody chooses it any more; who has it keeps it
}

// AddOnTable describes the table add_ons; a row is one AddOn.
var AddOnTable = table.New("add_ons", new(AddOn), func(c *table.Columns, v *AddOn) {
	c.Key("org_id", &v.OrgID)
	c.Key("id", &v.ID)
	c.Text("venue_id", &v.VenueID)
	c.Number("created_at", (*int64)(&v.CreatedAt))
	c.Changes(1)
	c.Text("name", &v.Name)
	c.Text("description", &v.Description)
	c.Text("unit", (*string)(&v.Unit))
	c.Number("price", &v.Price)
	c.Number("tax_rate", &v.TaxRate)
	c.Number("pool", &v.Pool)
	c.Number("lead", (*int64)(&v.Lead))
	c.Truth("inactive", &v.Inactive)
})

// AddOns returns the add-ons of a venue, the oldest first, at most MaxVenueAddOns.
func (s Venues) AddOns(ctx context.Context, org, venue string) ([]AddOn, error) {
	list, err := addOnsOf(ctx, s.db.Read, org, venue)
	if err != nil {
		return nil, fmt.Errorf("store: add-ons of a venue: %w", s.db.Classify(err))
	}
	return list, nil
}

func addOnsOf(ctx context.Context, q table.Querier, org, venue string) ([]AddOn, error) {
	return table.All(ctx, q, AddOnTable.Scan, AddOnTable.From()+" where org_id = $1 and venue_id = $2 order by created_at, id limit $3", org, venue, MaxVenueAddOns)
}

// AddOn returns an add-on of an organization, or ErrNotFound.
func (s Venues) AddOn(ctx context.Context, org, id string) (*AddOn, error) {
	a, err := table.One(ctx, s.db.Read, AddOnTable.Scan, AddOnTable.From()+" where org_id = $1 and id = $2", org, id)
	if err != nil {
		return nil, fmt.Errorf("store: add-on: %w", s.db.Classify(err))
	}
	return &a, nil
}

// CreateAddOn stores an add-on: ErrConflict when the id is taken, ErrNotFound when the
// organization has no such venue, ErrLimit when that has MaxVenueAddOns.
func (s Venues) CreateAddOn(ctx context.Context, a AddOn) error { //nolint:gocritic // what is kept is a copy
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if err := s.Lock(ctx, tx, a.OrgID, a.VenueID); err != nil {
			return err
		}
		switch _, err := table.One(ctx, tx, table.ScanText, "select id from add_ons where org_id = $1 and id = $2", a.OrgID, a.ID); {
		case err == nil:
			return database.ErrConflict
		case !errors.Is(err, database.ErrNotFound):
			return err
		}
		n, err := table.One(ctx, tx, table.ScanInt, "select count(*) from add_ons where org_id = $1 and venue_id = $2", a.OrgID, a.VenueID)
		if err == nil && n >= MaxVenueAddOns {
			err = fmt.Errorf("%w: add-ons of a venue", database.ErrLimit)
		}
		if err != nil {
			return err
		}
		return AddOnTable.InsertRow(ctx, tx, &a)
	})
}
