package cells

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"sync"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/peer"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

const (
	// askPhone is what servers ask each other of a phone that checks people in: at which event.
	askPhone = "phones/event"
	// maxPhones bounds the phones that are remembered, askedAtOnce those that are asked about.
	maxPhones   = 10_000
	askedAtOnce = 8
)

// phones are the events of phones that check people in. What such a phone shows names no event, and
// its event stays the same.
type phones struct {
	turns chan struct{}

	mu     sync.Mutex
	events map[string]string // guarded by mu: by the hash of a token or a code
}

// phone is a pass for check-in, by the hash of its token or, with Code, of its code.
type phone struct {
	Hash string `json:"hash"`
	Code bool   `json:"code"`
}

// phoneOf returns what a token or a code is found by.
func phoneOf(text string) (p phone, ok bool) {
	if strings.HasPrefix(text, identity.PassCodePrefix) {
		p = phone{identity.HashPassCode(text), true}
	} else {
		p = phone{identity.HashPassToken(text), false}
	}
	return p, p.Hash != ""
}

// eventOfPhone returns the event of a phone with that token or code; "": nobody knows it. With all
// the other cells are asked too.
func (f *Front) eventOfPhone(ctx context.Context, text string, all bool) (string, error) {
	p, ok := phoneOf(text)
	if !ok {
		return "", nil
	}
	f.phones.mu.Lock()
	event := f.phones.events[p.Hash]
	f.phones.mu.Unlock()
	if event != "" {
		return event, nil
	}
	ctx, cancel := context.WithTimeout(ctx, askFor)
	defer cancel()
	event, err := phoneIn(ctx, f.Directory.here, p)
	if err == nil && event == "" && all {
		event, err = f.askPhone(ctx, p)
	}
	if err == nil && event != "" {
		f.phones.mu.Lock()
		if len(f.phones.events) >= maxPhones {
			clear(f.phones.events)
		}
		f.phones.events[p.Hash] = event
		f.phones.mu.Unlock()
	}
	return event, err
}

func (f *Front) askPhone(ctx context.Context, p phone) (event string, err error) {
	select {
	case f.phones.turns <- struct{}{}:
		defer func() { <-f.phones.turns }()
	case <-ctx.Done():
		return "", ctx.Err()
	}
	err = f.others.Ask(ctx, askPhone, p, peer.Each(func(one string) {
		if one != "" {
			event = one
		}
	}))
	return event, err
}

// phoneIn returns the event of a phone whose pass is in a database.
func phoneIn(ctx context.Context, st *store.Store, p phone) (string, error) {
	read := st.CheckIns.PassByToken
	if p.Code {
		read = st.CheckIns.PassByCode
	}
	found, err := read(ctx, p.Hash)
	switch {
	case errors.Is(err, database.ErrNotFound):
		return "", nil
	case err != nil:
		return "", err
	}
	return found.EventID, nil
}

// answerPhones has servers of other cells told of phones whose passes are here.
func (f *Front) answerPhones() {
	f.phones = phones{turns: make(chan struct{}, askedAtOnce), events: map[string]string{}}
	f.others.Answer(askPhone, func(r *http.Request, asked []byte) (any, error) {
		var p phone
		if err := json.Unmarshal(asked, &p); err != nil {
			return nil, err
		}
		return phoneIn(r.Context(), f.Directory.here, p)
	})
}
