package match

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/kballard/go-shellquote"
)

// A Protocol is how the arbiter talks to a program.
type Protocol string

// The protocols: that of docs/INTERFACE.md, and UCI.
const (
	Turncoat Protocol = "turncoat"
	UCI      Protocol = "uci"
)

// A Player is a program that plays, and how it plays.
type Player struct {
	Name     string
	Args     []string // the program and its arguments
	Dir      string   // where it runs; empty for the current directory
	Protocol Protocol
	Limits   Limits
	Options  []Option // of UCI, set before the first game
	Restart  bool     // start the program again for each game
}

// An Option is an option of UCI.
type Option struct{ Name, Value string }

// MaxNodes is the maximum of a player's nodes=.
const MaxNodes = 1_000_000_000

// ParsePlayer reads a player as match runners write it, as words of KEY=VALUE quoted as in a shell:
//
//	name=Anna cmd="anna --quiet" proto=uci tc=10+0.1 option.Hash=64
//
// Keys that are missing are taken from defaults.
func ParsePlayer(text string, defaults Player) (Player, error) {
	p := defaults
	p.Options = slices.Clone(p.Options)
	words, err := shellquote.Split(text)
	if err != nil {
		return p, fmt.Errorf("%q: %w", text, err)
	}
	limited := false
	seen := map[string]bool{}
	for _, word := range words {
		key, value, ok := strings.Cut(word, "=")
		if !ok || value == "" {
			return p, fmt.Errorf("%q is not KEY=VALUE", word)
		}
		if seen[key] {
			return p, fmt.Errorf("%s= is given twice", key)
		}
		seen[key] = true
		if isLimit(key) && !limited {
			p.Limits, limited = Limits{}, true // the player's own limits replace the defaults
		}
		if err := p.set(key, value); err != nil {
			return p, err
		}
	}

	if len(p.Args) == 0 {
		return p, fmt.Errorf("%q names no program: cmd= is missing", text)
	}
	if p.Name == "" {
		p.Name = strings.TrimSuffix(filepath.Base(p.Args[0]), filepath.Ext(p.Args[0]))
	}
	if len(p.Options) > 0 && p.Protocol != UCI {
		return p, fmt.Errorf("%s: options need proto=uci", p.Name)
	}
	if p.Protocol == UCI && p.Limits.Level > 0 {
		return p, fmt.Errorf("%s: UCI has no levels; set an option of the program, such as "+
			"option.Level or option.UCI_Elo", p.Name)
	}

	if err := p.Limits.Validate(); err != nil {
		return p, fmt.Errorf("%s: %w", p.Name, err)
	}
	return p, nil
}

// set sets the field of a player that a key names.
func (p *Player) set(key, value string) error {
	option, isOption := strings.CutPrefix(key, "option.")
	switch {
	case isOption && option != "":
		if strings.ContainsAny(option+value, "\r\n") {
			return fmt.Errorf("%s: a line break", key)
		}
		p.Options = append(p.Options, Option{option, value})
	case key == "name":
		control := strings.ContainsFunc(value, func(r rune) bool { return r < ' ' || r == 0x7f })
		if control || len(value) > 100 {
			return fmt.Errorf("name=%q: want at most 100 printable characters", value)
		}
		p.Name = value
	case key == "cmd":
		args, err := shellquote.Split(value)
		if err != nil {
			return fmt.Errorf("cmd=%s: %w", value, err)
		}
		p.Args = args
	case key == "dir":
		p.Dir = value
	case key == "proto":
		p.Protocol = Protocol(value)
		if p.Protocol != Turncoat && p.Protocol != UCI {
			return fmt.Errorf("proto=%s: want turncoat or uci", value)
		}
	case key == "restart":
		if value != "on" && value != "off" {
			return fmt.Errorf("restart=%s: want on or off", value)
		}
		p.Restart = value == "on"
	case isLimit(key):
		return p.Limits.set(key, value)
	default:
		return fmt.Errorf("unknown key %q; known are name, cmd, dir, proto, tc, st, nodes, level, "+
			"restart, option.NAME", key)
	}

	return nil
}

// isLimit reports whether a key sets a limit of a player.
func isLimit(key string) bool {
	return slices.Contains([]string{"tc", "time", "st", "nodes", "level"}, key)
}

// set sets the limit that a key names.
func (l *Limits) set(key, value string) (err error) {
	switch key {
	case "tc", "time":
		control, err := ParseTime(value)
		if err != nil {
			return err
		}
		l.Moves, l.Time, l.Increment = control.Moves, control.Time, control.Increment
	case "st":
		d, ok := parseSeconds(value)
		if !ok || d < time.Millisecond {
			return fmt.Errorf("st=%s: want seconds for each move", value)
		}
		l.PerMove = d
	case "nodes":
		l.Nodes, err = parseNumber(key, value, MaxNodes)
	case "level":
		l.Level, err = parseNumber(key, value, 99)
	}

	return err
}

// parseNumber reads a number from 1 to most.
func parseNumber(key, value string, most int) (int, error) {
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 || n > most {
		return 0, fmt.Errorf("%s=%s: want a number from 1 to %d", key, value, most)
	}
	return n, nil
}

// UniqueNames appends numbers to names that several players share.
func UniqueNames(players []Player) {
	for i := range players {
		name, n := cmp.Or(players[i].Name, "player"), 1
		for slices.ContainsFunc(players[:i], func(p Player) bool {
			return p.Name == players[i].Name
		}) {
			n++
			players[i].Name = fmt.Sprintf("%s (%d)", name, n)
		}
	}
}
