package puzzle

// Status is one of the three answers to the question whether a goal can be reached.
type Status uint8

// The answers.
const (
	// Unknown means that a limit, or the end of the context, came before an answer.
	Unknown Status = iota
	// Won means that the goal can be forced, in so many turns or fewer.
	Won
	// None means that the goal is proved not to be forced in the number of turns asked for.
	None
)

// String returns "unknown", "won" or "none".
func (s Status) String() string { return [...]string{"unknown", "won", "none"}[min(s, None)] }
