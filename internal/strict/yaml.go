package strict

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"

	"gopkg.in/yaml.v3"

	"turncoat/internal/lazyregexp"
)

// Reader reads the nodes of a YAML document.
type Reader struct {
	// Context ends the reading, if there is one: what follows is neither read nor reported.
	Context context.Context
	// Report is called with each fault, in the order of the text.
	Report func(Fault)
}

// Ended reports whether the context of the reader has ended.
func (r Reader) Ended() bool { return r.Context != nil && r.Context.Err() != nil }

// Fault reports a fault of a node.
func (r Reader) Fault(n *yaml.Node, format string, a ...any) {
	r.Report(Fault{PlaceOf(n), fmt.Errorf(format, a...)})
}

// NewDecoder returns a decoder of YAML that fails once the context of the reader has ended.
func (r Reader) NewDecoder(text []byte) *yaml.Decoder {
	return yaml.NewDecoder(&endingText{r, bytes.NewReader(text)})
}

// An endingText is a text that cannot be read any more once a context has ended.
type endingText struct {
	reader Reader
	text   *bytes.Reader
}

func (t *endingText) Read(p []byte) (int, error) {
	if t.reader.Ended() {
		return 0, t.reader.Context.Err()
	}
	return t.text.Read(p)
}

// Document returns the root of the only document in a text, nil if there is none. Its aliases can
// be followed safely: none of them contains itself, and all of them together repeat no more than
// [MaxRepeated] bytes.
func (r Reader) Document(text []byte) *yaml.Node {
	decoder := r.NewDecoder(text)

	var root yaml.Node
	err := decoder.Decode(&root)
	if r.Ended() {
		return nil
	}
	if errors.Is(err, io.EOF) || err == nil && len(root.Content) == 0 {
		r.Report(Fault{Place{1, 1}, errors.New("the file is empty")})
		return nil
	}

	if err != nil {
		r.Report(notYAML(err))
		return nil
	}

	var next yaml.Node
	err = decoder.Decode(&next)
	switch {
	case r.Ended():
		return nil
	case err == nil:
		r.Fault(&next, "a second document begins; a file has only one")
	case !errors.Is(err, io.EOF):
		r.Report(notYAML(err))
	}

	aliases := aliases{anchored: map[*yaml.Node]int{}}
	aliases.size(&root)
	if aliases.fault != nil {
		r.Report(*aliases.fault)
		return nil
	}
	return root.Content[0]
}

// MaxRepeated is how many bytes the aliases of a document may repeat, so that a short document does
// not become a long one.
const MaxRepeated = 1 << 20

// aliases counts what the aliases of a document repeat.
type aliases struct {
	anchored map[*yaml.Node]int // the sizes of the values with an anchor, as far as they are known
	repeated int
	fault    *Fault // the first; the count ends there
}

// size returns about how many bytes a value takes up when its aliases are written out.
func (a *aliases) size(n *yaml.Node) int {
	if a.fault != nil {
		return 0
	}
	if n.Kind == yaml.AliasNode {
		return a.repeat(n)
	}

	size := len(n.Value) + 1
	for _, child := range n.Content {
		size += a.size(child)
	}
	if n.Anchor != "" {
		a.anchored[n] = size
	}
	return size
}

// repeat returns the size of what an alias repeats, and counts it.
func (a *aliases) repeat(n *yaml.Node) int {
	size, known := a.anchored[n.Alias]
	a.repeated += size

	switch {
	case !known: // an anchor comes before its aliases, so this one is inside its own value
		a.fault = &Fault{PlaceOf(n), fmt.Errorf("*%s contains itself", n.Value)}
	case a.repeated > MaxRepeated:
		a.fault = &Fault{PlaceOf(n), fmt.Errorf("the aliases up to *%s repeat more than %d KiB; "+
			"split the file or shorten what they repeat", n.Value, MaxRepeated>>10)}
	}
	return size
}

var yamlError = lazyregexp.Compile(`^yaml: (?:line (?P<line>\d+): )?(?P<reason>(?s:.*))$`)

// notYAML returns the fault for an error of the YAML parser, whose text contains the line.
func notYAML(err error) Fault {
	parts := yamlError().FindStringSubmatch(err.Error())
	if parts == nil {
		return Fault{Place{1, 1}, fmt.Errorf("not YAML: %w", err)}
	}
	line, err := strconv.Atoi(parts[yamlError().SubexpIndex("line")])
	if err != nil {
		line = 1
	}
	return Fault{Place{line, 1}, fmt.Errorf("not YAML: %s", parts[yamlError().SubexpIndex("reason")])}
}

// Mapping calls read for each key of a mapping and its value, in order, except for keys that are
// not allowed. It reports whether the node is a mapping.
func (r Reader) Mapping(n *yaml.Node, keys Keys, read func(key, value *yaml.Node)) bool {
	if n.Kind != yaml.MappingNode {
		r.Fault(n, "%s must be a mapping, not %s", keys.What, Describe(n))
		return false
	}

	for i := 0; i+1 < len(n.Content) && !r.Ended(); i += 2 {
		key, value := Resolve(n.Content[i]), Resolve(n.Content[i+1])
		if key.Kind != yaml.ScalarNode {
			r.Fault(key, "a key of %s must be one word, not %s", keys.What, Describe(key))
			continue
		}

		if err := keys.Check(key.Value, key.Line); err != nil {
			r.Report(Fault{PlaceOf(key), err})
			continue
		}

		read(key, value)
	}

	return true
}

// List calls read for each item of a list of things that noun names. It reports whether the node is
// a list.
func (r Reader) List(n *yaml.Node, what, noun string, read func(item *yaml.Node)) bool {
	if n.Kind != yaml.SequenceNode {
		r.Fault(n, "%s must be a list of %s, not %s", what, noun, Describe(n))
		return false
	}

	for _, item := range n.Content {
		if r.Ended() {
			break
		}
		read(Resolve(item))
	}
	return true
}

// PlaceOf returns the place of a node.
func PlaceOf(n *yaml.Node) Place { return Place{max(n.Line, 1), max(n.Column, 1)} }

// Resolve follows an alias to what it names.
func Resolve(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.AliasNode && n.Alias != nil {
		return n.Alias
	}
	return n
}

// IsNull reports whether a node is a scalar without a value.
func IsNull(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.Tag == "!!null" }

// Describe describes a node for messages.
func Describe(n *yaml.Node) string {
	switch {
	case n.Kind == yaml.MappingNode:
		return "a mapping"
	case n.Kind == yaml.SequenceNode:
		return "a list"
	case IsNull(n):
		return "nothing"
	case n.Kind == yaml.ScalarNode:
		return strconv.Quote(n.Value)
	}

	return "something else"
}
