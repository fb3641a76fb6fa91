//go:build !linux

package socket

import "net"

// refuseNew does nothing: what comes in the moment in which the listener is closed is
// reset.
func refuseNew(*net.TCPListener) error { return nil }
