package delivery

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/message"
	"github.com/holdfast-events/holdfast/internal/store"
)

// Letter is a delivery with all that is needed to send it.
type Letter struct {
	Delivery store.Delivery
	Event    *store.EventView
	Style    *message.Style
	Message  *store.MessageView
	Words    message.Rendered // set before a Post sees it

	addressee  addressee
	generation int64 // of the worker that took it
}

// pollEvery is how often the database is asked what could go out. What this
// process makes itself it does not wait for.
const pollEvery = 200 * time.Millisecond

// pump takes deliveries that could go out, wakes those whose time has come, and
// puts both into the queues.
func (k *Dispatcher) pump() {
	for !k.stopped() {
		worked, err := k.round(k.sendCtx)
		if err != nil && !k.stopped() {
			k.log.Warn("delivery: cannot take deliveries", slog.Any("error", err))
			k.sleep(time.Second)
			continue
		}
		if worked {
			continue
		}
		t := time.NewTimer(pollEvery)
		select {
		case <-t.C:
		case <-k.nudged:
			// What was just routed here is in the queue already. The rest is asked
			// for when there is room again, not for every page.
			k.sleep(pollEvery / 10)
		case <-k.stopping:
		}
		t.Stop()
	}
}

// round looks once. worked says that there may be more to do at once.
func (k *Dispatcher) round(ctx context.Context) (worked bool, err error) {
	if !k.fresh() {
		return false, nil
	}
	later, err := k.store.Deliveries.AnyLater(ctx, k.instant())
	if err != nil {
		return false, err
	}
	if later {
		n, err := k.store.Deliveries.WakeDeliveries(ctx, k.instant(), wakeLimit)
		if err != nil {
			return false, err
		}
		worked = n > 0
	}
	for _, name := range Channels {
		took, err := k.fill(ctx, name)
		if err != nil {
			return false, err
		}
		worked = worked || took
	}
	return worked, nil
}

// fill takes deliveries of a channel, of each organization its share.
func (k *Dispatcher) fill(ctx context.Context, name string) (took bool, err error) {
	ch := k.channels[name]
	limit := queueLimit
	if ch != nil {
		if all, _ := ch.queue.room(""); all < ch.queue.limit()/2 {
			return false, nil
		}
		limit = ch.queue.limit()
	}
	orgs, err := k.store.Deliveries.ReadyOrgs(ctx, name, "", orgLimit)
	if err == nil && ch != nil && len(orgs) < orgLimit && ch.queue.behindOthers(orgs) {
		err = k.catchUp(ctx, ch)
	}
	if err != nil || len(orgs) == 0 {
		return false, err
	}
	page := k.Yield(ctx)
	share := max(1, limit/len(orgs))
	for _, org := range orgs {
		want := share
		if ch != nil {
			all, own := ch.queue.room(org)
			want = min(share, all, own)
		}
		if want <= 0 || k.stopped() {
			continue
		}
		n, err := k.take(ctx, ch, name, org, min(want, page))
		if err != nil {
			return false, err
		}
		took = took || n > 0
	}
	return took, nil
}

// catchUp forgets of organizations that they are behind which have nothing in the
// database any more: the last that was taken of them was as much as was asked for,
// and so did not say that it was the last. While it asks nobody can store more.
func (k *Dispatcher) catchUp(ctx context.Context, ch *channel) error {
	k.holding.Lock()
	defer k.holding.Unlock()
	orgs, err := k.store.Deliveries.ReadyOrgs(ctx, ch.name, "", orgLimit)
	if err == nil && len(orgs) < orgLimit {
		ch.queue.behindOnly(orgs)
	}
	return err
}

// take takes deliveries of an organization and queues their letters.
func (k *Dispatcher) take(ctx context.Context, ch *channel, name, org string, limit int) (int, error) {
	k.holding.RLock()
	defer k.holding.RUnlock()
	generation := k.generation.Load()
	list, err := k.store.Deliveries.TakeDeliveries(ctx, name, org, k.cfg.Worker, limit)
	if err != nil {
		k.suspect.Store(true)
		return 0, err
	}
	if ch != nil && len(list) < limit {
		ch.queue.caughtUp(org)
	}
	for i := range list {
		k.hold(&list[i])
	}
	letters, err := k.open(ctx, org, list)
	if err != nil {
		k.suspect.Store(true)
		for i := range list {
			k.release(&Letter{Delivery: list[i]})
		}
		return 0, err
	}
	ready := letters[:0]
	for _, l := range letters {
		l.generation = generation
		switch {
		case ch == nil:
			k.settle(l, verdict{state: store.DeliverySuppressed, answer: "this server has no way to send by " + name})
		case l.Message == nil:
			k.settle(l, verdict{state: store.DeliverySuppressed, answer: "what it tells of is gone"})
		default:
			ready = append(ready, l)
		}
	}
	if ch != nil {
		ch.queue.push(ready...)
	}
	return len(list), nil
}

