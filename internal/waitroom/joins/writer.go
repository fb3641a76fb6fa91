// Package joins writes who joins a waiting room: many in one transaction, those of one
// room in the order in which they came.
//
// A place is what a receipt says (package waitroom), and a receipt exists only after the
// commit. One signature, of the tree as it is after the batch, serves all receipts of a
// batch. The writer remembers nothing of a room between two batches: the size of its tree
// and the roots of its full subtrees are read with the lock on the room's row. So two
// servers may write to one room, a server that was killed has nothing to recover, and a
// room of millions costs no memory.
package joins

import (
	"bytes"
	"cmp"
	"context"
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"sync"
	"time"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/holdfast-events/holdfast/internal/batch"
	"github.com/holdfast-events/holdfast/internal/draw"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/waitingrooms"
	"github.com/holdfast-events/holdfast/internal/waitroom"
)

const (
	// maxWaiting bounds the joins of one room that wait for a transaction.
	maxWaiting = 16_384
	// maxTogether is how many share a transaction.
	maxTogether = 1024
	// writeFor is how long a transaction may take. It is not the request's to give up:
	// others are in it.
	writeFor = 10 * time.Second
)

// Errors of joining. After each of these nothing was written.
var (
	ErrBusy   = errors.New("joins: too many are joining")
	ErrClosed = errors.New("joins: closed")
	// ErrNotOpen is a room that has not opened, or has closed.
	ErrNotOpen = errors.New("joins: the waiting room is not open")
	// ErrNone is an event that has none.
	ErrNone = errors.New("joins: the event has no waiting room")
	// ErrBallot is a ballot, in which whoever joins says what they want.
	ErrBallot = errors.New("joins: the waiting room is that of a ballot")
	// ErrNoBallot is a waiting room to which nobody says what they want.
	ErrNoBallot = errors.New("joins: the waiting room is not that of a ballot")
)

// Outcomes are what becomes of those who want to join.
var Outcomes = []string{"joined", "again", "busy", "not_open", "failed"}

// Config configures a Writer. All of it but Mail, Waiting and Observe is required.
type Config struct {
	Store *store.Store
	// Key signs the checkpoints. It is kept outside the database.
	Key ed25519.PrivateKey
	// IdentityKey keys the hashes of identities, so that whoever has the rows and a list of
	// addresses cannot try them.
	IdentityKey []byte
	Now         func() inventory.Instant
	// Mail returns the job that mails the receipts of entrants of an event; nil: none is mailed.
	Mail func(event string, indexes []int64) (database.Job, error)
	// Waiting is how many joins of one room wait for a transaction at most; 0: maxWaiting.
	Waiting int
	// Observe, when not nil, is told what became of each who wanted to join.
	Observe func(outcome string)
}

// Writer lets people join waiting rooms. It is safe for concurrent use.
type Writer struct {
	cfg   Config
	group *batch.Group[string, request, answer] // by event
	salts func([]byte)                          // nil: those of the system; see SaltBy
	macs  sync.Pool                             // of hash.Hash, keyed by cfg.IdentityKey
}

type request struct {
	identity [sha256.Size]byte
	salt     [waitroom.SaltBytes]byte
	wish     *waitingrooms.RoomWish // of a ballot; else nil
	network  string                 // a pseudonym, which is kept where the order is drawn
	mail     *waitingrooms.RoomMail // nil: the receipt is not mailed
}

type answer struct {
	receipt *waitroom.Receipt // nil: whoever joined before
	index   int64
	err     error
}

// New returns a writer. It has no goroutine while nobody joins.
func New(c Config) (*Writer, error) {
	switch {
	case c.Store == nil || c.Now == nil:
		return nil, errors.New("joins: Config.Store and Config.Now are required")
	case len(c.Key) != ed25519.PrivateKeySize || len(c.IdentityKey) < sha256.Size:
		return nil, errors.New("joins: Config.Key and Config.IdentityKey are required")
	}
	if c.Observe == nil {
		c.Observe = func(string) {}
	}
	w := &Writer{cfg: c}
	w.macs.New = func() any { return hmac.New(sha256.New, c.IdentityKey) }
	var err error
	w.group, err = batch.New(batch.Config[string, request, answer]{
		Waiting: cmp.Or(c.Waiting, maxWaiting), Together: maxTogether, Gather: true, Busy: ErrBusy, Closed: ErrClosed,
		Commit: func(event string, list []request, _ func() []request) ([]answer, *request) {
			return w.write(event, list), nil
		},
	})
	return w, err
}

