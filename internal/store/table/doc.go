// Package table describes tables, and makes of the descriptions the statements that read and
// write their rows, for SQLite and PostgreSQL alike.
//
// A description (Of) has each column once, beside the field that holds it. Lists of columns,
// the order in which a row is scanned and the order in which values are written follow from
// it. The package knows no table of Holdfast's.
package table
