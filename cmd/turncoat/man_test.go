package main

import (
	"strings"
	"testing"
)

// The manual page from its head to its end, with the first commands; and the whole help of a group and of a command.
func TestPages(t *testing.T) {
	page := manual(idle(t).app("man"))
	for _, part := range []string{
		"TURNCOAT 1 \"\" \"turncoat " + version() +
			"\" \"User Commands\"\n====\n\n# NAME\n\nturncoat - chess in which pieces change sides\n\n# SYNOPSIS\n\n**turncoat** *COMMAND* [flags] [arguments]\n\n" +
			"# DESCRIPTION\n\n    A first look:\n      $ turncoat rules list\n",
		"--json prints JSON.\n\n# COMMANDS\n\n### turncoat rules\n\nList the rule sets, or show one, or a rule.\n\n    turncoat rules COMMAND [flags] [arguments]\n\n" +
			"### turncoat rules list\n\nList the rule sets.\n\n    turncoat rules list [flags]\n\n    Lists the rule sets that are built in. ",
		"    Flags:\n      --json                print JSON, one object a line\n      --help, -h            print this help\n\n    Example:\n      $ turncoat rules list\n      pacifist1         Pacifist ",
		"\n### turncoat version\n\nPrint the version, the revision of the source, and the version of Go.\n\n    turncoat version [flags]\n\n",
		"# EXIT STATUS\n\n    0 all is well; 1 something wrong was found; ",
		"130 interrupted.\n\n# ENVIRONMENT\n\n**TURNCOAT_RULES**\n: the rule set of calls without --rules\n\n**NO_COLOR**\n: if it is not empty, boards are not coloured\n",
	} {
		if !strings.Contains(page, part) {
			t.Errorf("the manual page has no %q", part)
		}
	}
	if got, want := literal("a*b_c [d] `e` <f> #g |h ~i \\\\ é"), "a\\*b\\_c \\[d\\] \\`e\\` \\<f\\> \\#g \\|h \\~i \\\\\\\\ é"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for words, want := range map[string]string{
		"scenario": `turncoat scenario - write scenarios: positions, moves and what must hold after them

Usage: turncoat scenario COMMAND [flags] [arguments]

Commands:
  new        print a scenario to start from

Example:
  $ turncoat scenario new --rules conversion start e4
  rules: conversion
  scenarios:
  …
`,
		"diagram": `turncoat diagram - draw a position, or what a move changes in it

Usage: turncoat diagram [flags] FEN [MOVE…]

Draws a board: as text on the screen, in colour on a terminal, or with -o as a picture, by the
ending of the file's name (.svg, .png; anything else is text). With MOVEs the position after them is
drawn, the last marked and each piece that changed colour numbered by its wave. A reclaim that is
not the full one follows the move after "~". Without a move any rules will do, and --rules may be
left out.

Flags:
  --rules SET           the rule SET: a built-in name (see: turncoat rules list) or a YAML
                        file; by default that of $TURNCOAT_RULES
  --output, -o FILE     write to FILE instead of standard output (-)
  --format FORMAT       the FORMAT: text, svg or png; by default that of the file's name
  --flip                show the board as Black sees it
  --size PIXELS         the width of a picture in PIXELS (default: 404, of a PNG 808)
  --style STYLE         the STYLE of a picture: screen, in colour, or print, in black and
                        white for paper (default: screen)
  --count               show beneath a picture how many pieces each side has
  --animate             let an SVG play the move wave by wave; it stands still for those who
                        prefer reduced motion
  --colour, --color WHEN
                        WHEN to colour boards: auto (on a terminal, unless NO_COLOR is set),
                        always or never (default: auto)
  --help, -h            print this help

Example:
  $ turncoat diagram --rules pacifist1 'rkqn1rb1/ppppppbp/P7/1n4p1/8/4N3/1PPPPPPP/RNK1BBQR' Nf5
`,
	} {
		if _, got, _ := call(t, "", words, "--help"); !strings.HasPrefix(got, want) {
			t.Errorf("%s --help prints\n%s\nwant\n%s", words, got, want)
		}
	}
}
