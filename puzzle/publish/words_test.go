package publish

import (
	"testing"

	"turncoat/puzzle"
	"turncoat/rules/ruleset"
)

// Cyrillic letters keep their size in Latin ones; some have none, and others are not Cyrillic.
func TestCyrillic(t *testing.T) {
	for r, want := range map[rune]string{'ж': "zh", 'Ж': "Zh", 'а': "a", 'А': "A", 'ъ': "", 'Ъ': "", 'ё': "e"} {
		if got, ok := cyrillic(r); !ok || got != want {
			t.Errorf("%c is %q, %t", r, got, ok)
		}
	}
	for _, r := range "xX-" {
		if got, ok := cyrillic(r); ok || got != "" {
			t.Errorf("%c is %q, %t", r, got, ok)
		}
	}
}

// Parts of a booklet have their length in words up to six.
func TestPartTitles(t *testing.T) {
	for _, c := range []struct {
		name, stipulation string
		in                int
		half              bool
		want              string
	}{
		{"chess", "", 1, false, "Chess: win in one"},
		{"pacifist2", "", 6, false, "Pacifist 2: win in six"},
		{"conversion", "self-win", 7, false, "Conversion Chess: self-win in 7"},
		{"chess", "help-win", 2, true, "Chess: help-win in 2.5"},
		{"mine", "claim", 3, false, "mine: claim in three"},
	} {
		p := puzzle.Puzzle{Rules: ruleset.Set{Name: c.name}, Stipulation: c.stipulation, In: c.in, Half: c.half}
		if got := partTitle(&p); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}

// The ranges of characters that LaTeX has in every set of fonts.
func TestInFonts(t *testing.T) {
	for r, want := range map[rune]bool{' ': true, '~': true, 0x7f: false, 0xa0: false, 0xa1: true, 0xad: false,
		0x17d: true, 0x17e: true, 0x17f: false, 'ħ': false, '–': true, 'Ж': false} {
		if inFonts(r) != want {
			t.Errorf("%U: %t", r, !want)
		}
	}
}
