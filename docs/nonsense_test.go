package docs

import (
	"fmt"
	"go/types"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// Plain arguments that make no sense are no reason to panic: numbers that name nothing, text of any
// kind, zero values. A program calls each function of the stable packages with them, and each
// method of plain values.
func TestStablePackagesTakeNonsense(t *testing.T) {
	config := &packages.Config{Mode: packages.NeedName | packages.NeedTypes}
	loaded, err := packages.Load(config, stablePackages(t)...)
	if err != nil {
		t.Fatal(err)
	}
	w := nonsense{imports: map[string]string{}}
	for _, pkg := range loaded {
		scope := pkg.Types.Scope()
		for _, name := range scope.Names() {
			if object := scope.Lookup(name); object.Exported() {
				w.object(object)
			}
		}
	}
	if len(w.calls) < 1000 {
		t.Fatalf("only %d calls", len(w.calls))
	}

	file := filepath.Join(t.TempDir(), "main.go")
	if err := os.WriteFile(file, []byte(w.program()), 0o600); err != nil {
		t.Fatal(err)
	}
	run := exec.Command("go", "run", file)
	run.Dir = ".."
	out, err := run.CombinedOutput()
	if err != nil || len(out) > 0 {
		t.Errorf("%v\n%s", err, out)
	}
}

// A nonsense writes a program that calls functions with nonsense.
type nonsense struct {
	imports map[string]string // names by path
	calls   []string
}

// mostCalls is how many calls of one function there are at most.
const mostCalls = 60

// needsMore are types of which the zero value is documented to be of no use.
var needsMore = map[string]bool{"pgn.Trial": true}

func (w *nonsense) object(o types.Object) {
	switch o := o.(type) {
	case *types.Func:
		w.call(w.qualify(o.Pkg())+"."+o.Name(), o.Signature())
	case *types.TypeName:
		named, ok := o.Type().(*types.Named)
		if !ok || o.IsAlias() {
			return
		}
		for m := range named.Methods() {
			if !m.Exported() {
				continue
			}
			for _, receiver := range w.values(m.Signature().Recv().Type()) {
				w.call("("+receiver+")."+m.Name(), m.Signature())
			}
		}
	}
}

// qualify imports a package, and returns its name.
func (w *nonsense) qualify(p *types.Package) string {
	w.imports[p.Path()] = p.Name()
	return p.Name()
}

// call adds the calls of a function, unless it takes something that is not plain.
func (w *nonsense) call(function string, signature *types.Signature) {
	if signature.TypeParams().Len() > 0 {
		return
	}
	lists := []string{""}
	for parameter := range signature.Params().Variables() {
		var longer []string
		for _, list := range lists {
			for _, value := range w.values(parameter.Type()) {
				longer = append(longer, list+value+", ")
			}
		}
		lists = longer
	}
	if signature.Variadic() {
		for i := range lists {
			lists[i] = strings.TrimSuffix(lists[i], ", ") + "..., "
		}
	}

	step := 1 + len(lists)/mostCalls
	for i := 0; i < len(lists); i += step {
		call := fmt.Sprintf("%s(%s)", function, strings.TrimSuffix(lists[i], ", "))
		w.calls = append(w.calls, fmt.Sprintf("func() { defer report(%q); %s }", call, call))
	}
}

// values returns nonsense of a type, none if values of the type are not plain.
func (w *nonsense) values(t types.Type) []string {
	name := types.TypeString(t, w.qualify)
	switch name {
	case "io.Reader":
		w.imports["strings"] = "strings"
		return []string{`strings.NewReader("x")`}
	case "io.Writer":
		return []string{"io.Discard"}
	case "context.Context":
		return []string{"ended()"}
	case "*rules.Variant":
		return []string{`named("chess")`, `named("pacifist1")`}
	}

	of := func(values ...string) (list []string) {
		for _, value := range values {
			list = append(list, fmt.Sprintf("%s(%s)", name, value))
		}
		return list
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch info := u.Info(); {
		case info&types.IsBoolean != 0:
			return []string{"true", "false"}
		case info&types.IsUnsigned != 0:
			return of("0", "22", "64", "255")
		case info&types.IsInteger != 0:
			return of("-1", "0", "22", "127")
		case info&types.IsString != 0:
			return of(`""`, `"x"`, `"\xff~"`, `"e2e4"`)
		case info&types.IsFloat != 0:
			return of("-1", "0")
		}
	case *types.Slice:
		list := []string{"(" + name + ")(nil)"}
		for _, element := range w.values(u.Elem()) {
			list = append(list, name+"{"+element+"}")
		}
		return list
	case *types.Map, *types.Array:
		return []string{name + "{}"}
	case *types.Struct:
		if isPlain(u) && !needsMore[name] {
			return []string{name + "{}"}
		}
	case *types.Pointer:
		plain, ok := u.Elem().Underlying().(*types.Struct)
		if ok && isPlain(plain) {
			return []string{"&" + types.TypeString(u.Elem(), w.qualify) + "{}"}
		}
	}
	return nil
}

// isPlain reports whether others can write all fields of a struct.
func isPlain(s *types.Struct) bool {
	for field := range s.Fields() {
		if !field.Exported() {
			return false
		}
	}
	return true
}

// program returns the program. It prints the calls that panic.
func (w *nonsense) program() string {
	for _, path := range []string{"context", "fmt", "io", "turncoat/rules"} {
		w.imports[path] = path[strings.LastIndexByte(path, '/')+1:]
	}
	calls := strings.Join(w.calls, ",\n\t\t")
	var b strings.Builder
	b.WriteString("package main\n")
	for _, path := range slices.Sorted(maps.Keys(w.imports)) {
		if name := w.imports[path]; strings.Contains(calls+always, name+".") {
			fmt.Fprintf(&b, "import %s %q\n", name, path)
		}
	}
	b.WriteString(always)
	fmt.Fprintf(&b, "func main() {\n\tfor _, call := range []func(){\n\t\t%s,\n\t} {\n", calls)
	b.WriteString("\t\tcall()\n\t}\n}\n")
	return b.String()
}

// always is what every program has.
const always = `
func named(name string) *rules.Variant {
	variant, _ := rules.Named(name)
	return variant
}

func ended() context.Context {
	ctx, end := context.WithCancel(context.Background())
	end()
	return ctx
}

func report(call string) {
	if problem := recover(); problem != nil {
		fmt.Println(call, "panics:", problem)
	}
}
`
