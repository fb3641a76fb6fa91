package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/api"
	"github.com/holdfast-events/holdfast/internal/discovery"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestIndexIsLostUnderLoad: while people search, the file of the index is damaged again and again, and filled anew.
// Each of them is answered at every moment, with all that fits in its order, by the index or by the list.
func TestIndexIsLostUnderLoad(t *testing.T) {
	t.Parallel()
	testdb.Engines(t, func(t *testing.T, db string) {
		var x *discovery.Index
		var h *testServer
		path := filepath.Join(t.TempDir(), "search", "events.db")
		h = newTestServerAt(t, db, func(c *api.Config) {
			var err error
			x, err = discovery.New(discovery.Config{
				Path: path, Source: discovery.Published(c.Store, func() time.Time { return h.now() }), Log: slog.New(slog.DiscardHandler), Every: 5 * time.Millisecond,
			})
			if err != nil {
				t.Fatal(err)
			}
			c.Search = x
		})
		h.must(x.Start(t.Context()))
		t.Cleanup(func() { h.must(x.Stop(context.Background())) })
		const n = 12
		var all []string
		for i := range n {
			all = append(all, fmt.Sprintf("Jazz %d", i))
			h.event(5, h.in(time.Duration(10+i)*24*time.Hour, all[i]), set("coordinates", "53.55,9.99"), set("location", ""), func(e object) {
				e["currency"], e["tiers"] = "EUR", []object{{"name": "Standard", "price": 500}}
			})
		}
		other := h.event(5, h.in(9*24*time.Hour, "Choir"), set("coordinates", "48.1,11.5"))
		h.finds("q=jazz", all...)
		questions := []string{"q=jazz", "near=53.55,9.99&radius_km=5", "q=jazz&price_max=900&currency=EUR", "sort=distance&near=53.55,9.99", "sort=price&currency=EUR&q=jazz", "q=jazz&available=true&dates=all"}
		var byIndex, byList atomic.Int64
		ctx, stop := context.WithCancel(t.Context())
		var asking sync.WaitGroup
		for k := range 3 {
			asking.Go(func() {
				pace := time.NewTicker(time.Millisecond)
				defer pace.Stop()
				for i := k; ctx.Err() == nil; i++ {
					<-pace.C
					question := questions[i%len(questions)]
					rec := httptest.NewRecorder()
					h.handler.ServeHTTP(rec, httptest.NewRequestWithContext(ctx, http.MethodGet, "/v1/public/events?"+question, http.NoBody))
					if ctx.Err() != nil {
						return
					}
					var a struct {
						Items []struct{ Title string }
						Total *int
					}
					if err := json.Unmarshal(rec.Body.Bytes(), &a); err != nil || rec.Code != http.StatusOK {
						t.Errorf("%s: %d %s", question, rec.Code, rec.Body)
						return
					}
					var got []string
					for _, e := range a.Items {
						got = append(got, e.Title)
					}
					if !slices.Equal(got, all) || a.Total != nil && *a.Total != n {
						t.Errorf("%s finds %q: %s", question, got, rec.Body)
						return
					}
					if a.Total != nil {
						byIndex.Add(1)
					} else {
						byList.Add(1)
					}
				}
			})
		}
		end := time.Now().Add(2 * time.Minute)
		for i := 0; i < 3 || byList.Load() == 0; i++ {
			if time.Now().After(end) {
				t.Errorf("the list was never asked: %d answers by the index", byIndex.Load())
				break
			}
			h.must(os.Truncate(path, 5000))
			h.owner("PATCH", other, object{"title": fmt.Sprintf("Choir %d", i)}).want(200) // the file is written
			h.finds("q=choir", fmt.Sprintf("Choir %d", i))
		}
		stop()
		asking.Wait()
		if byIndex.Load() == 0 {
			t.Error("the index has answered nothing")
		}
		t.Logf("%d answers by the index, %d by the list", byIndex.Load(), byList.Load())
	})
}
