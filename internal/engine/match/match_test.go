package match

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"turncoat/pgn"
	"turncoat/rules"
	"turncoat/rules/board"
)

// The test binary is the program that plays when this variable is set: its value says what goes
// wrong.
const behaviour = "TURNCOAT_TEST_PLAYER"

func TestMain(m *testing.M) {
	if how := os.Getenv(behaviour); how != "" {
		playBadly(how)
		return
	}

	os.Exit(m.Run())
}

// playBadly plays the legal move that is first, or last, in the alphabet, and breaks the protocol
// at its third move when it is asked to.
func playBadly(how string) {
	out := bufio.NewWriter(os.Stdout)
	variant, at, asked := mustVariant("chess"), board.Position{}, 0
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		line := lines.Text()
		if strings.HasPrefix(line, "{") {
			var q struct {
				ID        json.RawMessage
				Rules     string
				FEN, Move string
				Moves     []string
			}
			if err := json.Unmarshal([]byte(line), &q); err != nil {
				panic(err)
			}
			if q.FEN == "8/8 w" {
				fmt.Fprintf(out,
					`{"id":%s,"error":{"code":"invalid-fen","message":"no such position"}}`+"\n",
					q.ID)
				out.Flush()
				continue
			}

			variant = mustVariant(q.Rules)
			at = follow(variant, q.FEN, q.Moves)
			asked++
			if q.Move != "" {
				fmt.Fprintf(out, `{"id":%s,"uci":"","reclaimed":[]}`+"\n", q.ID)
			} else if !broken(how, q.ID, asked, out) {
				fmt.Fprintf(out, `{"id":%s,"uci":"%s","score":%d}`+"\n", q.ID,
					pick(variant, &at, how),
					map[string]int{"lost": -900}[how])
			}
		} else {
			words := strings.Fields(line)
			switch words[0] {
			case "uci":
				fmt.Fprintln(out,
					"id name test\noption name Hash type spin default 1 min 1 max 64\nuciok")
			case "setoption":
				if words[2] == "UCI_Variant" {
					variant = mustVariant(words[4])
				}
			case "isready":
				fmt.Fprintln(out, "readyok")
			case "position":
				fen, moves, _ := strings.Cut(strings.TrimPrefix(line, "position fen "), " moves ")
				at = follow(variant, fen, strings.Fields(moves))
			case "go":
				asked++
				fmt.Fprintln(out, "info depth 3 score cp 12 nodes 77 pv e2e4")
				if !broken(how, nil, asked, out) {
					fmt.Fprintln(out, "bestmove "+pick(variant, &at, how))
				}
			case "quit":
				return
			}
		}

		out.Flush()
	}
}

func broken(how string, id json.RawMessage, asked int, out *bufio.Writer) bool {
	if asked < 3 {
		return false
	}
	switch how {
	case "gone":
		fmt.Fprintln(os.Stderr, "out of cheese")
		os.Exit(7)
	case "late":
		out.Flush()
		time.Sleep(time.Minute)
	case "junk":
		fmt.Fprintln(out, "\x1b[31mthinking")
		return true
	case "illegal":
		fmt.Fprintf(out, `{"id":%s,"uci":"a1a8"}`+"\n", id)
		return true
	case "chats":
		for { // until it is killed
			if id == nil {
				fmt.Fprintln(out, "info depth 1 score cp 0 nodes 1")
			} else {
				fmt.Fprintf(out, `{"id":%s,"progress":{"nodes":1}}`+"\n", id)
			}
			out.Flush()
			time.Sleep(10 * time.Millisecond)
		}
	}

	return false
}

func pick(v *rules.Variant, at *board.Position, how string) string {
	var all []string
	for _, m := range v.Moves(at) {
		all = append(all, m.UCI(at))
	}
	if how == "last" {
		return slices.Max(all)
	}
	return slices.Min(all)
}

func follow(variant *rules.Variant, fen string, moves []string) board.Position {
	p, err := variant.ParseFEN(fen)
	if err != nil {
		panic(err)
	}
	for _, text := range moves {
		t, err := variant.Parse(&p, text)
		if err != nil {
			panic(err)
		}
		p = t.After
	}

	return p
}

func mustVariant(name string) *rules.Variant {
	v, err := rules.Named(name)
	if err != nil {
		panic(err)
	}
	return v
}

// player returns the test program as a player. How it behaves follows its name.
func player(t *testing.T, how string, p Protocol, l Limits) Player {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return Player{Name: how, Args: []string{"env", behaviour + "=" + how, self}, Protocol: p,
		Limits: l}
}

