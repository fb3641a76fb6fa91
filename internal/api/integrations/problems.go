package integrations

import (
	"github.com/holdfast-events/holdfast/internal/httpapi"
)

// Kinds of problem that only these resources have.
var (
	kindWebhookLimit = httpapi.Kind{
		Code: "webhook_limit", Status: 409, Title: "Too many endpoints",
		Help: "An organization has at most 20 webhook endpoints. Remove one first.",
	}
	kindExportLink = httpapi.Kind{
		Code: "export_link_invalid", Status: 403, Title: "Not an address of ours",
		Help: "The address of a file must be used as it was given.",
	}
	kindExportLinkOld = httpapi.Kind{
		Code: "export_link_expired", Status: 410, Title: "The address has expired",
		Help: "It works for 15 minutes. Read the export again for another.",
	}
	kindExportGone = httpapi.Kind{
		Code: "export_gone", Status: 410, Title: "The file is gone",
		Help: "It is kept for a day, and ends when a person of the event is erased. Make it again.",
	}
)

// Problems are the problems that only these resources have.
var Problems = httpapi.Problems{
	Kinds: []httpapi.Kind{kindWebhookLimit, kindExportLink, kindExportLinkOld, kindExportGone},
}
