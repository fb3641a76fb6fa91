package delivery

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/mail"
	"github.com/holdfast-events/holdfast/internal/message"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/messages"
)

// Task is a delivery with everything that is needed to send it.
type Task struct {
	Delivery messages.Delivery
	Event    *events.EventView
	Style    *message.Style
	Log      *mailkit.LogHead // nil: the event has no public log, or none yet
	Message  *events.MessageView
	Words    mailkit.Rendered // set before the task reaches a transport
	Images   []mail.Image     // that Words.HTML shows

	addressee  addressee
	generation int64 // of the worker that took it
}

// pollEvery is how often the database is asked for deliveries that can go out.
// Deliveries that this process has made are queued without it.
const pollEvery = 200 * time.Millisecond

// pump takes deliveries that can go out, wakes those that have become due, and puts
// both into the queues.
func (d *Dispatcher) pump() {
	for !d.stopped() {
		worked, err := d.round(d.sendCtx)
		if err != nil && !d.stopped() {
			d.log.Warn("delivery: cannot take deliveries", slog.Any("error", err))
			d.sleep(time.Second)
			continue
		}
		if worked {
			continue
		}
		t := time.NewTimer(pollEvery)
		select {
		case <-t.C:
		case <-d.nudged:
			// Deliveries that were just routed here are in the queue already. Wait a
			// moment, so that the database is not asked after every page.
			d.sleep(pollEvery / 10)
		case <-d.stopping:
		}
		t.Stop()
	}
}

// round does one pass. worked reports whether another one may find more at once.
func (d *Dispatcher) round(ctx context.Context) (worked bool, err error) {
	if !d.fresh() {
		return false, nil
	}
	later, err := d.store.Deliveries.AnyLater(ctx, d.instant())
	if err != nil {
		return false, err
	}
	if later {
		n, err := d.store.Deliveries.WakeDeliveries(ctx, d.instant(), wakeLimit)
		if err != nil {
			return false, err
		}
		worked = n > 0
	}
	for _, name := range Channels {
		took, err := d.fill(ctx, name)
		if err != nil {
			return false, err
		}
		worked = worked || took
	}
	return worked, nil
}

// fill takes deliveries of a channel, with an equal share for each organization.
func (d *Dispatcher) fill(ctx context.Context, name string) (took bool, err error) {
	ch := d.channels[name]
	limit := queueLimit
	if ch != nil {
		if all, _ := ch.queue.room(""); all < ch.queue.limit()/2 {
			return false, nil
		}
		limit = ch.queue.limit()
	}
	orgs, err := d.store.Deliveries.ReadyOrgs(ctx, name, "", orgLimit)
	if err == nil && ch != nil && len(orgs) < orgLimit && ch.queue.behindOthers(orgs) {
		err = d.catchUp(ctx, ch)
	}
	if err != nil || len(orgs) == 0 {
		return false, err
	}
	page := d.Yield(ctx)
	share := max(1, limit/len(orgs))
	for _, org := range orgs {
		want := share
		if ch != nil {
			all, own := ch.queue.room(org)
			want = min(share, all, own)
		}
		if want <= 0 || d.stopped() {
			continue
		}
		n, err := d.take(ctx, ch, name, org, min(want, page))
		if err != nil {
			return false, err
		}
		took = took || n > 0
	}
	return took, nil
}

// catchUp unmarks organizations as behind that have nothing left in the database. The
// lock keeps anybody from storing more meanwhile, and waits for those who put what they
// took into the queue: what comes after an organization has caught up is behind that.
func (d *Dispatcher) catchUp(ctx context.Context, ch *channel) error {
	d.holding.Lock()
	defer d.holding.Unlock()
	orgs, err := d.store.Deliveries.ReadyOrgs(ctx, ch.name, "", orgLimit)
	if err == nil && len(orgs) < orgLimit {
		ch.queue.behindOnly(orgs)
	}
	return err
}

