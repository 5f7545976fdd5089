// Command makebook chooses the puzzles of the book, puzzle/collection/book.jsonl.zst, among those that
// were mined for it:
//
//	go run ./puzzle/internal/makebook -o puzzle/collection/book.jsonl.zst DIR/*/puzzles.jsonl
//
// The same files make the same book, whatever their order.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/klauspost/compress/zstd"

	"turncoat/internal/infile"
	"turncoat/internal/outfile"
	"turncoat/puzzle"
	"turncoat/rules/ruleset"
)

func main() {
	out := flag.String("o", "book.jsonl.zst", "the file to be written")
	flag.Parse()
	if err := run(os.Stdout, *out, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "makebook:", err)
		os.Exit(1)
	}
}

// run writes the book and says how many puzzles of each rule set and length are in it.
func run(report io.Writer, path string, files []string) error {
	found := map[string][]puzzle.Puzzle{}
	for _, name := range files {
		if err := read(name, found); err != nil {
			return err
		}
	}
	var book []puzzle.Puzzle
	for _, rules := range ruleset.BuiltinNames() {
		for _, part := range parts(rules) {
			chosen := choose(found[rules], part)
			book = append(book, chosen...)
			fmt.Fprintf(report, "%-18s in %d to %d: %5d of %d wanted\n", rules, part.least, part.most, len(chosen),
				part.count)
		}
	}
	var plain bytes.Buffer
	if err := puzzle.Write(&plain, book); err != nil {
		return err
	}
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression),
		zstd.WithEncoderConcurrency(1))
	if err != nil {
		return err
	}
	packed := encoder.EncodeAll(plain.Bytes(), nil)
	fmt.Fprintf(report, "%d puzzles, %d bytes\n", len(book), len(packed))
	file, err := outfile.Create(path)
	if err != nil {
		return err
	}
	defer file.Discard()
	if _, err := file.Write(packed); err != nil {
		return err
	}
	return file.Commit()
}

func read(name string, found map[string][]puzzle.Puzzle) error {
	file, err := infile.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	puzzles, err := puzzle.Read(file, name)
	if err != nil {
		return err
	}
	for _, p := range puzzles {
		found[p.Rules.Name] = append(found[p.Rules.Name], p.Puzzle)
	}
	return nil
}
