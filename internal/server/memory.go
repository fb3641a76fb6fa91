package server

import (
	"io/fs"
	"path"
	"strconv"
	"strings"
)

// memoryShare of what a container may use, in percent, is for Go's heap and stacks; the
// rest is for what the runtime does not count, such as the pages of a mapped database.
const memoryShare = 90

// memoryLimit reads how many bytes the control groups of this process let it use: those
// of version 2, or of the memory controller of version 1. 0: they set no limit. root is
// the root of the file system.
//
// A group bounds all below it, so the least of all on the way up counts. In a container
// the group may have a name that is not there, and its limit stands at the root.
func memoryLimit(root fs.FS) int64 {
	text, err := fs.ReadFile(root, "proc/self/cgroup")
	if err != nil {
		return 0
	}
	least := int64(0)
	for line := range strings.Lines(string(text)) { // number:controllers:group
		_, rest, _ := strings.Cut(strings.TrimSpace(line), ":")
		controllers, group, ok := strings.Cut(rest, ":")
		folder, file := "sys/fs/cgroup", "memory.max"
		if controllers != "" {
			folder, file = "sys/fs/cgroup/memory", "memory.limit_in_bytes"
		}
		if !ok || controllers != "" && controllers != "memory" {
			continue
		}
		for at := path.Join("/", group); ; at = path.Dir(at) {
			if n := limitIn(root, path.Join(folder, at, file)); n > 0 && (least == 0 || n < least) {
				least = n
			}
			if at == "/" {
				break
			}
		}
	}
	return least
}

// limitIn reads a limit from a file; 0: there is none. Version 1 says so by a number
// that no machine has.
func limitIn(root fs.FS, name string) int64 {
	text, err := fs.ReadFile(root, name)
	if err != nil {
		return 0
	}
	n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	if err != nil || n >= 1<<60 {
		return 0
	}
	return n
}
