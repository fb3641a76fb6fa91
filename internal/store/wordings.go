package store

import (
	"context"
	"database/sql"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
)

// Wording is an organizer's words for a kind of message in a language, instead
// of ours: of one event, or of all of the organization when EventID is "".
type Wording struct {
	OrgID, EventID string
	Kind, Locale   string
	Words          string // JSON, as package message keeps it
	UpdatedAt      inventory.Instant
}

// PutWording stores words; those for the same replace them.
func (s Wordings) PutWording(ctx context.Context, w Wording) error {
	return s.withTx(ctx, func(tx *sql.Tx) error {
		_, err := exec(ctx, tx, `insert into wordings (org_id, event_id, kind, locale, words, updated_at) values ($1, $2, $3, $4, $5, $6)
			on conflict (org_id, event_id, kind, locale) do update set words = excluded.words, updated_at = excluded.updated_at`,
			w.OrgID, w.EventID, w.Kind, w.Locale, w.Words, int64(w.UpdatedAt))
		return err
	})
}

// DeleteWording goes back to our words, or ErrNotFound.
func (s Wordings) DeleteWording(ctx context.Context, org, event, kind, locale string) error {
	return s.withTx(ctx, func(tx *sql.Tx) error {
		return execOne(ctx, tx, "delete from wordings where org_id = $1 and event_id = $2 and kind = $3 and locale = $4", org, event, kind, locale)
	})
}

// Wordings returns the words of an organization that hold for an event: its own
// and those for all.
func (s Wordings) WordingsOf(ctx context.Context, org, event string) ([]Wording, error) {
	list, err := all(ctx, s.read, func(r engine.Row, w *Wording) error {
		return r.Scan(&w.OrgID, &w.EventID, &w.Kind, &w.Locale, &w.Words, (*int64)(&w.UpdatedAt))
	}, `select org_id, event_id, kind, locale, words, updated_at from wordings
		where org_id = $1 and (event_id = '' or event_id = $2) order by event_id, kind, locale`, org, event)
	return list, s.classify(err)
}

// Brand is how the messages of an organization look.
type Brand struct {
	OrgID   string
	Name    string // shown on top; "" nothing
	Colour  string // #rrggbb; "" ours
	Address string // shown at the end; "" nothing

	UpdatedAt inventory.Instant
}

// PutBrand stores the look of an organization's messages.
func (s Wordings) PutBrand(ctx context.Context, b Brand) error {
	return s.withTx(ctx, func(tx *sql.Tx) error {
		_, err := exec(ctx, tx, `insert into brands (org_id, name, colour, address, updated_at) values ($1, $2, $3, $4, $5)
			on conflict (org_id) do update set name = excluded.name, colour = excluded.colour, address = excluded.address, updated_at = excluded.updated_at`,
			b.OrgID, b.Name, b.Colour, b.Address, int64(b.UpdatedAt))
		return err
	})
}

// BrandOf returns the look of an organization's messages; the zero Brand when
// it has none of its own.
func (s Wordings) BrandOf(ctx context.Context, org string) (Brand, error) {
	list, err := all(ctx, s.read, func(r engine.Row, b *Brand) error {
		return r.Scan(&b.OrgID, &b.Name, &b.Colour, &b.Address, (*int64)(&b.UpdatedAt))
	}, "select org_id, name, colour, address, updated_at from brands where org_id = $1", org)
	if err != nil || len(list) == 0 {
		return Brand{OrgID: org}, s.classify(err)
	}
	return list[0], nil
}
