package socket

import (
	"net"
	"syscall"
)

// refuseNew has the kernel drop every request for a new connection, so that those whose
// handshake is under way are the last. Their packets still come: a filter that dropped
// everything would leave them with a connection that nobody answers.
func refuseNew(l *net.TCPListener) error {
	const flags, syn, ack = 13, 0x02, 0x10 // of the TCP header, with which a filter's packet begins
	//nolint:staticcheck // golang.org/x/net/bpf only writes such programs, and these four steps need no compiler
	program := []syscall.SockFilter{
		*syscall.LsfStmt(syscall.BPF_LD|syscall.BPF_B|syscall.BPF_ABS, flags),
		*syscall.LsfStmt(syscall.BPF_ALU|syscall.BPF_AND|syscall.BPF_K, syn|ack),
		*syscall.LsfJump(syscall.BPF_JMP|syscall.BPF_JEQ|syscall.BPF_K, syn, 0, 1),
		*syscall.LsfStmt(syscall.BPF_RET|syscall.BPF_K, 0),
		*syscall.LsfStmt(syscall.BPF_RET|syscall.BPF_K, 0xffff),
	}
	raw, err := l.SyscallConn()
	if err != nil {
		return err
	}
	var failed error
	err = raw.Control(func(fd uintptr) {
		failed = syscall.AttachLsf(int(fd), program) //nolint:staticcheck // as above
	})
	if err != nil {
		return err
	}
	return failed
}
