package mailtest

import (
	"net/netip"
	"syscall"
	"testing"
)

// Refuse keeps an IPv4 address of this machine whose listener was closed, so that whoever dials
// it is refused: otherwise another program may get the port, and answers. The result gives
// the address back.
func Refuse(t testing.TB, addr string) (release func()) {
	t.Helper()
	at, err := netip.ParseAddrPort(addr)
	if err != nil {
		t.Fatal(err)
	}
	fd, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Bind(fd, &syscall.SockaddrInet4{Port: int(at.Port()), Addr: at.Addr().As4()}); err != nil {
		t.Fatal(err)
	}
	return func() {
		if err := syscall.Close(fd); err != nil {
			t.Error(err)
		}
	}
}
