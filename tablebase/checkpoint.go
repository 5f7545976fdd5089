package tablebase

import (
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"turncoat/internal/journal"
	"turncoat/rules/ruleset"
)

// Unfinished is the extension of the file beside a table that is being made in which what is done is kept.
const Unfinished = ".unfinished"

// A checkpoint keeps what the slices of a class have found, so that a build that was killed at any moment goes
// on from there: what was done is read back, what was under way is done again. It is a journal whose records are
// "PASS SLICE BASE64", and "PASS" for the end of a pass. A nil checkpoint keeps nothing.
type checkpoint struct {
	journal *journal.Journal
	path    string
	synced  time.Time
}

// openCheckpoint opens the checkpoint of a class and has a solution go on from there. One that cannot be used is
// an error of the class [ErrFile].
func openCheckpoint(path string, set ruleset.Set, s *solution) (*checkpoint, error) {
	hash := settingsHash(set)
	header := fmt.Sprintf("turncoat tablebase 1 %s %s %s %d %d", set.Name, hex.EncodeToString(hash[:]), s.x.class,
		s.x.size, sliceSize)
	j, err := journal.Open(path, []byte(header),
		func(record []byte, _ journal.Place) error { return s.resume(string(record)) })
	if errors.Is(err, journal.ErrUnusable) {
		return nil, fmt.Errorf("%w: %w", ErrFile, err)
	}
	if err != nil {
		return nil, err
	}
	return &checkpoint{journal: j, path: path}, nil
}

// resume takes up a record of a checkpoint.
func (s *solution) resume(record string) error {
	s.begin()
	var pass, n int
	pass, text := 0, ""
	switch fields := strings.Fields(record); len(fields) {
	case 1:
		if _, err := fmt.Sscan(record, &pass); err != nil || pass != s.pass {
			return fmt.Errorf("%w: the end of pass %q stands where pass %d is", ErrFile, record, s.pass)
		}
		for n, result := range s.results {
			if result == nil {
				return fmt.Errorf("%w: pass %d ends without slice %d", ErrFile, s.pass, n)
			}
		}
		return s.end()
	case 3:
		text = fields[2]
	default:
		return fmt.Errorf("%w: no slice has found that", ErrFile)
	}
	if _, err := fmt.Sscan(record, &pass, &n); err != nil || pass != s.pass || n < 0 || n >= len(s.results) {
		return fmt.Errorf("%w: a slice that does not belong to pass %d", ErrFile, s.pass)
	}
	result, err := base64.RawStdEncoding.DecodeString(text)
	if err == nil {
		_, err = decodeFound(result)
	}
	s.results[n] = result
	return err
}

// add keeps what a slice has found.
func (c *checkpoint) add(pass, slice int, result []byte) error {
	if c == nil {
		return nil
	}
	_, err := c.journal.Append(fmt.Appendf(nil, "%d %d %s", pass, slice, base64.RawStdEncoding.EncodeToString(result)))
	return err
}

// end keeps that a pass has ended. What the operating system has been given is safe from the end of the process;
// now and then it is made safe from the end of the machine.
func (c *checkpoint) end(pass int) error {
	if c == nil {
		return nil
	}
	if _, err := c.journal.Append(fmt.Append(nil, pass)); err != nil || time.Since(c.synced) < 5*time.Second {
		return err
	}
	c.synced = time.Now()
	return c.journal.Sync()
}

// close closes the checkpoint. It remains, for the next call.
func (c *checkpoint) close() error { return c.journal.Close() }

// remove removes the checkpoint of a class that is solved.
func (c *checkpoint) remove() error {
	if err := os.Remove(c.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
