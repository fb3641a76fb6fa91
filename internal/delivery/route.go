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
	"time"

	"github.com/holdfast-events/holdfast/internal/address"
	"github.com/holdfast-events/holdfast/internal/feedback"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/mail"
	"github.com/holdfast-events/holdfast/internal/message"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/messages"
)

// ErrStopped means that routing was asked to stop. Nothing is lost.
var ErrStopped = errors.New("delivery: asked to stop")

// Route makes the deliveries of the messages of an event with
// fromSeq <= seq <= toSeq. It is idempotent. Urgent messages do not yield to requests
// of people. After stop is closed no page is begun, and the error is ErrStopped.
func (d *Dispatcher) Route(ctx context.Context, stop <-chan struct{}, event string, fromSeq, toSeq int64, urgent bool) error {
	for at := fromSeq; at <= toSeq; {
		page := pageSize
		if !urgent {
			page = d.Yield(ctx)
		}
		begun := time.Now()
		next, err := d.routePage(ctx, stop, event, at, toSeq, page)
		if page == stormPage {
			d.turns.took(time.Since(begun))
		}
		if err != nil || next == 0 {
			return err
		}
		at = next
	}
	return nil
}

// routePage makes the deliveries of one page of at most limit messages. next is the seq
// at which the next page begins; 0: this was the last.
func (d *Dispatcher) routePage(ctx context.Context, stop <-chan struct{}, event string, fromSeq, toSeq int64, limit int) (next int64, err error) {
	select {
	case <-stop:
		return 0, ErrStopped
	default:
	}
	select {
	case d.pages <- struct{}{}:
		defer func() { <-d.pages }()
	case <-stop:
		return 0, ErrStopped
	case <-ctx.Done():
		return 0, ctx.Err()
	}
	page, err := d.store.Messages.MessagesBetween(ctx, event, fromSeq, toSeq, limit)
	if err != nil {
		return 0, fmt.Errorf("delivery: read messages: %w", err)
	}
	if len(page) == 0 {
		return 0, nil
	}
	ec, err := d.contexts.get(ctx, d, event)
	if err != nil {
		return 0, fmt.Errorf("delivery: read the event: %w", err)
	}
	drafts, jobs, err := d.draft(ctx, ec, page, nil)
	if err != nil {
		return 0, err
	}
	err = d.dispatch(drafts, func(rows []messages.Delivery) (map[messages.DeliveryKey]bool, error) {
		return d.store.Deliveries.AddDeliveries(ctx, rows, jobs...)
	})
	if err != nil {
		return 0, fmt.Errorf("delivery: store deliveries: %w", err)
	}
	return page[len(page)-1].Message.Seq + 1, nil
}

// draft is a delivery that is about to be stored, with its task.
type draft struct {
	row  messages.Delivery
	task *Task
}

// draft chooses the channel and the time of each message. All of them belong to
// announcement, or to the ledger if it is nil.
func (d *Dispatcher) draft(ctx context.Context, ec *eventContext, page []events.MessageView, announcement *messages.Announcement) ([]draft, []database.Job, error) {
	org := ec.event.Event.OrgID
	people, err := d.addressees(ctx, org, page)
	if err != nil {
		return nil, nil, err
	}
	now := d.instant()
	var drafts []draft
	var jobs []database.Job
	var tasks []*Task
	seen := map[string]bool{}
	for i := range page {
		m, a := &page[i], people[i]
		row := messages.Delivery{
			EventID: m.EventID, OrgID: org, PersonID: m.Recipient(), Kind: m.Message.Kind, State: messages.DeliveryQueued, CreatedAt: now,
			Message: messages.MessageOfSeq(m.Message.Seq), Seq: m.Message.Seq, Channel: MailChannel,
		}
		if announcement != nil {
			row.Message, row.Announcement, row.EventStartsAt = announcementMessage(announcement, m.Recipient()), announcement.ID, ec.event.Event.StartsAt
		}
		if seen[row.Message] {
			continue // a person with two holds is reminded once
		}
		seen[row.Message] = true
		row.Urgency = urgencyOf(row.Kind, row.Announcement)
		reason, err := d.suppressionReason(ctx, ec, m, a, now)
		if err != nil {
			return nil, nil, err
		}
		if reason != "" {
			row.State, row.Answer, row.EndedAt = messages.DeliverySuppressed, reason, now
			drafts = append(drafts, draft{row: row})
			continue
		}
		row.Channel = a.channels[0]
		due, late := quiet(ec.event, m, &a, now)
		if late != "" {
			row.State, row.Answer, row.EndedAt = messages.DeliverySuppressed, late, now
			drafts = append(drafts, draft{row: row})
			continue
		}
		if due > now {
			row.DueAt = due
			if job, ok := startLater(ec, m, due); ok {
				jobs = append(jobs, job)
			}
		}
		task := &Task{Event: ec.event, Style: ec.style, Log: ec.log, Message: m, addressee: a}
		drafts, tasks = append(drafts, draft{row: row, task: task}), append(tasks, task)
	}
	return drafts, jobs, attachAnswers(ctx, d.store, ec.event.Event.ID, tasks)
}

