package httpapi

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// Document builds an OpenAPI document from a table of routes. Once they are added it is
// read by any number of servers at once.
type Document struct {
	parameters map[string]huma.Param
	samples    map[string]any
	spec       *huma.OpenAPI
	registry   huma.Registry
	problem    *huma.Schema
	bodies     map[string]*huma.Schema // of routes, by their ids; nil: no body
}

// DocumentConfig says what an OpenAPI document is about.
type DocumentConfig struct {
	Title, Description string
	License            *huma.License
	// Security are the ways in which a caller can show who it is.
	Security map[string]*huma.SecurityScheme
	// Tags group the operations, in this order.
	Tags []Tag
	// Parameters are all that a path or query can have.
	Parameters map[string]huma.Param
	// Samples are values of fields for examples: by "Schema.field", or by the field's
	// name alone.
	Samples map[string]any
}

// Tag is a group of operations.
type Tag struct{ Name, Description string }

// NewDocument makes a document without operations.
func NewDocument(cfg DocumentConfig) *Document {
	registry := huma.NewMapRegistry("#/components/schemas/", huma.DefaultSchemaNamer)
	d := &Document{parameters: cfg.Parameters, samples: cfg.Samples, registry: registry, bodies: map[string]*huma.Schema{}, spec: &huma.OpenAPI{
		OpenAPI:    "3.1.0",
		Info:       &huma.Info{Title: cfg.Title, Version: "1", Description: cfg.Description, License: cfg.License},
		Components: &huma.Components{Schemas: registry, SecuritySchemes: cfg.Security},
		Paths:      map[string]*huma.PathItem{},
	}}
	for _, t := range cfg.Tags {
		d.spec.Tags = append(d.spec.Tags, &huma.Tag{Name: t.Name, Description: t.Description})
	}
	d.problem = registry.Schema(reflect.TypeFor[Problem](), true, "")
	return d
}

// Ptr returns a pointer to a copy of v, for optional values of the OpenAPI document.
func Ptr[T any](v T) *T { return &v }

// Add documents routes.
func (d *Document) Add(rts ...*Route) {
	added := make([]*huma.Operation, len(rts))
	for i, rt := range rts {
		added[i] = d.operation(rt)
		d.spec.AddOperation(added[i])
		d.bodies[rt.ID] = nil
		if rt.HasBody() {
			d.bodies[rt.ID] = d.registry.Schema(rt.In, true, "")
		}
	}
	for _, s := range d.registry.Map() {
		for _, field := range s.Properties {
			// A list is never null here, neither in what we read nor in what we write.
			if field.Type == huma.TypeArray {
				field.Nullable = false
			}
		}
	}
	for name, s := range d.registry.Map() {
		t := d.registry.TypeFromRef("#/components/schemas/" + name)
		nullable(t, s)
		describeItems(t, s)
	}
	for _, op := range added {
		d.completeExamples(op)
	}
}

// Prepare lets routes decode their bodies as the document has them.
func (d *Document) Prepare(rts ...*Route) error {
	for _, rt := range rts {
		schema, known := d.bodies[rt.ID]
		if !known {
			return fmt.Errorf("httpapi: the document has no %s", rt.ID)
		}
		rt.registry, rt.schema = d.registry, schema
	}
	return nil
}

// At returns the document for a server of this version ("1" if it is empty) at this address.
func (d *Document) At(version, address string) *Document {
	there, spec, info := *d, *d.spec, *d.spec.Info
	info.Version = cmp.Or(version, info.Version)
	spec.Info, spec.Servers = &info, []*huma.Server{{URL: address, Description: "The server that the document is about."}}
	there.spec = &spec
	return &there
}

// nullable lets the fields of a type be null that are written as null: pointers to
// objects that are not left out when there is none, unless there always is one, which the
// tag nullable:"false" says. A schema that is but a reference does not say so.
func nullable(t reflect.Type, s *huma.Schema) {
	if t == nil || t.Kind() != reflect.Struct {
		return
	}
	for _, f := range reflect.VisibleFields(t) {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		field := s.Properties[name]
		if f.Anonymous || field == nil || field.Ref == "" || f.Type.Kind() != reflect.Pointer || options != "" || f.Tag.Get("nullable") == "false" {
			continue
		}
		s.Properties[name] = &huma.Schema{
			AnyOf: []*huma.Schema{{Ref: field.Ref}, {Type: "null"}}, Description: field.Description,
		}
	}
}

