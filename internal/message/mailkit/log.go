package mailkit

import (
	"strconv"
	"strings"
)

// LogHead is the head of an event's public log, for the footer of its mails: whoever
// compares two mails finds out when two people were shown two histories.
type LogHead struct {
	Size        int64  // entries
	Fingerprint string // of the root of the tree over them, in hex
	URL         string // of the page that explains it
}

// Footer returns the line of a footer; "" for nil.
func (h *LogHead) Footer(d *Language) string {
	if h == nil {
		return ""
	}
	return strings.NewReplacer("{n}", strconv.FormatInt(h.Size, 10), "{root}", h.Fingerprint).Replace(d.FooterLog)
}
