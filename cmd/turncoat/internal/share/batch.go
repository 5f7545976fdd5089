package share

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"turncoat/cmd/internal/command"
	"turncoat/internal/cluster"
	"turncoat/internal/jsonline"
	"turncoat/internal/work"
)

// A Batch is work on a list of inputs. The result of each, an R in JSON, depends only on the input
// and the arguments.
type Batch[R any] struct {
	Kind   string // the kind of work, known to workers
	What   string // what the inputs are, in the plural
	Args   any    // the arguments of all inputs, encoded as JSON
	Inputs [][]byte
	Blobs  []cluster.Blob // further data that all inputs need
	Unit   cluster.Func   // does a unit
	// Check checks the result of a unit from another machine; nil accepts all.
	Check func(unit int, result *R) error

	Journal string // the file for finished units; "" for none
	// Whole, when set in place of Journal, is the journal of a work of many batches. Each finds its
	// own units in it by a checksum of its inputs.
	Whole *work.Journal
	// Watched, when set, is called with a function that shows a note on the progress line, before
	// the units are done in this process.
	Watched func(note func(string))
}

// batchArgs are the arguments of a batch as its units receive them.
type batchArgs struct {
	Args   json.RawMessage `json:"args"`
	Inputs string          `json:"inputs"` // checksum of all inputs
}

// DecodeArgs decodes the arguments of the batch of a unit.
func DecodeArgs(u cluster.Unit, args any) error {
	var b batchArgs
	if err := json.Unmarshal(u.Args, &b); err != nil {
		return err
	}
	return json.Unmarshal(b.Args, args)
}

// Unit returns a function that does a unit of a batch with arguments A and results R.
func Unit[A, R any](do func(ctx context.Context, args A, input []byte) (R, error)) cluster.Func {
	return func(ctx context.Context, u cluster.Unit) ([]byte, error) {
		var args A
		if err := DecodeArgs(u, &args); err != nil {
			return nil, err
		}
		result, err := do(ctx, args, u.Input)
		err = cmp.Or(ctx.Err(), err)
		if err != nil {
			return nil, err
		}
		return jsonline.Encode(result)
	}
}

// OpenJournal opens the journal that a call names, nil if it names none. The header identifies the
// work.
func OpenJournal(path string, header map[string]any) (*work.Journal, error) {
	if path == "" {
		return nil, nil
	}
	header["version"] = BuildVersion()
	text, err := json.Marshal(header)
	if err != nil {
		return nil, err
	}
	j, err := work.Open(path, text)
	if err != nil {
		return nil, command.Unusable("--journal: %w", err)
	}
	return j, nil
}

// CheckJournal returns an error if a journal has the same file as another flag, such as --output.
func CheckJournal(path, flag, file string) error {
	if path != "" && file != "" && command.SameFile(file, path) {
		return command.Unusable("--journal: %s: cannot be the file of %s, too", path, flag)
	}
	return nil
}

// Do does the batch and calls each with every result, in the order of the inputs, or with the
// reason why there is none. If there is a connection, workers do the units.
func (b *Batch[R]) Do(s *command.Session, jobs int, conn *cluster.Conn,
	each func(unit int, result *R, failed error) error) error {
	args, err := EncodeArgs(b.Args, b.Inputs)
	if err != nil {
		return err
	}
	job := work.Job{Units: len(b.Inputs), Jobs: jobs,
		Do: func(ctx context.Context, _, unit int) ([]byte, error) {
			return b.Unit(ctx, cluster.Unit{Args: args, Number: unit, Input: b.Inputs[unit]})
		},
		Check: func(unit int, result []byte) error {
			r := new(R)
			if err := json.Unmarshal(result, r); err != nil || b.Check == nil {
				return err
			}
			return b.Check(unit, r)
		},
	}

	var ended error
	job.Take = func(unit int, result []byte, failed error) error {
		r := new(R)
		if failed == nil {
			ended = json.Unmarshal(result, r)
		}
		if ended == nil {
			ended = each(unit, r, failed)
		}
		return ended
	}
	if b.Whole != nil {
		job.Journal, job.Step = b.Whole, sumOfInputs(b.Inputs)
	} else {
		job.Journal, err = OpenJournal(
			b.Journal,
			map[string]any{"format": "turncoat-batch", "kind": b.Kind, "args": args,
				"units": len(b.Inputs)},
		)
		if err != nil {
			return err
		}
		if job.Journal != nil {
			defer job.Journal.Close()
		}
	}

	done := 0
	if conn != nil {
		job.Progress = func(n int) { done = n }
		job.Client = Client(s, conn, cluster.Coordinator{Blobs: b.Blobs,
			Input: func(unit int) ([]byte, error) { return b.Inputs[unit], nil }},
			cluster.Work{Kind: b.Kind, Args: args, Span: min(50, 1+len(b.Inputs)/200)})
	} else {
		task := s.Line.Task(b.What, len(b.Inputs))
		defer task.End()
		job.Progress = func(n int) { done = n; task.Set(n, "") }
		if b.Watched != nil {
			b.Watched(task.Note)
		}
	}

	err = job.Run(s.Context)
	if conn != nil && s.Context.Err() == nil && len(b.Blobs) > 0 {
		conn.Supply(s.Context, nil, false)
	}
	if err == nil || ended != nil {
		return ended
	}
	return b.failure(s, job, done, err)
}

// failure returns the message for an error that ended a batch after some of its units.
func (b *Batch[R]) failure(s *command.Session, job work.Job, done int, err error) error {
	switch {
	case s.Context.Err() != nil:
		kept := "they have been printed"
		if job.Journal != nil {
			kept = "the same command continues from there"
		}
		return command.Interrupted(
			fmt.Sprintf("%d of %d %s were done; %s", done, len(b.Inputs), b.What, kept),
		)
	case errors.Is(err, work.ErrJournal):
		return command.Unusable("--journal: %w", err)
	case job.Client != nil:
		return command.Unusable("--cluster: %w", err)
	}

	return err
}

// EncodeArgs encodes the arguments of the units of a batch.
func EncodeArgs(of any, inputs [][]byte) (json.RawMessage, error) {
	args, err := json.Marshal(of)
	if err != nil {
		return nil, err
	}
	return json.Marshal(batchArgs{args, sumOfInputs(inputs)})
}

// sumOfInputs returns a checksum of all inputs of a batch.
func sumOfInputs(inputs [][]byte) string {
	sum := sha256.New()
	for _, input := range inputs {
		fmt.Fprintf(sum, "%d ", len(input))
		sum.Write(input)
	}

	return hex.EncodeToString(sum.Sum(nil)[:16])
}
