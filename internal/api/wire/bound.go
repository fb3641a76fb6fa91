package wire

import (
	"encoding/json"

	"github.com/danielgtaylor/huma/v2"

	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Bound is how many units something has at most. It is null where there is no bound, which is
// a pool with as many units as a pool can have.
type Bound int64

// UnmarshalJSON reads a number or null.
func (b *Bound) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		*b = inventory.MaxCapacity
		return nil
	}
	return json.Unmarshal(text, (*int64)(b))
}

// MarshalJSON writes a number or null.
func (b Bound) MarshalJSON() ([]byte, error) {
	if b >= inventory.MaxCapacity {
		return []byte("null"), nil
	}
	return json.Marshal(int64(b))
}

// Schema is that of a number or null.
func (Bound) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeInteger, Format: "int64", Nullable: true, Minimum: httpapi.Ptr(0.0), Maximum: httpapi.Ptr(float64(inventory.MaxCapacity))}
}

// OptionalBound is a bound that can be absent, null or given.
type OptionalBound struct {
	Set bool // it stood in the request
	To  Bound
}

// UnmarshalJSON reads a number or null.
func (o *OptionalBound) UnmarshalJSON(text []byte) error {
	o.Set = true
	return o.To.UnmarshalJSON(text)
}

// Schema is that of a number or null.
func (OptionalBound) Schema(r huma.Registry) *huma.Schema { return Bound(0).Schema(r) }
