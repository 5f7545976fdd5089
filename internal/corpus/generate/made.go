package generate

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"turncoat/corpus"
	"turncoat/internal/corpus/compose"
	"turncoat/internal/fingerprint"
	"turncoat/rules/ruleset"
)

// made writes candidates as cases, each once.
func (m *maker) made(size corpus.Size, searched int, all []*candidate) *Made {
	out := &Made{Size: size, Rules: m.Variant.Set(), Searched: searched,
		Misreadings: len(m.readings)}
	var list []*candidate
	seen := map[string]bool{}
	for _, c := range all {
		if !seen[fingerprint.Name(c.Question)] {
			seen[fingerprint.Name(c.Question)] = true
			list = append(list, c)
			out.Cases = append(out.Cases, m.write(c))
		}
	}

	slices.SortFunc(out.Cases, func(a, b corpus.Case) int {
		return cmp.Or(a.Size()-b.Size(), strings.Compare(a.ID, b.ID))
	})
	s := fingerprint.Assess(answersOf(list), len(m.readings))
	for _, n := range s.Told {
		if n > 0 {
			out.Told++
			if out.Weakest == 0 || n < out.Weakest {
				out.Weakest = n
			}
		}
	}

	for _, a := range m.Alike(s) {
		out.Alike = append(out.Alike, corpus.NewAlike(m.readings, a.Members, a.Rules, a.Proof))
	}
	return out
}

// timesClocked says how often a corpus of a size asks each clock other than 0.
var timesClocked = map[corpus.Size]int{corpus.Smoke: 1, corpus.Standard: 2, corpus.Full: 4}

// clocked returns candidates with other half-move clocks, each clock as often as the size asks for
// it. Positions that were given are left as they are.
func (m *maker) clocked(size corpus.Size, from []*candidate) []*candidate {
	var showing, list []*candidate
	for _, c := range from {
		if !m.options.Only && m.showsClock(c) {
			showing = append(showing, c)
		}
	}

	if len(showing) == 0 {
		return nil
	}
	clocks := compose.Clocks()
	for i := range timesClocked[size] * len(clocks) {
		c := *showing[i%len(showing)]
		c.Question = compose.WithClock(m.Variant, c.Question, clocks[i%len(clocks)])
		list = append(list, &c)
	}

	return list
}

// showsClock reports whether a candidate has turns that advance the clock of its FEN and others
// that reset it.
func (m *maker) showsClock(c *candidate) bool {
	p, err := c.Position(m.Variant)
	if err != nil || len(c.Moves) > 0 {
		return false
	}
	advances, resets := false, false
	for t := range m.Variant.Turns(&p) {
		advances = advances || t.After.Clock > 0
		resets = resets || t.After.Clock == 0
	}

	return advances && resets
}

// write makes the case of a candidate.
func (m *maker) write(c *candidate) corpus.Case {
	out, err := corpus.AnswerByReference(m.Variant.Set(), c.Question)
	if err != nil {
		panic(err) // it has been answered
	}
	var cite []string
	for i, reading := range m.readings {
		if c.Keys[i] == c.Base {
			continue
		}
		if i < m.single || m.options.Pairs {
			out.Tells = append(out.Tells, reading.Name)
		}
		if i < m.single {
			cite = append(cite, reading.Rules()...)
		}
	}

	if p, err := m.Variant.ParseFEN(c.FEN); err == nil && p.Clock > 0 {
		cite = append(cite, out.Rules.Rule(ruleset.ClockRule))
	}
	if len(cite) == 0 {
		cite = []string{out.Rules.Rule(ruleset.MovementRule)}
	}
	out.Cite = sortedRules(cite)
	return out
}

// Describe returns the manifest's entry for a file with the content given, which for a compressed
// file is the content before compression.
func (m *Made) Describe(file string, content []byte, seed uint64) corpus.ManifestFile {
	return corpus.ManifestFile{File: file, SHA256: corpus.Checksum(content), Bytes: len(content),
		Rules: m.Rules, Size: m.Size, Seed: seed, Cases: len(m.Cases),
		Searched: m.Searched, Misreadings: m.Misreadings, Told: m.Told, Weakest: m.Weakest,
		Alike: m.Alike}
}

// sortedRules sorts rule identifiers by group, then number, each once.
func sortedRules(ids []string) []string {
	slices.SortFunc(ids, func(a, b string) int {
		groupA, numberA, _ := strings.Cut(a, "-")
		groupB, numberB, _ := strings.Cut(b, "-")
		x, _ := strconv.Atoi(numberA)
		y, _ := strconv.Atoi(numberB)
		return cmp.Or(strings.Compare(groupA, groupB), x-y)
	})
	return slices.Compact(ids)
}
