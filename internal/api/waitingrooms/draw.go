package waitingrooms

import (
	"encoding/base64"
	"encoding/hex"
	"net/http"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/draw"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/waitingrooms"
	"github.com/holdfast-events/holdfast/internal/waitroom"
	"github.com/holdfast-events/holdfast/internal/waitroom/draws"
)

// Draw is the public document of a draw: with the leaves, all that a stranger needs to
// recompute every place.
type Draw struct {
	Algorithm  string          `json:"algorithm" enum:"holdfast/draw/v1"`
	EventID    string          `json:"event_id"`
	Entrants   int64           `json:"entrants" doc:"How many take part: those with an index below it. Whoever joined later stands behind them."`
	Root       string          `json:"root" doc:"Of the Merkle tree of the entrants, as RFC 9162 has it."`
	Struck     int64           `json:"struck" doc:"How many of them were struck out before the seal. They keep a place, and are passed over."`
	StruckRoot string          `json:"struck_root" doc:"Of the tree of those who were struck out."`
	SealedAt   string          `json:"sealed_at" format:"date-time"`
	Checkpoint *DrawCheckpoint `json:"checkpoint" doc:"The tree of the entrants, as it was signed when the last of them joined; null: nobody did."`
	Round      int64           `json:"round" doc:"Of the beacon: at least 20 rounds after the seal. 0: it is a ceremony."`
	Announced  int64           `json:"announced_round" doc:"That was announced. round is a later one when the seal was late."`
	Beacon     DrawBeacon      `json:"beacon"`
	Keys       []string        `json:"receipt_keys" doc:"Ed25519 public keys in base64 that have signed the checkpoint and the receipts of those who take part: one, and two where the key was changed while people joined. With them anybody compares a receipt that they have kept with the draw, as verify/receipt.py does. Compare them with those that others were shown."`
	Seed       string          `json:"seed" doc:"What all places follow from. Empty while the beacon is not known."`
}

// DrawBeacon is what the seed of a draw is made of. Bytes are in lower-case hex, and empty
// while they are not known.
type DrawBeacon struct {
	Kind       string `json:"kind" enum:"drand-quicknet,ceremony"`
	Signature  string `json:"signature" doc:"Of the round; of a ceremony its secret followed by its value."`
	Randomness string `json:"randomness,omitempty" doc:"The SHA-256 of the signature of a round."`
	Commitment string `json:"commitment,omitempty"`
	Source     string `json:"source,omitempty"`
	Secret     string `json:"secret,omitempty"`
	Value      string `json:"value,omitempty"`
}

// DrawCheckpoint is a tree that was signed when people joined.
type DrawCheckpoint struct {
	Size      int64  `json:"size"`
	Root      string `json:"root"`
	Signature string `json:"signature" doc:"Ed25519 in base64, over the lines holdfast/checkpoint/v1, event, size and root: what receipts carry."`
}

// DrawLeaves are leaves of a tree.
type DrawLeaves struct {
	Items []string `json:"items" doc:"The texts of leaves, in their order. The hash of a leaf is SHA-256 of a zero byte and its text."`
	Next  *int64   `json:"next" doc:"To send as from; null: these are the last."`
}

// DrawStrike strikes an entrant out.
type DrawStrike struct {
	Index  int64  `json:"index" minimum:"0" doc:"Of the entrant, as a receipt has it."`
	Reason string `json:"reason" enum:"duplicate,fraud" doc:"duplicate: the person is in the draw already. fraud: it is not a person."`
}

// DrawStruck is an entrant who was struck out.
type DrawStruck struct {
	Index  int64     `json:"index"`
	Reason string    `json:"reason" enum:"duplicate,fraud,left"`
	At     time.Time `json:"at"`
}

// DrawValue is a beacon that somebody enters.
type DrawValue struct {
	Secret    string `json:"secret,omitempty" maxLength:"1000" doc:"Of a ceremony, in hex: what was committed to."`
	Value     string `json:"value,omitempty" maxLength:"500" doc:"Of a ceremony: what the public source said."`
	Signature string `json:"signature,omitempty" maxLength:"96" doc:"Of the round of quicknet, in hex: when this server reaches no relay."`
}

