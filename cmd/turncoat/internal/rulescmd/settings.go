package rulescmd

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/internal/command"
	"turncoat/internal/printable"
	"turncoat/internal/strict"
	"turncoat/rules/ruleset"
)

type settingJSON struct {
	Setting  string            `json:"setting"`
	Families []string          `json:"families"` // that have it
	Rules    []string          `json:"rules"`    // that it changes
	Values   []valueJSON       `json:"values"`
	Defaults map[string]string `json:"defaults"` // its value in each built-in rule set that has it
}

type valueJSON struct {
	Value string `json:"value"`
	Means string `json:"means"`
}

func describeSetting(setting *ruleset.Setting) settingJSON {
	d := settingJSON{
		Setting:  setting.Name,
		Families: []string{},
		Rules:    setting.Rules,
		Values:   []valueJSON{},
		Defaults: map[string]string{},
	}
	for _, f := range ruleset.Families() {
		if setting.ReadBy(f) {
			d.Families = append(d.Families, f.String())
		}
	}

	for _, c := range setting.Choices {
		d.Values = append(d.Values, valueJSON{c.Name, c.Means})
	}
	for _, name := range ruleset.BuiltinNames() {
		if set, err := ruleset.Builtin(name); err == nil && setting.ReadBy(set.Family) {
			d.Defaults[name] = setting.ValueIn(set)
		}
	}

	return d
}

// having lists the built-in rule sets that have a value.
func (d *settingJSON) having(value string) string {
	return strings.Join(slices.DeleteFunc(ruleset.BuiltinNames(),
		func(name string) bool { return d.Defaults[name] != value }), ", ")
}

type settingsOptions struct {
	markdown bool
}

// Settings returns the command that lists the settings of rule sets.
func Settings(s *command.Session) *cli.Command {
	var o settingsOptions
	return &cli.Command{
		Name:      "settings",
		Usage:     "list every setting of a rule set",
		ArgsUsage: "[SETTING]",
		Flags: []cli.Flag{
			s.JSONFlag(),
			&cli.BoolFlag{
				Name:        "markdown",
				Usage:       "print the page of all settings, docs/settings.md",
				Destination: &o.markdown,
			},
		},
		Action: command.Action(s, &o, rulesSettings),
	}
}

func rulesSettings(s *command.Session, o *settingsOptions) error {
	args := s.Args()
	if o.markdown {
		if len(args) > 0 || s.AsJSON {
			return command.Unusable(
				"--markdown prints the page of all settings: leave out SETTING and --json",
			)
		}

		s.Printf("%s", settingsMarkdown())
		return nil
	}

	list := ruleset.Settings()
	values := len(args) == 0 || args[0] == "values"
	squares := len(args) == 0 || args[0] == "squares"
	if len(args) == 1 && !values && !squares {
		one, ok := ruleset.FindSetting(args[0])
		if !ok {
			return command.Unusable(
				"%w: %q%s",
				ruleset.ErrSetting,
				args[0],
				strict.Suggest(args[0], settingNames()),
			)
		}

		list = []ruleset.Setting{one}
	} else if len(args) == 1 {
		list = nil
	}

	for i := range list {
		d := describeSetting(&list[i])
		if s.AsJSON {
			s.JSON(d)
			continue
		}

		if i > 0 {
			s.Printf("\n")
		}
		printSetting(s, &d)
	}

	if len(list) > 0 && (values || squares) && !s.AsJSON {
		s.Printf("\n")
	}
	if values {
		printValues(s)
	}
	if values && squares && !s.AsJSON {
		s.Printf("\n")
	}
	if squares {
		printSquares(s)
	}
	return nil
}

func printValues(s *command.Session) {
	if !s.AsJSON {
		s.Printf("values (PAC-4; family pacifist)\n%s\n", printable.Wrap("  ", valuesText()))
		return
	}

	s.JSON(struct {
		Setting  string         `json:"setting"`
		Families []string       `json:"families"`
		Rules    []string       `json:"rules"`
		Least    int            `json:"least"`
		Greatest int            `json:"greatest"`
		Defaults map[string]int `json:"defaults"` // by kind of piece, in every built-in rule set that reads it
	}{"values", []string{ruleset.Pacifist.String()}, []string{"PAC-4"}, 0, ruleset.MaxValue,
		pieceValues()})
}

