package httpapi

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"time"
)

const (
	// downloadBuffer is how much of a download is sent at once, in bytes.
	downloadBuffer = 64 << 10
	// downloadWait is how long the reader of a download may take for that much.
	downloadWait = time.Minute
)

// Download is an answer that is sent as it is made: a table of any length, of
// which no more than a page is in memory.
type Download struct {
	Media, Name string
	// Gzip says that it is compressed for whoever accepts that.
	Gzip  bool
	Write func(io.Writer) error
}

// Reply sends a download. What fails on the way cannot be said any more,
// so the connection is broken off: nobody takes a part for the whole.
func (d *Download) Reply(c *Request) {
	h := c.Writer.Header()
	h.Set("Content-Type", d.Media)
	h.Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", d.Name))
	packed := false
	if d.Gzip {
		h["Vary"] = ByEncoding
		if packed = AcceptsGzip(c.HTTP.Header.Get("Accept-Encoding")); packed {
			h["Content-Encoding"] = Gzipped
		}
	}
	c.Writer.WriteHeader(http.StatusOK)
	if c.HTTP.Method == http.MethodHead {
		return
	}
	out := bufio.NewWriterSize(c.Patient(), downloadBuffer)
	err := d.write(out, packed)
	if err == nil {
		err = out.Flush()
	}
	if err != nil {
		c.API.Log.WarnContext(c.Context(), "download interrupted", slog.String("file", d.Name), slog.Any("error", err))
		panic(http.ErrAbortHandler)
	}
}

func (d *Download) write(out io.Writer, packed bool) error {
	if !packed {
		return d.Write(out)
	}
	z := gzip.NewWriter(out)
	return errors.Join(d.Write(z), z.Close())
}

// AcceptsGzip reads an Accept-Encoding (RFC 9110 section 12.5.3).
func AcceptsGzip(header string) bool {
	for part := range strings.SplitSeq(header, ",") {
		name, weight, _ := strings.Cut(strings.TrimSpace(part), ";")
		if name = strings.TrimSpace(name); name == "gzip" || name == "*" {
			weight = strings.ReplaceAll(weight, " ", "")
			return weight != "q=0" && !strings.HasPrefix(weight, "q=0.000") && weight != "q=0.0" && weight != "q=0.00"
		}
	}
	return false
}

// Patient returns the writer of an answer that is large: its reader has time for each piece of it
// instead of for the whole.
func (q *Request) Patient() io.Writer {
	return &patient{w: q.Writer, control: http.NewResponseController(q.Writer)}
}

// patient gives the reader time for each piece instead of for the whole.
type patient struct {
	w       io.Writer
	control *http.ResponseController
}

func (p *patient) Write(b []byte) (int, error) {
	// A writer that knows no deadlines, as in tests, waits for nobody.
	if err := p.control.SetWriteDeadline(time.Now().Add(downloadWait)); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return 0, err
	}
	return p.w.Write(b)
}
