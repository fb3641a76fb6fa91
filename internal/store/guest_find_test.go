package store_test

import (
	"testing"

	"github.com/holdfast-events/holdfast/internal/audience"
	"github.com/holdfast-events/holdfast/internal/store/storetest"
)

// TestSearchEndsInTail: a search that looks at people one by one, because no index has
// them yet, ends after one look at a bounded number of them and says that there is more;
// searches that go on from there find whoever it is.
func TestSearchEndsInTail(t *testing.T) {
	t.Parallel()
	const people, bound = 9000, 4000
	for name, open := range engines {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := open(t)
			storetest.ManyGuests(t, s, manyEvent, people)
			filter := &audience.Filter{Words: []string{"guest17@"}}
			before, searches := "", 0
			for more := true; more; searches++ {
				found, next, err := audience.Find(t.Context(), s, manyEvent, filter, &before, pageOfGuests)
				if err != nil {
					t.Fatal(err)
				}
				if more = next; !more && (len(found) != 1 || found[0].Person.UserID != "user17") {
					t.Errorf("the last search found %d people", len(found))
				}
			}
			if want := (people + bound - 1) / bound; searches != want {
				t.Errorf("%d searches went through %d people whom no index has, want %d", searches, people, want)
			}
		})
	}
}