// Close answers those who wait, and refuses others.
func (w *Writer) Close(ctx context.Context) error { return w.group.Close(ctx) }

// Join lets an identity join the waiting room of an event and returns its receipt, after
// the commit. Anyone who has joined before gets the same receipt, also after an error that leaves
// open whether it was written.
func (w *Writer) Join(ctx context.Context, event, identity string) (*waitroom.Receipt, error) {
	return w.submit(ctx, event, w.request(event, identity))
}

// JoinMailed is Join, after which the receipt is mailed, by a job that is stored with it. Index
// and AskedAt of the mail are given to it. An entrant is mailed once: whoever joins again and was
// mailed is not mailed again, wherever that went.
func (w *Writer) JoinMailed(ctx context.Context, event, identity string, mail waitingrooms.RoomMail) (*waitroom.Receipt, error) {
	r := w.request(event, identity)
	r.mail = &mail
	return w.submit(ctx, event, r)
}

// JoinMailedBy is JoinMailed of the mail that is returned; nil: none is sent. It is asked for once
// it is certain that the join is not refused as too many: so a caller who is told to come back has
// used up no limit of mails. network is a pseudonym of where the entrant comes from, which is kept until
// a draw is sealed; "": it is not known.
func (w *Writer) JoinMailedBy(ctx context.Context, event, identity, network string, mail func() (*waitingrooms.RoomMail, error)) (*waitroom.Receipt, error) {
	r := w.request(event, identity)
	r.network = network
	a, err := w.group.SubmitPrepared(ctx, event, func() (request, error) {
		var err error
		r.mail, err = mail()
		return r, err
	})
	return w.answered(ctx, event, a, err)
}

// JoinBallot is Join of a ballot, with what the identity wants, whose Index is given to it.
// Anyone who has joined before gets the same receipt, and wants this instead.
func (w *Writer) JoinBallot(ctx context.Context, event, identity string, wish *waitingrooms.RoomWish) (*waitroom.Receipt, error) {
	r := w.request(event, identity)
	r.wish = wish
	return w.submit(ctx, event, r)
}

// JoinBallotMailed is JoinBallot, after which the receipt is mailed as by JoinMailed: once, however
// often somebody says what they want. network is as that of JoinMailedBy.
func (w *Writer) JoinBallotMailed(ctx context.Context, event, identity, network string, wish *waitingrooms.RoomWish, mail *waitingrooms.RoomMail) (*waitroom.Receipt, error) {
	r := w.request(event, identity)
	r.wish, r.mail, r.network = wish, mail, network
	return w.submit(ctx, event, r)
}

// request is that of an identity to join.
func (w *Writer) request(event, identity string) (r request) {
	r.identity = w.keyed(event, identity)
	_, _ = rand.Read(r.salt[:]) // never fails
	return r
}

func (w *Writer) submit(ctx context.Context, event string, r request) (*waitroom.Receipt, error) {
	a, err := w.group.Submit(ctx, event, r)
	return w.answered(ctx, event, a, err)
}

// answered is what whoever wants to join is told.
func (w *Writer) answered(ctx context.Context, event string, a answer, err error) (*waitroom.Receipt, error) {
	if err == nil {
		err = a.err
	}
	w.cfg.Observe(outcomeOf(&a, err))
	switch {
	case err != nil:
		return nil, err
	case a.receipt != nil:
		return a.receipt, nil
	}
	return w.Receipt(ctx, event, a.index)
}

// outcomeOf names what became of somebody who wanted to join.
func outcomeOf(a *answer, err error) string {
	switch {
	case errors.Is(err, ErrBusy):
		return "busy"
	case errors.Is(err, ErrNotOpen), errors.Is(err, ErrNone), errors.Is(err, ErrBallot), errors.Is(err, ErrNoBallot):
		return "not_open"
	case err != nil:
		return "failed"
	case a.receipt == nil:
		return "again"
	}
	return "joined"
}

// Queued is how full the queue of those who join the room of an event is, from 0 to 1.
func (w *Writer) Queued(event string) float64 { return w.group.Queued(event) }

// AccountIdentity is by what whoever is signed in with an address, folded, has one place.
func AccountIdentity(address string) string { return "account\n" + address }

// page is how many rooms are looked through at once for a person to be forgotten.
const page = 500

