// Package bookers reads and writes the guests who book rooms.
package bookers
