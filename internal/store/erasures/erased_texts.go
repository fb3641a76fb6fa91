package erasures

import (
	"context"
	"database/sql"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/store/guests"
	"github.com/holdfast-events/holdfast/internal/store/table"
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
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if _, err := table.Exec(ctx, tx, forgetHeldSQL, ErasedText, event, event, person); err != nil {
			return err
		}
		for _, query := range personOrdersSQL {
			orders, err := table.All(ctx, tx, table.ScanText, query, event, person)
			if err != nil {
				return err
			}
			for _, order := range orders {
				for _, query := range forgetNotesSQL {
					if _, err := table.Exec(ctx, tx, query, event, order); err != nil {
						return err
					}
				}
				if _, err := table.Exec(ctx, tx, forgetUnitsSQL, ErasedText, event, id.TicketOf(order, 1), id.TicketOf(order, id.MaxUnit)); err != nil {
					return err
				}
			}
		}
		// As audience.Filter is written.
		_, err := table.Exec(ctx, tx, "update written_announcements set words = $1 where event_id = $2 and audience like $3",
			erasedWords, event, `%"people":["`+person+`"]%`)
		return err
	})
}

// The statements of ForgetTexts, each by an index that has few rows of others.
var (
	personOrdersSQL = func() (list []string) {
		for _, which := range guests.PersonHolds {
			list = append(list, "select id from holds where event_id = $1 and person_id = $2 and "+which)
		}
		return list
	}()
	forgetNotesSQL = [...]string{
		"update payments set note = '' where event_id = $1 and order_id = $2 and note <> ''",
		"update payouts set note = '' where event_id = $1 and order_id = $2 and note <> ''",
		"update bank_transactions set payer = '', payer_iban = '', text = '', end_to_end = '', note = '' where event_id = $1 and order_id = $2",
	}
	forgetHeldSQL = `update scans set override_reason = $1 where event_id = $2 and override_by <> '' and ticket_id in (
		select ticket_id from ticket_versions where event_id = $3 and holder_id = $4 and holder_id <> '')`
	forgetUnitsSQL = "update scans set override_reason = $1 where event_id = $2 and override_by <> '' and ticket_id >= $3 and ticket_id <= $4"
)

// Scrub takes what was deleted or overwritten out of the files of an embedded database
// too: out of the log, where it stands until that is used anew. clean is false when
// somebody reads an older state just now; then it is to be tried again.
func (s Erasures) Scrub(ctx context.Context) (clean bool, err error) {
	clean, err = s.db.Eng.Scrub(ctx)
	return clean, s.db.Classify(err)
}
