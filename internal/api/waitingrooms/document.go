package waitingrooms

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strconv"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/httpapi"
)

// encodedRoom is the public document of a waiting room, encoded once for all who read it.
type encodedRoom struct {
	text         []byte
	length, etag []string
}

// encoded is a row whose answer was encoded before; T is what it holds.
func encoded[T any](rt access.Route) access.Route {
	rt.Out = reflect.TypeFor[T]()
	return rt
}

// encode encodes a document, which names itself by what it says.
func encode(room *WaitingRoom) *encodedRoom {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(room); err != nil {
		panic(err) // it is ours, and encodes
	}
	return &encodedRoom{text: b.Bytes(), length: []string{strconv.Itoa(b.Len())}, etag: httpapi.ETag(b.Bytes())}
}

// Reply writes the document.
func (e *encodedRoom) Reply(q *httpapi.Request) {
	h := q.Writer.Header()
	h["Content-Type"], h["Content-Length"] = httpapi.JsonType, e.length
	q.Writer.Write(e.text)
}
