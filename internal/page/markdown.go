package page

import (
	"html"
	"html/template"
	"net/url"
	"regexp"
	"strings"
)

// deepest is how deep emphasis may nest: deeper than anybody writes.
const deepest = 4

// The patterns are those of web/src/lib/markdown.ts; testdata/markdown.json holds both
// to the same cases.
var (
	inlinePattern = regexp.MustCompile("`([^`]+)`" + `|\*\*([^*]+(?:\*[^*]+\*[^*]*)*)\*\*|\*([^*\s][^*]*)\*|\b_([^_]+)_\b|\[([^\]]+)\]\(([^()\s]+(?:\([^()\s]*\)[^()\s]*)*)\)|(https?://[^\s<>]+[^\s<>.,;:!?)\]'"])|( {2,}\n|\\\n)`)
	blockEnd      = regexp.MustCompile(`\n{2,}`)
	heading       = regexp.MustCompile(`^(#{1,6})\s+(.+)$`)
	headingEnd    = regexp.MustCompile(`\s+#+$`)
	rule          = regexp.MustCompile(`^(?:-{3,}|\*{3,}|_{3,})$`)
	quoted        = regexp.MustCompile(`^\s*>\s?`)
	bullet        = regexp.MustCompile(`^\s{0,3}[-*+]\s+(.*)$`)
	numbered      = regexp.MustCompile(`^\s{0,3}\d{1,9}[.)]\s+(.*)$`)
	further       = regexp.MustCompile(`^\s{2,}\S`)
)

// markdown renders a text as the app does: paragraphs, headings, lists, quotes, rules,
// emphasis, code and links to http, https, mailto and tel. Everything else is shown as
// it was typed: no HTML of the text is let through.
func markdown(source string) template.HTML {
	var b strings.Builder
	blocks(&b, strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(source))
	return template.HTML(b.String()) // made of our own elements and escaped texts
}

func blocks(b *strings.Builder, source string) {
	for _, part := range blockEnd.Split(source, -1) {
		text := strings.TrimRight(strings.TrimLeft(part, "\n"), " \t\n\v\f\u00a0\ufeff")
		if strings.TrimSpace(text) == "" {
			continue
		}
		lines := strings.Split(text, "\n")
		if m := heading.FindStringSubmatch(lines[0]); m != nil {
			tag := "h2"
			if len(m[1]) > 2 {
				tag = "h3"
			}
			element(b, tag, headingEnd.ReplaceAllString(m[2], ""))
			if len(lines) > 1 {
				blocks(b, strings.Join(lines[1:], "\n"))
			}
			continue
		}
		switch {
		case rule.MatchString(text):
			b.WriteString("<hr>")
		case all(lines, quoted):
			for i := range lines {
				lines[i] = quoted.ReplaceAllString(lines[i], "")
			}
			element(b, "blockquote", strings.Join(lines, "\n"))
		default:
			paragraphsAndLists(b, lines)
		}
	}
}

func all(lines []string, pattern *regexp.Regexp) bool {
	for _, l := range lines {
		if !pattern.MatchString(l) {
			return false
		}
	}
	return true
}

func element(b *strings.Builder, tag, text string) {
	b.WriteString("<" + tag + ">")
	inline(b, text, 0)
	b.WriteString("</" + tag + ">")
}

// paragraphsAndLists renders a block of lines in which a list may follow a paragraph
// without a gap.
func paragraphsAndLists(b *strings.Builder, lines []string) {
	var prose, items []string
	list := ""
	end := func() {
		if len(prose) > 0 {
			element(b, "p", strings.Join(prose, "\n"))
		}
		if list != "" {
			b.WriteString("<" + list + ">")
			for _, item := range items {
				element(b, "li", item)
			}
			b.WriteString("</" + list + ">")
		}
		prose, items, list = nil, nil, ""
	}
	for _, l := range lines {
		kind, m := "ul", bullet.FindStringSubmatch(l)
		if m == nil {
			kind, m = "ol", numbered.FindStringSubmatch(l)
		}
		switch {
		case m != nil:
			if list != kind {
				end()
				list = kind
			}
			items = append(items, m[1])
		case list != "" && further.MatchString(l):
			items[len(items)-1] += "\n" + strings.TrimSpace(l)
		default:
			if list != "" {
				end()
			}
			prose = append(prose, l)
		}
	}
	end()
}

func inline(b *strings.Builder, text string, depth int) {
	if depth >= deepest {
		b.WriteString(html.EscapeString(text))
		return
	}
	last := 0
	for _, at := range inlinePattern.FindAllStringSubmatchIndex(text, -1) {
		b.WriteString(html.EscapeString(text[last:at[0]]))
		last = at[1]
		group := func(i int) string {
			if at[2*i] < 0 {
				return ""
			}
			return text[at[2*i]:at[2*i+1]]
		}
		whole, code, strong, em, label := text[at[0]:at[1]], group(1), group(2), group(3)+group(4), group(5)
		switch {
		case code != "":
			b.WriteString("<code>" + html.EscapeString(code) + "</code>")
		case strong != "":
			b.WriteString("<strong>")
			inline(b, strong, depth+1)
			b.WriteString("</strong>")
		case em != "":
			b.WriteString("<em>")
			inline(b, em, depth+1)
			b.WriteString("</em>")
		case group(8) != "":
			b.WriteString("<br>")
		default:
			link(b, whole, label, group(6)+group(7), depth)
		}
	}
	b.WriteString(html.EscapeString(text[last:]))
}

// link renders a link, or what was typed when its address is none that may be followed.
func link(b *strings.Builder, whole, label, address string, depth int) {
	href, ok := safeAddress(address)
	if !ok {
		b.WriteString(html.EscapeString(whole))
		return
	}
	b.WriteString(`<a href="` + html.EscapeString(href) + `" rel="noopener nofollow ugc" target="_blank">`)
	if label != "" {
		inline(b, label, depth+1)
	} else {
		b.WriteString(html.EscapeString(whole))
	}
	b.WriteString("</a>")
}

// safeAddress returns an address in the form in which it is written into a page, if it is
// one that may be followed.
func safeAddress(text string) (string, bool) {
	u, err := url.Parse(text)
	if err != nil {
		return "", false
	}
	switch u.Scheme {
	case "http", "https":
		if u.Host == "" {
			return "", false
		}
		if u.Path == "" {
			u.Path = "/"
		}
	case "mailto", "tel":
	default:
		return "", false
	}
	return u.String(), true
}
