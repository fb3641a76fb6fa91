package store

import (
	"context"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// EventView is an event as it stands, all read in one snapshot.
type EventView struct {
	Event     inventory.Event
	Details   Details
	Timezone  string
	Pools     []inventory.Pool // in position order
	Tiers     []inventory.Tier // in position order
	Waiting   int64            // entries in state waiting
	Offered   int64            // entries in state offered
	CreatedAt inventory.Instant
	UpdatedAt inventory.Instant
	HeadHash  audit.Hash
	HeadSig   []byte
}

// Event returns an event, or ErrNotFound.
func (s *Store) Event(ctx context.Context, id string) (*EventView, error) { panic("being built") }

// Events returns a page of an organization's events by id, ids greater than after.
func (s *Store) Events(ctx context.Context, org, after string, limit int) ([]EventView, error) {
	panic("being built")
}

// RegistrationView is a person's standing at an event: the live hold or entry,
// or else the latest that ended. Hold and Entry are nil when there is none.
type RegistrationView struct {
	Person inventory.Person
	Hold   *inventory.Hold
	Entry  *inventory.Entry
	Offer  *inventory.Offer // the open offer
}

// Registration returns the standing of a person by user_id, or ErrNotFound.
func (s *Store) Registration(ctx context.Context, event, userID string) (*RegistrationView, error) {
	panic("being built")
}

// Registrations returns a page of confirmed (or, with ended, released)
// registrations by hold id, ids greater than after. Entry and Offer are not filled.
func (s *Store) Registrations(ctx context.Context, event, after string, ended bool, limit int) ([]RegistrationView, error) {
	panic("being built")
}

// LineCursor is a position in the order of the line.
type LineCursor struct{ Rank, LineNo int64 }

// Line returns a page of the waiting entries of one tier in the order of the
// line, all priority classes merged, those after the cursor.
func (s *Store) Line(ctx context.Context, event, tier string, after LineCursor, limit int) ([]RegistrationView, error) {
	panic("being built")
}

// Entry returns an entry with its person and open offer, or ErrNotFound.
func (s *Store) Entry(ctx context.Context, id string) (*RegistrationView, error) {
	panic("being built")
}

// OfferByID returns an offer with its entry, person and hold, or ErrNotFound.
func (s *Store) OfferByID(ctx context.Context, id string) (*RegistrationView, error) {
	panic("being built")
}

// Hold returns a hold with its person, or ErrNotFound.
func (s *Store) Hold(ctx context.Context, id string) (*RegistrationView, error) {
	panic("being built")
}

// Blocks returns the live blocks of an event.
func (s *Store) Blocks(ctx context.Context, event string) ([]inventory.Hold, error) {
	panic("being built")
}

// Place is the place of a waiting entry in the line of its tier, 1 for the head,
// and how many wait in that line. It reads at most 63 counts per level of
// line_counts and class, however long the line is.
func (s *Store) Place(ctx context.Context, event string, e *inventory.Entry) (place, of int64, err error) {
	panic("being built")
}

// PlaceStep is one change of a place in line, or of the entry itself.
type PlaceStep struct {
	Row inventory.AuditRow
	// Before and After are the places around the step; 0: not in line.
	Before, After int64
	// Own says that the row is about the entry itself; else it is about
	// another entry, OtherPerson (per_…), that stood or came ahead of it.
	Own         bool
	OtherEntry  string
	OtherPerson string
}

// PlaceCursor is where a page of history ended: the place after the next older step.
type PlaceCursor struct{ Seq, Place int64 }

// EntryHistory returns the changes of an entry's place and state, newest first,
// in pages: those before the cursor (zero: from the newest). next is zero at the end.
func (s *Store) EntryHistory(ctx context.Context, event string, e *inventory.Entry, before PlaceCursor, limit int) (steps []PlaceStep, next PlaceCursor, err error) {
	panic("being built")
}

// AuditLine is an audit row with its hash.
type AuditLine struct {
	inventory.AuditRow
	Hash audit.Hash
}

// Audit returns a page of the audit rows of an event, seq greater than after.
func (s *Store) Audit(ctx context.Context, event string, after int64, limit int) ([]AuditLine, error) {
	panic("being built")
}

// Story returns the rows whose subject is that hold, entry, offer, pool or
// event, newest first, starting with lastSeq (0: the newest), by following PrevSeq.
func (s *Store) Story(ctx context.Context, event, subject string, lastSeq int64, limit int) ([]AuditLine, error) {
	panic("being built")
}

// MessageView is a message with what is needed to show or send it.
type MessageView struct {
	EventID  string
	Message  inventory.Message
	State    string // queued, sent, failed, suppressed
	SentAt   inventory.Instant
	Attempts int64
	Error    string
	Person   inventory.Person
	Hold     *inventory.Hold
	Entry    *inventory.Entry
	Offer    *inventory.Offer
}

// Inbox returns a person's messages of one event, newest first, seq less than
// before (0: from the newest).
func (s *Store) Inbox(ctx context.Context, event, person string, before int64, limit int) ([]MessageView, error) {
	panic("being built")
}

// QueuedMessages returns the messages of an event that are still queued, with
// fromSeq <= seq <= toSeq, in order.
func (s *Store) QueuedMessages(ctx context.Context, event string, fromSeq, toSeq int64, limit int) ([]MessageView, error) {
	panic("being built")
}

// Delivery is what became of a message.
type Delivery struct {
	Seq   int64
	State string // queued (try again), sent, failed, suppressed
	Error string // the answer of the mail server, without addresses
}

// RecordDeliveries stores what became of messages of one event, counting an attempt each.
func (s *Store) RecordDeliveries(ctx context.Context, event string, now inventory.Instant, d []Delivery) error {
	panic("being built")
}

// Mail is a message as it would have been sent, for the local mailbox.
type Mail struct {
	ID                                     string
	SentAt                                 inventory.Instant
	Recipient, Subject, TextBody, HTMLBody string
}

// PutMail stores mail in the local mailbox; the same ID again changes nothing.
func (s *Store) PutMail(ctx context.Context, m []Mail) error { panic("being built") }

// Mailbox returns the newest mails, without bodies when there are many: at most limit.
func (s *Store) Mailbox(ctx context.Context, limit int) ([]Mail, error) { panic("being built") }

// MailByID returns one mail of the local mailbox, or ErrNotFound.
func (s *Store) MailByID(ctx context.Context, id string) (*Mail, error) { panic("being built") }

// Organization is who runs events.
type Organization struct {
	ID, Name  string
	CreatedAt inventory.Instant
}

// APIKey is a key without its secret.
type APIKey struct {
	ID, OrgID, Name, Role           string
	Hash                            [32]byte // SHA-256 of the key text
	CreatedAt, ExpiresAt, RevokedAt inventory.Instant
}

// CreateOrganization stores an organization; ErrConflict when the id is taken.
func (s *Store) CreateOrganization(ctx context.Context, o Organization) error { panic("being built") }

// Organizations returns all organizations by id.
func (s *Store) Organizations(ctx context.Context) ([]Organization, error) { panic("being built") }

// CreateAPIKey stores a key.
func (s *Store) CreateAPIKey(ctx context.Context, k APIKey) error { panic("being built") }

// APIKeyByHash returns the key with that hash, or ErrNotFound. Expired and
// revoked keys are returned too: the caller decides.
func (s *Store) APIKeyByHash(ctx context.Context, hash [32]byte) (*APIKey, error) {
	panic("being built")
}

// APIKeys returns the keys of an organization.
func (s *Store) APIKeys(ctx context.Context, org string) ([]APIKey, error) { panic("being built") }

// RevokeAPIKey ends a key of an organization, or ErrNotFound.
func (s *Store) RevokeAPIKey(ctx context.Context, org, id string, now inventory.Instant) error {
	panic("being built")
}

// ServerKey returns the secret of this installation for a purpose ("audit",
// "link"), storing fresh when there is none yet; of several servers that start
// at once, all get the one that was stored first.
func (s *Store) ServerKey(ctx context.Context, purpose string, fresh []byte, now inventory.Instant) ([]byte, error) {
	panic("being built")
}

// PruneReplies deletes stored replies made before t, at most limit, and returns how many.
func (s *Store) PruneReplies(ctx context.Context, t inventory.Instant, limit int) (int64, error) {
	panic("being built")
}
