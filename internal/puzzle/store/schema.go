package store

import (
	"context"
	"database/sql"
	_ "embed"
	"fmt"
)

//go:embed schema.sql
var schema string

// migrations[v] upgrades a store from version v to v+1; the first creates version 1 in an empty
// file. Released migrations never change.
var migrations = []string{schema}

// applicationID marks an SQLite file as a puzzle store: "Turn".
const applicationID = 0x5475726e

// migrate creates a store in an empty file or upgrades an older one.
func migrate(ctx context.Context, db *sql.DB) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	// If two processes upgrade at once, the second waits here and finds the work done.
	if _, err := conn.ExecContext(ctx, "BEGIN IMMEDIATE"); err != nil {
		return err
	}
	version, err := versionOf(ctx, conn)
	for ; err == nil && version < len(migrations); version++ {
		_, err = conn.ExecContext(ctx, migrations[version])
		if err == nil {
			_, err = conn.ExecContext(ctx, fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d",
				applicationID, version+1))
		}
	}

	if err != nil {
		conn.ExecContext(context.WithoutCancel(ctx), "ROLLBACK")
		return err
	}

	_, err = conn.ExecContext(ctx, "COMMIT")
	return err
}

// versionOf returns the version of a store, 0 for an empty file. The error may wrap ErrNotStore or
// ErrNewer.
func versionOf(ctx context.Context, db querier) (int, error) {
	var application, version, tables int
	err := db.QueryRowContext(ctx,
		"SELECT (SELECT * FROM pragma_application_id), (SELECT * FROM pragma_user_version), (SELECT count(*) FROM sqlite_schema)").
		Scan(&application, &version, &tables)
	switch {
	case err != nil:
		return 0, err
	case application == 0 && version == 0 && tables == 0:
		return 0, nil
	case application != applicationID:
		return 0, fmt.Errorf("%w: this database belongs to another program", ErrNotStore)
	case version > len(migrations):
		return 0, fmt.Errorf("%w: version %d, but this program supports versions up to %d", ErrNewer, version,
			len(migrations))
	}

	return version, nil
}
