// Package outfile is the one way in which Turncoat writes a file. A reader of the target finds the
// old content or the new, whole, at every moment: what is written goes to a temporary file beside
// the target, which takes its place when everything is on the disk. Whatever fails before that (a
// full disk, a signal, an error of the caller) leaves the old content, and no temporary file; only
// a kill that no program can see coming (SIGKILL, a power cut) may leave a temporary file behind, named
// .NAME.*.tmp.
//
//	out, err := outfile.Create(path) // before the work begins: refused here is refused early
//	if err != nil { … }
//	defer out.Discard() // does nothing after Commit
//	… fmt.Fprintln(out, …) …
//	return out.Commit()
//
// The mode of an existing file is kept, and its owner where that is allowed; symbolic links are
// followed, so that the file they lead to is replaced; a hard link is not kept. A
// target that is not a regular file (a device, a pipe), or that is the standard output or standard
// error of the program, is written to directly.
package outfile

import (
	"bufio"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
)

// A File is an output that is being written. It is not safe for use by several goroutines at once,
// but for [DiscardAll].
type File struct {
	path   string        // as the caller names it
	target string        // behind the links
	buffer *bufio.Writer // which keeps the first fault; nothing is committed after it
	direct bool          // there is no temporary file
	keep   bool          // the file is not ours to close

	mu   sync.Mutex
	file *os.File // nil when all is done
}

// Create begins to write a file, or refuses a target that cannot be written. The target is not changed before
// [File.Commit].
func Create(path string) (*File, error) {
	f := &File{path: path, target: path}
	if path == "" {
		return nil, f.named(errors.New("the name is empty"))
	}
	mode := fs.FileMode(0o666) &^ umask
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return nil, &fs.PathError{Op: "write", Path: path, Err: errors.New("it is a directory")}
	case err == nil:
		mode = info.Mode().Perm()
		if f.file, f.keep = standard(info); !f.keep {
			if f.file, err = os.OpenFile(path, os.O_WRONLY, 0); err != nil { // which changes nothing in it
				return nil, err
			}
		}
		if f.direct = f.keep || !info.Mode().IsRegular(); !f.direct {
			f.file.Close()
		}
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	if !f.direct {
		if err := f.openTemporary(mode, info); err != nil {
			return nil, err
		}
		open.Lock()
		open.files[f] = true
		open.Unlock()
	}
	f.buffer = bufio.NewWriterSize(writer{f}, 1<<16)
	return f, nil
}

// standard returns standard output or standard error where a file is that.
func standard(info fs.FileInfo) (stream *os.File, ok bool) {
	for _, stream := range []*os.File{os.Stdout, os.Stderr} {
		if own, err := stream.Stat(); err == nil && os.SameFile(info, own) {
			return stream, true
		}
	}
	return nil, false
}

// openTemporary makes the temporary file, with the mode and the owner of the target; old is nil when there is none yet.
func (f *File) openTemporary(mode fs.FileMode, old fs.FileInfo) (err error) {
	if f.target, err = follow(f.path); err != nil {
		return err
	}
	dir, name := filepath.Split(f.target)
	err = do(StepCreate, f.target, func() error {
		// Its links may be changed before the file is renamed or removed.
		if dir, err = filepath.EvalSymlinks(filepath.Clean(dir)); err != nil {
			return err
		}
		f.target = filepath.Join(dir, name)
		name = name[:min(len(name), 200)] // names end at 255 bytes
		f.file, err = os.CreateTemp(dir, "."+name+".*.tmp")
		return err
	})
	if err != nil {
		return f.named(err)
	}
	if old != nil {
		keepOwner(f.file, old)
	}
	err = do(StepMode, f.target, func() error { return f.file.Chmod(mode) })
	if err == nil || old == nil {
		return nil
	}
	if info, fault := f.file.Stat(); fault == nil && info.Mode().Perm() == mode {
		return nil // as on file systems where all files have one mode
	}
	f.remove()
	return f.named(err)
}

