package api_test

import (
	"context"
	"encoding/csv"
	"errors"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/identity"
)

// bookings is how many a long journal has, of two lines each. The race detector
// needs a minute and a half for that, and fewer are enough for it.
func bookings() int {
	if testing.Short() {
		return 1000
	}
	return 30_000
}

// mostJournal is how much memory may be in use more at the end of a download than
// at its beginning, in bytes. All of the table would be about 9 MB.
const mostJournal = 3 << 20

// longJournal makes an event with a journal that takes many pages.
func longJournal(h *testServer) (event string) {
	event = strings.TrimPrefix(h.paidEvent(1), "/v1/events/")
	for line, sides := range []string{"'provider:bank', n, 0", "'buyers', 0, n"} {
		_, err := h.store.JobsDB().ExecContext(h.t.Context(), `with recursive c(n) as (select 1 union all select n + 1 from c where n < $1)
			insert into journal (event_id, ref, line, booked_at, at, account, debit, credit, currency, order_id, payment_id)
			select $2, 'capture:bank:pi_' || n, $3, 1700000000000000 + n / 7, 1700000000000000 + n, `+sides+`, 'EUR', '', 'bank:pi_' || n from c`,
			bookings(), event, line+1)
		h.must(err)
	}
	return event
}

// reading is a response whose body is read while it is written.
type reading struct {
	http.ResponseWriter
	pieces, longest int
	heap            []uint64
	each            func(piece int) error
}

func (r *reading) Write(b []byte) (int, error) {
	if r.pieces++; r.pieces%20 == 1 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		r.heap = append(r.heap, m.HeapAlloc)
	}
	r.longest = max(r.longest, len(b))
	if err := r.each(r.pieces); err != nil {
		return 0, err
	}
	return r.ResponseWriter.Write(b)
}

// piped is a response that goes to a reader.
type piped struct {
	header http.Header
	status int
	out    *io.PipeWriter
}

func (p *piped) Header() http.Header         { return p.header }
func (p *piped) WriteHeader(status int)      { p.status = status }
func (p *piped) Write(b []byte) (int, error) { return p.out.Write(b) }

func (h *testServer) download(ctx context.Context, path string, w http.ResponseWriter) (aborted bool) {
	r := httptest.NewRequestWithContext(ctx, "GET", path, nil)
	r.Header.Set("Authorization", "Bearer "+h.keys[identity.Owner])
	defer func() {
		switch p := recover(); p {
		case nil:
		case http.ErrAbortHandler:
			aborted = true
		default:
			panic(p)
		}
	}()
	h.handler.ServeHTTP(w, r)
	return false
}

// A call that somebody broke off who has gone is not a fault of the server, and is not
// told as one.
func TestWhoHasGoneIsNoFault(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	order := h.register(h.event(3), "ada").text("order_id")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	w := httptest.NewRecorder()
	if h.download(ctx, "/v1/orders/"+order, w); w.Code != 499 || !strings.Contains(w.Body.String(), "request_cancelled") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// TestALongJournalIsSentWhileItIsRead: its sums are those of the accounts, and it
// takes no more memory at the end than at the beginning: of the whole program, so
// no other test runs beside it.
func TestALongJournalIsSentWhileItIsRead(t *testing.T) {
	h := newTestServer(t)
	event := longJournal(h)
	in, out := io.Pipe()
	w := &reading{ResponseWriter: &piped{header: http.Header{}, out: out}, each: func(int) error { return nil }}
	go func() {
		err := io.EOF
		if h.download(t.Context(), "/v1/events/"+event+"/journal.csv", w) {
			err = io.ErrUnexpectedEOF
		}
		out.CloseWithError(err)
	}()
	rows := csv.NewReader(in)
	rows.ReuseRecord = true
	debits, credits := map[string]int64{}, map[string]int64{}
	lines := -1 // the header
	for {
		row, err := rows.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		h.must(err)
		if lines++; lines == 0 {
			continue
		}
		account := strings.Clone(row[4])
		debits[account] += minor(t, row[5])
		credits[account] += minor(t, row[6])
	}
	if lines != 2*bookings() {
		t.Errorf("%d lines, want %d", lines, 2*bookings())
	}
	sums, err := h.store.Journals.Balances(t.Context(), event)
	h.must(err)
	var balance int64
	for _, b := range sums {
		if debits[b.Account] != b.Debit || credits[b.Account] != b.Credit || b.Debit+b.Credit == 0 {
			t.Errorf("account %s: %d and %d in the table, %d and %d in the books", b.Account, debits[b.Account], credits[b.Account], b.Debit, b.Credit)
		}
		balance += debits[b.Account] - credits[b.Account]
	}
	if balance != 0 || len(sums) != 2 {
		t.Errorf("%d accounts, out of balance by %d", len(sums), balance)
	}
	if grown := int64(w.heap[len(w.heap)-1]) - int64(w.heap[0]); w.pieces < bookings()/300 || w.longest > 64<<10 || grown > mostJournal {
		t.Errorf("%d pieces, the longest of %d bytes; %d bytes more in use at the end", w.pieces, w.longest, grown)
	}
	t.Logf("%d pieces, the longest of %d bytes; in use %d kB at first, %d kB at the end", w.pieces, w.longest, w.heap[0]>>10, w.heap[len(w.heap)-1]>>10)
}

// minor is an amount of euros in cents.
func minor(t *testing.T, text string) int64 {
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		t.Fatalf("%q is not an amount", text)
	}
	return new(big.Int).Div(r.Mul(r, big.NewRat(100, 1)).Num(), r.Denom()).Int64()
}

// TestAJournalThatBreaksOff is none: the connection ends, and not the answer.
func TestAJournalThatBreaksOff(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := longJournal(h)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	w := &reading{ResponseWriter: httptest.NewRecorder(), each: func(piece int) error {
		if piece == 2 {
			cancel() // the database is asked for nothing more
		}
		return nil
	}}
	if !h.download(ctx, "/v1/events/"+event+"/journal.csv", w) {
		t.Error("a part was sent as if it were the whole")
	}
	if h.download(t.Context(), "/v1/events/"+event+"/journal.csv", httptest.NewRecorder()) {
		t.Error("the next one was broken off too")
	}
}
