package jobs

import (
	"context"
	"log/slog"
	"time"

	"github.com/riverqueue/river"

	"github.com/holdfast-events/holdfast/internal/delivery"
	"github.com/holdfast-events/holdfast/internal/message/accountmail"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/provider"
)

// tell tells somebody what they are to know by the first of their channels that takes it, and returns which did;
// empty: none will ever. The next one is tried when one fails for good or, if it is slow by now, at all; before that the
// job comes again. A letter by mail has what goes with it.
func (w *mailSender) tell(ctx context.Context, job *river.Job[sendAccountMail], n *delivery.Notice, letter *accountmail.Mail, slow bool) (way string, err error) {
	j := w.jobs
	ways, err := n.Ways(ctx, j.dispatcher)
	if err != nil {
		return "", err
	}
	if len(ways) == 0 { // what nobody is told is of no use to them, and may keep something from others
		ways = []string{delivery.MailChannel}
	}
	for i, way := range ways {
		if way == delivery.MailChannel {
			err = w.mail(ctx, job, n.Email, letter, &n.Words)
		} else {
			err = n.Send(ctx, j.dispatcher, way)
		}
		switch {
		case err == nil:
			return way, nil
		case provider.IsPermanent(err):
			j.log.WarnContext(ctx, "jobs: somebody is not told by a channel", slog.String("kind", string(job.Args.What)), slog.String("channel", way), slog.Any("error", err))
		case !slow || i == len(ways)-1:
			return "", err
		}
	}
	return "", nil
}

// bookerPatience is how long the channel that a booker chose may take before the next one is tried.
const bookerPatience = 2 * time.Minute

// tellBooker tells whoever booked rooms without being a member what became of that, by the channel that they chose at
// the organization. What a mail has besides stands on the page behind the link.
func (w *mailSender) tellBooker(ctx context.Context, job *river.Job[sendAccountMail], to string, letter *accountmail.Mail, words *mailkit.Rendered) error {
	n := &delivery.Notice{OrgID: job.Args.Org, Email: to, Reader: job.Args.ID, Key: accountMailID(job), Words: *words}
	_, err := w.tell(ctx, job, n, letter, w.jobs.now().Sub(job.CreatedAt) >= bookerPatience)
	return err
}
