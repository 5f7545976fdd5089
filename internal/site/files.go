package site

import (
	"io"
	"os"
	"path/filepath"

	"turncoat/internal/files"
)

// output is the files of a site while they are written.
type output struct {
	files []outputFile
	undo  []func() // removes what was made, in reverse order
	whole bool
}

type outputFile struct {
	name string
	out  *files.Output
	made bool // it was not there before
}

// create opens the files of a site in a directory, or refuses them, before the work begins. It makes
// the directories.
func create(dir string, names []string) (*output, error) {
	s := &output{}
	for _, name := range names {
		if err := s.open(name, filepath.Join(dir, filepath.FromSlash(name))); err != nil {
			s.end()
			return nil, err
		}
	}

	return s, nil
}

func (s *output) open(name, path string) error {
	remove, err := files.MakeDirs(filepath.Dir(path))
	if err != nil {
		return err
	}
	s.undo = append(s.undo, remove)
	_, missing := os.Lstat(path)
	out, err := files.Create(path)
	if err != nil {
		return err
	}
	s.undo = append(s.undo, out.Discard)
	s.files = append(s.files, outputFile{name, out, missing != nil})
	return nil
}

// write writes all files, and puts them in their places when there is room for all.
func (s *output) write(contents map[string][]byte) error {
	for _, file := range s.files {
		if _, err := file.out.Write(contents[file.name]); err != nil {
			return err
		}
		if err := file.out.Flush(); err != nil {
			return err
		}
	}

	for _, file := range s.files {
		undo := func() { os.Remove(file.out.Name()) }
		if !file.made {
			old, err := os.ReadFile(file.out.Name())
			if err != nil {
				return err
			}
			undo = func() {
				_ = files.Write(file.out.Name(), func(w io.Writer) error {
					_, err := w.Write(old)
					return err
				}) // the fault before it is the one to report
			}
		}

		if err := file.out.Commit(); err != nil {
			return err
		}
		s.undo = append(s.undo, undo)
	}

	s.whole = true
	return nil
}

// end removes what was made, unless the site is whole.
func (s *output) end() {
	for i := len(s.undo) - 1; i >= 0 && !s.whole; i-- {
		s.undo[i]()
	}
}
