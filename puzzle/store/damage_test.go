package store_test

import (
	"database/sql"
	"os"
	"path/filepath"
	"testing"

	"turncoat/puzzle/store"
)

// altered returns the path of a store in which a statement has been carried out.
func altered(t *testing.T, statement string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "store.db")
	s := opened(t, path, store.Options{Create: true})
	s.Close()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(statement); err != nil {
		t.Fatal(err)
	}
	return path
}

// cut returns the path of a store whose second half is noughts.
func cut(t *testing.T) string {
	t.Helper()
	s, path := open(t)
	if _, err := s.Add(t.Context(), all(collection(t, "pacifist1")), store.AddOptions{}); err != nil {
		t.Fatal(err)
	}
	s.Close()
	info, err := os.Stat(path)
	if err == nil {
		err = os.Truncate(path, info.Size()/2)
	}
	if err == nil {
		err = os.Truncate(path, info.Size())
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}