// take takes deliveries of an organization and queues their tasks.
func (d *Dispatcher) take(ctx context.Context, ch *channel, name, org string, limit int) (int, error) {
	d.holding.RLock()
	defer d.holding.RUnlock()
	generation := d.generation.Load()
	list, err := d.store.Deliveries.TakeDeliveries(ctx, name, org, d.cfg.Worker, limit)
	if err != nil {
		d.suspect.Store(true)
		return 0, err
	}
	for i := range list {
		d.hold(&list[i])
	}
	tasks, err := d.open(ctx, org, list)
	if err != nil {
		d.suspect.Store(true)
		for i := range list {
			d.release(&Task{Delivery: list[i]})
		}
		return 0, err
	}
	ready := tasks[:0]
	for _, task := range tasks {
		task.generation = generation
		switch {
		case ch == nil:
			d.finish(task, verdict{state: messages.DeliverySuppressed, answer: "this server has no channel " + name})
		case task.Message == nil:
			d.finish(task, verdict{state: messages.DeliverySuppressed, answer: "the subject of the message is gone"})
		default:
			ready = append(ready, task)
		}
	}
	if ch != nil {
		ch.queue.push(ready...)
	}
	return len(list), nil
}

// open makes tasks of deliveries of an organization, with their messages and recipients.
func (d *Dispatcher) open(ctx context.Context, org string, list []messages.Delivery) ([]*Task, error) {
	byEvent := map[string][]*Task{}
	tasks := make([]*Task, len(list))
	for i := range list {
		tasks[i] = &Task{Delivery: list[i]}
		byEvent[list[i].EventID] = append(byEvent[list[i].EventID], tasks[i])
	}
	for event, group := range byEvent {
		ec, err := d.contexts.get(ctx, d, event)
		if err != nil {
			return nil, fmt.Errorf("delivery: read the event: %w", err)
		}
		if err := d.read(ctx, ec, event, group); err != nil {
			return nil, err
		}
		for _, task := range group {
			task.Event, task.Style, task.Log = ec.event, ec.style, ec.log
		}
		if err := d.attachDetails(ctx, ec, event, group); err != nil {
			return nil, err
		}
		if err := attachAnswers(ctx, d.store, event, group); err != nil {
			return nil, err
		}
		var views []events.MessageView
		var of []*Task
		for _, task := range group {
			if task.Message != nil {
				views, of = append(views, *task.Message), append(of, task)
			}
		}
		people, err := d.addressees(ctx, org, views)
		if err != nil {
			return nil, err
		}
		for i, task := range of {
			task.addressee = people[i]
		}
	}
	return tasks, nil
}

// read loads the messages of tasks of one event.
func (d *Dispatcher) read(ctx context.Context, ec *eventContext, event string, group []*Task) error {
	var seqs []int64
	var people, followers []string
	for _, task := range group {
		switch {
		case task.Delivery.Announcement == "":
			seqs = append(seqs, task.Delivery.Seq)
		case task.Delivery.Kind == message.NewEvent:
			followers = append(followers, task.Delivery.PersonID)
		default:
			people = append(people, task.Delivery.PersonID)
		}
	}
	bySeq := map[int64]*events.MessageView{}
	if len(seqs) > 0 {
		views, err := d.store.Messages.MessagesBySeq(ctx, event, seqs)
		if err != nil {
			return fmt.Errorf("delivery: read messages: %w", err)
		}
		for i := range views {
			bySeq[views[i].Message.Seq] = &views[i]
		}
	}
	var byPerson map[string]*events.MessageView
	if len(people) > 0 {
		var err error
		if byPerson, err = d.store.Announcements.PeopleWithHolds(ctx, event, people); err != nil {
			return fmt.Errorf("delivery: read people: %w", err)
		}
	}
	// A follower's id is nobody's of the event.
	byFollower, err := d.store.Follows.ByID(ctx, event, ec.event.Event.OrgID, followers)
	if err != nil {
		return fmt.Errorf("delivery: read followers: %w", err)
	}
	byEntrant, err := d.store.Entrants.ByID(ctx, event, people) // nor is that of an entrant of a draw
	if err != nil {
		return fmt.Errorf("delivery: read entrants of a draw: %w", err)
	}
	people = slices.DeleteFunc(people, func(person string) bool { return byPerson[person] != nil || byEntrant[person] != nil })
	byPass, err := d.passHolders(ctx, event, people) // nor is that of whoever has a pass
	if err != nil {
		return err
	}
	for _, task := range group {
		if task.Delivery.Announcement == "" {
			task.Message = bySeq[task.Delivery.Seq]
		} else if v := cmp.Or(byFollower[task.Delivery.PersonID], byPerson[task.Delivery.PersonID], byEntrant[task.Delivery.PersonID], byPass[task.Delivery.PersonID]); v != nil {
			task.Message = announcementView(*v, task.Delivery.Kind, task.Delivery.CreatedAt)
		}
	}
	return nil
}

