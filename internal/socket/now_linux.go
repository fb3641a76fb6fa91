package socket

import (
	"errors"
	"net"
	"syscall"
)

// Plain returns what WriteNow writes to, of a connection on which nothing lies between
// the writer and the kernel, such as TLS.
func Plain(c net.Conn) (raw syscall.RawConn, ok bool) {
	var tcp *net.TCPConn
	switch c := c.(type) {
	case *conn:
		tcp = c.TCPConn
	case *net.TCPConn:
		tcp = c
	default:
		return nil, false
	}
	raw, err := tcp.SyscallConn()
	return raw, err == nil
}

// WriteNow writes as much of b as the kernel takes without waiting, and returns how much
// that is. It is for a connection to which nobody else writes at the moment.
func WriteNow(c syscall.RawConn, b []byte) (n int, err error) {
	outer := c.Write(func(fd uintptr) bool {
		for {
			n, err = syscall.Write(int(fd), b)
			if !errors.Is(err, syscall.EINTR) {
				return true // it is not tried again when there is room
			}
		}
	})
	if errors.Is(err, syscall.EAGAIN) {
		err = nil
	}
	if outer != nil {
		return 0, outer
	}
	return max(0, n), err
}
