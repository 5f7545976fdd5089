package pgn

import (
	"fmt"
	"slices"
	"strings"

	"turncoat/internal/lazyregexp"
	"turncoat/rules"
	"turncoat/rules/ruleset"
)

// RefusedError reports a part of a record that a form cannot hold.
type RefusedError struct {
	Form   string // "pgn", "json" or "vchess"
	What   string
	Reason string
}

func (e *RefusedError) Error() string {
	return fmt.Sprintf("%s cannot be written as %s: %s", e.What, e.Form, e.Reason)
}

// playable returns an error if the rules of a game are not known, so that no form can hold it.
func (r *PlayedGame) playable(form string) error {
	if r.Variant == nil {
		return &RefusedError{Form: form, What: "the game", Reason: "its rules are not known"}
	}
	return nil
}

// roster holds PGN's seven tags and their values when nothing is known.
var roster = [...]Tag{
	{Name: "Event", Value: "?"}, {Name: "Site", Value: "?"}, {Name: "Date", Value: "????.??.??"},
	{Name: "Round", Value: "?"}, {Name: "White", Value: "?"}, {Name: "Black", Value: "?"},
	{Name: "Result", Value: "*"},
}

var dashedDate = lazyregexp.Compile(`^(\d{4})-(\d\d)-(\d\d)$`)

var looseDate = lazyregexp.Compile(`^(\d{4})(?:[-/.](\d\d?))?(?:[-/.](\d\d?))?$`)

// canonicalDate returns a date in the form of PGN if it is clear which part is which: the year
// comes first. Any other text stays as it is.
func canonicalDate(text string) string {
	parts := looseDate().FindStringSubmatch(strings.TrimSpace(text))
	if parts == nil {
		return text
	}
	for i, part := range parts[2:] {
		switch len(part) {
		case 0:
			parts[2+i] = "??"
		case 1:
			parts[2+i] = "0" + part
		}
	}
	return strings.Join(parts[1:], ".")
}

// CanonicalTags returns the record's tags in the order of canonical PGN: the seven that every
// record has, then the others in ASCII order. Variant holds Turncoat's name of the rule set (for
// orthodox chess it stays as written); SetUp and FEN are present if the game does not begin at the
// standard start. Of a game whose rules are not known, the others are left out.
func (r *PlayedGame) CanonicalTags() []Tag {
	tags := make([]Tag, 0, len(r.Tags)+len(roster))
	for _, t := range roster {
		if value := r.Tag(t.Name); value != "" {
			t.Value = value
		}
		switch t.Name {
		case "Date":
			t.Value = canonicalDate(t.Value)
		case "Result":
			t.Value = r.Result.String()
		}

		tags = append(tags, t)
	}

	first := len(tags)
	for _, t := range r.Tags {
		if Identify(t.Name) > TagVariant { // those before it follow from the game
			tags = append(tags, Tag{Name: t.Name, Value: t.Value})
		}
	}

	variant := r.Tag("Variant")
	if r.Variant == nil {
		return append(tags, Tag{Name: "Variant", Value: variant})
	}
	set := r.Variant.Set()
	if _, builtin := ruleset.IsBuiltin(set); !builtin && rules.NamesFile(variant) {
		variant = strings.TrimSpace(variant)
	} else if set.Family != ruleset.Chess || set.Name != "chess" {
		variant = set.Name
	}

	if variant != "" {
		tags = append(tags, Tag{Name: "Variant", Value: variant})
	}
	if start := r.Variant.Start(); r.Start != start {
		fen := r.Variant.FEN(&r.Start)
		tags = append(tags, Tag{Name: "FEN", Value: fen}, Tag{Name: "SetUp", Value: "1"})
	}
	byName := func(a, b Tag) int { return strings.Compare(a.Name, b.Name) }
	slices.SortStableFunc(tags[first:], byName)
	return tags
}
