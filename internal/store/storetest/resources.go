package storetest

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/resource"
	"github.com/holdfast-events/holdfast/internal/seed"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/erasures"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/resources"
	"github.com/holdfast-events/holdfast/internal/store/snapshot"
)

// table is a resource that is tried out.
type table struct {
	*testing.T
	s   *store.Store
	id  string
	now inventory.Instant
	ids *id.Maker
}

func openTable(t *testing.T, open Open) *table {
	t.Helper()
	h := &table{T: t, s: open(t), now: bookingsFrom, ids: new(id.Maker)}
	must[struct{}](t)(struct{}{}, h.s.Organizations.CreateOrganization(t.Context(), organizations.Organization{ID: "org_a", Name: "a", CreatedAt: 1}))
	h.id = h.ids.Top(id.Resource)
	_, created, err := h.s.Resources.PutResource(t.Context(), h.resource())
	if err != nil || !created {
		t.Fatal(created, err)
	}
	return h
}

func (h *table) resource() resources.Resource {
	return resources.Resource{
		ID: h.id, OrgID: "org_a", Key: "tables", Name: "Tables", Timezone: "Europe/Vienna", PositionDisplay: "exact", SecretVersion: 1, CreatedAt: h.now, UpdatedAt: h.now,
		Settings: resource.Settings{ClaimWindow: 10 * inventory.Minute, WaitlistLimit: 8, MaxUnits: 4, HeadStart: inventory.Hour},
	}
}

func (h *table) call(cmd resource.Command) *resources.ResourceCall {
	c := &resources.ResourceCall{ResourceID: h.id, Command: cmd, Now: h.now, NewID: h.ids}
	if j, ok := cmd.(resource.Join); ok {
		j.Address = j.UserID + "@example.org"
		c.Command, c.Entry = j, &resources.ResourceEntry{Email: j.Address, Name: j.UserID}
	}
	return c
}

// stored is all that is stored of the resource.
func (h *table) stored() *resource.State {
	h.Helper()
	st := &resource.State{Entries: map[string]*resource.Entry{}, Offers: map[string]*resource.Offer{}, Signals: map[string]*resource.Signal{}, Confirmations: map[string]*resource.Confirmation{}}
	must[struct{}](h.T)(struct{}{}, h.s.Snapshot(h.Context(), func(v *snapshot.Snapshot) error {
		if err := v.AllResources(func(r *resources.Resource) error {
			st.Settings, st.Seq, st.Joined = r.Settings, r.Seq, r.Joined
			return nil
		}); err != nil {
			return err
		}
		if err := v.ResourceEntries(h.id, func(e *resources.ResourceEntry) error {
			st.Entries[e.ID] = &e.Entry
			return nil
		}); err != nil {
			return err
		}
		if err := v.ResourceOffers(h.id, func(o *resources.ResourceOffer) error {
			st.Offers[o.ID] = &o.Offer
			return nil
		}); err != nil {
			return err
		}
		if err := v.ResourceConfirmations(h.id, func(a *resources.ResourceConfirmation) error {
			st.Confirmations[a.OfferID] = &a.Confirmation
			return nil
		}); err != nil {
			return err
		}
		return v.ResourceSignals(h.id, func(g *resources.ResourceSignal) error {
			st.Signals[g.EventID] = &g.Signal
			return nil
		})
	}))
	return st
}

// testResourcesAsInMemory: what is decided from the rows that are read is what would be
// decided from all there are, and is stored as it was decided.
func testResourcesAsInMemory(t *testing.T, open Open) {
	h := openTable(t, open)
	r := rand.New(rand.NewPCG(seed.Of(t), 1)) //nolint:gosec // a history, not a secret
	asked := h.resource()
	asked.ConfirmURL = "https://tables.example/confirm"
	_, _, err := h.s.Resources.PutResource(t.Context(), asked)
	must[struct{}](t)(struct{}{}, err)
	known := h.stored()
	for step := range 150 {
		if step == 75 { // from here on the first to accept wins
			asked.AtOnce = 3
			_, _, err := h.s.Resources.PutResource(t.Context(), asked)
			must[struct{}](t)(struct{}{}, err)
			known.Settings.AtOnce = 3
		}
		h.now += inventory.Instant(r.Int64N(3 * int64(inventory.Minute)))
		cmd := randomCall(r, known, h.now)
		_, d, err := h.s.Resources.Decide(t.Context(), h.call(cmd))
		if err != nil {
			t.Fatalf("step %d: %+v: %v", step, cmd, err)
		}
		var made []string
		for _, c := range d.Changes {
			if c.Offer != nil && c.Reason == resource.ReasonOffered {
				made = append(made, c.Offer.ID)
			}
		}
		want := resource.Decide(known, h.call(cmd).Command, h.now, func() string {
			if len(made) == 0 {
				return "one more"
			}
			next := made[0]
			made = made[1:]
			return next
		})
		same(t, d, want)
		known = want.After(known)
		same(t, h.stored(), known)
		if t.Failed() {
			t.Fatalf("step %d: %+v", step, cmd)
		}
	}
}