// Forget makes the entrant with an identity unknown: in the waiting room of an event, or with
// event "" in all. The place stays with whoever holds the receipt, and the tree as it is;
// nobody can say any more whose leaf it was. That there is no such entrant is not an error.
func (w *Writer) Forget(ctx context.Context, event, identity string) error {
	if event != "" {
		return w.forget(ctx, event, identity)
	}
	for {
		list, err := w.cfg.Store.WaitingRooms.JoinedEvents(ctx, event, page)
		if err != nil {
			return err
		}
		for _, event = range list {
			if err := w.forget(ctx, event, identity); err != nil {
				return err
			}
		}
		if len(list) < page {
			return nil
		}
	}
}

func (w *Writer) forget(ctx context.Context, event, identity string) error {
	keyed := w.keyed(event, identity)
	var instead [sha256.Size]byte
	_, _ = rand.Read(instead[:]) // never fails
	return w.cfg.Store.WaitingRooms.ForgetEntrant(ctx, event, keyed[:], instead[:], make([]byte, waitroom.SaltBytes))
}

// Entrant returns what is stored of the entrant with an identity, and the pass of one let
// in; database.ErrNotFound: nobody did.
func (w *Writer) Entrant(ctx context.Context, event, identity string) (waitingrooms.RoomEntrant, inventory.Pass, error) {
	keyed := w.keyed(event, identity)
	return w.cfg.Store.WaitingRooms.Entrant(ctx, event, keyed[:])
}

// keyed returns the keyed hash of an identity. The event is in it, so that nobody is the
// same in two rooms.
func (w *Writer) keyed(event, identity string) (sum [sha256.Size]byte) {
	mac := w.macs.Get().(hash.Hash)
	defer w.macs.Put(mac)
	mac.Reset()
	_, _ = mac.Write([]byte("holdfast waiting room identity v1\n" + event + "\n" + identity))
	mac.Sum(sum[:0])
	return sum
}

// write commits a batch.
func (w *Writer) write(event string, list []request) []answer {
	ctx, cancel := context.WithTimeout(context.Background(), writeFor)
	defer cancel()
	w.salted(list)
	identities := make([][]byte, len(list))
	for i := range list {
		identities[i] = list[i].identity[:]
	}
	var answers []answer
	err := w.cfg.Store.WaitingRooms.Join(ctx, event, identities, func(e *inventory.Event, room *waitingrooms.WaitingRoom, known map[string]int64) (*waitingrooms.RoomGrowth, error) {
		var growth *waitingrooms.RoomGrowth
		var err error
		answers, growth, err = w.grow(e, room, known, list)
		return growth, err
	})
	if err != nil {
		answers = make([]answer, len(list))
		for i := range answers {
			answers[i].err = err
		}
	}
	return answers
}

// grow gives each who is new the next index, and signs the tree with them.
func (w *Writer) grow(e *inventory.Event, room *waitingrooms.WaitingRoom, known map[string]int64, list []request) ([]answer, *waitingrooms.RoomGrowth, error) {
	now := w.cfg.Now()
	switch p := waitroom.PhaseAt(e, now); {
	case p == "":
		return nil, nil, ErrNone
	case !p.Joinable() || e.Status != inventory.Published, e.Settings.Onsale.Mode == inventory.OnsaleBallot && p != waitroom.Open:
		return nil, nil, ErrNotOpen
	}
	answers := make([]answer, len(list))
	g := &waitingrooms.RoomGrowth{Sealed: room.Sealed}
	if o := &e.Settings.Onsale; o.Draws() && now >= o.SealsAt && g.Sealed == waitingrooms.NotSealed {
		// Whoever joins from now on stands behind those who have joined.
		g.Sealed = room.Entrants
	}
	joined := now
	if g.Sealed != waitingrooms.NotSealed {
		joined = max(now, e.Settings.Onsale.SealsAt) // the seal was earlier, by whatever clock
	}
	var at []int // which of the list each who is new is
	mailed := map[int64]bool{}
	for i := range list {
		r := &list[i]
		if answers[i].err = r.misplaced(e.Settings.Onsale.Mode); answers[i].err != nil {
			continue
		}
		index, came := known[string(r.identity[:])]
		if !came {
			// Somebody may be in the list twice.
			index = room.Entrants + int64(len(g.Entrants))
			known[string(r.identity[:])] = index
			commitment := waitroom.Commit(r.salt, r.identity[:])
			network := ""
			if e.Settings.Onsale.Draws() && g.Sealed == waitingrooms.NotSealed {
				network = r.network
			}
			g.Entrants = append(g.Entrants, waitingrooms.RoomEntrant{
				Index: index, Identity: r.identity[:], Salt: r.salt[:], Commitment: commitment[:], JoinedAt: joined, Network: network,
			})
			at = append(at, i)
		}
		answers[i].index = index
		if r.wish != nil {
			wish := *r.wish
			wish.Index = index
			g.Wishes = append(g.Wishes, wish)
		}
		if r.mail != nil && w.cfg.Mail != nil && !mailed[index] {
			mailed[index] = true
			mail := *r.mail
			mail.Index, mail.AskedAt = index, now
			g.Mails = append(g.Mails, mail)
		}
	}
	g.Job = func(indexes []int64) (database.Job, error) { return w.cfg.Mail(e.ID, indexes) }
	switch {
	case len(at) == 0 && len(g.Wishes) == 0 && len(g.Mails) == 0:
		return answers, nil, nil
	case len(at) == 0:
		return answers, g, nil
	}
	receipts, nodes, err := grown(room.EventID, room.Entrants, room.Nodes, g.Entrants)
	if err != nil {
		return nil, nil, err
	}
	checkpoint := &receipts[0].Checkpoint
	signature := checkpoint.Sign(w.cfg.Key)
	for n, i := range at {
		receipts[n].Signature = signature
		answers[i].receipt = receipts[n]
	}
	g.Checkpoint = waitingrooms.RoomCheckpoint{EventID: room.EventID, Size: checkpoint.Size, Nodes: nodes, Signature: signature, At: now}
	return answers, g, nil
}

