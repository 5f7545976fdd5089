package files

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

// An Output is a file being written. It must not be used by several goroutines at once, except by
// [DiscardAll].
type Output struct {
	path   string        // the caller's name
	target string        // the file behind symbolic links
	buffer *bufio.Writer // keeps the first error, after which nothing is committed
	direct bool          // there is no temporary file
	keep   bool          // the file must not be closed

	mu   sync.Mutex
	file *os.File // nil after the end
}

// Create begins to write a file, and fails if the target cannot be written. The target is not
// changed before [Output.Commit].
func Create(path string) (*Output, error) {
	f := &Output{path: path, target: path}
	if path == "" {
		return nil, f.named(errors.New("the name is empty"))
	}

	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		info = nil
	case err != nil:
		return nil, err
	default:
		if err := f.openTarget(info); err != nil {
			return nil, err
		}
	}

	if !f.direct {
		if err := f.openTemporary(info); err != nil {
			return nil, err
		}
		open.Lock()
		open.files[f] = true
		open.Unlock()
	}

	f.buffer = bufio.NewWriterSize(writer{f}, 1<<16)
	return f, nil
}

// openTarget opens an existing target to find out whether it can be written, without changing it.
// Only a target that is written to directly stays open.
func (f *Output) openTarget(info fs.FileInfo) error {
	if info.IsDir() {
		return &fs.PathError{Op: "write", Path: f.path, Err: errors.New("it is a directory")}
	}

	stream, isStandard := standard(info)
	if isStandard {
		f.file, f.keep, f.direct = stream, true, true
		return nil
	}

	file, err := os.OpenFile(f.path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	if info.Mode().IsRegular() {
		return file.Close()
	}
	f.file, f.direct = file, true
	return nil
}

// standard returns standard output or standard error if a file is one of them.
func standard(info fs.FileInfo) (stream *os.File, ok bool) {
	for _, stream := range []*os.File{os.Stdout, os.Stderr} {
		if own, err := stream.Stat(); err == nil && os.SameFile(info, own) {
			return stream, true
		}
	}

	return nil, false
}

// openTemporary creates the temporary file, with the mode and the owner of the target; old is nil
// if there is no target yet.
func (f *Output) openTemporary(old fs.FileInfo) error {
	target, err := follow(f.path)
	if err != nil {
		return err
	}
	f.target = target

	if err := f.createTemporary(); err != nil {
		return f.named(err)
	}

	mode := fs.FileMode(0o666) &^ umask
	if old != nil {
		mode = old.Mode().Perm()
		keepOwner(f.file, old)
	}

	err = f.file.Chmod(mode)
	if err == nil || old == nil {
		return nil
	}
	info, fault := f.file.Stat()
	if fault == nil && info.Mode().Perm() == mode {
		return nil // some file systems have one mode for all files
	}
	f.remove()
	return f.named(err)
}

// createTemporary creates the temporary file next to the target.
func (f *Output) createTemporary() error {
	dir, name := filepath.Split(f.target)

	// Symbolic links in the directory's name may change before the file is renamed or removed.
	dir, err := filepath.EvalSymlinks(filepath.Clean(dir))
	if err != nil {
		return err
	}
	f.target = filepath.Join(dir, name)

	name = name[:min(len(name), 200)] // a name can have 255 bytes
	f.file, err = os.CreateTemp(dir, "."+name+".*.tmp")
	return err
}

// follow returns the file behind the symbolic links of a name, whether it exists or not.
func follow(path string) (string, error) {
	for range 40 { // the limit of Linux
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

// A writer writes to the file behind the buffer of an Output.
type writer struct{ f *Output }

func (w writer) Write(p []byte) (int, error) {
	w.f.mu.Lock()
	file := w.f.file
	w.f.mu.Unlock()
	if file == nil {
		return 0, w.f.named(fs.ErrClosed)
	}
	n, err := file.Write(p)
	return n, w.f.named(err)
}

// named returns an error with the caller's name for the file instead of the temporary one.
func (f *Output) named(err error) error {
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

// Name returns the name that was passed to [Create].
func (f *Output) Name() string { return f.path }

// Direct reports whether the target is written to at once, as a device, a pipe or a standard
// stream.
func (f *Output) Direct() bool { return f.direct }

// Write writes to the file. The first error is kept, and is also that of [Output.Commit].
func (f *Output) Write(p []byte) (int, error) { return f.buffer.Write(p) }

// Flush writes buffered data. It is only needed if someone reads a direct target meanwhile.
func (f *Output) Flush() error { return f.buffer.Flush() }

// Commit replaces the target by what was written. If it fails, the old target remains.
func (f *Output) Commit() error {
	defer f.Discard()
	return f.named(f.commit())
}

func (f *Output) commit() error {
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
	if err := f.file.Sync(); err != nil {
		return err
	}
	name := f.file.Name()
	if err := f.file.Close(); err != nil {
		return err
	}
	if err := os.Rename(name, f.target); err != nil {
		return err
	}
	f.file = nil
	syncDir(filepath.Dir(f.target))
	return nil
}

func (f *Output) close() error {
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

// Discard abandons the output and leaves the target as it was. After [Output.Commit] it does
// nothing.
func (f *Output) Discard() {
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

func (f *Output) remove() {
	if f.file != nil {
		f.file.Close()
		os.Remove(f.file.Name())
		f.file = nil
	}
}

// Write writes a whole file. It returns an error of the function unchanged, and then leaves the
// target alone.
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

// open holds the outputs with a temporary file.
var open = struct {
	sync.Mutex
	files map[*Output]bool
}{files: map[*Output]bool{}}

// DiscardAll discards every output that is being written, at the end of a program whose goroutines
// may still be running.
func DiscardAll() {
	open.Lock()
	files := slices.Collect(maps.Keys(open.files))
	open.Unlock()
	for _, f := range files {
		f.Discard()
	}
}
