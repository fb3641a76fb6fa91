package main

import (
	"context"
	"os"

	"github.com/holdfast-events/holdfast/internal/picture/avif"
)

// decodeAVIFCommand is what the server starts for each AVIF that it is sent: it is for nobody else.
type decodeAVIFCommand struct{}

// Run reads a file and writes its pixels.
func (*decodeAVIFCommand) Run(ctx context.Context) error {
	return avif.Decode(ctx, os.Stdin, os.Stdout)
}
