// Command clients reads events with the clients that were generated from the OpenAPI
// document, as an integrator's program would: HOLDFAST_URL and HOLDFAST_KEY say of whom.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"time"

	"github.com/ogen-go/ogen/ogenerrors"

	"example.org/clients/oapi"
	"example.org/clients/ogen"
)

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	url, key := os.Getenv("HOLDFAST_URL"), os.Getenv("HOLDFAST_KEY")
	if err := withOapi(ctx, url, key); err != nil {
		fmt.Fprintln(os.Stderr, "oapi-codegen:", err)
		os.Exit(1)
	}
	if err := withOgen(ctx, url, key); err != nil {
		fmt.Fprintln(os.Stderr, "ogen:", err)
		os.Exit(1)
	}
}

var starts = time.Now().AddDate(1, 0, 0).UTC().Truncate(time.Hour)

const title = "An evening of short films"

// withOapi makes an event, reads it, and is refused a wrong one.
func withOapi(ctx context.Context, url, key string) error {
	c, err := oapi.NewClientWithResponses(url, oapi.WithRequestEditorFn(func(_ context.Context, r *http.Request) error {
		r.Header.Set("Authorization", "Bearer "+key)
		return nil
	}))
	if err != nil {
		return err
	}
	body := oapi.NewEvent{Title: title, StartsAt: starts, EndsAt: starts.Add(time.Hour), Timezone: "Europe/Berlin", Capacity: 3}
	made, err := c.CreateEventWithResponse(ctx, nil, body)
	if err != nil || made.JSON201 == nil {
		return fmt.Errorf("create-event: %s, %w", made.Body, err)
	}
	read, err := c.GetEventWithResponse(ctx, made.JSON201.Id)
	if err != nil || read.JSON200 == nil || read.JSON200.Title != title {
		return fmt.Errorf("get-event: %s, %w", read.Body, err)
	}
	body.Title = ""
	bad, err := c.CreateEventWithResponse(ctx, nil, body)
	if err != nil || bad.ApplicationproblemJSON422 == nil || bad.ApplicationproblemJSON422.Code != "invalid_request" {
		return fmt.Errorf("create-event without a title: %s, %w", bad.Body, err)
	}
	return nil
}

// bearer gives the ogen client the key.
type bearer string

func (b bearer) Key(context.Context, ogen.OperationName) (ogen.Key, error) {
	return ogen.Key{Token: string(b)}, nil
}
func (bearer) Link(context.Context, ogen.OperationName) (ogen.Link, error) {
	return ogen.Link{}, ogenerrors.ErrSkipClientSecurity
}
func (bearer) Cookie(context.Context, ogen.OperationName) (ogen.Cookie, error) {
	return ogen.Cookie{}, ogenerrors.ErrSkipClientSecurity
}

// withOgen finds the event that withOapi made.
func withOgen(ctx context.Context, url, key string) error {
	c, err := ogen.NewClient(url, bearer(key))
	if err != nil {
		return err
	}
	answer, err := c.ListEvents(ctx, ogen.ListEventsParams{})
	if err != nil {
		return err
	}
	list, ok := answer.(*ogen.EventList)
	if !ok {
		return fmt.Errorf("list-events: %T", answer)
	}
	for _, e := range list.Items {
		if e.Title == title {
			return nil
		}
	}
	return fmt.Errorf("list-events: %d events, none is %q", len(list.Items), title)
}
