package httpapi

import "net/http"

var (
	anyOrigin   = []string{"*"}
	exposed     = []string{"ETag, Retry-After, X-Request-Id"}
	simpleReads = []string{"GET, HEAD"}
	readHeaders = []string{"Cache-Control, If-None-Match, Last-Event-ID"}
	forADay     = []string{"86400"}

	changeHeaders = []string{"Content-Type, Idempotency-Key, Accept-Language, Holdfast-Pass, Holdfast-Challenge, Holdfast-Visit"}
	forAnHour     = []string{"3600"}
	byOrigin      = "Origin"
)

// AnyOrigin lets pages of any origin read an answer. Browsers hand it over only when they
// sent no cookie with the request, so that such a page sees what the public sees.
func AnyOrigin(h http.Header) {
	h["Access-Control-Allow-Origin"] = anyOrigin
	h["Access-Control-Expose-Headers"] = exposed
}

// AnyOriginMay answers a browser that asks, before it reads for a page of another origin,
// whether it may. Authorization is not among the headers: a key has no place in a page.
func AnyOriginMay(h http.Header) {
	h["Access-Control-Allow-Origin"] = anyOrigin
	h["Access-Control-Allow-Methods"] = simpleReads
	h["Access-Control-Allow-Headers"] = readHeaders
	h["Access-Control-Max-Age"] = forADay
}

// ThisOrigin lets the page that sent a request read the answer, and no page of another
// origin. Like AnyOrigin it lets no browser send cookies.
func ThisOrigin(h http.Header, r *http.Request) {
	h["Access-Control-Allow-Origin"] = []string{r.Header.Get("Origin")}
	h["Access-Control-Expose-Headers"] = exposed
	h.Add("Vary", byOrigin)
}

// ThisOriginMay answers a browser that asks, before it sends a change for a page of another
// origin, whether it may. Authorization is not among the headers: whoever has a link or a
// key does not give it to a page of somebody else.
func ThisOriginMay(h http.Header, r *http.Request, method string) {
	ThisOrigin(h, r)
	h["Access-Control-Allow-Methods"] = []string{method}
	h["Access-Control-Allow-Headers"] = changeHeaders
	h["Access-Control-Max-Age"] = forAnHour
}
