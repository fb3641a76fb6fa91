package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"sync/atomic"
	"time"
)

// registration is the body of POST /v1/events/{id}/registrations.
type registration struct {
	UserID string `json:"user_id"`
	Email  string `json:"email"`
	Name   string `json:"name"`
	Guests []struct {
		Name string `json:"name"`
	} `json:"guests"`
	JoinWaitlist bool `json:"join_waitlist"`
}

// answer is what a registration is answered.
type answer struct {
	Status    string `json:"status"`
	OrderID   string `json:"order_id,omitempty"`
	EntryID   string `json:"entry_id,omitempty"`
	Position  int64  `json:"position,omitempty"`
	Units     int64  `json:"units"`
	LedgerSeq int64  `json:"ledger_seq"`
}

// scan is the body of POST /v1/checkins.
type scan struct {
	EventID string `json:"event_id"`
	Token   string `json:"token"`
	Gate    string `json:"gate"`
}

// verdict is what a scan is answered.
type verdict struct {
	Verdict  string `json:"verdict"`
	TicketID string `json:"ticket_id"`
	Attendee string `json:"attendee"`
	Gate     string `json:"gate"`
}

// seatOrder is the body of POST /v1/events/{id}/orders.
type seatOrder struct {
	UserID string `json:"user_id"`
	Email  string `json:"email"`
	Name   string `json:"name"`
	Items  []struct {
		SeatID   string `json:"seat_id"`
		Quantity int64  `json:"quantity"`
	} `json:"items"`
}

// placedOrder is what an order is answered.
type placedOrder struct {
	ID        string      `json:"id"`
	Status    string      `json:"status"`
	Units     int         `json:"units"`
	Items     []orderItem `json:"items"`
	LedgerSeq int64       `json:"ledger_seq"`
}

type orderItem struct {
	No     int    `json:"no"`
	SeatID string `json:"seat_id"`
	Status string `json:"status"`
}

// roomBooking is the body of POST /v1/venues/{id}/bookings, and most of what it is answered.
type roomBooking struct {
	ID       string    `json:"id,omitempty"`
	VenueID  string    `json:"venue_id,omitempty"`
	Status   string    `json:"status,omitempty"`
	Rooms    []string  `json:"rooms"`
	StartsAt time.Time `json:"starts_at"`
	EndsAt   time.Time `json:"ends_at"`
	People   int64     `json:"people"`
	Purpose  string    `json:"purpose"`
}

// waiting is what GET /v1/waitlist/{id} is answered.
type waiting struct {
	ID       string `json:"id"`
	Status   string `json:"status"`
	Reason   string `json:"reason"`
	Units    int64  `json:"units"`
	Position int64  `json:"position"`
	Waiting  int64  `json:"waiting"`
}

// errTaken is the refusal of a person who is registered already.
var errTaken = errors.New("bench: already registered")

// registrar is what a baseline does with a registration.
type registrar interface {
	register(ctx context.Context, event string, in *registration) (answer, error)
}

// joinedRoom is what POST /v1/events/{id}/waiting-room:join is answered.
type joinedRoom struct {
	Index   int64  `json:"index"`
	Place   int64  `json:"place"`
	Receipt string `json:"receipt"`
}

// benchReceipt has as many bytes as the receipt of a room of thousands.
var benchReceipt = "holdfast/receipt/v1\nevt_load\n" + strings.Repeat(strings.Repeat("0123456789abcdef", 4)+"\n", 14)

// noopBytes is the parameter of the no-op's list of public events, and days of a venue, that says
// how many bytes it answers, of those of benchList.
const noopBytes = "bytes"

var benchList = bytes.Repeat([]byte("0123456789abcdef"), 1<<14)

// maxBody is as much as a baseline reads of a request.
const maxBody = 64 << 10

// handler is the HTTP edge that all baselines share: no authentication, no
// limits but the body's, no checks. What Holdfast does more counts against it.
func handler(reg registrar) http.Handler {
	mux := http.NewServeMux()
	var joined atomic.Int64 // the waiting room
	mux.HandleFunc("POST /v1/events/{id}/registrations", func(w http.ResponseWriter, r *http.Request) {
		var in registration
		if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody)).Decode(&in); err != nil || in.UserID == "" {
			http.Error(w, "bad registration", http.StatusUnprocessableEntity)
			return
		}
		out, err := reg.register(r.Context(), r.PathValue("id"), &in)
		switch {
		case errors.Is(err, errTaken):
			http.Error(w, "already registered", http.StatusConflict)
			return
		case err != nil:
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusCreated)
		json.NewEncoder(w).Encode(out) //nolint:errcheck // the client sees an answer that was cut off
	})
	mux.HandleFunc("POST /v1/events/{id}/orders", func(w http.ResponseWriter, r *http.Request) {
		var in seatOrder
		if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody)).Decode(&in); err != nil || in.UserID == "" {
			http.Error(w, "bad order", http.StatusUnprocessableEntity)
			return
		}
		out := placedOrder{ID: in.UserID, Status: "confirmed", Units: len(in.Items)}
		for i := range in.Items {
			out.Items = append(out.Items, orderItem{i + 1, in.Items[i].SeatID, "live"})
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusCreated)
		json.NewEncoder(w).Encode(out) //nolint:errcheck // the client sees an answer that was cut off
	})
	mux.HandleFunc("POST /v1/venues/{id}/bookings", func(w http.ResponseWriter, r *http.Request) {
		var b roomBooking
		if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody)).Decode(&b); err != nil || len(b.Rooms) == 0 {
			http.Error(w, "bad booking", http.StatusUnprocessableEntity)
			return
		}
		b.ID, b.VenueID, b.Status = "bkg_load", r.PathValue("id"), "confirmed"
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusCreated)
		json.NewEncoder(w).Encode(b) //nolint:errcheck // the client sees an answer that was cut off
	})
	mux.HandleFunc("POST /v1/checkins", func(w http.ResponseWriter, r *http.Request) {
		var in scan
		if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody)).Decode(&in); err != nil || in.Token == "" {
			http.Error(w, "bad scan", http.StatusUnprocessableEntity)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(verdict{"admit", in.EventID, "Load", "Load"}) //nolint:errcheck // the client sees an answer that was cut off
	})
	mux.HandleFunc("POST /v1/events/{id}/waiting-room:join", func(w http.ResponseWriter, r *http.Request) {
		n := joined.Add(1)
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusCreated)
		json.NewEncoder(w).Encode(joinedRoom{n - 1, n, benchReceipt}) //nolint:errcheck // the client sees an answer that was cut off
	})
	mux.HandleFunc("GET /v1/public/events", answerBytes)
	mux.HandleFunc("GET /v1/venues/{id}/booking-days", answerBytes)
	mux.HandleFunc("GET /v1/waitlist/{id}", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(waiting{r.PathValue("id"), "waiting", "joined", 1, 848, 1000}) //nolint:errcheck // the client sees an answer that was cut off
	})
	return mux
}
