package merkle

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// OpenCheckpoint returns the size and the root that a checkpoint says, as C2SP's
// tlog-checkpoint has it, if v has signed it, under the name of the log.
func OpenCheckpoint(signed []byte, v note.Verifier) (size int64, root Hash, err error) {
	n, err := note.Open(signed, note.VerifierList(v))
	if err != nil {
		return 0, root, err
	}
	line := strings.SplitN(n.Text, "\n", 4) // lines after these are extensions
	if len(line) < 4 || line[0] != v.Name() {
		return 0, root, errors.New("its origin is another")
	}
	size, err = strconv.ParseInt(line[1], 10, 64)
	if err != nil || size < 0 || strconv.FormatInt(size, 10) != line[1] {
		return 0, root, fmt.Errorf("its size is %q", line[1])
	}
	root, err = tlog.ParseHash(line[2])
	return size, root, err
}
