// Package moves reads and writes whole tables, for moving a database to another engine.
package moves
