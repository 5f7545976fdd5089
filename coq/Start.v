(** The names of the squares, and the first position. *)

From Coq Require Import List.
From Turncoat Require Import Rules.
Import ListNotations.

Definition a1 := Square I1 I1. Definition b1 := Square I2 I1.
Definition c1 := Square I3 I1. Definition d1 := Square I4 I1.
Definition e1 := Square I5 I1. Definition f1 := Square I6 I1.
Definition g1 := Square I7 I1. Definition h1 := Square I8 I1.
Definition a2 := Square I1 I2. Definition b2 := Square I2 I2.
Definition c2 := Square I3 I2. Definition d2 := Square I4 I2.
Definition e2 := Square I5 I2. Definition f2 := Square I6 I2.
Definition g2 := Square I7 I2. Definition h2 := Square I8 I2.
Definition a3 := Square I1 I3. Definition b3 := Square I2 I3.
Definition c3 := Square I3 I3. Definition d3 := Square I4 I3.
Definition e3 := Square I5 I3. Definition f3 := Square I6 I3.
Definition g3 := Square I7 I3. Definition h3 := Square I8 I3.
Definition a4 := Square I1 I4. Definition b4 := Square I2 I4.
Definition c4 := Square I3 I4. Definition d4 := Square I4 I4.
Definition e4 := Square I5 I4. Definition f4 := Square I6 I4.
Definition g4 := Square I7 I4. Definition h4 := Square I8 I4.
Definition a5 := Square I1 I5. Definition b5 := Square I2 I5.
Definition c5 := Square I3 I5. Definition d5 := Square I4 I5.
Definition e5 := Square I5 I5. Definition f5 := Square I6 I5.
Definition g5 := Square I7 I5. Definition h5 := Square I8 I5.
Definition a6 := Square I1 I6. Definition b6 := Square I2 I6.
Definition c6 := Square I3 I6. Definition d6 := Square I4 I6.
Definition e6 := Square I5 I6. Definition f6 := Square I6 I6.
Definition g6 := Square I7 I6. Definition h6 := Square I8 I6.
Definition a7 := Square I1 I7. Definition b7 := Square I2 I7.
Definition c7 := Square I3 I7. Definition d7 := Square I4 I7.
Definition e7 := Square I5 I7. Definition f7 := Square I6 I7.
Definition g7 := Square I7 I7. Definition h7 := Square I8 I7.
Definition a8 := Square I1 I8. Definition b8 := Square I2 I8.
Definition c8 := Square I3 I8. Definition d8 := Square I4 I8.
Definition e8 := Square I5 I8. Definition f8 := Square I6 I8.
Definition g8 := Square I7 I8. Definition h8 := Square I8 I8.

(** The board as a FEN writes it, from the eighth rank to the first. *)
Definition ranks (r8 r7 r6 r5 r4 r3 r2 r1 : eight content) : board :=
  Eight r1 r2 r3 r4 r5 r6 r7 r8.

Definition pieces (c : colour) : eight content :=
  Eight (Piece c Rook) (Piece c Knight) (Piece c Bishop) (Piece c Queen)
        (Piece c King) (Piece c Bishop) (Piece c Knight) (Piece c Rook).
Definition row (x : content) : eight content := Eight x x x x x x x x.

Definition start : position :=
  Position
    (ranks (pieces Black) (row (Piece Black Pawn))
           (row Empty) (row Empty) (row Empty) (row Empty)
           (row (Piece White Pawn)) (pieces White))
    White
    [Right White e1 a1; Right White e1 h1; Right Black e8 a8; Right Black e8 h8].
