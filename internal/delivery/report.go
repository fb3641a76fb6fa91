package delivery

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/messages"
)

// An address for bounces names the delivery of the mail and is signed:
// b-<event>-<seq or person>-<signature>@domain (VERP). A person stands for the newest
// announcement that was sent to them: an address has room for no more, and the bounce is
// about the person's mailbox either way.

var bounceBase = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

const bounceMAC = 10 // bytes

// BounceAddress returns the envelope sender of a delivery's mail.
func (d *Dispatcher) BounceAddress(row *messages.Delivery) string {
	what := "s" + strconv.FormatInt(row.Seq, 36)
	if row.Announcement != "" {
		what = "p" + row.PersonID[max(0, len(row.PersonID)-16):]
	}
	local := "b-" + strings.TrimPrefix(row.EventID, id.Event) + "-" + what
	return local + "-" + d.bounceMAC(local) + "@" + d.cfg.BounceDomain
}

func (d *Dispatcher) bounceMAC(local string) string {
	h := hmac.New(sha256.New, d.cfg.Key)
	h.Write([]byte("bounce\n" + local))
	return bounceBase.EncodeToString(h.Sum(nil)[:bounceMAC])
}

// ErrNotOurs means an address for bounces that this server did not make, or a report
// about a message that it never sent.
var ErrNotOurs = errors.New("delivery: not about anything that was sent here")

// ErrEarly means a report about a delivery that is not recorded as sent yet. The
// provider accepted it a moment ago and has to report again.
var ErrEarly = errors.New("delivery: not recorded as sent yet")

// Bounced returns the delivery that an address for bounces names.
func (d *Dispatcher) Bounced(ctx context.Context, address string) (*messages.Delivery, error) {
	local, _, _ := strings.Cut(strings.ToLower(address), "@")
	at := strings.LastIndexByte(local, '-')
	if at < 0 || !hmac.Equal([]byte(local[at+1:]), []byte(d.bounceMAC(local[:at]))) {
		return nil, ErrNotOurs
	}
	parts := strings.Split(local[:at], "-")
	if len(parts) != 3 || parts[0] != "b" || len(parts[2]) < 2 {
		return nil, ErrNotOurs
	}
	event, what := id.Event+parts[1], parts[2]
	var row *messages.Delivery
	var err error
	if what[0] == 'p' {
		row, err = d.store.Deliveries.LastToldBy(ctx, event, id.Person+parts[1]+what[1:], MailChannel)
	} else {
		seq, bad := strconv.ParseInt(what[1:], 36, 64)
		if bad != nil {
			return nil, ErrNotOurs
		}
		row, err = d.store.Deliveries.DeliveryByKey(ctx, event, messages.MessageOfSeq(seq), MailChannel)
	}
	if errors.Is(err, database.ErrNotFound) {
		return nil, ErrNotOurs
	}
	return row, err
}

// Report is what a provider reports later about a delivery that it accepted.
type Report struct {
	State   string // delivered, bounced, failed
	Reason  string // without addresses
	Address bool   // the address is dead
}

// Report records the result of a delivery that was sent. While a claim window is
// running, a failure leads to the next channel, as an immediate failure does. A repeated
// or later report changes nothing. One that arrives before the sending was recorded is
// ErrEarly.
func (d *Dispatcher) Report(ctx context.Context, row *messages.Delivery, r Report) error {
	return d.report(ctx, row, r, "")
}

// report is Report. early is the provider's ID of a delivery that is not recorded as
// sent yet. A provider that reports its result has accepted it, so the sending is
// recorded in the same step, and the result of our own sender changes nothing later.
func (d *Dispatcher) report(ctx context.Context, row *messages.Delivery, r Report, early string) error {
	tasks, err := d.open(ctx, row.OrgID, []messages.Delivery{*row})
	if err != nil {
		return err
	}
	task, v := tasks[0], verdict{state: r.State, answer: r.Reason}
	if r.State != messages.DeliveryDelivered && task.Message != nil {
		var dead *messages.Suppression
		if r.Address && r.State == messages.DeliveryBounced {
			dead = d.dead(task, row.Channel, r.Reason)
		}
		d.consequences(task, &v, dead, d.instant())
	}
	changed, err := d.store.Deliveries.ReportDelivery(ctx, d.instant(), messages.Outcome{
		EventID: row.EventID, Message: row.Message, Channel: row.Channel, State: r.State, Answer: r.Reason, ProviderID: early,
		Next: v.next, Job: v.job, Suppress: v.suppress,
	})
	if err != nil {
		return fmt.Errorf("delivery: record a report: %w", err)
	}
	if !changed {
		now, err := d.store.Deliveries.DeliveryByKey(ctx, row.EventID, row.Message, row.Channel)
		if err == nil && now.State == messages.DeliveryQueued && now.Owner != "" {
			err = ErrEarly
		}
		if err != nil && !errors.Is(err, database.ErrNotFound) {
			return err
		}
	}
	if changed {
		d.nudge()
		if d.cfg.Observe != nil {
			o := Observation{Channel: row.Channel, State: r.State, Kind: row.Kind}
			if r.State == messages.DeliveryDelivered && row.Kind == inventory.MsgOffer && task.Message != nil && task.Message.Offer != nil {
				o.OfferToDelivered = max(span(task.Message.Offer.OpenedAt, d.instant()), time.Microsecond)
			}
			d.cfg.Observe(o)
		}
	}
	return nil
}

// Reported is Report by the provider's own ID. key is the key of the delivery (see
// KeyOf), if the provider returns it: it identifies a report that arrives before the
// provider's ID was recorded.
func (d *Dispatcher) Reported(ctx context.Context, channel, providerID, key string, r Report) error {
	row, err := d.store.Deliveries.DeliveryByProvider(ctx, channel, providerID)
	if err == nil {
		return d.Report(ctx, row, r)
	}
	event, message, named := strings.Cut(key, ".")
	if errors.Is(err, database.ErrNotFound) && named && providerID != "" {
		row, err = d.store.Deliveries.DeliveryByKey(ctx, event, message, channel)
	}
	switch {
	case errors.Is(err, database.ErrNotFound):
		return ErrNotOurs
	case err != nil:
		return err
	case row.State == messages.DeliveryQueued:
		return d.report(ctx, row, r, providerID)
	case row.ProviderID == providerID: // recorded between the two queries
		return d.Report(ctx, row, r)
	}
	return ErrNotOurs // about another attempt than the recorded one
}

var addressLike = regexp.MustCompile(`[^\s<>"'(),;:]*@[^\s<>"'(),;:]*|\+?\d[\d .()-]{6,}\d`)

// Scrub removes addresses and phone numbers from a provider's reason and shortens it to
// one line of at most that many characters.
func Scrub(reason string, most int) string {
	reason = strings.Join(strings.FieldsFunc(addressLike.ReplaceAllString(reason, "(address)"), func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || r == utf8.RuneError
	}), " ")
	if r := []rune(reason); len(r) > most {
		reason = string(r[:most])
	}
	return reason
}
