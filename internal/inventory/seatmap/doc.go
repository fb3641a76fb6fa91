// Package seatmap is the part of the heart that knows where seats are and which
// of them are available: it finds the best seats side by side, and tells whether a
// choice would leave a seat alone.
//
// It is as pure as package inventory, which is its only caller in a decision.
// Seats are named by their index in the plan, from 0. They stand in the order of
// the plan: section by section, row by row, along the row.
//
// What stands in the way of sitting together (an aisle, the end of a row, another
// tier, a wheelchair space) cuts a row into segments. All questions are answered
// within one segment, so what changes with a seat is one segment and one path of
// the trees over all segments; 20,000 seats cost no more than 200.
package seatmap
