package reading

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"turncoat/internal/token"
	"turncoat/pgn"
	"turncoat/protocol"
	"turncoat/rules"
)

// The limits for one text.
const (
	maxRecords  = 2_000 // listed
	maxFindings = 200   // reported for one record
)

// A record is a game or a scenario. Only the requested one has its turns; the others have what a
// list of records shows.
type record struct {
	Index    int         `json:"index"`
	Kind     string      `json:"kind"` // "game", "scenario" or "file", as in reports of validate
	Name     string      `json:"name,omitempty"`
	Rules    string      `json:"rules"`
	OK       bool        `json:"ok"`
	Plies    int         `json:"plies"`
	Result   string      `json:"result,omitempty"`
	Tags     [][2]string `json:"tags,omitempty"`
	Start    string      `json:"start,omitempty"` // FEN
	Comments []string    `json:"comments,omitempty"`
	Turns    []turn      `json:"turns,omitempty"`
	Findings []finding   `json:"findings"`

	Why  string   `json:"why,omitempty"` // this and the next two are of a scenario
	Cite []string `json:"cite,omitempty"`
	Play []string `json:"play,omitempty"`
}

// A turn of a game, with its annotations.
type turn struct {
	protocol.Turn
	NAGs       []int       `json:"nags,omitempty"`
	Comments   []string    `json:"comments,omitempty"`
	Variations []variation `json:"variations,omitempty"`
}

type variation struct {
	Comments []string `json:"comments,omitempty"`
	Turns    []turn   `json:"turns"`
}

// A finding is a problem of a record, as in reports of validate.
type finding struct {
	Code     string   `json:"code"`
	Severity string   `json:"severity"`
	Ply      int      `json:"ply,omitempty"`
	Move     string   `json:"move,omitempty"`
	Line     int      `json:"line,omitempty"`
	Column   int      `json:"column,omitempty"`
	FEN      string   `json:"fen,omitempty"`
	Rule     string   `json:"rule,omitempty"`
	Message  string   `json:"message"`
	Expected []string `json:"expected,omitempty"`
	Got      []string `json:"got,omitempty"`
}

// reading answers [AskRead].
type reading struct {
	Form    string   `json:"form"` // pgn, text, json or yaml
	Records []record `json:"records"`
	More    bool     `json:"more,omitempty"` // the text has more records than are listed
}

var errEnough = errors.New("enough")

// read answers [AskRead]: the records of a text.
func read(ctx context.Context, q *protocol.Question) (any, error) {
	asked := struct {
		Text  string `json:"text"`
		Index int    `json:"index"` // of the record to return in full
	}{Index: 1}
	if err := q.Fields(&asked); err != nil {
		return nil, err
	}
	override, err := q.Variant()
	if err != nil {
		return nil, err
	}
	text := []byte(asked.Text)
	form, name := formOf(text)
	out := reading{Form: name, Records: []record{}}
	if form == token.FormScenarios {
		if err := readScenarios(ctx, text, &out); err != nil {
			return nil, err
		}
		return map[string]any{AskRead: out}, nil
	}

	err = pgn.Each(bytes.NewReader(text), form, func(item pgn.Item) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case len(out.Records) == maxRecords:
			out.More = true
			return errEnough
		}

		out.Records = append(out.Records, game(&item, override, item.Index == asked.Index))
		return nil
	})
	if err != nil && !errors.Is(err, errEnough) {
		if errors.Is(err, token.ErrTooLong) {
			return nil, fmt.Errorf("%w: %w", rules.ErrLimit, err)
		}
		return nil, err
	}

	return map[string]any{AskRead: out}, nil
}

var (
	yamlText = regexp.MustCompile(`(?m)^(rules|scenarios|base|family):`)
	jsonText = regexp.MustCompile(`^\{\s*"`)
)

