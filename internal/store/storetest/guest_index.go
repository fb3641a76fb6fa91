package storetest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/ngram"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// ManyGuests writes an event with n people who registered, and the audit rows that say
// so, without deciding anything. The people have a few common names, and the one with
// number i the address guest<i>@example.com.
func ManyGuests(t testing.TB, s *store.Store, event string, n int64) {
	t.Helper()
	w := newWrittenRows(event, "tir_many")
	w.write(t, s)
	code := event[len(id.Event):]
	numbers := fmt.Sprintf("with recursive numbers(i) as (select 1 union all select i + 1 from numbers where i < %d) ", n)
	tail := "substr('0000000000000000' || cast(i as text), length(cast(i as text)) + 1)"
	for _, q := range []string{
		fmt.Sprintf(`insert into people (event_id, id, user_id, email, name, locale, hold_id, entry_id, units, created_at, erased_at)
			%s select '%s', 'per_%s' || %s, 'user' || cast(i as text), 'guest' || cast(i as text) || '@example.com',
				(case i %% 4 when 0 then 'Anna' when 1 then 'Bernard' when 2 then 'Céline' else 'Dorothea' end) || ' ' ||
				(case i %% 7 when 0 then 'Müller' when 1 then 'Nowak' when 2 then 'Oliveira' when 3 then 'Papadopoulos' when 4 then 'Quinn' when 5 then 'Rossi' else 'Schneider' end),
				'en', 'ord_%s' || %s, '', 1, i, 0 from numbers`, numbers, event, code, tail, code, tail),
		fmt.Sprintf(`insert into holds (event_id, id, kind, state, person_id, tier_id, units, entry_id, offer_id, name, guests, expires_at, created_at, updated_at, reason, last_seq)
			%s select '%s', 'ord_%s' || %s, 'registration', 'confirmed', 'per_%s' || %s, 'tir_many', 1, '', '', '', '[]', 0, i, i, 'registered', i from numbers`,
			numbers, event, code, tail, code, tail),
		fmt.Sprintf(`insert into audit (event_id, seq, at, actor, subject, state_from, state_to, reason, rule_version, related, units, prev_seq, hash)
			%s select '%s', i, i, 'public', 'ord_%s' || %s, '', 'confirmed', 'registered', 1, '', 1, 0, '' from numbers`, numbers, event, code, tail),
		fmt.Sprintf("update events set seq = %d where id = '%s'", n, event),
	} {
		execRaw(t, s, q)
	}
}

// ManyOrders turns the registrations of ManyGuests into paid orders of one ticket, of which
// every tenth was given back.
func ManyOrders(t testing.TB, s *store.Store, event string) {
	t.Helper()
	for _, q := range []string{
		`insert into orders (event_id, id, currency, total, promo_id, access_id, payment_id, paid, prolonged, pay_until)
			select event_id, id, 'EUR', 1000, '', '', 'pay_' || id, 1000, 0, 0 from holds where event_id = '%s'`,
		`insert into hold_items (event_id, hold_id, no, tier_id, seat_id, state, released_seq, price, tax_rate, tax_included, discount, net, tax, gross)
			select event_id, id, 1, tier_id, '', case when last_seq %% 10 = 0 then 'released' else 'live' end,
				case when last_seq %% 10 = 0 then last_seq else 0 end, 1000, 0, 1, 0, 1000, 0, 1000 from holds where event_id = '%s'`,
		`insert into refunds_due (event_id, seq, order_id, payment_id, amount, currency, reason, created_at)
			select event_id, last_seq, id, 'pay_' || id, 1000, 'EUR', 'refunded', updated_at from holds where event_id = '%s' and last_seq %% 10 = 0`,
		"update holds set kind = 'order', tier_id = '', state = case when last_seq %% 10 = 0 then 'released' else 'confirmed' end where event_id = '%s'",
		"update people set hold_id = '' where event_id = '%s'",
	} {
		execRaw(t, s, fmt.Sprintf(q, event))
	}
}

// IndexGuests indexes all that there is, a chunk a round, as during a rush.
func IndexGuests(t testing.TB, s *store.Store, now inventory.Instant) {
	t.Helper()
	for more := true; more; {
		var err error
		if more, err = s.People.IndexGuests(t.Context(), now, 1); err != nil {
			t.Fatal(err)
		}
	}
}

