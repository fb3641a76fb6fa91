package identity

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
)

// LinkPrefix begins the text of every signed link token.
const LinkPrefix = "hl_"

// How long links work. A link in a confirmation is how a person without an account
// finds the ticket again, so it works until the event, however far ahead that was
// announced. LinkGrace is how much longer: until refunds have arrived, and as long as
// a mail that was sent after the event must let people unsubscribe. A fresh link is
// made for somebody who waits for it.
const (
	LinkGrace     = 30 * 24 * time.Hour
	FreshLinkLife = time.Hour
)

// MinLinkKey is the shortest key that links may be signed with, in bytes.
const MinLinkKey = 32

const (
	linkVersion  = 2
	linkMACLen   = 16
	linkHead     = 1 + 1 + 1 + 8 + 4 // version, kind, reach, microseconds of issue, minutes of end
	linkPayload  = linkHead + linkThingLen + linkPersonLen
	linkThingLen = 28 // an id without its prefix: the event's code and the thing's own characters
	// A person lives in the same event as the thing, so only the person's own
	// characters are carried.
	linkPersonLen = 16
)

// LinkKind says what a link is about.
type LinkKind byte

// The kinds of link, which are also the path that leads to their page.
const (
	OfferLink LinkKind = 'o' // an offer: /o/<token>
	EntryLink LinkKind = 'e' // a place on the waitlist: /e/<token>
	OrderLink LinkKind = 'r' // a registration: /r/<token>
	// PreferenceLink is about the person: how to be reached: /u/<token>.
	PreferenceLink LinkKind = 'u'
	// TransferLink is a ticket on its way from one person to another, for either
	// of them: /t/<token>. Once it is accepted it is the link to the ticket.
	TransferLink LinkKind = 't'
	// FeedbackLink is about the person too: how the event was: /h/<token>.
	FeedbackLink LinkKind = 'h'
	// InvitationLink lets somebody take part in an event: /i/<token>. It was issued when the
	// invitation was sent, to the microsecond: one that was sent again has another.
	InvitationLink LinkKind = 'i'
)

func (k LinkKind) prefix() string {
	switch k {
	case OfferLink:
		return id.Offer
	case EntryLink:
		return id.Entry
	case OrderLink:
		return id.Order
	case PreferenceLink, FeedbackLink:
		return id.Person
	case TransferLink:
		return id.Transfer
	case InvitationLink:
		return id.Invitation
	}
	return ""
}

// Link is what a token says: whoever holds it was sent mail at the address of
// Person, about ID, unless it Bears. It acts within that event, as far as its reach
// goes, and nowhere else.
type Link struct {
	Kind    LinkKind
	Reach   Reach     // zero, for Mint: the narrowest that the kind has
	ID      string    // off_…, wle_…, ord_…, per_…, trf_… or inv_…
	Person  string    // per_… of the same event
	Issued  time.Time // microseconds; zero, for Mint: now
	Expires time.Time // whole minutes
}

// Event returns the event that the link is about.
func (l Link) Event() string {
	event, _ := id.EventOf(l.ID, l.Kind.prefix())
	return event
}

// Errors of Links.Parse and LinkReader.Read.
var (
	ErrLinkInvalid = errors.New("identity: not a valid link")
	ErrLinkExpired = errors.New("identity: the link has expired")
	// ErrLinkRevoked: its person has signed out all links since, or has given the
	// ticket away.
	ErrLinkRevoked = errors.New("identity: the link was signed out")
)

// Links makes and reads signed links. It is a value that can be copied.
type Links struct {
	Key  []byte           // at least MinLinkKey bytes: the server key "link"
	Base string           // where people reach the server, for example https://holdfast.example
	Now  func() time.Time // nil: time.Now
}

// Check reports whether links can be made with this configuration.
func (l Links) Check() error {
	if len(l.Key) < MinLinkKey {
		return fmt.Errorf("identity: a link key of %d bytes, want at least %d", len(l.Key), MinLinkKey)
	}
	return nil
}

func (l Links) now() time.Time {
	if l.Now != nil {
		return l.Now()
	}
	return time.Now()
}

// BearerOf stands for a person in the link of an order that is for whoever has it:
// whoever ordered without credentials, or comes back from where one pays. It is
// nobody's id, so such a link opens its one order and nothing else: whose the
// address is that was given with the order is not known.
func BearerOf(order string) string { return id.Person + strings.TrimPrefix(order, id.Order) }

// bearerLife is how long such a link outlives the order's deadline.
const bearerLife = 24 * time.Hour

// Bears reports whether the link is for whoever has it, and opens its order only.
func (l Link) Bears() bool { return l.Reach.bears() }

