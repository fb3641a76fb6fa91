package verify_test

import (
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/resource"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/resources"
)

// wait lets people wait for the tables of a restaurant, in every way that this can go.
func (f *fixture) wait() {
	f.t.Helper()
	must := func(err error) {
		f.t.Helper()
		if err != nil {
			f.t.Fatal(err)
		}
	}
	now := inventory.At(f.now)
	ctx := organizations.WithBy(f.t.Context(), organizations.By{Actor: "key_x", At: now})
	of := f.ids.Top(id.Resource)
	_, _, err := f.store.Resources.PutResource(ctx, resources.Resource{
		ID: of, OrgID: f.org, Key: "tables", Name: "Tables", Timezone: "UTC", PositionDisplay: "exact", SecretVersion: 1, CreatedAt: now, UpdatedAt: now,
		Settings: resource.Settings{ClaimWindow: 10 * inventory.Minute, WaitlistLimit: 20, MaxUnits: 4, HeadStart: inventory.Hour},
	})
	must(err)
	do := func(cmd resource.Command, forget string) {
		f.t.Helper()
		c := &resources.ResourceCall{ResourceID: of, Command: cmd, Now: now, NewID: f.ids, Forget: forget}
		if j, ok := cmd.(resource.Join); ok {
			j.Address = j.UserID + "@example.org"
			c.Command, c.Entry = j, &resources.ResourceEntry{Email: j.Address}
		}
		_, d, err := f.store.Resources.Decide(ctx, c)
		must(err)
		if d.Code != resource.OK {
			f.t.Fatalf("%+v: %s", cmd, d.Code)
		}
	}
	join := func(user string, units, class int64, area string) string {
		f.t.Helper()
		a := resource.Attributes{}
		if area != "" {
			a["area"] = area
		}
		entry := f.ids.InResource(id.ResourceEntry, of)
		do(resource.Join{EntryID: entry, UserID: user, Units: units, Attributes: a, Class: class}, "")
		return entry
	}
	release := func(event string, units int64, until time.Duration) {
		f.t.Helper()
		g := resource.Signal{EventID: event, Kind: resource.Released, Units: units, Attributes: resource.Attributes{"area": "hall"}}
		if until > 0 {
			g.ValidUntil = now + inventory.Instant(until.Microseconds())
		}
		do(resource.Receive{Signal: g}, "")
	}
	withdraw := func(event, release string, units int64) {
		f.t.Helper()
		do(resource.Receive{Signal: resource.Signal{EventID: event, Kind: resource.Withdrawn, Units: units, Attributes: resource.Attributes{}, ReleaseID: release}}, "")
	}
	offer := func(entry string) string {
		f.t.Helper()
		e, err := f.store.Resources.Entry(ctx, of, entry)
		must(err)
		return e.OfferID
	}
	join("waits", 1, 0, "terrace")
	accepts, declines, lapses, back := join("accepts", 2, 0, ""), join("declines", 1, 0, ""), join("lapses", 1, 0, "hall"), join("back", 1, 0, "")
	release("r1", 2, 0)
	release("r2", 2, time.Hour)
	do(resource.Answer{OfferID: offer(accepts), Accept: true}, "")
	do(resource.Answer{OfferID: offer(declines)}, "") // which goes to the entry that is back
	withdraw("w1", "r2", 1)
	withdraw("w2", "r3", 3) // before its release
	release("r3", 4, 0)
	withdraw("w3", "r1", 1) // which is accepted
	now += inventory.Instant(15 * inventory.Minute)
	do(resource.Tick{}, "")
	_ = lapses
	do(resource.Leave{EntryID: join("leaves", 4, 0, ""), Reason: resource.ReasonLeft}, "")
	erased := join("erased", 4, 1, "")
	do(resource.Leave{EntryID: erased, Reason: resource.ReasonErased}, erased)
	join("open", 1, 1, "")
	join("last", 2, 0, "hall")
	release("r4", 9, 2*time.Hour)
	_ = back
	f.joinThemselves(of, now, must)
	f.confirm(must)
	f.race(must)
	f.holdFees(must)
	withdraw("w4", "r5", 1)
	_, err = f.store.Resources.RotateSecret(ctx, of, now)
	must(err)
}

