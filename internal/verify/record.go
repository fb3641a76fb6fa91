package verify

import (
	"iter"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// trace is what the audit rows say of one subject, as far as they were read.
type trace struct {
	state, reason word
	units, begun  int64 // of the newest and of the oldest row
	lastSeq       int64 // of the newest row; 0: none yet
}

// holdRecord is a hold: its row, and what the audit rows say of it.
type holdRecord struct {
	id, person, entry, offer key
	kind, state, reason      word
	tier                     word
	units                    int64
	expiresAt                inventory.Instant
	lastSeq                  int64
	told                     trace
	accepted                 int64 // units as its offer was accepted, with what was taken then; 0: it was not
	wasConfirmed             bool  // by the audit rows
	named                    bool  // somebody is named in it: personal data
	seal                     nameSeal
	committed                commitment
}

// entryRecord is a waitlist entry: its row, and what the audit rows say of it.
type entryRecord struct {
	id, person, offer key
	lastOffer         key // the newest offer, by the audit rows
	placement             // at this point of the replay; see c.moves
	state, reason     word
	toldPasses        int32
	units             int64
	passes            int64
	leftSeq           int64
	joinedAt          inventory.Instant
	approvedAt        inventory.Instant
	lastSeq           int64
	told              trace
	named             bool // as of a hold
	seal              nameSeal
}

// offerRecord is an offer: its row, and what the audit rows say of it.
type offerRecord struct {
	id, entry, order, person key
	state                    word
	ended                    int32 // how often the audit rows end it
	openedAt, expiresAt      inventory.Instant
	endedAt                  inventory.Instant
	windowStartsAt           inventory.Instant
	extensions               int64
	rule                     int64
	lastSeq                  int64
	toldExtensions           int64
	toldState                word
	toldOpened, toldEnded    inventory.Instant
	toldRule                 int64
	toldLastSeq              int64
}

// personRecord is a person, and what holds and entries say of the person.
type personRecord struct {
	id, hold, entry        key
	foundHold, foundEntry  key // live, by the rows that name the person
	liveHolds, liveEntries int32
	units, foundUnits      int64
	places                 int64 // of the invitation
	erased, blank          bool  // the row says so; no personal data is left
	erasedSeq              int64 // of the audit row that erases; 0: none does
	seal                   nameSeal
}

// poolRecord is a pool, its row and its replay.
type poolRecord struct {
	inventory.Pool
	capacity      int64 // by the audit rows read so far
	taken         int64 // by the audit rows read so far
	overcommitted bool  // the last of them that set the capacity calls it so
	told          trace
	// live sums by the hold rows, for the counters
	held, confirmed, blocked int64
}

func (p *poolRecord) free() int64 { return p.capacity - p.taken }

// tierRecord is a tier with its pools and its waitlist.
type tierRecord struct {
	inventory.Tier
	pools []*poolRecord
	line  *line
	// shares are the tiers that share a pool with this one, itself included.
	shares []*tierRecord
	seats  bool  // it is sold by seats
	told   trace // its price, by the audit rows that changed it
	// was are the prices that audit rows have changed, each with the row that ended it.
	was   []pastPrice
	spare int64 // exchanges that its waitlist could have, if it costs something
}

// free is how many units of the tier could be taken at this point of the replay.
func (t *tierRecord) free() int64 {
	if len(t.pools) == 0 {
		return 0
	}
	free := t.pools[0].free()
	for _, p := range t.pools[1:] {
		free = min(free, p.free())
	}
	return free
}

// table keeps records of one kind by key. They lie by value in blocks and are
// found through an index: nothing in it is a pointer to look through for the
// garbage collector, and nothing is copied as it grows.
type table[T any] struct {
	blocks [][]T
	index  map[key]int32
}

const blockRows = 4096

func newTable[T any]() *table[T] { return &table[T]{index: map[key]int32{}} }

func (t *table[T]) len() int {
	if len(t.blocks) == 0 {
		return 0
	}
	last := len(t.blocks) - 1
	return last*blockRows + len(t.blocks[last])
}

func (t *table[T]) add(k key, row T) {
	n := t.len()
	t.index[k] = int32(n)
	if n%blockRows == 0 {
		t.blocks = append(t.blocks, make([]T, 0, blockRows))
	}
	last := len(t.blocks) - 1
	t.blocks[last] = append(t.blocks[last], row)
}

// find returns the record, nil when there is none.
func (t *table[T]) find(k key) *T {
	i, ok := t.index[k]
	if !ok {
		return nil
	}
	return &t.blocks[i/blockRows][i%blockRows]
}

// all walks the records in the order in which they were added.
func (t *table[T]) all() iter.Seq[*T] {
	return func(yield func(*T) bool) {
		for _, b := range t.blocks {
			for i := range b {
				if !yield(&b[i]) {
					return
				}
			}
		}
	}
}
