package corpus

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// RulesVersion is the version of the rules that corpora are made for. It changes when a position's
// turns do.
const RulesVersion = "1"

// Manifest lists the files of a directory of corpora with their checksums.
type Manifest struct {
	RulesVersion string         `json:"rulesVersion"`
	Files        []ManifestFile `json:"files"` // sorted by name
}

// ManifestFile is one file.
type ManifestFile struct {
	File        string  `json:"file"`
	SHA256      string  `json:"sha256"`
	Bytes       int     `json:"bytes"`
	Rules       RuleSet `json:"rules"`
	Size        Size    `json:"size,omitempty"`
	Seed        uint64  `json:"seed"`
	Cases       int     `json:"cases,omitempty"`
	Positions   int     `json:"positions,omitempty"` // of a perft suite
	Searched    int     `json:"searched,omitempty"`  // positions that were looked at
	Misreadings int     `json:"misreadings,omitempty"`
	Told        int     `json:"told,omitempty"`    // misreadings that some case tells from the rules
	Weakest     int     `json:"weakest,omitempty"` // cases that tell the one told least
	Alike       []Alike `json:"alike,omitempty"`   // misreadings that no case tells apart
}

// Describe gives the entry of a corpus whose file has the content given.
func (m *Made) Describe(file string, content []byte, seed uint64) ManifestFile {
	return ManifestFile{File: file, SHA256: Checksum(content), Bytes: len(content), Rules: m.Rules, Size: m.Size, Seed: seed, Cases: len(m.Cases),
		Searched: m.Searched, Misreadings: m.Misreadings, Told: m.Told, Weakest: m.Weakest, Alike: m.Alike}
}

// Checksum gives the SHA-256 of a file's content in hexadecimal.
func Checksum(content []byte) string { return fmt.Sprintf("%x", sha256.Sum256(content)) }

// Put adds the entry of a file, in place of one of the same name.
func (m *Manifest) Put(f ManifestFile) {
	m.RulesVersion = RulesVersion
	at, found := slices.BinarySearchFunc(m.Files, f, func(a, b ManifestFile) int { return strings.Compare(a.File, b.File) })
	if found {
		m.Files[at] = f
		return
	}
	m.Files = slices.Insert(m.Files, at, f)
}

// ParseManifest reads a manifest.
func ParseManifest(text []byte) (*Manifest, error) {
	m := &Manifest{}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(m); err != nil {
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