// misplaced is the error for entrants who say what they want where nobody does, or does not where
// everybody does.
func (r *request) misplaced(mode inventory.OnsaleMode) error {
	switch {
	case mode == inventory.OnsaleBallot && r.wish == nil:
		return ErrBallot
	case mode != inventory.OnsaleBallot && r.wish != nil:
		return ErrNoBallot
	}
	return nil
}

// Receipt returns the receipt of an index, as it was given when it was joined, from the
// rows of its batch; database.ErrNotFound when there is none.
func (w *Writer) Receipt(ctx context.Context, event string, index int64) (*waitroom.Receipt, error) {
	b, err := w.cfg.Store.WaitingRooms.BatchOf(ctx, event, index)
	if err != nil {
		return nil, err
	}
	receipts, nodes, err := grown(event, b.Before.Size, b.Before.Nodes, b.Entrants)
	switch {
	case err != nil:
		return nil, err
	case int64(len(receipts)) != b.Checkpoint.Size-b.Before.Size || !bytes.Equal(nodes, b.Checkpoint.Nodes):
		return nil, fmt.Errorf("joins: the entrants of %s up to %d are not those of their checkpoint", event, b.Checkpoint.Size)
	}
	r := receipts[index-b.Before.Size]
	r.Signature = b.Checkpoint.Signature
	return r, nil
}

// grown adds entrants to a tree, of which size and nodes were stored. It returns their
// receipts, without the signature, and the nodes as they are then.
func grown(event string, size int64, nodes []byte, entrants []waitingrooms.RoomEntrant) ([]*waitroom.Receipt, []byte, error) {
	tree, err := waitroom.TreeOf(size, nodes)
	if err != nil {
		return nil, nil, fmt.Errorf("joins: the waiting room of %s: %w", event, err)
	}
	receipts := make([]*waitroom.Receipt, len(entrants))
	leaves := make([]draw.Hash, len(entrants))
	var leaf []byte
	for i := range entrants {
		r := &waitroom.Receipt{Entrant: draw.Entrant{EventID: event, Index: entrants[i].Index, Class: entrants[i].Class}}
		copy(r.Entrant.Commitment[:], entrants[i].Commitment)
		copy(r.Salt[:], entrants[i].Salt)
		leaf = r.Entrant.AppendText(leaf[:0])
		receipts[i], leaves[i] = r, tlog.RecordHash(leaf)
	}
	paths := tree.Grow(leaves)
	checkpoint := waitroom.Checkpoint{EventID: event, Size: tree.Size(), Root: tree.Root()}
	for i, r := range receipts {
		r.Checkpoint, r.Path = checkpoint, paths[i]
	}
	var stored []byte
	for _, h := range tree.Nodes() {
		stored = append(stored, h[:]...)
	}
	return receipts, stored, nil
}
