// Package store keeps puzzles in a file that can be asked questions: an SQLite database, readable by
// the sqlite3 shell and by Datasette as well. JSON Lines stay the form in which puzzles are
// exchanged, and every line comes out of a store as it went in, byte for byte.
//
//	s, err := store.Open(ctx, "book.db", store.Options{Create: true})
//	added, err := s.Add(ctx, lines, store.AddOptions{})
//	for found, err := range s.Find(ctx, store.Query{Themes: []string{"switchback"}, Grade: store.Range{From: 1400, To: 1800}}) {
//		fmt.Printf("%s\n", found.Line)
//	}
//
// It also keeps who solved what, and the ratings of solvers and puzzles that follow from it: see
// [Store.Record].
//
// What has been reported as stored survives the death of the process and of the machine: a store
// is written with a write-ahead log and full syncing. Several processes may use one store at once.
// The tables are described in docs/store.md.
package store
