package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A fault is one change to the text of a file.
type fault struct {
	file string // path of the file
	name string // the function it is in, as in "(*T).Method"; empty outside functions
	line int
	kind string // what is done, as in "comparison turned"
	from int    // the bytes [from, to) of the file
	to   int
	text string // are replaced by this
	old  string // the bytes as they were, on one line
	nth  int    // which one it is, from 1, of the faults of the function that are told by the same words
	of   int    // and how many these are

	// The bytes that are replaced where the fault is built in together with others, and what stands
	// there then while the fault is on and while it is off: the whole statement, where a number or a
	// name is changed, since the type of a number comes from what is around it.
	switchFrom, switchTo int
	on, off              string
}

// key returns what names the fault, and no other, as long as the function around it stays as it is.
// It does not depend on line numbers: where the function has several of the same words, they are
// counted, as in "(2 of 3)", so that a key fits nothing, rather than another place, once there are
// more or fewer of them.
func (f *fault) key() string {
	if f.of == 1 {
		return f.words()
	}
	return fmt.Sprintf("%s (%d of %d)", f.words(), f.nth, f.of)
}

// words returns what faults in several places of one function may have in common.
func (f *fault) words() string {
	return fmt.Sprintf("%s %s: %s: %s", filepath.ToSlash(f.file), f.name, f.kind, f.old)
}

func (f *fault) String() string {
	text := cmp.Or(f.text, "nothing")
	return fmt.Sprintf("%s:%d: %s: %s -> %s", filepath.ToSlash(f.file), f.line, f.kind, f.old, oneLine(text))
}

// switchVariable is the variable whose value, in a package with faults that can be switched, is the
// number of the one that is on.
const switchVariable = "mutateSwitch"

// switched returns the text that is faulty while the fault of a number is on, and as it was
// otherwise; empty where there is no such text.
func (f *fault) switched(number string) string {
	switch f.kind {
	case "comparison turned", "and for or", "condition negated", "loop left out":
		return fmt.Sprintf("(%s == %q && (%s) || %[1]s != %[2]q && (%[4]s))", switchVariable, number, f.on, f.off)
	case "statement left out", "number one greater", "colour swapped":
		if f.off == "" {
			return ""
		}
		return fmt.Sprintf("if %s == %q {\n%s\n} else {\n%s\n}", switchVariable, number, f.on, f.off)
	}
	return ""
}

// overlaps reports whether two faults cannot be built in together.
func (f *fault) overlaps(g *fault) bool {
	return f.file == g.file && f.switchFrom < g.switchTo && g.switchFrom < f.switchTo
}

// turned has for each operator the one that stands in for it.
var turned = map[token.Token]token.Token{
	token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR,
	token.EQL: token.NEQ, token.NEQ: token.EQL,
	token.LAND: token.LOR, token.LOR: token.LAND,
}

// swapped has for each name of a colour the other.
var swapped = map[string]string{"White": "Black", "Black": "White"}

// A collector gathers the faults of one file.
type collector struct {
	fset   *token.FileSet
	file   string
	text   []byte
	inside string // the function that is being walked
	path   []ast.Node
	faults []fault
}

// faultsIn returns every fault that can be put into the text of a file, always in the same order.
func faultsIn(file string, text []byte) ([]fault, error) {
	fset := token.NewFileSet()
	parsed, err := parser.ParseFile(fset, file, text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	c := &collector{fset: fset, file: file, text: text}
	for _, d := range parsed.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Body == nil {
			continue
		}
		c.inside = f.Name.Name
		if f.Recv != nil {
			r := f.Recv.List[0].Type
			c.inside = fmt.Sprintf("(%s).%s", c.source(r.Pos(), r.End()), f.Name.Name)
		}
		ast.Inspect(f.Body, c.visit)
	}
	count(c.faults)
	return c.faults, nil
}

// count counts the faults of the same words in the order of their places.
func count(faults []fault) {
	same := map[string][]*fault{}
	for i := range faults {
		f := &faults[i]
		same[f.words()] = append(same[f.words()], f)
	}
	for _, list := range same {
		slices.SortStableFunc(list, func(f, g *fault) int { return f.from - g.from })
		for i, f := range list {
			f.nth, f.of = i+1, len(list)
		}
	}
}

