package database

import "iter"

// PageRows is how many rows of a table are in memory at a time.
const PageRows = 1000

// Stream reads page after page, each after the last row of the one before (nil:
// from the first row), and hands the rows to fn.
func Stream[T any](page func(last *T) ([]T, error), fn func(*T) error) error {
	var last *T
	for {
		rows, err := page(last)
		if err != nil {
			return err
		}
		for i := range rows {
			if err := fn(&rows[i]); err != nil {
				return err
			}
		}
		if len(rows) < PageRows {
			return nil
		}
		last = &rows[len(rows)-1]
	}
}

// Parts yields parts of a list, each of one of the sizes.
func Parts[T any](list []T) iter.Seq[[]T] {
	return func(yield func([]T) bool) {
		for _, size := range scanSizes {
			for len(list) >= size {
				if !yield(list[:size]) {
					return
				}
				list = list[size:]
			}
		}
	}
}

// scanSizes are how many scans a statement takes; a batch is made of those that
// fit, the large ones first, so that a handful of texts stays prepared.
var scanSizes = []int{64, 16, 4, 1}

// Put sets what is given.
func Put[T any](field, value *T) {
	if value != nil {
		*field = *value
	}
}
