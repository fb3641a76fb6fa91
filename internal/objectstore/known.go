package objectstore

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
)

// Sweep removes things that nobody names any more, with their files, and returns how many have gone.
// unused reads at most limit of them; it is asked until fewer go. One that cannot be removed is tried
// again the next time, and keeps none of the others. remove reports false when somebody names it again.
func Sweep[Thing any](limit int, unused func(limit int) ([]Thing, error), remove func(*Thing) (bool, error)) (gone int, err error) {
	var failed []error
	for went := limit; went == limit; {
		list, err := unused(limit)
		if err != nil {
			return gone, errors.Join(append(failed, err)...)
		}
		went = 0
		for i := range list {
			goes, err := remove(&list[i])
			if err != nil {
				failed = append(failed, err)
			}
			if goes {
				went++
			}
		}
		gone += went
	}
	return gone, errors.Join(failed...)
}

// Differs reports whether a file is not what was stored, by its length and the SHA-256 of its bytes
// in hex, and whether it is there at all.
func Differs(ctx context.Context, files Store, name string, size int64, hash string) (differs, there bool, err error) {
	file, _, err := files.Get(ctx, name)
	if errors.Is(err, ErrNotFound) {
		return true, false, nil
	}
	if err != nil {
		return false, false, err
	}
	sum := sha256.New()
	n, err := io.Copy(sum, io.LimitReader(file, size+1))
	if err := errors.Join(err, file.Close()); err != nil {
		return false, false, fmt.Errorf("objectstore: read %s: %w", name, err)
	}
	return n != size || hex.EncodeToString(sum.Sum(nil)) != hash, true, nil
}
