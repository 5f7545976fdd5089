// Package files is the one way in which Turncoat reads and writes files.
//
// [Open] reads a file and decompresses it as the extension of its name says (input.go). [Create],
// [Write] and [Update] write one (output.go, update.go): at every moment a reader of the target
// finds either the old content or the new, complete. The new content is written to a temporary file
// next to the target, which replaces it when everything is on the disk. Any failure before that,
// such as a full disk, a signal or an error of the caller, leaves the old content and no temporary
// file. Only SIGKILL or a power cut may leave a temporary file behind, named .NAME.*.tmp.
//
//	out, err := files.Create(path) // before the work begins, so that it can fail early
//	if err != nil { … }
//	defer out.Discard() // does nothing after Commit
//	… fmt.Fprintln(out, …) …
//	return out.Commit()
//
// The mode of an existing file is kept, and its owner if that is allowed. Symbolic links are
// followed, so that the file that they lead to is replaced; hard links are broken. A target that is
// not a regular file (a device, a pipe), or that is the program's standard output or standard
// error, is written to directly.
package files
