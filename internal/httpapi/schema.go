package httpapi

import (
	"encoding/json"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
)

// checkSchema checks a decoded JSON value against the schema that the OpenAPI
// document shows, and adds what is wrong to errs, each with its field. So what
// is documented is what is enforced. Numbers must be decoded as json.Number.
func checkSchema(reg huma.Registry, s *huma.Schema, path string, v any, errs *[]FieldError) {
	for s.Ref != "" {
		s = reg.SchemaFromRef(s.Ref)
	}
	add := func(code, format string, args ...any) {
		*errs = append(*errs, FieldError{Field: path, Code: code, Message: fmt.Sprintf(format, args...)})
	}
	if len(s.AnyOf) > 0 && v != nil { // the others are null
		checkSchema(reg, s.AnyOf[0], path, v, errs)
		return
	}
	if v == nil {
		if !s.Nullable && len(s.AnyOf) == 0 {
			add("wrong_type", "must not be null")
		}
		return
	}
	switch s.Type {
	case huma.TypeBoolean:
		if _, ok := v.(bool); !ok {
			add("wrong_type", "must be true or false")
		}
	case huma.TypeInteger:
		checkInteger(s, v, add)
	case huma.TypeString:
		checkString(s, v, add)
	case huma.TypeArray:
		checkArray(reg, s, path, v, add, errs)
	case huma.TypeObject:
		checkObject(reg, s, path, v, add, errs)
	}
}

type adder func(code, format string, args ...any)

func checkInteger(s *huma.Schema, v any, add adder) {
	n, ok := v.(json.Number)
	if !ok {
		add("wrong_type", "must be a whole number")
		return
	}
	i, err := strconv.ParseInt(n.String(), 10, 64)
	if err != nil {
		// 1.5 and 1e3 are not whole numbers here, and 10^30 is out of any range.
		add("wrong_type", "must be a whole number within 64 bits")
		return
	}
	if s.Minimum != nil && float64(i) < *s.Minimum || s.Maximum != nil && float64(i) > *s.Maximum {
		switch {
		case s.Minimum != nil && s.Maximum != nil:
			add("out_of_range", "must be between %.0f and %.0f", *s.Minimum, *s.Maximum)
		case s.Minimum != nil:
			add("out_of_range", "must be at least %.0f", *s.Minimum)
		default:
			add("out_of_range", "must be at most %.0f", *s.Maximum)
		}
	}
}

func checkString(s *huma.Schema, v any, add adder) {
	text, ok := v.(string)
	if !ok {
		add("wrong_type", "must be text")
		return
	}
	n := utf8.RuneCountInString(text)
	switch {
	case s.MinLength != nil && n < *s.MinLength:
		if *s.MinLength == 1 {
			add("required", "must not be empty")
		} else {
			add("too_short", "must have at least %d characters", *s.MinLength)
		}
	case s.MaxLength != nil && n > *s.MaxLength:
		add("too_long", "must have at most %d characters", *s.MaxLength)
	case len(s.Enum) > 0 && !slices.Contains(s.Enum, any(text)):
		add("not_allowed", "must be one of %v", s.Enum)
	case s.Format == "date-time":
		if _, err := time.Parse(time.RFC3339, text); err != nil {
			add("bad_format", "must be a time as in RFC 3339, like 2027-05-01T18:00:00Z")
		}
	}
}

func checkArray(reg huma.Registry, s *huma.Schema, path string, v any, add adder, errs *[]FieldError) {
	list, ok := v.([]any)
	if !ok {
		add("wrong_type", "must be a list")
		return
	}
	if s.MaxItems != nil && len(list) > *s.MaxItems {
		// The items of a list that is too long are not worth looking at.
		add("too_many", "must have at most %d items", *s.MaxItems)
		return
	}
	if s.MinItems != nil && len(list) < *s.MinItems {
		add("too_few", "must have at least %d items", *s.MinItems)
	}
	for i, item := range list {
		checkSchema(reg, s.Items, fmt.Sprintf("%s[%d]", path, i), item, errs)
	}
}

func checkObject(reg huma.Registry, s *huma.Schema, path string, v any, add adder, errs *[]FieldError) {
	object, ok := v.(map[string]any)
	if !ok {
		add("wrong_type", "must be an object")
		return
	}
	names := make([]string, 0, len(object))
	for name := range object {
		names = append(names, name)
	}
	sort.Strings(names)
	if s.MaxProperties != nil && len(names) > *s.MaxProperties {
		add("too_many", "must have at most %d names", *s.MaxProperties)
		return
	}
	for _, name := range names {
		field, known := s.Properties[name]
		if free, ok := s.AdditionalProperties.(*huma.Schema); !known && ok { // names that the caller chooses
			field, known = free, true
		}
		if !known {
			*errs = append(*errs, FieldError{Field: join(path, name), Code: "unknown_field", Message: "is not known here"})
			continue
		}
		checkSchema(reg, field, join(path, name), object[name], errs)
	}
	for _, name := range s.Required {
		if _, ok := object[name]; !ok {
			*errs = append(*errs, FieldError{Field: join(path, name), Code: "required", Message: "is required"})
		}
	}
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}