// formOf guesses the form of a text from its beginning.
func formOf(text []byte) (token.Form, string) {
	text = bytes.TrimSpace(bytes.TrimPrefix(text, []byte("\ufeff")))
	head := text[:min(len(text), 1<<12)]
	switch {
	case jsonText.Match(head):
		return token.FormJSON, "json"
	case len(head) > 0 && head[0] == '[':
		return token.FormPGN, "pgn"
	case yamlText.Match(head):
		return token.FormScenarios, "yaml"
	case len(head) > 0 && (head[0] >= '0' && head[0] <= '9' || head[0] == '{' || head[0] == '%' ||
		head[0] == ';'):
		return token.FormPGN, "pgn"
	}

	return token.FormText, "text"
}

// game returns a game, in full or as an entry of a list.
func game(item *pgn.Item, override *rules.Variant, whole bool) record {
	played, problems := pgn.Replay(item.Game, pgn.Options{Rules: override})
	r := record{Index: item.Index, Kind: "game", OK: pgn.Err(problems) == nil, Plies: played.Plies,
		Result: played.Result.String(), Findings: []finding{}}
	for _, tag := range item.Game.Tags {
		if whole || listed[strings.ToLower(tag.Name)] {
			r.Tags = append(r.Tags, [2]string{tag.Name, tag.Value})
		}
	}

	for i := range problems {
		if len(r.Findings) == maxFindings || !whole && i == 1 {
			break
		}
		r.Findings = append(r.Findings, problem(item, played.Rules, &problems[i]))
	}

	if played.Rules == nil {
		return r
	}
	r.Rules = played.Rules.Set().Name
	if whole {
		r.Start, r.Comments = played.Rules.FEN(&played.Start), played.Main.Comments
		r.Turns = turns(played.Rules, &played.Main)
	}

	return r
}

// listed are the tags that a list of games shows.
var listed = map[string]bool{"white": true, "black": true, "event": true, "date": true,
	"result": true, "variant": true}

func turns(g *rules.Variant, v *pgn.Variation) []turn {
	list := make([]turn, 0, len(v.Turns))
	for _, t := range v.Turns {
		out := turn{Turn: protocol.TurnOf(g, &t.Before, t.Played), NAGs: t.NAGs,
			Comments: t.Comments}
		for _, side := range t.Variations {
			out.Variations = append(out.Variations, variation{side.Comments, turns(g, side)})
		}
		list = append(list, out)
	}

	return list
}

func problem(item *pgn.Item, g *rules.Variant, p *pgn.Problem) finding {
	f := finding{Code: string(p.Code), Severity: p.Severity(), Ply: p.Ply, Move: p.Move,
		Rule: p.Rule, Message: p.Text(), Expected: p.Expected, Got: p.Got}
	f.Line, f.Column = item.Place(p.At)
	if p.Before != nil && g != nil {
		f.FEN = g.FEN(p.Before)
	}
	return f
}

// convert answers [AskConvert]: the first record of a text in another form.
func convert(_ context.Context, q *protocol.Question) (any, error) {
	var asked struct {
		Text        string `json:"text"`
		To          string `json:"to"`
		Conversions bool   `json:"conversions"`
	}
	if err := q.Fields(&asked); err != nil {
		return nil, err
	}
	override, err := q.Variant()
	if err != nil {
		return nil, err
	}
	form, _ := formOf([]byte(asked.Text))
	var text []byte
	err = pgn.Each(strings.NewReader(asked.Text), form, func(item pgn.Item) error {
		played, problems := pgn.Replay(item.Game, pgn.Options{Rules: override})
		if played.Rules == nil || !played.Complete {
			return &protocol.Error{Code: protocol.IllegalMove, Message: pgn.Err(problems).Error()}
		}
		var err error
		switch asked.To {
		case "pgn":
			text, err = pgn.AppendPGN(nil, played, asked.Conversions)
		case "vchess":
			text, err = pgn.AppendVChess(nil, played)
		case "json":
			text, err = pgn.AppendJSON(nil, played)
		default:
			return protocol.Invalid(`"to" must be pgn, vchess or json, not %q`, asked.To)
		}

		if err != nil {
			return err
		}
		return errEnough
	})
	if err == nil {
		return nil, protocol.Invalid("no game in the text")
	}
	if !errors.Is(err, errEnough) {
		return nil, err
	}
	return map[string]any{"text": string(text)}, nil
}