// BearerURL returns the address of the page on which a pending order is paid, for
// whoever is given it, until a day after its deadline. It panics when order is not
// the id of one, which is a programmer's mistake.
func (l Links) BearerURL(order string, deadline time.Time) string {
	token, err := l.Bearer(order, ReachPay, deadline)
	if err != nil {
		panic(err)
	}
	return l.pageOf(OrderLink, token)
}

// Bearer returns a token for an order that is for whoever has it: ReachPay, or
// ReachCheckout for the caller who has just placed the order.
func (l Links) Bearer(order string, reach Reach, deadline time.Time) (string, error) {
	if !reach.bears() {
		return "", fmt.Errorf("identity: a link that reaches %q is somebody's", reach)
	}
	// It is nobody's to sign out, so it need not say when it was made, and a repeated
	// request is answered as the first.
	return l.Mint(Link{Kind: OrderLink, Reach: reach, ID: order, Person: BearerOf(order), Issued: deadline, Expires: deadline.Add(bearerLife)})
}

// CheckoutURL is BearerURL for the caller who has just placed the order, and may also say who
// comes in.
func (l Links) CheckoutURL(order string, deadline time.Time) (string, error) {
	token, err := l.Bearer(order, ReachCheckout, deadline)
	return l.pageOf(OrderLink, token), err
}

// PageURL returns the address of the page that a token of a link leads to.
func (l Links) PageURL(kind LinkKind, token string) string { return l.pageOf(kind, token) }

func (l Links) pageOf(kind LinkKind, token string) string {
	return strings.TrimRight(l.Base, "/") + "/" + string(kind) + "/" + token
}

// Mint makes the token of a link. It fails when the ids do not have the form
// that the kind asks for or do not belong to one event.
func (l Links) Mint(k Link) (string, error) {
	if err := l.Check(); err != nil {
		return "", err
	}
	prefix := k.Kind.prefix()
	event, ok := id.EventOf(k.ID, prefix)
	if !ok || prefix == "" {
		return "", fmt.Errorf("identity: %q is not an id for a link of kind %q", k.ID, k.Kind)
	}
	if of, ok := id.EventOf(k.Person, id.Person); !ok || of != event {
		return "", fmt.Errorf("identity: person %q is not of event %s", k.Person, event)
	}
	minutes := k.Expires.Unix() / 60
	if minutes <= 0 || minutes > 1<<32-1 {
		return "", fmt.Errorf("identity: a link cannot expire at %s", k.Expires)
	}
	if k.Reach == 0 {
		k.Reach = narrowest[k.Kind]
	}
	if !k.Reach.of(k.Kind) || k.Bears() != (k.Person == BearerOf(k.ID)) {
		return "", fmt.Errorf("identity: a link of kind %q to %s cannot reach %q", k.Kind, k.ID, k.Reach)
	}
	if k.Issued.IsZero() {
		k.Issued = l.now()
	}
	b := make([]byte, 0, linkPayload+sha256.Size)
	b = append(b, linkVersion, byte(k.Kind), byte(k.Reach))
	b = binary.BigEndian.AppendUint64(b, uint64(k.Issued.UnixMicro()))
	b = binary.BigEndian.AppendUint32(b, uint32(minutes))
	b = append(b, k.ID[len(prefix):]...)
	b = append(b, k.Person[len(k.Person)-linkPersonLen:]...)
	b = append(b, l.mac(b)...)
	return LinkPrefix + base64.RawURLEncoding.EncodeToString(b), nil
}

// Parse reads a token. It returns ErrLinkInvalid for everything that this
// server did not sign, and the link together with ErrLinkExpired when it is too
// old, so that a page can still say what it was about.
func (l Links) Parse(token string) (Link, error) {
	text, ok := strings.CutPrefix(token, LinkPrefix)
	// The decoder skips line ends, which would give one link many spellings.
	if !ok || len(l.Key) < MinLinkKey || strings.ContainsAny(text, "\r\n") {
		return Link{}, ErrLinkInvalid
	}
	b, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil || len(b) != linkPayload+linkMACLen {
		return Link{}, ErrLinkInvalid
	}
	payload, mac := b[:linkPayload], b[linkPayload:]
	if !hmac.Equal(mac, l.mac(payload)) || payload[0] != linkVersion {
		return Link{}, ErrLinkInvalid
	}
	k := Link{
		Kind: LinkKind(payload[1]), Reach: Reach(payload[2]), Issued: time.UnixMicro(int64(binary.BigEndian.Uint64(payload[3:11]))).UTC(),
		Expires: time.Unix(int64(binary.BigEndian.Uint32(payload[11:linkHead]))*60, 0).UTC(),
	}
	thing := string(payload[linkHead : linkHead+linkThingLen])
	k.ID = k.Kind.prefix() + thing
	k.Person = id.Person + thing[:linkThingLen-linkPersonLen] + string(payload[linkHead+linkThingLen:])
	if !l.now().Before(k.Expires) {
		return k, ErrLinkExpired
	}
	return k, nil
}

