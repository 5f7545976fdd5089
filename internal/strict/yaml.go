package strict

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"

	"gopkg.in/yaml.v3"

	"turncoat/internal/lazyregexp"
)

// Reader reads the nodes of a YAML document.
type Reader struct {
	// Report is called with each fault, in the order of the text.
	Report func(Fault)
}

// Fault reports a fault of a node.
func (r Reader) Fault(n *yaml.Node, format string, a ...any) {
	r.Report(Fault{PlaceOf(n), fmt.Errorf(format, a...)})
}

// Document returns the root of the only document in a text, nil if there is none.
func (r Reader) Document(text []byte) *yaml.Node {
	decoder := yaml.NewDecoder(bytes.NewReader(text))

	var root yaml.Node
	err := decoder.Decode(&root)
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
	case err == nil:
		r.Fault(&next, "a second document begins; a file has only one")
	case !errors.Is(err, io.EOF):
		r.Report(notYAML(err))
	}

	return Resolve(root.Content[0])
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

	for i := 0; i+1 < len(n.Content); i += 2 {
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
		read(Resolve(item))
	}
	return true
}

// PlaceOf returns the place of a node.
func PlaceOf(n *yaml.Node) Place { return Place{max(n.Line, 1), max(n.Column, 1)} }

// Resolve follows an alias to what it names.
func Resolve(n *yaml.Node) *yaml.Node {
	const enough = 8 // aliases of aliases do not occur, but a circle must not hang
	for range enough {
		if n.Kind != yaml.AliasNode || n.Alias == nil {
			break
		}
		n = n.Alias
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
