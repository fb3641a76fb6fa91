//go:build !linux

package socket

import (
	"errors"
	"net"
	"syscall"
)

// Plain knows no connection here.
func Plain(net.Conn) (raw syscall.RawConn, ok bool) { return nil, false }

// WriteNow writes nothing here.
func WriteNow(syscall.RawConn, []byte) (int, error) { return 0, errors.ErrUnsupported }
