// Package corpus defines the format of golden corpora for conversion chess, and measures which
// misreadings of the rules they detect.
//
// A golden corpus is a list of cases: a position and every turn that is legal in it. Its cases are
// chosen so that the plausible misreadings of the rules (docs/RULES.md, Settings of a rule set:
// every other value of each setting, and every two of them together) each answer some of them
// differently. The cases that an implementation gets wrong then show which rule it misread; package
// check draws that conclusion.
//
// [Read] and [Write] handle the files, [Measure] measures them, [Diff] compares two of them;
// package generate makes them.
package corpus
