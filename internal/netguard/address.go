package netguard

import (
	"net/netip"
	"slices"
)

// publicIPv6 is all that IANA has assigned for global unicast. Everything else
// is special, unassigned, or a form that carries an IPv4 address: compatible
// (::/96), mapped (::ffff:0:0/96), translated (::ffff:0:0:0/96), and NAT64
// (64:ff9b::/96, 64:ff9b:1::/48).
var publicIPv6 = netip.MustParsePrefix("2000::/3")

// special are the networks that are not public although netip calls them global
// unicast: IANA's special-purpose registries (RFC 6890). IPv6 prefixes outside
// publicIPv6 need no entry.
var special = prefixes(
	"0.0.0.0/8",       // this network; Linux connects 0.x.y.z to itself
	"100.64.0.0/10",   // carrier-grade NAT; metadata of some clouds
	"192.0.0.0/24",    // protocol assignments; metadata of some clouds
	"192.0.2.0/24",    // documentation
	"192.88.99.0/24",  // 6to4 relays
	"198.18.0.0/15",   // benchmarks of networks
	"198.51.100.0/24", // documentation
	"203.0.113.0/24",  // documentation
	"240.0.0.0/4",     // reserved, and broadcast
	// Azure answers each of its machines here, although the address is public.
	"168.63.129.16/32",
	"2001::/23",     // protocol assignments; Teredo, which carries an IPv4 address
	"2001:db8::/32", // documentation
	"2002::/16",     // 6to4, which carries an IPv4 address
	"3fff::/20",     // documentation
)

func prefixes(list ...string) []netip.Prefix {
	out := make([]netip.Prefix, 0, len(list))
	for _, s := range list {
		out = append(out, netip.MustParsePrefix(s))
	}
	return out
}

// Public reports whether an address is one of the public Internet. Forms that
// carry an IPv4 address inside an IPv6 one are never public, whatever the inner
// address is: who translates them, and to where, cannot be seen from here. The
// mapped form is the exception, since the kernel dials the inner address.
func Public(addr netip.Addr) bool {
	if addr.Zone() != "" {
		return false // an interface of this machine
	}
	addr = addr.Unmap()
	if !addr.IsGlobalUnicast() || addr.IsPrivate() {
		return false
	}
	if addr.Is6() && !publicIPv6.Contains(addr) {
		return false
	}
	return !slices.ContainsFunc(special, func(p netip.Prefix) bool { return p.Contains(addr) })
}
