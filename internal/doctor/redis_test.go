package doctor_test

import (
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/doctor"
	"github.com/holdfast-events/holdfast/internal/peers"
	"github.com/holdfast-events/holdfast/internal/redisserver"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestRedis: what is said of a Redis that works, that does not, and that answers anybody,
// and nothing without one.
func TestRedis(t *testing.T) {
	t.Parallel()
	testdb.Engines(t, func(t *testing.T, db string) {
		r := redisserver.ForTest(t, redisserver.Options{Password: "swordfish"})
		i := sound(t, db)
		for _, c := range []struct {
			name, url string
			level     doctor.Level
			says      string
		}{
			{"none", "", "", ""},
			{"works", r.URL(), doctor.OK, "it answers, and nobody without"},
			{"wrong password", "redis://:perch@" + r.Address(), doctor.Fault, "WRONGPASS"},
			{"gone", "redis://:swordfish@127.0.0.1:1", doctor.Fault, "does not answer"},
			{"answers anybody", "redis://redis.example:6379", doctor.Fault, "it answers anybody who reaches it"},
			{"no address", "swordfish", doctor.Fault, "not an address of a Redis"},
		} {
			i.Server.Redis = peers.Settings{URL: c.url}
			of := about(t, i.Config, "redis")
			if strings.HasPrefix(db, "sqlite:") && c.url != "" {
				if len(of) == 0 || of[0].Level != doctor.Warning || !strings.Contains(of[0].Says, "one server alone") {
					t.Fatalf("%s: %+v", c.name, of)
				}
				of = of[1:]
			}
			judged(t, c.name, of, c.level, c.says)
		}
	})
}
