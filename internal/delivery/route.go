package delivery

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/mail"
	"github.com/holdfast-events/holdfast/internal/message"
	"github.com/holdfast-events/holdfast/internal/store"
)

// ErrStopped: all that waited for its turn was asked to stop. Nothing is lost.
var ErrStopped = errors.New("delivery: asked to stop")

// Route makes the deliveries of the messages of an event with
// fromSeq <= seq <= toSeq. Doing it again makes none twice. What is urgent does
// not yield. When stop is closed no page is begun, and the error is ErrStopped.
func (k *Dispatcher) Route(ctx context.Context, stop <-chan struct{}, event string, fromSeq, toSeq int64, urgent bool) error {
	for at := fromSeq; at <= toSeq; {
		page := pageSize
		if !urgent {
			page = k.Yield(ctx)
		}
		next, err := k.routePage(ctx, stop, event, at, toSeq, page)
		if err != nil || next == 0 {
			return err
		}
		at = next
	}
	return nil
}

// routePage makes the deliveries of one page of messages, limit at most. next is
// where the one after it begins; 0: there is none.
func (k *Dispatcher) routePage(ctx context.Context, stop <-chan struct{}, event string, fromSeq, toSeq int64, limit int) (next int64, err error) {
	select {
	case <-stop:
		return 0, ErrStopped
	default:
	}
	select {
	case k.pages <- struct{}{}:
		defer func() { <-k.pages }()
	case <-stop:
		return 0, ErrStopped
	case <-ctx.Done():
		return 0, ctx.Err()
	}
	page, err := k.store.Messages.MessagesBetween(ctx, event, fromSeq, toSeq, limit)
	if err != nil {
		return 0, fmt.Errorf("delivery: read messages: %w", err)
	}
	if len(page) == 0 {
		return 0, nil
	}
	s, err := k.scenes.get(ctx, k, event)
	if err != nil {
		return 0, fmt.Errorf("delivery: read the event: %w", err)
	}
	drafts, jobs, err := k.draft(ctx, s, page, nil)
	if err != nil {
		return 0, err
	}
	err = k.dispatch(drafts, func(rows []store.Delivery) (map[store.DeliveryKey]bool, error) {
		return k.store.Deliveries.AddDeliveries(ctx, rows, jobs...)
	})
	if err != nil {
		return 0, fmt.Errorf("delivery: store deliveries: %w", err)
	}
	return page[len(page)-1].Message.Seq + 1, nil
}

// draft is a delivery that is about to be stored, with its letter.
type draft struct {
	row    store.Delivery
	letter *Letter
}

// draft chooses the channel and the time of each message. notice is what all of
// them are of, or nil for messages of the ledger.
func (k *Dispatcher) draft(ctx context.Context, s *scene, page []store.MessageView, notice *store.Announcement) ([]draft, []store.Job, error) {
	org := s.event.Event.OrgID
	people, err := k.addressees(ctx, org, page)
	if err != nil {
		return nil, nil, err
	}
	now := k.instant()
	var drafts []draft
	var jobs []store.Job
	seen := map[string]bool{}
	for i := range page {
		m, a := &page[i], people[i]
		row := store.Delivery{
			EventID: m.EventID, OrgID: org, PersonID: m.Person.ID, Kind: m.Message.Kind, State: store.DeliveryQueued, CreatedAt: now,
			Message: store.MessageOfSeq(m.Message.Seq), Seq: m.Message.Seq, Channel: MailChannel,
		}
		if notice != nil {
			row.Message, row.Notice, row.About = noticeMessage(notice, m.Person.ID), notice.ID, s.event.Event.StartsAt
		}
		if seen[row.Message] {
			continue // who holds two places is reminded once
		}
		seen[row.Message] = true
		row.Urgency = urgencyOf(row.Kind, row.Notice)
		reason, err := k.untold(ctx, s, m, a, now)
		if err != nil {
			return nil, nil, err
		}
		if reason != "" {
			row.State, row.Answer, row.EndedAt = store.DeliverySuppressed, reason, now
			drafts = append(drafts, draft{row: row})
			continue
		}
		row.Channel = a.channels[0]
		due, late := quiet(s.event, m, a.zone(s.event), now)
		if late != "" {
			row.State, row.Answer, row.EndedAt = store.DeliverySuppressed, late, now
			drafts = append(drafts, draft{row: row})
			continue
		}
		if due > now {
			row.DueAt = due
			if job, ok := k.startLater(s, m, due); ok {
				jobs = append(jobs, job)
			}
		}
		drafts = append(drafts, draft{row: row, letter: &Letter{Event: s.event, Style: s.style, Message: m, addressee: a}})
	}
	return drafts, jobs, nil
}