func newMatch(t *testing.T, set string, games int, players ...Player) *Match {
	t.Helper()
	v := mustVariant(set)
	return &Match{Variant: v, Players: players, Tournament: RoundRobin, Games: games,
		Patience: time.Minute, Opening: func(round int) Opening {
			return RandomOpening(v, 6, 1, uint64(round))
		},
		Rulings: Rulings{MaxMoves: 12}}
}

// Whatever a program does wrong loses it the game, with the reason, and it is started again for the
// next one.
func TestFailures(t *testing.T) {
	for how, want := range map[string]struct{ code, termination string }{
		"gone":    {"gone", "abandoned"},
		"late":    {"late", "time forfeit"},
		"junk":    {"junk", "abandoned"},
		"illegal": {"illegal", "rules infraction"},
	} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			m := newMatch(t, "pacifist1", 2, player(t, how, Turncoat, Limits{PerMove: time.Second}),
				player(t, "first", Turncoat, Limits{Nodes: 1}))
			m.Finished = func(g *Game) error {
				if g.Failure == nil || g.Failure.Code != want.code ||
					g.Termination != want.termination {
					t.Errorf("game %d ended by %q, %v", g.Number, g.Termination, g.Failure)
				}

				return nil
			}
			s, err := m.Run(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if p := s.Pairings[0]; p.Losses != 2 || s.Failed[0][want.termination] != 2 {
				t.Errorf("%+v, %v", p, s.Failed)
			}
		})
	}
}

// A program that goes on writing lines without an answer has no more time for it than one that is
// silent: that of the move, or the arbiter's patience if no clock limits the move.
func TestChattering(t *testing.T) {
	for code, limits := range map[string]Limits{
		"late":   {PerMove: 300 * time.Millisecond},
		"silent": {Nodes: 1},
	} {
		for _, protocol := range []Protocol{Turncoat, UCI} {
			t.Run(fmt.Sprint(code, protocol), func(t *testing.T) {
				t.Parallel()
				chatters := player(t, "chats", protocol, limits)
				variant := mustVariant("chess")
				start := variant.Start()
				s := &session{player: &chatters, margin: 200 * time.Millisecond,
					patience: 10 * time.Second}
				defer s.close()
				if err := s.begin(t.Context(), variant, &start); err != nil {
					t.Fatal(err)
				}
				s.patience = 500 * time.Millisecond
				at := &situation{variant: variant, start: variant.FEN(&start)}
				at.clocks = [2]*clock{newClock(limits), newClock(limits)}

				var err error
				for range 3 { // it chats from the third question on
					if err == nil {
						_, err = s.choose(t.Context(), at)
					}
				}

				var failure *Failure
				if !errors.As(err, &failure) || failure.Code != code ||
					!strings.Contains(failure.Reason, "within 500ms") {
					t.Errorf("%v, want %s within 500 ms", err, code)
				}
			})
		}
	}
}

// Programs that answer always in the same way play the same games with any number at a time,
// whichever protocol they speak.
func TestConcurrency(t *testing.T) {
	for _, set := range []string{"pacifist1", "conversion", "chess", "pacifist-number"} {
		t.Run(set, func(t *testing.T) {
			t.Parallel()
			var files []string
			for _, jobs := range []int{1, 3} {
				second := UCI
				if set == "pacifist-number" { // has a reclaim, which UCI cannot write
					second = Turncoat
				}
				m := newMatch(t, set, 4, player(t, "first", Turncoat, Limits{Nodes: 1}),
					player(t, "last", second, Limits{Nodes: 1}), player(t, "lost", Turncoat,
						Limits{Nodes: 1}))
				m.Concurrency = jobs
				files = append(files, runWithFile(t, m))
			}

			if files[0] != files[1] {
				t.Errorf("one at a time:\n%s\nthree:\n%s", files[0], files[1])
			}
			games := 0
			err := pgn.Each(strings.NewReader(files[0]), pgn.FormPGN, func(item pgn.Item) error {
				games++
				_, problems := pgn.Replay(item.Game, pgn.Options{})
				return pgn.Err(problems)
			})
			if err != nil || games != 12 {
				t.Errorf("%d games, %v", games, err)
			}
		})
	}
}

