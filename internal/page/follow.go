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
}

// ErrFollows says that an account follows as many organizations as it may.
var ErrFollows = errors.New("page: too many follows")

// followed reads whom a link of a mail to a follower is about.
type followed struct {
	token, org, code, name string
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
	return f, nil
}

// followLink shows whether the reader of a mail follows its organization, and the button
// that ends it.
func (p *Pages) followLink(w http.ResponseWriter, r *http.Request) {
	f, err := p.followed(r.Context(), r.PathValue("token"))
	var still bool
	if err == nil {
		still, err = p.cfg.Store.Follows.ByCode(r.Context(), f.org, f.code)
	}
	if err != nil {
		p.fail(w, r, err)
		return
	}
	v := &view{State: "follow.off", Title: f.name}
	if still {
		words := WordsFor(r.Header.Get("Accept-Language"))
		v.State, v.Good, v.Turn = "follow.on", true, &ending{words.Unfollow, "/f/" + f.token + "/unsubscribe"}
	}
	p.show(w, r, http.StatusOK, v)
}

// unfollowByLink ends it, for a reader or their mail program.
func (p *Pages) unfollowByLink(w http.ResponseWriter, r *http.Request) {
	f, err := p.followed(r.Context(), r.PathValue("token"))
	if err == nil {
		err = p.cfg.Store.Follows.UnfollowByCode(r.Context(), f.org, f.code)
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
		err = p.cfg.Store.Follows.Unfollow(r.Context(), account, org, "")
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