const (
	leavesPage = 1000
	// maxLeaves bounds the leaves of one answer: a megabyte.
	maxLeaves = 5000
	// sealedForGood lets any cache keep what never changes.
	sealedForGood = "public, max-age=31536000, immutable"
)

var exampleDraw = Draw{
	Algorithm: draw.Algorithm, EventID: "evt_3k9q0a7c1v5m", Entrants: 9800, Root: "5d1f…", Struck: 2, StruckRoot: "9c4b…", SealedAt: "2027-11-01T09:58:00.412345Z",
	Round: 43_953_123, Announced: 43_953_123, Beacon: DrawBeacon{Kind: "drand-quicknet", Signature: "b44679b9…", Randomness: "fe290beb…"}, Seed: "7aa4…",
	Checkpoint: &DrawCheckpoint{Size: 9800, Root: "5d1f…", Signature: "mX8b…"}, Keys: []string{"O2onvM62pC1io6jQKm8Nc2UyFXcd4kOmOsBIoYtZ2ik"},
}

func (h *Handlers) drawRoutes() []access.Route {
	pages := map[string]httpapi.QueryNumber{
		"from":  {Description: "The first leaf that is wanted, counted from 0.", Least: 0, Most: draw.MaxEntrants},
		"limit": {Description: "How many leaves are answered at most.", Least: 1, Most: maxLeaves, Default: leavesPage},
	}
	return []access.Route{
		access.InEvent(identity.ReadEvent, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/draw", ID: "get-draw", Tag: access.TagWaitingRoom,
			Summary:     "Read a draw",
			Description: "From the seal on. With the leaves, it is all that it takes to recompute every place: `verify/draw.py` does so, and so can anybody.",
			Problems:    []httpapi.Kind{kindNoDraw, kindNotSealed},
			Answer:      exampleDraw,
		}, h.getDraw),
		access.InEvent(identity.ReadEvent, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/draw/leaves", ID: "list-draw-leaves", Tag: access.TagWaitingRoom, Query: []string{"from", "limit"}, Numbers: pages,
			Summary: "List who takes part in a draw", Description: "As leaves of the tree that was sealed. Nobody can tell from a leaf who it is.",
			Problems: []httpapi.Kind{kindNoDraw, kindNotSealed},
			Answer:   DrawLeaves{Items: []string{"holdfast/entrant/v1\nevt_3k9q0a7c1v5m\n0\n0\n4f0c…\n"}},
		}, h.listLeaves),
		access.InEvent(identity.ReadEvent, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/draw/struck", ID: "list-draw-struck", Tag: access.TagWaitingRoom, Query: []string{"from", "limit"}, Numbers: pages,
			Summary: "List who was struck out of a draw", Description: "With the reason, as leaves of the tree that was sealed. Nobody is struck out after the seal. `from` is the index of an entrant.",
			Problems: []httpapi.Kind{kindNoDraw, kindNotSealed},
			Answer:   DrawLeaves{Items: []string{"holdfast/struck/v1\n17\nduplicate\n"}},
		}, h.listStruck),
		access.InEvent(identity.ReadEvent, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/draw.jsonl", ID: "get-draw-file", Tag: access.TagWaitingRoom, Media: mediaLines, Versioned: true,
			Summary: "Download a draw as one file",
			Description: "For mirrors, and to be checked without a network: `python3 draw.py FILE`. A line of JSON each: the draw, then the leaves of the people who take part, then those of people who were " +
				"struck out, each as a JSON string. Compressed with gzip for clients that accept it. Once it is drawn it never changes: it has an `ETag`, and any cache may keep it for good.",
			Problems: []httpapi.Kind{kindNoDraw, kindNotSealed},
		}, h.getDrawFile),
		access.InEvent(identity.ChangeEvent, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/events/{event_id}/draw:strike", ID: "strike-entrant", Tag: access.TagWaitingRoom, Unkeyed: true,
			Summary: "Strike somebody out of a draw", Description: "Until it is sealed. The reason is public, for good, once it is. Whoever was struck out before stays so, for that reason. They are mailed that they are out, if their address is known; restore-entrants takes it back.",
			Problems: []httpapi.Kind{kindNoDraw, kindSealed},
			Example:  DrawStrike{Index: 17, Reason: "duplicate"},
			Answer:   DrawStruck{Index: 17, Reason: "duplicate"},
		}, h.strike),
		access.InEvent(identity.ChangeEvent, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/events/{event_id}/draw:beacon", ID: "enter-beacon", Tag: access.TagWaitingRoom, Unkeyed: true,
			Summary: "Enter the beacon of a draw",
			Description: "From a minute after the seal on. Of a ceremony `secret` and `value`; of quicknet `signature`, when this server reaches no relay. Whoever enters it, it is taken " +
				"only if it is what was announced. A ceremony that takes two `members` is drawn once two of them have entered the same value, one after the other; until then `seed` is empty, and whoever enters " +
				"another value than the one before begins anew. To enter it again changes nothing.",
			Problems: []httpapi.Kind{kindNoDraw, kindNotSealed, kindBeacon, kindDrawn, kindMembers, kindNotOpen},
			Example:  DrawValue{Secret: "7768617420776173", Value: "4 8 15 16 23 42"},
			Answer:   exampleDraw,
		}, h.enterBeacon),
	}
}

