package httpapi

import (
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// Route is one row of the table of everything that a server answers.
type Route struct {
	Method, Path string
	ID           string // operation id
	Tag          string
	Summary      string
	Description  string
	// Access is who may make the call, for the document; nil: nobody is asked who they are.
	Access *Access
	// Status of success; 0 means 200.
	Status int
	// Also are further statuses with which the same body is answered.
	Also []int
	// Versioned answers have an ETag, and are not sent again to clients that have them.
	Versioned bool
	// Query names the parameters that the query may have: keys of Parameters.
	Query []string
	// Values are those that a parameter of the query takes here, where they are other
	// than those of Parameters.
	Values map[string][]any
	// Numbers are parameters of the query that are whole numbers here, whatever Parameters
	// says of their names.
	Numbers map[string]QueryNumber
	// Days are parameters of the query that may be a day, as 2027-09-01, or a time here.
	Days map[string]QueryDay
	// Refusals are the refusals of a decision that can occur, for the document.
	Refusals []Kind
	// Problems are further kinds of problem that can occur, for the document.
	Problems []Kind
	// Lean bodies are decoded once: their handler checks itself what the schema
	// says. Only for the two calls that a rush consists of.
	Lean bool
	// Body is the largest body, in bytes; 0 means MaxBody.
	Body int64

	// Raw are the media types of a body that is not JSON: a file, as it is. Its handler reads
	// Request.Body.
	Raw []string

	// Bodiless calls may be made without a body: then all of it is absent.
	Bodiless bool
	// Unkeyed POSTs take no Idempotency-Key: what they do is done once anyhow.
	Unkeyed bool
	// Media is the type of an answer that is not JSON.
	Media string
	// Rest says that the last parameter of the path takes all that is left of an address,
	// slashes too. Its handler reads the parameter "*".
	Rest bool
	// Frames are the types of the events of a stream, for the document.
	Frames []reflect.Type
	// Example and Answer are examples of the body and of the answer.
	Example, Answer any
	// In and Out are the types of the body and of the answer.
	In, Out reflect.Type

	registry huma.Registry
	schema   *huma.Schema // of the body; nil: there is none
}

// A QueryNumber is a whole number in a query.
type QueryNumber struct {
	Description          string
	Least, Most, Default int64
}

// A QueryDay is a day or a time in a query.
type QueryDay struct{ Description, Example string }

var dayOrTime = &huma.Schema{AnyOf: []*huma.Schema{
	{Type: huma.TypeString, Format: "date"}, {Type: huma.TypeString, Format: "date-time"},
}}

// Access is who may make a call, as the document says it.
type Access struct {
	Roles    []string // of keys and members
	Links    []string // the reaches of signed links of the person
	SignedIn bool     // whoever is signed in
	Public   bool
	// Phone: phones with a pass for check-in; Late: for a while after it is over, too.
	Phone, Late bool
}

// None is the body of a request, or of an answer, that has none.
type None struct{}

// HasBody reports whether the request has a body that is decoded.
func (rt *Route) HasBody() bool { return rt.In != reflect.TypeFor[None]() }

// reads reports whether the body of a request is read.
func (rt *Route) reads() bool { return rt.Changes() || rt.schema != nil || len(rt.Raw) > 0 }

// Changes reports whether the call changes something and so takes an Idempotency-Key.
func (rt *Route) Changes() bool { return rt.Method == http.MethodPost && !rt.Unkeyed }

// Open reports whether the call reads what the public may read: then pages of any origin
// may make it, without credentials.
func (rt *Route) Open() bool {
	if rt.Access != nil {
		return rt.Method == http.MethodGet && rt.Access.Public
	}
	// A call that asks nobody who they are, unless it finds out itself.
	return rt.Method == http.MethodGet && !slices.ContainsFunc(rt.Problems, func(k Kind) bool { return k.Status == http.StatusUnauthorized })
}

// Pattern returns the path as the router has it.
func (rt *Route) Pattern() string {
	if !rt.Rest {
		return rt.Path
	}
	return rt.Path[:strings.LastIndex(rt.Path, "{")] + "*"
}

func (rt *Route) status() int {
	if rt.Status == 0 {
		return http.StatusOK
	}
	return rt.Status
}

// PathParams returns the names in braces, in order.
func (rt *Route) PathParams() []string {
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