// untold says why a message is not delivered on any channel; "" when it is.
func (k *Dispatcher) untold(ctx context.Context, s *scene, m *store.MessageView, a addressee, now inventory.Instant) (string, error) {
	if reason := over(s.event, m, 0, now); reason != "" {
		return reason, nil
	}
	if a.muted(m.Message.Kind) {
		return "the person does not want this kind of message", nil
	}
	if len(a.channels) == 0 {
		return a.reason, nil
	}
	if m.Message.Kind == inventory.MsgOfferExtended {
		// An extension that this package asked for is told with the offer itself,
		// which goes out by the next channel or in the morning.
		rows, err := k.store.Events.Audit(ctx, m.EventID, m.Message.Seq-1, 1)
		if err != nil {
			return "", fmt.Errorf("delivery: read who extended: %w", err)
		}
		if len(rows) == 1 && rows[0].Actor == Actor {
			return "told with the offer", nil
		}
	}
	return "", nil
}

// Actor is who extends a claim window because of a channel, in the audit log.
const Actor = "system"

// noticeMessage is the name of what a notice tells one person: the same for all
// tries, and another one when the event has moved.
func noticeMessage(n *store.Announcement, person string) string {
	return fmt.Sprintf("%s.%d.%s", n.ID, int64(n.DueAt)/1_000_000, person[max(0, len(person)-16):])
}

// dispatch stores deliveries with add. Those that could go out now, and that
// there is room for, are taken over in the same step, which spares asking the
// database for them.
func (k *Dispatcher) dispatch(drafts []draft, add func([]store.Delivery) (map[store.DeliveryKey]bool, error)) error {
	k.holding.RLock()
	defer k.holding.RUnlock()
	room := map[string]int{}
	if k.started.Load() && !k.stopped() && k.fresh() && len(drafts) > 0 {
		for name, ch := range k.channels {
			if org := drafts[0].row.OrgID; !ch.queue.behind(org) {
				all, own := ch.queue.room(org)
				room[name] = min(all, own)
			}
		}
	}
	// Where there is not room for all, it is for the most urgent.
	slices.SortStableFunc(drafts, func(a, b draft) int { return cmp.Compare(a.row.Urgency, b.row.Urgency) })
	generation := k.generation.Load()
	rows := make([]store.Delivery, len(drafts))
	for i := range drafts {
		d := &drafts[i]
		if d.letter != nil && d.row.State == store.DeliveryQueued && d.row.DueAt == 0 && room[d.row.Channel] > 0 {
			room[d.row.Channel]--
			d.row.Owner, d.row.Attempts = k.cfg.Worker, 1
			k.hold(&d.row)
		} else if ch := k.channels[d.row.Channel]; ch != nil && d.row.State == store.DeliveryQueued && d.row.DueAt == 0 {
			ch.queue.spill(d.row.OrgID)
			room[d.row.Channel] = 0
		}
		rows[i] = d.row
	}
	added, err := add(rows)
	if err != nil {
		k.suspect.Store(true) // it may have been stored nevertheless
	}
	letters := map[string][]*Letter{}
	for i := range drafts {
		d := &drafts[i]
		if d.row.Owner == "" {
			continue
		}
		d.letter.Delivery, d.letter.generation = d.row, generation
		if err != nil || !added[store.DeliveryKey{Message: d.row.Message, Channel: d.row.Channel}] {
			k.release(d.letter)
			continue
		}
		letters[d.row.Channel] = append(letters[d.row.Channel], d.letter)
	}
	if err != nil {
		return err
	}
	for name, list := range letters {
		k.channels[name].queue.push(list...)
	}
	k.nudge()
	return nil
}

