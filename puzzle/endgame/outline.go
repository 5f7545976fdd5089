package endgame

import (
	"cmp"
	"hash/maphash"
	"slices"

	"turncoat/puzzle/solution"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/tablebase"
)

// An outline is what tables tell of the solution of a won position without its being made.
type outline struct {
	keys int // first moves that win as fast as can be
	// shape is the same for solutions of the same compact form, and of no others but by chance.
	shape uint64
	// size is how many turns of the winner's there are, each different continuation once.
	size int
	// duals counts the places after the key where more than one way on is fastest, lineDuals those in the main line.
	duals, lineDuals int
}

// endless is the size of what has more turns than are wanted, and the duals of what has too many to be counted.
const endless = 1 << 20

// An outliner makes outlines, and keeps those that it has made. It belongs to one goroutine.
type outliner struct {
	tables *tablebase.Tables
	rules  rules.Fast
	game   *rules.Variant
	known  map[start]outline
	frames []outlinerFrame // by how deep a turn stands in a solution
	most   int             // solutions of more turns are not looked through
}

// An outlinerFrame is the memory of one turn of the winner's.
type outlinerFrame struct {
	mine, theirs   []board.Turn
	choices, takes rules.Choices
	children       []child
}

// A start is a won position and one of its keys.
type start struct {
	board.Position
	key board.Move
}

// A child is a turn of the enemy's and what follows it.
type child struct {
	word     string         // as the compact form writes it
	taken    board.Bitboard // by the winner after it
	in       int
	next     outline
	dual     int
	weakness int // as a defence: 0 parries every threat, 1 one of several
}

// unreal is the weakness of what is no real defence.
const unreal = 2

// keptOutlines is how many outlines are kept before they are all forgotten, which changes none.
const keptOutlines = 1 << 18

// outlineSeed is the seed of shapes, which are compared with each other only.
var outlineSeed = maphash.MakeSeed()

func newOutliner(t *tablebase.Tables, most int) *outliner {
	r, _ := rules.FastFor(t.Set()) // tables are of built-in rule sets
	return &outliner{tables: t, rules: r, game: rules.New(t.Set()), known: map[start]outline{}, frames: make([]outlinerFrame,
		tablebase.MaxPlies/2+2), most: most}
}

// keys returns the first moves that win in as few plies as the tables say, up to a number, in the order of
// [solution.QueensFirst].
func (o *outliner) keys(p *board.Position, v tablebase.Value, depth, most int) (list []board.Move, err error) {
	f := &o.frames[depth]
	f.mine = o.rules.AppendTurns(f.mine[:0], p)
	for _, t := range f.mine {
		worst, err := o.worst(p, t, f)
		if err != nil {
			return nil, err
		}
		if worst.Loses() && worst.Plies() == v.Plies()-1 {
			if list = append(list, t.Move); len(list) == most {
				break
			}
		}
	}
	solution.QueensFirst(p, list)
	return list, nil
}

// worst returns the value after a turn to the enemy, which chooses the reclaim.
func (o *outliner) worst(p *board.Position, full board.Turn, f *outlinerFrame) (worst tablebase.Value, err error) {
	var after board.Position
	o.rules.Apply(p, full, &after)
	if worst, err = o.tables.Probe(&after); err != nil || full.Reclaimed == 0 {
		return worst, err
	}
	for f.choices.Start(o.rules, p, full.Move); f.choices.Next(); {
		o.rules.Apply(p, f.choices.Turn(), &after)
		v, err := o.tables.Probe(&after)
		if err != nil {
			return worst, err
		}
		if v.Compare(worst) > 0 {
			worst = v
		}
	}
	return worst, nil
}

// outline returns the outline of a position that is won in some plies.
func (o *outliner) outline(p *board.Position, v tablebase.Value, depth int) (outline, error) {
	keys, err := o.keys(p, v, depth, endless)
	if err != nil || len(keys) == 0 {
		return outline{}, cmp.Or(err, ErrNoWin) // the tables contradict themselves
	}
	out, err := o.play(start{*p, keys[0]}, v, depth)
	out.keys = len(keys)
	return out, err
}