func randomCall(r *rand.Rand, st *resource.State, now inventory.Instant) resource.Command {
	offers, entries := slices.Sorted(maps.Keys(st.Offers)), slices.Sorted(maps.Keys(st.Entries))
	attributes := resource.Attributes{}
	if r.IntN(2) == 0 {
		attributes["area"] = "terrace"
	}
	one := func(list []string) string {
		if len(list) == 0 {
			return "none"
		}
		return list[r.IntN(len(list))]
	}
	asked := slices.Sorted(maps.Keys(st.Confirmations))
	switch n := r.IntN(13); {
	case n == 10 || n == 11:
		outcomes := []resource.Outcome{resource.OutcomeAccepted, resource.OutcomeTaken, resource.OutcomeDeclined, resource.OutcomeFailed}
		return resource.Conclude{OfferID: one(asked), As: outcomes[r.IntN(4)], Cause: resource.CauseTimeout, Status: 503, Words: "so", Staff: r.IntN(4) == 0}
	case n == 12:
		return resource.Retry{OfferID: one(asked)}
	case n < 3:
		user := fmt.Sprint("user", r.IntN(9))
		return resource.Join{EntryID: fmt.Sprint("rwe_", user, r.IntN(3)), UserID: user, Units: 1 + r.Int64N(4), Attributes: attributes, Class: r.Int64N(2)}
	case n == 3:
		return resource.Leave{EntryID: one(entries), Reason: resource.ReasonLeft}
	case n < 6:
		return resource.Answer{OfferID: one(offers), Accept: r.IntN(2) == 0}
	case n < 8:
		g := resource.Signal{EventID: fmt.Sprint("event", r.IntN(40)), Kind: resource.Released, Units: 1 + r.Int64N(4), Attributes: attributes}
		if r.IntN(3) == 0 {
			g.ValidUntil = now + inventory.Instant(r.Int64N(20*int64(inventory.Minute)))
		}
		return resource.Receive{Signal: g}
	case n == 8:
		return resource.Receive{Signal: resource.Signal{EventID: fmt.Sprint("event", r.IntN(40)), Kind: resource.Withdrawn, Units: 1 + r.Int64N(3), Attributes: resource.Attributes{}, ReleaseID: fmt.Sprint("event", r.IntN(40))}}
	}
	return resource.Tick{}
}

