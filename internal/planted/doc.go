// Package planted keeps a list of mistakes that could be made, and has the simulator
// and the load tool find each of them: a test is worth as much as it finds.
//
// It holds no code that anybody runs. Its test plants the mistakes, as an overlay that
// no other build sees, switched on one at a time.
package planted
