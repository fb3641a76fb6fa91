package public

import (
	"context"
	"slices"
	"strconv"

	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

const (
	// mostFaces bounds the events of which it is kept what lists show: some 3 KB each.
	mostFaces = 8192
	// facesAtOnce is how many are read in one snapshot.
	facesAtOnce = 64
)

// face is what lists show of an event: as it was in one version, and for as long as the time changes
// nothing of it. It is not changed any more once it is kept.
type face struct {
	stamp events.Stamp
	brief events.Brief
	// plain is the event in its main language, named in others in which it has a name.
	plain PublicEvent
	named map[string]PublicEvent
	// It is so from since on, and before until.
	since, until inventory.Instant
}

// Version is that of the event.
func (f *face) Version() int64 { return f.stamp.Number }

// in is the event as lists show it in a language.
func (f *face) in(language string) PublicEvent {
	if e, ok := f.named[language]; ok {
		return e
	}
	return f.plain
}

// read returns the faces of events as they are stored now; those that do not exist are missing. One
// call of a list reads each event once.
func (h *Handlers) read(ctx context.Context, a *asked, ids []string) (map[string]*face, error) {
	ids = slices.DeleteFunc(slices.Clone(ids), func(id string) bool { _, known := a.read[id]; return known })
	if len(ids) == 0 {
		return a.read, nil
	}
	if a.read == nil {
		a.read = make(map[string]*face, len(ids))
	}
	stamps, err := h.Store.Events.Stamps(ctx, ids)
	if err != nil {
		return nil, err
	}
	now := inventory.At(h.Now())
	var others []string
	for _, id := range ids {
		stamp, there := stamps[id]
		f := h.faces.Get(id)
		switch {
		case f != nil && there && f.stamp == stamp && f.since <= now && now < f.until:
			a.read[id] = f
			continue
		case f != nil: // whoever reads it again may find an older version: the database was put back
			h.faces.Drop(id, f)
		}
		if there {
			others = append(others, id)
		}
	}
	for some := range slices.Chunk(others, facesAtOnce) {
		found, err := h.Store.Events.Faces(ctx, some)
		if err != nil {
			return nil, err
		}
		for id, of := range found {
			f, err := faceOf(of, now)
			if err != nil {
				return nil, err
			}
			h.faces.Keep(id, f)
			a.read[id] = f
		}
	}
	return a.read, nil
}

// faceOf makes what lists show of an event from what was read of it.
func faceOf(of *events.Face, now inventory.Instant) (f *face, err error) {
	f = &face{stamp: of.Stamp, brief: of.Brief, since: now, until: wire.HoldsUntil(of.View, now)}
	e := publicEvent(&of.Brief, of.View, now)
	said := func(b *events.Brief) (PublicEvent, error) {
		in := e
		in.EventBrief = wire.BriefOf(b)
		in.said, err = httpapi.JSON(&in)
		return in, err
	}
	if f.plain, err = said(&of.Brief); err != nil {
		return nil, err
	}
	for _, n := range of.Named {
		b := of.In(n.Language)
		if f.named == nil {
			f.named = map[string]PublicEvent{}
		}
		if f.named[n.Language], err = said(&b); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// appendJSON adds an event as it is sent: what was written of it when it was read, and behind that
// what one call asks for.
func (e *PublicEvent) appendJSON(b []byte) ([]byte, error) {
	if e.said == nil {
		text, err := httpapi.JSON(e)
		return append(b, text...), err
	}
	b = append(b, e.said[:len(e.said)-1]...)
	for i, where := range e.Matched {
		if i == 0 {
			b = append(b, `,"matched":[`...)
		} else {
			b = append(b, ',')
		}
		b = strconv.AppendQuote(b, where) // one word of a closed list
	}
	if len(e.Matched) > 0 {
		b = append(b, ']')
	}
	if e.DistanceKM != nil {
		b = strconv.AppendFloat(append(b, `,"distance_km":`...), *e.DistanceKM, 'f', -1, 64)
	}
	if e.MoreDates > 0 {
		b = strconv.AppendInt(append(b, `,"more_dates":`...), int64(e.MoreDates), 10)
	}
	return append(b, '}'), nil
}

// JSON is the list as it is sent; nil: it was not written.
func (l *PublicEventList) JSON() []byte { return l.said }

// write writes the list as it is sent.
func (l *PublicEventList) write() error {
	const opens = `{"items":[`
	rest := *l
	rest.Items = []PublicEvent{}
	end, err := httpapi.JSON(&rest)
	if err != nil {
		return err
	}
	size := len(end) + len(l.Items)
	for i := range l.Items {
		size += len(l.Items[i].said) + 64
	}
	b := append(make([]byte, 0, size), opens...)
	for i := range l.Items {
		if i > 0 {
			b = append(b, ',')
		}
		if b, err = l.Items[i].appendJSON(b); err != nil {
			return err
		}
	}
	l.said = append(b, end[len(opens):]...)
	return nil
}
