package tickets

import (
	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/wallet"
)

// WalletLink adds a ticket to somebody's wallet.
type WalletLink struct {
	URL string `json:"url" doc:"Where a browser adds it: an address of Google's that says all there is to say, signed."`
}

// pass is what a telephone is told about the ticket in the path.
func (h *Handlers) pass(c *access.Call) (*wallet.Pass, error) {
	v, err := h.goodTicket(c)
	if err != nil {
		return nil, err
	}
	ev, err := h.Store.Events.Event(c.Context(), v.EventID)
	if err != nil {
		return nil, err
	}
	return h.Pages.Pass(c.Context(), ev.In(wire.Accepted(c.HTTP)), v)
}

func (h *Handlers) applePass(c *access.Call, _ *httpapi.None) (*httpapi.Image, error) {
	p, err := h.pass(c)
	if err != nil {
		return nil, err
	}
	if h.Wallets.Apple == nil {
		return nil, kindNoWallet.Problem()
	}
	body, err := h.Wallets.Apple.Pass(p)
	c.Writer.Header().Set("Content-Disposition", `attachment; filename="ticket.pkpass"`)
	return &httpapi.Image{Media: wallet.AppleMedia, Body: body}, err
}

func (h *Handlers) googleWallet(c *access.Call, _ *httpapi.None) (*WalletLink, error) {
	p, err := h.pass(c)
	if err != nil {
		return nil, err
	}
	if h.Wallets.Google == nil {
		return nil, kindNoWallet.Problem()
	}
	link, err := h.Wallets.Google.Link(p)
	return &WalletLink{link}, err
}
