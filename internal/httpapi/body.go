package httpapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// Limits of what a request may carry.
const (
	// MaxBody is the largest body, in bytes.
	MaxBody = 64 << 10
	// MaxPlanBody is the largest body with a seating plan, in bytes.
	MaxPlanBody = 8 << 20
	// MaxQuery is the longest query, in bytes.
	MaxQuery = 4 << 10
	// maxShown is how many wrong fields one answer names.
	maxShown = 20
)

// readBody reads the body of a request, at most limit bytes of it.
func readBody(w http.ResponseWriter, r *http.Request, limit int64) ([]byte, error) {
	if r.ContentLength > limit {
		return nil, KindTooLarge.Problem()
	}
	if r.ContentLength >= 0 { // net/http gives no more than that
		body := make([]byte, r.ContentLength)
		if _, err := io.ReadFull(r.Body, body); err != nil {
			return nil, kindMalformed.With("The body ended early.")
		}
		return body, nil
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return nil, KindTooLarge.Problem()
	case err != nil:
		// The client stopped sending: there is nobody left to tell more.
		return nil, kindMalformed.With("The body ended early.")
	}
	return body, nil
}

func checkMediaType(r *http.Request) error {
	ct := r.Header.Get("Content-Type")
	if ct == "" || ct == "application/json" {
		return nil
	}
	media, _, err := mime.ParseMediaType(ct)
	if err != nil || media != "application/json" && !strings.HasSuffix(media, "+json") {
		return kindMediaType.Problem()
	}
	return nil
}

// checkRawType refuses a body that says it is something else than what a route takes.
func checkRawType(r *http.Request, types []string) error {
	media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || !slices.Contains(types, media) {
		return kindMediaType.With("Send the file as the body, with Content-Type: " + strings.Join(types, ", ") + ".")
	}
	return nil
}

// decode reads a JSON body into in, strictly: no unknown field, no wrong type,
// nothing behind it. With lean set a body that decodes is not compared with its
// schema a second time; the caller's own checks then cover what the schema says.
func decode(reg huma.Registry, schema *huma.Schema, body []byte, in any, lean bool) error {
	trimmed := bytes.TrimSpace(body)
	if len(trimmed) == 0 {
		// Not an empty object: a PUT whose body was lost on its way would erase all that it replaces.
		return kindMalformed.With("There is no body. It must be one JSON object.", FieldError{Field: "body", Code: "required", Message: "is required"})
	}
	if plain, ok := in.(FastBody); ok {
		if readPlain(trimmed, plain, lean) {
			return nil
		}
		reflect.ValueOf(in).Elem().SetZero() // of traces
	}
	// null would decode into anything; it is refused below.
	if lean && trimmed[0] == '{' && Strict(body, in) == nil {
		return nil
	}
	var doc any
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.UseNumber()
	if err := dec.Decode(&doc); err != nil {
		return kindMalformed.With(syntax(err))
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return kindMalformed.With("There is something behind the JSON object.")
	}
	if _, ok := doc.(map[string]any); !ok {
		return kindMalformed.With("The body must be a JSON object.")
	}
	var errs []FieldError
	checkSchema(reg, schema, "", doc, &errs)
	if len(errs) > 0 {
		return Invalid(errs[:min(len(errs), maxShown)]...)
	}
	// A lean decode that failed has left traces.
	v := reflect.ValueOf(in).Elem()
	v.SetZero()
	return Strict(body, in)
}

// Decoder returns what reads a body that did not come with a request as that of a route is read, with
// the same problems: BodyProblems.
func (d *Document) Decoder(route string) (func(body []byte, in any) error, error) {
	schema := d.bodies[route]
	if schema == nil {
		return nil, fmt.Errorf("httpapi: the document has no body of %s", route)
	}
	return func(body []byte, in any) error {
		if len(body) > MaxBody {
			return KindTooLarge.Problem()
		}
		return decode(d.registry, schema, body, in, false)
	}, nil
}

// BodyProblems are the codes of the problems that a body can have.
func BodyProblems() []string {
	return []string{kindMalformed.Code, KindInvalid.Code, KindTooLarge.Code}
}

// Strict decodes body into in and names the field that does not fit.
func Strict(body []byte, in any) error {
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.DisallowUnknownFields()
	err := dec.Decode(in)
	var wrong *json.UnmarshalTypeError
	switch {
	case err == nil:
	case errors.As(err, &wrong):
		return Invalid(FieldError{Field: wrong.Field, Code: "wrong_type", Message: "has the wrong type"})
	default:
		return kindMalformed.With(syntax(err))
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return kindMalformed.With("There is something behind the JSON object.")
	}
	return nil
}

// syntax says what is wrong with a document without repeating any of it.
func syntax(err error) string {
	var s *json.SyntaxError
	switch {
	case errors.As(err, &s):
		return "The JSON is broken near byte " + Itoa(s.Offset) + "."
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return "The JSON ends early."
	}
	return "The JSON cannot be read."
}
