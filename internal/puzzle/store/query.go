package store

import (
	"context"
	"database/sql"
	"iter"
)

// A querier is a database, a connection or a transaction.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// query yields the rows of an answer; fields are the places of a row's columns. An error is the
// last.
func query[T any](ctx context.Context, db querier, fields func(*T) []any, text string,
	args ...any) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		rows, err := db.QueryContext(ctx, text, args...)
		if err == nil {
			defer rows.Close()
			for rows.Next() {
				var row T
				err := rows.Scan(fields(&row)...)
				if !yield(row, classify(err)) || err != nil {
					return
				}
			}

			err = rows.Err()
		}

		if err != nil {
			yield(*new(T), classify(err))
		}
	}
}

// list returns the rows of an answer, never nil.
func list[T any](rows iter.Seq2[T, error]) ([]T, error) {
	all := []T{}
	for row, err := range rows {
		if err != nil {
			return all, err
		}
		all = append(all, row)
	}

	return all, nil
}