// testConfirmations: one of two servers asks at a time, and what was handed on is forgotten at
// the end.
func testConfirmations(t *testing.T, open Open) {
	h := openTable(t, open)
	stores, ctx := []*store.Store{h.s, open(t)}, t.Context()
	asked := h.resource()
	asked.ConfirmURL = "https://tables.example/confirm"
	_, _, err := h.s.Resources.PutResource(ctx, asked)
	must[struct{}](t)(struct{}{}, err)
	do := func(cmd resource.Command, payment string) *resource.Decision {
		t.Helper()
		c := h.call(cmd)
		c.PaymentMethod = payment
		_, d, err := h.s.Resources.Decide(ctx, c)
		must[struct{}](t)(struct{}{}, err)
		same(t, d.Code, resource.OK)
		return d
	}
	entry := h.ids.InResource(id.ResourceEntry, h.id)
	do(resource.Join{EntryID: entry, UserID: "ada", Units: 1, Attributes: resource.Attributes{}}, "")
	do(resource.Receive{Signal: resource.Signal{EventID: "a", Kind: resource.Released, Units: 1, Attributes: resource.Attributes{}}}, "")
	offer := must[*resources.ResourceEntry](t)(h.s.Resources.Entry(ctx, h.id, entry)).OfferID
	_, err = h.s.Resources.Confirmation(ctx, h.id, offer)
	wantErr(t, err, database.ErrNotFound)
	_, _, err = h.s.Resources.LeaseConfirmation(ctx, h.id, offer, h.now, h.now+1)
	wantErr(t, err, database.ErrNotFound)
	do(resource.Answer{OfferID: offer, Accept: true}, "pm_1")
	lease := func(at inventory.Instant) (got int) {
		t.Helper()
		var wg sync.WaitGroup
		var mu sync.Mutex
		for i := range 8 {
			wg.Go(func() {
				a, mine, err := stores[i%2].Resources.LeaseConfirmation(ctx, h.id, offer, at, at+inventory.Instant(inventory.Minute))
				mu.Lock()
				defer mu.Unlock()
				if err != nil || a.State == resource.Asking && a.PaymentMethod != "pm_1" {
					t.Error(a, err)
				}
				if mine {
					got++
				}
			})
		}
		wg.Wait()
		return got
	}
	same(t, lease(h.now), 1)
	same(t, lease(h.now+1), 0)
	same(t, lease(h.now+inventory.Instant(inventory.Minute)), 1) // whoever had it is gone
	a := must[*resources.ResourceConfirmation](t)(h.s.Resources.Confirmation(ctx, h.id, offer))
	same(t, a.Attempts, int64(2))
	late := *a
	late.Attempts, late.DueAt = 1, h.now+inventory.Instant(inventory.Hour)
	must[struct{}](t)(struct{}{}, h.s.Resources.PostponeConfirmation(ctx, &late)) // who has lost the lease
	same(t, must[*resources.ResourceConfirmation](t)(h.s.Resources.Confirmation(ctx, h.id, offer)), a)
	a.DueAt, a.LastCause, a.LastStatus = h.now+inventory.Instant(2*inventory.Minute), resource.CauseUnavailable, 503
	must[struct{}](t)(struct{}{}, h.s.Resources.PostponeConfirmation(ctx, a))
	a.LeasedUntil = 0
	same(t, must[*resources.ResourceConfirmation](t)(h.s.Resources.Confirmation(ctx, h.id, offer)), a)
	same(t, lease(a.DueAt-1), 0)
	same(t, lease(a.DueAt), 1)
	do(resource.Conclude{OfferID: offer, As: resource.OutcomeFailed, Cause: resource.CauseTimeout}, "")
	same(t, lease(h.now+inventory.Instant(inventory.Day)), 0)
	undecided(h, 1)
	do(resource.Retry{OfferID: offer}, "")
	undecided(h, 0)
	same(t, lease(h.now), 1)
	do(resource.Conclude{OfferID: offer, As: resource.OutcomeAccepted, Status: 201}, "")
	ended := must[*resources.ResourceConfirmation](t)(h.s.Resources.Confirmation(ctx, h.id, offer))
	if ended.PaymentMethod != "" || ended.State != resource.Ended || ended.Attempts != 4 {
		t.Errorf("%+v", ended)
	}
	same(t, lease(h.now+inventory.Instant(inventory.Day)), 0)
	same(t, len(must[map[string]resources.ResourceConfirmation](t)(h.s.Resources.EntryConfirmations(ctx, h.id, entry, 9))), 1)
	same(t, len(must[map[string]resources.ResourceConfirmation](t)(h.s.Resources.ConfirmationsBetween(ctx, h.id, 1, 2, 9))), 0)
}

// undecided wants so many accepted offers of the resource to wait for people.
func undecided(h *table, want int64) {
	h.Helper()
	same(h.T, must[int64](h.T)(h.s.Resources.CountUndecided(h.Context())), want)
	list := must[[]resources.Undecided](h.T)(h.s.Resources.Undecided(h.Context(), "org_a", 9))
	if want == 0 {
		same(h.T, len(list), 0)
		return
	}
	same(h.T, list, []resources.Undecided{{ResourceID: h.id, Key: "tables", Name: "Tables", Count: want, Since: h.now}})
	same(h.T, len(must[[]resources.Undecided](h.T)(h.s.Resources.Undecided(h.Context(), "org_b", 9))), 0)
}