// addressee is a person as far as channels care.
type addressee struct {
	contact  *store.Contact // nil: nothing is known
	channels []string       // that reach the person, the first is the one to use
	reason   string         // why there is none
}

// order is how channels are tried: the person's own, else ours.
func (a *addressee) order() []string {
	if a.contact != nil && len(a.contact.Channels) > 0 {
		return a.contact.Channels
	}
	return Channels
}

// Kinds of a contact that are not wanted. Only what is optional can be muted.
func (a *addressee) muted(kind inventory.MessageKind) bool {
	if a.contact == nil || !message.Optional(kind) {
		return false
	}
	return a.contact.MutedAt != 0 || slices.Contains(a.contact.Muted, string(kind))
}

// addressees looks up how the people of messages can be reached.
func (k *Dispatcher) addressees(ctx context.Context, org string, page []store.MessageView) ([]addressee, error) {
	list := make([]addressee, len(page))
	if len(k.channels) == 0 {
		for i := range list {
			list[i].reason = mail.NowhereReason
		}
		return list, nil
	}
	keys := make([]string, len(page))
	for i := range page {
		keys[i] = k.PersonKey(org, page[i].Person.UserID)
	}
	contacts, err := k.store.Contacts.ContactsOf(ctx, org, keys)
	if err != nil {
		return nil, fmt.Errorf("delivery: read contacts: %w", err)
	}
	var hashes []string
	for i := range page {
		list[i].contact = contacts[keys[i]]
		for channel, address := range addressesOf(&page[i], list[i].contact) {
			hashes = append(hashes, k.AddressKey(channel, address))
		}
	}
	dead, err := k.store.Contacts.Suppressed(ctx, org, hashes)
	if err != nil {
		return nil, fmt.Errorf("delivery: read suppressions: %w", err)
	}
	for i := range page {
		k.choose(&list[i], &page[i], dead)
	}
	return list, nil
}

// addressesOf are the person's addresses by channel, consent given.
func addressesOf(m *store.MessageView, c *store.Contact) map[string]string {
	found := map[string]string{}
	if m.Person.Profile.Email != "" {
		found[MailChannel] = m.Person.Profile.Email
	}
	if c == nil {
		return found
	}
	if c.Phone != "" && c.SMSAt != 0 {
		found[SMSChannel] = c.Phone
	}
	if len(c.Push) > 0 && c.PushAt != 0 {
		found[PushChannel] = c.Push[0].Endpoint
	}
	return found
}

// choose lists the channels that reach a person, in the person's order.
func (k *Dispatcher) choose(a *addressee, m *store.MessageView, dead map[string]store.Suppression) {
	if strings.HasPrefix(m.Person.UserID, erasedPrefix) {
		a.reason = "the person was erased"
		return
	}
	addresses := addressesOf(m, a.contact)
	a.reason = "the person has no address"
	for _, name := range a.order() {
		address, ok := addresses[name]
		if !ok || k.channels[name] == nil {
			continue
		}
		if s, ok := dead[k.AddressKey(name, address)]; ok {
			a.reason = "the address is not written to any more: " + s.Reason
			continue
		}
		a.channels = append(a.channels, name)
	}
}

// erasedPrefix begins the user id of a person whose data was removed (see
// inventory.PersonChange).
const erasedPrefix = "erased:"