func runWithFile(t *testing.T, m *Match) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "games.pgn")
	j, err := OpenJournal(path, "test", false, m)
	if err != nil {
		t.Fatal(err)
	}
	m.Finished = j.Add
	s, err := m.Run(t.Context())
	if err := errors.Join(err, j.Close(s.Games)); err != nil {
		t.Fatal(err)
	}
	return read(t, path)
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A match that is interrupted and resumed, even in the middle of a record, ends in the same file.
func TestResume(t *testing.T) {
	match := func() *Match {
		return newMatch(
			t,
			"pacifist2",
			6,
			player(t, "first", Turncoat, Limits{Nodes: 1}),
			player(t, "last", Turncoat, Limits{Nodes: 1}),
		)
	}
	whole := runWithFile(t, match())
	path := filepath.Join(t.TempDir(), "games.pgn")
	m := match()
	j, err := OpenJournal(path, "test", false, m)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	m.Finished = func(g *Game) error {
		if g.Number == 3 {
			cancel()
		}
		return j.Add(g)
	}
	if _, err := m.Run(ctx); !errors.Is(err, context.Canceled) {
		t.Fatalf("interrupted: %v", err)
	}
	if err := j.Close(-1); err != nil {
		t.Fatal(err)
	}
	cut := read(t, path)
	if !strings.HasPrefix(whole, cut) || cut == "" || cut == whole {
		t.Fatalf("interrupted after three games:\n%s", cut)
	}
	if _, err := OpenJournal(path, "test", false, m); !errors.Is(err, ErrExists) {
		t.Errorf("a new match takes the file of another: %v", err)
	}
	for _, left := range []string{cut, cut[:len(cut)-30]} {
		if err := os.WriteFile(path, []byte(left), 0o600); err != nil {
			t.Fatal(err)
		}
		m := match()
		j, err := OpenJournal(path, "test", true, m)
		if err != nil {
			t.Fatal(err)
		}
		m.Played, m.Finished = j.Played, j.Add
		s, err := m.Run(t.Context())
		if err := errors.Join(err, j.Close(s.Games)); err != nil {
			t.Fatal(err)
		}
		if got := read(t, path); got != whole {
			t.Errorf("resumed:\n%s\nin one go:\n%s", got, whole)
		}
	}

	other := newMatch(
		t,
		"pacifist2",
		6,
		player(t, "last", Turncoat, Limits{Nodes: 1}),
		player(t, "first", Turncoat, Limits{Nodes: 1}),
	)
	if _, err := OpenJournal(path, "test", true, other); err == nil {
		t.Error("the games of other players are taken for those of this match")
	}
}

// A test that has its verdict ends the match.
func TestVerdictEndsTheMatch(t *testing.T) {
	m := newMatch(
		t,
		"pacifist1",
		400,
		player(t, "illegal", Turncoat, Limits{Nodes: 1}),
		player(t, "first", Turncoat, Limits{Nodes: 1}),
	)
	m.Concurrency, m.SPRT = 2, &SPRT{Elo0: 0, Elo1: 100, Alpha: 0.05, Beta: 0.05}
	s, err := m.Run(t.Context())
	if err != nil || s.Verdict != "H0" || s.Games == s.Total {
		t.Fatalf("%+v, %v", s, err)
	}
	var text bytes.Buffer
	if err := s.WriteText(&text, m.SPRT); err != nil || !strings.Contains(text.String(), "H0") {
		t.Errorf("%s, %v", &text, err)
	}
}

// A player whose own score says that it is lost resigns when that is wanted.
func TestResign(t *testing.T) {
	m := newMatch(
		t,
		"conversion",
		2,
		player(t, "lost", Turncoat, Limits{Nodes: 1}),
		player(t, "first", Turncoat, Limits{Nodes: 1}),
	)
	m.Rulings.ResignMoves, m.Rulings.ResignScore = 3, 500
	m.Finished = func(g *Game) error {
		if g.Termination != "adjudication" {
			t.Errorf("game %d: %s, %s", g.Number, g.Termination, g.Reason)
		}
		return nil
	}
	if s, err := m.Run(t.Context()); err != nil || s.Pairings[0].Losses != 2 {
		t.Errorf("%+v, %v", s, err)
	}
}

// A program that cannot be started ends the match: it is the call that is wrong, not the program.
func TestCannotStart(t *testing.T) {
	m := newMatch(
		t,
		"pacifist1",
		2,
		Player{Name: "nobody", Args: []string{filepath.Join(t.TempDir(), "nobody")},
			Protocol: Turncoat, Limits: Limits{Nodes: 1}},
		player(t, "first", Turncoat, Limits{Nodes: 1}),
	)
	if _, err := m.Run(t.Context()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v", err)
	}
}

// UCI has no way to write a reclaim, so a match in which it would be needed is refused before it
// begins.
func TestNoReclaimByUCI(t *testing.T) {
	for set, right := range map[string]bool{"pacifist-value": false, "pacifist1": true,
		"chess": true} {
		m := newMatch(t, set, 2, player(t, "first", UCI, Limits{Nodes: 1}),
			player(t, "last", Turncoat, Limits{Nodes: 1}))
		if err := m.Validate(); (err == nil) != right {
			t.Errorf("%s: %v", set, err)
		}
	}
}
