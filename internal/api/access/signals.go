package access

import (
	"net/http"
	"slices"

	"github.com/holdfast-events/holdfast/internal/challenge"
	"github.com/holdfast-events/holdfast/internal/challenge/signals"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// visitHeader carries the opening of the page that a call comes from.
const visitHeader = "Holdfast-Visit"

// beforehand are the codes of problems with which a try begins, and does not end: browsers send
// it again with what is asked for.
var beforehand = []string{kindChallengeRequired.Code, kindChallengeExpired.Code, string(inventory.AddressNotConfirmed), string(inventory.PassRequired)}

// noteTry notes that a stranger is about to take a place of an event or to wait for one. What
// came of it is counted when it is known.
func (c *Call) noteTry(k *EventSummary) {
	if !c.Caller.Public() {
		return
	}
	c.try = &signals.Try{Event: k.EventID, Host: identity.Host(c.Address), Visit: c.HTTP.Header.Get(visitHeader), At: inventory.At(c.control.Now())}
}

// endTry counts what came of a try. Failures of ours say nothing about anybody.
func (c *Call) endTry(err error) {
	if c.try == nil {
		return
	}
	if err == nil {
		c.control.Signals.Tried(c.try, false)
		return
	}
	if p := c.API.Problems.Of(err); p.Status < http.StatusInternalServerError && !slices.Contains(beforehand, p.Code) {
		c.control.Signals.Tried(c.try, true)
	}
}

// Suspicion is how expensive a challenge for an event is at least to the caller, by what was seen
// of the network.
func (c *Call) Suspicion(event string) challenge.Level {
	if !c.Caller.Public() {
		return challenge.Idle
	}
	return c.control.Signals.Level(event, identity.Host(c.Address))
}

// Seen returns how strangers went about an event, by the keys of origins of a kind: OriginHost or
// OriginNetwork.
func (a *Control) Seen(event, kind string) map[string]signals.Network {
	seen := map[string]signals.Network{}
	for _, n := range a.Signals.Of(event) {
		of := n.Host
		if kind == OriginNetwork {
			of = identity.Network(n.Host.Addr())
		}
		key := a.originKey(kind, of.String())
		seen[key] = seen[key].With(&n)
	}
	return seen
}
