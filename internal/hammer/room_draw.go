package hammer

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"time"
)

const (
	// minSealAfter is how long people can join a draw at least, a second more than any draw takes,
	// because it opens when the server has the terms. sealToServing is how long
	// after its seal anybody is let in at the earliest.
	minSealAfter, sealToServing = 11 * time.Second, 90 * time.Second
	// entersEvery is how often it is tried to enter the value of a ceremony.
	entersEvery = 200 * time.Millisecond
)

// roomTerms are those of the waiting room of an event that a run makes, at a time of its server.
func roomTerms(cfg *Config, event string, now time.Time) map[string]any {
	terms := map[string]any{
		"mode": "queue", "opens_at": now.Format(time.RFC3339), "serves_at": now.Format(time.RFC3339),
		"identity": "none", "challenge": "off", "max_inside": cfg.Inside, "admission_seconds": roomAdmission,
	}
	if cfg.Scenario != Draw {
		return terms
	}
	seals := now.Add(cfg.SealAfter)
	commitment := sha256.Sum256(secretOf(cfg, event))
	terms["mode"], terms["seals_at"], terms["serves_at"] = "draw", seals.Format(time.RFC3339Nano), seals.Add(sealToServing).Format(time.RFC3339Nano)
	terms["beacon"] = map[string]any{
		"kind": "ceremony", "commitment": hex.EncodeToString(commitment[:]), "source": "a number that the load tool draws after the seal", "members": 1,
	}
	return terms
}

// secretOf is the secret of the ceremony of an event that a run has made. Another run that knows the
// key comes to the same, so an event may be made by one and played by the next.
func secretOf(cfg *Config, event string) []byte {
	sum := sha256.Sum256([]byte("holdfast hammer draw\n" + cfg.APIKey + "\n" + event))
	return sum[:]
}

// crowds reports whether people of a run come to a waiting room and go on from there.
func (c *Config) crowds() bool { return c.Scenario == Room || c.Scenario == Draw }

// serverTime is the time of the servers of a run.
func (c *Config) serverTime() time.Time {
	now := time.Now().UTC()
	if c.Acks == nil {
		return now
	}
	return now.Add(time.Duration(c.Acks.ahead.Load()))
}

// enterBeacon enters the value of the ceremony, one server after the other, until the draw is drawn
// or ctx ends. Until a minute after the seal it is refused, and a server that was killed may have
// taken it without an answer: to enter it again changes nothing.
func (c *crowd) enterBeacon(ctx context.Context) {
	event := c.event
	body := map[string]string{"secret": hex.EncodeToString(secretOf(&c.run.cfg, event)), "value": rand.Text()}
	for turn := 0; !c.isDrawn() && pause(ctx, entersEvery); turn++ {
		cfg := c.run.cfg
		cfg.Targets = cfg.Targets[turn%len(cfg.Targets):][:1]
		err := func() error {
			m, err := newMaker(cfg)
			if err != nil {
				return err
			}
			defer m.close()
			return m.change(ctx, "POST", "/v1/events/"+event+"/draw:beacon", body)
		}()
		c.mu.Lock()
		if c.notDrawn = ""; err != nil {
			c.notDrawn = err.Error()
		}
		c.mu.Unlock()
	}
}

func (c *crowd) isDrawn() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.drawn
}
