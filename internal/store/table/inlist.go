package table

import (
	"strconv"
	"strings"
)

// MaxInList bounds the ids in one statement.
const MaxInList = 256

// inSizes are the lengths that in-lists are padded to: a server that prepares
// statements by their text meets few of them.
var inSizes = [...]int{1, 8, 64, MaxInList}

// InList returns "$first, $first+1, …" and args, padded by repeating the last.
func InList[T any](first int, ids []T) (string, []any) {
	size := len(ids)
	for _, s := range inSizes {
		if s >= len(ids) {
			size = s
			break
		}
	}
	var b strings.Builder
	args := make([]any, size)
	for i := range args {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteByte('$')
		b.WriteString(strconv.Itoa(first + i))
		args[i] = ids[min(i, len(ids)-1)]
	}
	return b.String(), args
}
