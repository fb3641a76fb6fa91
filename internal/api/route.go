package api

import (
	"net/http"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// route is one row of the table of everything that the API answers.
type route struct {
	Method, Path string
	ID           string // operation id
	Tag          string
	Summary      string
	Description  string
	// Action is what a caller must be allowed to do.
	Action identity.Action
	// Status of success; 0 means 200.
	Status int
	// Query names the parameters that the query may have: keys of parameters.
	Query []string
	// Refusals are the refusals of the heart that can occur, for the document.
	Refusals []inventory.Code
	// Problems are further kinds of problem that can occur, for the document.
	Problems []string
	// Lean bodies are decoded once: their handler checks itself what the schema
	// says. Only for the two calls that a rush consists of.
	Lean bool
	// Body is the largest body, in bytes; 0 means MaxBody.
	Body int64

	// Unkeyed POSTs take no Idempotency-Key: what they do is done once anyhow.
	Unkeyed bool
	// Media is the type of an answer that is no JSON.
	Media string
	// Frames are the types of the events of a stream, for the document.
	Frames []reflect.Type
	// Example and Answer are examples of the body and of the answer.
	Example, Answer any

	in, out reflect.Type
	// serve decodes the body, calls the handler and returns its answer.
	serve func(*server, *call, huma.Registry, *huma.Schema) (any, error)
}

// none is the body of a request, or of an answer, that has none.
type none struct{}

// on completes a row with its handler, whose types are those of the bodies.
func on[In, Out any](rt route, handle func(*server, *call, *In) (*Out, error)) route {
	rt.in, rt.out = reflect.TypeFor[In](), reflect.TypeFor[Out]()
	rt.serve = func(s *server, c *call, reg huma.Registry, schema *huma.Schema) (any, error) {
		in := new(In)
		if schema != nil {
			if err := decode(reg, schema, c.body, in, rt.Lean); err != nil {
				return nil, err
			}
		}
		return handle(s, c, in)
	}
	return rt
}

func (rt *route) hasBody() bool { return rt.in != reflect.TypeFor[none]() }

// changes says whether the call changes something and so takes an Idempotency-Key.
func (rt *route) changes() bool { return rt.Method == http.MethodPost && !rt.Unkeyed }

func (rt *route) status() int {
	if rt.Status == 0 {
		return http.StatusOK
	}
	return rt.Status
}

// inEvent says whether the path leads into an event, which then says whose it is.
func (rt *route) inEvent() bool {
	for _, name := range rt.pathParams() {
		switch name {
		case "event_id", "order_id", "entry_id", "offer_id", "ticket_id", "transfer_id", "exchange_id", "bulletin_id":
			return true
		}
	}
	return false
}

// pathParams returns the names in braces, in order.
func (rt *route) pathParams() []string {
	var names []string
	rest := rt.Path
	for {
		_, after, found := strings.Cut(rest, "{")
		if !found {
			return names
		}
		name, tail, _ := strings.Cut(after, "}")
		names, rest = append(names, name), tail
	}
}
