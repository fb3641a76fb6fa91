//go:build !linux

package postgres

import (
	"syscall"
	"time"
)

// giveUpAfter does nothing: only Linux can.
func giveUpAfter(time.Duration) func(network, address string, c syscall.RawConn) error { return nil }
