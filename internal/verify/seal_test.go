package verify_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/verify"
)

// nameSeals reads the seals of an event's names past the store.
func (f *fixture) nameSeals(event string) (list []audit.NameSeal) {
	f.t.Helper()
	rows, err := f.raw.QueryContext(f.t.Context(), "select seals from name_seals where event_id = $1 order by seq", event)
	if err != nil {
		f.t.Fatal(err)
	}
	defer rows.Close() //nolint:errcheck // read to its end below
	for rows.Next() {
		var stored []byte
		if err := rows.Scan(&stored); err != nil {
			f.t.Fatal(err)
		}
		seals, err := audit.DecodeNames(stored)
		if err != nil {
			f.t.Fatal(err)
		}
		list = append(list, seals...)
	}
	if err := rows.Err(); err != nil {
		f.t.Fatal(err)
	}
	return list
}

// salted returns seals with a salt of a person who has none.
func salted(list []audit.NameSeal, person string) []audit.NameSeal {
	list = slices.Clone(list)
	for i := range list {
		if list[i].Person == person {
			list[i].Salt = [16]byte{1}
		}
	}
	return list
}

// TestSealsSurviveErasures: whoever is erased leaves no salt, also when the erasure was
// cut off before it took them, and the chain verifies as before; a salt that is missing
// without an erasure is noticed, and so is a name that a later order would have sealed
// again.
func TestSealsSurviveErasures(t *testing.T) {
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, url, 7)
		p := f.open(16, line(inventory.PromoteOffer, inventory.BoundedSkip))
		var users, people []string
		for range 3 {
			c := p.register(0, 2, 0).(inventory.Register)
			p.must(c)
			users, people = append(users, c.UserID), append(people, c.PersonID)
		}
		f.seal()
		blank := func(person string) (blank, in int) {
			for _, n := range f.nameSeals(p.id) {
				if n.Person == person {
					in++
					if n.Blank() {
						blank++
					}
				}
			}
			return blank, in
		}
		if n, of := blank(people[0]); n != 0 || of != 2 {
			t.Fatalf("%d of %d salts are gone before anybody is erased", n, of)
		}
		p.must(inventory.Erase{Who: staff, UserID: users[0]})
		if err := f.store.Erasures.ForgetSalts(t.Context(), p.id, people[0]); err != nil {
			t.Fatal(err)
		}
		if n, of := blank(people[0]); n != of || of != 2 {
			t.Errorf("%d of %d salts went with the erasure", n, of)
		}
		p.must(inventory.Erase{Who: staff, UserID: users[1]}) // and the server stops
		f.seal()
		if n, of := blank(people[1]); n != of || of != 2 {
			t.Errorf("%d of %d salts went when the ledger was followed", n, of)
		}
		if err := f.store.Erasures.ForgetSalts(t.Context(), p.id, people[2]); err != nil {
			t.Fatal(err)
		}
		if n, _ := blank(people[2]); n != 0 {
			t.Error("somebody who is not erased lost a salt")
		}
		wantClean(t, f.store)

		says := func(what string) bool {
			return slices.ContainsFunc(run(t, f.store, verify.Options{}).Violations, func(v verify.Violation) bool { return strings.Contains(v.What, what) })
		}
		change := func(query string, args ...any) {
			t.Helper()
			if _, err := f.raw.ExecContext(t.Context(), query, args...); err != nil {
				t.Fatal(err)
			}
		}
		left := f.nameSeals(p.id)
		change("update name_seals set seals = $1 where seq = (select min(seq) from name_seals)", audit.EncodeNames(salted(left, people[0])))
		if !says("its person is erased, and the salt of its name is left") {
			t.Error("a salt of somebody who was erased is left, and nobody noticed")
		}
		change("update name_seals set seals = $1 where seq = (select min(seq) from name_seals)", audit.EncodeNames(left))

		change("update people set name = 'Thief' where id = $1", people[2])
		again := p.register(0, 1, 0).(inventory.Register)
		p.must(inventory.Cancel{Who: staff, OrderID: f.column("select hold_id from people where id = $1", people[2])[0]})
		again.UserID, again.PersonID, again.Profile = users[2], people[2], inventory.Profile{Email: again.Profile.Email, Name: "Thief"}
		p.must(again)
		f.seal()
		if !says("named otherwise") {
			t.Error("another name was sealed again with the next order, and nobody noticed")
		}
		change("update people set name = 'N' where id = $1", people[2])

		seals := f.nameSeals(p.id)
		for i := range seals {
			if seals[i].Person == people[2] {
				seals[i].Salt = [16]byte{}
			}
		}
		first := seals[:slices.IndexFunc(seals, func(n audit.NameSeal) bool { return n.Subject == people[2] })+1]
		change("update name_seals set seals = $1 where seq = (select min(seq) from name_seals)", audit.EncodeNames(first))
		if !says("the salt of its name is gone") {
			t.Error("a salt is missing, and nobody noticed")
		}
	})
}
