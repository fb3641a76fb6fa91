package store

import (
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// WaitingRoom returns the waiting room of an event, or ErrNotFound.
func (v *Snapshot) WaitingRoom(event string) (*WaitingRoom, error) {
	r, err := table.One(v.ctx, v.q, waitingRoomTable.Scan, roomText, event)
	return &r, err
}

// RoomEntrants streams those who joined the waiting room of an event, in order.
func (v *Snapshot) RoomEntrants(event string, fn func(*RoomEntrant) error) error {
	return stream(func(last *RoomEntrant) ([]RoomEntrant, error) {
		after := int64(-1)
		if last != nil {
			after = last.Index
		}
		return table.All(v.ctx, v.q, roomEntrantTable.Scan, roomEntrantTable.From()+" where event_id = $1 and idx > $2 order by idx limit $3", event, after, pageRows)
	}, fn)
}

// RoomPasses streams those who were let in from it, by index.
func (v *Snapshot) RoomPasses(event string, fn func(*inventory.Pass) error) error {
	return stream(func(last *inventory.Pass) ([]inventory.Pass, error) {
		after := int64(-1)
		if last != nil {
			after = last.Index
		}
		return table.All(v.ctx, v.q, RoomPassTable.Scan, RoomPassTable.From()+" where event_id = $1 and idx > $2 order by idx limit $3", event, after, pageRows)
	}, fn)
}

// RoomStrikes streams those who were struck out of its draw, by index.
func (v *Snapshot) RoomStrikes(event string, fn func(*RoomStrike) error) error {
	return stream(func(last *RoomStrike) ([]RoomStrike, error) {
		after := int64(-1)
		if last != nil {
			after = last.Index
		}
		return table.All(v.ctx, v.q, roomStrikeTable.Scan, roomStrikeTable.From()+" where event_id = $1 and idx > $2 order by idx limit $3", event, after, pageRows)
	}, fn)
}

// RoomWishes streams what those who joined its ballot want, by index.
func (v *Snapshot) RoomWishes(event string, fn func(*RoomWish) error) error {
	return stream(func(last *RoomWish) ([]RoomWish, error) {
		after := int64(-1)
		if last != nil {
			after = last.Index
		}
		return table.All(v.ctx, v.q, roomWishTable.Scan, roomWishTable.From()+" where event_id = $1 and idx > $2 order by idx limit $3", event, after, pageRows)
	}, fn)
}

// RoomMails streams the mails that those who joined it are sent, by index.
func (v *Snapshot) RoomMails(event string, fn func(*RoomMail) error) error {
	return stream(func(last *RoomMail) ([]RoomMail, error) {
		after := int64(-1)
		if last != nil {
			after = last.Index
		}
		return table.All(v.ctx, v.q, roomMailTable.Scan, roomMailTable.From()+" where event_id = $1 and idx > $2 order by idx limit $3", event, after, pageRows)
	}, fn)
}
