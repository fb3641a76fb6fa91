package bench

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// sink is a mail server that takes everything and keeps nothing. It counts the
// mails that may be opted out of, which are the reminders.
type sink struct {
	mu    sync.Mutex
	tally sinkTally // guarded by mu
}

// sinkTally is what a sink has counted since it was last reset.
type sinkTally struct {
	All   int64 `json:"all"`
	Count int64 `json:"count"` // reminders
	Bytes int64 `json:"bytes"` // of all
	Want  int64 `json:"want"`
	First int64 `json:"first"` // reminder, µs since 1970
	At    int64 `json:"at"`    // when Want of them had come; 0: not yet
}

var optional = []byte("\r\nList-Unsubscribe:")

func (s *sink) took(size int, reminder bool) {
	now := time.Now().UnixMicro()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tally.All++
	s.tally.Bytes += int64(size)
	if !reminder {
		return
	}
	if s.tally.Count++; s.tally.Count == 1 {
		s.tally.First = now
	}
	if s.tally.Count == s.tally.Want {
		s.tally.At = now
	}
}

// ServeHTTP tells the tally; with ?want=N it begins a new one.
func (s *sink) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if want, err := strconv.ParseInt(r.FormValue("want"), 10, 64); err == nil {
		s.tally = sinkTally{Want: want}
	}
	json.NewEncoder(w).Encode(s.tally) //nolint:errcheck // who asked has gone
}

// runSink is the child that is a sink.
func runSink(ctx context.Context, ready func(url, smtp string) error) error {
	s := &sink{}
	mails, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	asks, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return errors.Join(err, mails.Close())
	}
	srv := &http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second}
	go srv.Serve(asks) //nolint:errcheck // it ends with the process
	go func() {
		for {
			c, err := mails.Accept()
			if err != nil {
				return
			}
			go s.talk(c)
		}
	}()
	if err := ready("http://"+asks.Addr().String(), mails.Addr().String()); err != nil {
		return err
	}
	<-ctx.Done()
	return errors.Join(mails.Close(), srv.Close())
}

// talk is one conversation: as much of SMTP as a client that behaves needs.
func (s *sink) talk(c net.Conn) {
	defer c.Close() //nolint:errcheck // nothing is left to say
	in, out := bufio.NewReaderSize(c, 16<<10), bufio.NewWriter(c)
	say := func(line string) bool {
		out.WriteString(line + "\r\n") //nolint:errcheck // Flush returns it
		return in.Buffered() > 0 || out.Flush() == nil
	}
	if !say("220 sink") {
		return
	}
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		verb, _, _ := strings.Cut(strings.TrimRight(line, "\r\n"), " ")
		answer := "250 ok"
		switch strings.ToUpper(verb) {
		case "EHLO":
			answer = "250-sink\r\n250-8BITMIME\r\n250 PIPELINING"
		case "DATA":
			if !say("354 go on") {
				return
			}
			size, reminder, ok := readMail(in)
			if !ok {
				return
			}
			s.took(size, reminder)
		case "QUIT":
			say("221 bye")
			out.Flush() //nolint:errcheck // it is the end either way
			return
		}
		if !say(answer) {
			return
		}
	}
}

// readMail reads a mail to its end.
func readMail(in *bufio.Reader) (size int, reminder, ok bool) {
	begun := true // of a line
	for {
		line, err := in.ReadSlice('\n')
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return size, reminder, false
		}
		if begun && string(line) == ".\r\n" {
			return size, reminder, true
		}
		size += len(line)
		reminder = reminder || begun && bytes.HasPrefix(line, optional[2:])
		begun = err == nil
	}
}

// bareMails sends so many mails over some connections in the simplest way there
// is, and says how many a second that was.
func bareMails(address string, conns, mails, size int) (perSecond float64, err error) {
	body := []byte("Subject: bare\r\nList-Unsubscribe: <https://load.example/u>\r\n\r\n")
	for len(body) < size {
		body = append(body, strings.Repeat("x", 74)+"\r\n"...)
	}
	body = append(body, ".\r\n"...)
	var wg sync.WaitGroup
	var mu sync.Mutex
	began := time.Now()
	for range conns {
		wg.Go(func() {
			bad := bareLoop(address, body, mails/conns)
			mu.Lock()
			defer mu.Unlock()
			err = errors.Join(err, bad)
		})
	}
	wg.Wait()
	return float64(mails/conns*conns) / time.Since(began).Seconds(), err
}

func bareLoop(address string, body []byte, mails int) (err error) {
	c, err := net.Dial("tcp", address)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	in := bufio.NewReader(c)
	answers := func(n int) error {
		for n > 0 {
			line, err := in.ReadString('\n')
			if err != nil {
				return err
			}
			if len(line) < 4 || line[0] > '3' {
				return errors.New("bench: the sink said " + line)
			}
			if line[3] == ' ' {
				n--
			}
		}
		return nil
	}
	talk := func(text []byte, n int) error {
		if _, err := c.Write(text); err != nil {
			return err
		}
		return answers(n)
	}
	if err := errors.Join(answers(1), talk([]byte("EHLO bare\r\n"), 1)); err != nil {
		return err
	}
	envelope := []byte("MAIL FROM:<a@load.example>\r\nRCPT TO:<b@load.example>\r\nDATA\r\n")
	for range mails {
		if err := errors.Join(talk(envelope, 3), talk(body, 1)); err != nil {
			return err
		}
	}
	return nil
}
