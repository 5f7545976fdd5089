package corpus

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"turncoat/internal/files"
	"turncoat/internal/strict"
	"turncoat/rules/ruleset"
)

// RulesVersion is the version of the rules that corpora are made for. It changes whenever the legal
// turns of some position change.
const RulesVersion = "1"

// Size says how thoroughly a corpus detects misreadings.
type Size string

// The sizes. Each includes the cases of those before it.
const (
	Smoke    Size = "smoke"    // a hundred cases or fewer
	Standard Size = "standard" // every misreading is detected several times
	Full     Size = "full"     // every misreading is detected many times
)

// Sizes lists the sizes, the smallest first.
func Sizes() []Size { return []Size{Smoke, Standard, Full} }

// Manifest lists the files of a directory of corpora with their checksums.
type Manifest struct {
	RulesVersion string         `json:"rulesVersion"`
	Files        []ManifestFile `json:"files"` // sorted by name
}

// ManifestFile is one file.
type ManifestFile struct {
	File        string      `json:"file"`
	SHA256      string      `json:"sha256"`
	Bytes       int         `json:"bytes"`
	Rules       ruleset.Set `json:"rules"`
	Size        Size        `json:"size,omitempty"`
	Seed        uint64      `json:"seed"`
	Cases       int         `json:"cases,omitempty"`
	Positions   int         `json:"positions,omitempty"` // of a perft suite
	Searched    int         `json:"searched,omitempty"`  // positions that were looked at
	Misreadings int         `json:"misreadings,omitempty"`
	// misreadings that some case detects
	Told    int     `json:"told,omitempty"`
	Weakest int     `json:"weakest,omitempty"` // cases that detect the misreading detected least often
	Alike   []Alike `json:"alike,omitempty"`   // misreadings that no case distinguishes
}

// Checksum returns the SHA-256 of a file's content in hexadecimal.
func Checksum(content []byte) string { return fmt.Sprintf("%x", sha256.Sum256(content)) }

// Put adds the entry of a file, in place of one of the same name.
func (m *Manifest) Put(f ManifestFile) {
	m.RulesVersion = RulesVersion
	at, found := slices.BinarySearchFunc(m.Files, f, func(a, b ManifestFile) int {
		return strings.Compare(a.File, b.File)
	})
	if found {
		m.Files[at] = f
		return
	}

	m.Files = slices.Insert(m.Files, at, f)
}

// ParseManifest reads a manifest.
func ParseManifest(text []byte) (*Manifest, error) {
	m := &Manifest{}
	if err := strict.Decode(text, m); err != nil {
		return nil, fmt.Errorf("%w: manifest: %w", ErrSyntax, err)
	}
	slices.SortFunc(m.Files, func(a, b ManifestFile) int { return strings.Compare(a.File, b.File) })
	return m, nil
}

// Append appends the manifest as text that [ParseManifest] reads.
func (m *Manifest) Append(text []byte) ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	err := enc.Encode(m)
	return append(text, out.Bytes()...), err
}

// CheckManifest reports what is wrong with the manifest at a path, which need not be there yet.
func CheckManifest(path string) error {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		_, err = ParseManifest(text)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// UpdateManifest puts the entry of a file into the manifest at a path; commit puts the file in its
// place meanwhile.
func UpdateManifest(path string, entry ManifestFile, commit func() error) error {
	return files.Update(path, func(old []byte) ([]byte, error) {
		m := &Manifest{}
		if old != nil {
			var err error
			m, err = ParseManifest(old)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", path, err)
			}
		}

		m.Put(entry)
		text, err := m.Append(nil)
		if err != nil {
			return nil, err
		}
		return text, commit()
	})
}

// Pack returns the content of a file, compressed where the name of the file says so.
func Pack(name string, content []byte) ([]byte, error) {
	if !strings.HasSuffix(name, ".gz") {
		return content, nil
	}
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	_, err = w.Write(content)
	err = errors.Join(err, w.Close())
	return packed.Bytes(), err
}
