package homes

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/fxamacker/cbor/v2"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store/archives"
	"github.com/holdfast-events/holdfast/internal/store/audience"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// portable are the commands that are handed on, by name: those of guests, of which a busy
// event has many. What organizers and the tills do is rare, and written where it was asked.
var portable = byName(
	inventory.Accept{}, inventory.BeginPayment{}, inventory.Cancel{}, inventory.CancelOrder{}, inventory.Decline{},
	inventory.Join{}, inventory.Leave{}, inventory.Pay{}, inventory.Register{}, inventory.Reserve{}, inventory.TaxOrder{}, inventory.Tick{},
)

func byName(commands ...inventory.Command) map[string]reflect.Type {
	types := map[string]reflect.Type{}
	for _, c := range commands {
		t := reflect.TypeOf(c)
		types[t.Name()] = t
	}
	return types
}

// wireRequest is a sequencer.Request on its way.
type wireRequest struct {
	Name         string
	Command      cbor.RawMessage
	Key          *database.Key
	Answers      *sequencer.Answers
	TrackingLink string
	Consents     []audience.ConsentEntry
}

// wireResult is a sequencer.Result on its way back.
type wireResult struct {
	Reply  sequencer.Reply
	Placed *events.RegistrationView
	Error  string // one of wireErrors; empty: none
	Detail string
}

// Servers of two versions may meet while one is replaced by the other: a field that the home
// does not know is refused, and written where it was asked.
var (
	encoding = must(cbor.EncOptions{}.EncMode())
	decoding = must(cbor.DecOptions{ExtraReturnErrors: cbor.ExtraDecErrorUnknownField, DupMapKey: cbor.DupMapKeyEnforcedAPF, FieldNameMatching: cbor.FieldNameMatchingCaseSensitive}.DecMode())
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err) // options that are constants
	}
	return v
}

// wireErrors are the errors of a command, by what they are called on the way.
var wireErrors = map[string]error{
	"busy": sequencer.ErrBusy, "closed": sequencer.ErrClosed, "key_reused": sequencer.ErrKeyReused, "unavailable": sequencer.ErrUnavailable,
	"unknown": sequencer.ErrUnknown, "clock": sequencer.ErrClock, "internal": sequencer.ErrInternal, "archived": archives.ErrArchived, "elsewhere": archives.ErrElsewhere,
	"upload_taken": audience.ErrUploadTaken,
}

// isPortable reports whether a request can be handed on.
func isPortable(r *sequencer.Request) bool {
	_, ok := portable[reflect.TypeOf(r.Command).Name()]
	return ok && r.Imported == nil && r.Till == nil && r.Details == nil
}

// encodeRequests encodes requests that are portable.
func encodeRequests(reqs []sequencer.Request) ([]byte, error) {
	list := make([]wireRequest, len(reqs))
	for i := range reqs {
		r := &reqs[i]
		command, err := encoding.Marshal(r.Command)
		if err != nil {
			return nil, fmt.Errorf("homes: encode %T: %w", r.Command, err)
		}
		list[i] = wireRequest{Name: reflect.TypeOf(r.Command).Name(), Command: command, Key: r.Key, Answers: r.Answers, TrackingLink: r.TrackingLink, Consents: r.Consents}
	}
	return encoding.Marshal(list)
}

// decodeRequests is the inverse of encodeRequests, of requests for an event.
func decodeRequests(event string, data []byte) ([]sequencer.Request, error) {
	var list []wireRequest
	if err := decoding.Unmarshal(data, &list); err != nil {
		return nil, fmt.Errorf("homes: decode requests: %w", err)
	}
	reqs := make([]sequencer.Request, len(list))
	for i := range list {
		r := &list[i]
		t, ok := portable[r.Name]
		if !ok {
			return nil, fmt.Errorf("homes: %q is no command that is handed on", r.Name)
		}
		command := reflect.New(t)
		if err := decoding.Unmarshal(r.Command, command.Interface()); err != nil {
			return nil, fmt.Errorf("homes: decode %s: %w", r.Name, err)
		}
		c, ok := command.Elem().Interface().(inventory.Command)
		if !ok {
			return nil, fmt.Errorf("homes: %s is no command", r.Name)
		}
		reqs[i] = sequencer.Request{EventID: event, Command: c, Key: r.Key, Answers: r.Answers, TrackingLink: r.TrackingLink, Consents: r.Consents}
	}
	return reqs, nil
}

// encodeResults encodes the answers to requests.
func encodeResults(results []sequencer.Result) ([]byte, error) {
	list := make([]wireResult, len(results))
	for i := range results {
		list[i] = wireResult{Reply: results[i].Reply, Placed: results[i].Reply.Placed}
		if err := results[i].Err; err != nil {
			list[i].Error, list[i].Detail = "internal", err.Error()
			for name, known := range wireErrors {
				if errors.Is(err, known) && list[i].Error != "elsewhere" { // which is archived too
					list[i].Error = name
				}
			}
		}
	}
	return encoding.Marshal(list)
}

// decodeResults is the inverse of encodeResults, of the answers to n requests.
func decodeResults(data []byte, n int) ([]sequencer.Result, error) {
	var list []wireResult
	if err := decoding.Unmarshal(data, &list); err != nil {
		return nil, fmt.Errorf("homes: decode answers: %w", err)
	}
	if len(list) != n {
		return nil, fmt.Errorf("homes: %d answers to %d commands", len(list), n)
	}
	results := make([]sequencer.Result, n)
	for i := range list {
		r := &list[i]
		results[i].Reply = r.Reply
		results[i].Reply.Placed = r.Placed
		if r.Error == "" {
			continue
		}
		known, ok := wireErrors[r.Error]
		if !ok {
			known = sequencer.ErrUnknown
		}
		results[i].Err = fmt.Errorf("%w (at the home of the event: %s)", known, r.Detail)
	}
	return results, nil
}
