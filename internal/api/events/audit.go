package events

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"sort"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// maxStory bounds the rows that the story of one thing shows.
const maxStory = httpapi.MaxPage

// maxSeatOrders bounds the orders whose stories make that of a seat.
const maxSeatOrders = 50

// AuditRow is one change of state.
type AuditRow struct {
	Seq     int64     `json:"seq" doc:"1, 2, 3, … within the event, without gaps."`
	At      time.Time `json:"at"`
	Actor   string    `json:"actor" doc:"system, public, or the id of a key or person." example:"key_3k9q0a7c1v5m"`
	Subject string    `json:"subject" doc:"What changed: an event, pool, order, block, entry, offer or person."`
	From    string    `json:"from" doc:"State before; empty for what came into being."`
	To      string    `json:"to" doc:"State after."`
	Reason  string    `json:"reason" doc:"From a closed list." example:"registered"`
	Rule    int64     `json:"rule_version" doc:"The fairness rules that were followed."`
	Related string    `json:"related,omitempty" doc:"The other thing concerned: the offer, the entry that passed, the hold."`
	Units   int64     `json:"units" doc:"How many units moved."`
	PrevSeq int64     `json:"prev_seq" doc:"The subject's previous row; 0 for its first, or where none is kept."`
	Commit  string    `json:"commitment,omitempty" doc:"A hash of what decides and no other field says: the terms of the event, or whose an order is, with its deadline, seats and prices. Empty in most rows."`
	Hash    string    `json:"hash" doc:"SHA-256 over the previous row's hash and every field of this one, in hexadecimal."`
}

// AuditHead is the signed end of the chain.
type AuditHead struct {
	Seq       int64  `json:"seq"`
	Hash      string `json:"hash" doc:"Of the last row, in hexadecimal."`
	Signature string `json:"signature" doc:"Ed25519 over the event, seq and hash, in base64."`
	PublicKey string `json:"public_key,omitempty" doc:"Of this installation, in base64."`
}

// AuditPage is a page of the audit log, or the story of one thing.
type AuditPage struct {
	Items []AuditRow `json:"items" doc:"In ledger order."`
	Head  AuditHead  `json:"head"`
	httpapi.Next
}

func auditRow(l *events.ChainedRow) AuditRow {
	return AuditRow{
		Seq: l.Seq, At: l.At.Time(), Actor: l.Actor, Subject: l.Subject, From: l.From, To: l.To, Reason: string(l.Reason),
		Rule: l.Rule, Related: l.Related, Units: l.Units, PrevSeq: l.PrevSeq, Commit: l.Commitment, Hash: hex.EncodeToString(l.Hash[:]),
	}
}

func (h *Handlers) readAudit(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*AuditPage, error) {
	var lines []events.ChainedRow
	var err error
	out := &AuditPage{Items: []AuditRow{}}
	if subject := c.Query.Get("subject"); subject != "" {
		lines, err = h.story(c.Context(), k, subject)
	} else {
		lines, out.NextCursor, err = httpapi.Page(&c.Request, "audit "+k.EventID,
			func(after int64, limit int) ([]events.ChainedRow, error) {
				return h.Store.Events.Audit(c.Context(), k.EventID, after, limit)
			},
			func(l *events.ChainedRow) int64 { return l.Seq })
	}
	if err != nil {
		return nil, err
	}
	for i := range lines {
		out.Items = append(out.Items, auditRow(&lines[i]))
	}
	return out, h.head(c, k, out)
}

// head reads the signed end of the chain, after the rows: it is never behind them.
func (h *Handlers) head(c *access.Call, k *access.EventSummary, out *AuditPage) error {
	v, err := h.Store.Events.Event(c.Context(), k.EventID)
	if err != nil {
		return err
	}
	out.Head = AuditHead{
		Seq: v.Event.Seq, Hash: hex.EncodeToString(v.HeadHash[:]),
		Signature: base64.StdEncoding.EncodeToString(v.HeadSig),
	}
	if h.AuditKey != nil {
		out.Head.PublicKey = base64.StdEncoding.EncodeToString(h.AuditKey)
	}
	return nil
}

