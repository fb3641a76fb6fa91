package busy

import (
	"strings"
)

// Bounds of a calendar.
const (
	MaxText       = 8 << 20 // bytes
	maxComponents = 20_000
	maxDepth      = 8
	maxValues     = 2_000 // of EXDATE and RDATE of one event
)

// property is a line of a calendar.
type property struct {
	name   string // in capitals
	value  string
	params map[string]string // by names in capitals
}

// component is a part of a calendar.
type component struct {
	name  string
	props []property
}

// get returns the first property of a name.
func (c *component) get(name string) *property {
	for i := range c.props {
		if c.props[i].name == name {
			return &c.props[i]
		}
	}
	return nil
}

// text is the value of the first property of a name, in capitals.
func (c *component) text(name string) string {
	if p := c.get(name); p != nil {
		return strings.ToUpper(strings.TrimSpace(p.value))
	}
	return ""
}

// wanted are the properties that are kept.
var wanted = map[string]bool{
	"UID": true, "DTSTART": true, "DTEND": true, "DURATION": true, "RRULE": true, "EXRULE": true, "RDATE": true, "EXDATE": true, "RECURRENCE-ID": true,
	"STATUS": true, "TRANSP": true, "FREEBUSY": true, "TZID": true, "X-LIC-LOCATION": true, "X-MICROSOFT-CDO-BUSYSTATUS": true,
}

// components reads the events, the lists of busy times and the zones of a text. It is whole: each
// part that begins ends.
func components(text string) ([]component, error) {
	var list []component
	var open []component
	calendars, properties := 0, 0
	for line := range unfolded(strings.TrimPrefix(text, "\ufeff")) {
		p, ok := readLine(line)
		if !ok {
			continue // some write what is no property, and mean nothing by it
		}
		switch name := strings.ToUpper(strings.TrimSpace(p.value)); p.name {
		case "BEGIN":
			if len(open) == 0 && name != "VCALENDAR" || len(open) == maxDepth {
				return nil, &Error{Code: NotACalendar}
			}
			open = append(open, component{name: name})
			continue
		case "END":
			n := len(open) - 1
			if n < 0 || open[n].name != name {
				return nil, &Error{Code: NotACalendar}
			}
			switch done := open[n]; done.name {
			case "VCALENDAR":
				calendars++
			case "VEVENT", "VFREEBUSY", "VTIMEZONE":
				if list = append(list, done); len(list) > maxComponents {
					return nil, &Error{Code: TooMany}
				}
			}
			open = open[:n]
			continue
		}
		if len(open) == 0 || !wanted[p.name] {
			continue
		}
		if properties++; properties > 20*maxComponents {
			return nil, &Error{Code: TooMany}
		}
		top := &open[len(open)-1]
		top.props = append(top.props, p)
	}
	if calendars == 0 || len(open) > 0 {
		return nil, &Error{Code: NotACalendar}
	}
	return list, nil
}

// unfolded are the lines of a text: one that begins with a space or a tab belongs to the one
// before it (RFC 5545, section 3.1).
func unfolded(text string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		var line strings.Builder
		for text != "" {
			var next string
			next, text, _ = strings.Cut(text, "\n")
			next = strings.TrimSuffix(next, "\r")
			if next != "" && (next[0] == ' ' || next[0] == '\t') {
				line.WriteString(next[1:])
				continue
			}
			if line.Len() > 0 && !yield(line.String()) {
				return
			}
			line.Reset()
			line.WriteString(next)
		}
		if line.Len() > 0 {
			yield(line.String())
		}
	}
}

// readLine reads a property: NAME;PARAM=VALUE:VALUE, where the value of a parameter may be in
// quotes.
func readLine(line string) (p property, ok bool) {
	quoted, from := false, 0
	var parts []string
	for i := range len(line) {
		switch c := line[i]; {
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == ';':
			parts, from = append(parts, line[from:i]), i+1
		case c == ':':
			parts = append(parts, line[from:i])
			p.name, p.value = strings.ToUpper(parts[0]), line[i+1:]
			for _, part := range parts[1:] {
				name, value, found := strings.Cut(part, "=")
				if !found {
					return p, false
				}
				if p.params == nil {
					p.params = map[string]string{}
				}
				p.params[strings.ToUpper(name)] = strings.Trim(value, `"`)
			}
			return p, p.name != ""
		}
	}
	return p, false
}
