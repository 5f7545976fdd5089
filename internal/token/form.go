package token

// Form says how the text of a file is to be read.
type Form uint8

// The forms of files.
const (
	FormNone      Form = iota // no file of records, by its name
	FormPGN                   // .pgn
	FormText                  // .txt: plain text of tournament reports, or PGN when it opens with a tag
	FormJSON                  // .json, .jsonl: the JSON of [AppendJSON]
	FormScenarios             // .yaml, .yml: scenarios or a rule set
)