// joinThemselves lets people ask for places: one gets one, one is erased, and one confirms nothing.
func (f *fixture) joinThemselves(of string, now inventory.Instant, must func(error)) {
	f.t.Helper()
	ctx := f.t.Context()
	for _, name := range []string{"alone", "forgotten", "silent"} {
		entry := f.ids.InResource(id.ResourceEntry, of)
		j := &resources.ResourceJoin{
			ResourceID: of, EntryID: entry, Name: name, Email: name + "@example.org", Address: name + "@example.org", Locale: "de", Attributes: resource.Attributes{"area": "roof"}, Units: 2,
			Terms: "Come in time.", RequestedAt: now, ExpiresAt: now + inventory.Instant(inventory.Hour),
		}
		must(f.store.ResourceJoins.Ask(ctx, j, database.Job{Kind: "send_account_mail", Args: []byte("{}"), Queue: "default", Priority: 2, MaxAttempts: 1}))
		if name == "silent" {
			continue
		}
		_, err := f.store.ResourceJoins.Confirm(ctx, of, entry, now)
		must(err)
		by := organizations.WithBy(ctx, organizations.By{Actor: entry, At: now})
		call := func(cmd resource.Command, forget string) {
			_, d, err := f.store.Resources.Decide(by, &resources.ResourceCall{
				ResourceID: of, Command: cmd, Now: now, NewID: f.ids, Forget: forget, Entry: &resources.ResourceEntry{Email: j.Email, Name: j.Name, Locale: j.Locale},
			})
			must(err)
			if d.Code != resource.OK {
				f.t.Fatalf("%+v: %s", cmd, d.Code)
			}
		}
		call(resource.Join{EntryID: entry, UserID: "self " + name, Address: j.Address, Units: 2, Attributes: j.Attributes, Own: true}, "")
		if name == "forgotten" {
			call(resource.Leave{EntryID: entry, Reason: resource.ReasonErased}, entry)
		}
	}
}

// confirm lets people accept what the system of a restaurant is asked about, with every way that
// this can end.
func (f *fixture) confirm(must func(error)) {
	f.t.Helper()
	now := inventory.At(f.now)
	ctx := organizations.WithBy(f.t.Context(), organizations.By{Actor: "key_x", At: now})
	of := f.ids.Top(id.Resource)
	_, _, err := f.store.Resources.PutResource(ctx, resources.Resource{
		ID: of, OrgID: f.org, Key: "asked", Name: "Tables", Timezone: "UTC", PositionDisplay: "exact", SecretVersion: 1, CreatedAt: now, UpdatedAt: now,
		Settings: resource.Settings{ClaimWindow: 10 * inventory.Minute, WaitlistLimit: 20, MaxUnits: 4, HeadStart: inventory.Hour, ConfirmURL: "https://tables.example/confirm"},
	})
	must(err)
	do := func(cmd resource.Command, forget string) {
		f.t.Helper()
		c := &resources.ResourceCall{ResourceID: of, Command: cmd, Now: now, NewID: f.ids, Forget: forget, PaymentMethod: "pm_1"}
		if j, ok := cmd.(resource.Join); ok {
			j.Address = j.UserID + "@example.org"
			c.Command, c.Entry = j, &resources.ResourceEntry{Email: j.Address}
		}
		_, d, err := f.store.Resources.Decide(ctx, c)
		must(err)
		if d.Code != resource.OK {
			f.t.Fatalf("%+v: %s", cmd, d.Code)
		}
	}
	entries, offers := map[string]string{}, map[string]string{}
	people := []string{"gets", "taken", "refused", "asked", "failed", "given", "returned", "nobody", "no one"}
	for _, user := range people {
		entries[user] = f.ids.InResource(id.ResourceEntry, of)
		do(resource.Join{EntryID: entries[user], UserID: "asked " + user, Units: 1, Attributes: resource.Attributes{}}, "")
	}
	do(resource.Receive{Signal: resource.Signal{EventID: "c1", Kind: resource.Released, Units: 9, Attributes: resource.Attributes{}}}, "")
	for _, user := range people {
		e, err := f.store.Resources.Entry(ctx, of, entries[user])
		must(err)
		offers[user] = e.OfferID
		do(resource.Answer{OfferID: e.OfferID, Accept: true}, "")
	}
	now += inventory.Instant(20 * inventory.Minute) // for longer than the offers stand
	conclude := func(user string, as resource.Outcome, status int64, staff bool) {
		f.t.Helper()
		do(resource.Conclude{OfferID: offers[user], As: as, Status: status, Staff: staff, Words: "so it is"}, "")
	}
	conclude("gets", resource.OutcomeAccepted, 201, false)
	conclude("taken", resource.OutcomeTaken, 409, false)
	conclude("refused", resource.OutcomeDeclined, 422, false)
	for _, user := range []string{"failed", "given", "returned", "nobody"} {
		conclude(user, resource.OutcomeFailed, 0, false)
	}
	conclude("given", resource.OutcomeAccepted, 0, true)
	conclude("returned", resource.OutcomeReturned, 0, true)
	do(resource.Leave{EntryID: entries["nobody"], Reason: resource.ReasonErased}, entries["nobody"])
	do(resource.Retry{OfferID: offers["nobody"]}, "")
	do(resource.Leave{EntryID: entries["no one"], Reason: resource.ReasonErased}, entries["no one"])
	do(resource.Receive{Signal: resource.Signal{EventID: "cw", Kind: resource.Withdrawn, Units: 2, ReleaseID: "c1", Attributes: resource.Attributes{}}}, "")
}

