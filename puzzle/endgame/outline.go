package endgame

import (
	"cmp"
	"hash/maphash"
	"slices"

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
	known  map[board.Position]outline
	frames []outlinerFrame // by how deep a turn stands in a solution
	most   int             // solutions of more turns are not looked through
}

// An outlinerFrame is the memory of one turn of the winner's.
type outlinerFrame struct {
	mine, theirs   []board.Turn
	choices, takes rules.Choices
	children       []child
}

// A child is a turn of the enemy's and what follows it.
type child struct {
	reclaimed, taken board.Bitboard // by the enemy before it, by the winner after it
	move             board.Move
	uci              string
	in               int
	next             outline
	dual             int
}

// keptOutlines is how many outlines are kept before they are all forgotten, which changes none.
const keptOutlines = 1 << 18

// outlineSeed is the seed of shapes, which are compared with each other only.
var outlineSeed = maphash.MakeSeed()

func newOutliner(t *tablebase.Tables, most int) *outliner {
	r, _ := rules.FastFor(t.Set()) // tables are of built-in rule sets
	return &outliner{tables: t, rules: r, known: map[board.Position]outline{}, frames: make([]outlinerFrame,
		tablebase.MaxPlies/2+2), most: most}
}

// keys counts the first moves that win in as few plies as the tables say, up to a number, and returns the first
// of them by UCI text.
func (o *outliner) keys(p *board.Position, v tablebase.Value, depth, most int) (first board.Move, n int, err error) {
	f := &o.frames[depth]
	f.mine = o.rules.AppendTurns(f.mine[:0], p)
	text := ""
	for _, t := range f.mine {
		worst, err := o.worst(p, t, f)
		if err != nil {
			return first, n, err
		}
		if worst.Loses() && worst.Plies() == v.Plies()-1 {
			if uci := t.UCI(p); n == 0 || uci < text {
				first, text = t.Move, uci
			}
			if n++; n == most {
				break
			}
		}
	}
	return first, n, nil
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
	at := *p
	at.Clock, at.Number = 0, 0
	if known, ok := o.known[at]; ok {
		return known, nil
	}
	key, n, err := o.keys(p, v, depth, endless)
	if err != nil {
		return outline{}, err
	}
	out := outline{keys: n, size: 1}
	if err := o.defences(p, key, depth); err != nil {
		return outline{}, err
	}
	f := &o.frames[depth]
	slices.SortFunc(f.children, func(a, b child) int {
		return cmp.Or(cmp.Compare(b.in, a.in), cmp.Compare(a.next.lineDuals+a.dual, b.next.lineDuals+b.dual),
			cmp.Compare(a.uci, b.uci))
	})
	var h maphash.Hash
	h.SetSeed(outlineSeed)
	maphash.WriteComparable(&h, key)
	met := map[uint64]bool{}
	for i := range f.children {
		c := &f.children[i]
		out.duals = min(endless, out.duals+c.dual+c.next.duals)
		maphash.WriteComparable(&h, [3]uint64{uint64(c.reclaimed), uint64(c.taken), c.next.shape})
		maphash.WriteComparable(&h, c.move)
		if shape := c.next.shape ^ uint64(c.taken); !met[shape] {
			met[shape] = true
			out.size += c.next.size
		}
	}
	if len(f.children) > 0 {
		out.lineDuals = f.children[0].dual + f.children[0].next.lineDuals
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

// defences fills in what the enemy can answer to a key, up to where the solution is larger than wanted.
func (o *outliner) defences(p *board.Position, key board.Move, depth int) error {
	f := &o.frames[depth]
	f.children = f.children[:0]
	for f.choices.Start(o.rules, p, key); f.choices.Next(); {
		var after board.Position
		choice := f.choices.Turn()
		o.rules.Apply(p, choice, &after)
		f.theirs = o.rules.AppendTurns(f.theirs[:0], &after)
		for _, reply := range f.theirs {
			c := child{reclaimed: choice.Reclaimed, move: reply.Move, uci: reply.UCI(&after)}
			if err := o.answer(&c, &after, reply, depth); err != nil {
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

// answer fills in what follows a turn of the enemy's: the winner's reclaim that is fastest, and its first key.
func (o *outliner) answer(c *child, p *board.Position, reply board.Turn, depth int) error {
	f := &o.frames[depth]
	var best board.Position
	least, ways := tablebase.NoPosition, 0
	for f.takes.Start(o.rules, p, reply.Move); f.takes.Next(); {
		var at board.Position
		taken := f.takes.Turn()
		o.rules.Apply(p, taken, &at)
		v, err := o.tables.Probe(&at)
		if err != nil {
			return err
		}
		if !v.Wins() || least != tablebase.NoPosition && v.Plies() > least.Plies() {
			continue
		}
		if least == tablebase.NoPosition || v.Plies() < least.Plies() {
			least, ways = v, 0
		}
		if ways > 1 {
			continue
		}
		_, n, err := o.keys(&at, v, depth+1, 2)
		if err != nil {
			return err
		}
		if ways == 0 {
			best, c.taken = at, taken.Reclaimed
		}
		ways += n
	}
	if least == tablebase.NoPosition {
		return ErrNoWin // the tables contradict themselves
	}
	var err error
	c.in, c.dual = turns(least), min(1, ways-1)
	c.next, err = o.outline(&best, least, depth+1)
	return err
}
