package token

// Form is the form of a file of records.
type Form uint8

// The forms of files.
const (
	FormNone      Form = iota // the name is not that of a file of records
	FormPGN                   // .pgn
	FormText                  // .txt: plain text of tournament reports, or PGN when it opens with a tag
	FormJSON                  // .json, .jsonl: the JSON of [AppendJSON]
	FormScenarios             // .yaml, .yml: scenarios or a rule set
)
