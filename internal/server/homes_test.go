package server

import (
	"net"
	"testing"
)

// TestPeerAddress: what other servers are told is an address at which they reach this one.
func TestPeerAddress(t *testing.T) {
	some, all := &net.TCPAddr{IP: net.IPv4(10, 0, 0, 2), Port: 9400}, &net.TCPAddr{IP: net.IPv4zero, Port: 9400}
	for _, c := range []struct {
		homes Homes
		at    net.Addr
		want  string // empty: refused
	}{
		{Homes{}, some, "10.0.0.2:9400"},
		{Homes{}, all, ""},
		{Homes{Address: "app-1.example.org"}, all, "app-1.example.org:9400"},
		{Homes{Address: "app-1.example.org:443"}, all, "app-1.example.org:443"},
		{Homes{Address: "10.1.2.3"}, all, "10.1.2.3:9400"},
		{Homes{Address: "fd00::7"}, all, "[fd00::7]:9400"},
		{Homes{Address: "[fd00::7]:443"}, all, "[fd00::7]:443"},
		{Homes{Address: "a:b:c"}, all, ""},
		{Homes{}, &net.UnixAddr{Name: "/run/x"}, ""},
	} {
		got, err := c.homes.reachedAt(c.at)
		if got != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%+v at %s: %q, %v, want %q", c.homes, c.at, got, err, c.want)
		}
	}
	for engine, refused := range map[string]bool{"sqlite": true, "postgres": false} {
		if err := (Homes{Listen: "127.0.0.1:0"}).check(engine); (err != nil) != refused {
			t.Errorf("%s: %v", engine, err)
		}
	}
	if err := (Homes{Address: "10.1.2.3"}).check("postgres"); err == nil {
		t.Error("an address without a listener is taken")
	}
}
