// Package puzzlecmd has the commands about forced wins and puzzles. Each command is in a file of
// its name, with its flags; goal.go has the flags that state what is to be reached.
package puzzlecmd
