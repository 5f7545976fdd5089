package pgn

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"turncoat/internal/jsonline"
	"turncoat/pgn/token"
	"turncoat/rules/board"
)

// JSON of a game: one object, with everything that the record holds.
type (
	gameJSON struct {
		Rules    string      `json:"rules"`
		Tags     [][2]string `json:"tags"` // name and value, as canonical PGN has them
		Start    string      `json:"start"`
		Result   string      `json:"result"`
		Comments []string    `json:"comments,omitempty"` // before the first turn
		Turns    []turnJSON  `json:"turns"`
	}
	turnJSON struct {
		UCI        string          `json:"uci"`
		SAN        string          `json:"san"`
		Waves      [][]string      `json:"waves"`
		Reclaimed  []string        `json:"reclaimed"`
		NAGs       []int           `json:"nags,omitempty"`
		Comments   []string        `json:"comments,omitempty"`
		Variations []variationJSON `json:"variations,omitempty"`
	}
	variationJSON struct {
		Comments []string   `json:"comments,omitempty"`
		Turns    []turnJSON `json:"turns"`
	}
)

// AppendJSON appends a record as one line of JSON:
//
//	{"rules":"pacifist1","tags":[["Event","?"],…],"start":FEN,"result":"1-0","comments":[…],
//	 "turns":[{"uci":"e3f5","san":"Nf5","waves":[["e7","g7"],["f8"]],"reclaimed":[],
//	           "nags":[1],"comments":["…"],"variations":[{"comments":[…],"turns":[…]}]},…]}
//
// [ParseJSON] reads it back.
func AppendJSON(text []byte, r *PlayedGame) ([]byte, error) {
	out := gameJSON{Rules: r.Rules.Set().Name, Start: r.Rules.FEN(&r.Start), Result: r.Result.String(),
		Comments: r.Main.Comments, Turns: r.turnsJSON(&r.Main)}
	for _, t := range r.CanonicalTags() {
		out.Tags = append(out.Tags, [2]string{t.Name, t.Value})
	}
	line, err := jsonline.Append(text, out)
	if err != nil {
		return text, &RefusedError{Form: "json", What: "the record", Reason: err.Error()}
	}
	return line, nil
}

func (r *PlayedGame) turnsJSON(v *Variation) []turnJSON {
	turns := make([]turnJSON, 0, len(v.Turns))
	for _, t := range v.Turns {
		turn := turnJSON{UCI: t.Played.UCI(&t.Before), SAN: r.Rules.SAN(&t.Before, t.Played), Waves: make([][]string,
			0, len(t.Played.Waves)),
			Reclaimed: t.Played.Reclaimed.Names(), NAGs: t.NAGs, Comments: t.Comments}
		for _, wave := range t.Played.Waves {
			turn.Waves = append(turn.Waves, wave.Names())
		}
		for _, side := range t.Variations {
			turn.Variations = append(turn.Variations, variationJSON{side.Comments, r.turnsJSON(side)})
		}
		turns = append(turns, turn)
	}
	return turns
}

// ParseJSON reads games as [AppendJSON] writes them, one after the other. A game that cannot be read
// is one with a fault; what follows text that is no JSON is not read.
func ParseJSON(text []byte) []*Game {
	var games []*Game
	base := len(text) - len(bytes.TrimPrefix(text, []byte("\ufeff")))
	d := json.NewDecoder(bytes.NewReader(text[base:]))
	d.DisallowUnknownFields()
	for {
		at := base + int(d.InputOffset())
		at = len(text) - len(bytes.TrimLeft(text[at:], " \t\r\n"))
		var in gameJSON
		err := d.Decode(&in)
		if errors.Is(err, io.EOF) {
			return games
		}
		end := base + int(d.InputOffset())
		if err != nil {
			code, fatal := token.Syntax, true
			var kind *json.UnmarshalTypeError
			switch {
			case errors.Is(err, io.ErrUnexpectedEOF):
				code = token.Truncated
			case errors.As(err, &kind), strings.Contains(err.Error(), "unknown field"):
				fatal = false
			}
			games = append(games, &Game{Dialect: token.JSON, At: at, End: max(at, end),
				Faults: []token.Fault{{Code: code, At: at, End: at, Reason: strings.TrimPrefix(err.Error(), "json: ")}}})
			if fatal {
				return games
			}
			continue
		}
		games = append(games, in.game(at, end))
	}
}

// game returns the object as a game to be played.
func (in *gameJSON) game(at, end int) *Game {
	g := &Game{Dialect: token.JSON, At: at, End: end}
	for _, t := range in.Tags {
		g.Tags = append(g.Tags, Tag{Name: t[0], Value: t[1], At: at, ValueAt: at})
	}
	add := func(name, value string) {
		if _, ok := g.Tag(name); !ok && value != "" {
			g.Tags = append(g.Tags, Tag{Name: name, Value: value, At: at, ValueAt: at})
		}
	}
	if in.Rules != "chess" {
		add("Variant", in.Rules)
	}
	if in.Start != board.StartFEN && in.Start != "start" {
		add("FEN", in.Start)
	}
	if r, ok := token.ParseResult(in.Result); ok {
		g.Results = append(g.Results, token.Result{Result: r, At: at, End: at})
	} else {
		g.fault(fmt.Sprintf("the result is 1-0, 0-1, 1/2-1/2 or *, not %q", in.Result))
	}
	g.Main = Line{Comments: commentsJSON(in.Comments, at), Moves: g.movesJSON(in.Turns)}
	return g
}

func commentsJSON(comments []string, at int) []Comment {
	var list []Comment
	for _, c := range comments {
		if c = token.Collapse(c); c != "" {
			list = append(list, Comment{Text: c, At: at})
		}
	}
	return list
}

func (g *Game) fault(reason string) {
	g.Faults = append(g.Faults, token.Fault{Code: token.Syntax, At: g.At, End: g.At, Reason: reason})
}

// movesJSON returns turns as written moves, their conversions and reclaims as the commands that say them.
func (g *Game) movesJSON(turns []turnJSON) []*Move {
	var moves []*Move
	at := g.At
	for _, t := range turns {
		m := &Move{Text: t.UCI, At: at, End: at, Number: -1, Comments: commentsJSON(t.Comments, at)}
		if t.UCI == "" {
			m.Text = t.SAN
		}
		if m.Text == "" {
			m.Text, m.Unreadable = "?", true
		}
		for _, nag := range t.NAGs {
			if nag < 0 || nag > 255 {
				g.fault("no annotation has the number " + strconv.Itoa(nag))
				continue
			}
			m.NAGs = append(m.NAGs, nag)
		}
		waves := make([]string, len(t.Waves))
		for i, wave := range t.Waves {
			waves[i] = strings.Join(wave, ",")
		}
		conv := cmp.Or(strings.Join(waves, ";"), "-") // text, not squares: a bad name is a fault of the replay
		reclaim := "-"
		if len(t.Reclaimed) > 0 {
			reclaim = strings.Join(t.Reclaimed, ",")
		}
		said := Comment{Text: "[%conv " + conv + "] [%reclaim " + reclaim + "]", At: at}
		m.Comments = append([]Comment{said}, m.Comments...)
		for _, v := range t.Variations {
			m.Variations = append(m.Variations, &Line{Comments: commentsJSON(v.Comments, at), Moves: g.movesJSON(v.Turns)})
		}
		moves = append(moves, m)
	}
	return moves
}
