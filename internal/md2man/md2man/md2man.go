// Package md2man stands in for a converter of Markdown that urfave/cli imports for its App.ToMan, which turncoat does not
// use: cmd/turncoat writes its manual page itself. The real package brings a Markdown parser that every start of the
// program would have to initialise.
package md2man

// Render returns the text as it is.
func Render(doc []byte) []byte { return doc }
