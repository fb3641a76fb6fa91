package questions

import (
	"net/http"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/picture"
	"github.com/holdfast-events/holdfast/internal/question"
)

// anyFile stands for the types that files of answers have.
const anyFile = "application/octet-stream"

// files are the problems of sending one.
var files = []httpapi.Kind{kindFileUnsupported, kindFileBroken, kindFileDimensions, kindFileTooLarge, kindTooManyFiles}

// Routes are the rows of the table of routes that the handlers answer.
func (h *Handlers) Routes() []access.Route {
	change := map[string]any{"answers": []any{}}
	return []access.Route{
		access.InEvent(identity.ReadEvent, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/questions", ID: "get-questions", Tag: access.TagQuestions,
			Summary: "What an event asks", Description: "The questions that are asked of the people who take part, in their order: those of hidden tiers too. Their words are in the language that `in_language` or, to guests, `Accept-Language` asks for; the values of options are the same in all.",
			Query: []string{wire.InLanguage},
		}, h.getQuestions),
		access.InEvent(identity.ReadAllAnswers, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/questions/summary", ID: "summarize-questions", Tag: access.TagQuestions,
			Summary: "What was answered, added up",
			Description: "Of each question that the event asks now, how many have answered it, how often each option was chosen, and of numbers the sum, the least and the most. " +
				"What counts are registrations and orders that are confirmed, and of these the places that were not given back: not what waits for payment, offers, places on the " +
				"waitlist and applications, and nothing that was cancelled.",
			Query: []string{wire.InLanguage},
		}, h.summarize),
		access.InEvent(identity.ChangeEvent, httpapi.Route{
			Method: http.MethodPut, Path: "/v1/events/{event_id}/questions", ID: "set-questions", Tag: access.TagQuestions,
			Summary: "Say what an event asks",
			Description: "Takes the place of all questions. What was answered before stays as it was answered, with the words of the question then: " +
				"a change makes another version of the list, and an answer names its version.",
			Problems: []httpapi.Kind{kindChanged, wire.KindQuestionsTooOften},
			Example: map[string]any{"questions": []any{map[string]any{
				"id": "diet", "kind": "choice", "scope": "attendee", "label": "What do you eat?",
				"options": []any{map[string]any{"value": "all", "label": "Everything"}, map[string]any{"value": "vegan", "label": "Vegan"}},
			}}},
		}, h.setQuestions),
		access.On(identity.ReadAnswers, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/orders/{order_id}/answers", ID: "get-order-answers", Tag: access.TagQuestions,
			Summary: "What was answered with an order or a registration", Description: "The answers, what is asked now, and of whom.",
		}, h.getOrderAnswers),
		access.On(identity.ChangeAnswers, httpapi.Route{
			Method: http.MethodPut, Path: "/v1/orders/{order_id}/answers", ID: "change-order-answers", Tag: access.TagQuestions,
			Summary: "Change the answers of an order or a registration",
			Description: "Takes the place of all answers to what the event asks now; answers to what it does not ask any more stay. People may until " +
				"`editable_until`, staff always: it is recorded that they did.",
			Problems: []httpapi.Kind{kindClosed}, Example: change,
		}, h.changeOrderAnswers),
		access.On(identity.ReadAnswers, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/waitlist/{entry_id}/answers", ID: "get-entry-answers", Tag: access.TagQuestions,
			Summary: "What was answered with a place on the waitlist", Description: "As of an order. The answers go with the place: the order that comes of it has them.",
		}, h.getEntryAnswers),
		access.InEvent(identity.UploadAnswer, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/events/{event_id}/questions/{question_id}/files", ID: "send-file", Tag: access.TagQuestions, Status: http.StatusCreated,
			Body: question.MaxFileBytes, Raw: append(picture.Types(), "application/pdf", "application/octet-stream"), Unkeyed: true, Query: []string{"filename"},
			Summary: "Send a file to answer a question with",
			Description: "Send the file as the body, before or while somebody takes part, and name its `id` as the `value` of an answer. It answers one question of this event, once, and " +
				"waits a day for that. A picture is written anew as JPEG, upright, up to 1,600 pixels wide, and nothing else in it is kept, such as where it was taken. A PDF is kept as it is, " +
				"up to its end.",
			Problems: append(slices.Concat(files, access.ChallengeProblems), access.KindStorageFull),
			Answer: SentFile{
				AnswerFile: wire.AnswerFile{ID: "upl_3k9q0a7c1v5m06f2w8d4xk1n7p9s", Name: "student card.jpg", Media: "image", Size: 181204}, Question: "student_card",
				ExpiresAt: time.Date(2027, 4, 2, 9, 30, 0, 0, time.UTC),
			},
		}, h.sendFile).Gated(h.admit),
		access.On(identity.ReadAnswers, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/orders/{order_id}/files/{file_id}", ID: "get-order-file", Tag: access.TagQuestions, Media: anyFile,
			Summary: "A file that was answered with an order or a registration", Description: "As a JPEG or a PDF, to be saved. Whoever may read the answer may read it.",
		}, h.getOrderFile),
		access.On(identity.ReadAnswers, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/waitlist/{entry_id}/files/{file_id}", ID: "get-entry-file", Tag: access.TagQuestions, Media: anyFile,
			Summary: "A file that was answered with a place on the waitlist", Description: "As of an order.",
		}, h.getEntryFile),
		access.On(identity.ChangeAnswers, httpapi.Route{
			Method: http.MethodPut, Path: "/v1/waitlist/{entry_id}/answers", ID: "change-entry-answers", Tag: access.TagQuestions,
			Summary: "Change the answers of a place on the waitlist", Description: "As of an order.",
			Problems: []httpapi.Kind{kindClosed}, Example: change,
		}, h.changeEntryAnswers),
	}
}