// sealed reads the event of a draw that is sealed.
func (h *Handlers) sealed(c *access.Call, event string) (*inventory.Event, error) {
	v, err := h.Store.Events.Event(c.Context(), event)
	if err != nil {
		return nil, err
	}
	// The summary may be seconds old: a draft must not be shown to the public.
	if err := c.AuthorizeIn(v); err != nil {
		return nil, err
	}
	switch o := &v.Event.Settings.Onsale; {
	case !o.Draws():
		return nil, kindNoDraw.Problem()
	case o.Draw.Seal.At == 0:
		return nil, kindNotSealed.Problem()
	}
	return &v.Event, nil
}

func (h *Handlers) getDraw(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*Draw, error) {
	e, err := h.sealed(c, k.EventID)
	if err != nil {
		return nil, err
	}
	switch {
	case e.Settings.Onsale.Draw.Result.Seed != "": // nothing of it changes any more
		keepForGood(c, k)
	case k.Published:
		c.Writer.Header().Set("Cache-Control", sharedForASecond)
	}
	return h.drawnOf(c, e)
}

// drawnOf is the public document of a sealed draw.
func (h *Handlers) drawnOf(c *access.Call, e *inventory.Event) (*Draw, error) {
	o := &e.Settings.Onsale
	p, err := waitroom.PublicationOf(e.ID, o)
	if err != nil {
		return nil, err
	}
	out := &Draw{
		Algorithm: p.Algorithm, EventID: p.EventID, Entrants: p.Entrants, Root: p.Root.String(), Struck: p.Struck, StruckRoot: p.StruckRoot.String(),
		// Six digits, which old parsers of other languages take.
		SealedAt: p.SealedAt.UTC().Format("2006-01-02T15:04:05.000000Z"), Round: o.Draw.Seal.Round, Announced: o.Beacon.Round, Seed: o.Draw.Result.Seed, Keys: []string{},
		Beacon: DrawBeacon{
			Kind: string(p.Beacon.Kind), Signature: p.Beacon.Signature.String(), Commitment: o.Beacon.Commitment, Source: p.Beacon.Source, Secret: p.Beacon.Secret.String(), Value: p.Beacon.Value,
		},
	}
	if r := p.Beacon.Randomness; r != nil {
		out.Beacon.Randomness = r.String()
	}
	if p.Entrants == 0 {
		return out, nil
	}
	first, last, err := h.signedTrees(c, e.ID, p.Entrants)
	if err != nil {
		return nil, err
	}
	out.Checkpoint = &DrawCheckpoint{Size: last.Size, Root: last.Root.String(), Signature: base64.RawURLEncoding.EncodeToString(last.Signature)}
	for _, key := range h.Turnstile.SignedBy(e.ID, last, first) {
		out.Keys = append(out.Keys, base64.RawURLEncoding.EncodeToString(key))
	}
	return out, nil
}

// signedTrees returns the trees that were signed when the first of so many entrants joined, and when
// the last of them did.
func (h *Handlers) signedTrees(c *access.Call, event string, entrants int64) (first, last *draw.Checkpoint, err error) {
	batch, err := h.Store.WaitingRooms.FirstCheckpoint(c.Context(), event)
	if err != nil {
		return nil, nil, err
	}
	whole, err := h.Store.WaitingRooms.Checkpoint(c.Context(), event, entrants)
	if err != nil {
		return nil, nil, err
	}
	if first, err = signedTree(&batch); err != nil {
		return nil, nil, err
	}
	last, err = signedTree(&whole)
	return first, last, err
}

