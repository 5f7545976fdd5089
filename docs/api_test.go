package docs

import (
	"go/types"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"turncoat/internal/testing/filetest"
)

// stablePackages returns the packages that ARCHITECTURE.md calls stable.
func stablePackages(t *testing.T) []string {
	t.Helper()
	_, table, _ := strings.Cut(string(filetest.Read(t, "ARCHITECTURE.md")), "\n## What is stable\n")
	table, _, _ = strings.Cut(table, "\n## ")
	var list []string
	for _, row := range regexp.MustCompile("(?m)^\\| (`[^|]+) \\|").FindAllStringSubmatch(table, -1) {
		for name := range strings.SplitSeq(row[1], ", ") {
			list = append(list, "turncoat/"+strings.Trim(name, "`"))
		}
	}

	return list
}

// Others can name every type that a stable package shows: in signatures, fields, methods,
// constants, aliases and what is embedded. None is internal.
func TestStablePackagesShowNoInternalType(t *testing.T) {
	stable := stablePackages(t)
	if len(stable) < 10 {
		t.Fatalf("only %d stable packages in ARCHITECTURE.md: %q", len(stable), stable)
	}
	config := &packages.Config{Mode: packages.NeedName | packages.NeedTypes}
	loaded, err := packages.Load(config, stable...)
	if err != nil {
		t.Fatal(err)
	}
	for _, pkg := range loaded {
		for _, e := range pkg.Errors {
			t.Error(e)
		}
		scope := pkg.Types.Scope()
		for _, name := range scope.Names() {
			object, full := scope.Lookup(name), pkg.PkgPath+"."+name
			if object.Exported() {
				w := apiWalker{t: t, at: full, seen: map[types.Type]bool{}}
				w.object(object)
			}
		}
	}
}

// An apiWalker visits what others see of one exported name.
type apiWalker struct {
	t    *testing.T
	at   string // the name
	seen map[types.Type]bool
}

func (w *apiWalker) object(object types.Object) {
	name, isType := object.(*types.TypeName)
	if !isType {
		w.visit(object.Type())
		return
	}
	if alias, isAlias := object.Type().(*types.Alias); isAlias {
		w.visit(alias.Rhs())
		return
	}

	w.visit(name.Type().Underlying())
	methods := types.NewMethodSet(types.NewPointer(name.Type()))
	for method := range methods.Methods() {
		if method.Obj().Exported() {
			w.visit(method.Obj().Type())
		}
	}
}

// named reports a type that has an internal name, and visits its arguments.
func (w *apiWalker) named(name *types.TypeName, arguments *types.TypeList) {
	if pkg := name.Pkg(); pkg != nil && strings.Contains(pkg.Path()+"/", "/internal/") {
		w.t.Errorf("%s shows %s.%s, which nobody else can name", w.at, pkg.Path(), name.Name())
	}
	for argument := range arguments.Types() {
		w.visit(argument)
	}
}

func (w *apiWalker) visit(t types.Type) {
	if w.seen[t] {
		return
	}
	w.seen[t] = true
	switch t := t.(type) {
	case *types.Alias:
		w.named(t.Obj(), t.TypeArgs())
		w.visit(types.Unalias(t))
	case *types.Named:
		w.named(t.Obj(), t.TypeArgs())
	case *types.Map:
		w.visit(t.Key())
		w.visit(t.Elem())
	case interface{ Elem() types.Type }: // pointers, slices, arrays and channels
		w.visit(t.Elem())
	case *types.Signature:
		w.visit(t.Params())
		w.visit(t.Results())
	case *types.Tuple:
		for variable := range t.Variables() {
			w.visit(variable.Type())
		}
	case *types.Struct:
		for field := range t.Fields() {
			if field.Exported() || field.Embedded() {
				w.visit(field.Type())
			}
		}
	case *types.Interface:
		for method := range t.Methods() {
			w.visit(method.Type())
		}
		for embedded := range t.EmbeddedTypes() {
			w.visit(embedded)
		}
	case *types.Union:
		for term := range t.Terms() {
			w.visit(term.Type())
		}
	}
}