// passHolders reads recipients of messages of a date who have a pass that covers it.
func (d *Dispatcher) passHolders(ctx context.Context, date string, recipients []string) (map[string]*events.MessageView, error) {
	found, err := d.store.PassHolders.ByRecipient(ctx, date, recipients)
	if err != nil {
		return nil, fmt.Errorf("delivery: read people with a pass: %w", err)
	}
	for _, v := range found {
		if err := d.readPass(ctx, v); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// announcementView makes the message of an announcement to a person, about their hold or
// the ticket that was transferred to them.
func announcementView(v events.MessageView, kind inventory.MessageKind, at inventory.Instant) *events.MessageView {
	v.Message = inventory.Message{PersonID: v.Person.ID, Kind: kind, At: at}
	switch {
	case kind == message.Announcement: // about the event, not a ticket
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

// eventContext is an event with the style of its messages. It is cached for contextFor,
// so a message may be out of date by that much.
type eventContext struct {
	event *events.EventView
	style *message.Style
	log   *mailkit.LogHead
	read  time.Time
	asOf  inventory.Instant // when it was read, by the clock that announcements are due by
}

const (
	contextFor   = 500 * time.Millisecond
	contextLimit = 1000
)

type eventContexts struct {
	mu   sync.Mutex
	list map[string]*eventContext // guarded by mu
}

func (c *eventContexts) get(ctx context.Context, d *Dispatcher, event string) (*eventContext, error) {
	c.mu.Lock()
	ec := c.list[event]
	c.mu.Unlock()
	// An announcement can be due the moment after the change that it tells of, when that
	// clock moves faster than this machine's.
	if now := d.instant(); ec != nil && time.Since(ec.read) < contextFor && now-ec.asOf < inventory.Instant(contextFor/time.Microsecond) {
		return ec, nil
	}
	read, asOf := time.Now(), d.instant()
	ev, err := d.store.Events.Event(ctx, event)
	if err != nil {
		return nil, err
	}
	if ev.Covers, err = d.store.Passes.Dates(ctx, ev); err != nil {
		return nil, fmt.Errorf("delivery: read what a pass covers: %w", err)
	}
	style, err := d.style(ctx, ev.Event.OrgID, event)
	if err != nil {
		return nil, err
	}
	ec = &eventContext{event: ev, style: style, log: d.LogHead(ctx, ev), read: read, asOf: asOf}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.list == nil || len(c.list) >= contextLimit {
		c.list = map[string]*eventContext{}
	}
	c.list[event] = ec
	return ec, nil
}

// LogHead reads the head of an event's public log; nil: it has none, or none yet.
func (d *Dispatcher) LogHead(ctx context.Context, ev *events.EventView) *mailkit.LogHead {
	if d.cfg.LogHead == nil || ev.Event.Settings.LogAudience() == inventory.LogOff {
		return nil
	}
	head, err := d.cfg.LogHead(ctx, ev.Event.ID)
	if err != nil && ctx.Err() == nil {
		d.log.WarnContext(ctx, "delivery: public log not readable; mails go without its head", slog.String("event", ev.Event.ID), slog.Any("error", err))
	}
	return head
}

// style reads an organizer's texts and brand.
func (d *Dispatcher) style(ctx context.Context, org, event string) (*message.Style, error) {
	brand, err := d.store.Wordings.BrandOf(ctx, org)
	if err != nil {
		return nil, err
	}
	words, err := d.store.Wordings.WordingsOf(ctx, org, event)
	if err != nil {
		return nil, err
	}
	profile, err := d.store.Organizations.Profile(ctx, org)
	if err != nil {
		return nil, err
	}
	style, err := message.NewStyle(brand, words)
	style.Organization = profile.Name
	if err != nil { // texts that cannot be read are left out of style
		d.log.WarnContext(ctx, "delivery: custom text not usable; sending the default", slog.String("event", event), slog.Any("error", err))
	}
	return style, nil
}
