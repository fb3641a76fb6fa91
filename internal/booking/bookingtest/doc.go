// Package bookingtest is what tests and the simulator share to try bookings of rooms: a deliberately
// naive Model of a venue (lists that are gone through from their beginning), a Generator of what people
// do with its rooms, and a Player that does the same in a store and compares the two after each step.
//
// The model restates the rules of docs/GLOSSARY.md and of the comments of package booking in other words,
// and calls nothing that decides: of package booking it has the names of states and the shape of terms.
package bookingtest
