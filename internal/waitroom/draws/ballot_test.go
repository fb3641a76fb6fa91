package draws_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/holdfast-events/holdfast/internal/draw"
	"github.com/holdfast-events/holdfast/internal/draw/drawtest"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store/storetest"
	"github.com/holdfast-events/holdfast/internal/store/waitingrooms"
	"github.com/holdfast-events/holdfast/internal/testdb"
	"github.com/holdfast-events/holdfast/internal/waitroom"
)

// ballot makes an event with one that has opened, and in which so many take part, and is
// drawn.
func (s *server) ballot(people int) *storetest.Fixture {
	s.t.Helper()
	h := storetest.NewFixture(s.t, s.store)
	h.Now = opens - 60*second
	h.Must(h.CreateCommand(int64(people)/2, func(s *inventory.Settings) {
		s.Onsale = inventory.Onsale{
			Mode: inventory.OnsaleBallot, Identity: inventory.OnsaleAccount, OpensAt: opens, SealsAt: seals, ServesAt: serves,
			Beacon: inventory.OnsaleBeacon{Kind: inventory.BeaconQuicknet, Round: drawtest.Round, At: drawnAt},
		}
		s.Waitlist.ClaimWindow = inventory.Day
	}))
	s.at(opens).advance()
	v, err := s.store.Events.Event(s.t.Context(), h.Event)
	s.must(err)
	for n := range people {
		_, err := s.joins.JoinBallot(s.t.Context(), h.Event, fmt.Sprint(n), wish(n, v.Tiers[0].ID))
		s.must(err)
	}
	for n := range int64(3) {
		_, err := s.keeper.Strike(s.t.Context(), h.Event, 4*n, draw.Duplicate)
		s.must(err)
	}
	s.at(seals).advance()
	s.relays(func(context.Context) ([]byte, error) { return genuine(s.t), nil })
	s.at(drawnAt).advance()
	return h
}

func wish(n int, tier string) *waitingrooms.RoomWish {
	email := fmt.Sprintf("%d@example.org", n)
	return &waitingrooms.RoomWish{UserID: "mail:" + email, Email: email, Name: "Somebody", Locale: "en", Tiers: `["` + tier + `"]`, Units: 1}
}

func (s *server) serving(event string) int64 {
	s.t.Helper()
	room, err := s.store.WaitingRooms.Room(s.t.Context(), event)
	s.must(err)
	return room.Serving
}