func (d *Document) operation(rt *Route) *huma.Operation {
	op := &huma.Operation{
		Method: rt.Method, Path: rt.Path, OperationID: rt.ID, Summary: rt.Summary, Tags: []string{rt.Tag},
		Description: rt.Description + rt.Access.callers(), Security: rt.Access.security(),
		Responses: map[string]*huma.Response{},
	}
	for _, name := range rt.PathParams() {
		op.Parameters = append(op.Parameters, d.param(name, "path"))
	}
	for _, name := range rt.Query {
		p := d.param(name, "query")
		if day, own := rt.Days[name]; own {
			p.Description, p.Example, p.Schema = day.Description, day.Example, dayOrTime
		}
		if n, own := rt.Numbers[name]; own {
			p.Description, p.Example = n.Description, nil
			p.Schema = &huma.Schema{Type: huma.TypeInteger, Minimum: Ptr(float64(n.Least)), Maximum: Ptr(float64(n.Most)), Default: n.Default}
		}
		if values, narrower := rt.Values[name]; narrower {
			p.Schema = &huma.Schema{Type: huma.TypeString, Enum: values}
		}
		op.Parameters = append(op.Parameters, p)
	}
	if rt.Versioned {
		op.Parameters = append(op.Parameters, &huma.Param{
			Name: "If-None-Match", In: "header", Schema: &huma.Schema{Type: huma.TypeString},
			Description: "The `ETag` of an earlier answer: while there is nothing else, the answer is 304 without a body.",
		})
	}
	if rt.Changes() {
		op.Parameters = append(op.Parameters, &huma.Param{
			Name: "Idempotency-Key", In: "header",
			Schema:      &huma.Schema{Type: huma.TypeString, MinLength: Ptr(1), MaxLength: Ptr(MaxIdempotencyKey), Pattern: "^[\\x21-\\x7e]+$"},
			Description: "Names this request, so that it can be repeated safely: visible ASCII.",
		})
	}
	if rt.HasBody() {
		op.RequestBody = &huma.RequestBody{Required: !rt.Bodiless, Content: map[string]*huma.MediaType{
			"application/json": {Schema: d.registry.Schema(rt.In, true, ""), Example: rt.Example},
		}}
	}
	if len(rt.Raw) > 0 {
		content := make(map[string]*huma.MediaType, len(rt.Raw))
		for _, media := range rt.Raw {
			content[media] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}
		}
		op.RequestBody = &huma.RequestBody{Required: true, Content: content}
	}
	ok := &huma.Response{Description: http.StatusText(rt.status())}
	if rt.Media == "" {
		ok.Content = map[string]*huma.MediaType{"application/json": {Schema: d.registry.Schema(rt.Out, true, ""), Example: rt.Answer}}
	} else {
		ok.Content = map[string]*huma.MediaType{rt.Media: {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}}
	}
	for _, t := range rt.Frames {
		d.registry.Schema(t, true, "")
	}
	if rt.Changes() {
		ok.Headers = map[string]*huma.Header{"Idempotency-Replayed": {
			Description: "`true` when this is the stored answer to an earlier request with the same key.",
			Schema:      &huma.Schema{Type: huma.TypeBoolean},
		}}
	}
	op.Responses[strconv.Itoa(rt.status())] = ok
	for _, status := range rt.Also {
		also := *ok
		also.Description = http.StatusText(status)
		op.Responses[strconv.Itoa(status)] = &also
	}
	if rt.Versioned {
		ok.Headers = map[string]*huma.Header{"ETag": {Description: "Names what was answered.", Schema: &huma.Schema{Type: huma.TypeString}}}
		op.Responses[strconv.Itoa(http.StatusNotModified)] = &huma.Response{Description: "What `If-None-Match` names is what there is."}
	}
	d.problems(op, rt)
	return op
}

func (d *Document) param(name, in string) *huma.Param {
	p, ok := d.parameters[name]
	if !ok {
		panic("httpapi: parameter " + name + " is not documented")
	}
	p.Name, p.In, p.Required = name, in, in == "path"
	if p.Schema == nil {
		p.Schema = &huma.Schema{Type: huma.TypeString}
	}
	return &p
}

