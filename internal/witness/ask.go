package witness

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"

	"github.com/holdfast-events/holdfast/internal/tlog"
)

// maxAnswer is how many bytes of a witness's answer are read.
const maxAnswer = 64 << 10

// Why a witness has not signed a head.
var (
	// ErrContradicts: it has signed another history of the log, or a longer one.
	ErrContradicts = errors.New("witness: it has signed another history of this log")
	// ErrRefused: it does not know the log, or takes the request for wrong.
	ErrRefused = errors.New("witness: refused")
	// ErrAway: it did not answer, or not in a way that the protocol has.
	ErrAway = errors.New("witness: no answer")
)

// A Head is a head of a log that witnesses are asked to sign.
type Head struct {
	Checkpoint []byte // signed by the log, and by the witnesses that have
	Size       int64
	// Prove proves that it continues an older one.
	Prove tlog.Prove
	// Grown returns how many entries the log has by now: another server may have shown a
	// witness a newer head.
	Grown func(context.Context) (int64, error)
}

// conflict is the size of the newest head that a witness has signed, which is not the one
// that it was told about.
type conflict int64

func (conflict) Error() string { return "witness: it has seen another head last" }

// ask sends a head to a witness that has signed one of old entries last, and returns the
// lines that it signs, a conflict, or one of the errors above.
func (w *Witness) ask(ctx context.Context, client *http.Client, h *Head, old int64) ([]byte, error) {
	body := bytes.NewBufferString("old " + strconv.FormatInt(old, 10) + "\n")
	if old > 0 && old < h.Size {
		proof, err := h.Prove(old)
		if err != nil {
			return nil, err
		}
		for _, hash := range proof {
			body.WriteString(base64.StdEncoding.EncodeToString(hash[:]) + "\n")
		}
	}
	body.WriteByte('\n')
	body.Write(h.Checkpoint)
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, w.address, body)
	if err != nil {
		return nil, fmt.Errorf("witness: %w", err)
	}
	req.Header.Set("Content-Type", "text/plain; charset=utf-8")
	res, err := client.Do(req)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrAway, err)
	}
	defer res.Body.Close() //nolint:errcheck // it was read
	answer, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrAway, err)
	}
	switch res.StatusCode {
	case http.StatusOK:
		return w.lines(h.Checkpoint, answer)
	case http.StatusConflict:
		if res.Header.Get("Content-Type") != "text/x.tlog.size" {
			return nil, fmt.Errorf("%w: another root of %d entries", ErrContradicts, h.Size)
		}
		return nil, seen(answer)
	case http.StatusUnprocessableEntity:
		return nil, fmt.Errorf("%w: %d entries do not continue the %d that it has signed", ErrContradicts, h.Size, old)
	case http.StatusBadRequest, http.StatusForbidden, http.StatusNotFound:
		return nil, fmt.Errorf("%w: %s", ErrRefused, res.Status)
	}
	return nil, fmt.Errorf("%w: %s", ErrAway, res.Status)
}

// seen is the conflict that an answer tells of.
func seen(answer []byte) error {
	text, whole := strings.CutSuffix(string(answer), "\n")
	size, err := strconv.ParseInt(text, 10, 64)
	if err != nil || !whole || size < 0 || strconv.FormatInt(size, 10) != text {
		return fmt.Errorf("%w: the size that it has seen is %.40q", ErrAway, answer)
	}
	return conflict(size)
}

// lines are the signatures in an answer that are by the witness, of a checkpoint. Others are
// left out, as the protocol says.
func (w *Witness) lines(checkpoint, answer []byte) ([]byte, error) {
	text, _, found := bytes.Cut(checkpoint, []byte("\n\n"))
	if !found {
		return nil, fmt.Errorf("%w: the checkpoint has no signature", ErrRefused)
	}
	n, err := note.Open(slices.Concat(text, []byte("\n\n"), answer), note.VerifierList(w.verifier))
	if err != nil {
		return nil, fmt.Errorf("%w: it did not sign the head: %w", ErrAway, err)
	}
	return linesOf(n.Sigs), nil
}

// linesOf writes signatures as a note has them.
func linesOf(sigs []note.Signature) (lines []byte) {
	for _, s := range sigs {
		lines = fmt.Appendf(lines, "— %s %s\n", s.Name, s.Base64)
	}
	return lines
}
