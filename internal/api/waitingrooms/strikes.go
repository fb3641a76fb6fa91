package waitingrooms

import (
	"net/http"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/draw"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// DrawNetwork is a network from which people joined a draw.
type DrawNetwork struct {
	ID       string        `json:"id" example:"5f0c1b7e9a3d2c48" doc:"A pseudonym, which is another one in each event: that of list-takers with by=network. What it is of is not stored."`
	Entrants int64         `json:"entrants" doc:"How many have joined from there."`
	Struck   int64         `json:"struck" doc:"Of these, how many were struck out or have left."`
	Signals  *TakerSignals `json:"signals,omitempty" doc:"How strangers of the network went about it lately, as far as the server that answers has seen it since its start. Absent: it has seen none."`
}

// DrawNetworkList are the networks from which most people joined a draw.
type DrawNetworkList struct {
	Items []DrawNetwork `json:"items" doc:"From which most have joined first, at most 50."`
}

// DrawNetworkStrike strikes all out who joined from a network.
type DrawNetworkStrike struct {
	Network string `json:"network" minLength:"1" maxLength:"64" doc:"The id of one that is listed."`
	Reason  string `json:"reason" enum:"duplicate,fraud" doc:"duplicate: the person is in the draw already. fraud: it is not a person."`
}

// DrawNetworkStruck is how many were struck out.
type DrawNetworkStruck struct {
	Struck int64 `json:"struck" doc:"How many were struck out by this call."`
	More   bool  `json:"more" doc:"There are more than go into one call: make it again."`
}

// DrawRestore takes back that entrants were struck out.
type DrawRestore struct {
	Index   *int64 `json:"index,omitempty" minimum:"0" doc:"Of one entrant. This or network."`
	Network string `json:"network,omitempty" maxLength:"64" doc:"Of those who were struck out with their network. This or index."`
}

// DrawRestored is how many take part again.
type DrawRestored struct {
	Restored int64 `json:"restored" doc:"How many take part again by this call."`
	More     bool  `json:"more" doc:"There are more than go into one call: make it again."`
}

// strikes are the calls by which networks are struck out of a draw, and strikes taken back.
type strikes struct{ *Handlers }

func (h strikes) routes() []access.Route {
	return []access.Route{
		access.InEvent(identity.ReadTakers, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/draw/networks", ID: "list-draw-networks", Tag: access.TagWaitingRoom,
			Summary: "From which networks people joined a draw",
			Description: "Until it is sealed: from which IPv4 addresses and IPv6 /64 most people joined, without those whom members and keys of the organization let join. An office, a campus or customers of a " +
				"mobile network share one: what else is known of it says more. It is forgotten after the seal, and of whoever is erased.",
			Problems: []httpapi.Kind{kindNoDraw, kindSealed},
			Answer:   DrawNetworkList{Items: []DrawNetwork{{ID: exampleTaker.ID, Entrants: 61, Struck: 0, Signals: exampleTaker.Signals}}},
		}, h.list),
		access.InEvent(identity.ChangeEvent, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/events/{event_id}/draw:strike-network", ID: "strike-network", Tag: access.TagWaitingRoom, Unkeyed: true,
			Summary: "Strike a network out of a draw",
			Description: "All who have joined from it, until the draw is sealed. The reason is public, for good, once it is. Whoever joins from there later takes part. Who was struck out before stays so, for that reason. " +
				"Everybody whose address is known is mailed that they are out, and to whom they can object; restore-entrants takes it back.",
			Problems: []httpapi.Kind{kindNoDraw, kindSealed},
			Example:  DrawNetworkStrike{Network: exampleTaker.ID, Reason: "fraud"}, Answer: DrawNetworkStruck{Struck: 61},
		}, h.network),
		access.InEvent(identity.ChangeEvent, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/events/{event_id}/draw:restore", ID: "restore-entrants", Tag: access.TagWaitingRoom, Unkeyed: true,
			Summary: "Take back that somebody was struck out of a draw",
			Description: "Until it is sealed: of one entrant, or of all who were struck out with their network. They take part as if nothing had been, and are mailed how it ends as everybody is. Whoever left the draw " +
				"stays out, and whoever takes part is left as they are: `restored` is 0 then.",
			Problems: []httpapi.Kind{kindNoDraw, kindSealed},
			Example:  map[string]any{"network": exampleTaker.ID}, Answer: DrawRestored{Restored: 61},
		}, h.restore),
	}
}

// maxNetworks is how many networks of a draw are listed.
const maxNetworks = 50

func (h strikes) list(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*DrawNetworkList, error) {
	v, err := h.Store.Events.Event(c.Context(), k.EventID)
	if err != nil {
		return nil, err
	}
	if err := h.Draws.MayStrike(&v.Event); err != nil {
		return nil, err
	}
	list, err := h.Store.WaitingRooms.Networks(c.Context(), k.EventID, maxNetworks)
	if err != nil {
		return nil, err
	}
	seen, now := map[string]*TakerSignals{}, inventory.At(h.Access.Now())
	for key, n := range h.Access.Seen(k.EventID, access.OriginHost) {
		seen[h.Access.Pseudonym(k.EventID, key)] = signalsOf(&n, now)
	}
	out := &DrawNetworkList{Items: []DrawNetwork{}}
	for i := range list {
		n := &list[i]
		out.Items = append(out.Items, DrawNetwork{ID: n.Network, Entrants: n.Entrants, Struck: n.Struck, Signals: seen[n.Network]})
	}
	return out, nil
}

func (h strikes) network(c *access.Call, k *access.EventSummary, in *DrawNetworkStrike) (*DrawNetworkStruck, error) {
	n, more, err := h.Draws.StrikeNetwork(c.Context(), k.EventID, in.Network, draw.Reason(in.Reason))
	if err != nil {
		return nil, err
	}
	return &DrawNetworkStruck{Struck: n, More: more}, nil
}

func (h strikes) restore(c *access.Call, k *access.EventSummary, in *DrawRestore) (*DrawRestored, error) {
	if (in.Index == nil) == (in.Network == "") {
		return nil, httpapi.Invalid(httpapi.FieldError{Field: "index", Code: "required", Message: "must be given, or else network, and not both"})
	}
	index := int64(-1)
	if in.Index != nil {
		index = *in.Index
	}
	n, more, err := h.Draws.Restore(c.Context(), k.EventID, index, in.Network)
	if err != nil {
		return nil, err
	}
	return &DrawRestored{Restored: n, More: more}, nil
}
