package access

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/netip"

	"github.com/holdfast-events/holdfast/internal/address"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// networkShare is how many times as much as a host a whole network may have: many
// customers of a provider share one, and one customer may have all of it.
const networkShare = 4

// Kinds of origins that organizers are shown.
const (
	OriginHost    = "host"    // an IPv4 address or IPv6 /64
	OriginNetwork = "network" // the /24 or /48 around it
	OriginCard    = "card"    // a payment card, or an account at a provider; see package settlement
)

// origins are what a call of the public is counted against: where it comes from, until
// the caller proves an address, and that address.
func (a *Control) origins(from netip.Addr, email string, proven bool) []inventory.Origin {
	mail := address.Fold(email)
	if proven {
		return []inventory.Origin{
			{Key: a.originKey("proven", mail), Bound: inventory.BoundPerson},
			{Key: a.originKey("address", mail), Bound: inventory.BoundNothing},
		}
	}
	return []inventory.Origin{
		{Key: a.originKey(OriginHost, identity.Host(from).String()), Bound: inventory.BoundNetwork, Share: 1},
		{Key: a.originKey(OriginNetwork, identity.Network(from).String()), Bound: inventory.BoundNetwork, Share: networkShare},
		{Key: a.originKey("address", mail), Bound: inventory.BoundPerson},
	}
}

// Pseudonym is an origin as the organizers of an event are shown it. That of another event is
// another one, so that nobody is followed from event to event.
func (a *Control) Pseudonym(event, origin string) string {
	h := hmac.New(sha256.New, a.OriginKey)
	h.Write([]byte("pseudonym\n" + event + "\n" + origin))
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// NetworkOf is the network that a call comes from, an IPv4 address or IPv6 /64, as the organizers of an
// event are shown it; "": a member or a key of the organization calls, for somebody else.
func (a *Control) NetworkOf(c *Call, event string) string {
	if c.Caller.Staff() {
		return ""
	}
	return a.Pseudonym(event, a.originKey(OriginHost, identity.Host(c.Address).String()))
}

// originKey is what an origin is stored by: the same on all servers of a database, and
// of no use without its secrets. Its kind is told, so that those of one kind can be listed.
func (a *Control) originKey(kind, of string) string {
	h := hmac.New(sha256.New, a.OriginKey)
	h.Write([]byte(kind + "\n" + of))
	return kind + ":" + hex.EncodeToString(h.Sum(nil)[:12])
}
