package socket

import (
	"io"
	"net"
	"net/http"
	"net/netip"
	"testing"
	"time"
)

// TestTake: a network has its share and no more, the total is for all, and beyond it a
// few of each network are taken by the reserve.
func TestTake(t *testing.T) {
	const here, one, other, six = "127.0.0.1", "192.0.2.1", "198.51.100.1", "2001:db8::"
	for _, c := range []struct {
		name  string
		b     Bounds
		from  []string
		want  []verdict
		count Counts
	}{
		{"per network", Bounds{Total: 9, PerNetwork: 2, Reserve: 9}, []string{one, one, one, other, six, six, six}, []verdict{taken, taken, refused, taken, taken, taken, refused}, Counts{Open: 5, RefusedNetworks: 2}},
		{"this machine is not a network", Bounds{Total: 9, PerNetwork: 1}, []string{here, here, "::1", "::1"}, []verdict{taken, taken, taken, taken}, Counts{Open: 4}},
		{"no bound per network", Bounds{Total: 3}, []string{one, one, one, one}, []verdict{taken, taken, taken, refused}, Counts{Open: 3, RefusedTotal: 1}},
		{"no bound", Bounds{}, []string{one, one}, []verdict{taken, taken}, Counts{Open: 2}},
		{"the reserve ends", Bounds{Total: 1, Reserve: 2}, []string{one, one, other, here}, []verdict{taken, spare, spare, refused}, Counts{Open: 1, RefusedTotal: 3}},
		{"one network has a share of the reserve", Bounds{Total: 1, Reserve: 9}, []string{one, one, one, one, one, one, other}, []verdict{taken, spare, spare, spare, spare, refused, spare}, Counts{Open: 1, RefusedTotal: 6}},
		{"but this machine all of it", Bounds{Total: 1, Reserve: 6}, []string{one, here, here, here, here, here, here, here}, []verdict{taken, spare, spare, spare, spare, spare, spare, refused}, Counts{Open: 1, RefusedTotal: 7}},
	} {
		g := NewGate(nil, c.b)
		for i, from := range c.from {
			if got := g.take(netip.MustParseAddr(from)); got != c.want[i] {
				t.Errorf("%s: connection %d of %s: %d, want %d", c.name, i+1, from, got, c.want[i])
			}
		}
		if got := g.Counts(); got != c.count {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.count)
		}
		for i, from := range c.from {
			switch c.want[i] {
			case taken:
				g.left(netip.MustParseAddr(from))
			case spare:
				g.leftReserve(netip.MustParseAddr(from))
			}
		}
		if g.Counts().Open != 0 || g.spare != 0 || len(g.networks)+len(g.reserve) != 0 {
			t.Errorf("%s: after all have left: %+v %v %v", c.name, g.Counts(), g.networks, g.reserve)
		}
	}
}

func TestNetwork(t *testing.T) {
	for from, want := range map[string]string{
		"192.0.2.7:80": "192.0.2.7", "[::ffff:192.0.2.7]:80": "192.0.2.7", "[2001:db8:1:2:3::4]:80": "2001:db8:1:2::", "[fe80::1%eth0]:80": "fe80::", "[::1]:80": "::1",
	} {
		if got := network(net.TCPAddrFromAddrPort(netip.MustParseAddrPort(from))); got != netip.MustParseAddr(want) {
			t.Errorf("%s: %s, want %s", from, got, want)
		}
	}
}

// TestFull: when all places are taken by silent connections, the reserve answers; and
// the next place that is free is for whoever comes next.
func TestFull(t *testing.T) {
	l, err := net.ListenTCP("tcp", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	gate := NewGate(l, Bounds{Total: 3, Reserve: 2})
	say := func(text string) *http.Server {
		return &http.Server{ConnContext: Context, ReadHeaderTimeout: time.Minute, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, text) })} //nolint:errcheck // the client looks
	}
	normal, reserve := say("normal"), say("reserve")
	spares := gate.Reserve()
	go normal.Serve(gate)    //nolint:errcheck // it ends with the test
	go reserve.Serve(spares) //nolint:errcheck // as above
	defer func() {
		if err := normal.Close(); err != nil {
			t.Error(err)
		}
		if err := reserve.Close(); err != nil {
			t.Error(err)
		}
		if _, err := spares.Accept(); err == nil {
			t.Error("the reserve still accepts")
		}
	}()
	silent := make([]net.Conn, 3)
	for i := range silent {
		if silent[i], err = net.Dial("tcp", l.Addr().String()); err != nil {
			t.Fatal(err)
		}
		defer silent[i].Close() //nolint:errcheck // the test is over
	}
	url := "http://" + l.Addr().String()
	once := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	answer := func() string {
		t.Helper()
		r, err := once.Get(url)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close() //nolint:errcheck // only read
		text, err := io.ReadAll(r.Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	for range 5 {
		if got := answer(); got != "reserve" {
			t.Fatalf("a full server: %s answered", got)
		}
	}
	// The last of them may be closing still.
	emptied := func() bool {
		gate.mu.Lock()
		defer gate.mu.Unlock()
		return gate.spare == 0
	}
	for deadline := time.Now().Add(10 * time.Second); !emptied(); {
		if time.Now().After(deadline) {
			t.Fatal("a closed connection of the reserve is still counted")
		}
	}
	// Two more silent ones, and the reserve is used up too.
	for range 2 {
		c, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close() //nolint:errcheck // the test is over
	}
	if r, err := once.Get(url); err == nil {
		r.Body.Close() //nolint:errcheck // there should be none
		t.Error("a connection beyond the reserve was answered")
	}
	if err := silent[0].Close(); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(10 * time.Second); gate.Counts().Open == 3; {
		if time.Now().After(deadline) {
			t.Fatal("a closed connection is still counted")
		}
	}
	if got := answer(); got != "normal" {
		t.Errorf("with a free place: %s answered", got)
	}
}
