package server

import (
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// Requests and calls of providers are counted by closed lists of labels, whatever clients
// ask for, and streams are in no histogram.
func TestEdgeIsCounted(t *testing.T) {
	m := newMetrics("test", "sqlite")
	for range 3 {
		m.answered("GET", "/v1/events/{event_id}", 200, 3*time.Millisecond)
	}
	m.answered("GET", "/v1/events/{event_id}", 404, 3*time.Millisecond)
	m.answered("OTHER", "", 405, time.Millisecond)
	m.answered("GET", "/v1/events/{event_id}/stream", 200, time.Hour)
	m.answered("GET", "/v1/events/{event_id}", 999, time.Second)
	m.asked("stripe", "checkout", "unavailable", time.Second)
	w := httptest.NewRecorder()
	m.handler.ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	told := w.Body.String()
	for _, line := range []string{
		`holdfast_http_requests_total{method="GET",route="/v1/events/{event_id}",status="2xx"} 3`,
		`holdfast_http_requests_total{method="GET",route="/v1/events/{event_id}",status="4xx"} 1`,
		`holdfast_http_requests_total{method="GET",route="/v1/events/{event_id}",status="other"} 1`,
		`holdfast_http_requests_total{method="OTHER",route="none",status="4xx"} 1`,
		`holdfast_http_request_seconds_bucket{method="GET",route="/v1/events/{event_id}",le="0.005"} 4`,
		`holdfast_http_request_seconds_count{method="GET",route="/v1/events/{event_id}"} 5`,
		`holdfast_provider_calls_total{action="checkout",provider="stripe",result="unavailable"} 1`,
		`holdfast_provider_call_seconds_count{action="checkout",provider="stripe"} 1`,
	} {
		if !strings.Contains(told, "\n"+line+"\n") {
			t.Errorf("nothing tells %s", line)
		}
	}
	if strings.Contains(told, `holdfast_http_request_seconds_count{method="GET",route="/v1/events/{event_id}/stream"}`) {
		t.Error("a stream is in the histogram")
	}
}

func BenchmarkAnswered(b *testing.B) {
	m := newMetrics("test", "sqlite")
	b.ReportAllocs()
	for b.Loop() {
		m.answered("POST", "/v1/events/{event_id}/registrations", 201, time.Millisecond)
	}
}
