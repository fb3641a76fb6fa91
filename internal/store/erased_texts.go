package store

import (
	"context"
	"database/sql"
	"slices"

	"github.com/holdfast-events/holdfast/internal/id"
)

// ErasedText is what stands where staff had written something about a person who was
// erased.
const ErasedText = "[erased]"

// erasedWords is an announcement to nobody but such a person, as JSON of message.Words.
const erasedWords = `{"subject":"` + ErasedText + `","body":["` + ErasedText + `"]}`

// ForgetTexts blanks what staff wrote about a person of an event: why somebody was let
// in with a ticket of theirs, what a payment or refund of theirs is to be found by, and
// the words of announcements to nobody else. It goes first, because nobody can say
// whose these are once the person is erased.
func (s Erasures) ForgetTexts(ctx context.Context, event, person string) error {
	return s.withTx(ctx, func(tx *sql.Tx) error {
		// A condition for each partial index: none covers all rows of a person.
		orders, err := all(ctx, tx, scanText, `
			select id from holds where event_id = $1 and person_id = $2 and kind = 'registration' and state <> 'released'
			union all select id from holds where event_id = $3 and person_id = $4 and kind = 'order' and state <> 'released'
			union all select id from holds where event_id = $5 and person_id = $6 and state = 'released'`,
			event, person, event, person, event, person)
		if err != nil {
			return err
		}
		if _, err := exec(ctx, tx, `update scans set override_reason = $1 where event_id = $2 and override_by <> '' and ticket_id in (
			select ticket_id from ticket_versions where event_id = $3 and holder_id = $4 and holder_id <> '')`,
			ErasedText, event, event, person); err != nil {
			return err
		}
		for part := range slices.Chunk(orders, maxInList) {
			in, args := inList(2, part)
			for _, table := range [...]string{"payments", "payouts"} {
				if _, err := exec(ctx, tx, "update "+table+" set note = '' where event_id = $1 and note <> '' and order_id in ("+in+")",
					append([]any{event}, args...)...); err != nil {
					return err
				}
			}
			units := make([]string, len(part))
			for i, order := range part {
				units[i] = id.Ticket + order[len(id.Order):]
			}
			in, args = inList(4, units)
			if _, err := exec(ctx, tx, `update scans set override_reason = $1 where event_id = $2 and override_by <> ''
				and substr(ticket_id, 1, $3) in (`+in+")", append([]any{ErasedText, event, len(units[0])}, args...)...); err != nil {
				return err
			}
		}
		// As audience.Filter is written.
		_, err = exec(ctx, tx, "update written_announcements set words = $1 where event_id = $2 and audience like $3",
			erasedWords, event, `%"people":["`+person+`"]%`)
		return err
	})
}

// Scrub takes what was deleted or overwritten out of the files of an embedded database
// too: out of the log, where it stands until that is used anew. clean is false when
// somebody reads an older state just now; then it is to be tried again.
func (s Erasures) Scrub(ctx context.Context) (clean bool, err error) {
	clean, err = s.eng.Scrub(ctx)
	return clean, s.classify(err)
}
