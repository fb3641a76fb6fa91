package identity

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/netip"

	"github.com/holdfast-events/holdfast/internal/limit"
)

const (
	// networkBits4 and networkBits6 make a network: a /24 of IPv4 or a /48 of IPv6, the least
	// that one customer of a provider holds.
	networkBits4, networkBits6 = 24, 48
	// hostBits6: one household has a /64, so an IPv6 "address" is one of these.
	hostBits6 = 64
)

// Network is the network that an address belongs to.
func Network(a netip.Addr) netip.Prefix {
	bits := networkBits4
	if a = a.Unmap(); a.Is6() {
		bits = networkBits6
	}
	p, err := a.Prefix(bits)
	if err != nil { // only the zero Addr, which then shares one bucket
		return netip.Prefix{}
	}
	return p
}

// Host is what one household or office has of a network: an IPv4 address or an IPv6 /64.
func Host(a netip.Addr) netip.Prefix {
	bits := 32
	if a = a.Unmap(); a.Is6() {
		bits = hostBits6
	}
	p, err := a.Prefix(bits)
	if err != nil {
		return netip.Prefix{}
	}
	return p
}

// Calls are the limits of calls without credentials from an address.
func Calls(a netip.Addr) [2]limit.Check { return from(a, limit.Address, limit.Network) }

// Streams are the limits of streams that are opened without credentials. They are not counted
// as calls: a network's pages come back together, and would leave nothing for those.
func Streams(a netip.Addr) [2]limit.Check { return from(a, limit.StreamAddress, limit.StreamNetwork) }

// Logs are the limits of reading public logs without credentials, which is not counted as
// calls either: whoever goes through a log reads all of it.
func Logs(a netip.Addr) [2]limit.Check { return from(a, limit.LogAddress, limit.LogNetwork) }

// Mails are the limits of mails that are requested by unknown callers.
func Mails(a netip.Addr) [2]limit.Check { return from(a, limit.MailAddress, limit.MailNetwork) }

// Uploads are the limits of files that whoever is not staff sends to answer questions.
func Uploads(a netip.Addr) [2]limit.Check { return from(a, limit.UploadAddress, limit.UploadNetwork) }

// MailsTo is the limit of mails to an address, folded, for which it was only typed. It is counted
// by a hash with a key of the server, because it may be counted outside of it.
func MailsTo(key []byte, address string) limit.Check {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(address))
	return limit.Check{Kind: limit.MailRecipient, Of: limit.Subject{ID: hex.EncodeToString(mac.Sum(nil)[:linkMACLen])}}
}

// CallsOf are the limits of calls with an API key. Only keys that are valid are counted, so
// there are as few as organizations made.
func CallsOf(keyID string) limit.Check {
	return limit.Check{Kind: limit.Key, Of: limit.Subject{ID: keyID}}
}

// CallsOfLogin are the limits of calls of somebody who is signed in: of the session, and of the
// account whatever browsers it is in.
func CallsOfLogin(l *Login) [2]limit.Check {
	return [2]limit.Check{{Kind: limit.Session, Of: limit.Subject{ID: l.SessionID}}, {Kind: limit.Account, Of: limit.Subject{ID: l.AccountID}}}
}

// CallsOfLink is the limit of calls with a link of a mail: of all links of a person to the same
// thing. Only signatures that are valid are counted.
func CallsOfLink(l *Link) limit.Check {
	return limit.Check{Kind: limit.Link, Of: limit.Subject{ID: l.ID + " " + l.Person}}
}

// Tries are the limits of what takes or waits for a place around an opening: of the network,
// and of the account of whoever is signed in, whatever browser that is in.
func Tries(a netip.Addr, l *Login, account, network limit.Kind) []limit.Check {
	of := limit.Check{Kind: network, Of: limit.Subject{Prefix: Network(a)}}
	if l == nil {
		return []limit.Check{of}
	}
	return []limit.Check{{Kind: account, Of: limit.Subject{ID: l.AccountID}}, of}
}

func from(a netip.Addr, address, network limit.Kind) [2]limit.Check {
	return [2]limit.Check{{Kind: address, Of: limit.Subject{Prefix: Host(a)}}, {Kind: network, Of: limit.Subject{Prefix: Network(a)}}}
}
