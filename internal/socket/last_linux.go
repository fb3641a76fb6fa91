package socket

import (
	"errors"
	"net"
	"os"
	"syscall"
)

// takeLast accepts what has begun. made makes connections of it, once the listener is
// closed, which should be at once.
func takeLast(l *net.TCPListener) (made func() []*net.TCPConn, err error) {
	var ends []int
	made = func() (last []*net.TCPConn) {
		for _, end := range ends {
			f := os.NewFile(uintptr(end), "tcp")
			c, err := net.FileConn(f)
			_ = f.Close() // c has a descriptor of its own
			if tcp, ok := c.(*net.TCPConn); ok && err == nil {
				last = append(last, tcp)
			}
		}
		return last
	}
	raw, err := l.SyscallConn()
	if err != nil {
		return made, err
	}
	return made, raw.Control(func(fd uintptr) {
		for {
			end, _, err := syscall.Accept4(int(fd), syscall.SOCK_NONBLOCK|syscall.SOCK_CLOEXEC)
			if errors.Is(err, syscall.EINTR) || errors.Is(err, syscall.ECONNABORTED) {
				continue
			}
			if err != nil { // there is none left, or no descriptor for it
				return
			}
			ends = append(ends, end)
		}
	})
}