func (l Links) mac(payload []byte) []byte {
	h := hmac.New(sha256.New, l.Key)
	h.Write([]byte("holdfast link v2\n"))
	h.Write(payload)
	return h.Sum(nil)[:linkMACLen]
}

// OfferURL returns the address of the page on which a person answers an offer of
// an event that ends then. It panics when the ids are not those of an offer and a
// person of one event, which is a programmer's mistake; so do those below.
func (l Links) OfferURL(offerID, personID string, ends time.Time) string {
	return l.url(OfferLink, offerID, personID, ends)
}

// EntryURL returns the address of the page that shows a person's place on the waitlist.
func (l Links) EntryURL(entryID, personID string, ends time.Time) string {
	return l.url(EntryLink, entryID, personID, ends)
}

// OrderURL returns the address of the page that shows a person's registration or order.
func (l Links) OrderURL(orderID, personID string, ends time.Time) string {
	return l.url(OrderLink, orderID, personID, ends)
}

// PreferencesURL returns the address of the page on which a person says how to
// be reached.
func (l Links) PreferencesURL(personID string, ends time.Time) string {
	return l.url(PreferenceLink, personID, personID, ends)
}

// FeedbackURL returns the address of the page on which a person says how the event was.
func (l Links) FeedbackURL(personID string, ends time.Time) string {
	return l.url(FeedbackLink, personID, personID, ends)
}

// InvitationURL returns the address of the page on which a person answers an invitation that
// was sent then, until the event ends.
func (l Links) InvitationURL(invitationID, personID string, sent, ends time.Time) string {
	return l.mustURL(Link{Kind: InvitationLink, ID: invitationID, Person: personID, Issued: sent, Expires: l.until(ends)})
}

// EventURL returns the address of the public page of an event.
func (l Links) EventURL(eventID string) string {
	return strings.TrimRight(l.Base, "/") + "/events/" + eventID
}

// SeriesURL returns the address of the public page of a series.
func (l Links) SeriesURL(seriesID string) string {
	return strings.TrimRight(l.Base, "/") + "/series/" + seriesID
}

// TransferURL returns the address of the page that shows a transfer to one of its
// two persons, and the ticket to its holder.
func (l Links) TransferURL(transferID, personID string, ends time.Time) string {
	return l.url(TransferLink, transferID, personID, ends)
}

func (l Links) url(kind LinkKind, thing, person string, ends time.Time) string {
	return l.mustURL(Link{Kind: kind, ID: thing, Person: person, Expires: l.until(ends)})
}

// until is how long a link works that is mailed about an event which ends then: rounded up to
// the day, which says less of when the mail was written.
func (l Links) until(ends time.Time) time.Time {
	day, from := 24*time.Hour, l.now()
	if ends.After(from) {
		from = ends
	}
	return from.Add(LinkGrace).Truncate(day).Add(day)
}

// FreshURL returns the address that a fresh link leads to: the page of the same
// thing, from where all of the person's can be done.
func (l Links) FreshURL(kind LinkKind, thing, person string) string {
	k := Link{Kind: kind, ID: thing, Person: person, Expires: l.now().Add(FreshLinkLife)}
	if ReachFull.of(kind) {
		k.Reach = ReachFull
	}
	return l.mustURL(k)
}

// Again returns the address of the page of a link that was read.
func (l Links) Again(k *Link) string { return l.mustURL(*k) }

// Onward returns the address of another thing of the same person, for a page that
// a link led to. It goes no further, works no longer and is signed out with it.
func (l Links) Onward(from Link, kind LinkKind, thing string) string {
	k := Link{Kind: kind, ID: thing, Person: from.Person, Issued: from.Issued, Expires: from.Expires}
	if from.Reach == ReachFull && ReachFull.of(kind) {
		k.Reach = ReachFull
	}
	return l.mustURL(k)
}

func (l Links) mustURL(k Link) string {
	token, err := l.Mint(k)
	if err != nil {
		panic(err)
	}
	return l.pageOf(k.Kind, token)
}

// Derive makes a key for another purpose from the link key, so that a
// signature made for one can never be taken for the other.
func (l Links) Derive(purpose string) []byte {
	h := hmac.New(sha256.New, l.Key)
	h.Write([]byte("holdfast derive v1\n" + purpose))
	return h.Sum(nil)
}
