package testpay

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"golang.org/x/text/language"

	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

//go:embed page.html page.css
var files embed.FS

// words are what the page says in one language. {amount} stands for money.
type words struct {
	Tag, Heading, Lead, What, Sum, Card, Pay, Slow, Fail, Back string
	Arrived, Lost, Error, Gone                                 string
	// States says how a page stands that can no longer be paid on.
	States map[payment.Kind]string
}

// languages are in the order of locale.Tags.
var languages = []words{
	english, german, french, spanish, italian, dutch, portuguese, polish,
	czech, swedish, turkish, arabic,
}

var english = words{
	Tag: "en", Heading: "Test payment", Lead: "This is the built-in test provider. No money moves: choose what shall happen.",
	What: "For", Sum: "Amount", Card: "Card number (any)", Pay: "Pay {amount}", Slow: "Pay {amount} by a slow bank transfer", Fail: "Let the payment fail", Back: "Go back without paying",
	Arrived: "The transfer has arrived", Lost: "The transfer failed",
	Error: "Something went wrong on our side. Please try again.", Gone: "There is no such payment.",
	States: map[payment.Kind]string{
		payment.Captured: "This is paid.", payment.Expired: "The time to pay this is over.",
		payment.Pending: "The bank transfer is under way. What shall become of it?", payment.Failed: "The last try failed. You can try again.",
	},
}

var german = words{
	Tag: "de", Heading: "Testzahlung", Lead: "Dies ist der eingebaute Test-Anbieter. Es fließt kein Geld: Wählen Sie, was geschehen soll.",
	What: "Für", Sum: "Betrag", Card: "Kartennummer (beliebig)", Pay: "{amount} bezahlen", Slow: "{amount} langsam überweisen", Fail: "Zahlung scheitern lassen", Back: "Zurück, ohne zu bezahlen",
	Arrived: "Die Überweisung ist angekommen", Lost: "Die Überweisung ist gescheitert",
	Error: "Bei uns ist etwas schiefgegangen. Bitte versuchen Sie es noch einmal.", Gone: "Diese Zahlung gibt es nicht.",
	States: map[payment.Kind]string{
		payment.Captured: "Das ist bezahlt.", payment.Expired: "Die Zeit, das zu bezahlen, ist vorbei.",
		payment.Pending: "Die Überweisung ist unterwegs. Was soll daraus werden?", payment.Failed: "Der letzte Versuch ist gescheitert. Sie können es noch einmal versuchen.",
	},
}

func wordsFor(accept string) *words { return &languages[locale.Match(accept)] }

// Dir is how the language is written: "ltr" or "rtl".
func (w *words) Dir() string { return locale.Dir(language.Make(w.Tag)) }

// sum writes money as mails and pages do: €1,234.50, and 1.234,50 € in German.
func (w *words) sum(m payment.Money) string { return mailkit.Money(w.Tag, m.Minor, m.Currency) }

func (w *words) with(text string, m payment.Money) string {
	return strings.ReplaceAll(text, "{amount}", w.sum(m))
}

// view is what the template shows.
type view struct {
	*words
	Title, Amount, State, ReturnURL string
	Lines                           []line
	Choices                         []choice
}

// testCard is the number that the page begins with: that with which Stripe is tried.
const testCard = "4242 4242 4242 4242"

// line is a part of what is bought: "2 × Regular", and what that costs.
type line struct{ What, Amount string }

// linesOf reads what is bought of a page.
func (w *words) linesOf(c *payments.TestCheckout) ([]line, error) {
	var lines []payment.Line
	if err := json.Unmarshal([]byte(c.Lines), &lines); err != nil {
		return nil, fmt.Errorf("testpay: the lines of %s: %w", c.ID, err)
	}
	out := make([]line, len(lines))
	for i, l := range lines {
		out[i] = line{strconv.FormatInt(l.Count, 10) + " × " + l.Name, w.sum(payment.Money{Minor: l.Count * l.Each, Currency: c.Currency})}
	}
	return out, nil
}

type choice struct {
	Action, Label string
	Main          bool
	// Card is the number of a card to begin with; "": no card pays.
	Card string
}

// ServeHTTP serves /testpay/…
func (p *Provider) ServeHTTP(w http.ResponseWriter, r *http.Request) { p.mux.ServeHTTP(w, r) }

// origin is what form-action must allow too: browsers apply it to the redirect
// that answers a form, and that one leads back to the shop.
func origin(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return ""
	}
	return " " + u.Scheme + "://" + u.Host
}

// serve prepares the pages.
func (p *Provider) serve() error {
	css, err := files.ReadFile("page.css")
	if err != nil {
		return err
	}
	sum := sha256.Sum256(css)
	p.policy = "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) +
		"'; base-uri 'none'; form-action 'self'%s; frame-ancestors 'none'"
	p.pages, err = template.New("").Funcs(template.FuncMap{"css": func() template.CSS { return template.CSS(css) }}).ParseFS(files, "page.html")
	if err != nil {
		return err
	}
	p.mux = http.NewServeMux()
	p.mux.HandleFunc("GET /testpay/{id}", p.page)
	guard := http.NewCrossOriginProtection()
	if err := guard.AddTrustedOrigin(p.cfg.Base); err != nil {
		return err
	}
	for action, do := range choices {
		p.mux.Handle("POST /testpay/{id}/"+action, guard.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { p.choose(w, r, do) })))
	}
	return nil
}

