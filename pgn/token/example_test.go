package token_test

import (
	"fmt"

	"turncoat/pgn/token"
)

// A counter is a visitor that counts moves.
type counter struct{ moves int }

func (c *counter) Begin(int)                      {}
func (c *counter) Tag(*token.Tag) bool            { return true }
func (c *counter) Movetext(token.Dialect) bool    { return true }
func (c *counter) Move(*token.Move) bool          { c.moves++; return true }
func (c *counter) Annotate(int) bool              { return true }
func (c *counter) Comment([]byte, int, bool) bool { return true }
func (c *counter) Open() bool                     { return true }
func (c *counter) Close() bool                    { return true }
func (c *counter) Result(token.Result) bool       { return true }
func (c *counter) Ply(*token.VChessPly) bool      { return true }
func (c *counter) Fault(token.Fault) bool         { return true }
func (c *counter) End(*token.Ending)              {}

// Without building anything: the moves of a text, those of variations among them.
func ExampleTokenizer() {
	text := []byte("1. e4 e5 (1... c5 2. Nf3) 2. Nf3 {main line} *\n")
	var tokenizer token.Tokenizer
	var c counter
	for at := 0; at < len(text); {
		at = tokenizer.Record(text, at, true, &c)
	}
	fmt.Println(c.moves)
	// Output: 5
}
