// Package netguardtest has what tests of guarded clients share: names that stand
// for something else when they are looked up again.
package netguardtest

import (
	"context"
	"encoding/binary"
	"io"
	"net"
	"net/netip"
	"sync"

	"golang.org/x/net/dns/dnsmessage"
)

// Resolver answers look-ups of any name, each with the next of its answers; the
// last of them is repeated.
type Resolver struct {
	answers [][]netip.Addr

	mu    sync.Mutex
	asked map[dnsmessage.Type]int // a look-up asks for IPv4 and IPv6, in any order
}

// NewResolver returns a resolver that gives these answers, one for each look-up.
func NewResolver(answers ...[]netip.Addr) *Resolver {
	return &Resolver{answers: answers, asked: map[dnsmessage.Type]int{}}
}

// Addrs parses addresses.
func Addrs(texts ...string) []netip.Addr {
	out := make([]netip.Addr, 0, len(texts))
	for _, s := range texts {
		out = append(out, netip.MustParseAddr(s))
	}
	return out
}

// Asked returns how many look-ups were answered.
func (r *Resolver) Asked() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.asked[dnsmessage.TypeA]
}

// Net returns the resolver as package net wants it. It speaks DNS to a goroutine
// of this process, so the real code of the dialer is what is tested.
func (r *Resolver) Net() *net.Resolver {
	return &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		ours, theirs := net.Pipe()
		go r.serve(theirs)
		return ours, nil
	}}
}

// serve answers questions as DNS over TCP does (RFC 1035, 4.2.2), until the other
// side closes.
func (r *Resolver) serve(conn net.Conn) {
	defer conn.Close() //nolint:errcheck // a pipe
	for {
		var size [2]byte
		if _, err := io.ReadFull(conn, size[:]); err != nil {
			return
		}
		question := make([]byte, binary.BigEndian.Uint16(size[:]))
		if _, err := io.ReadFull(conn, question); err != nil {
			return
		}
		var m dnsmessage.Message
		if err := m.Unpack(question); err != nil || len(m.Questions) != 1 {
			return
		}
		m.Response, m.RecursionAvailable, m.Additionals = true, true, nil
		m.Answers = r.answer(m.Questions[0])
		reply, err := m.Pack()
		if err != nil {
			return
		}
		if _, err := conn.Write(append(binary.BigEndian.AppendUint16(nil, uint16(len(reply))), reply...)); err != nil {
			return
		}
	}
}

// answer returns the addresses of the next look-up that asks q.
func (r *Resolver) answer(q dnsmessage.Question) []dnsmessage.Resource {
	r.mu.Lock()
	defer r.mu.Unlock()
	list := r.answers[min(r.asked[q.Type], len(r.answers)-1)]
	r.asked[q.Type]++
	var out []dnsmessage.Resource
	for _, a := range list {
		header := dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: dnsmessage.ClassINET}
		switch {
		case q.Type == dnsmessage.TypeA && a.Is4():
			out = append(out, dnsmessage.Resource{Header: header, Body: &dnsmessage.AResource{A: a.As4()}})
		case q.Type == dnsmessage.TypeAAAA && a.Is6():
			out = append(out, dnsmessage.Resource{Header: header, Body: &dnsmessage.AAAAResource{AAAA: a.As16()}})
		}
	}
	return out
}
