(** The rules and the checker as a program in OCaml, for the tests. No theorem rests on it. *)

From Coq Require Import Extraction ExtrOcamlBasic.
From Turncoat Require Import Rules Start Check.

Extraction "extracted.ml" turns lost check.
