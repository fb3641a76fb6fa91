package bookings

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// BookedTime is what a calendar of many bookings knows of one.
type BookedTime struct {
	ID                         string
	Status                     booking.State
	StartsAt, EndsAt, PayUntil inventory.Instant
}

// At is where the booking stands at a time, which a job may not have written yet.
func (b *BookedTime) At(now inventory.Instant) booking.State {
	return b.Status.At(b.StartsAt, b.EndsAt, b.PayUntil, now)
}

const bookedTime = "select b.id, b.status, b.starts_at, b.ends_at, b.pay_until from "

func scanBookedTime(r engine.Row, b *BookedTime) error {
	return r.Scan(&b.ID, (*string)(&b.Status), (*int64)(&b.StartsAt), (*int64)(&b.EndsAt), (*int64)(&b.PayUntil))
}

// BookedBetween returns the bookings of a venue, or of a room if one is named, that stand or may stand between
// two times, without set-up and tear-down, by start and id, at most limit.
func (s Venues) BookedBetween(ctx context.Context, org, venue, room string, from, until inventory.Instant, limit int) ([]BookedTime, error) {
	const stands = " and b.starts_at < $4 and b.ends_at > $5 and b.status in ('requested', 'pending_deposit', 'confirmed', 'completed')"
	// As with all bookings of a venue: those that keep their rooms for a day at most are found by their start.
	read := func(length string, first inventory.Instant) ([]BookedTime, error) {
		args := []any{org, venue, int64(first), int64(until), int64(from), limit}
		has := ""
		if room != "" {
			args = append(args, room)
			has = " and exists (select 1 from booking_rooms r where r.org_id = b.org_id and r.booking_id = b.id and r.room_id = $7)"
		}
		return table.All(ctx, s.db.Read, scanBookedTime, bookedTime+"bookings b where b.org_id = $1 and b.venue_id = $2 and b.starts_at >= $3 and "+busyFor+length+stands+has+
			" order by b.starts_at, b.id limit $6", args...)
	}
	list, err := read(" <= 86400000000", from-oneDay)
	if err != nil {
		return nil, fmt.Errorf("store: bookings of days: %w", s.db.Classify(err))
	}
	long, err := read(" > 86400000000", from-longest)
	if err != nil {
		return nil, fmt.Errorf("store: long bookings of days: %w", s.db.Classify(err))
	}
	list = append(list, long...)
	slices.SortFunc(list, func(a, b BookedTime) int {
		return cmp.Or(cmp.Compare(a.StartsAt, b.StartsAt), strings.Compare(a.ID, b.ID))
	})
	return list[:min(len(list), limit)], nil
}

// PurposesOf returns what bookings of an organization are for, by their ids.
func PurposesOf(ctx context.Context, s Venues, org string, ids []string) (map[string]string, error) {
	found := make(map[string]string, len(ids))
	for part := range slices.Chunk(ids, table.MaxInList) {
		in, args := table.InList(2, part)
		list, err := table.All(ctx, s.db.Read, func(r engine.Row, v *[2]string) error { return r.Scan(&v[0], &v[1]) },
			"select id, purpose from bookings where org_id = $1 and id in ("+in+")", append([]any{org}, args...)...)
		if err != nil {
			return nil, fmt.Errorf("store: what bookings are for: %w", s.db.Classify(err))
		}
		for _, v := range list {
			found[v[0]] = v[1]
		}
	}
	return found, nil
}