// play returns the outline of what follows a key. What it counts and how it orders defences is as in
// [solution.Play.Finish].
func (o *outliner) play(at start, v tablebase.Value, depth int) (out outline, err error) {
	at.Clock, at.Number = 0, 0
	if known, ok := o.known[at]; ok {
		return known, nil
	}
	threat, err := o.threat(at, v, depth)
	if err != nil {
		return out, err
	}
	if err := o.defences(at, threat, depth); err != nil {
		return out, err
	}
	list := o.frames[depth].children
	slices.SortFunc(list, func(a, b child) int {
		return cmp.Or(cmp.Compare(a.weakness, b.weakness), cmp.Compare(b.in, a.in),
			cmp.Compare(a.next.lineDuals+a.dual, b.next.lineDuals+b.dual), cmp.Compare(a.word, b.word))
	})
	list = solution.MainFirst(list, func(c *child) bool { return c.in == turns(v)-1 })
	var h maphash.Hash
	h.SetSeed(outlineSeed)
	maphash.WriteComparable(&h, at.key)
	met, idle := map[uint64]bool{}, false
	out.size = 1
	for i := range list {
		c := &list[i]
		maphash.WriteComparable(&h, [3]uint64{uint64(c.taken), c.next.shape, uint64(c.weakness)})
		h.WriteString(c.word)
		if shape := c.next.shape ^ uint64(c.taken); !met[shape] && (i == 0 || c.weakness < unreal) ||
			c.next.size >= endless {
			met[shape] = true
			out.size += c.next.size
		}
		if !idle || c.weakness < unreal {
			out.duals = min(endless, out.duals+c.dual+c.next.duals)
		}
		idle = idle || c.weakness == unreal
	}
	if len(list) > 0 {
		out.lineDuals = list[0].dual + list[0].next.lineDuals
	}
	if out.size > o.most {
		out.size = endless
	}
	out.shape = h.Sum64()
	if len(o.known) >= keptOutlines {
		clear(o.known)
	}
	o.known[at] = out
	return out, nil
}

// threat returns what a key threatens.
func (o *outliner) threat(at start, v tablebase.Value, depth int) (solution.Threat, error) {
	f := &o.frames[depth]
	var after board.Position
	f.choices.Start(o.rules, &at.Position, at.key)
	f.choices.Next() // the full reclaim
	o.rules.Apply(&at.Position, f.choices.Turn(), &after)
	if v.Plies() < 3 || !solution.MayPass(o.game, &after) {
		return solution.Threat{}, nil
	}
	again := solution.NullMove(&after)
	found, err := o.tables.Probe(&again)
	if err != nil || !found.Wins() || turns(found) >= turns(v) {
		return solution.Threat{}, err
	}
	keys, err := o.keys(&again, found, depth+1, endless)
	return solution.Threat{In: turns(found), Keys: keys}, err
}

// defences fills in what the enemy can answer to a key, up to where the solution is larger than wanted.
func (o *outliner) defences(at start, threat solution.Threat, depth int) error {
	f := &o.frames[depth]
	f.children = f.children[:0]
	var full board.Bitboard
	first := true
	for f.choices.Start(o.rules, &at.Position, at.key); f.choices.Next(); first = false {
		var after board.Position
		choice, prefix := f.choices.Turn(), ""
		if first {
			full = choice.Reclaimed
		}
		if choice.Reclaimed != full {
			prefix = solution.ReclaimText(choice.Reclaimed) + " "
		}
		o.rules.Apply(&at.Position, choice, &after)
		f.theirs = o.rules.AppendTurns(f.theirs[:0], &after)
		for _, reply := range f.theirs {
			c := child{word: prefix + reply.UCI(&after)}
			if err := o.answer(&c, &after, reply, threat, depth); err != nil {
				return err
			}
			f.children = append(f.children, c)
			if c.next.size >= endless {
				return nil
			}
		}
	}
	return nil
}

// answer fills in what follows a turn of the enemy's: the winner's reclaim that is fastest, and its first key, or the
// threat that is carried out.
func (o *outliner) answer(c *child, p *board.Position, reply board.Turn, threat solution.Threat, depth int) error {
	f := &o.frames[depth]
	least := tablebase.NoPosition
	var ways []start
	var taken []board.Bitboard
	for f.takes.Start(o.rules, p, reply.Move); f.takes.Next(); {
		at := start{}
		turn := f.takes.Turn()
		o.rules.Apply(p, turn, &at.Position)
		v, err := o.tables.Probe(&at.Position)
		if err != nil {
			return err
		}
		if !v.Wins() || least != tablebase.NoPosition && v.Plies() > least.Plies() {
			continue
		}
		if least == tablebase.NoPosition || v.Plies() < least.Plies() {
			least, ways, taken = v, ways[:0], taken[:0]
		}
		keys, err := o.keys(&at.Position, v, depth+1, endless)
		if err != nil {
			return err
		}
		for _, at.key = range keys {
			ways, taken = append(ways, at), append(taken, turn.Reclaimed)
		}
	}
	if least == tablebase.NoPosition {
		return ErrNoWin // the tables contradict themselves
	}
	c.in = turns(least)
	moves := make([]board.Move, len(ways))
	for i := range ways {
		moves[i] = ways[i].key
	}
	first, delay := threat.Survives(c.in, moves)
	switch {
	case delay:
		c.weakness = unreal
	case slices.ContainsFunc(moves, threat.Has):
		c.weakness = 1
	}
	if len(moves) > 1 && (!delay || threat.Has(moves[first]) && threat.Several()) {
		c.dual = 1
	}
	c.taken = taken[first]
	var err error
	c.next, err = o.play(ways[first], least, depth+1)
	return err
}
