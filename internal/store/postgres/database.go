package postgres

import (
	"context"
	"errors"
	"fmt"
	"net/url"

	"github.com/jackc/pgx/v5"
)

// CreateDatabase creates an empty database beside the one at a URL, with its owner, and
// returns its URL.
func CreateDatabase(ctx context.Context, address, name string) (string, error) {
	beside, err := withDatabase(address, name)
	if err != nil {
		return "", err
	}
	// template0: nobody is connected to it, which a template must not have.
	return beside, inCluster(ctx, address, statement("create database "+pgx.Identifier{name}.Sanitize()+" template template0"))
}

// DropDatabase drops a database beside the one at a URL, if there is one.
func DropDatabase(ctx context.Context, address, name string) error {
	return inCluster(ctx, address, statement("drop database if exists "+pgx.Identifier{name}.Sanitize()+" with (force)"))
}

// statement makes one statement.
func statement(text string) func(context.Context, *pgx.Conn) error {
	return func(ctx context.Context, c *pgx.Conn) error {
		_, err := c.Exec(ctx, text)
		return err
	}
}

// inCluster does something on a connection of its own, outside any transaction.
func inCluster(ctx context.Context, address string, do func(context.Context, *pgx.Conn) error) (err error) {
	c, err := pgx.ParseConfig(address)
	if err != nil {
		return errURL
	}
	if s := newServers(c, nil); s != nil {
		c.ValidateConnect, c.ConnectTimeout = s.asked, atLeast(c.ConnectTimeout)
	}
	// They are settings of pools.
	for name := range c.RuntimeParams {
		if len(name) > 5 && name[:5] == "pool_" {
			delete(c.RuntimeParams, name)
		}
	}
	conn, err := pgx.ConnectConfig(ctx, c)
	if err != nil {
		return fmt.Errorf("postgres: connect: %w", err)
	}
	defer func() { err = errors.Join(err, conn.Close(context.WithoutCancel(ctx))) }()
	if err = do(ctx, conn); err != nil {
		return fmt.Errorf("postgres: %w", err)
	}
	return nil
}

// withDatabase is a URL with another database in it.
func withDatabase(address, name string) (string, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme == "" {
		return "", errURL
	}
	q := u.Query()
	q.Del("dbname")
	q.Del("database")
	u.Path, u.RawPath, u.RawQuery = "/"+name, "", q.Encode()
	return u.String(), nil
}

// FreeConnections returns how many more connections the cluster of a database takes.
func FreeConnections(ctx context.Context, address string) (n int64, err error) {
	err = inCluster(ctx, address, func(ctx context.Context, c *pgx.Conn) error {
		return c.QueryRow(ctx, `select current_setting('max_connections')::bigint - current_setting('superuser_reserved_connections')::bigint - count(*)
			from pg_stat_activity where backend_type = 'client backend'`).Scan(&n)
	})
	return n, err
}
