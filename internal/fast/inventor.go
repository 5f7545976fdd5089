package fast

import "turncoat/rules/board"

// landInventor resolves a move in the inventor's forms (PAC-7, PAC-8, PAC-11), reach being what the
// moved piece bears on from its new square.
func (n *node) landInventor(l *lifted, m move, reach bits) (converted, can bits, legal bool) {
	to := bit(m.To)
	exposed := l.base&to == 0
	// A slider behind the old square may bear on the new one now.
	if from := bit(l.from); line[l.from&63][m.To&63]&(n.p.Rooks|n.p.Bishops)&^from != 0 &&
		(n.shot&from != 0 || n.sliders&from != 0 && (exposed || n.faced&to != 0)) {
		exposed = !n.safeAt(m, m.To)
	}

	if exposed && l.king {
		return 0, 0, false
	}
	over := l.base&^reach | l.gained&reach
	counted := over
	if exposed {
		counted = l.base
	}
	if l.closing&to != 0 && n.weighs {
		over = n.drop(l, m.To, reach)
		counted = over
		if exposed {
			counted = n.drop(l, m.To, 0)
		}
	}

	converted = counted & n.enemy
	can = n.own &^ bit(l.from) &^ over
	discount := bits(0)
	if exposed {
		can |= to
		discount = to
	}

	if n.weighs && converted == 0 {
		return 0, can, !n.kingless
	}
	return n.goOn(l, m, reach, converted, can, discount)
}

// goOn goes on with a first wave. By average value what stands at the ends of lines and what a
// promoted piece bears on is weighed anew before, and after the cascade all that it touches: it can
// harm the mover's pieces.
func (n *node) goOn(l *lifted, m move, reach, wave, can, discount bits) (converted, taken bits,
	legal bool) {
	var doubt bits
	if !n.weighs {
		doubt = n.touchedLines(l, m.To)
		if m.Promotion < board.NoKind {
			doubt |= l.reach | reach
		}
		if doubt|wave == 0 {
			return 0, can, !n.kingless
		}
	}

	q := n.p
	pacifistMake(&q, m)
	if doubt != 0 {
		can = can&^doubt | n.rules.judge(&q, doubt, n.us, 0)
		wave = wave&^doubt | n.rules.judge(&q, doubt, n.us^1, discount)
	}

	converted, doubt = n.rules.waves(&q, wave, n.us^1, discount, nil)
	doubt |= converted
	if n.weighs {
		doubt = can // no other: what changed sides was outweighed
	}
	can = can&^doubt | n.rules.judge(&q, doubt, n.us, 0)
	return converted, can, !n.kingless || converted&n.p.Kings != 0
}

// touchedLines returns the pieces at the ends of the rays that a move may open or close.
func (n *node) touchedLines(l *lifted, to square) (ends bits) {
	if b := bit(to); n.closing&b != 0 {
		for i, mask := range n.open.masks[:n.open.count] {
			if mask&b != 0 {
				ends |= bit(n.open.ends[i&(maxRays-1)].target)
			}
		}
	}

	if n.opening&bit(l.from) != 0 {
		for _, end := range n.blocked.ends[:n.blocked.count] {
			if end.blocker == l.from {
				ends |= bit(end.target)
			}
		}
	}

	return ends
}
