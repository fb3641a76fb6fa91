// Package httpapi is the transport kit of an HTTP API in JSON: it reads requests
// strictly, answers with JSON or a problem document (RFC 9457), builds the
// OpenAPI document from the table of routes, reads lists in pages with signed
// cursors, and wraps every answer in headers and the access log.
//
// It knows no domain: who calls, what they may and what they ask for is the
// business of the packages below internal/api, which give each route its handler.
// Each of them registers the kinds of problem that only it has.
package httpapi
