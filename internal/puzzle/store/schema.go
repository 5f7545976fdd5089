package store

import (
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"strings"
)

//go:embed schema.sql
var schema string

// The versions of stores that this program reads and writes. A store of version 1 also records who
// solved its puzzles, which later versions ignore.
const (
	oldestVersion = 1
	version       = 2
)

// applicationID marks an SQLite file as a puzzle store: "Turn".
const applicationID = 0x5475726e

// definitions returns the statements of the schema by what they define, such as "table puzzle".
func definitions() map[string]string {
	all := map[string]string{}
	for statement := range strings.SplitSeq(schema, ";\n") {
		_, statement, found := strings.Cut("\n"+statement, "\nCREATE ")
		if !found {
			continue // white space at the end
		}
		words := strings.Fields(strings.TrimPrefix(statement, "VIRTUAL "))
		all[strings.ToLower(words[0])+" "+words[1]] = "CREATE " + statement
	}

	return all
}

// needed lists what every query relies on.
var needed = []string{"table puzzle", "table theme", "table puzzle_theme", "table author", "table words"}

// create makes the tables of a store in an empty file.
func create(ctx context.Context, db *sql.DB) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	// If two processes create a store at once, the second waits here and finds the work done.
	if _, err := conn.ExecContext(ctx, "BEGIN IMMEDIATE"); err != nil {
		return err
	}
	found, err := versionOf(ctx, conn)
	if err == nil && found == 0 {
		const mark = "; PRAGMA application_id = %d; PRAGMA user_version = %d"
		_, err = conn.ExecContext(ctx, schema+fmt.Sprintf(mark, applicationID, version))
	}
	if err != nil {
		_, undone := conn.ExecContext(context.WithoutCancel(ctx), "ROLLBACK")
		return errors.Join(err, undone)
	}

	_, err = conn.ExecContext(ctx, "COMMIT")
	return err
}

// versionOf returns the version of a store, 0 for an empty file. The error may wrap ErrNotStore or
// ErrNewer.
func versionOf(ctx context.Context, db querier) (int, error) {
	const marks = `SELECT (SELECT * FROM pragma_application_id), (SELECT * FROM pragma_user_version),
		(SELECT count(*) FROM sqlite_schema)`
	var application, found, tables int
	err := db.QueryRowContext(ctx, marks).Scan(&application, &found, &tables)
	switch {
	case err != nil:
		return 0, err
	case application == 0 && found == 0 && tables == 0:
		return 0, nil
	case application != applicationID || found < oldestVersion:
		return 0, fmt.Errorf("%w: this database belongs to another program", ErrNotStore)
	case found > version:
		const newer = "%w: version %d, but this program supports versions up to %d"
		return 0, fmt.Errorf(newer, ErrNewer, found, version)
	}

	return found, nil
}

// defined returns what a file defines, as [definitions] does. The tables behind the index of words
// and the indexes that SQLite makes by itself are left out.
func defined(ctx context.Context, db querier) (map[string]string, error) {
	const list = `SELECT type || ' ' || name, coalesce(sql, '') FROM sqlite_schema
		WHERE name NOT LIKE 'sqlite%' AND name NOT LIKE 'words!_%' ESCAPE '!'`
	type definition struct{ name, text string }
	fields := func(d *definition) []any { return []any{&d.name, &d.text} }
	all := map[string]string{}
	for d, err := range query(ctx, db, fields, list) {
		if err != nil {
			return nil, err
		}
		all[d.name] = d.text
	}

	return all, nil
}

// checkTables returns an error if one of the needed tables is not as this program makes it: in its
// place there could be a view whose query never ends.
func checkTables(ctx context.Context, db querier) error {
	found, err := defined(ctx, db)
	if err != nil {
		return err
	}
	want := definitions()
	for _, name := range needed {
		if found[name] != want[name] {
			return fmt.Errorf("%w: the %s is not as this program makes it", ErrDamaged, name)
		}
	}

	return nil
}
