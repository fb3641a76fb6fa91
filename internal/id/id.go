// Package id makes and reads the identifiers of Holdfast: text with a prefix
// that says what it names, ordered by time, and self-locating.
//
// An event is named by its prefix and a code of 12 characters. Everything that
// lives inside an event carries the event's code between its prefix and its own
// 16 characters, so that a request that knows only an offer also knows which
// event, and in a sharded database which shard, to ask: no lookup table and no
// second index is needed.
//
//	evt_3k9q0a7c1v5m                        an event
//	ord_3k9q0a7c1v5m06f2w8d4xk1n7p9s        an order of that event
//
// The alphabet is Crockford's base32 in lower case (no i, l, o, u). Ids are no
// secrets: whoever may see a thing is decided elsewhere.
package id

import (
	"crypto/rand"
	"encoding/binary"
	"strings"
	"sync"
	"time"
)

// Prefixes of the things that have ids.
const (
	Event        = "evt_"
	Organization = "org_"
	APIKey       = "key_"
	Pool         = "pol_"
	Tier         = "tir_"
	Person       = "per_"
	Order        = "ord_"
	Block        = "blk_"
	Statement    = "stm_"
	Entry        = "wle_"
	Offer        = "off_"
	Checkout     = "chk_"
	Payment      = "pay_" // one that came by hand
	Refund       = "rfd_"
	Venue        = "ven_"
	Room         = "roo_"
	SeatingPlan  = "pla_"
	AddOn        = "adn_" // of a venue
	RoomCalendar = "cal_" // of others, whose busy times keep a room
	Booking      = "bkg_" // of rooms
	Series       = "ser_" // of events
	BookingDates = "bks_" // of a booking that repeats
	Seat         = "sea_"

	Account       = "acc_"
	Member        = "mem_"
	Session       = "ses_"
	SignIn        = "sgn_"
	Passkey       = "psk_"
	Challenge     = "chl_"
	OIDCLink      = "oid_" // who an account is at an OpenID Connect provider
	OIDCAttempt   = "oia_" // a sign-in with it that has begun
	Code          = "cod_" // a promo or access code
	Transfer      = "trf_"
	Exchange      = "exc_" // of a ticket, back to the waitlist
	Invitation    = "inv_" // of a person, with whose own characters
	List          = "lst_" // of the door
	CheckinPass   = "cpa_" // of a phone at the door
	Till          = "til_" // of the box office
	TrackingLink  = "tkl_" // of an event
	Purpose       = "cpu_" // of consent
	Upload        = "upl_" // a file that answers a question of an event
	Campaign      = "cmp_" // of an organization, to people who have agreed to a purpose
	Invoice       = "ivc_" // or credit note
	SecurityEntry = "sec_"
	Announcement  = "ann_"
	// Resource is capacity that another system owns; ResourceEntry and ResourceOffer are within
	// one: their ids have its code where those of events' things have the event's.
	Resource      = "res_"
	ResourceEntry = "rwe_"
	ResourceOffer = "rof_"
	// BankAccount is the account at a bank that an organization has; BankStatement is a file
	// that its bank gave, and BankTransaction a transaction of it: their ids have the code of
	// the organization.
	BankAccount     = "bac_"
	BankStatement   = "bst_"
	BankTransaction = "btx_"
	// PaymentAccount is an account at a payment provider that an organization has.
	PaymentAccount = "pac_"
)

// How many characters name an event, or another thing that is in none, and a thing within
// its event.
const (
	CodeLen = 12
	TailLen = 16
)

const (
	alphabet = "0123456789abcdefghjkmnpqrstvwxyz"
	codeLen  = CodeLen
	tailLen  = TailLen
)

// Maker makes ids. It is safe for concurrent use. The zero value uses the wall
// clock and the operating system's randomness.
type Maker struct {
	mu sync.Mutex
	// Now is the clock; nil means time.Now.
	Now func() time.Time
	// Rand yields random bits; nil means crypto/rand. The simulator sets it.
	Rand func() uint64
	// last is the highest tail made so far (guarded by mu): tails of one maker
	// never repeat and never go back, even when the clock does.
	lastMilli uint64
	lastSeq   uint64
}

func (m *Maker) bits() uint64 {
	if m.Rand != nil {
		return m.Rand()
	}
	var b [8]byte
	rand.Read(b[:]) // never returns an error: it ends the program instead
	return binary.LittleEndian.Uint64(b[:])
}

func (m *Maker) milli() uint64 {
	now := time.Now
	if m.Now != nil {
		now = m.Now
	}
	return uint64(now().UnixMilli()) & (1<<41 - 1)
}

// Top makes an id for a thing that is not inside an event: an event itself, an
// organization, a key. 28 bits of seconds-coarse time and 32 random bits.
func (m *Maker) Top(prefix string) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	v := (m.milli()>>13)<<32 | m.bits()&(1<<32-1)
	return prefix + encode(v&(1<<60-1), codeLen)
}

