package corpus

import (
	"errors"
	"fmt"
	"strings"
)

// ErrWords is the class of errors about a command line that cannot be split into words.
var ErrWords = errors.New("not a command line")

// SplitWords splits a command line into words as a POSIX shell does, without a shell: spaces part
// words; within '…' nothing is special, within "…" only a backslash before one of \ " $ ` and a
// newline; elsewhere a backslash takes the next character as it is. Nothing is expanded.
func SplitWords(text string) ([]string, error) {
	var (
		words  []string
		word   strings.Builder
		inWord bool
	)
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case ' ', '\t', '\n', '\r':
			if inWord {
				words = append(words, word.String())
				word.Reset()
				inWord = false
			}
			continue
		case '\'':
			end := strings.IndexByte(text[i+1:], '\'')
			if end < 0 {
				return nil, fmt.Errorf("%w: the quotation mark ' at byte %d is not closed", ErrWords, i+1)
			}
			word.WriteString(text[i+1 : i+1+end])
			i += end + 1
		case '"':
			end, ok := doubleQuoted(text, i+1, &word)
			if !ok {
				return nil, fmt.Errorf("%w: the quotation mark \" at byte %d is not closed", ErrWords, i+1)
			}
			i = end
		case '\\':
			if i++; i == len(text) {
				return nil, fmt.Errorf("%w: nothing stands behind the last backslash", ErrWords)
			}
			if text[i] == '\n' {
				continue
			}
			word.WriteByte(text[i])
		default:
			word.WriteByte(c)
		}
		inWord = true
	}
	if inWord {
		words = append(words, word.String())
	}
	if len(words) == 0 {
		return nil, fmt.Errorf("%w: it is empty", ErrWords)
	}
	return words, nil
}

// doubleQuoted reads up to the closing mark and gives its place.
func doubleQuoted(text string, i int, word *strings.Builder) (int, bool) {
	for ; i < len(text); i++ {
		switch {
		case text[i] == '"':
			return i, true
		case text[i] == '\\' && i+1 < len(text) && strings.IndexByte("\\\"$`\n", text[i+1]) >= 0:
			if i++; text[i] != '\n' {
				word.WriteByte(text[i])
			}
		default:
			word.WriteByte(text[i])
		}
	}
	return i, false
}
