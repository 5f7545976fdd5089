package story

import (
	"slices"

	"turncoat/diagram"
	"turncoat/rules"
	"turncoat/rules/board"
)

// Line returns a turn as one line: its number, the move, what it converts and what is taken back.
func Line(variant *rules.Variant, p *board.Position, t board.Played) string {
	line := p.MoveNumber() + " " + variant.InputSAN(p, t)
	if len(t.Waves) > 0 {
		line += "  converts " + board.JoinWaves(t.Waves)
	}
	if t.Reclaimed != 0 {
		line += "  taken back " + t.Reclaimed.String()
	}
	return line
}

// Marks marks what a turn has changed in a position: the move, the pieces that changed colour, and
// those that were taken back.
func Marks(p *board.Position, t board.Played) []diagram.Mark {
	marks := moveMarks(p, t.Move)
	marks = append(marks, diagram.Marks(t.Converted, diagram.Converted, 0)...)
	return append(marks, diagram.Marks(t.Reclaimed, diagram.Reclaimed, 0)...)
}

// moveMarks marks where a move begins and ends; castling ends on two squares.
func moveMarks(p *board.Position, m board.Move) []diagram.Mark {
	wing, ok := m.Castles(p)
	if !ok {
		return []diagram.Mark{{Square: m.From, Kind: diagram.From}, {Square: m.To, Kind: diagram.To}}
	}
	king, rook := board.CastlingEnds(p.Turn, wing)
	return []diagram.Mark{{Square: m.From, Kind: diagram.From}, {Square: m.To, Kind: diagram.From},
		{Square: king, Kind: diagram.To}, {Square: rook, Kind: diagram.To}}
}

// NumberedMarks marks what a turn has changed. If there are several waves, each conversion has the
// number of its wave.
func NumberedMarks(p *board.Position, t board.Played) []diagram.Mark {
	if len(t.Waves) < 2 {
		return Marks(p, t)
	}
	marks := moveMarks(p, t.Move)
	for i, wave := range t.Waves {
		marks = append(marks, diagram.Marks(wave, diagram.Converted, i+1)...)
	}
	return append(marks, diagram.Marks(t.Reclaimed, diagram.Reclaimed, 0)...)
}

// Frames returns the boards of a turn step by step: before the move, after it, after each wave, and
// after each round of the reclaim.
func Frames(variant *rules.Variant, p *board.Position, t board.Played) []diagram.Frame {
	story := variant.Explain(p, t)
	marks := moveMarks(p, t.Move)
	frames := []diagram.Frame{{Position: *p}, {Position: story.Moved, Marks: marks}}
	for i, wave := range story.Waves {
		number := i + 1
		if len(story.Waves) == 1 {
			number = 0
		}
		marks = append(slices.Clone(marks), diagram.Marks(t.Waves[i], diagram.Converted, number)...)
		frames = append(frames, diagram.Frame{Position: wave.After, Marks: marks})
	}

	for _, round := range story.Reclaim {
		var taken board.Bitboard
		for _, s := range round.Squares {
			taken |= s.Square.Bit()
		}
		marks = append(slices.Clone(marks), diagram.Marks(taken, diagram.Reclaimed, 0)...)
		frames = append(frames, diagram.Frame{Position: round.After, Marks: marks})
	}

	frames[len(frames)-1].Position = t.After
	return frames
}
