(** From the first position White wins in at most 15 turns, beginning with 1.e3, under both rule
    sets. The two files are made from puzzle/proofs. *)

From Turncoat Require Import Rules Start.
From Turncoat Require Proof_1e3_benedict Proof_1e3_benedict_king.

Theorem e3_wins : forall r, wins_by r 15 (Walk e2 e3) start.
Proof.
  intros [ | ].
  - exact Proof_1e3_benedict.proved.
  - exact Proof_1e3_benedict_king.proved.
Qed.

Print Assumptions e3_wins.
