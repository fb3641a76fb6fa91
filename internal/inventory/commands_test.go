package inventory_test

import (
	"go/ast"
	"reflect"
	"slices"
	"testing"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/inventory/inventorytest"
)

// TestEveryCommandIsTried finds the commands in the source: what decides is one.
// One that is not generated and modelled is played by no test at random, neither
// here nor on a store nor in the simulator.
func TestEveryCommandIsTried(t *testing.T) {
	var commands []string
	for _, f := range parseSource(t) {
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Name.Name != "decide" || fn.Recv == nil {
				continue
			}
			if receiver, ok := fn.Recv.List[0].Type.(*ast.Ident); ok {
				commands = append(commands, receiver.Name)
			}
		}
	}
	if len(commands) < 25 {
		t.Fatalf("found only %v", commands)
	}
	tried := inventorytest.Tried()
	for _, name := range commands {
		if !tried[name] && name != "Create" { // with which every event begins
			t.Errorf("%s is in none of inventorytest's kinds", name)
		}
	}
	for name := range tried {
		if !slices.Contains(commands, name) {
			t.Errorf("%s is tried and decides nothing", name)
		}
	}
}

// TestAnotherKindShiftsNoOther leaves out kinds of commands: the others come in
// the same order.
func TestAnotherKindShiftsNoOther(t *testing.T) {
	play := func(calm bool) (names []string) {
		g := seeded(1, 20)
		g.Calm = calm
		p, err := newPair(g)
		if err != nil {
			t.Fatal(err)
		}
		known := p.store.Known()
		for range 2000 {
			name := commandName(g.Command(known))
			if name != "Configure" && name != "Publish" && name != "Postpone" && name != "CancelEvent" {
				names = append(names, name)
			}
		}
		return names
	}
	with, without := play(false), play(true)
	if n := len(with); n > len(without) || !slices.Equal(with, without[:n]) {
		t.Error("what comes depends on what else there is")
	}
}

func commandName(c inventory.Command) string { return reflect.TypeOf(c).Name() }
