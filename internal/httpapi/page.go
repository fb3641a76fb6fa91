package httpapi

// Page reads one page of a list. list names the list, with all that its cursors
// are bound to; fetch reads at most limit rows behind a position; position is
// where a row stands. next is the cursor of the next page, empty on the last.
func Page[Row, Position any](q *Request, list string, fetch func(after Position, limit int) ([]Row, error), position func(*Row) Position) (rows []Row, next string, err error) {
	var after Position
	limit, err := q.page(list, &after)
	if err != nil {
		return nil, "", err
	}
	// One row more tells whether there is another page.
	if rows, err = fetch(after, limit+1); err != nil || len(rows) <= limit {
		return rows, "", err
	}
	rows = rows[:limit]
	next, err = q.Cursor(list, position(&rows[limit-1]))
	return rows, next, err
}

// Search reads one page of a list whose rows are searched for. fetch reads on from a
// position and moves it, until it has found limit rows or has looked at enough; more
// reports whether there may be others behind the position. next is the cursor of the next
// page, empty on the last.
func Search[Row, Position any](q *Request, list string, fetch func(at *Position, limit int) (rows []Row, more bool, err error)) (rows []Row, next string, err error) {
	var at Position
	limit, err := q.page(list, &at)
	if err != nil {
		return nil, "", err
	}
	rows, more, err := fetch(&at, limit)
	if err != nil || !more {
		return rows, "", err
	}
	next, err = q.Cursor(list, at)
	return rows, next, err
}

// page reads limit and cursor of a list into position.
func (q *Request) page(list string, position any) (limit int, err error) {
	if limit, err = q.Limit(); err != nil {
		return 0, err
	}
	return limit, q.ReadCursor(list, q.Query.Get("cursor"), position)
}

// Cursor makes the cursor of a position in a list.
func (q *Request) Cursor(list string, position any) (string, error) {
	return q.API.cursors.encode(list, position)
}

// ReadCursor reads a cursor of a list into position; an empty cursor leaves it.
func (q *Request) ReadCursor(list, cursor string, position any) error {
	return q.API.cursors.decode(list, cursor, position)
}
