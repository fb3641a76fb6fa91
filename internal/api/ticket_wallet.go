package api

import "github.com/holdfast-events/holdfast/internal/wallet"

// WalletLink adds a ticket to somebody's wallet.
type WalletLink struct {
	URL string `json:"url" doc:"Where a browser adds it: an address of Google's that says all there is to say, signed."`
}

// pass is what a telephone is told of the ticket in the path.
func (s *server) pass(c *Call) (*wallet.Pass, error) {
	v, err := s.goodTicket(c)
	if err != nil {
		return nil, err
	}
	ev, err := s.store.Events.Event(c.Context(), v.EventID)
	if err != nil {
		return nil, err
	}
	return s.pages.Pass(c.Context(), ev, v)
}

func (s *server) applePass(c *Call, _ *None) (*Image, error) {
	p, err := s.pass(c)
	if err != nil {
		return nil, err
	}
	if s.cfg.Wallets.Apple == nil {
		return nil, kindNoWallet.Problem()
	}
	body, err := s.cfg.Wallets.Apple.Pass(p)
	c.Writer.Header().Set("Content-Disposition", `attachment; filename="ticket.pkpass"`)
	return &Image{wallet.AppleMedia, body}, err
}

func (s *server) googleWallet(c *Call, _ *None) (*WalletLink, error) {
	p, err := s.pass(c)
	if err != nil {
		return nil, err
	}
	if s.cfg.Wallets.Google == nil {
		return nil, kindNoWallet.Problem()
	}
	link, err := s.cfg.Wallets.Google.Link(p)
	return &WalletLink{link}, err
}
