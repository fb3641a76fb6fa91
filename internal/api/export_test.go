package api

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// RouteInfo is a row of the table of routes, for tests.
type RouteInfo struct {
	Method, Path, ID string
	Action           identity.Action
	Example          any
	HasBody          bool
}

// Routes is the table of routes.
func Routes() []RouteInfo {
	var all []RouteInfo
	for _, rt := range routes() {
		all = append(all, RouteInfo{rt.Method, rt.Path, rt.ID, rt.Action, rt.Example, rt.hasBody()})
	}
	return all
}

// KindOf is the status and title of a problem; ok is false when the table lacks it.
func KindOf(code string) (status int, title string, ok bool) {
	k, ok := kinds[code]
	return k.Status, k.Title, ok
}

// ProblemOf and Refusal are what errors and refusals become.
var ProblemOf = problemOf

// Refusal is the problem of an outcome.
func Refusal(o inventory.Outcome) *Problem { return refusal(o) }

// Outer is the chain that everything passes, around a router of the test.
func Outer(cfg Config, r chi.Router) http.Handler {
	s := &server{cfg: cfg, log: cfg.Log, now: cfg.Now}
	return s.outer(r)
}