// follow returns the file behind the symbolic links of a name, whether it exists or not.
func follow(path string) (string, error) {
	for range 40 { // as Linux has it
		info, err := os.Lstat(path)
		if err != nil || info.Mode()&fs.ModeSymlink == 0 {
			return path, nil
		}
		link, err := os.Readlink(path)
		if err != nil {
			return "", err
		}
		if !filepath.IsAbs(link) {
			link = filepath.Join(filepath.Dir(path), link)
		}
		path = link
	}
	return "", &fs.PathError{Op: "write", Path: path, Err: errors.New("too many symbolic links")}
}

// A writer writes to the file behind the buffer of a File.
type writer struct{ f *File }

func (w writer) Write(p []byte) (int, error) {
	n := 0
	return n, w.f.named(do(StepWrite, w.f.target, func() (err error) {
		w.f.mu.Lock()
		file := w.f.file
		w.f.mu.Unlock()
		if file == nil {
			return fs.ErrClosed
		}
		n, err = file.Write(p)
		return err
	}))
}

// named returns an error under the name that the caller knows, instead of the temporary one.
func (f *File) named(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &path):
		err = path.Err
	case errors.As(err, &link):
		err = link.Err
	}
	return &fs.PathError{Op: "write", Path: f.path, Err: err}
}

// Name returns the name that the file was created by.
func (f *File) Name() string { return f.path }

// Direct reports whether what is written goes to the target at once: a device, a pipe or a standard stream.
func (f *File) Direct() bool { return f.direct }

// Write adds to the file. The first error stays, and is also that of [File.Commit].
func (f *File) Write(p []byte) (int, error) { return f.buffer.Write(p) }

// Flush hands on what is buffered. It is needed only where someone reads a direct target meanwhile.
func (f *File) Flush() error { return f.buffer.Flush() }

// Commit puts what was written in the place of the target. On an error the old target stands.
func (f *File) Commit() error {
	defer f.Discard()
	return f.named(f.commit())
}

func (f *File) commit() error {
	if err := f.Flush(); err != nil {
		return err
	}
	if f.direct {
		return f.close()
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.file == nil {
		return fs.ErrClosed
	}
	if err := do(StepSync, f.target, f.file.Sync); err != nil {
		return err
	}
	name := f.file.Name()
	if err := do(StepClose, f.target, f.file.Close); err != nil {
		return err
	}
	if err := do(StepRename, f.target, func() error { return os.Rename(name, f.target) }); err != nil {
		return err
	}
	f.file = nil
	syncDir(filepath.Dir(f.target))
	return nil
}

func (f *File) close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.file == nil {
		return fs.ErrClosed
	}
	file := f.file
	f.file = nil
	if f.keep {
		return nil
	}
	return file.Close()
}

// Discard gives the output up, and the target stays as it was. After [File.Commit] it does nothing.
func (f *File) Discard() {
	if f.direct {
		_ = f.close()
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.remove()
	open.Lock()
	defer open.Unlock()
	delete(open.files, f)
}

func (f *File) remove() {
	if f.file != nil {
		f.file.Close()
		os.Remove(f.file.Name())
		f.file = nil
	}
}

// Write writes a whole file. An error of the function is returned as it is, and leaves the target alone.
func Write(path string, write func(io.Writer) error) error {
	out, err := Create(path)
	if err != nil {
		return err
	}
	defer out.Discard()
	if err := write(out); err != nil {
		return err
	}
	return out.Commit()
}

// open holds the outputs that have a temporary file.
var open = struct {
	sync.Mutex
	files map[*File]bool
}{files: map[*File]bool{}}

// DiscardAll discards every output that is being written, at the end of a program whose goroutines may still work.
func DiscardAll() {
	open.Lock()
	files := slices.Collect(maps.Keys(open.files))
	open.Unlock()
	for _, f := range files {
		f.Discard()
	}
}
