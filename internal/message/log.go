package message

import (
	"encoding/hex"
	"strconv"
	"strings"
)

// LogHead is the head of an event's public log, for the footer of its mails: whoever
// compares two mails finds out when two people were shown two histories.
type LogHead struct {
	Size int64    // entries
	Root [32]byte // of the tree over them
	URL  string   // of the page that explains it
}

// rootShown is how many bytes of a root a footer shows.
const rootShown = 8

// footer returns the line of a footer; "" for nil.
func (h *LogHead) footer(d *dictionary) string {
	if h == nil {
		return ""
	}
	return strings.NewReplacer("{n}", strconv.FormatInt(h.Size, 10), "{root}", hex.EncodeToString(h.Root[:rootShown])).Replace(d.footerLog)
}
