package hammer

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"
)

// Ack is one change that was sent, and what the server acknowledged.
type Ack struct {
	Op      Op     `json:"op"`
	Event   string `json:"event"`
	User    string `json:"user"`
	Subject string `json:"subject,omitempty"` // the order, entry or offer that was acted on
	// Answer: of a change that was acknowledged.
	Status  string `json:"status,omitempty"` // confirmed, waitlisted, …
	OrderID string `json:"order_id,omitempty"`
	EntryID string `json:"entry_id,omitempty"`
	OfferID string `json:"offer_id,omitempty"`
	Seq     int64  `json:"seq,omitempty"`
	// Seats that the answer named, of OpReserve and OpBlock.
	Seats []string `json:"seats,omitempty"`
	Key   string   `json:"key,omitempty"` // Idempotency-Key of OpArrive
	// Room is what is known of a waiting room by the answer; nil: it was about none.
	Room *RoomAck `json:"room,omitempty"`
	// Refused is why, of a change that was refused after it had been sent before and
	// not answered: that it was done, the server must know by its key.
	Refused string `json:"refused,omitempty"`
	// Sent and Received are microseconds since the log began. Received is 0
	// when no answer came: the change may have happened or not.
	Sent     int64 `json:"sent"`
	Received int64 `json:"received,omitempty"`
}

// Unknown says that no answer came.
func (a *Ack) Unknown() bool { return a.Received == 0 }

// AckLog remembers what was acknowledged, and what was sent and never answered.
// Refusals (4xx) are not in it: they change nothing. It is safe for concurrent
// use.
type AckLog struct {
	began time.Time
	ahead atomic.Int64 // of the clock of the servers, in nanoseconds; see Ahead

	mu   sync.Mutex
	acks []Ack         // guarded by mu
	file *bufio.Writer // guarded by mu; nil: memory only
	err  error         // guarded by mu: the first that writing the file met
}

// NewAckLog returns an empty log. When w is not nil each Ack is also appended
// to it, as one line of JSON; Flush ends that.
func NewAckLog(w io.Writer) *AckLog {
	l := &AckLog{began: time.Now()}
	if w != nil {
		l.file = bufio.NewWriterSize(w, 64<<10)
	}
	return l
}

// ReadAckLog reads what a log wrote. A last line that was cut off is dropped.
func ReadAckLog(r io.Reader) (*AckLog, error) {
	l := NewAckLog(nil)
	dec := json.NewDecoder(r)
	for {
		var a Ack
		err := dec.Decode(&a)
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return l, nil
		}
		if err != nil {
			return nil, fmt.Errorf("hammer: read ack log, record %d: %w", len(l.acks)+1, err)
		}
		l.acks = append(l.acks, a)
	}
}

// since is a moment in microseconds of the log, at least 1.
func (l *AckLog) since(t time.Time) int64 { return max(1, t.Sub(l.began).Microseconds()) }

// Ahead says that the clock of the servers is ahead of that of this machine by d, for a test that
// moves it on. It is said before it is moved: a time that a server tells meanwhile is taken for an
// earlier one, by which nothing is found wrong that is not.
func (l *AckLog) Ahead(d time.Duration) { l.ahead.Store(int64(d)) }

// told is a moment that a server has told, in microseconds of the log, at least 1.
func (l *AckLog) told(t time.Time) int64 { return l.since(t.Add(-time.Duration(l.ahead.Load()))) }

// Add remembers one.
func (l *AckLog) Add(a Ack) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.acks = append(l.acks, a)
	if l.file == nil || l.err != nil {
		return
	}
	line, err := json.Marshal(a)
	if err == nil {
		_, err = l.file.Write(append(line, '\n'))
	}
	l.err = err
}

// Flush writes out what is buffered and returns the first error of the file.
func (l *AckLog) Flush() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.file == nil {
		return nil
	}
	if l.err == nil {
		l.err = l.file.Flush()
	}
	if l.err != nil {
		return fmt.Errorf("hammer: write ack log: %w", l.err)
	}
	return nil
}

// Acks returns a copy of what is remembered, in the order in which it was added.
func (l *AckLog) Acks() []Ack {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]Ack(nil), l.acks...)
}

// Entries returns the ids of all entries that were acknowledged.
func (l *AckLog) Entries() []string {
	var ids []string
	for _, a := range l.Acks() {
		if a.EntryID != "" && (a.Op == OpRegister || a.Op == OpJoin) {
			ids = append(ids, a.EntryID)
		}
	}
	return ids
}
