// Package audience reads and writes what people are asked and have agreed to, the
// campaigns that are written to those who have, and the links by which people came.
package audience
