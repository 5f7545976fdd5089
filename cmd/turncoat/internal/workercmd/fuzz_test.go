package workercmd

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"turncoat/cmd/internal/command"
	"turncoat/cmd/turncoat/internal/puzzlecmd"
	"turncoat/internal/cluster"
	"turncoat/internal/tablebase/build"
	"turncoat/internal/testing/filetest"
)

// Whatever units of all kinds hold, a worker does them or says why not, and stops when it must.
func FuzzUnits(f *testing.F) {
	all := kinds(new(build.Worker), new(puzzlecmd.VerifyTables), command.MB)
	names := slices.Sorted(maps.Keys(all))
	chess := filetest.Read(f, "../../../../puzzle/collection/chess.jsonl")
	mate, _, _ := strings.Cut(string(chess), "\n")
	const fen = "7k/8/5K2/8/8/8/8/R7 w - - 0 1"
	batch := func(args string) string { return `{"args":` + args + `,"inputs":""}` }
	seeds := map[string][2]string{
		"corpus generate": {`{"rules":"chess","seed":1}`, `{"rules":"chess","fen":"` + fen + `"}`},
		"puzzle census":   {batch(`{"rules":"chess","nodes":100}`), `"` + fen + `"`},
		"puzzle grade":    {batch(`{"seed":1,"missing":true}`), mate},
		"puzzle mine": {`{"rules":"chess","from":"given","position":"` + fen + `","least":2,` +
			`"most":2,"count":1,"pool":1,"units":3}`, ""},
		"puzzle prove": {batch(`{"rules":"chess","memory":1}`),
			`{"at":"7k/8/5K2/8/8/8/8/R7 w - -","turns":2,"nodes":100}`},
		"puzzle solve-file": {batch(`{"nodes":100,"memory":1}`),
			`{"rules":"chess","fen":"` + fen + `","goal":"#2","format":"text"}`},
		"puzzle verify":   {batch(`{}`), mate},
		"tablebase build": {`{"rules":"chess","class":"KRK","pass":0}`, ""},
	}
	for i, name := range names {
		if seeds[name] == [2]string{} {
			f.Errorf("%s has no seed", name)
		}
		f.Add(uint8(i), 0, []byte(seeds[name][0]), []byte(seeds[name][1]))
	}

	f.Fuzz(func(t *testing.T, kind uint8, number int, args, input []byte) {
		if !json.Valid(args) {
			return // the queue's messages are JSON
		}
		var slicer build.Worker
		defer slicer.Close()
		var verifying puzzlecmd.VerifyTables
		defer verifying.Close()
		name := names[int(kind)%len(names)]
		do := kinds(&slicer, &verifying, command.MB)[name]
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		missing := func(context.Context, string, io.Writer) error { return errors.New("no such blob") }
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			do(ctx, cluster.Unit{Args: args, Number: number, Input: input, Fetch: missing})
		}()
		select {
		case <-ended:
		case <-time.After(time.Minute):
			t.Error("it does not stop")
		}
	})
}
