package delivery

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/audience"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/message"
	"github.com/holdfast-events/holdfast/internal/store"
)

// bulletinPage returns who a bulletin goes to of the next size guests, and the
// scene in its words; n is moved on. Whoever comes to the event after it began to
// go out is not written to: people are paged through from the latest to the first.
func (k *Dispatcher) bulletinPage(ctx context.Context, s *scene, n *store.Announcement, now inventory.Instant, size int) (*scene, []store.MessageView, error) {
	b, err := k.store.Announcements.BulletinByID(ctx, n.EventID, n.ID)
	if err != nil {
		return nil, nil, fmt.Errorf("delivery: read a bulletin: %w", err)
	}
	var wanted audience.Filter
	if err := json.Unmarshal([]byte(b.Audience), &wanted); err != nil {
		return nil, nil, fmt.Errorf("delivery: who a bulletin is for: %w", err)
	}
	style, err := bulletinStyle(s.style, b)
	if err != nil {
		return nil, nil, err
	}
	guests, err := k.store.People.Guests(ctx, n.EventID, n.LastHold, size)
	if err != nil {
		return nil, nil, err
	}
	var people []store.MessageView
	for i := range guests {
		n.LastHold = guests[i].Person.ID
		if wanted.Wants(&guests[i]) {
			people = append(people, *bulletinView(n.EventID, &guests[i], b.Locale, now))
		}
	}
	if len(guests) < size {
		n.State = store.NoticeDone
	}
	return &scene{event: s.event, style: style, read: s.read}, people, nil
}

// bulletinView makes a message of a guest: about the place that they have, or
// else the one that they may have.
func bulletinView(event string, g *store.GuestView, locale string, at inventory.Instant) *store.MessageView {
	v := store.MessageView{EventID: event, Person: g.Person}
	for i := range g.Holds {
		if v.Hold == nil || g.Holds[i].State == inventory.HoldConfirmed && v.Hold.State != inventory.HoldConfirmed {
			v.Hold = &g.Holds[i]
		}
	}
	if v.Hold == nil {
		v.Entry = g.Entry
	}
	v.Person.Profile.Locale = locale
	return noticeView(v, message.Bulletin, at)
}

// bulletinStyle is how a bulletin is said and looks.
func bulletinStyle(style *message.Style, b *store.Bulletin) (*message.Style, error) {
	words, err := message.DecodeWords(b.Words)
	if err != nil {
		return nil, fmt.Errorf("delivery: the words of a bulletin: %w", err)
	}
	return style.With(message.Bulletin, b.Locale, words), nil
}

// dress gives the letters that are of bulletins their words.
func (k *Dispatcher) dress(ctx context.Context, s *scene, event string, group []*Letter) error {
	type dressed struct {
		style  *message.Style
		locale string
	}
	known := map[string]*dressed{}
	for _, l := range group {
		if l.Delivery.Kind != message.Bulletin || l.Message == nil {
			continue
		}
		d, ok := known[l.Delivery.Notice]
		if !ok {
			b, err := k.store.Announcements.BulletinByID(ctx, event, l.Delivery.Notice)
			if err != nil && !errors.Is(err, store.ErrNotFound) {
				return fmt.Errorf("delivery: read a bulletin: %w", err)
			}
			if err == nil {
				style, err := bulletinStyle(s.style, b)
				if err != nil {
					return err
				}
				d = &dressed{style, b.Locale}
			}
			known[l.Delivery.Notice] = d
		}
		if d == nil { // it is gone, and what it said with it
			l.Message = nil
			continue
		}
		l.Style, l.Message.Person.Profile.Locale = d.style, d.locale
	}
	return nil
}
