package fast

// landInventor resolves a move in the inventor's forms (PAC-7, PAC-8, PAC-11), reach being what the
// moved piece bears on from its new square.
func (n *node) landInventor(l *lifted, m move, reach bits) (converted, can bits, legal bool) {
	if n.rules == pacifistAverage {
		return n.landAverage(l, m, reach)
	}
	to := bit(m.To)
	exposed := l.base&to == 0
	// Lines may have opened onto the new square.
	if from := bit(l.from); n.shot&from != 0 || exposed && n.sliders&from != 0 {
		exposed = !n.safeAt(m, m.To)
	}
	if exposed && l.king {
		return 0, 0, false
	}
	over := l.base | l.gained&reach
	counted := over
	if exposed {
		counted = l.base
	}
	if l.closing&to != 0 {
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
	if converted == 0 {
		return 0, can, !n.kingless
	}
	q := n.p
	pacifistMake(&q, m)
	converted, _ = n.rules.waves(&q, converted, n.us^1, discount, nil)
	// Conversions only help the mover's pieces, and those that changed sides were outweighed.
	return converted, n.rules.judge(&q, can, n.us, 0), !n.kingless || converted&n.p.Kings != 0
}

// landAverage is landInventor by average value, where every weight that a move touches is worked out anew.
func (n *node) landAverage(l *lifted, m move, reach bits) (converted, can bits, legal bool) {
	q := n.p
	pacifistMake(&q, m)
	to := bit(m.To)
	discount := bits(0)
	if n.rules.overpersuaded(&q, m.To, n.us, 0) {
		if l.king {
			return 0, 0, false
		}
		discount = to
	}
	touched := l.reach | reach | n.touchedLines(l, m.To)
	can = n.exposed&^bit(l.from)&^touched | n.rules.judge(&q, touched, n.us, 0) | discount
	wave := n.convertible&^touched | n.rules.judge(&q, touched, n.us^1, discount)
	converted, touched = n.rules.waves(&q, wave, n.us^1, discount, nil)
	can = can&^touched | n.rules.judge(&q, touched|converted, n.us, 0)
	return converted, can, !n.kingless || converted&n.p.Kings != 0
}

// touchedLines returns the pieces at the ends of the rays that a move may open or close.
func (n *node) touchedLines(l *lifted, to square) (ends bits) {
	b := bit(to)
	if n.closing&b != 0 {
		t := &n.open
		for i, mask := range t.masks[:t.count] {
			if mask&b != 0 {
				ends |= bit(t.ends[i&(maxRays-1)].target)
			}
		}
	}
	if n.opening&bit(l.from) != 0 {
		t := &n.blocked
		for i := range t.ends[:t.count] {
			if end := &t.ends[i]; end.blocker == l.from {
				ends |= bit(end.target)
			}
		}
	}
	return ends
}
