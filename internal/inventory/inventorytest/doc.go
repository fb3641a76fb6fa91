// Package inventorytest is what tests, the simulator and benchmarks share to try
// the heart: a MemoryStore that keeps the rows of one event in memory and loads and
// applies them exactly as a store would, a checker of the invariants over it, a
// deliberately naive Model to compare with, and a Generator of commands.
//
// It knows no rules beyond those that the checker and the model are there to
// restate, in other words than package inventory's own.
package inventorytest
