//go:build linux || darwin

package server

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
)

// RoomIn is how much room there is in a folder, or where it would be made.
func RoomIn(folder string) (r Room, known bool) {
	var s syscall.Statfs_t
	err := syscall.Statfs(folder, &s)
	for errors.Is(err, os.ErrNotExist) && filepath.Dir(folder) != folder {
		folder = filepath.Dir(folder)
		err = syscall.Statfs(folder, &s)
	}
	if err != nil || s.Blocks == 0 {
		return Room{}, false
	}
	// What only root may use is no room.
	return Room{Free: s.Bavail * uint64(s.Bsize), Size: (s.Blocks - s.Bfree + s.Bavail) * uint64(s.Bsize)}, true //nolint:gosec // a size of blocks is positive
}
