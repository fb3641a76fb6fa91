// Package passes reads and writes the passes of series: what each kind covers, and how many
// places are set aside for it on each date.
package passes
