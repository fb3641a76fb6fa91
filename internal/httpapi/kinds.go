package httpapi

import (
	"context"
)

// Kinds of problem that any API has.
var (
	kindMalformed   = Kind{Code: "malformed_json", Status: 400, Title: "Malformed JSON", Help: "The body must be one JSON object, and nothing after it."}
	KindInvalid     = Kind{Code: "invalid_request", Status: 422, Title: "Invalid request", Help: "errors names each field that is wrong, and why. Nothing was changed."}
	KindTooLarge    = Kind{Code: "body_too_large", Status: 413, Title: "Body too large", Help: "A body may have at most 64 KiB, one with a seating plan 8 MiB, one with a guest list 12 MiB, a picture 15 MiB."}
	kindURITooLong  = Kind{Code: "query_too_long", Status: 414, Title: "Query too long", Help: "A query may have at most 4 KiB."}
	kindMediaType   = Kind{Code: "unsupported_media_type", Status: 415, Title: "Unsupported media type", Help: "Send JSON, with Content-Type: application/json."}
	KindNotFound    = Kind{Code: "not_found", Status: 404, Title: "Not found", Help: "There is no such thing, or it is not yours to see."}
	KindMethod      = Kind{Code: "method_not_allowed", Status: 405, Title: "Method not allowed", Help: "Allow names the methods that are."}
	KindKeyReused   = Kind{Code: "idempotency_key_reused", Status: 422, Title: "Idempotency key reused", Help: "The key was used for another request. Use a new one for each request; the same one only to repeat it.", Field: "Idempotency-Key"}
	KindRateLimited = Kind{Code: "rate_limited", Status: 429, Title: "Too many requests", Help: "Wait as long as Retry-After says."}
	KindUnavailable = Kind{Code: "unavailable", Status: 503, Title: "Temporarily unavailable", Help: "The database cannot be used now. Nothing was changed: repeat after Retry-After."}
	kindCancelled   = Kind{Code: "request_cancelled", Status: statusClientClosed, Title: "Request cancelled", Help: "The client went away before the answer. The change may have been made."}
	KindInternal    = Kind{Code: "internal_error", Status: 500, Title: "Internal error", Help: "The fault is ours, and it is in the log under the X-Request-Id of the answer."}
)

// OwnProblems are the problems that any API has.
var OwnProblems = Problems{
	Kinds: []Kind{kindMalformed, KindInvalid, KindTooLarge, kindURITooLong, kindMediaType, KindNotFound, KindMethod, KindKeyReused, KindRateLimited, KindUnavailable, kindCancelled, KindInternal},
	Errors: []ErrorKind{
		{context.Canceled, kindCancelled},
		{context.DeadlineExceeded, KindUnavailable},
	},
}
