package inventory

// HoldKind says what a hold is for.
type HoldKind string

const (
	KindRegistration HoldKind = "registration"
	KindOrder        HoldKind = "order" // has an Order with items
	KindBlock        HoldKind = "block"
)

// HoldState is where a hold stands.
type HoldState string

const (
	HoldNone      HoldState = "" // not taken yet; only in audit rows
	HoldHeld      HoldState = "held"
	HoldConfirmed HoldState = "confirmed"
	HoldReleased  HoldState = "released"
)

// Hold is the one claim on inventory.
type Hold struct {
	ID        string // ord_… for a person's, blk_… for an organizer's block or a release
	Kind      HoldKind
	State     HoldState
	PersonID  string // empty for a block
	Tier      string // empty for an order: its items have tiers
	Units     int64  // that it takes, or that its end released; of an order: items
	EntryID   string // the entry it was taken for, when it began as an offer
	OfferID   string
	Name      string  // typed with it, where the person is known by another; see NameFor
	Guests    string  // JSON array of {"name"}; opaque here, personal data
	ExpiresAt Instant // zero: no deadline; of a block: it is a Release, and happens then
	CreatedAt Instant
	UpdatedAt Instant
	Reason    Reason // of the last transition
	LastSeq   int64  // ledger seq of the last transition: the newest link of its story
	Order     *Order // the money and the items of an order, the items of a block of seats; else nil
	// GivenBack are the units of a registration that were given back while it went on
	// with the others, as numbers: "2,4". Those of an order are its items that are released.
	GivenBack string
	// Entrant is with whose Pass of the waiting room it was taken, as in Who; 0: none was
	// needed.
	Entrant int64
}

// Itemized reports whether the hold has items: orders, and blocks of seats.
func (h *Hold) Itemized() bool {
	return h.Kind == KindOrder || (h.Kind == KindBlock && h.Tier == "")
}

// NameFor returns the name by which a hold or an entry goes: the one that was typed
// with it, or else that of its person.
func NameFor(typed string, p *Person) string {
	if typed != "" {
		return typed
	}
	return p.Profile.Name
}

// Live reports whether the hold takes inventory.
func (h *Hold) Live() bool { return h.State == HoldHeld || h.State == HoldConfirmed }

// EntryState is where a waitlist entry stands.
type EntryState string

const (
	EntryNone     EntryState = "" // not joined yet; only in audit rows
	EntryWaiting  EntryState = "waiting"
	EntryOffered  EntryState = "offered"
	EntryAccepted EntryState = "accepted"
	EntryDeclined EntryState = "declined"
	EntryExpired  EntryState = "expired"
	EntryLeft     EntryState = "left"
	EntryRemoved  EntryState = "removed"
	EntryClosed   EntryState = "closed"
	// EntryApplied waits for the organizer's answer, and stands nowhere on the waitlist yet;
	// EntryRejected is what a no makes of it. See Settings.Approval.
	EntryApplied  EntryState = "applied"
	EntryRejected EntryState = "rejected"
)

// Entry is a place on the waitlist.
type Entry struct {
	ID        string // wle_…
	State     EntryState
	PersonID  string
	Wish      string // SeatWish.Text; empty: units of Tier
	Units     int64
	Placement        // where it stands, or stood when it stopped waiting; see Placed
	Passes    int64  // how often it has been passed
	Name      string // as in the Hold
	Guests    string
	OfferID   string // the latest offer; at most one is open
	JoinedAt  Instant
	// ApprovedAt is when an application was approved; 0: it is none, or was not.
	ApprovedAt Instant
	Entrant    int64 // as in the Hold
	LeftSeq    int64 // ledger seq at which it stopped waiting; 0 while waiting, NeverWaited before
	UpdatedAt  Instant
	Reason     Reason
	LastSeq    int64
}

// NeverWaited is the LeftSeq of an application that was not approved: nobody stood behind it.
const NeverWaited = -1

// Live reports whether the entry still has a chance: waiting or offered, or applied.
func (e *Entry) Live() bool {
	return e.State == EntryWaiting || e.State == EntryOffered || e.State == EntryApplied
}

// Placed reports whether the entry has ever stood on the waitlist. An application that was
// not approved has a tier and a class and no rank, and a number below 0 that is only its own.
func (e *Entry) Placed() bool { return e.JoinNo > 0 }

// Before reports whether e stands before f on the waitlist.
func (e *Entry) Before(f *Entry) bool { return e.Placement.Before(&f.Placement) }

// OfferState is where an offer stands. It ends exactly once.
type OfferState string

const (
	OfferOpen     OfferState = "open"
	OfferAccepted OfferState = "accepted"
	OfferDeclined OfferState = "declined"
	OfferExpired  OfferState = "expired"
	OfferRevoked  OfferState = "revoked" // entry left or removed, event cancelled
)

// Offer is a hold taken for an entry, with a claim window.
type Offer struct {
	ID             string // off_…
	State          OfferState
	EntryID        string
	OrderID        string // the hold
	PersonID       string
	OpenedAt       Instant
	WindowStartsAt Instant // later than OpenedAt when quiet hours delay it
	ExpiresAt      Instant // first moment at which it can no longer be claimed
	EndedAt        Instant
	Extensions     int64
	RuleVersion    int64
	LastSeq        int64 // newest audit row with the offer as subject (extensions); 0: none
}

// Person is somebody who attends or waits, as far as one event knows.
type Person struct {
	ID      string // per_…, the pseudonym that audit rows use
	UserID  string // the caller's own name for the person
	Profile Profile
	// HoldID is the live registration, EntryID the live entry for tickets; empty when none.
	// At most one of them is set, except while an offer is open: then both are.
	// Orders, of which a person may have several, are not named here.
	HoldID  string
	EntryID string
	// GoodsEntries are the ids of the live entries for goods, of which there may be one for each
	// goods, in the order in which they were made, with a space between two.
	GoodsEntries string
	// Units is what the person holds or waits for at the moment, together (an
	// offered entry and its hold count once). Goods and add-ons do not count.
	Units int64
	// Places are those of the person's Invitation while it stands: as many may Units be at
	// most. 0: the person is not invited.
	Places int64
}

// Profile is personal data. The heart carries it and never looks at it.
type Profile struct {
	Email, Name, Locale string
}

// AuditRow is one transition. The caller chains and stores it.
type AuditRow struct {
	Seq     int64
	At      Instant
	Actor   string // "system", "public", or the id of a key, member or person
	Subject string // id of the event, pool, hold, entry, offer or person
	From    string
	To      string
	Reason  Reason
	Rule    int64
	Related string // the other thing concerned: the offer, the entry that passed, the hold
	Units   int64  // of the hold or the party concerned, or by how many a pool changed; 0 when none
	PrevSeq int64  // seq of the subject's previous row, 0 for its first: stories are linked lists
	// Commitment is a hash of what decides and no other field says: see
	// TermsCommitment, CodeCommitment and HoldCommitment. Empty in most rows.
	Commitment string
}