// suppressionReason returns why a message is not delivered on any channel, or "".
func (d *Dispatcher) suppressionReason(ctx context.Context, ec *eventContext, m *events.MessageView, a addressee, now inventory.Instant) (string, error) {
	if reason := staleReason(ec.event, m, 0, now); reason != "" {
		return reason, nil
	}
	if a.muted(m.Message.Kind, m.FollowedAt) {
		return "the person does not want this kind of message", nil
	}
	if len(a.channels) == 0 {
		return a.reason, nil
	}
	if m.Message.Kind == inventory.MsgOfferExtended {
		// An extension that this package asked for needs no message of its own: the
		// offer itself goes out by the next channel or in the morning.
		rows, err := d.store.Events.Audit(ctx, m.EventID, m.Message.Seq-1, 1)
		if err != nil {
			return "", fmt.Errorf("delivery: read who extended an offer: %w", err)
		}
		if len(rows) == 1 && rows[0].Actor == Actor {
			return "told with the offer", nil
		}
	}
	return "", nil
}

// Actor is the actor of extensions because of a channel, in the audit log.
const Actor = "system"

// announcementMessage names the message of an announcement to one person. It is the
// same in all attempts, and differs after the event was moved.
func announcementMessage(n *messages.Announcement, person string) string {
	return fmt.Sprintf("%s.%d.%s", n.ID, int64(n.DueAt)/1_000_000, person[max(0, len(person)-16):])
}

// dispatch stores deliveries with add. Those that can go out now, and for which the
// queue has room, are taken in the same step, which saves a query for them.
func (d *Dispatcher) dispatch(drafts []draft, add func([]messages.Delivery) (map[messages.DeliveryKey]bool, error)) error {
	d.holding.RLock()
	defer d.holding.RUnlock()
	room := map[string]int{}
	if d.started.Load() && !d.stopped() && d.fresh() && len(drafts) > 0 {
		for name, ch := range d.channels {
			if org := drafts[0].row.OrgID; !ch.queue.behind(org) {
				all, own := ch.queue.room(org)
				room[name] = min(all, own)
			}
		}
	}
	// The most urgent come first, in case there is not room for all.
	slices.SortStableFunc(drafts, func(a, b draft) int { return cmp.Compare(a.row.Urgency, b.row.Urgency) })
	generation := d.generation.Load()
	rows := make([]messages.Delivery, len(drafts))
	for i := range drafts {
		one := &drafts[i]
		if one.task != nil && one.row.State == messages.DeliveryQueued && one.row.DueAt == 0 && room[one.row.Channel] > 0 {
			room[one.row.Channel]--
			one.row.Owner, one.row.Attempts = d.cfg.Worker, 1
			d.hold(&one.row)
		} else if ch := d.channels[one.row.Channel]; ch != nil && one.row.State == messages.DeliveryQueued && one.row.DueAt == 0 {
			ch.queue.spill(one.row.OrgID)
			room[one.row.Channel] = 0
		}
		rows[i] = one.row
	}
	added, err := add(rows)
	if err != nil {
		d.suspect.Store(true) // the deliveries may have been stored nevertheless
	}
	tasks := map[string][]*Task{}
	for i := range drafts {
		one := &drafts[i]
		if one.row.Owner == "" {
			continue
		}
		one.task.Delivery, one.task.generation = one.row, generation
		if err != nil || !added[messages.DeliveryKey{Message: one.row.Message, Channel: one.row.Channel}] {
			d.release(one.task)
			continue
		}
		tasks[one.row.Channel] = append(tasks[one.row.Channel], one.task)
	}
	if err != nil {
		return err
	}
	for name, list := range tasks {
		d.channels[name].queue.push(list...)
	}
	d.nudge()
	return nil
}

// addressee is how a person can be reached.
type addressee struct {
	contact  *messages.Contact // nil: none is stored
	channels []string          // that reach the person, in the order in which to try them
	reason   string            // why channels is empty
}

