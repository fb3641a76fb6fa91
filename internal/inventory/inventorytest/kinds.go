package inventorytest

import (
	"reflect"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// kind is a kind of command: how it is made, how often, and what the model makes
// of it.
type kind struct {
	name string
	// counted and seated are its shares of scale, in an event without and with seats.
	counted, seated int
	make            func(*Generator, Known) inventory.Command
	model           func(*Model, inventory.Command) inventory.Outcome
	command         reflect.Type
	whole           bool // it changes the whole event
	invites         bool // it is about invitations
	unmodelled      bool // the model does not follow it where there are seats
}

func of[C inventory.Command](name string, counted, seated int, makes func(*Generator, Known) C, model func(*Model, C) inventory.Outcome) kind {
	return kind{
		name: name, counted: counted, seated: seated, command: reflect.TypeFor[C](),
		make:  func(g *Generator, k Known) inventory.Command { return makes(g, k) },
		model: func(m *Model, c inventory.Command) inventory.Outcome { return model(m, c.(C)) },
	}
}

func whole(k kind) kind      { k.whole = true; return k }
func invites(k kind) kind    { k.invites = true; return k }
func unmodelled(k kind) kind { k.unmodelled = true; return k }

// kinds are all commands but Create, which comes first. A kind that is not here is
// neither tried nor modelled: TestEveryCommandIsTried says so.
var kinds = []kind{
	of("register", 2550, 400, (*Generator).register, (*Model).register),
	of("join", 600, 100, (*Generator).join, (*Model).joinAny),
	of("cancel", 970, 150, (*Generator).cancel, (*Model).cancel),
	of("cancel-guest", 260, 40, (*Generator).cancelGuest, (*Model).cancelGuest),
	of("leave", 450, 80, (*Generator).leave, (*Model).leave),
	of("accept", 820, 250, (*Generator).accept, (*Model).accept),
	of("decline", 450, 100, (*Generator).decline, (*Model).decline),
	of("extend", 300, 50, (*Generator).extend, (*Model).extend),
	unmodelled(of("capacity", 370, 200, (*Generator).setCapacity, (*Model).setCapacity)),
	of("block", 220, 40, (*Generator).block, (*Model).block),
	of("unblock", 220, 300, (*Generator).unblock, (*Model).unblock),
	of("releases", 120, 100, (*Generator).planReleases, (*Model).planReleases),
	of("statement", 90, 60, (*Generator).publishStatement, (*Model).publishStatement),
	of("erase", 150, 30, (*Generator).erase, (*Model).erase),
	whole(of("configure", 150, 30, (*Generator).configure, (*Model).configure)),
	of("advance-draw", 0, 0, (*Generator).advanceDraw, (*Model).advanceDraw), // see Generator.drawMoves
	whole(of("publish", 40, 10, (*Generator).publish, (*Model).publish)),
	whole(of("postpone", 30, 10, (*Generator).postpone, (*Model).postpone)),
	whole(of("cancel-event", 20, 10, (*Generator).cancelEvent, (*Model).cancelEvent)),
	of("tick", 200, 50, (*Generator).tick, (*Model).tick),

	of("reserve", 680, 130, (*Generator).reserve, (*Model).reserve),
	of("pay", 460, 1000, (*Generator).pay, (*Model).pay),
	of("cancel-order", 140, 900, (*Generator).cancelOrder, (*Model).cancelOrder),
	of("cancel-items", 180, 500, (*Generator).cancelItems, (*Model).cancelItems),
	of("begin-payment", 180, 200, (*Generator).beginPayment, (*Model).beginPayment),
	of("tax-order", 110, 60, (*Generator).taxOrder, (*Model).taxOrder),
	of("prolong", 110, 50, (*Generator).prolong, (*Model).prolong),
	unmodelled(of("code", 140, 60, (*Generator).putCode, (*Model).putCode)),
	unmodelled(of("tier", 70, 40, (*Generator).setTier, (*Model).setTier)),

	of("reserve-seats", 0, 3000, (*Generator).reserveSeats, (*Model).reserve),
	of("join-seats", 0, 1800, (*Generator).joinSeats, (*Model).joinAny),
	of("reseat", 10, 900, (*Generator).reseat, (*Model).reseat),
	of("block-seats", 0, 400, (*Generator).blockSeats, (*Model).block),

	of("exchange", 270, 350, (*Generator).exchange, (*Model).exchange),
	of("withdraw-exchange", 90, 100, (*Generator).withdrawExchange, (*Model).withdraw),
	of("pay-taker", 120, 200, (*Generator).payTaker, (*Model).pay),
	{name: "seat-to-waitlist", seated: 2600, make: (*Generator).seatToWaitlist},

	of("transfer", 150, 30, (*Generator).transfer, (*Model).offerTransfer),
	of("reissue", 30, 10, (*Generator).reissue, (*Model).reissueTicket),
	of("accept-transfer", 90, 20, (*Generator).acceptTransfer, (*Model).acceptTransfer),
	of("decline-transfer", 40, 10, (*Generator).declineTransfer, (*Model).declineTransfer),
	of("cancel-transfer", 40, 10, (*Generator).cancelTransfer, (*Model).cancelTransfer),

	of("approve", 320, 800, (*Generator).approve, (*Model).approve),
	of("decline-application", 120, 150, (*Generator).declineApplications, (*Model).declineApplications),

	invites(of("invite", 180, 40, (*Generator).invite, (*Model).invite)),
	invites(of("resend-invitation", 50, 10, (*Generator).resendInvitation, (*Model).resendInvitation)),
	invites(of("change-invitation", 110, 20, (*Generator).changeInvitation, (*Model).changeInvitation)),
	invites(of("end-invitation", 40, 10, (*Generator).endInvitation, (*Model).endInvitation)),
	invites(of("decline-invitation", 60, 10, (*Generator).declineInvitation, (*Model).declineInvitation)),
	invites(of("hand-invitation", 60, 10, (*Generator).handInvitation, (*Model).invite)),
	invites(of("claim-invitation", 60, 10, (*Generator).claimInvitation, (*Model).claimInvitation)),
}

// models are the model's answers to commands, by type.
var models = func() map[reflect.Type]func(*Model, inventory.Command) inventory.Outcome {
	m := map[reflect.Type]func(*Model, inventory.Command) inventory.Outcome{}
	for _, k := range kinds {
		if k.command != nil {
			m[k.command] = k.model
		}
	}
	return m
}()

// Named is the type of the command that is generated under a name; nil: none is.
func Named(name string) reflect.Type {
	for _, k := range kinds {
		if k.name == name {
			return k.command
		}
	}
	return nil
}

// Tried are the names of the types of commands that are generated and modelled.
func Tried() map[string]bool {
	names := map[string]bool{}
	for t := range models {
		names[t.Name()] = true
	}
	return names
}