// story returns the rows of one thing, oldest first. The story of an offer is
// that of the hold that it made, with the extensions of the offer itself.
func (h *Handlers) story(ctx context.Context, k *access.EventSummary, subject string) ([]events.ChainedRow, error) {
	unknown := httpapi.Invalid(httpapi.FieldError{Field: "subject", Code: "unknown", Message: "is not the id of an order, block, entry, offer, transfer, exchange, statement, seat, pool or the event itself"})
	var lines []events.ChainedRow
	add := func(subject string, last int64) error {
		if last == 0 && subject != k.EventID && !strings.HasPrefix(subject, id.Pool) {
			return nil // nothing was written about it
		}
		more, err := h.Store.Events.Story(ctx, k.EventID, subject, last, maxStory)
		lines = append(lines, more...)
		return err
	}
	within := func(prefix string) bool {
		event, ok := id.EventOf(subject, prefix)
		return ok && event == k.EventID
	}
	var err error
	switch {
	case subject == k.EventID, k.Pools[subject]:
		err = add(subject, 0)
	case within(id.Order), within(id.Block):
		var v *events.RegistrationView
		if v, err = h.Store.Registrations.Hold(ctx, subject); err == nil {
			err = add(subject, v.Hold.LastSeq)
		}
	case within(id.Entry):
		var v *events.RegistrationView
		if v, err = h.Store.Registrations.Entry(ctx, subject); err == nil {
			err = add(subject, v.Entry.LastSeq)
		}
	case within(id.Transfer):
		var v *events.TransferView
		if v, err = h.Store.Tickets.TransferByID(ctx, subject); err == nil {
			err = add(subject, v.Transfer.LastSeq)
		}
	case within(id.Seat):
		err = h.seatStory(ctx, k, subject, add)
	case within(id.Exchange):
		var x *inventory.Exchange
		if x, err = h.Store.Tickets.ExchangeByID(ctx, subject); err == nil {
			err = add(subject, x.LastSeq)
		}
	case within(id.Invitation):
		var v *events.InvitationView
		if v, err = h.Store.Invitations.Of(ctx, subject); err == nil {
			err = add(subject, v.LastSeq)
		}
	case within(id.Statement):
		err = h.statementStory(ctx, k.EventID, subject, add)
	case within(id.Offer):
		err = h.offerStory(ctx, subject, add)
	default:
		return nil, unknown
	}
	sort.Slice(lines, func(i, j int) bool { return lines[i].Seq < lines[j].Seq })
	return lines, err
}

func (h *Handlers) statementStory(ctx context.Context, event, statement string, add func(string, int64) error) error {
	versions, err := h.Store.Events.Statements(ctx, event, inventory.MaxStatements)
	if err != nil || len(versions) == 0 || versions[0].ID != statement {
		return err
	}
	return add(statement, versions[len(versions)-1].Seq)
}

func (h *Handlers) offerStory(ctx context.Context, offer string, add func(string, int64) error) error {
	v, err := h.Store.Registrations.OfferByID(ctx, offer)
	if err != nil {
		return err
	}
	if err := add(offer, v.Offer.LastSeq); err != nil || v.Hold == nil {
		return err
	}
	return add(v.Hold.ID, v.Hold.LastSeq)
}

// seatStory is the stories of the orders and blocks that had a seat, the latest
// maxSeatOrders of them.
func (h *Handlers) seatStory(ctx context.Context, k *access.EventSummary, seat string, add func(string, int64) error) error {
	holds, err := h.Store.People.SeatHolds(ctx, k.EventID, seat, maxSeatOrders)
	if err != nil {
		return err
	}
	for _, hold := range holds {
		v, err := h.Store.Registrations.Hold(ctx, hold)
		if err != nil {
			return err
		}
		if err := add(hold, v.Hold.LastSeq); err != nil {
			return err
		}
	}
	return nil
}
