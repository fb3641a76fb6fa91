package e2e

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	webhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"github.com/holdfast-events/holdfast/internal/natsserver"
	"github.com/holdfast-events/holdfast/internal/seed"
)

// TestKillWhileCapacityIsPublished kills the server, as often as HOLDFAST_NATS_KILLS says on each engine, while
// another system publishes on NATS what it releases and withdraws, each message twice and in any order. In the
// end each has had one effect: what was released and not withdrawn is offered, and nothing else.
func TestKillWhileCapacityIsPublished(t *testing.T) {
	kills := count(t, "HOLDFAST_NATS_KILLS", 1)
	engines(t, func(t *testing.T, db string) {
		const releases = 30 // for each kill, and after the last
		random := rand.New(rand.NewPCG(seed.Of(t), uint64(kills)))
		server := natsserver.ForTest(t, nil)
		js := server.Stream("holdfast", "holdfast.resources.>")
		// The operator's consumer: what a server had that was killed comes again soon.
		consumer, err := js.CreateConsumer(t.Context(), "holdfast", jetstream.ConsumerConfig{
			Durable: "holdfast", FilterSubject: "holdfast.resources.>", AckPolicy: jetstream.AckExplicitPolicy, AckWait: 2 * time.Second, MaxDeliver: -1, MaxAckPending: 10_000,
		})
		if err != nil {
			t.Fatal(err)
		}
		s := serve(t, db, "--nats", server.URL())
		made := s.call("PUT", "/v1/resources/harbour", object{"name": "Table", "window_seconds": 86400, "waitlist_limit": 10000}).want(http.StatusCreated)
		subject := made.at("signal_subject")
		signer, err := webhooks.NewWebhook(made.at("secret"))
		if err != nil {
			t.Fatal(err)
		}
		message := func(what string, body object) *nats.Msg {
			body["type"] = "capacity_" + what
			text, err := json.Marshal(body)
			if err != nil {
				t.Fatal(err)
			}
			at := time.Now()
			signature, err := signer.Sign("msg_1", at, text)
			if err != nil {
				t.Fatal(err)
			}
			m := nats.NewMsg(subject + ".capacity-" + what)
			m.Data = text
			m.Header.Set(webhooks.HeaderWebhookID, "msg_1")
			m.Header.Set(webhooks.HeaderWebhookTimestamp, strconv.FormatInt(at.Unix(), 10))
			m.Header.Set(webhooks.HeaderWebhookSignature, signature)
			return m
		}
		for i := range releases * (kills + 1) {
			s.call("POST", "/v1/resources/harbour/waitlist:join", object{"user_id": fmt.Sprint("u", i), "email": fmt.Sprintf("u%d@example.org", i)}).want(http.StatusCreated)
		}
		withdrawn := 0
		publish := func(round int) (published chan struct{}) {
			var list []*nats.Msg
			for i := range releases {
				release := fmt.Sprintf("r%d-%d", round, i)
				both := []*nats.Msg{message("released", object{"event_id": release, "units": 1})}
				if i%3 == 0 {
					withdrawn++
					both = append(both, message("withdrawn", object{"event_id": "w" + release, "release_event_id": release, "units": 1}))
				}
				for _, m := range both {
					again := *m
					list = append(list, m, &again)
				}
			}
			random.Shuffle(len(list), func(i, k int) { list[i], list[k] = list[k], list[i] })
			published = make(chan struct{})
			go func() {
				defer close(published)
				for _, m := range list {
					if _, err := js.PublishMsg(t.Context(), m); err != nil {
						t.Error(err)
						return
					}
				}
			}()
			return published
		}
		acknowledged := func() uint64 {
			info, err := consumer.Info(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return info.AckFloor.Stream
		}
		for n := range kills {
			had := acknowledged()
			published := publish(n)
			within(t, time.Minute, "messages are taken", func() bool { return acknowledged() > had })
			<-time.After(time.Duration(random.IntN(int(50 * time.Millisecond))))
			s.kill()
			if took := s.restart(); took > readyIn {
				t.Errorf("kill %d: ready after %s, want at most %s", n+1, took, readyIn)
			}
			<-published
		}
		<-publish(kills)
		within(t, 2*time.Minute, "no message is left", func() bool {
			info, err := consumer.Info(t.Context())
			return err == nil && info.NumPending == 0 && info.NumAckPending == 0
		})
		var got struct {
			Offered   int `json:"offered"`
			Waiting   int `json:"waiting"`
			FreeUnits int `json:"free_units"`
		}
		if err := json.Unmarshal(s.call("GET", "/v1/resources/harbour", nil).want(http.StatusOK).body, &got); err != nil {
			t.Fatal(err)
		}
		if want := releases*(kills+1) - withdrawn; got.Offered != want || got.FreeUnits != 0 || got.Waiting != withdrawn {
			t.Errorf("%+v, want %d offered and %d waiting", got, want, withdrawn)
		}
		s.stop()
		verified(t, db)
	})
}
