package httpapi

import (
	"net/http"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
)

// Hook is a kind of request that the server sends, as the document shows it.
type Hook struct {
	Name, ID, Tag, Summary, Description string
	// Types are the values that the field "type" of the body can have.
	Types []string
	// Body is the type of the body, whose field "type" is one of Types.
	Body reflect.Type
	// Headers are sent with it: their names and what they say.
	Headers []HookHeader
	// Example is a body.
	Example any
}

// HookHeader is a header of what is sent.
type HookHeader struct{ Name, Description, Example string }

// AddHooks documents what the server sends. The receiver answers with any status of
// success to take it; everything else is sent again.
func (d *Document) AddHooks(hooks ...Hook) {
	if d.spec.Webhooks == nil {
		d.spec.Webhooks = map[string]*huma.PathItem{}
	}
	for _, h := range hooks {
		whole := huma.SchemaFromType(d.registry, h.Body)
		body := *whole // with its own types
		body.Properties = make(map[string]*huma.Schema, len(whole.Properties))
		for name, property := range whole.Properties {
			body.Properties[name] = property
		}
		types := make([]any, len(h.Types))
		for i, t := range h.Types {
			types[i] = t
		}
		body.Properties["type"] = &huma.Schema{Type: huma.TypeString, Enum: types, Description: whole.Properties["type"].Description}
		op := &huma.Operation{
			Method: http.MethodPost, OperationID: h.ID, Summary: h.Summary, Description: h.Description, Tags: []string{h.Tag},
			Security: []map[string][]string{}, // the signature says who sends it
			RequestBody: &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{
				"application/json": {Schema: &body, Example: h.Example},
			}},
			Responses: map[string]*huma.Response{
				"2XX": {Description: "Taken."},
				"410": {Description: "The receiver is gone: the endpoint is disabled."},
				"4XX": {Description: "Not taken: it is sent again, after what `Retry-After` says if the answer has it."},
				"5XX": {Description: "Not taken: it is sent again, after what `Retry-After` says if the answer has it."},
			},
		}
		for _, header := range h.Headers {
			op.Parameters = append(op.Parameters, &huma.Param{
				Name: header.Name, In: "header", Required: true, Description: header.Description, Example: header.Example, Schema: &huma.Schema{Type: huma.TypeString},
			})
		}
		d.spec.Webhooks[h.Name] = &huma.PathItem{Post: op}
	}
}