// testDecisionsAreTold: members are told about a resource once for all of its offers that wait for them, by one of two
// servers; of others that came since an hour later, and of what they have not decided after a day.
func testDecisionsAreTold(t *testing.T, open Open) {
	h := openTable(t, open)
	stores, ctx := []*store.Store{h.s, open(t)}, t.Context()
	asked := h.resource()
	asked.ConfirmURL = "https://tables.example/confirm"
	_, _, err := h.s.Resources.PutResource(ctx, asked)
	must[struct{}](t)(struct{}{}, err)
	do := func(cmd resource.Command) {
		t.Helper()
		_, d, err := h.s.Resources.Decide(ctx, h.call(cmd))
		must[struct{}](t)(struct{}{}, err)
		same(t, d.Code, resource.OK)
	}
	var offers []string
	leave := func() {
		t.Helper()
		name := fmt.Sprint("user", len(offers))
		entry := h.ids.InResource(id.ResourceEntry, h.id)
		do(resource.Join{EntryID: entry, UserID: name, Units: 1, Attributes: resource.Attributes{}})
		do(resource.Receive{Signal: resource.Signal{EventID: name, Kind: resource.Released, Units: 1, Attributes: resource.Attributes{}}})
		offer := must[*resources.ResourceEntry](t)(h.s.Resources.Entry(ctx, h.id, entry)).OfferID
		do(resource.Answer{OfferID: offer, Accept: true})
		do(resource.Conclude{OfferID: offer, As: resource.OutcomeFailed, Cause: resource.CauseTimeout})
		offers = append(offers, offer)
	}
	tells := func(want int) {
		t.Helper()
		at := resources.TellingDecisions{Now: h.now, News: h.now - inventory.Instant(inventory.Hour), Again: h.now - inventory.Instant(inventory.Day)}
		if orgs := must[[]string](t)(h.s.Resources.UndecidedOrgs(ctx, at, 9)); len(orgs) != want || want > 0 && orgs[0] != "org_a" {
			t.Errorf("%v are to be told, want %d", orgs, want)
		}
		var mu sync.Mutex
		var wg sync.WaitGroup
		told := 0
		for i := range 8 {
			wg.Go(func() {
				n, err := stores[i%2].Resources.TellUndecided(ctx, "org_a", at, []database.Job{{Kind: "tell", Args: []byte("{}"), Queue: "default", Priority: 1, MaxAttempts: 1}})
				mu.Lock()
				defer mu.Unlock()
				if told += int(n); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		same(t, told, want)
		same(t, len(must[[]string](t)(h.s.Resources.UndecidedOrgs(ctx, at, 9))), 0)
		before := h.resource()
		before.ConfirmURL, before.Name = asked.ConfirmURL, fmt.Sprint("Tables ", h.now) // a change of the rules forgets nothing
		_, _, err := h.s.Resources.PutResource(ctx, before)
		must[struct{}](t)(struct{}{}, err)
	}
	tells(0)
	leave()
	leave()
	tells(1)
	leave()
	h.now += inventory.Instant(59 * inventory.Minute)
	tells(0)
	h.now += inventory.Instant(inventory.Minute)
	tells(1)
	h.now += inventory.Instant(2 * inventory.Hour)
	tells(0) // of nothing new
	h.now += inventory.Instant(22 * inventory.Hour)
	tells(1)
	for _, offer := range offers {
		do(resource.Conclude{OfferID: offer, As: resource.OutcomeAccepted, Staff: true})
	}
	h.now += inventory.Instant(2 * inventory.Day)
	tells(0)
	undecided(h, 0)
}

// testResourcesAtOnce: of many who come at once on two servers each is decided once, and no
// unit is given twice.
func testResourcesAtOnce(t *testing.T, open Open) {
	h := openTable(t, open)
	stores := []*store.Store{h.s, open(t)}
	ids := []*id.Maker{h.ids, new(id.Maker)}
	atOnce := func(n int, cmd func(i int) resource.Command) (taken int) {
		t.Helper()
		var wg sync.WaitGroup
		var mu sync.Mutex
		for i := range n {
			wg.Go(func() {
				c := h.call(cmd(i))
				c.NewID = ids[i%2]
				_, d, err := stores[i%2].Resources.Decide(t.Context(), c)
				mu.Lock()
				defer mu.Unlock()
				if err != nil {
					t.Error(err)
				} else if d.Code == resource.OK && !d.Repeated {
					taken++
				}
			})
		}
		wg.Wait()
		return taken
	}
	// Each joins twice, of whom the waitlist takes eight.
	joined := atOnce(24, func(i int) resource.Command {
		user := fmt.Sprint("user", i/2)
		return resource.Join{EntryID: fmt.Sprint("rwe_", user, i%2), UserID: user, Units: 1, Attributes: resource.Attributes{}}
	})
	same(t, joined, 8)
	released := atOnce(12, func(i int) resource.Command {
		return resource.Receive{Signal: resource.Signal{EventID: fmt.Sprint("event", i/4), Kind: resource.Released, Units: 2, Attributes: resource.Attributes{}}}
	})
	same(t, released, 3)
	offers := slices.Sorted(maps.Keys(h.stored().Offers))
	same(t, len(offers), 6)
	same(t, atOnce(12, func(i int) resource.Command { return resource.Answer{OfferID: offers[i/2], Accept: i%2 == 0} }), 6)
	same(t, count(t, h.s, "select count(*) from resource_signals where offered + taken > units"), int64(0))
	accepted := count(t, h.s, "select count(*) from resource_offers where state = 'accepted'")
	open2 := count(t, h.s, "select count(*) from resource_offers where state = 'open'")
	// What was declined went to those two who were left, as far as there was any.
	same(t, open2, min(2, 6-accepted))
}

// testResourceKept: a resource that is put again keeps what it has; whoever is erased is nobody.
func testResourceKept(t *testing.T, open Open) {
	h := openTable(t, open)
	ctx := t.Context()
	join := resource.Join{EntryID: h.ids.InResource(id.ResourceEntry, h.id), UserID: "ada", Units: 2, Attributes: resource.Attributes{"area": "terrace"}}
	_, _, err := h.s.Resources.Decide(ctx, h.call(join))
	must[struct{}](t)(struct{}{}, err)
	again := h.resource()
	again.ID, again.Name, again.ClaimWindow, again.UpdatedAt = "res_other", "Other tables", 20*inventory.Minute, 1
	kept, created, err := h.s.Resources.PutResource(ctx, again)
	if err != nil || created || kept.ID != h.id || kept.Joined != 1 || kept.UpdatedAt < h.now {
		t.Errorf("%+v %t %v", kept, created, err)
	}
	same(t, must[*resources.Resource](t)(h.s.Resources.ByKey(ctx, "org_a", "tables")), kept)
	_, err = h.s.Resources.ByKey(ctx, "org_b", "tables")
	wantErr(t, err, database.ErrNotFound)
	rotated := must[*resources.Resource](t)(h.s.Resources.RotateSecret(ctx, h.id, h.now))
	same(t, rotated.SecretVersion, int64(2))
	e := must[*resources.ResourceEntry](t)(h.s.Resources.Entry(ctx, h.id, join.EntryID))
	st := must[*resources.Standing](t)(h.s.Resources.Standing(ctx, e, 0))
	same(t, st, &resources.Standing{})
	same(t, len(must[[]resources.ResourceEntry](t)(h.s.Resources.ResourcesOf(ctx, "ada@example.org", 9))), 1)
	same(t, len(must[[]resources.ResourceEntry](t)(h.s.Resources.Mine(ctx, "ada@example.org", h.now, 9))), 1)
	c := h.call(resource.Leave{EntryID: join.EntryID, Reason: resource.ReasonErased})
	c.Forget = join.EntryID
	_, _, err = h.s.Resources.Decide(ctx, c)
	must[struct{}](t)(struct{}{}, err)
	e = must[*resources.ResourceEntry](t)(h.s.Resources.Entry(ctx, h.id, join.EntryID))
	if e.UserID+e.Email+e.Address+e.Name != "" || len(e.Attributes) != 0 || e.State != resource.Removed {
		t.Errorf("%+v", e)
	}
	kinds := must[[]erasures.Erasure](t)(h.s.Erasures.ErasuresToKeep(ctx, 9))
	same(t, kinds, []erasures.Erasure{{ID: join.EntryID}})
	for _, address := range []string{"", "ada@example.org"} {
		same(t, len(must[[]resources.ResourceEntry](t)(h.s.Resources.ResourcesOf(ctx, address, 9))), 0)
		same(t, len(must[[]resources.ResourceEntry](t)(h.s.Resources.Mine(ctx, address, 0, 9))), 0)
	}
	c = h.call(resource.Tick{})
	c.ResourceID = "res_nowhere"
	_, _, err = h.s.Resources.Decide(ctx, c)
	wantErr(t, err, database.ErrNotFound)
}

// testResourceFigures: what became of offers is counted, with why accepted ones were not given and
// how long released units took to be accepted.
func testResourceFigures(t *testing.T, open Open) {
	h := openTable(t, open)
	ctx := t.Context()
	do := func(after inventory.Micros, cmd resource.Command) {
		t.Helper()
		h.now += inventory.Instant(after)
		_, d, err := h.s.Resources.Decide(ctx, h.call(cmd))
		if err != nil || d.Code != resource.OK {
			t.Fatalf("%+v: %+v %v", cmd, d, err)
		}
	}
	none := must[*resources.OfferHistory](t)(h.s.Resources.OfferHistory(ctx, h.id, 0))
	same(t, len(none.Ends)+len(none.Failures)+int(none.Half+none.Most), 0)
	rules := h.resource()
	rules.ConfirmURL = "https://tables.example/confirm"
	_, _, err := h.s.Resources.PutResource(ctx, rules)
	must[struct{}](t)(struct{}{}, err)
	offer := map[string]string{}
	for _, user := range []string{"ada", "ben", "cyd", "dan", "eve", "fay"} {
		do(0, resource.Join{EntryID: h.ids.InResource(id.ResourceEntry, h.id), UserID: user, Units: 1, Attributes: resource.Attributes{}})
	}
	do(0, resource.Receive{Signal: resource.Signal{EventID: "a", Kind: resource.Released, Units: 6, Attributes: resource.Attributes{}}})
	for _, o := range h.stored().Offers {
		offer[h.stored().Entries[o.EntryID].UserID] = o.ID
	}
	// Who is told twice was told the first time.
	for i, channel := range []string{"sms", "mail"} {
		must[struct{}](t)(struct{}{}, h.s.Resources.OfferTold(ctx, h.id, offer["ada"], channel, h.now+inventory.Instant(i)))
	}
	told := must[*resources.ResourceOffer](t)(h.s.Resources.Offer(ctx, h.id, offer["ada"]))
	if told.ToldBy != "sms" || told.ToldAt != h.now {
		t.Errorf("%+v", told)
	}
	for _, user := range []string{"ada", "ben", "cyd", "dan", "eve"} {
		do(inventory.Second, resource.Answer{OfferID: offer[user], Accept: true})
	}
	do(5*inventory.Second, resource.Conclude{OfferID: offer["ada"], As: resource.OutcomeAccepted, Status: 201}) // 10 s after the release
	do(inventory.Second, resource.Conclude{OfferID: offer["ben"], As: resource.OutcomeTaken, Status: 409})
	do(inventory.Second, resource.Conclude{OfferID: offer["cyd"], As: resource.OutcomeDeclined, Status: 422, Cause: resource.CausePayment})
	do(inventory.Second, resource.Conclude{OfferID: offer["dan"], As: resource.OutcomeFailed, Cause: resource.CauseTimeout})
	do(inventory.Second, resource.Conclude{OfferID: offer["eve"], As: resource.OutcomeFailed, Cause: resource.CauseTimeout})
	do(inventory.Second, resource.Conclude{OfferID: offer["eve"], As: resource.OutcomeAccepted, Staff: true}) // 15 s after it
	must[struct{}](t)(struct{}{}, h.s.Resources.OfferSeen(ctx, h.id, offer["fay"], h.now))
	must[struct{}](t)(struct{}{}, h.s.Resources.OfferSeen(ctx, h.id, offer["fay"], h.now+1))
	fay := must[*resources.ResourceOffer](t)(h.s.Resources.Offer(ctx, h.id, offer["fay"]))
	same(t, fay.SeenAt, h.now)
	do(inventory.Micros(fay.Deadline-h.now), resource.Tick{})
	past := must[*resources.OfferHistory](t)(h.s.Resources.OfferHistory(ctx, h.id, 0))
	same(t, past.Ends[0], resources.OfferEnds{State: resource.OfferAccepted, Count: 2})
	same(t, past.Half, 10*inventory.Second)
	same(t, past.Most, 15*inventory.Second)
	same(t, past.Failures, []resources.OfferFailure{{Cause: resource.CauseStaff, Count: 1}, {Cause: resource.CausePayment, Count: 1}, {Cause: resource.CauseTaken, Count: 1}, {Cause: resource.CauseTimeout, Count: 1}})
	later := must[*resources.OfferHistory](t)(h.s.Resources.OfferHistory(ctx, h.id, h.now))
	same(t, slices.ContainsFunc(later.Ends, func(e resources.OfferEnds) bool { return e.State == resource.OfferExpired && e.Seen == 1 }), true)
	same(t, slices.ContainsFunc(later.Ends, func(e resources.OfferEnds) bool { return e.State == resource.OfferAccepted }), false)
}
