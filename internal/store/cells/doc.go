// Package cells stores which cell an event lives in, and reads, writes and deletes all rows of
// an event on its way from one to another (0184).
package cells