// order returns the channels in the order in which to try them: the person's own
// choice, or the default.
func (a *addressee) order() []string {
	if a.contact != nil && len(a.contact.Channels) > 0 {
		return a.contact.Channels
	}
	return Channels
}

// muted reports whether the person has opted out of a kind of message. Only optional
// kinds can be muted.
//
// Anyone who follows an organization asked for its new events after they had opted out of all that
// is optional.
func (a *addressee) muted(kind inventory.MessageKind, followedAt inventory.Instant) bool {
	if a.contact == nil || !message.Optional(kind) {
		return false
	}
	return a.contact.MutedAt > followedAt || slices.Contains(a.contact.Muted, string(kind))
}

// addressees looks up how the people of messages can be reached.
func (d *Dispatcher) addressees(ctx context.Context, org string, page []events.MessageView) ([]addressee, error) {
	list := make([]addressee, len(page))
	if len(d.channels) == 0 {
		for i := range list {
			list[i].reason = mail.NowhereReason
		}
		return list, nil
	}
	keys := make([]string, len(page))
	for i := range page {
		keys[i] = d.PersonKey(org, page[i].Person.UserID)
	}
	contacts, err := d.store.Contacts.ContactsOf(ctx, org, keys)
	if err != nil {
		return nil, fmt.Errorf("delivery: read contacts: %w", err)
	}
	var hashes []string
	for i := range page {
		list[i].contact = contacts[keys[i]]
		for channel, address := range addressesOf(&page[i], list[i].contact) {
			hashes = append(hashes, d.AddressKey(channel, address))
		}
	}
	dead, err := d.store.Contacts.Suppressed(ctx, org, hashes)
	if err != nil {
		return nil, fmt.Errorf("delivery: read suppressions: %w", err)
	}
	for i := range page {
		d.choose(&list[i], &page[i], dead)
	}
	return list, nil
}

