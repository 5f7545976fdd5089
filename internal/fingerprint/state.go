package fingerprint

// State is what a list of questions distinguishes: how often each misreading differs from the
// rules, and which misreadings always answer alike.
type State struct {
	Told    []int
	Classes [][]int // groups of two or more misreadings that no question distinguishes
}

// Assess returns what questions distinguish. All misreadings must have answered them.
func Assess(list []*Answers, readings int) State {
	s := State{Told: make([]int, readings)}
	class := make([]int, readings) // by misreading, the number of its class
	for _, a := range list {
		for m := range readings {
			if a.Tells(m) {
				s.Told[m]++
			}
		}

		class = split(class, a)
	}

	members := map[int][]int{}
	for m, k := range class {
		members[k] = append(members[k], m)
	}
	for m, k := range class {
		if members[k][0] == m && len(members[k]) > 1 {
			s.Classes = append(s.Classes, members[k])
		}
	}

	return s
}

// split divides the classes by the answers to one more question.
func split(class []int, a *Answers) []int {
	type part struct {
		class int
		key   Key
	}
	number := map[part]int{}
	out := make([]int, len(class))
	for m, k := range class {
		p := part{k, a.Norm(m)}
		n, ok := number[p]
		if !ok {
			n = len(number)
			number[p] = n
		}

		out[m] = n
	}

	return out
}

// Untold returns those misreadings of a class that differ from the rules.
func (s *State) Untold(class []int) []int {
	var list []int
	for _, m := range class {
		if s.Told[m] > 0 {
			list = append(list, m)
		}
	}

	return list
}
