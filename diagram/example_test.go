package diagram_test

import (
	"fmt"
	"os"

	"turncoat/diagram"
	"turncoat/rules"
)

// A turn is drawn with its move marked and what it converts numbered by the wave.
func Example() {
	variant, _ := rules.Named("pacifist1")
	position, _ := variant.ParseFEN("rkqn1rb1/ppppppbp/P7/1n4p1/8/4N3/1PPPPPPP/RNK1BBQR")
	turn, _ := variant.Parse(&position, "Nf5")

	marks := []diagram.Mark{{Square: turn.From, Kind: diagram.From}, {Square: turn.To,
		Kind: diagram.To}}
	for i, wave := range turn.Waves {
		marks = append(marks, diagram.Marks(wave, diagram.Converted, i+1)...)
	}
	fmt.Print(diagram.Text(&turn.After, diagram.Options{Marks: marks}))
	// Output:
	// 8   r  k  q  N3 .  R2 B3 .
	// 7   p  p  p  p  P1 P4 B1 P4
	// 6   P  .  .  .  .  .  .  .
	// 5   .  n  .  .  . (N) p  .
	// 4   .  .  .  .  .  .  .  .
	// 3   .  .  .  . ( ) .  .  .
	// 2   .  P  P  P  P  P  P  P
	// 1   R  N  K  .  B  B  Q  R
	//     a  b  c  d  e  f  g  h
}

func ExampleSVG() {
	variant, _ := rules.Named("chess")
	position := variant.Start()
	file, err := os.CreateTemp("", "*.svg")
	if err != nil {
		panic(err)
	}
	defer os.Remove(file.Name())
	defer file.Close()
	fmt.Println(diagram.SVG(file, &position, "the start", diagram.Options{ShowTurn: true,
		Size: 200}))
	// Output: <nil>
}