// Kinds are all kinds of problem that a route can answer with, by code.
func (rt *Route) Kinds() []Kind {
	// A query that a route does not take is refused by it too.
	all := []Kind{KindInternal, KindInvalid, kindURITooLong}
	add := func(more ...Kind) { all = append(all, more...) }
	if len(rt.PathParams()) > 0 {
		add(KindNotFound)
	}
	if rt.HasBody() || len(rt.Raw) > 0 {
		add(kindMediaType)
	}
	if rt.HasBody() || rt.Changes() {
		add(kindMalformed, KindTooLarge)
	}
	if len(rt.Raw) > 0 {
		add(kindMalformed, KindTooLarge, KindUnavailable)
	}
	if rt.Changes() {
		add(KindKeyReused)
	}
	add(rt.Refusals...)
	add(rt.Problems...)
	slices.SortFunc(all, func(a, b Kind) int { return strings.Compare(a.Code, b.Code) })
	return slices.CompactFunc(all, func(a, b Kind) bool { return a.Code == b.Code })
}

// problems documents the errors of a route, one response for each status.
func (d *Document) problems(op *huma.Operation, rt *Route) {
	byStatus := map[int][]string{}
	for _, k := range rt.Kinds() {
		byStatus[k.Status] = append(byStatus[k.Status], fmt.Sprintf("`%s`: %s", k.Code, k.Title))
	}
	for status, lines := range byStatus {
		r := &huma.Response{
			Description: strings.Join(lines, "; ") + ".",
			Content:     map[string]*huma.MediaType{"application/problem+json": {Schema: d.problem}},
		}
		if status == http.StatusServiceUnavailable || status == http.StatusTooManyRequests {
			r.Headers = map[string]*huma.Header{"Retry-After": {Description: "Seconds to wait.", Schema: &huma.Schema{Type: huma.TypeInteger}}}
		}
		op.Responses[strconv.Itoa(status)] = r
	}
}

// callers says who may make a call.
func (a *Access) callers() string {
	if a == nil {
		return ""
	}
	var who []string
	if len(a.Roles) > 0 {
		names := make([]string, len(a.Roles))
		for i, r := range a.Roles {
			names[i] = "`" + r + "`"
		}
		who = append(who, "keys and members with the role "+strings.Join(names, ", "))
	}
	if len(a.Links) > 0 {
		names := make([]string, len(a.Links))
		for i, l := range a.Links {
			names[i] = "`" + l + "`"
		}
		who = append(who, "the person of what it is about, signed in or with a signed link that reaches it ("+strings.Join(names, ", ")+")")
	}
	if a.SignedIn {
		who = append(who, "whoever is signed in")
	}
	switch {
	case a.Late:
		who = append(who, "phones with a pass for check-in at the event, and for a day after it is over")
	case a.Phone:
		who = append(who, "phones with a pass for check-in at the event")
	}
	if a.Public {
		who = append(who, "the public")
	}
	return "\n\nFor " + strings.Join(who, "; ") + "."
}

func (a *Access) security() []map[string][]string {
	if a == nil {
		return []map[string][]string{}
	}
	var all []map[string][]string
	if len(a.Roles) > 0 {
		all = append(all, map[string][]string{"key": {}})
	}
	if len(a.Links) > 0 {
		all = append(all, map[string][]string{"link": {}})
	}
	if a.Phone {
		all = append(all, map[string][]string{"phone": {}})
	}
	if len(a.Roles) > 0 || len(a.Links) > 0 || a.SignedIn || a.Public {
		all = append(all, map[string][]string{"cookie": {}})
	}
	if a.Public {
		all = append(all, map[string][]string{})
	}
	return all
}

// Bytes returns the document as JSON, indented, the same each time.
func (d *Document) Bytes() ([]byte, error) {
	// Through a plain value: its maps are written in the order of their keys.
	raw, err := json.Marshal(d.spec)
	if err != nil {
		return nil, fmt.Errorf("httpapi: OpenAPI: %w", err)
	}
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		return nil, fmt.Errorf("httpapi: OpenAPI: %w", err)
	}
	out, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("httpapi: OpenAPI: %w", err)
	}
	return append(out, '\n'), nil
}
