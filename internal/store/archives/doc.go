// Package archives reads and writes the rows of events that are kept in files, and how
// long what is finished is kept (0164).
package archives
