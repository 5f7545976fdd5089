// Command coq turns a proof that a turn wins in Benedict Chess into a theorem for Coq, and back. It
// reads proofs of version 2 (docs/INTERFACE.md), compressed or not; README.md tells the rest.
//
//	go run ./coq puzzle/proofs/1e3-benedict.jsonl.gz > Proof.v
//	go run ./coq -steps Proof.v
//
// The second prints the steps that a theorem was made from, line for line as in the proof.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"log"
	"os"

	"turncoat/internal/files"
)

func main() {
	log.SetFlags(0)
	steps := flag.Bool("steps", false, "print the steps of a theorem as lines of a proof")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: coq [-steps] FILE")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}

	convert := writeTheorem
	if *steps {
		convert = writeSteps
	}
	if err := run(flag.Arg(0), convert); err != nil {
		log.Fatalf("coq: %s: %v", flag.Arg(0), err)
	}
}

// run converts a file to standard output.
func run(name string, convert func(io.Writer, io.Reader) error) error {
	in, err := files.Open(name)
	if err != nil {
		return err
	}
	defer in.Close()

	out := bufio.NewWriter(os.Stdout)
	if err := convert(out, in); err != nil {
		return err
	}
	return out.Flush()
}
