package e2e

import (
	"html"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"
)

// mailPage is one mail as the list of the mailbox shows it.
type mailPage struct{ path, subject, to string }

var mailItem = regexp.MustCompile(`(?s)<li><a href="(/mailbox/[^"]+)">.*?class="subject"><bdi>(.*?)</bdi>.*?class="to">to <bdi>(.*?)</bdi>`)

// get reads a page as somebody who is not signed in.
func (p *process) get(path string) (status int, body string) {
	p.t.Helper()
	resp, err := http.Get(p.base + path)
	if err != nil {
		p.t.Fatal(err)
	}
	defer resp.Body.Close() //nolint:errcheck // only read
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	return resp.StatusCode, string(b)
}

// mailTo waits for a mail to somebody whose subject has those words, and
// returns what it says.
func (p *process) mailTo(address, words string) (text string) {
	p.t.Helper()
	var found mailPage
	within(p.t, 30*time.Second, "a mail to "+address+": "+words, func() bool {
		status, list := p.get("/mailbox")
		if status != http.StatusOK {
			p.t.Fatalf("/mailbox: %d\n%s", status, list)
		}
		for _, m := range mailItem.FindAllStringSubmatch(list, -1) {
			item := mailPage{m[1], html.UnescapeString(m[2]), html.UnescapeString(m[3])}
			if strings.Contains(item.to, address) && strings.Contains(item.subject, words) {
				found = item
				return true
			}
		}
		return false
	})
	status, mail := p.get(found.path)
	if status != http.StatusOK {
		p.t.Fatalf("%s: %d", found.path, status)
	}
	return html.UnescapeString(mail)
}

var formAction = regexp.MustCompile(`<form[^>]* action="([^"]+)"`)

// claim follows the claim link of a mail and presses the button of its page, as
// a browser does, and returns the page that is shown then.
func (p *process) claim(mail string) string {
	p.t.Helper()
	link := regexp.MustCompile(regexp.QuoteMeta(p.base) + `/o/[A-Za-z0-9_.~-]+`).FindString(mail)
	if link == "" {
		p.t.Fatalf("no claim link in the mail:\n%s", mail)
	}
	status, page := p.get(strings.TrimPrefix(link, p.base))
	if status != http.StatusOK {
		p.t.Fatalf("the claim page: %d\n%s", status, page)
	}
	for _, m := range formAction.FindAllStringSubmatch(page, -1) {
		if !strings.HasSuffix(m[1], "accept") {
			continue
		}
		at, err := url.Parse(link)
		if err != nil {
			p.t.Fatal(err)
		}
		to, err := at.Parse(html.UnescapeString(m[1]))
		if err != nil {
			p.t.Fatal(err)
		}
		req, err := http.NewRequestWithContext(p.t.Context(), "POST", to.String(), nil)
		if err != nil {
			p.t.Fatal(err)
		}
		req.Header.Set("Origin", p.base)
		return string(p.do(req).want(http.StatusOK).body)
	}
	p.t.Fatalf("the claim page has no button:\n%s", page)
	return ""
}
