package httpapi

// Page reads one page of a list. list names the list, with all that its cursors
// are bound to; fetch reads at most limit rows behind a position; position is
// where a row stands. next is the cursor of the next page, empty on the last.
func Page[Row, Position any](q *Request, list string, fetch func(after Position, limit int) ([]Row, error), position func(*Row) Position) (rows []Row, next string, err error) {
	var after Position
	limit, err := q.Page(list, &after)
	if err != nil {
		return nil, "", err
	}
	// One row more says whether there is another page.
	if rows, err = fetch(after, limit+1); err != nil || len(rows) <= limit {
		return rows, "", err
	}
	rows = rows[:limit]
	next, err = q.Cursor(list, position(&rows[limit-1]))
	return rows, next, err
}

// Page reads limit and cursor of a list into position.
func (q *Request) Page(list string, position any) (limit int, err error) {
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
