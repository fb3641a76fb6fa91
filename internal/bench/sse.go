package bench

import (
	"fmt"
	"net/http"
	"sync"
)

// broadcaster is server-sent events as one writes them with net/http alone: a handler and
// a channel for each reader. POST /change sends an event to all.
type broadcaster struct {
	mu      sync.Mutex
	seq     int64                // guarded by mu
	readers map[chan string]bool // guarded by mu
}

func (b *broadcaster) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodPost {
		b.change()
		w.WriteHeader(http.StatusCreated)
		return
	}
	events := make(chan string, 16)
	b.mu.Lock()
	b.readers[events] = true
	first := b.event()
	b.mu.Unlock()
	defer func() {
		b.mu.Lock()
		delete(b.readers, events)
		b.mu.Unlock()
	}()
	w.Header().Set("Content-Type", "text/event-stream")
	out := http.NewResponseController(w)
	for text := first; ; {
		if _, err := w.Write([]byte(text)); err != nil {
			return
		}
		if err := out.Flush(); err != nil {
			return
		}
		select {
		case text = <-events:
		case <-r.Context().Done():
			return
		}
	}
}

// event is what there is to tell, as long as what Holdfast tells of an event. The caller
// holds mu.
func (b *broadcaster) event() string {
	return fmt.Sprintf("event: availability_changed\nid: %d\ndata: %0*d\n\n", b.seq, sseBytes, b.seq)
}

func (b *broadcaster) change() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.seq++
	text := b.event()
	for r := range b.readers {
		select {
		case r <- text:
		default:
		}
	}
}