// TestBallotOfTwoServers: the answer to one who is put on the waitlist is lost, and the server
// dies. Two others go on at the same time: everybody is there once, in the order that was drawn.
func TestBallotOfTwoServers(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, url string) {
		const people = 40
		a, b := newServer(t, url), newServer(t, url)
		h := a.ballot(people)
		a.wantStep(h.Event, inventory.DrawDrawn)
		joined := 0
		killed := func(c inventory.Command) error {
			if _, joins := c.(inventory.Join); !joins {
				return nil
			}
			if joined++; joined == 5 {
				return errors.New("killed")
			}
			return nil
		}
		a.lost.Store(&killed)
		if err := a.at(serves).keeper.Advance(t.Context()); err == nil {
			t.Error("a server that is killed says nothing")
		}
		a.lost.Store(nil)
		come := a.serving(h.Event)
		if entries := h.Count("select count(*) from waitlist_entries where event_id = $1", h.Event); entries != 5 || come < 4 || come > 7 {
			t.Errorf("%d are on the waitlist, and the ballot has come to place %d", entries, come)
		}
		b.at(serves)
		var wg sync.WaitGroup
		for _, s := range []*server{a, b, a, b} {
			wg.Go(func() {
				if err := s.keeper.Advance(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		for range 3 {
			b.advance()
		}
		a.wantStep(h.Event, inventory.DrawPlaced)
		if entries := h.Count("select count(*) from waitlist_entries where event_id = $1", h.Event); entries != people-3 || a.serving(h.Event) != people {
			t.Errorf("%d are on the waitlist, and the ballot has come to place %d", entries, a.serving(h.Event))
		}
		if offered := h.Count("select count(*) from offers where event_id = $1", h.Event); offered != people/2 {
			t.Errorf("%d have an offer", offered)
		}
		if known := h.Count("select count(*) from waiting_room_wishes where event_id = $1 and email <> '' and (outcome <> '' or mail_until = 0)", h.Event); known != 0 {
			t.Errorf("%d addresses are left", known)
		}
		if known := h.Count("select count(*) from waiting_room_wishes where event_id = $1 and email <> ''", h.Event); known != 3 {
			t.Errorf("%d are to be mailed how it ended, of 3 who were struck out", known)
		}
		a.sound(h.Event, "opened sealed drawn served placed")
	})
}

// TestBallotOfNobody: it comes to its end.
func TestBallotOfNobody(t *testing.T) {
	t.Parallel()
	a := newServer(t, testdb.SQLite(t))
	h := storetest.NewFixture(t, a.store)
	h.Now = opens - 60*second
	h.Must(h.CreateCommand(1, func(s *inventory.Settings) {
		s.Onsale = inventory.Onsale{
			Mode: inventory.OnsaleBallot, Identity: inventory.OnsaleAccount, OpensAt: opens, SealsAt: seals, ServesAt: serves,
			Beacon: inventory.OnsaleBeacon{Kind: inventory.BeaconQuicknet, Round: drawtest.Round, At: drawnAt},
		}
	}))
	a.relays(func(context.Context) ([]byte, error) { return genuine(t), nil })
	for _, now := range []inventory.Instant{opens, seals, drawnAt, serves} {
		a.at(now).advance()
	}
	a.wantStep(h.Event, inventory.DrawPlaced)
	a.sound(h.Event, "opened sealed drawn served placed")
}

// TestPlacedOnce: a ballot comes to its places one after the other, each of which is somebody's.
func TestPlacedOnce(t *testing.T) {
	t.Parallel()
	a := newServer(t, testdb.SQLite(t))
	h := a.ballot(12)
	if err := a.store.WaitingRooms.Placed(t.Context(), h.Event, 2, nil); !errors.Is(err, waitingrooms.ErrPlaced) {
		t.Errorf("a place was passed over: %v", err)
	}
	places, drawn, err := waitroom.PlacesOf(&inventory.Onsale{Mode: inventory.OnsaleBallot, Draw: a.draw(h.Event)})
	if err != nil || !drawn {
		t.Fatal(drawn, err)
	}
	for place := int64(1); place <= 12; place++ {
		if i := places.At(place); places.Of(i) != place {
			t.Errorf("entrant %d has place %d, and %d is that of %d", i, places.Of(i), place, i)
		}
	}
	if places.At(0) != -1 || places.At(13) != -1 {
		t.Error("a place that nobody has is somebody's")
	}
}

// configure changes an event as an organizer does.
func (s *server) configure(event string, change func(*inventory.Configure)) {
	s.t.Helper()
	v, err := s.store.Events.Event(s.t.Context(), event)
	s.must(err)
	e := &v.Event
	c := inventory.Configure{Who: organizer, From: e, StartsAt: e.StartsAt, EndsAt: e.EndsAt, Zone: e.Zone, Settings: e.Settings}
	change(&c)
	s.send(event, c)
}

func (s *server) send(event string, c inventory.Command) {
	s.t.Helper()
	reply, err := s.writer.Submit(s.t.Context(), sequencer.Request{EventID: event, Command: c})
	if s.must(err); reply.Outcome.Code != inventory.OK {
		s.t.Errorf("%T: %+v", c, reply.Outcome)
	}
}

var organizer = inventory.Who{Actor: "key_hall", Staff: true}

// TestBallotStops: while people are put on the waitlist the event is postponed, even twice, or the
// organizer pauses. It stops at the next place, nobody is refused for it, and everybody has their
// turn when it goes on, also where the refusal of that moment is what a key is answered with.
func TestBallotStops(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, url string) {
		const people = 12
		again := func(c *inventory.Configure) { c.Reschedule = true }
		for _, c := range []struct {
			why         string
			stop, goOn  func(s *server, event string)
			first, next int64 // how many are on the waitlist when it has stopped, and stopped again
		}{
			{
				"postponed",
				func(s *server, event string) { s.send(event, inventory.Postpone{Who: organizer}) },
				func(s *server, event string) { s.configure(event, again) }, 4, 4,
			}, {
				"paused",
				func(s *server, event string) {
					s.configure(event, func(c *inventory.Configure) { c.Settings.Onsale.Paused = true })
				},
				func(s *server, event string) {
					s.configure(event, func(c *inventory.Configure) { c.Settings.Onsale.Paused = false })
				}, 5, 7,
			},
		} {
			t.Run(c.why, func(t *testing.T) {
				a, b := newServer(t, url), newServer(t, url)
				h := a.ballot(people)
				on := func(want int64, when string) {
					t.Helper()
					if got := h.Count("select count(*) from waitlist_entries where event_id = $1", h.Event); got != want {
						t.Errorf("%d are on the waitlist %s, want %d", got, when, want)
					}
					if refused := h.Count("select count(*) from waiting_room_wishes where event_id = $1 and outcome not in ('', 'placed')", h.Event); refused != 0 {
						t.Errorf("%d are refused %s", refused, when)
					}
				}
				// stopsAt stops the ballot when the next one but so many is about to be put on the waitlist.
				stopsAt := func(n int) *server {
					joined := 0
					stop := func(event string, command inventory.Command) error {
						if _, joins := command.(inventory.Join); joins {
							if joined++; joined == n {
								c.stop(a, event)
							}
						}
						return nil
					}
					a.fails.Store(&stop)
					return a
				}
				stopsAt(5).at(serves).advance()
				b.at(serves)
				for range 3 {
					a.advance()
					b.advance()
				}
				on(c.first, "when it has stopped")
				c.goOn(b, h.Event)
				stopsAt(2).advance()
				b.advance()
				on(c.next, "when it has stopped again")
				a.wantStep(h.Event, inventory.DrawServed)
				a.fails.Store(nil)
				c.goOn(a, h.Event)
				for range 3 {
					b.advance()
					a.advance()
				}
				on(people-3, "at the end")
				a.wantStep(h.Event, inventory.DrawPlaced)
				a.sound(h.Event, "opened sealed drawn served placed")
			})
		}
	})
}

// TestBallotIsCancelled: whoever was not put on the waitlist when the event is cancelled is told
// that, and not that they were refused.
func TestBallotIsCancelled(t *testing.T) {
	t.Parallel()
	a := newServer(t, testdb.SQLite(t))
	h := a.ballot(12)
	joined := 0
	cancels := func(event string, command inventory.Command) error {
		if _, joins := command.(inventory.Join); joins {
			if joined++; joined == 5 {
				a.send(event, inventory.CancelEvent{Who: organizer})
			}
		}
		return nil
	}
	a.fails.Store(&cancels)
	a.at(serves).advance()
	a.advance()
	a.wantStep(h.Event, inventory.DrawClosed)
	if refused := h.Count("select count(*) from waiting_room_wishes where event_id = $1 and outcome not in ('', 'placed')", h.Event); refused != 0 {
		t.Errorf("%d are refused", refused)
	}
	a.sound(h.Event, "opened sealed drawn served closed")
}
