package validate

// sentence gives what a rule says in a sentence or two.
func sentence(string) string { return "" }
