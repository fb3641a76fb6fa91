package netguard_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/netguard"
)

// refused are the first and last address of each range that must not be called,
// and what makes the range one.
var refused = []struct{ first, last, why string }{
	{"0.0.0.0", "0.255.255.255", "this network"},
	{"10.0.0.0", "10.255.255.255", "private"},
	{"100.64.0.0", "100.127.255.255", "carrier-grade NAT"},
	{"127.0.0.0", "127.255.255.255", "loopback"},
	{"168.63.129.16", "168.63.129.16", "Azure's own"},
	{"169.254.0.0", "169.254.255.255", "link-local, metadata of clouds"},
	{"172.16.0.0", "172.31.255.255", "private"},
	{"192.0.0.0", "192.0.0.255", "protocol assignments"},
	{"192.0.2.0", "192.0.2.255", "documentation"},
	{"192.88.99.0", "192.88.99.255", "6to4 relays"},
	{"192.168.0.0", "192.168.255.255", "private"},
	{"198.18.0.0", "198.19.255.255", "benchmarks"},
	{"198.51.100.0", "198.51.100.255", "documentation"},
	{"203.0.113.0", "203.0.113.255", "documentation"},
	{"224.0.0.0", "239.255.255.255", "multicast"},
	{"240.0.0.0", "255.255.255.255", "reserved, broadcast"},
	{"::", "::", "unspecified"},
	{"::1", "::1", "loopback"},
	{"::0.0.0.2", "::255.255.255.255", "IPv4-compatible"},
	{"::ffff:0:0.0.0.0", "::ffff:0:255.255.255.255", "IPv4-translated"},
	{"64:ff9b::", "64:ff9b::255.255.255.255", "NAT64"},
	{"64:ff9b:1::", "64:ff9b:1:ffff:ffff:ffff:255.255.255.255", "NAT64 of a network"},
	{"100::", "100::ffff:ffff:ffff:ffff", "discard"},
	{"2001::", "2001:0:ffff:ffff:ffff:ffff:ffff:ffff", "Teredo"},
	{"2001:2::", "2001:2:0:ffff:ffff:ffff:ffff:ffff", "benchmarks"},
	{"2001:10::", "2001:2f:ffff:ffff:ffff:ffff:ffff:ffff", "ORCHID"},
	{"2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff", "documentation"},
	{"2002::", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "6to4"},
	{"3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff", "documentation"},
	{"5f00::", "5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "segment routing"},
	{"fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "unique local"},
	{"fe80::", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "link-local"},
	{"fec0::", "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "site-local"},
	{"ff00::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "multicast"},
	{"4000::", "4000::", "not assigned"},
}

// allowed are neighbours of those ranges, and some addresses of well-known names.
var allowed = []string{
	"1.0.0.0", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0",
	"168.63.129.15", "168.63.129.17", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "191.255.255.255",
	"192.0.1.0", "192.0.3.0", "192.88.98.255", "192.88.100.0", "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0",
	"198.51.99.255", "198.51.101.0", "203.0.112.255", "203.0.114.0", "223.255.255.255", "93.184.215.14",
	"2001:200::", "2001:db7:ffff::1", "2001:db9::", "2003::", "2606:2800:21f:cb07::1", "2a00:1450:4001:82a::200e", "3ffe:ffff::1", "3fff:1000::",
}

// spellings returns the ways in which an address can be written as the host of a
// URL: mapped, zoned, in hexadecimal, in capitals, and inside another form.
func spellings(addr netip.Addr) []string {
	if addr.Is6() {
		return []string{
			"[" + addr.String() + "]", "[" + addr.StringExpanded() + "]", "[" + strings.ToUpper(addr.StringExpanded()) + "]",
			"[" + addr.String() + "%25eth0]", "[" + addr.String() + "%251]",
		}
	}
	b := addr.As4()
	n := binary.BigEndian.Uint32(b[:])
	return []string{
		addr.String(), addr.String() + ".",
		fmt.Sprintf("[::ffff:%s]", addr), fmt.Sprintf("[::FFFF:%x:%x]", n>>16, n&0xffff), fmt.Sprintf("[0:0:0:0:0:ffff:%s]", addr),
		fmt.Sprintf("[::ffff:%s%%25eth0]", addr),
	}
}

// numbers are the spellings that no parser of addresses reads and some resolvers do.
func numbers(addr netip.Addr) []string {
	b := addr.As4()
	n := binary.BigEndian.Uint32(b[:])
	return []string{
		fmt.Sprint(n), fmt.Sprintf("0x%x", n), fmt.Sprintf("0X%X", n), fmt.Sprintf("0%o", n),
		fmt.Sprintf("%d.%d", b[0], n&0xffffff), fmt.Sprintf("%d.%d.%d", b[0], b[1], n&0xffff),
		fmt.Sprintf("0x%x.%d.%d.0x%x", b[0], b[1], b[2], b[3]), fmt.Sprintf("0%o.0%o.0%o.0%o", b[0], b[1], b[2], b[3]),
	}
}

// embedded are the IPv6 forms that carry an IPv4 address.
func embedded(addr netip.Addr) []netip.Addr {
	b := addr.As4()
	put := func(prefix string, at int) netip.Addr {
		a := netip.MustParseAddr(prefix).As16()
		copy(a[at:], b[:])
		return netip.AddrFrom16(a)
	}
	teredo := netip.MustParseAddr("2001::").As16()
	for i := range b {
		teredo[12+i] = ^b[i] // the client, obscured (RFC 4380, 4)
	}
	return []netip.Addr{
		put("::", 12), put("::ffff:0:0:0", 12), put("64:ff9b::", 12), put("64:ff9b:1::", 12), put("64:ff9b:1:1::", 12),
		put("2002::", 2), put("2001::", 4), netip.AddrFrom16(teredo),
	}
}

// refusedURL fails the test unless a host is refused as private in a URL.
func refusedURL(t *testing.T, host, why string) {
	t.Helper()
	for _, url := range []string{"https://" + host + "/", "https://" + host + ":8443/a?b=c"} {
		if err := (netguard.Guard{}).CheckURL(url); !errors.Is(err, netguard.ErrPrivate) {
			t.Errorf("%s (%s): %v", url, why, err)
		}
		if err := (netguard.Guard{Private: true}).CheckURL(url); err != nil {
			t.Errorf("%s with private networks allowed: %v", url, err)
		}
	}
}

func TestRefusedRanges(t *testing.T) {
	for _, r := range refused {
		first, last := netip.MustParseAddr(r.first), netip.MustParseAddr(r.last)
		for _, addr := range []netip.Addr{first, between(first, last), last} {
			forms := []netip.Addr{addr, addr.WithZone("eth0")}
			if addr.Is4() {
				forms = append([]netip.Addr{addr, netip.AddrFrom16(addr.As16()), netip.AddrFrom16(addr.As16()).WithZone("1")}, embedded(addr)...)
			}
			for _, form := range forms {
				if netguard.Public(form) {
					t.Errorf("%s (%s, of %s) counts as public", form, r.why, addr)
				}
			}
			for _, host := range spellings(addr) {
				refusedURL(t, host, r.why)
			}
			if addr.Is4() {
				for _, host := range numbers(addr) {
					refusedURL(t, host, r.why)
				}
			}
		}
	}
}

// between returns an address in the middle of a range.
func between(first, last netip.Addr) netip.Addr {
	a, b := first.As16(), last.As16()
	carry := 0
	for i := range a {
		sum := carry<<8 + int(a[i]) + int(b[i])
		a[i], carry = byte(sum/2), sum%2
	}
	if first.Is4() {
		return netip.AddrFrom16(a).Unmap()
	}
	return netip.AddrFrom16(a)
}

func TestPublicAddresses(t *testing.T) {
	for _, s := range allowed {
		addr := netip.MustParseAddr(s)
		if !netguard.Public(addr) {
			t.Errorf("%s is refused", s)
		}
		host := s
		if addr.Is6() {
			host = "[" + s + "]"
		} else if mapped := netip.AddrFrom16(addr.As16()); !netguard.Public(mapped) {
			t.Errorf("%s is refused", mapped)
		}
		if err := (netguard.Guard{}).CheckURL("https://" + host + "/"); err != nil {
			t.Errorf("%s: %v", s, err)
		}
		if addr.Is4() {
			for _, form := range embedded(addr) {
				if netguard.Public(form) {
					t.Errorf("%s, which carries %s, counts as public", form, s)
				}
			}
		}
	}
	if netguard.Public(netip.Addr{}) {
		t.Error("no address at all counts as public")
	}
}