// over says why a message is not, or no longer, true; "" when it is. about is
// the start of the event that a notice speaks of.
func over(ev *store.EventView, m *store.MessageView, about, now inventory.Instant) string {
	if strings.HasPrefix(m.Person.UserID, erasedPrefix) {
		return "the person was erased"
	}
	switch m.Message.Kind {
	case inventory.MsgWaitlisted:
		if m.Entry != nil && m.Entry.State != inventory.EntryWaiting {
			// The message of that goes before this one, which is less urgent, and
			// "you are on the waitlist" after it would be wrong.
			return "the wait was over before the message went out"
		}
	case inventory.MsgOffer, inventory.MsgOfferExtended:
		switch {
		case m.Offer == nil:
			return ""
		case m.Offer.State != inventory.OfferOpen:
			return "the offer was " + string(m.Offer.State) + " before the message went out"
		case m.Offer.ExpiresAt != 0 && m.Offer.ExpiresAt <= now:
			return "the offer ended before the message went out"
		}
	case inventory.MsgOrderPending:
		if m.Hold != nil && (m.Hold.State != inventory.HoldHeld || m.Hold.ExpiresAt <= now) {
			return "the order was paid or over before the message went out"
		}
	case inventory.MsgTicketReissued:
		if m.Hold != nil && m.Hold.State != inventory.HoldConfirmed {
			return "the place was given back before the message went out"
		}
	case inventory.MsgTicketReceived:
		switch {
		case m.Transfer == nil:
			return ""
		case !m.Transfer.Ticket.Valid:
			return "the ticket was void before the message went out"
		case m.Transfer.Ticket.HolderID != m.Person.ID:
			return "the ticket went to somebody else before the message went out"
		}
	case message.Reminder, message.EventChanged:
		switch {
		case ev.Event.Status != inventory.Published:
			return "the event is not held"
		case !stands(m):
			return "the place was given back before the message went out"
		case about != 0 && about != ev.Event.StartsAt:
			return "the event was moved before the message went out"
		case now >= ev.Event.EndsAt, m.Message.Kind == message.Reminder && now >= ev.Event.StartsAt:
			return "the event began before the message went out"
		}
	}
	return ""
}

// stands says whether the place, or the ticket from somebody else, that a notice
// speaks of is still its reader's.
func stands(m *store.MessageView) bool {
	if t := m.Transfer; t != nil {
		return t.Ticket.Valid && t.Ticket.HolderID == m.Person.ID
	}
	return m.Hold != nil && m.Hold.State == inventory.HoldConfirmed
}

// PersonKey names a person of an organization in contacts: a keyed hash of the
// organization's own name for them.
func (k *Dispatcher) PersonKey(org, user string) string { return PersonKey(k.cfg.Key, org, user) }

// AddressKey names an address in suppressions.
func (k *Dispatcher) AddressKey(channel, address string) string {
	return AddressKey(k.cfg.Key, channel, address)
}

// PersonKey is Courier.PersonKey for who has the key only.
func PersonKey(key []byte, org, user string) string { return keyed(key, "person", org, user) }

// AddressKey is Courier.AddressKey for who has the key only.
func AddressKey(key []byte, channel, address string) string {
	return keyed(key, "address", channel, strings.ToLower(address))
}

func keyed(key []byte, parts ...string) string {
	h := hmac.New(sha256.New, key)
	for _, p := range parts {
		fmt.Fprintf(h, "%d:%s\n", len(p), p)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// ExtendKind is the kind of the job that asks for a longer claim window.
const ExtendKind = "extend_offer"

// Extend are the arguments of that job: the window of an offer is to last until
// then at least. Doing it twice extends once.
type Extend struct {
	EventID string `json:"event_id"`
	OfferID string `json:"offer_id"`
	Until   int64  `json:"until"` // µs UTC
}

// extendTries bounds the tries of such a job.
const extendTries = 25

func extendJob(event, offer string, until inventory.Instant) (store.Job, bool) {
	text, err := json.Marshal(Extend{EventID: event, OfferID: offer, Until: int64(until)})
	return store.Job{Kind: ExtendKind, Args: text, Queue: "default", Priority: 1, MaxAttempts: extendTries}, err == nil
}

// startLater asks for a window that starts when the person can see the offer,
// if package inventory, which knows the event's zone only, has let it start before.
func (k *Dispatcher) startLater(s *scene, m *store.MessageView, due inventory.Instant) (store.Job, bool) {
	if !Claimable(m.Message.Kind) || m.Offer == nil || due <= m.Offer.WindowStartsAt {
		return store.Job{}, false
	}
	return k.fullWindow(s, m.Offer, due)
}

// fullWindow asks for a whole claim window from a moment on, as far as
// registration stays open.
func (k *Dispatcher) fullWindow(s *scene, o *inventory.Offer, from inventory.Instant) (store.Job, bool) {
	until := min(from+inventory.Instant(s.event.Event.Settings.Waitlist.ClaimWindow), s.event.Event.RegistrationEnds())
	if until <= o.ExpiresAt || o.Extensions > 0 {
		return store.Job{}, false
	}
	return extendJob(s.event.Event.ID, o.ID, until)
}
