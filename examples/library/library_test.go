package main

import "os"

// The conversions are those that the tournament records have after slashes; the wins and their absence are proved.
func Example() {
	os.Args = []string{"library", "../grand-prix-1993.pgn"}
	main()
	// Output:
	// conversion: 18 plies, 0 findings
	//   2...Bh3/Nf3+ converts f3
	//   3...Bg2/f2+ converts f2
	//   4...Bxh1/Bf1 converts f1
	//   5.Qxf1/f2 converts f2
	//   before the last turn: no win in 2 (proved)
	// conversion: 7 plies, 0 findings
	//   4.Ba6/Qa5+ converts a5
	//   before the last turn: win in 2: f1a6 (proved)
	// conversion: 14 plies, 0 findings
	//   4.Qh5/e5 converts e5
	//   4...Qa5/e5 converts e5
	//   5.Qg5/e5+ converts e5
	//   7...Kg6/Qg5 converts g5
	//   before the last turn: no win in 2 (proved)
}
