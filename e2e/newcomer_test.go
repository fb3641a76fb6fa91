package e2e

import (
	"os"
	"regexp"
	"strings"
	"testing"
	"time"
)

// TestNewcomer has somebody with an empty database open the link that the server
// prints, and come to a first event without having read anything. Its server has
// no way to send mail, which its owner has to hear of.
func TestNewcomer(t *testing.T) {
	db := sqlite(t)
	address := strings.Replace(freeAddress(t), "127.0.0.1", "localhost", 1)
	s := serveAt(t, address, db, "", "--base-url", "http://"+address, "--local-mailbox=false")
	setUp := regexp.MustCompile(`http\S+/setup#\S+`)
	within(t, 30*time.Second, "the server prints the link", func() bool { return setUp.MatchString(s.log.String()) })
	s.key = setUp.FindString(s.log.String())
	args := []string{"--thorough"}
	if screens := os.Getenv("HOLDFAST_SCREENS"); screens != "" {
		args = append(args, "--screens", screens)
	}
	browseWith(t, "newcomer", s, args...)
	verified(t, db)
}
