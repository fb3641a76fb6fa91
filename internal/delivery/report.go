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
	"github.com/holdfast-events/holdfast/internal/store"
)

// An address for bounces names the delivery that a mail was of, and is signed:
// b-<event>-<seq or person>-<signature>@domain (VERP). A person stands for the
// newest notice that was sent to them; addresses have room for no more, and what
// a bounce tells of is the person's mailbox either way.

var bounceBase = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

const bounceMAC = 10 // bytes

// BounceAddress is the sender in the envelope of a delivery's mail.
func (k *Dispatcher) BounceAddress(d *store.Delivery) string {
	what := "s" + strconv.FormatInt(d.Seq, 36)
	if d.Notice != "" {
		what = "p" + d.PersonID[max(0, len(d.PersonID)-16):]
	}
	local := "b-" + strings.TrimPrefix(d.EventID, id.Event) + "-" + what
	return local + "-" + k.bounceMAC(local) + "@" + k.cfg.BounceDomain
}

func (k *Dispatcher) bounceMAC(local string) string {
	h := hmac.New(sha256.New, k.cfg.Key)
	h.Write([]byte("bounce\n" + local))
	return bounceBase.EncodeToString(h.Sum(nil)[:bounceMAC])
}

// ErrNotOurs: an address for bounces that this server did not make, or a report
// about something that it never sent.
var ErrNotOurs = errors.New("delivery: not about anything that was sent here")

// ErrEarly: a report about a delivery that is still recorded as under way. It was
// taken by the provider a moment ago; the report is to come again.
var ErrEarly = errors.New("delivery: not recorded as sent yet")

// Bounced finds the delivery that an address for bounces names.
func (k *Dispatcher) Bounced(ctx context.Context, address string) (*store.Delivery, error) {
	local, _, _ := strings.Cut(strings.ToLower(address), "@")
	at := strings.LastIndexByte(local, '-')
	if at < 0 || !hmac.Equal([]byte(local[at+1:]), []byte(k.bounceMAC(local[:at]))) {
		return nil, ErrNotOurs
	}
	parts := strings.Split(local[:at], "-")
	if len(parts) != 3 || parts[0] != "b" || len(parts[2]) < 2 {
		return nil, ErrNotOurs
	}
	event, what := id.Event+parts[1], parts[2]
	var d *store.Delivery
	var err error
	if what[0] == 'p' {
		d, err = k.store.Deliveries.LastToldBy(ctx, event, id.Person+parts[1]+what[1:], MailChannel)
	} else {
		seq, bad := strconv.ParseInt(what[1:], 36, 64)
		if bad != nil {
			return nil, ErrNotOurs
		}
		d, err = k.store.Deliveries.DeliveryByKey(ctx, event, store.MessageOfSeq(seq), MailChannel)
	}
	if errors.Is(err, store.ErrNotFound) {
		return nil, ErrNotOurs
	}
	return d, err
}

// Report is what a provider tells later of a delivery that it took.
type Report struct {
	State   string // delivered, bounced, failed
	Reason  string // without addresses
	Address bool   // the address takes nothing
}

// Report records what became of a delivery that was sent. A failure goes to the
// next channel while a claim window is running, as one at once does. A report
// that comes again, or after another one, changes nothing; one that is quicker
// than our own record of the sending is ErrEarly.
func (k *Dispatcher) Report(ctx context.Context, d *store.Delivery, r Report) error {
	return k.report(ctx, d, r, "")
}

// report is Report. early is the provider's name for a delivery that is recorded
// as under way: who tells what became of it has taken it, so that is recorded in
// the same step, and what our sender says of it afterwards changes nothing.
func (k *Dispatcher) report(ctx context.Context, d *store.Delivery, r Report, early string) error {
	letters, err := k.open(ctx, d.OrgID, []store.Delivery{*d})
	if err != nil {
		return err
	}
	l, v := letters[0], verdict{state: r.State, answer: r.Reason}
	if r.State != store.DeliveryDelivered && l.Message != nil {
		k.consequences(l, &v, r.Address, k.instant())
	}
	changed, err := k.store.Deliveries.ReportDelivery(ctx, k.instant(), store.Outcome{
		EventID: d.EventID, Message: d.Message, Channel: d.Channel, State: r.State, Answer: r.Reason, ProviderID: early,
		Next: v.next, Job: v.job, Suppress: v.suppress,
	})
	if err != nil {
		return fmt.Errorf("delivery: record a report: %w", err)
	}
	if !changed {
		now, err := k.store.Deliveries.DeliveryByKey(ctx, d.EventID, d.Message, d.Channel)
		if err == nil && now.State == store.DeliveryQueued && now.Owner != "" {
			err = ErrEarly
		}
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
	}
	if changed {
		k.nudge()
		if k.cfg.Observe != nil {
			o := Observation{Channel: d.Channel, State: r.State, Kind: d.Kind}
			if r.State == store.DeliveryDelivered && d.Kind == inventory.MsgOffer && l.Message != nil && l.Message.Offer != nil {
				o.OfferToDelivered = max(span(l.Message.Offer.OpenedAt, k.instant()), time.Microsecond)
			}
			k.cfg.Observe(o)
		}
	}
	return nil
}

// Reported is Report for what a provider knows under a name of its own. key is
// that of the delivery (see KeyOf), as far as the provider gives it back: by it a
// report is known that comes before the provider's name was recorded.
func (k *Dispatcher) Reported(ctx context.Context, channel, providerID, key string, r Report) error {
	d, err := k.store.Deliveries.DeliveryByProvider(ctx, channel, providerID)
	if err == nil {
		return k.Report(ctx, d, r)
	}
	event, message, named := strings.Cut(key, ".")
	if errors.Is(err, store.ErrNotFound) && named && providerID != "" {
		d, err = k.store.Deliveries.DeliveryByKey(ctx, event, message, channel)
	}
	switch {
	case errors.Is(err, store.ErrNotFound):
		return ErrNotOurs
	case err != nil:
		return err
	case d.State == store.DeliveryQueued:
		return k.report(ctx, d, r, providerID)
	case d.ProviderID == providerID: // recorded between the two questions
		return k.Report(ctx, d, r)
	}
	return ErrNotOurs // of another try than the one that counts
}

var addressLike = regexp.MustCompile(`[^\s<>"'(),;:]*@[^\s<>"'(),;:]*|\+?\d[\d .()-]{6,}\d`)

// Scrub takes addresses and numbers out of a reason that somebody else gave, and
// makes one line of it of at most that many characters.
func Scrub(reason string, most int) string {
	reason = strings.Join(strings.FieldsFunc(addressLike.ReplaceAllString(reason, "(address)"), func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || r == utf8.RuneError
	}), " ")
	if r := []rune(reason); len(r) > most {
		reason = string(r[:most])
	}
	return reason
}
