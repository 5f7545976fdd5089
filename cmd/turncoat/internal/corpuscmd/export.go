package corpuscmd

import (
	"turncoat/cmd/turncoat/internal/command"
	"turncoat/corpus"
	"turncoat/internal/plural"
)

func corpusExport(s *command.Session) error {
	form := s.String("to")
	out, err := s.Output(s.Args()...)
	if err != nil {
		return err
	}
	defer out.Discard()
	cases, err := loadCases(s, s.Args())
	if err != nil || len(cases) == 0 { // why there are none is said already
		return err
	}
	left, err := corpus.Export(out, cases, form)
	if err != nil {
		return err
	}
	if left > 0 {
		s.Say(plural.Count(left, "case") + " left out: a FEN cannot express their positions")
	}
	return out.Commit()
}
