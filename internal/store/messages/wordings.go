package messages

import (
	"context"
	"database/sql"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// Wording is an organizer's words for a kind of message in a language, instead
// of ours: of one event, or of all of the organization when EventID is "".
type Wording struct {
	OrgID, EventID string
	Kind, Locale   string
	Words          string // JSON, as package message keeps it
	UpdatedAt      inventory.Instant
}

// WordingTable describes the table wordings; a row is one Wording.
var WordingTable = table.New("wordings", new(Wording), func(c *table.Columns, v *Wording) {
	c.Key("org_id", &v.OrgID)
	c.Key("event_id", &v.EventID)
	c.Key("kind", &v.Kind)
	c.Key("locale", &v.Locale)
	c.Changes(1)
	c.Text("words", &v.Words)
	c.Number("updated_at", (*int64)(&v.UpdatedAt))
})

// PutWording stores words; those for the same replace them.
func (s Wordings) PutWording(ctx context.Context, w Wording) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := WordingTable.InsertUnless(ctx, tx, &w, WordingTable.Replace[1])
		return err
	})
}

// DeleteWording goes back to our words, or ErrNotFound.
func (s Wordings) DeleteWording(ctx context.Context, org, event, kind, locale string) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		return table.ExecOne(ctx, tx, "delete from wordings where org_id = $1 and event_id = $2 and kind = $3 and locale = $4", org, event, kind, locale)
	})
}

// WordingsOf returns the words of an organization that hold for an event: its own
// and those for all.
func (s Wordings) WordingsOf(ctx context.Context, org, event string) ([]Wording, error) {
	list, err := table.All(ctx, s.db.Read, WordingTable.Scan, WordingTable.From()+`
		where org_id = $1 and (event_id = '' or event_id = $2) order by event_id, kind, locale`, org, event)
	return list, s.db.Classify(err)
}

// Brand is how the messages of an organization look.
type Brand struct {
	OrgID   string
	Name    string // shown on top; "" nothing
	Colour  string // #rrggbb; "" ours
	Address string // shown at the end; "" nothing
	ReplyTo string // where answers go; "": to the sender of the installation

	UpdatedAt inventory.Instant
}

// BrandTable describes the table brands; a row is one Brand.
var BrandTable = table.New("brands", new(Brand), func(c *table.Columns, v *Brand) {
	c.Key("org_id", &v.OrgID)
	c.Changes(1)
	c.Text("name", &v.Name)
	c.Text("colour", &v.Colour)
	c.Text("address", &v.Address)
	c.Text("reply_to", &v.ReplyTo)
	c.Number("updated_at", (*int64)(&v.UpdatedAt))
})

// PutBrand stores the look of an organization's messages.
func (s Wordings) PutBrand(ctx context.Context, b Brand) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := BrandTable.InsertUnless(ctx, tx, &b, BrandTable.Replace[1])
		return err
	})
}

// BrandOf returns the look of an organization's messages; the zero Brand when
// it has none of its own.
func (s Wordings) BrandOf(ctx context.Context, org string) (Brand, error) {
	list, err := table.All(ctx, s.db.Read, BrandTable.Scan, BrandTable.From()+" where org_id = $1", org)
	if err != nil || len(list) == 0 {
		return Brand{OrgID: org}, s.db.Classify(err)
	}
	return list[0], nil
}

// Wordings is the organizers' own words and brands.
type Wordings struct{ db *database.DB }

// NewWordings returns Wordings on a database.
func NewWordings(db *database.DB) Wordings { return Wordings{db} }
