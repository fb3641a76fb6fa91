// Command cmd starts a private PostgreSQL cluster for tests that are not written
// in Go. For every line on its standard input it makes an empty database and
// prints its URL on a line. When the input ends it removes the cluster.
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/holdfast-events/holdfast/internal/pgserver"
)

func main() {
	if err := run(context.Background(), os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "pgserver:", err)
		os.Exit(1)
	}
}

// run serves databases until in ends.
func run(ctx context.Context, in io.Reader, out io.Writer) (err error) {
	server, err := pgserver.Start(ctx, pgserver.Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.Stop()) }()
	lines := bufio.NewScanner(in)
	for n := 1; lines.Scan(); n++ {
		url, err := server.CreateDB(ctx, fmt.Sprintf("journey_%d", n), "")
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintln(out, url); err != nil {
			return fmt.Errorf("print the URL of a database: %w", err)
		}
	}
	return lines.Err()
}
