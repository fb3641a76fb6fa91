package httpapi

import "net/http"

var (
	anyOrigin   = []string{"*"}
	exposed     = []string{"ETag, Retry-After, X-Request-Id"}
	simpleReads = []string{"GET, HEAD"}
	readHeaders = []string{"Cache-Control, If-None-Match, Last-Event-ID"}
	forADay     = []string{"86400"}
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
