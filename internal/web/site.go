// Package web is the board in the browser: a page on which a person plays, understands, analyses,
// solves puzzles and reads records.
//
// [Handler] serves the page and answers its questions in the protocol of package protocol:
// handler.go serves files, ask.go answers. [Files] are what it serves; package site makes a static
// site of them, with the rules as WebAssembly instead of a server.
package web

import (
	"bytes"
	"compress/gzip"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"sort"
	"strings"

	"turncoat/diagram"
	"turncoat/puzzle"
	"turncoat/puzzle/proof"
	"turncoat/rules/board"
	"turncoat/specs"
)

//go:embed site
var assets embed.FS

// The files that a static site has changed.
const (
	IndexPage = "index.html"
	EmbedPage = "embed.html" // the small board, for frames on other pages

	// ServerEngine is the attribute of both by which a server answers their questions.
	ServerEngine = `data-engine="server"`

	element = "turncoat-board.js" // the script that puts the small board on other pages
)

// page is what a web host serves: files by their paths, as they are sent.
type page map[string][]byte

// Files returns the files of the page by their paths, with the data that other packages hold.
func Files() (map[string][]byte, error) {
	p := page{}
	source, err := fs.Sub(assets, "site")
	if err != nil {
		return nil, err
	}
	err = fs.WalkDir(source, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		p[name], err = fs.ReadFile(source, name)
		return err
	})
	if err != nil {
		return nil, err
	}
	if err := p.addPuzzles(); err != nil {
		return nil, err
	}
	if err := p.addProofs(); err != nil {
		return nil, err
	}
	if err := p.addPieces(); err != nil {
		return nil, err
	}
	return p, p.addChapters()
}

// addPieces adds the pieces that diagrams have.
func (p page) addPieces() error {
	for colour := board.White; colour <= board.Black; colour++ {
		for kind := board.Pawn; kind <= board.King; kind++ {
			var text bytes.Buffer
			piece := board.Piece{Kind: kind, Colour: colour}
			if err := diagram.Piece(&text, piece); err != nil {
				return err
			}
			letter := board.Piece{Kind: kind, Colour: board.White}.Letter()
			name := colour.String()[:1] + string(letter)
			p["pieces/plain/"+name+".svg"] = text.Bytes()
		}
	}

	return nil
}

// mark gives a page other attributes in the place of ServerEngine.
func (p page) mark(name, attributes string) {
	p[name] = bytes.Replace(p[name], []byte(ServerEngine), []byte(attributes), 1)
}

func (p page) addPuzzles() error {
	names, err := fs.Glob(puzzle.Collection(), "*.jsonl")
	if err != nil {
		return err
	}
	// Pacifist first: the rule sets in the order of the rules text begin with it.
	sort.SliceStable(names, func(i, j int) bool {
		return strings.HasPrefix(names[i], "pacifist1") && !strings.HasPrefix(names[j], "pacifist1")
	})
	for _, name := range names {
		text, err := fs.ReadFile(puzzle.Collection(), name)
		if err != nil {
			return err
		}
		p["data/puzzles/"+name] = text
	}

	return p.addIndex("data/puzzles/index.json", names)
}

// addProofs adds the proofs of openings, and tells the page their names and who wins by them.
func (p page) addProofs() error {
	const end = ".jsonl.gz"
	names, err := fs.Glob(puzzle.Proofs, "proofs/*"+end)
	if err != nil {
		return err
	}
	var proved []string
	for _, name := range names {
		text, err := puzzle.Proofs.ReadFile(name)
		if err != nil {
			return err
		}
		winner, err := proofWinner(text)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		p["data/"+name] = text
		proved = append(proved, strings.TrimSuffix(path.Base(name), end)+":"+winner)
	}

	p.mark(IndexPage, ServerEngine+` data-proofs="`+strings.Join(proved, " ")+`"`)
	return nil
}

// proofWinner returns who wins by a proof, from its header.
func proofWinner(packed []byte) (string, error) {
	text, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return "", err
	}
	var header proof.Header
	if err := json.NewDecoder(text).Decode(&header); err != nil {
		return "", err
	}
	if strings.Contains(header.FEN, " w ") {
		return "white", nil
	}
	return "black", nil
}

func (p page) addChapters() error {
	names, err := fs.Glob(specs.Files, "*.yaml")
	if err != nil {
		return err
	}
	for _, name := range names {
		text, err := specs.Files.ReadFile(name)
		if err != nil {
			return err
		}
		p["data/learn/"+name] = text
	}

	return nil
}

func (p page) addIndex(name string, of any) error {
	text, err := json.Marshal(of)
	p[name] = text
	return err
}
