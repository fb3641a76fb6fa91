package powercut

import (
	"os"
	"syscall"
)

// ownedLike gives a file to the owner of another one: PostgreSQL runs as a user of its
// own when the tests run as root.
func ownedLike(file, like string) error {
	info, err := os.Stat(like)
	if err != nil {
		return err
	}
	st := info.Sys().(*syscall.Stat_t)
	return os.Chown(file, int(st.Uid), int(st.Gid))
}
