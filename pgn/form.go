package pgn

import "turncoat/pgn/token"

// Form says how the text of a file is to be read.
type Form = token.Form

// The forms of files.
const (
	FormNone      = token.FormNone
	FormPGN       = token.FormPGN
	FormText      = token.FormText
	FormJSON      = token.FormJSON
	FormScenarios = token.FormScenarios
)
