// Package files is the one way in which Turncoat reads and writes files.
//
// [Open] reads a file, decompressed as the ending of its name says (input.go). [Create], [Write]
// and [Update] write one (output.go, update.go): a reader of the target finds the old content or
// the new, whole, at every moment. What is written goes to a temporary file beside the target,
// which takes its place when everything is on the disk. Whatever fails before that, such as a full
// disk, a signal or an error of the caller, leaves the old content and no temporary file. Only a
// kill that no program can see coming (SIGKILL, a power cut) may leave a temporary file behind,
// named .NAME.*.tmp.
//
//	out, err := files.Create(path) // before the work begins: refused here is refused early
//	if err != nil { … }
//	defer out.Discard() // does nothing after Commit
//	… fmt.Fprintln(out, …) …
//	return out.Commit()
//
// The mode of an existing file is kept, and its owner where that is allowed. Symbolic links are
// followed, so that the file they lead to is replaced; a hard link is not kept. A target that is
// not a regular file (a device, a pipe), or that is the standard output or standard error of the
// program, is written to directly.
package files
