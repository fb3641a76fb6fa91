package questions

import (
	"errors"
	"io"
	"log/slog"
	"mime"
	"net/http"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/objectstore"
	"github.com/holdfast-events/holdfast/internal/picture"
	"github.com/holdfast-events/holdfast/internal/question"
	"github.com/holdfast-events/holdfast/internal/store/audience"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/upload"
)

// maxSentName bounds the name that a file is sent with, in characters; what is longer than
// upload.MaxName is cut.
const maxSentName = 300

// tryAgain is how long to wait when too many files are on their way.
const tryAgain = 2 * time.Second

// SentFile is a file that was sent and answers nothing yet.
type SentFile struct {
	wire.AnswerFile

	Question  string    `json:"question" doc:"The question that it may be the answer to." example:"student_card"`
	ExpiresAt time.Time `json:"expires_at" doc:"Until when an answer may name it. It is deleted then, unless one does."`
}

// admit is passed before a file is read.
func (h *Handlers) admit(c *access.Call) (leave func(), err error) {
	k, err := c.Event()
	if err != nil {
		return nil, err
	}
	if _, err := fileQuestion(c, k); err != nil {
		return nil, err
	}
	if err := c.ScreenedUpload(k, h.isBusy()); err != nil {
		return nil, err
	}
	leave, ok := h.Gate.Enter(identity.Network(c.Address))
	if !ok {
		return nil, busy()
	}
	if err := takesTime(c.Writer); err != nil {
		leave()
		return nil, err
	}
	return leave, nil
}

// takesTime gives a call more time than others have: a phone takes long for a photo, and is answered
// once that is sent and written anew.
func takesTime(w http.ResponseWriter) error {
	control, sent := http.NewResponseController(w), time.Now().Add(sendFor)
	for _, err := range []error{control.SetReadDeadline(sent), control.SetWriteDeadline(sent.Add(answerFor))} {
		if err != nil && !errors.Is(err, http.ErrNotSupported) { // as in tests
			return err
		}
	}
	return nil
}

func busy() error {
	p := httpapi.KindUnavailable.With("Too many files are being sent. Nothing was changed: repeat after Retry-After.")
	p.RetryAfter = tryAgain
	return p
}

// fileQuestion is the question in the path, of an event that asks for a file by it.
func fileQuestion(c *access.Call, k *access.EventSummary) (*question.Question, error) {
	if k.Questions != nil {
		if q := k.Questions.Find(c.Param("question_id")); q != nil && q.Kind == question.Upload {
			return q, nil
		}
	}
	return nil, httpapi.KindNotFound.With("The event asks for no file by a question with this id.")
}

func (h *Handlers) sendFile(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*SentFile, error) {
	q, err := fileQuestion(c, k)
	if err != nil {
		return nil, err
	}
	name := c.Query.Get("filename")
	if utf8.RuneCountInString(name) > maxSentName {
		return nil, httpapi.Invalid(httpapi.FieldError{Field: "filename", Code: "too_long", Message: "must have at most " + strconv.Itoa(maxSentName) + " characters"})
	}
	u, err := h.Uploads.Add(c.Context(), k.EventID, q, name, c.Body)
	if err != nil {
		return nil, problemOf(err)
	}
	return &SentFile{AnswerFile: fileOf(u), Question: u.Question, ExpiresAt: (u.CreatedAt + inventory.Instant(audience.WaitsFor)).Time()}, nil
}

func fileOf(u *audience.Upload) wire.AnswerFile {
	return wire.AnswerFile{ID: u.ID, Name: u.Name, Media: u.Media, Size: u.Size}
}

// problemOf says in words why a file is not taken.
func problemOf(err error) error {
	var of *upload.Refusal
	var drawn *picture.Refusal
	wrong := func(k httpapi.Kind, code, detail string) error {
		return k.With(detail, httpapi.FieldError{Field: "body", Code: code, Message: "is not a file that is taken"})
	}
	switch {
	case errors.Is(err, picture.ErrBusy):
		return busy()
	case errors.Is(err, database.ErrLimit):
		return kindTooManyFiles.Problem()
	case errors.As(err, &of):
		switch of.Code {
		case upload.TooLarge:
			return wrong(kindFileTooLarge, "too_long", kindFileTooLarge.Help)
		case upload.NotAccepted:
			return wrong(kindFileUnsupported, "not_allowed", kindFileUnsupported.Help)
		case upload.TwoFiles:
			return wrong(kindFileBroken, "bad_format", "It is a PDF, and an archive too. "+kindFileBroken.Help)
		}
		return wrong(kindFileBroken, "bad_format", "It begins as a PDF, and does not end as one. "+kindFileBroken.Help)
	case !errors.As(err, &drawn):
		return err
	}
	switch drawn.Code {
	case picture.Unsupported, picture.Moving:
		return wrong(kindFileUnsupported, "not_allowed", kindFileUnsupported.Help)
	case picture.OutOfBounds:
		return wrong(kindFileDimensions, "out_of_range", kindFileDimensions.Help)
	}
	return wrong(kindFileBroken, "bad_format", kindFileBroken.Help)
}

func (h *Handlers) getOrderFile(c *access.Call, _ *httpapi.None) (*sentFile, error) {
	t, err := orderThing(c)
	if err != nil {
		return nil, err
	}
	return h.open(c, t)
}

func (h *Handlers) getEntryFile(c *access.Call, _ *httpapi.None) (*sentFile, error) {
	t, err := entryThing(c)
	if err != nil {
		return nil, err
	}
	return h.open(c, t)
}

// open opens a file that answers of a thing name, for whoever may read these.
func (h *Handlers) open(c *access.Call, t *thing) (*sentFile, error) {
	event, ok := id.EventOf(c.Param("file_id"), id.Upload)
	if !ok || event != t.k.EventID {
		return nil, database.ErrNotFound
	}
	u, err := h.Store.Uploads.Upload(c.Context(), event, c.Param("file_id"))
	if err != nil {
		return nil, err
	}
	if u.UnusedSince != 0 || u.ThingID != t.id {
		return nil, database.ErrNotFound
	}
	file, size, err := h.Uploads.Open(c.Context(), u)
	if errors.Is(err, objectstore.ErrNotFound) {
		return nil, database.ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	return &sentFile{upload: u, file: file, size: size, log: h.Log}, nil
}

// sentFile is a file on its way to whoever reads the answer.
type sentFile struct {
	upload *audience.Upload
	file   io.ReadCloser
	size   int64
	log    *slog.Logger
}

// Reply sends the file, to be saved and never to be shown by the browser as a page of this server.
func (f *sentFile) Reply(q *httpapi.Request) {
	defer f.file.Close() //nolint:errcheck // only read
	header := q.Writer.Header()
	header.Set("Content-Type", anyFile)
	header.Set("Content-Length", strconv.FormatInt(f.size, 10))
	header.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": f.upload.Name}))
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	header.Set("Cross-Origin-Resource-Policy", "same-origin")
	header.Set("Cache-Control", "no-store")
	q.Writer.WriteHeader(http.StatusOK)
	if q.HTTP.Method == http.MethodHead {
		return
	}
	if _, err := io.Copy(q.Patient(), f.file); err != nil {
		f.log.DebugContext(q.Context(), "questions: sending a file", slog.Any("error", err))
		panic(http.ErrAbortHandler) // nobody takes a part for the whole
	}
}
