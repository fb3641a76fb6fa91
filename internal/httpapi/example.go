package httpapi

import (
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// completeExamples gives each JSON answer of success that has no example one that is
// made of its schema, so that a reader sees every field. Those of bodies are written by
// hand: of their optional fields some exclude each other.
func (d *Document) completeExamples(op *huma.Operation) {
	for status, r := range op.Responses {
		if media := r.Content["application/json"]; media != nil && media.Example == nil && strings.HasPrefix(status, "2") {
			media.Example = d.example(media.Schema, "", "")
		}
	}
}

// example is a value that the schema allows, with all fields. in and field name where
// it stands: the schema that has the field, if any.
func (d *Document) example(s *huma.Schema, in, field string) any {
	for s.Ref != "" || len(s.AnyOf) > 0 {
		if s.Ref == "" {
			s = s.AnyOf[0] // the other is null
			continue
		}
		in = s.Ref[strings.LastIndexByte(s.Ref, '/')+1:]
		s = d.registry.SchemaFromRef(s.Ref)
	}
	if v, ok := d.samples[in+"."+field]; ok {
		return v
	}
	switch {
	case len(s.Examples) > 0:
		return s.Examples[0]
	case len(s.Enum) > 0:
		return s.Enum[0]
	case s.Default != nil:
		return s.Default
	}
	if v, ok := d.samples[field]; ok && fits(s, v) {
		return v
	}
	switch s.Type {
	case huma.TypeObject:
		object := make(map[string]any, len(s.Properties))
		for name, property := range s.Properties {
			object[name] = d.example(property, in, name)
		}
		return object
	case huma.TypeArray:
		return []any{d.example(s.Items, in, field)}
	case huma.TypeBoolean:
		return false
	case huma.TypeInteger, huma.TypeNumber:
		if s.Minimum != nil {
			return *s.Minimum
		}
		return 1
	case huma.TypeString:
		if s.Format == "date-time" {
			return "2027-10-30T10:11:12Z"
		}
		return "text"
	}
	return map[string]any{} // anything
}

// fits reports whether a value that is known by the name of its field alone is of the
// kind that this field has.
func fits(s *huma.Schema, v any) bool {
	switch v := v.(type) {
	case string:
		return s.Type == huma.TypeString && s.Format == "" && (s.MinLength == nil || len(v) >= *s.MinLength) && (s.MaxLength == nil || len(v) <= *s.MaxLength)
	case int:
		return s.Type == huma.TypeInteger
	}
	return false
}
