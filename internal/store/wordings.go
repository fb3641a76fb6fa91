package store

import (
	"context"
	"database/sql"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Wording is an organizer's words for a kind of message in a language, instead
// of ours: of one event, or of all of the organization when EventID is "".
type Wording struct {
	OrgID, EventID string
	Kind, Locale   string
	Words          string // JSON, as package message keeps it
	UpdatedAt      inventory.Instant
}

var wordingTable = describe("wordings", new(Wording), func(c *columns, v *Wording) {
	c.key("org_id", &v.OrgID)
	c.key("event_id", &v.EventID)
	c.key("kind", &v.Kind)
	c.key("locale", &v.Locale)
	c.changes(1)
	c.text("words", &v.Words)
	c.number("updated_at", (*int64)(&v.UpdatedAt))
})

// PutWording stores words; those for the same replace them.
func (s Wordings) PutWording(ctx context.Context, w Wording) error {
	return s.withTx(ctx, func(tx *sql.Tx) error {
		_, err := wordingTable.insertUnless(ctx, tx, &w, wordingTable.replace[1])
		return err
	})
}

// DeleteWording goes back to our words, or ErrNotFound.
func (s Wordings) DeleteWording(ctx context.Context, org, event, kind, locale string) error {
	return s.withTx(ctx, func(tx *sql.Tx) error {
		return execOne(ctx, tx, "delete from wordings where org_id = $1 and event_id = $2 and kind = $3 and locale = $4", org, event, kind, locale)
	})
}

// WordingsOf returns the words of an organization that hold for an event: its own
// and those for all.
func (s Wordings) WordingsOf(ctx context.Context, org, event string) ([]Wording, error) {
	list, err := all(ctx, s.read, wordingTable.scan, wordingTable.from()+`
		where org_id = $1 and (event_id = '' or event_id = $2) order by event_id, kind, locale`, org, event)
	return list, s.classify(err)
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

var brandTable = describe("brands", new(Brand), func(c *columns, v *Brand) {
	c.key("org_id", &v.OrgID)
	c.changes(1)
	c.text("name", &v.Name)
	c.text("colour", &v.Colour)
	c.text("address", &v.Address)
	c.text("reply_to", &v.ReplyTo)
	c.number("updated_at", (*int64)(&v.UpdatedAt))
})

// PutBrand stores the look of an organization's messages.
func (s Wordings) PutBrand(ctx context.Context, b Brand) error {
	return s.withTx(ctx, func(tx *sql.Tx) error {
		_, err := brandTable.insertUnless(ctx, tx, &b, brandTable.replace[1])
		return err
	})
}

// BrandOf returns the look of an organization's messages; the zero Brand when
// it has none of its own.
func (s Wordings) BrandOf(ctx context.Context, org string) (Brand, error) {
	list, err := all(ctx, s.read, brandTable.scan, brandTable.from()+" where org_id = $1", org)
	if err != nil || len(list) == 0 {
		return Brand{OrgID: org}, s.classify(err)
	}
	return list[0], nil
}