// open reads what deliveries of an organization tell of, and of whom.
func (k *Dispatcher) open(ctx context.Context, org string, list []store.Delivery) ([]*Letter, error) {
	byEvent := map[string][]*Letter{}
	letters := make([]*Letter, len(list))
	for i := range list {
		letters[i] = &Letter{Delivery: list[i]}
		byEvent[list[i].EventID] = append(byEvent[list[i].EventID], letters[i])
	}
	for event, group := range byEvent {
		s, err := k.scenes.get(ctx, k, event)
		if err != nil {
			return nil, fmt.Errorf("delivery: read the event: %w", err)
		}
		if err := k.read(ctx, s, event, group); err != nil {
			return nil, err
		}
		for _, l := range group {
			l.Event, l.Style = s.event, s.style
		}
		if err := k.dress(ctx, s, event, group); err != nil {
			return nil, err
		}
		var views []store.MessageView
		var of []*Letter
		for _, l := range group {
			if l.Message != nil {
				views, of = append(views, *l.Message), append(of, l)
			}
		}
		people, err := k.addressees(ctx, org, views)
		if err != nil {
			return nil, err
		}
		for i, l := range of {
			l.addressee = people[i]
		}
	}
	return letters, nil
}

// read finds the messages of letters of one event.
func (k *Dispatcher) read(ctx context.Context, s *scene, event string, group []*Letter) error {
	var seqs []int64
	var people []string
	for _, l := range group {
		if l.Delivery.Notice == "" {
			seqs = append(seqs, l.Delivery.Seq)
		} else {
			people = append(people, l.Delivery.PersonID)
		}
	}
	bySeq := map[int64]*store.MessageView{}
	if len(seqs) > 0 {
		views, err := k.store.Messages.MessagesBySeq(ctx, event, seqs)
		if err != nil {
			return fmt.Errorf("delivery: read messages: %w", err)
		}
		for i := range views {
			bySeq[views[i].Message.Seq] = &views[i]
		}
	}
	var byPerson map[string]*store.MessageView
	if len(people) > 0 {
		var err error
		if byPerson, err = k.store.Announcements.PeopleWithHolds(ctx, event, people); err != nil {
			return fmt.Errorf("delivery: read people: %w", err)
		}
	}
	for _, l := range group {
		if l.Delivery.Notice == "" {
			l.Message = bySeq[l.Delivery.Seq]
		} else if v := byPerson[l.Delivery.PersonID]; v != nil {
			l.Message = noticeView(*v, l.Delivery.Kind, l.Delivery.CreatedAt)
		}
	}
	return nil
}

// noticeView makes a message of a person and their place, or the ticket that they
// have from somebody else.
func noticeView(v store.MessageView, kind inventory.MessageKind, at inventory.Instant) *store.MessageView {
	v.Message = inventory.Message{PersonID: v.Person.ID, Kind: kind, At: at}
	switch {
	case kind == message.Bulletin: // is about the event
		v.Transfer = nil
	case v.Transfer != nil:
		v.Hold, v.Entry = nil, nil
		v.Message.Ref = v.Transfer.Transfer.ID
	}
	if v.Hold != nil {
		v.Message.Ref = v.Hold.ID
	}
	return &v
}

// scene is an event with how its messages look. It is remembered for sceneFor:
// a letter shows what was true when it was put into words, give or take that.
type scene struct {
	event *store.EventView
	style *message.Style
	read  time.Time
}

const (
	sceneFor   = 500 * time.Millisecond
	sceneLimit = 1000
)

type scenes struct {
	mu   sync.Mutex
	list map[string]*scene // guarded by mu
}

func (c *scenes) get(ctx context.Context, k *Dispatcher, event string) (*scene, error) {
	c.mu.Lock()
	s := c.list[event]
	c.mu.Unlock()
	if s != nil && time.Since(s.read) < sceneFor {
		return s, nil
	}
	read := time.Now()
	ev, err := k.store.Events.Event(ctx, event)
	if err != nil {
		return nil, err
	}
	style, err := k.style(ctx, ev.Event.OrgID, event)
	if err != nil {
		return nil, err
	}
	s = &scene{event: ev, style: style, read: read}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.list == nil || len(c.list) >= sceneLimit {
		c.list = map[string]*scene{}
	}
	c.list[event] = s
	return s, nil
}

// style reads an organizer's words and look.
func (k *Dispatcher) style(ctx context.Context, org, event string) (*message.Style, error) {
	brand, err := k.store.Wordings.BrandOf(ctx, org)
	if err != nil {
		return nil, err
	}
	words, err := k.store.Wordings.WordingsOf(ctx, org, event)
	if err != nil {
		return nil, err
	}
	style, err := message.NewStyle(brand, words)
	if err != nil { // what cannot be read is said in our words
		k.log.WarnContext(ctx, "delivery: custom text not usable; sending the default", slog.String("event", event), slog.Any("error", err))
	}
	return style, nil
}
