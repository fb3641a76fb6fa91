package sample

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// Config says which events are published, where.
type Config struct {
	Target, Key string // base URL of a server, and the API key of an organizer
	Seed        uint64
	// Events are published from number First on.
	First, Events int
	FirstDay      time.Time
	Connections   int
}

// places is how many places an event has that has any.
const places = 100

// Body is the event as the API takes it. A price needs a server that takes payments.
func (e *Event) Body(firstDay time.Time) map[string]any {
	at := func(d time.Duration) string { return firstDay.Add(d).Format(time.RFC3339) }
	body := map[string]any{
		"title": e.Title, "description": e.Description, "location": e.Place, "timezone": e.Timezone,
		"coordinates": strconv.FormatFloat(e.Latitude, 'f', 5, 64) + "," + strconv.FormatFloat(e.Longitude, 'f', 5, 64),
		"starts_at":   at(e.Begins), "ends_at": at(e.Begins + e.Lasts), "capacity": 0, "currency": e.Currency, "publish": true,
		"category": e.Category, "language": e.Language, "age_min": e.AgeMin,
	}
	if e.Available {
		body["capacity"] = places
	}
	tiers := []map[string]any{{"name": "Standard", "price": e.Price}}
	if e.Dear != 0 {
		tiers[0] = map[string]any{"name": "Early", "price": e.Price, "sale_ends_at": at(e.DearFrom)}
		tiers = append(tiers, map[string]any{"name": "Standard", "price": e.Dear})
	}
	body["tiers"] = tiers
	return body
}

// Publish publishes events. An event that was published from the same seed is not again,
// for as long as the server knows the key of its request. It stops at the first that is
// refused, and says how many were published.
func Publish(ctx context.Context, cfg Config) (published int, err error) {
	base, err := url.Parse(cfg.Target)
	if err != nil || base.Host == "" {
		return 0, fmt.Errorf("sample: %q is not the address of a server", cfg.Target)
	}
	if cfg.Events < 1 || cfg.First < 0 || cfg.Connections < 1 {
		return 0, errors.New("sample: one event at least, and one connection")
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: cfg.Connections}, Timeout: time.Minute}
	defer client.CloseIdleConnections()
	var next, done atomic.Int64
	var work sync.WaitGroup
	for range cfg.Connections {
		work.Go(func() {
			for i := int(next.Add(1)) - 1; i < cfg.Events && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				if err := cfg.post(ctx, client, base.JoinPath("/v1/events").String(), cfg.First+i); err != nil {
					cancel(err)
					return
				}
				done.Add(1)
			}
		})
	}
	work.Wait()
	return int(done.Load()), context.Cause(ctx)
}

func (c *Config) post(ctx context.Context, client *http.Client, address string, number int) (err error) {
	e := Of(c.Seed, number)
	text, err := json.Marshal(e.Body(c.FirstDay))
	if err != nil {
		return err
	}
	q, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(text))
	if err != nil {
		return err
	}
	q.Header.Set("Authorization", "Bearer "+c.Key)
	q.Header.Set("Content-Type", "application/json")
	q.Header.Set("Idempotency-Key", fmt.Sprintf("sample-%d-%d", c.Seed, number))
	a, err := client.Do(q)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.Body.Close()) }()
	answer, err := io.ReadAll(io.LimitReader(a.Body, 1<<20))
	if err != nil {
		return err
	}
	if a.StatusCode != http.StatusCreated {
		return fmt.Errorf("sample: event %d: %s: %.300s", number, a.Status, answer)
	}
	return nil
}