// finds returns whom a search finds, by user id, in pages. It looks closely at each, and
// for "quentin" takes the word of the search, since no person is called so.
func finds(t testing.TB, s *store.Store, event string, limit int, words ...string) (users []string) {
	t.Helper()
	for before, done := "", false; !done; {
		ids, from, last, err := s.People.FindGuests(t.Context(), event, words, before, limit)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.IsSortedFunc(ids, func(a, b string) int { return strings.Compare(b, a) }) || len(ids) > limit || len(ids) > 0 && before != "" && ids[0] >= before {
			t.Fatalf("%v before %q: %v", words, before, ids)
		}
		guests, err := s.People.GuestsByID(t.Context(), event, ids)
		if err != nil {
			t.Fatal(err)
		}
		for i := range guests {
			p := &guests[i].Person
			text := ngram.Fold(strings.Join([]string{p.UserID, p.Profile.Name, p.Profile.Email, "quentin"}, " "))
			if !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) }) {
				users = append(users, p.UserID)
			}
		}
		before, done = from, last
	}
	return users
}

// testGuestIndex: people are found by any part of their texts, wherever the index
// stands with them: not built, built, behind, or built again.
func testGuestIndex(t *testing.T, open Open) {
	const people = 2*2048 + 300
	s := open(t)
	h := OpenEvent(t, s, 10, nil)
	many := h.Event[:len(h.Event)-4] + "many"
	ManyGuests(t, s, many, people)
	now := Epoch
	want := func(what string, words, users string) {
		t.Helper()
		got := finds(t, s, many, 700, strings.Fields(words)...)
		slices.Sort(got)
		if !slices.Equal(got, strings.Fields(users)) {
			t.Errorf("%s: %q finds %v, want %s", what, words, got, users)
		}
	}
	all := func(what string) {
		t.Helper()
		want(what, "guest17@", "user17")
		want(what, "ser4096", "user4096")
		want(what, "anna muller guest28@", "user28")
		want(what, "nobody", "")
		if n := len(finds(t, s, many, 700, "anna", "muller")); n != people/28 {
			t.Errorf("%s: %d are called Anna Müller, want %d", what, n, people/28)
		}
		if n := len(finds(t, s, many, 700, "e")); n != people {
			t.Errorf("%s: %d have an e, want %d", what, n, people)
		}
	}
	all("before the index")
	IndexGuests(t, s, now)
	if n := h.Count("select count(*) from guest_chunks where event_id = $1", many); n != 2 {
		t.Fatalf("%d chunks", n)
	}
	all("indexed")

	// Somebody old is renamed, somebody comes with an id from before, somebody goes.
	said := func(seq int64, subject, from, reason, change string, args ...any) {
		t.Helper()
		execRaw(t, s, change, args...)
		execRaw(t, s, `insert into audit (event_id, seq, at, actor, subject, state_from, state_to, reason, rule_version, related, units, prev_seq, hash)
			values ($1, $2, 1, 'key_1', $3, $4, 'known', $5, 1, '', 0, 0, '')`, many, seq, subject, from, reason)
		execRaw(t, s, "update events set seq = $1 where id = $2", seq, many)
	}
	person := func(i int64) string { return id.Person + many[len(id.Event):] + fmt.Sprintf("%016d", i) }
	changed := func(what string) {
		t.Helper()
		want(what, "zsazsa", "user5")
		want(what, "guest6@", "")
		want(what, "late", "late")
		if got := finds(t, s, many, 700, "quentin"); !slices.Equal(got, []string{"user9"}) {
			t.Errorf("%s: with a ticket of a Quentin comes %v", what, got)
		}
		want(what, "guest17@", "user17")
	}
	said(people+1, person(5), "known", "profile_changed", "update people set name = 'Zsazsa' where event_id = $1 and id = $2", many, person(5))
	said(people+2, person(6), "known", "person_erased", "update people set name = '', email = '', user_id = 'erased:6' where event_id = $1 and id = $2", many, person(6))
	// "a" comes after "9", and before the next digit counts up.
	late := strings.TrimSuffix(person(0), "0") + "a"
	lateOrder := id.Order + strings.TrimPrefix(late, id.Person)
	execRaw(t, s, `insert into people (event_id, id, user_id, email, name, locale, hold_id, entry_id, units, created_at, erased_at)
		values ($1, $2, 'late', 'late@example.com', 'L', 'en', $3, '', 1, 1, 0)`, many, late, lateOrder)
	said(people+3, lateOrder, "", "registered", `insert into holds (event_id, id, kind, state, person_id, tier_id, units, entry_id, offer_id, name, guests, expires_at, created_at, updated_at, reason, last_seq)
		values ($1, $2, 'registration', 'confirmed', $3, 'tir_many', 1, '', '', '', '[]', 0, 1, 1, 'registered', 1)`, many, lateOrder, late)
	order := id.Order + strings.TrimPrefix(person(9), id.Person)
	if err := s.Tickets.SetAttendee(t.Context(), id.TicketOf(order, 1), person(9), events.Attendee{Name: "Quentin"}, now); err != nil {
		t.Fatal(err)
	}
	changed("behind the index")
	IndexGuests(t, s, now+1)
	changed("indexed again")
	if n := h.Count("select count(*) from guest_stale where event_id = $1", many); n != 0 {
		t.Errorf("%d people are still looked at one by one", n)
	}
}