// outcome is what a button makes of a page.
type outcome struct {
	to   payment.Kind
	from []payment.Kind
}

var choices = map[string]outcome{
	"pay":     {payment.Captured, []payment.Kind{payment.Open, payment.Failed}},
	"slow":    {payment.Pending, []payment.Kind{payment.Open, payment.Failed}},
	"fail":    {payment.Failed, []payment.Kind{payment.Open, payment.Failed}},
	"arrived": {payment.Captured, []payment.Kind{payment.Pending}},
	"lost":    {payment.Failed, []payment.Kind{payment.Pending}},
}

// choose does what a button says, tells it by webhook, and sends the payer back.
// A button that comes too late changes nothing; the page then shows its status.
func (p *Provider) choose(w http.ResponseWriter, r *http.Request, do outcome) {
	c, err := p.moveBy(r.Context(), r.PathValue("id"), p.cardOf(r.PostFormValue("card")), do.to, do.from...)
	if err != nil {
		p.fail(w, r, err)
		return
	}
	if c.State == string(do.to) {
		p.send(r.Context(), notice{
			ID: "tpe_" + c.ID + "." + c.State + "." + c.PaymentID, Kind: do.to, Checkout: c.ID, Payment: c.PaymentID,
			Reference: c.Reference, Amount: c.Amount, Currency: c.Currency, At: p.cfg.Now().Unix(),
		})
	}
	to := c.ReturnURL
	if c.State == string(payment.Failed) || c.State == string(payment.Pending) || c.State == string(payment.Expired) {
		to = p.cfg.Base + "/testpay/" + c.ID
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
}

// cardOf is the number of a card as it is stored: a keyed hash of its digits, of which there are at
// most so many; "" where there are none.
func (p *Provider) cardOf(typed string) string {
	digits := strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, typed)
	if digits == "" {
		return ""
	}
	return hex.EncodeToString(mac(p.cfg.Secret, "card", []byte(digits[:min(len(digits), maxCard)]))[:8])
}

func (p *Provider) page(w http.ResponseWriter, r *http.Request) {
	c, err := p.cfg.Store.TestPayments.TestCheckout(r.Context(), r.PathValue("id"))
	if err != nil {
		p.fail(w, r, err)
		return
	}
	words := wordsFor(r.Header.Get("Accept-Language"))
	state, money := payment.Kind(c.State), payment.Money{Minor: c.Amount, Currency: c.Currency}
	lines, err := words.linesOf(&c)
	if err != nil {
		p.fail(w, r, err)
		return
	}
	v := &view{words: words, Lines: lines, Title: c.Title, Amount: words.sum(money), State: words.States[state], ReturnURL: c.ReturnURL}
	base := "/testpay/" + c.ID + "/"
	switch state {
	case payment.Open, payment.Failed:
		v.Choices = []choice{
			{base + "pay", words.with(words.Pay, money), true, testCard}, {base + "slow", words.with(words.Slow, money), false, ""}, {base + "fail", words.Fail, false, ""},
		}
	case payment.Pending:
		v.Choices = []choice{{base + "arrived", words.Arrived, true, ""}, {base + "lost", words.Lost, false, ""}}
	}
	p.show(w, r, http.StatusOK, v)
}

func (p *Provider) fail(w http.ResponseWriter, r *http.Request, err error) {
	words := wordsFor(r.Header.Get("Accept-Language"))
	if errors.Is(err, database.ErrNotFound) || errors.Is(err, payment.ErrUnknown) {
		p.show(w, r, http.StatusNotFound, &view{words: words, State: words.Gone})
		return
	}
	p.cfg.Log.ErrorContext(r.Context(), "testpay: page failed", slog.Any("error", err))
	p.show(w, r, http.StatusInternalServerError, &view{words: words, State: words.Error})
}

func (p *Provider) show(w http.ResponseWriter, r *http.Request, status int, v *view) {
	var buf bytes.Buffer
	if err := p.pages.ExecuteTemplate(&buf, "page.html", v); err != nil {
		p.cfg.Log.ErrorContext(r.Context(), "testpay: page not rendered", slog.Any("error", err))
		http.Error(w, v.Error, http.StatusInternalServerError)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Language", v.Tag)
	h.Set("Vary", "Accept-Language")
	h.Set("Cache-Control", "no-store")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Robots-Tag", "noindex, nofollow")
	h.Set("Content-Security-Policy", fmt.Sprintf(p.policy, origin(v.ReturnURL)))
	w.WriteHeader(status)
	w.Write(buf.Bytes()) // the client went away: there is nobody to tell
}
