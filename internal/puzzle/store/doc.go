// Package store keeps puzzles in a searchable SQLite database, which the sqlite3 shell and
// Datasette can read too. Puzzles are exchanged as JSON Lines; every line comes out of a store
// exactly as it went in.
//
//	s, err := store.Open(ctx, "book.db", store.Options{Create: true})
//	added, err := s.Add(ctx, lines, store.AddOptions{})
//	for found, err := range s.Find(ctx, store.Query{Themes: [][]string{{"switchback"}}, Grade: store.Range{From: 1400, To: 1800}}) {
//		fmt.Printf("%s\n", found.Line)
//	}
//
// What has been reported as stored survives a crash of the process or the machine: a store has a
// write-ahead log and is fully synced. Several processes may use a store at once. docs/store.md
// describes the tables.
package store
