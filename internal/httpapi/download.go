package httpapi

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
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
	Write       func(io.Writer) error
}

// Reply sends a download. What fails on the way cannot be said any more,
// so the connection is broken off: nobody takes a part for the whole.
func (d *Download) Reply(c *Request) {
	h := c.Writer.Header()
	h.Set("Content-Type", d.Media)
	h.Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", d.Name))
	c.Writer.WriteHeader(http.StatusOK)
	if c.HTTP.Method == http.MethodHead {
		return
	}
	out := bufio.NewWriterSize(&patient{w: c.Writer, control: http.NewResponseController(c.Writer)}, downloadBuffer)
	err := d.Write(out)
	if err == nil {
		err = out.Flush()
	}
	if err != nil {
		c.API.Log.WarnContext(c.Context(), "download interrupted", slog.String("file", d.Name), slog.Any("error", err))
		panic(http.ErrAbortHandler)
	}
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
