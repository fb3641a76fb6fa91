package delivery

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/audience"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/message"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	storeguests "github.com/holdfast-events/holdfast/internal/store/guests"
	"github.com/holdfast-events/holdfast/internal/store/messages"
)

// writtenPage returns those of the next size guests who receive a written
// announcement, and the event context with its text, and advances n. Guests are paged
// through from the latest to the first, so people who register after it began to go
// out do not receive it.
func (d *Dispatcher) writtenPage(ctx context.Context, ec *eventContext, n *messages.Announcement, now inventory.Instant, size int) (*eventContext, []events.MessageView, error) {
	b, err := d.store.Announcements.WrittenByID(ctx, n.EventID, n.ID)
	if err != nil {
		return nil, nil, fmt.Errorf("delivery: read an announcement: %w", err)
	}
	var wanted audience.Filter
	if err := json.Unmarshal([]byte(b.Audience), &wanted); err != nil {
		return nil, nil, fmt.Errorf("delivery: read the audience of an announcement: %w", err)
	}
	style, err := writtenStyle(ec.style, b)
	if err != nil {
		return nil, nil, err
	}
	guests, err := d.store.People.Guests(ctx, n.EventID, n.LastHold, size)
	if err != nil {
		return nil, nil, err
	}
	which, err := wanted.Which(ctx, d.store, n.EventID, guests)
	if err != nil {
		return nil, nil, err
	}
	var people []events.MessageView
	for i := range guests {
		n.LastHold = guests[i].Person.ID
		if which[i] {
			people = append(people, *writtenView(n.EventID, &guests[i], b.Locale, now))
		}
	}
	if len(guests) < size {
		n.State = messages.AnnouncementDone
	}
	return &eventContext{event: ec.event, style: style, log: ec.log, read: ec.read}, people, nil
}

// writtenView makes a message to a guest. It is about the confirmed hold of the guest,
// or else a pending one, or else the waitlist entry.
func writtenView(event string, g *storeguests.GuestView, locale string, at inventory.Instant) *events.MessageView {
	v := events.MessageView{EventID: event, Person: g.Person}
	for i := range g.Holds {
		if v.Hold == nil || g.Holds[i].State == inventory.HoldConfirmed && v.Hold.State != inventory.HoldConfirmed {
			v.Hold = &g.Holds[i]
		}
	}
	if v.Hold == nil {
		v.Entry = g.Entry
	}
	v.Person.Profile.Locale = locale
	return announcementView(v, message.Announcement, at)
}

// writtenStyle returns the event's style with the text of a written announcement.
func writtenStyle(style *message.Style, b *messages.WrittenAnnouncement) (*message.Style, error) {
	words, err := message.DecodeWords(b.Words)
	if err != nil {
		return nil, fmt.Errorf("delivery: read the text of an announcement: %w", err)
	}
	return style.With(message.Announcement, b.Locale, words), nil
}

// attachDetails gives tasks of written announcements their text. A task whose
// announcement is gone loses its message.
func (d *Dispatcher) attachDetails(ctx context.Context, ec *eventContext, event string, group []*Task) error {
	type written struct {
		style  *message.Style
		locale string
	}
	texts := map[string]*written{}
	for _, task := range group {
		if task.Delivery.Kind != message.Announcement || task.Message == nil {
			continue
		}
		text, ok := texts[task.Delivery.Announcement]
		if !ok {
			b, err := d.store.Announcements.WrittenByID(ctx, event, task.Delivery.Announcement)
			if err != nil && !errors.Is(err, database.ErrNotFound) {
				return fmt.Errorf("delivery: read an announcement: %w", err)
			}
			if err == nil {
				style, err := writtenStyle(ec.style, b)
				if err != nil {
					return err
				}
				text = &written{style, b.Locale}
			}
			texts[task.Delivery.Announcement] = text
		}
		if text == nil {
			task.Message = nil
			continue
		}
		task.Style, task.Message.Person.Profile.Locale = text.style, text.locale
	}
	return nil
}