// race offers the same units to several at once: of one round somebody accepts, and the other system
// refuses; one is open; and one was accepted by somebody who asks for less.
func (f *fixture) race(must func(error)) {
	f.t.Helper()
	now := inventory.At(f.now)
	ctx := organizations.WithBy(f.t.Context(), organizations.By{Actor: "key_x", At: now})
	of := f.ids.Top(id.Resource)
	res := resources.Resource{
		ID: of, OrgID: f.org, Key: "raced", Name: "Tables", Timezone: "UTC", PositionDisplay: "exact", SecretVersion: 1, CreatedAt: now, UpdatedAt: now,
		Settings: resource.Settings{ClaimWindow: 10 * inventory.Minute, WaitlistLimit: 20, MaxUnits: 4, AtOnce: 3, ConfirmURL: "https://tables.example/confirm"},
	}
	_, _, err := f.store.Resources.PutResource(ctx, res)
	must(err)
	entries := map[string]string{}
	do := func(cmd resource.Command) {
		f.t.Helper()
		c := &resources.ResourceCall{ResourceID: of, Command: cmd, Now: now, NewID: f.ids}
		if j, ok := cmd.(resource.Join); ok {
			c.Entry = &resources.ResourceEntry{Email: j.Address}
		}
		_, d, err := f.store.Resources.Decide(ctx, c)
		must(err)
		if d.Code != resource.OK {
			f.t.Fatalf("%+v: %s", cmd, d.Code)
		}
	}
	offer := func(user string) string {
		f.t.Helper()
		e, err := f.store.Resources.Entry(ctx, of, entries[user])
		must(err)
		return e.OfferID
	}
	for _, user := range []string{"raced 1", "raced 2", "raced 3", "raced 4", "raced 5", "raced 6"} {
		entries[user] = f.ids.InResource(id.ResourceEntry, of)
		units := int64(2)
		if user == "raced 4" {
			units = 1
		}
		do(resource.Join{EntryID: entries[user], UserID: user, Address: "raced@example.org", Units: units, Attributes: resource.Attributes{}})
	}
	release := func(event string) {
		f.t.Helper()
		do(resource.Receive{Signal: resource.Signal{EventID: event, Kind: resource.Released, Units: 2, Attributes: resource.Attributes{}}})
	}
	release("o1")
	refused := offer("raced 2")
	do(resource.Answer{OfferID: refused, Accept: true})
	now += inventory.Instant(inventory.Minute)
	do(resource.Conclude{OfferID: refused, As: resource.OutcomeDeclined, Status: 422}) // and so it is offered again
	res.ConfirmURL = ""
	_, _, err = f.store.Resources.PutResource(ctx, res)
	must(err)
	do(resource.Answer{OfferID: offer("raced 4"), Accept: true})
	release("o2")
}

