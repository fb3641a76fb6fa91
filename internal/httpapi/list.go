package httpapi

import (
	"reflect"

	"github.com/danielgtaylor/huma/v2"
)

// Next says where the next page of a list begins.
type Next struct {
	NextCursor string `json:"next_cursor,omitempty" doc:"Where the next page begins; absent on the last."`
}

// List is a page of a list. The types of answers embed it, and say in a tag doc there what holds of
// its items, as their order.
type List[Item any] struct {
	Items []Item `json:"items"`
	Next
}

// NewList makes a page of items; next is the cursor of the next one, empty on the last.
func NewList[Item any](items []Item, next string) List[Item] {
	if items == nil {
		items = []Item{} // JSON has null for nil
	}
	return List[Item]{items, Next{next}}
}

// ListOf makes a page of rows that Page or Search has read: show makes an item of each.
func ListOf[Row, Item any](rows []Row, next string, show func(*Row) Item) List[Item] {
	items := make([]Item, len(rows))
	for i := range rows {
		items[i] = show(&rows[i])
	}
	return NewList(items, next)
}

// ReadList reads one page of a list as Page does; show makes an item of each row.
func ReadList[Row, Position, Item any](q *Request, list string, fetch func(after Position, limit int) ([]Row, error), position func(*Row) Position, show func(*Row) Item) (List[Item], error) {
	rows, next, err := Page(q, list, fetch, position)
	if err != nil {
		return List[Item]{}, err
	}
	return ListOf(rows, next, show), nil
}

// TryList is ReadList for items that have to be read, which can fail.
func TryList[Row, Position, Item any](q *Request, list string, fetch func(after Position, limit int) ([]Row, error), position func(*Row) Position, show func(*Row) (Item, error)) (List[Item], error) {
	var failed error
	l, err := ReadList(q, list, fetch, position, func(r *Row) (item Item) {
		if failed == nil {
			item, failed = show(r)
		}
		return item
	})
	if err == nil {
		err = failed
	}
	return l, err
}

// describeItems gives the items of a type of answer the description that it has for its List.
func describeItems(t reflect.Type, s *huma.Schema) {
	if t == nil || t.Kind() != reflect.Struct || s.Properties["items"] == nil {
		return
	}
	for i := range t.NumField() {
		if f := t.Field(i); f.Anonymous && f.Tag.Get("doc") != "" {
			s.Properties["items"].Description = f.Tag.Get("doc")
		}
	}
}
