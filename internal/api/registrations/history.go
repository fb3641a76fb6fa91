package registrations

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/page"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// HistoryStep is one change of a place on the waitlist, or of the entry itself.
type HistoryStep struct {
	Seq        int64              `json:"seq" doc:"The ledger seq of the audit row that tells of it."`
	At         time.Time          `json:"at"`
	Reason     string             `json:"reason" doc:"From a closed list." example:"left"`
	Own        bool               `json:"own" doc:"It happened to this entry; else to one that stood or came before it."`
	Other      string             `json:"other,omitempty" doc:"The other person, by a name that is stable within this history and means nothing elsewhere." example:"guest 4f2a91"`
	From       string             `json:"from" doc:"State of the entry concerned before."`
	To         string             `json:"to" doc:"State after."`
	Before     int64              `json:"position_before,omitempty" doc:"Place before; absent when not on the waitlist, or not shown."`
	After      int64              `json:"position_after,omitempty"`
	BeforeBand *wire.PositionBand `json:"position_before_band,omitempty"`
	AfterBand  *wire.PositionBand `json:"position_after_band,omitempty"`
	Text       string             `json:"text" doc:"The same in words, in the language of Accept-Language." example:"guest 4f2a91 left the waitlist. You moved from place 3 to place 2."`
}

// History is a page of an entry's history.
type History struct {
	httpapi.List[HistoryStep] `doc:"Newest first."`
}

// Pseudonym names another person in the history of an entry: the same name each
// time within it, and another one in the history of anybody else, so that two
// who compare their pages learn nothing about a third.
func (h *Handlers) Pseudonym(reader, other string) string {
	mac := hmac.New(sha256.New, h.PseudonymKey)
	mac.Write([]byte(reader + "\n" + other))
	return hex.EncodeToString(mac.Sum(nil)[:3])
}

func (h *Handlers) entryHistory(c *access.Call, _ *httpapi.None) (*History, error) {
	k, v, err := c.Entry(c.Param("entry_id"))
	if err != nil {
		return nil, err
	}
	steps, next, err := httpapi.Search(&c.Request, "history "+v.Entry.ID, func(at *events.PlaceCursor, limit int) (steps []events.PlaceStep, more bool, err error) {
		steps, *at, err = h.Store.Waitlist.EntryHistory(c.Context(), k.EventID, v.Entry, *at, limit)
		return steps, *at != (events.PlaceCursor{}), err
	})
	if err != nil {
		return nil, err
	}
	words := page.WordsFor(c.HTTP.Header.Get("Accept-Language"))
	out := &History{httpapi.NewList(make([]HistoryStep, 0, len(steps)), next)}
	for i := range steps {
		if step, shown := h.historyStep(c, k, v, &steps[i], words); shown {
			out.Items = append(out.Items, step)
		}
	}
	return out, nil
}

// historyStep shows a step as the caller may see it. Where places are hidden,
// what happened to others would give them away by counting, so only what
// happened to the entry itself is shown. Bands blur in the same way: a step of
// others is shown when it moved the entry from one band to another.
func (h *Handlers) historyStep(c *access.Call, k *access.EventSummary, v *events.RegistrationView, st *events.PlaceStep, words *page.Words) (HistoryStep, bool) {
	out := HistoryStep{
		Seq: st.Row.Seq, At: st.Row.At.Time(), Reason: string(st.Row.Reason), Own: st.Own, From: st.Row.From, To: st.Row.To,
	}
	shown := page.Step{Goods: slices.Contains(k.Extras, v.Entry.Tier), Own: st.Own, Reason: st.Row.Reason, From: st.Row.From, To: st.Row.To}
	out.Before, out.BeforeBand = wire.Position(k, &c.Caller, st.Before)
	out.After, out.AfterBand = wire.Position(k, &c.Caller, st.After)
	if !st.Own {
		if !wire.Shows(k, &c.Caller) || samePlace(out) {
			return out, false
		}
		out.Other = words.Guest(h.Pseudonym(v.Entry.ID, st.OtherPerson))
		shown.Other = out.Other
	}
	shown.Before, shown.After = shownPlace(out.Before, out.BeforeBand), shownPlace(out.After, out.AfterBand)
	out.Text = words.Explain(shown)
	return out, true
}

// samePlace reports whether the step is invisible behind bands.
func samePlace(h HistoryStep) bool {
	return h.BeforeBand != nil && h.AfterBand != nil && *h.BeforeBand == *h.AfterBand
}

func shownPlace(exact int64, band *wire.PositionBand) page.Place {
	if band != nil {
		return page.Place{From: band.From, To: band.To}
	}
	return page.Place{From: exact, To: exact}
}
