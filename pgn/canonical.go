package pgn

import (
	"fmt"
	"sort"
	"strings"

	"turncoat/internal/lazyregexp"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// RefusedError says what of a record a form cannot hold. Nothing is left out silently.
type RefusedError struct {
	Form   string // "pgn", "json" or "vchess"
	What   string
	Reason string
}

func (e *RefusedError) Error() string {
	return fmt.Sprintf("%s cannot be written as %s: %s", e.What, e.Form, e.Reason)
}

// roster holds the seven tags that PGN begins with, and what stands for an unknown value.
var roster = [...]Tag{{Name: "Event", Value: "?"}, {Name: "Site", Value: "?"}, {Name: "Date", Value: "????.??.??"}, {Name: "Round", Value: "?"},
	{Name: "White", Value: "?"}, {Name: "Black", Value: "?"}, {Name: "Result", Value: "*"}}

var dashedDate = lazyregexp.New(`^(\d{4})-(\d\d)-(\d\d)$`)

// CanonicalTags returns the record's tags as canonical PGN has them: the seven that every record has, then
// the others in ASCII order. Variant names the rule set by our name, but for orthodox chess, where
// it stays as it is; SetUp and FEN stand where the game does not begin at the standard start.
func (r *PlayedGame) CanonicalTags() []Tag {
	tags := make([]Tag, 0, len(r.Tags)+len(roster))
	for _, t := range roster {
		if value := r.Tag(t.Name); value != "" {
			t.Value = value
		}
		switch t.Name {
		case "Date":
			t.Value = dashedDate().ReplaceAllString(t.Value, "$1.$2.$3")
		case "Result":
			t.Value = r.Result.String()
		}
		tags = append(tags, t)
	}
	first := len(tags)
	for _, t := range r.Tags {
		if !r.settles(t.Name) {
			tags = append(tags, Tag{Name: t.Name, Value: t.Value})
		}
	}
	set := r.Rules.Set()
	variant := r.Tag("Variant")
	if set.Family != ruleset.Chess || set.Name != "chess" {
		variant = set.Name
	}
	if variant != "" {
		tags = append(tags, Tag{Name: "Variant", Value: variant})
	}
	if start := r.Rules.Start(); r.Start != start {
		tags = append(tags, Tag{Name: "FEN", Value: r.Rules.FEN(&r.Start)}, Tag{Name: "SetUp", Value: "1"})
	}
	others := tags[first:]
	sort.SliceStable(others, func(i, j int) bool { return others[i].Name < others[j].Name })
	return tags
}

// settles reports whether a tag is written from what the record is, not from its words.
func (r *PlayedGame) settles(name string) bool {
	for _, known := range []string{"Variant", "FEN", "SetUp"} {
		if strings.EqualFold(name, known) {
			return true
		}
	}
	for _, t := range roster {
		if strings.EqualFold(name, t.Name) {
			return true
		}
	}
	return false
}

// fullReclaim reports whether a turn takes back what a record that says nothing means (PAC-8).
func (r *PlayedGame) fullReclaim(t *Turn) bool {
	set := r.Rules.Set()
	if set.Family != ruleset.Pacifist || set.Reclaim == ruleset.NoReclaim {
		return true
	}
	return t.Played.Reclaimed == r.Rules.Full(&t.Before, t.Played.Move).Reclaimed
}

// walk calls visit for every line of play with the position it begins in, a line before the
// variations in it.
func (r *PlayedGame) walk(visit func(v *Variation)) {
	var down func(v *Variation)
	down = func(v *Variation) {
		visit(v)
		for _, t := range v.Turns {
			for _, side := range t.Variations {
				down(side)
			}
		}
	}
	down(&r.Main)
}

// numbered reports whether a move number belongs before a turn, given that something interrupted the line.
func numbered(p *board.Position, interrupted bool) bool {
	return p.Turn == board.White || interrupted
}
