package webhook_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/webhook"
)

func TestGone(t *testing.T) {
	engines(t, func(f *fixture) {
		e := f.endpoint()
		f.event(0)
		f.receiver.set(func(int, *webhook.Body) int { return http.StatusGone })
		f.finish(f.pump("one"))
		if e = f.again(e); e.State != "disabled" || !strings.Contains(e.Reason, "410") {
			t.Errorf("%+v", e)
		}
		f.finish(f.pump("two"))
		var told int
		f.must(f.store.JobsDB().QueryRowContext(f.Context(), "select count(*) from river_job where kind = '"+"told_"+e.ID+"'").Scan(&told))
		if told != 1 {
			t.Errorf("told %d times", told)
		}
	})
}

// An endpoint that is deleted while it is served ends there: that is not a failure of a
// round, which would be in the log as an error.
func TestDeletedDuringDelivery(t *testing.T) {
	engines(t, func(f *fixture) {
		for name, status := range map[string]int{"taken": http.StatusOK, "refused": http.StatusInternalServerError, "gone": http.StatusGone} {
			e := f.endpoint()
			f.event(30) // more than are recorded at once
			f.receiver.set(func(_ int, b *webhook.Body) int {
				if b.Data.LedgerSeq == 1 {
					if err := f.store.Webhooks.DeleteWebhook(f.Context(), f.org, e.ID); err != nil && !errors.Is(err, database.ErrNotFound) {
						t.Errorf("%s: %v", name, err)
					}
				}
				return status
			})
			more, err := f.pump(name).Round(f.Context())
			if err != nil || more {
				t.Errorf("%s: %t, %v", name, more, err)
			}
			if _, err := f.store.Webhooks.Webhook(f.Context(), f.org, e.ID); !errors.Is(err, database.ErrNotFound) {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}