// In makes an id for a thing inside an event. It panics when event is not an event
// id, which is a programmer's mistake: ids from outside are checked by EventOf.
func (m *Maker) In(prefix, event string) string {
	if !Valid(event, Event) {
		panic("id: not an event id: " + event)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	ms := m.milli()
	if ms > m.lastMilli {
		m.lastMilli, m.lastSeq = ms, m.bits()&(1<<38-1)
	} else {
		m.lastSeq++ // room for 2^38 more in this millisecond
	}
	var b strings.Builder
	b.Grow(len(prefix) + codeLen + tailLen)
	b.WriteString(prefix)
	b.WriteString(event[len(Event):])
	// 80 bits: 41 of time, 39 of sequence from a random start.
	hi := m.lastMilli >> 1
	lo := (m.lastMilli&1)<<39 | m.lastSeq
	b.WriteString(encode(hi, 8))
	b.WriteString(encode(lo, 8))
	return b.String()
}

// Unguessable makes an id for a thing inside an event of 80 random bits: whoever has some cannot tell
// others. It says nothing of the order in which things were made.
func (m *Maker) Unguessable(prefix, event string) string {
	if !Valid(event, Event) {
		panic("id: not an event id: " + event)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return prefix + event[len(Event):] + encode(m.bits()&(1<<40-1), tailLen/2) + encode(m.bits()&(1<<40-1), tailLen/2)
}

// EventOf returns the id of the event that a thing lives in. ok is false when
// the id does not have that prefix or is malformed.
func EventOf(thing, prefix string) (event string, ok bool) {
	if len(thing) != len(prefix)+codeLen+tailLen || !strings.HasPrefix(thing, prefix) || !inAlphabet(thing[len(prefix):]) {
		return "", false
	}
	return Event + thing[len(prefix):len(prefix)+codeLen], true
}

// Valid reports whether s is a well-formed id of a top-level thing with that prefix.
func Valid(s, prefix string) bool {
	return len(s) == len(prefix)+codeLen && strings.HasPrefix(s, prefix) && inAlphabet(s[len(prefix):])
}

// within is the resource as the ids of things have what they are in.
func within(resource string) string { return Event + strings.TrimPrefix(resource, Resource) }

// InResource makes an id for a thing of a resource, of whose own id it panics when it is none.
func (m *Maker) InResource(prefix, resource string) string { return m.In(prefix, within(resource)) }

// NamedInResource makes the id of a thing of a resource from a seed, as Named does.
func NamedInResource(prefix, resource, seed string) string {
	return Named(prefix, within(resource), seed)
}

// ResourceOf returns the resource that a thing is of. ok is false when the id does not have
// that prefix or is malformed.
func ResourceOf(thing, prefix string) (resource string, ok bool) {
	event, ok := EventOf(thing, prefix)
	return Resource + strings.TrimPrefix(event, Event), ok
}

func encode(v uint64, n int) string {
	var b [tailLen]byte
	for i := n - 1; i >= 0; i-- {
		b[i] = alphabet[v&31]
		v >>= 5
	}
	return string(b[:n])
}

func inAlphabet(s string) bool {
	for i := 0; i < len(s); i++ {
		if strings.IndexByte(alphabet, s[i]) < 0 {
			return false
		}
	}
	return true
}

// InOrganization makes an id for a thing of an organization, with its code where ids of things
// in events have theirs.
func (m *Maker) InOrganization(prefix, org string) string {
	var hash [32]byte
	binary.BigEndian.PutUint64(hash[:], m.milli()<<16|m.bits()&(1<<16-1))
	binary.BigEndian.PutUint64(hash[8:], m.bits())
	return OfOrganization(prefix, org, hash)
}

// Tail makes of a hash what names a thing within an event: its first 80 bits.
func Tail(hash [32]byte) string {
	bits := func(b []byte) (v uint64) {
		for _, x := range b {
			v = v<<8 | uint64(x)
		}
		return v
	}
	return encode(bits(hash[:5]), tailLen/2) + encode(bits(hash[5:10]), tailLen/2)
}

// IsTail reports whether a text may be what names a thing within an event.
func IsTail(s string) bool { return len(s) == tailLen && inAlphabet(s) }

// With makes the id of a thing of an event from what names it there.
func With(prefix, event, tail string) string { return prefix + event[len(Event):] + tail }

// TailOf returns what names a thing within its event.
func TailOf(thing string) string { return thing[max(0, len(thing)-tailLen):] }

// Seq makes the id of a thing that package inventory brings into being itself (an
// offer, and the order that the offer holds) from the ledger seq at which it
// did so. It is unique within the event because a seq is; it can never meet an
// id of a Maker, whose time bits are never all zero.
func Seq(prefix, event string, seq int64) string {
	return prefix + event[len(Event):] + encode(0, 8) + encode(uint64(seq), 8)
}

// OfOrganization makes the id of a thing of an organization that is named by what it is: the
// same again is the same thing.
func OfOrganization(prefix, org string, hash [32]byte) string {
	return prefix + strings.TrimPrefix(org, Organization) + Tail(hash)
}

// SeatPrefix begins the ids of all seats of an event: its place in the plan,
// counted from 1, follows in as many digits as a tail has characters.
func SeatPrefix(event string) string { return Seat + event[len(Event):] }