func signedTree(c *waitingrooms.RoomCheckpoint) (*draw.Checkpoint, error) {
	tree, err := waitroom.TreeOf(c.Size, c.Nodes)
	if err != nil {
		return nil, err
	}
	return &draw.Checkpoint{Size: c.Size, Root: draw.HexHash(tree.Root()), Signature: c.Signature}, nil
}

// span reads which leaves are wanted.
func span(c *access.Call) (from int64, limit int, err error) {
	if from, err = c.Number("from"); err != nil {
		return 0, 0, err
	}
	n, err := c.Number("limit")
	return from, int(n), err
}

func (h *Handlers) listLeaves(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*DrawLeaves, error) {
	e, err := h.sealed(c, k.EventID)
	if err != nil {
		return nil, err
	}
	from, limit, err := span(c)
	if err != nil {
		return nil, err
	}
	n := e.Settings.Onsale.Draw.Seal.Entrants
	list, err := h.Store.WaitingRooms.Entrants(c.Context(), k.EventID, from, n, limit)
	if err != nil {
		return nil, err
	}
	out := &DrawLeaves{Items: make([]string, len(list))}
	for i := range list {
		out.Items[i] = leafOf(k.EventID, &list[i])
	}
	if next := from + int64(len(list)); len(list) == limit && next < n {
		out.Next = &next
	}
	keepForGood(c, k)
	return out, nil
}

func (h *Handlers) listStruck(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*DrawLeaves, error) {
	if _, err := h.sealed(c, k.EventID); err != nil {
		return nil, err
	}
	from, limit, err := span(c)
	if err != nil {
		return nil, err
	}
	list, err := h.Store.WaitingRooms.Strikes(c.Context(), k.EventID, from, limit+1)
	if err != nil {
		return nil, err
	}
	out := &DrawLeaves{Items: []string{}}
	for i := range list {
		if i == limit {
			out.Next = &list[i].Index
			break
		}
		leaf := draw.Strike{Index: list[i].Index, Reason: draw.Reason(list[i].Reason)}
		out.Items = append(out.Items, leaf.Text())
	}
	keepForGood(c, k)
	return out, nil
}

// keepForGood lets any cache keep an answer of a sealed draw: whatever leaves are asked for,
// they are the same for ever.
func keepForGood(c *access.Call, k *access.EventSummary) {
	if k.Published {
		c.Writer.Header().Set("Cache-Control", sealedForGood)
	}
}

func (h *Handlers) strike(c *access.Call, k *access.EventSummary, in *DrawStrike) (*DrawStruck, error) {
	s, err := h.Draws.Strike(c.Context(), k.EventID, in.Index, draw.Reason(in.Reason))
	if err != nil {
		return nil, err
	}
	return &DrawStruck{Index: s.Index, Reason: s.Reason, At: s.At.Time()}, nil
}

func (h *Handlers) enterBeacon(c *access.Call, k *access.EventSummary, in *DrawValue) (*Draw, error) {
	var check httpapi.Checks
	b := draws.Beacon{Value: in.Value}
	b.Secret = bytesOf(&check, "secret", in.Secret)
	b.Signature = bytesOf(&check, "signature", in.Signature)
	if in.Signature != "" && (in.Secret != "" || in.Value != "") {
		check.Add("signature", "not_allowed", "is of quicknet, and secret and value are of a ceremony")
	}
	if err := check.Err(); err != nil {
		return nil, err
	}
	e, err := h.Draws.Enter(c.Context(), k.EventID, c.Who(), &b)
	if err != nil {
		return nil, err
	}
	h.Turnstile.Forget(k.EventID)
	return h.drawnOf(c, e)
}

// bytesOf reads lower-case hex; nil: there is none.
func bytesOf(check *httpapi.Checks, field, text string) []byte {
	if text == "" {
		return nil
	}
	b, err := hex.DecodeString(text)
	if err != nil || hex.EncodeToString(b) != text {
		check.Add(field, "bad_format", "must be bytes in lower-case hex")
	}
	return b
}
