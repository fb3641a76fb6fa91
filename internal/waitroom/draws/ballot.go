package draws

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/waitingrooms"
	"github.com/holdfast-events/holdfast/internal/waitroom"
)

// place puts those who take part in a ballot on the waitlist, in the order that was drawn, as
// many as together. The error is errWait while others are left, or it is paused.
//
// Each is put there by a command with a key of its own, and only after the one before: two
// servers that do this at once, or one that was killed in between, put nobody there twice
// and nobody before another. Before each it is looked whether the ballot still goes on: an
// organizer who pauses it, or postpones the event, stops it at the next place.
func (k *Keeper) place(ctx context.Context, e *inventory.Event) error {
	o := &e.Settings.Onsale
	places, drawn, err := waitroom.PlacesOf(o)
	switch {
	case err != nil:
		return err
	case !drawn:
		return errWait
	}
	room, err := k.cfg.Store.WaitingRooms.Room(ctx, e.ID)
	if err != nil && !errors.Is(err, database.ErrNotFound) { // nobody has joined
		return err
	}
	for place := room.Serving + 1; place <= o.Draw.Seal.Entrants; place++ {
		if place > room.Serving+together {
			return errWait
		}
		if err := k.goesOn(ctx, e.ID); err != nil {
			return err
		}
		err := k.placeOne(ctx, e.ID, places.At(place), place)
		switch {
		case errors.Is(err, waitingrooms.ErrPlaced), errors.Is(err, errWait): // another server is at it, or it stops here
			return errWait
		case err != nil:
			return fmt.Errorf("place %d of the ballot: %w", place, err)
		}
	}
	return nil
}

// goesOn returns errWait when nobody is to be put on the waitlist now: the ballot is paused, its
// event is postponed or cancelled, or it is over.
func (k *Keeper) goesOn(ctx context.Context, event string) error {
	e, err := k.cfg.Store.WaitingRooms.EventOf(ctx, event)
	if err != nil {
		return err
	}
	next, _, ok := e.DrawDue(k.now(e))
	if !ok || next != inventory.DrawPlaced || e.Settings.Onsale.Paused {
		return errWait
	}
	return nil
}

// stops lists the refusals that are none of the entrant, but of the event: nobody would be put on
// the waitlist at that moment. Nothing is noted of the entrant, whose turn it stays. An event that
// has a date again goes on there, and in one that has ended everybody who is left is told so.
var stops = []inventory.Code{inventory.EventNotPublished, inventory.EventIsCancelled, inventory.EventPostponed, inventory.EventOver, inventory.RegistrationClosed}

// join passes on the command that puts the entrant of an index on the waitlist, which is decided
// once. The error is errWait when it stops there.
//
// What was answered stands for its key, a refusal of an event that was postponed in that moment
// too. So whoever comes to it later, when the event has a date again, asks by the next key, as any
// other server does: the first answer that is none of stops is the one for all.
func (k *Keeper) join(ctx context.Context, event string, index int64, c *inventory.Join) (inventory.Outcome, error) {
	name := strconv.FormatInt(index, 10)
	for again := 1; ; again++ {
		reply, err := k.cfg.Submit(ctx, event, *c, &database.Key{Scope: event, Caller: "ballot", Key: name})
		switch {
		case err != nil || !slices.Contains(stops, reply.Code):
			return reply, err
		case reply.Code != inventory.EventPostponed:
			return reply, errWait
		}
		if err := k.goesOn(ctx, event); err != nil {
			return reply, err
		}
		name = fmt.Sprintf("%d.%d", index, again)
	}
}

// placeOne puts the entrant who has a place on the waitlist. Anyone who was struck out, or is
// forgotten, is passed over.
func (k *Keeper) placeOne(ctx context.Context, event string, index, place int64) error {
	wish, err := k.cfg.Store.WaitingRooms.Wish(ctx, event, index)
	if errors.Is(err, database.ErrNotFound) {
		return k.cfg.Store.WaitingRooms.Placed(ctx, event, place, nil)
	}
	if err != nil {
		return err
	}
	struck, err := k.cfg.Store.WaitingRooms.Struck(ctx, event, index)
	switch {
	case err != nil:
		return err
	case wish.Outcome != "":
		return waitingrooms.ErrPlaced
	case struck != "":
		k.tell(&wish)
		return k.cfg.Store.WaitingRooms.Placed(ctx, event, place, &wish)
	}
	c := inventory.Join{
		Who: inventory.Who{Actor: system.Actor, Staff: true, Entrant: index + 1}, Invites: true,
		Party: inventory.Party{
			EntryID: k.cfg.IDs.In(id.Entry, event), PersonID: k.cfg.IDs.In(id.Person, event), UserID: wish.UserID, Units: wish.Units, Guests: "[]",
			Profile: inventory.Profile{Email: wish.Email, Name: wish.Name, Locale: wish.Locale},
		},
	}
	if err := json.Unmarshal([]byte(wish.Tiers), &c.Choices); err != nil {
		return fmt.Errorf("draws: the wish of entrant %d: %w", index, err)
	}
	reply, err := k.join(ctx, event, index, &c)
	if err != nil {
		return err
	}
	if wish.Outcome, wish.EntryID = waitingrooms.WishPlaced, reply.EntryID; reply.Code != inventory.OK {
		wish.Outcome, wish.EntryID = string(reply.Code), ""
		k.tell(&wish)
	} else {
		wish.Email, wish.Locale = "", ""
	}
	return k.cfg.Store.WaitingRooms.Placed(ctx, event, place, &wish)
}

// tell has somebody mailed who has no place on the waitlist: nothing else tells them.
func (k *Keeper) tell(wish *waitingrooms.RoomWish) {
	wish.MailUntil = k.cfg.Now() + inventory.Instant(waitingrooms.MailDrawsFor)
}