// addressesOf returns the person's addresses by channel, where consent was given.
func addressesOf(m *events.MessageView, c *messages.Contact) map[string]string {
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

// choose fills in the channels that reach a person, in the person's order.
func (d *Dispatcher) choose(a *addressee, m *events.MessageView, dead map[string]messages.Suppression) {
	if strings.HasPrefix(m.Person.UserID, erasedPrefix) {
		a.reason = "the person was erased"
		return
	}
	addresses := addressesOf(m, a.contact)
	a.reason = "the person has no address"
	for _, name := range a.order() {
		address, ok := addresses[name]
		if !ok || d.channels[name] == nil {
			continue
		}
		if s, ok := dead[d.AddressKey(name, address)]; ok {
			a.reason = "the address is suppressed: " + s.Reason
			continue
		}
		a.channels = append(a.channels, name)
	}
}

// erasedPrefix begins the user id of a person whose data was removed (see
// inventory.PersonChange).
const erasedPrefix = "erased:"

// staleReason returns why a message is out of date, or "". about is the start of the
// event that an announcement names.
func staleReason(ev *events.EventView, m *events.MessageView, about, now inventory.Instant) string {
	if strings.HasPrefix(m.Person.UserID, erasedPrefix) {
		return "the person was erased"
	}
	switch m.Message.Kind {
	case inventory.MsgApplied:
		if m.Entry != nil && m.Entry.State != inventory.EntryApplied {
			return "the application was answered before the message went out"
		}
	case inventory.MsgWaitlisted, inventory.MsgApproved:
		if m.Entry != nil && m.Entry.State != inventory.EntryWaiting {
			// The offer or the confirmation is more urgent and went out before this
			// message, and "you are on the waitlist" after it would be wrong.
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
			return "the order was paid or had ended before the message went out"
		}
	case inventory.MsgTicketReissued, inventory.MsgTicketReseated:
		if m.Hold != nil && (m.Hold.State != inventory.HoldConfirmed || m.Hold.HasGivenBack(m.TicketUnit())) {
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
	case inventory.MsgInvitation:
		switch {
		case m.Invitation == nil:
			return ""
		case m.Invitation.State != inventory.InvitationSent:
			return "the invitation was " + string(m.Invitation.State) + " before the message went out"
		case m.Invitation.SentAt > m.Message.At:
			return "the invitation was sent again before the message went out"
		case now >= ev.Event.RegistrationEnds():
			return "registration closed before the message went out"
		}
	case inventory.MsgEventCancelled:
		if m.Pass != nil && !stands(m) {
			return "the pass was given back before the message went out"
		}
	case message.NewEvent:
		return noNews(ev, now)
	case message.Feedback:
		if !feedback.Open(ev, now) {
			return "the event does not ask for feedback now"
		}
	case message.EventPostponed:
		switch {
		case ev.Event.Status != inventory.Postponed:
			return "the event has a date again, or is cancelled"
		case !stands(m) && !m.Waits():
			return "the place was given back before the message went out"
		}
	case message.Reminder, message.EventChanged:
		switch {
		case ev.Event.Status != inventory.Published:
			return "the event does not take place"
		case !stands(m) && (m.Message.Kind == message.Reminder || !m.Waits()):
			return "the place was given back before the message went out"
		case about != 0 && about != ev.Event.StartsAt:
			return "the event was moved before the message went out"
		case now >= ev.Event.EndsAt, m.Message.Kind == message.Reminder && now >= ev.Event.StartsAt:
			return "the event began before the message went out"
		}
	}
	return ""
}

// noNews returns why followers are not told of an event, or not any more, or "".
func noNews(ev *events.EventView, now inventory.Instant) string {
	switch {
	case ev.Event.Status != inventory.Published:
		return "the event does not take place"
	case !ev.Event.Settings.Listed():
		return "the event was unlisted before the message went out"
	case now >= ev.Event.StartsAt:
		return "the event began before the message went out"
	}
	return ""
}

// stands reports whether the hold, or the transferred ticket, of the recipient of an
// announcement is still theirs.
func stands(m *events.MessageView) bool {
	if t := m.Transfer; t != nil {
		return t.Ticket.Valid && t.Ticket.HolderID == m.Person.ID
	}
	return m.Hold != nil && m.Hold.State == inventory.HoldConfirmed
}

// MailSuppressed returns why an organization does not write to an address any more; "": it does.
func (d *Dispatcher) MailSuppressed(ctx context.Context, org, address string) (reason string, err error) {
	key := d.AddressKey(MailChannel, address)
	dead, err := d.store.Contacts.Suppressed(ctx, org, []string{key})
	if err != nil {
		return "", fmt.Errorf("delivery: read suppressions: %w", err)
	}
	return dead[key].Reason, nil
}

// PersonKey returns the key of a person in contacts: a keyed hash of the organization's
// user ID for them.
func (d *Dispatcher) PersonKey(org, user string) string { return PersonKey(d.cfg.Key, org, user) }

// AddressKey returns the key of an address in suppressions.
func (d *Dispatcher) AddressKey(channel, address string) string {
	return AddressKey(d.cfg.Key, channel, address)
}

// PersonKey is Dispatcher.PersonKey for callers that have only the key.
func PersonKey(key []byte, org, user string) string { return keyed(key, "person", org, user) }

// AddressKey is Dispatcher.AddressKey for callers that have only the key.
func AddressKey(key []byte, channel, to string) string {
	return keyed(key, "address", channel, address.Fold(to))
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

// Extend are the arguments of that job: the claim window of an offer has to last at
// least until Until. The job is idempotent.
type Extend struct {
	EventID string `json:"event_id"`
	OfferID string `json:"offer_id"`
	Until   int64  `json:"until"` // µs UTC
}

// extendTries is the maximum number of attempts of such a job.
const extendTries = 25

func extendJob(event, offer string, until inventory.Instant) (database.Job, bool) {
	text, err := json.Marshal(Extend{EventID: event, OfferID: offer, Until: int64(until)})
	return database.Job{Kind: ExtendKind, Args: text, Queue: "default", Priority: 1, MaxAttempts: extendTries}, err == nil
}

// startLater asks for a claim window that starts when the person can see the offer, if
// it started earlier: package inventory knows only the event's time zone.
func startLater(ec *eventContext, m *events.MessageView, due inventory.Instant) (database.Job, bool) {
	if !Claimable(m.Message.Kind) || m.Offer == nil || due <= m.Offer.WindowStartsAt {
		return database.Job{}, false
	}
	return fullWindow(ec, m.Offer, due)
}

// fullWindow asks for a full claim window that starts at from and ends with
// registration at the latest.
func fullWindow(ec *eventContext, o *inventory.Offer, from inventory.Instant) (database.Job, bool) {
	until := min(from+inventory.Instant(ec.event.Event.Settings.Waitlist.ClaimWindow), ec.event.Event.RegistrationEnds())
	if until <= o.ExpiresAt || o.Extensions > 0 {
		return database.Job{}, false
	}
	return extendJob(ec.event.Event.ID, o.ID, until)
}
