package page

import (
	"context"
	"errors"
	"net/http"

	"github.com/holdfast-events/holdfast/internal/store/database"
)

// Follower follows organizations for the signed-in account, in pages without a script.
type Follower interface {
	// Account is the account of a request's sender; "": nobody is signed in.
	Account(w http.ResponseWriter, r *http.Request) (string, error)
	// Follow makes an account follow an organization: database.ErrNotFound, or ErrFollows when
	// it follows too many.
	Follow(ctx context.Context, account, organization string) error
	// Unfollowed forgets how an organization reaches somebody with an address who has stopped
	// following it, where nothing else needs that.
	Unfollowed(ctx context.Context, organization, address string) error
}

// ErrFollows says that an account follows as many organizations as it may.
var ErrFollows = errors.New("page: too many follows")

// followPages are the pages of followers.
type followPages struct{ *Pages }

// followed reads whom a link of a mail to a follower is about.
type followed struct {
	token, org, code, name string
	address                string // of the follower; "": they do not follow any more
}

func (p *Pages) followed(ctx context.Context, token string) (*followed, error) {
	f := &followed{token: token}
	var err error
	if f.org, f.code, err = p.cfg.Links.ParseFollow(token); err != nil {
		return nil, err
	}
	profile, err := p.cfg.Store.Organizations.Profile(ctx, f.org)
	if err != nil {
		return nil, err
	}
	f.name = profile.Name
	f.address, err = p.cfg.Store.Follows.ByCode(ctx, f.org, f.code)
	return f, err
}

// followLink shows whether the reader of a mail follows its organization, the button that ends it,
// and on which channel and when not they are told.
func (p *Pages) followLink(w http.ResponseWriter, r *http.Request) {
	f, err := p.followed(r.Context(), r.PathValue("token"))
	if err != nil {
		p.fail(w, r, err)
		return
	}
	followPages{p}.showFollow(w, r, http.StatusOK, f, nil)
}

// showFollow shows that page with what the form says; nil: what is stored.
func (p followPages) showFollow(w http.ResponseWriter, r *http.Request, status int, f *followed, said *reachForm) {
	v := &view{State: "follow.off", Title: f.name}
	if f.address != "" {
		words := WordsFor(r.Header.Get("Accept-Language"))
		v.State, v.Good, v.Turn = "follow.on", true, &ending{words.Unfollow, "/f/" + f.token + "/unsubscribe"}
		if v.Reach = said; said == nil {
			var err error
			if v.Reach, err = p.reachOf(r.Context(), words, f); err != nil {
				p.fail(w, r, err)
				return
			}
		}
		v.Reach.Saved = v.Reach.Wrong == "" && r.URL.Query().Has(saved)
	}
	p.show(w, r, status, v)
}

// unfollowByLink ends it, for a reader or their mail program.
func (p *Pages) unfollowByLink(w http.ResponseWriter, r *http.Request) {
	f, err := p.followed(r.Context(), r.PathValue("token"))
	if err == nil {
		err = p.cfg.Store.Follows.UnfollowByCode(r.Context(), f.org, f.code)
	}
	if err == nil && f.address != "" {
		err = followPages{p}.unfollowed(r.Context(), f.org, f.address)
	}
	if err != nil {
		p.fail(w, r, err)
		return
	}
	if oneClick(w, r) {
		w.Header().Set("Cache-Control", "no-store")
		w.WriteHeader(http.StatusNoContent)
		return
	}
	http.Redirect(w, r, "/f/"+f.token, http.StatusSeeOther)
}

// unfollowed forgets how an organization reaches somebody who has stopped following it.
func (p followPages) unfollowed(ctx context.Context, org, address string) error {
	if p.cfg.Follow == nil {
		return nil
	}
	return p.cfg.Follow.Unfollowed(ctx, org, address)
}

// followForm is the route of the form on the page of an organization that follows it, or
// with "unfollow" stops following it.
func (p *Pages) followForm(way string) Route {
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { p.followHere(w, r, way == "unfollow") })
	return Route{http.MethodPost, HostURL("", "{organization_id}") + "/" + way, p.guard.Handler(h)}
}

// followPath is where the form is sent to; "": there is none.
func (p *Pages) followPath(org string) string {
	if p.cfg.Follow == nil {
		return ""
	}
	return HostURL("", org) + "/follow"
}

func (p *Pages) followHere(w http.ResponseWriter, r *http.Request, end bool) {
	org := r.PathValue("organization_id")
	account, err := p.cfg.Follow.Account(w, r)
	if err != nil {
		p.fail(w, r, err)
		return
	}
	words := WordsFor(r.Header.Get("Accept-Language"))
	if account == "" {
		p.show(w, r, http.StatusUnauthorized, &view{State: "follow.signin", Further: "/sign-in", FurtherText: words.SignIn, Back: HostURL("", org)})
		return
	}
	if end {
		err = followPages{p}.endFollow(r.Context(), account, org)
	} else {
		err = p.cfg.Follow.Follow(r.Context(), account, org)
	}
	switch {
	case errors.Is(err, database.ErrNotFound):
		p.show(w, r, http.StatusNotFound, &view{State: "missing"})
		return
	case errors.Is(err, ErrFollows):
		p.show(w, r, http.StatusConflict, &view{State: "follow.many", Back: HostURL("", org)})
		return
	case err != nil:
		p.fail(w, r, err)
		return
	}
	// The page shows the state, and is its answer too: it is the reader's own.
	profile, err := p.cfg.Store.Organizations.Profile(r.Context(), org)
	if err != nil {
		p.fail(w, r, err)
		return
	}
	v := &view{State: "follow.on", Good: true, Title: profile.Name, Turn: &ending{words.Unfollow, HostURL("", org) + "/unfollow"}, Back: HostURL("", org)}
	if end {
		v.State, v.Good, v.Turn = "follow.off", false, &ending{words.Follow, HostURL("", org) + "/follow"}
	}
	p.show(w, r, http.StatusOK, v)
}

// endFollow ends that an account follows an organization.
func (p followPages) endFollow(ctx context.Context, account, org string) error {
	if err := p.cfg.Store.Follows.Unfollow(ctx, account, org, ""); err != nil {
		return err
	}
	switch a, err := p.cfg.Store.Accounts.Account(ctx, account); {
	case errors.Is(err, database.ErrNotFound): // it was erased meanwhile, with all that
		return nil
	case err != nil:
		return err
	default:
		return p.unfollowed(ctx, org, a.Address)
	}
}