func (c *collector) visit(n ast.Node) bool {
	if n == nil {
		c.path = c.path[:len(c.path)-1]
		return true
	}
	c.path = append(c.path, n)
	switch n := n.(type) {
	case *ast.BinaryExpr:
		if op, ok := turned[n.Op]; ok {
			kind := "comparison turned"
			if op == token.LAND || op == token.LOR {
				kind = "and for or"
			}
			c.replace(kind, n.Pos(), n.End(), c.source(n.X.Pos(), n.X.End())+" "+op.String()+" "+c.source(n.Y.Pos(), n.Y.End()))
		}
	case *ast.IfStmt:
		c.replace("condition negated", n.Cond.Pos(), n.Cond.End(), "!("+c.source(n.Cond.Pos(), n.Cond.End())+")")
	case *ast.ForStmt:
		// A loop that never ends says nothing about the tests, so its condition is only made false.
		if n.Cond != nil {
			c.replace("loop left out", n.Cond.Pos(), n.Cond.End(), "false && "+c.source(n.Cond.Pos(), n.Cond.End()))
		}
	case *ast.BasicLit:
		if v, err := strconv.ParseInt(n.Value, 0, 32); n.Kind == token.INT && err == nil {
			c.replace("number one greater", n.Pos(), n.End(), strconv.FormatInt(v+1, 10))
			c.withStatement()
		}
	case *ast.Ident:
		if other, ok := swapped[n.Name]; ok {
			c.replace("colour swapped", n.Pos(), n.End(), other)
			c.withStatement()
		}
	case *ast.BlockStmt:
		for _, s := range n.List {
			c.leaveOut(s)
		}
	case *ast.CaseClause:
		for _, s := range n.Body {
			c.leaveOut(s)
		}
	}
	return true
}

// leaveOut adds the fault of a statement that is missing, where the rest is likely to compile.
func (c *collector) leaveOut(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.ExprStmt, *ast.IncDecStmt, *ast.BranchStmt, *ast.DeferStmt:
	case *ast.AssignStmt:
		if s.Tok == token.DEFINE {
			return
		}
	default:
		return
	}
	c.replace("statement left out", s.Pos(), s.End(), "")
}

func (c *collector) replace(kind string, from, to token.Pos, text string) {
	at := c.fset.Position(from)
	f := fault{
		file: c.file, name: c.inside, line: at.Line, kind: kind,
		from: at.Offset, to: c.fset.Position(to).Offset, text: text, old: oneLine(c.source(from, to)),
	}
	f.switchFrom, f.switchTo, f.on, f.off = f.from, f.to, text, c.source(from, to)
	c.faults = append(c.faults, f)
}

// withStatement lets the last fault be switched together with the statement that it is in, if that
// can be written twice: what it declares would not be seen behind it.
func (c *collector) withStatement() {
	f := &c.faults[len(c.faults)-1]
	f.on, f.off = "", ""
	for i := len(c.path) - 1; i > 0; i-- {
		switch c.path[i-1].(type) {
		case *ast.BlockStmt, *ast.CaseClause:
		default:
			continue
		}
		switch s := c.path[i].(type) {
		case *ast.AssignStmt:
			if s.Tok == token.DEFINE {
				return
			}
		case *ast.ExprStmt, *ast.ReturnStmt, *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.IncDecStmt:
		default:
			return
		}
		f.switchFrom, f.switchTo = c.fset.Position(c.path[i].Pos()).Offset, c.fset.Position(c.path[i].End()).Offset
		f.off = string(c.text[f.switchFrom:f.switchTo])
		f.on = string(c.text[f.switchFrom:f.from]) + f.text + string(c.text[f.to:f.switchTo])
		return
	}
}

func (c *collector) source(from, to token.Pos) string {
	return string(c.text[c.fset.Position(from).Offset:c.fset.Position(to).Offset])
}

// oneLine returns a text with every run of white space as one space, cut at eighty characters.
func oneLine(text string) string {
	r := []rune(strings.Join(strings.Fields(text), " "))
	if len(r) > 80 {
		return string(r[:77]) + "..."
	}
	return string(r)
}