// resourceCorruptions are damage done to what wait writes.
var resourceCorruptions = []corruption{
	{"a release has fewer units than are offered", 24, "are offered and", []string{"update resource_signals set offered = 0, taken = 0, units = 1 where event_id = 'r1'"}},
	{"an offer takes units that are not counted", 24, "are said to be offered", []string{"update resource_signals set offered = offered - 1 where event_id = 'r1'"}},
	{"a withdrawal is not counted", 24, "are said to be withdrawn", []string{"update resource_signals set taken = 0 where event_id = 'r3'"}},
	{"a withdrawal has left units", 24, "and there were more", []string{"update resource_signals set taken = taken - 1 where event_id in ('w2', 'r3')"}},
	{"a withdrawal took more than it says", 24, "has withdrawn", []string{"update resource_signals set taken = units + 1 where event_id = 'w2'"}},
	{"a release is lost", 24, "which was not released", []string{"update resource_signals set kind = 'withdrawn', release_id = 'x' where event_id = 'r1'"}},
	{"a withdrawal is of another", 24, "which is a withdrawal", []string{"update resource_signals set release_id = 'w1' where event_id = 'w4'"}},
	{"an offer went to somebody behind", 24, "waited before and would have fitted", []string{"update resource_entries set rank = 1, attributes = '{}' where user_id = 'waits'"}},
	{"somebody waits for nothing", 24, "has units that fit", []string{"update resource_entries set attributes = '{}' where user_id = 'waits'", "update resource_signals set valid_until = 0 where event_id = 'r4'"}},
	{"an offer does not fit", 24, "does not have what its person asks for", []string{`update resource_entries set attributes = '{"area":"roof"}' where user_id = 'last'`}},
	{"an offer is of more units", 24, "units are offered to an entry for", []string{"update resource_entries set units = units + 1 where user_id = 'last'"}},
	{"an offer is accepted late", 24, "after its time", []string{"update resource_offers set deadline = ended_at where state = 'accepted'"}},
	{"a place is lost by its person", 24, "and by its offers", []string{"update resource_entries set state = 'waiting', offer_id = '', ended_at = 0, ended_seq = 0 where state = 'accepted'"}},
	{"a person waits twice", 24, "its person waits with place", []string{"drop index resource_entries_live_user", "update resource_entries set user_id = 'open' where user_id = 'last'"}},
	{"a place has the number of another", 24, "the place has number", []string{"drop index resource_entries_join_no", "update resource_entries set join_no = 1"}},
	{"a place moves forward", 4, "the place's order, units, offer or state", []string{"update resource_entries set rank = rank - 1"}},
	{"an offer is longer", 4, "the offer's units, time or state", []string{"update resource_offers set deadline = deadline + 1 where state = 'open'"}},
	{"a release is of other things", 4, "what was released or withdrawn", []string{`update resource_signals set attributes = '{"area":"hall","floor":"1"}' where kind = 'released'`}},
	{"a resource has another window", 4, "the resource's key, rules or secret", []string{"update resources set claim_window = claim_window + 1"}},
	{"an offer is lost", 4, "and it is not stored", []string{"delete from resource_offers where state = 'declined' and id not in (select offer_id from resource_confirmations)"}},
	{"units that are gone are free", 24, "are said to be gone", []string{"update resource_signals set lost = lost + 1 where event_id = 'r4'"}},
	{"an offer is given that was not confirmed", 25, "and by what was asked about it", []string{"update resource_offers set state = 'accepted' where id in (select offer_id from resource_confirmations where outcome = 'declined')"}},
	{"a question is lost", 25, "and nobody is asked about it", []string{"delete from resource_confirmations where state = 'failed'"}},
	{"a question ends otherwise than it was answered", 25, "the outcome is accepted, and the answer was 409", []string{"update resource_confirmations set status = 409 where status = 201"}},
	{"a question is decided by nobody", 25, "decided by people: false", []string{"update resource_confirmations set staff = 0 where outcome = 'returned'"}},
	{"a question ends twice", 25, "the question is asking", []string{"update resource_confirmations set state = 'asking', outcome = '' where outcome = 'taken'"}},
	{"a question began before its offer", 25, "the question began with change", []string{"update resource_confirmations set begun_seq = 1 where state = 'failed'"}},
	{"a means of payment is kept", 25, "longer than it is needed", []string{"update resource_confirmations set payment_method = 'pm_1' where outcome = 'accepted'"}},
	{"nothing says that somebody asked for a place", 41, "nothing says that they asked for it", []string{"delete from resource_joins where name = 'alone'"}},
	{"somebody joins before the address is confirmed", 41, "before the address was confirmed", []string{"update resource_joins set confirmed_at = 0 where name = 'alone'"}},
	{"a place is not what was asked for", 41, "is not what its person asked for", []string{"update resource_joins set units = 3 where name = 'alone'"}},
	{"somebody joins twice", 41, "its person joined while they waited", []string{"update resource_entries set address = 'alone@example.org' where user_id = 'waits'"}},
	{"somebody was put on the waitlist who asked for it", 4, "the place's order, units, offer or state", []string{"update resource_entries set own = 0 where user_id = 'self alone'"}},
	{"an erased person has a name", 41, "says who it was", []string{"update resource_joins set name = 'Erased' where email = ''"}},
	{"two accept the same units", 47, "of the same units, too", []string{
		"drop index resource_offers_round", "update resource_offers set state = 'accepted' where state = 'taken' and round in (select o.round from resource_offers o where o.state = 'accepted')",
	}},
	{"units are offered to somebody that another has", 47, "of the same units was accepted", []string{
		"drop index resource_offers_open",
		"update resource_offers set state = 'open', ended_at = 0, ended_seq = 0 where state = 'taken' and round in (select o.round from resource_offers o where o.state = 'accepted')",
	}},
	{"somebody was too late for nobody", 47, "and nobody accepted", []string{"update resource_offers set state = 'declined' where round <> '' and state = 'accepted'"}},
	{"somebody was too late for what was theirs alone", 47, "were offered to nobody else", []string{"update resource_offers set round = '', round_units = 0, round_size = 0 where state = 'taken'"}},
	{"units are offered to more at once", 47, "and by the first of their offers", []string{"delete from resource_offers where state = 'taken' and id <> round"}},
	{"those who are offered the same units are offered others", 47, "the offer is of other units", []string{"update resource_offers set round_units = round_units + 1 where round <> '' and id <> round"}},
	{"the first of a round is lost", 47, "an offer that is not stored", []string{"drop index resource_offers_round", "update resource_offers set round = 'rof_lost' where round <> ''"}},
	{"a round takes its units for each", 24, "are said to be offered", []string{"update resource_signals set offered = offered + 1 where event_id = 'o1'"}},
	{"the other system is asked about who was too late", 47, "the other system was asked about it", []string{
		"update resource_confirmations set offer_id = (select min(o.id) from resource_offers o where o.state = 'taken') where offer_id in (select o.id from resource_offers o where o.round <> '')",
	}},
	{"more is accepted than was released", 47, "were withdrawn, and", []string{"update resource_signals set units = 1, offered = 1 where event_id = 'r1'", "update resource_signals set taken = 0 where event_id = 'r1'"}},
	{"a resource offers to more at once", 4, "the resource's key, rules or secret", []string{"update resources set at_once = 20"}},
	{"an answer is another", 4, "what was asked about the offer, or answered", []string{"update resource_confirmations set cause = 'payment_failed' where outcome = 'declined'"}},
}
