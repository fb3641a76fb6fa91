package snapshot

import (
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/table"
	"github.com/holdfast-events/holdfast/internal/store/waitingrooms"
)

// WaitingRoom returns the waiting room of an event, or ErrNotFound.
func (v *Snapshot) WaitingRoom(event string) (*waitingrooms.WaitingRoom, error) {
	r, err := table.One(v.ctx, v.q, waitingrooms.WaitingRoomTable.Scan, waitingrooms.RoomText, event)
	return &r, err
}

// RoomEntrants streams those who joined the waiting room of an event, in order.
func (v *Snapshot) RoomEntrants(event string, fn func(*waitingrooms.RoomEntrant) error) error {
	return database.Stream(func(last *waitingrooms.RoomEntrant) ([]waitingrooms.RoomEntrant, error) {
		after := int64(-1)
		if last != nil {
			after = last.Index
		}
		return table.All(v.ctx, v.q, waitingrooms.RoomEntrantTable.Scan, waitingrooms.RoomEntrantTable.From()+" where event_id = $1 and idx > $2 order by idx limit $3", event, after, database.PageRows)
	}, fn)
}

// RoomPasses streams those who were let in from it, by index.
func (v *Snapshot) RoomPasses(event string, fn func(*inventory.Pass) error) error {
	return database.Stream(func(last *inventory.Pass) ([]inventory.Pass, error) {
		after := int64(-1)
		if last != nil {
			after = last.Index
		}
		return table.All(v.ctx, v.q, waitingrooms.RoomPassTable.Scan, waitingrooms.RoomPassTable.From()+" where event_id = $1 and idx > $2 order by idx limit $3", event, after, database.PageRows)
	}, fn)
}

// RoomStrikes streams those who were struck out of its draw, by index.
func (v *Snapshot) RoomStrikes(event string, fn func(*waitingrooms.RoomStrike) error) error {
	return database.Stream(func(last *waitingrooms.RoomStrike) ([]waitingrooms.RoomStrike, error) {
		after := int64(-1)
		if last != nil {
			after = last.Index
		}
		return table.All(v.ctx, v.q, waitingrooms.RoomStrikeTable.Scan, waitingrooms.RoomStrikeTable.From()+" where event_id = $1 and idx > $2 order by idx limit $3", event, after, database.PageRows)
	}, fn)
}

// RoomWishes streams what those who joined its ballot want, by index.
func (v *Snapshot) RoomWishes(event string, fn func(*waitingrooms.RoomWish) error) error {
	return database.Stream(func(last *waitingrooms.RoomWish) ([]waitingrooms.RoomWish, error) {
		after := int64(-1)
		if last != nil {
			after = last.Index
		}
		return table.All(v.ctx, v.q, waitingrooms.RoomWishTable.Scan, waitingrooms.RoomWishTable.From()+" where event_id = $1 and idx > $2 order by idx limit $3", event, after, database.PageRows)
	}, fn)
}

// RoomMails streams the mails that those who joined it are sent, by index.
func (v *Snapshot) RoomMails(event string, fn func(*waitingrooms.RoomMail) error) error {
	return database.Stream(func(last *waitingrooms.RoomMail) ([]waitingrooms.RoomMail, error) {
		after := int64(-1)
		if last != nil {
			after = last.Index
		}
		return table.All(v.ctx, v.q, waitingrooms.RoomMailTable.Scan, waitingrooms.RoomMailTable.From()+" where event_id = $1 and idx > $2 order by idx limit $3", event, after, database.PageRows)
	}, fn)
}