func printSquares(s *command.Session) {
	if !s.AsJSON {
		s.Printf("squares (AND-2; family andernach)\n%s\n", printable.Wrap("  ", squaresText()))
		return
	}

	s.JSON(struct {
		Setting  string            `json:"setting"`
		Families []string          `json:"families"`
		Rules    []string          `json:"rules"`
		Defaults map[string]string `json:"defaults"` // in each built-in rule set that has some
	}{"squares", []string{ruleset.Andernach.String()}, []string{"AND-2"}, setSquares()})
}

// setSquares returns the squares of each built-in rule set that has some.
func setSquares() map[string]string {
	squares := map[string]string{}
	for _, name := range ruleset.BuiltinNames() {
		if set, err := ruleset.Builtin(name); err == nil && set.Squares != 0 {
			squares[name] = set.Squares.String()
		}
	}
	return squares
}

func squaresText() string {
	var sets []string
	for name, squares := range setSquares() {
		sets = append(sets, name+" "+squares)
	}
	slices.Sort(sets)
	return "squares on which pieces convert, and rectangles by two opposite corners; in the built-in " +
		"rule sets " + strings.Join(sets, ", ")
}

func settingNames() []string {
	names := []string{"values", "squares"}
	for _, setting := range ruleset.Settings() {
		names = append(names, setting.Name)
	}
	return names
}

func printSetting(s *command.Session, d *settingJSON) {
	s.Printf("%s (%s; family %s)\n", d.Setting, strings.Join(d.Rules, ", "),
		strings.Join(d.Families, ", "))
	wide := 0
	for _, v := range d.Values {
		wide = max(wide, len(v.Value))
	}
	for _, v := range d.Values {
		s.Printf("%s\n", printable.Wrap(fmt.Sprintf("  %-*s  ", wide, v.Value), v.Means))
		if having := d.having(v.Value); having != "" {
			s.Printf("%s\n", printable.Wrap(fmt.Sprintf("  %*s  ", wide, ""), having))
		}
	}
}

// pieceValues returns the value of each kind of piece in the built-in rule sets (PAC-4).
func pieceValues() map[string]int {
	values := map[string]int{}
	for i, v := range ruleset.First(ruleset.Pacifist).Values {
		values[ruleset.KindName(i)] = int(v)
	}
	return values
}

func valuesText() string {
	kinds := make([]string, 0, 6)
	for i, v := range ruleset.First(ruleset.Pacifist).Values {
		kinds = append(kinds, fmt.Sprintf("%s %d", ruleset.KindName(i), v))
	}
	return fmt.Sprintf(
		"a whole number from 0 to %d for each kind of piece; in the built-in rule sets %s",
		ruleset.MaxValue,
		strings.Join(kinds, ", "),
	)
}

func settingsMarkdown() string {
	var b strings.Builder
	b.WriteString(`# Settings of a rule set

Written by ` + "`turncoat rules settings --markdown`" + `; a test holds it to the program. A rule-set file names a built-in set as its
base and the settings that differ:

` + "```yaml\nname: mine\nbase: pacifist1\nlines: blocked\nvalues: {pawn: 1, king: 4}\n```" + `

Each setting stands here with the rules of [RULES.md](RULES.md) that it belongs to and the families that read it. The first value is the
one most rule sets have; every other is also a misreading that the golden corpora tell apart. The last column names the
built-in rule sets that have the value. ` + "`turncoat rules settings SETTING`" + ` prints one, ` + "`--json`" + ` all of them for programs.

`)
	list := ruleset.Settings()
	for i := range list {
		d := describeSetting(&list[i])
		fmt.Fprintf(&b,
			"## %s\n\n%s; %s.\n\n| value | how the game is played | in |\n| --- | --- | --- |\n",
			d.Setting, strings.Join(d.Rules, ", "), families(d.Families))
		for _, v := range d.Values {
			fmt.Fprintf(&b, "| `%s` | %s | %s |\n", v.Value, v.Means, d.having(v.Value))
		}
		b.WriteString("\n")
	}

	fmt.Fprintf(
		&b,
		"## values\n\nPAC-4; family `pacifist`.\n\nThe values of the pieces, as in `values: {pawn: 1, king: 4}`: %s. Those left out are as in the base.\n",
		valuesText(),
	)
	fmt.Fprintf(
		&b,
		"\n## squares\n\nAND-2; family `andernach`.\n\nThe squares of `converts-when: square`, as in `squares: [d4, a1-h2]`: %s.\n",
		squaresText(),
	)
	return b.String()
}

func families(names []string) string {
	word := "family"
	if len(names) > 1 {
		word = "families"
	}
	return word + " `" + strings.Join(names, "`, `") + "`"
}
