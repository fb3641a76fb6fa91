package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"

	"github.com/pressly/goose/v3"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riverdatabasesql"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	"github.com/riverqueue/river/rivermigrate"

	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/placement"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

// ErrSchemaUnreleased says that the database was made before the first release,
// whose migrations this program does not have.
var ErrSchemaUnreleased = errors.New("store: this database was made by a version from before the first release, and cannot be migrated: " +
	"start with a new database, or keep this one with the version that made it")

// firstMigration is the number of the first migration since the first release.
// Earlier ones had lower ones.
const firstMigration = 101

// guardsMigration is the number of the migration that is in the words of each engine.
const guardsMigration = 111

// Migrate brings the schema of River and then of Holdfast up to date. Of
// several programs that start at once, one migrates and the others wait. A
// database from before the first release is left as it is: ErrSchemaUnreleased.
func (s *Store) Migrate(ctx context.Context) error {
	unlock, err := s.db.Eng.LockSchema(ctx)
	if err != nil {
		return fmt.Errorf("store: migrate: lock: %w", s.db.Classify(err))
	}
	err = s.migrate(ctx)
	return errors.Join(err, unlock(err == nil))
}

func (s *Store) migrate(ctx context.Context) error {
	if _, err := s.schemaVersion(ctx); err != nil && !errors.Is(err, database.ErrSchemaOld) {
		return fmt.Errorf("store: migrate: %w", err)
	}
	// River opens a transaction for each of its own migrations, which it could
	// not do inside one of goose's. Its tables come first: ours may refer to them.
	river, err := s.riverMigrator()
	if err != nil {
		return fmt.Errorf("store: migrate jobs: %w", err)
	}
	if _, err := river.Migrate(ctx, rivermigrate.DirectionUp, nil); err != nil {
		return fmt.Errorf("store: migrate jobs: %w", s.db.Classify(err))
	}
	provider, err := s.provider()
	if err != nil {
		return fmt.Errorf("store: migrate: %w", err)
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("store: migrate: %w", s.db.Classify(err))
	}
	if err := s.db.Eng.Distribute(ctx, placement.Tables()); err != nil {
		return fmt.Errorf("store: migrate: %w", s.db.Classify(err))
	}
	return nil
}

// warnings passes on what is a warning or worse: each of River's steps is not news
// to a person who starts the server for the first time.
type warnings struct{ slog.Handler }

func (h warnings) Enabled(ctx context.Context, l slog.Level) bool {
	return l >= slog.LevelWarn && h.Handler.Enabled(ctx, l)
}

func (s *Store) riverMigrator() (*rivermigrate.Migrator[*sql.Tx], error) {
	var driver riverdriver.Driver[*sql.Tx] = riverdatabasesql.New(s.db.Write)
	if s.db.Eng.Name() == "sqlite" {
		driver = riversqlite.New(s.db.Write)
	}
	return rivermigrate.New(driver, &rivermigrate.Config{Logger: slog.New(warnings{s.db.Log.Handler()})})
}

func (s *Store) provider() (*goose.Provider, error) {
	files, err := fs.Sub(migrationFiles, "migrations")
	if err != nil {
		return nil, err
	}
	dialect := goose.DialectPostgres
	if s.db.Eng.Name() == "sqlite" {
		dialect = goose.DialectSQLite3
	}
	guards := goose.NewGoMigration(guardsMigration, &goose.GoFunc{RunTx: func(ctx context.Context, tx *sql.Tx) error {
		for _, text := range s.db.Eng.Guards() {
			if _, err := tx.ExecContext(ctx, text); err != nil {
				return err
			}
		}
		return nil
	}}, nil)
	return goose.NewProvider(dialect, s.db.Write, files, goose.WithDisableGlobalRegistry(true), goose.WithGoMigrations(guards))
}

// Ping reports whether the database answers and its schema is current: else
// ErrUnavailable, ErrSchemaOld or ErrSchemaUnreleased.
func (s *Store) Ping(ctx context.Context) error {
	if err := s.db.Read.PingContext(ctx); err != nil {
		return fmt.Errorf("store: ping: %w", s.db.Classify(err))
	}
	want, err := s.schemaWanted()
	if err != nil {
		return err
	}
	switch have, err := s.schemaVersion(ctx); {
	case err != nil:
		return fmt.Errorf("store: ping: %w", err)
	case have < want:
		return database.ErrSchemaOld
	}
	return nil
}

// schemaVersion is the number of the newest migration that the database has. It
// is ErrSchemaOld where no migration ever ran, and ErrSchemaUnreleased where one
// did that this program does not have.
func (s *Store) schemaVersion(ctx context.Context) (int64, error) {
	var oldest, newest int64
	err := s.db.Read.QueryRowContext(ctx, `select cast(coalesce(min(version_id) filter (where version_id > 0), 0) as bigint),
		cast(coalesce(max(version_id), 0) as bigint) from goose_db_version where is_applied`).Scan(&oldest, &newest)
	switch err = s.db.Classify(err); {
	case errors.Is(err, database.ErrUnavailable), ctx.Err() != nil:
		return 0, err
	case err != nil: // the table of versions does not exist
		return 0, fmt.Errorf("%w: %w", database.ErrSchemaOld, err)
	case oldest > 0 && oldest < firstMigration:
		return 0, ErrSchemaUnreleased
	}
	return newest, nil
}

// schemaWanted is the number of the newest migration of this program.
func (s *Store) schemaWanted() (int64, error) {
	provider, err := s.provider()
	if err != nil {
		return 0, fmt.Errorf("store: %w", err)
	}
	sources := provider.ListSources()
	return sources[len(sources)-1].Version, nil
}
