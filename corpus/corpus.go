// Package corpus makes golden corpora for conversion chess, measures what they can tell apart, and
// holds other implementations against them.
//
// A golden corpus is a list of cases: a position and every turn that is legal in it. Its cases are
// chosen so that the plausible misreadings of the rules (docs/RULES.md, Settings of a rule set: every other value of
// each setting, and every two of them together) each answer some of them differently. What an
// implementation gets wrong then says which rule it misread: that is the diagnosis of [Check].
//
// [Read] and [Write] handle the files, [Generate] makes them, [Score] measures them, [Diff] compares
// two of them.
package corpus
