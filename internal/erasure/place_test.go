package erasure_test

import (
	"log/slog"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/erasure"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/resource"
	"github.com/holdfast-events/holdfast/internal/resource/waitlists"
	"github.com/holdfast-events/holdfast/internal/store/resources"
)

// TestPlacesStayErased: whoever was erased from the waitlist of a resource is erased again when a
// backup knows them.
func TestPlacesStayErased(t *testing.T) {
	engines(t, func(f *fixture) {
		places, err := waitlists.New(f.store, nil, time.Now, nil)
		f.must(err)
		keeper := func() *erasure.Keeper {
			k, err := erasure.New(erasure.Config{
				Store: f.store, Files: f.files, Submit: f.submit, Now: time.Now, Log: slog.New(slog.DiscardHandler), PersonKey: func(org, user string) string { return org + user },
				ForgetPlace: places.Forget, ForgetEntrant: noEntrants,
			})
			f.must(err)
			return k
		}
		ev, err := f.store.Events.Event(f.t.Context(), f.event)
		f.must(err)
		of := resources.Resource{
			ID: f.ids.Top(id.Resource), OrgID: ev.Event.OrgID, Key: "tables", Name: "Tables", Timezone: "UTC", PositionDisplay: "exact", SecretVersion: 1,
			Settings: resource.Settings{ClaimWindow: inventory.Minute, WaitlistLimit: 9, MaxUnits: 4},
		}
		_, _, err = f.store.Resources.PutResource(f.t.Context(), of)
		f.must(err)
		entry := f.ids.InResource(id.ResourceEntry, of.ID)
		_, err = places.Join(f.t.Context(), of.ID, resource.Join{EntryID: entry, UserID: "ada", Units: 1}, &resources.ResourceEntry{Email: "ada@example.org"})
		f.must(err)
		k := keeper()
		f.must(k.Work(f.t.Context()))
		before := f.names()
		f.must(k.Place(f.t.Context(), entry))
		f.must(k.Work(f.t.Context()))
		if got := f.names(); got != before+1 {
			f.t.Errorf("%d erasures in the list, %d before", got, before)
		}
		for _, text := range []string{"delete from erasures where id = $1", "update resource_entries set email = 'ada@example.org' where id = $1"} {
			_, err := f.store.JobsDB().ExecContext(f.t.Context(), text, entry)
			f.must(err)
		}
		f.must(keeper().Work(f.t.Context()))
		if e, err := f.store.Resources.Entry(f.t.Context(), of.ID, entry); err != nil || e.Email != "" {
			f.t.Errorf("%+v %v", e, err)
		}
	})
}
