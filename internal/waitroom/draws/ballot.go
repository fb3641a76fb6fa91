package draws

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
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
// and nobody before another.
func (k *Keeper) place(ctx context.Context, e *inventory.Event) error {
	o := &e.Settings.Onsale
	places, drawn, err := waitroom.PlacesOf(o)
	switch {
	case err != nil:
		return err
	case !drawn || o.Paused:
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
		err := k.placeOne(ctx, e.ID, places.At(place), place)
		switch {
		case errors.Is(err, waitingrooms.ErrPlaced): // another server is at it
			return errWait
		case err != nil:
			return fmt.Errorf("place %d of the ballot: %w", place, err)
		}
	}
	return nil
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
	reply, err := k.cfg.Submit(ctx, event, c, &database.Key{Scope: event, Caller: "ballot", Key: strconv.FormatInt(index, 10)})
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
