(** The rules of Benedict Chess, and what it means to win by them.

    This is all of Coq that one has to read to know what the theorems say. The identifiers are those
    of docs/RULES.md. Every definition is a program, so that the tests can compare it with other
    implementations: [turns] lists what a side can play, with the position after each turn. *)

From Coq Require Import List Arith.
Import ListNotations.

(** "And", "or" and their kin for lists, which compute no more than they have to. *)
Notation "a &&& b" := (if a then b else false) (at level 40, left associativity).
Notation "a ||| b" := (if a then true else b) (at level 50, left associativity).
Fixpoint any {A} (f : A -> bool) (l : list A) : bool :=
  match l with [] => false | x :: l => f x ||| any f l end.
Fixpoint all {A} (f : A -> bool) (l : list A) : bool :=
  match l with [] => true | x :: l => f x &&& all f l end.

(** The two rule sets, which differ in what castling converts (BEN-3). *)
Inductive rules := Benedict | BenedictKing.

(** * The board *)

Inductive colour := White | Black.
Inductive kind := Pawn | Knight | Bishop | Rook | Queen | King.
Inductive content := Empty | Piece (c : colour) (k : kind).

(** A file, counted from the a-file, or a rank, counted from White's first. *)
Inductive coordinate := I1 | I2 | I3 | I4 | I5 | I6 | I7 | I8.
Inductive square := Square (file rank : coordinate).

Scheme Equality for colour.
Scheme Equality for kind.
Scheme Equality for content.
Scheme Equality for coordinate.
Scheme Equality for square.
Infix "=c" := content_beq (at level 70).
Infix "=s" := square_beq (at level 70).

Definition file (s : square) := let '(Square f _) := s in f.
Definition rank (s : square) := let '(Square _ r) := s in r.

Definition all_eight := [I1; I2; I3; I4; I5; I6; I7; I8].
Definition all_squares := flat_map (fun r => map (fun f => Square f r) all_eight) all_eight.

Definition number (i : coordinate) : nat :=
  match i with I1 => 1 | I2 => 2 | I3 => 3 | I4 => 4 | I5 => 5 | I6 => 6 | I7 => 7 | I8 => 8 end.

(** Eight things in a row. A rank is eight squares from the a-file to the h-file, a board is eight
    ranks from the first to the eighth. *)
Inductive eight (A : Type) := Eight (a b c d e f g h : A).
Arguments Eight {A}.
Definition board := eight (eight content).

Definition get {A} (row : eight A) (i : coordinate) : A :=
  let '(Eight a b c d e f g h) := row in
  match i with I1 => a | I2 => b | I3 => c | I4 => d | I5 => e | I6 => f | I7 => g | I8 => h end.

Definition set {A} (row : eight A) (i : coordinate) (x : A) : eight A :=
  let '(Eight a b c d e f g h) := row in
  match i with
  | I1 => Eight x b c d e f g h
  | I2 => Eight a x c d e f g h
  | I3 => Eight a b x d e f g h
  | I4 => Eight a b c x e f g h
  | I5 => Eight a b c d x f g h
  | I6 => Eight a b c d e x g h
  | I7 => Eight a b c d e f x h
  | I8 => Eight a b c d e f g x
  end.

Definition on (b : board) (s : square) : content := get (get b (rank s)) (file s).
Definition put (s : square) (x : content) (b : board) : board :=
  set b (rank s) (set (get b (rank s)) (file s) x).
Definition is_empty (b : board) (s : square) : bool :=
  match on b s with Empty => true | Piece _ _ => false end.

(** Whether [f] is true of one of eight. *)
Definition any_of_eight {A} (f : A -> bool) (row : eight A) : bool :=
  let '(Eight a b c d e g h i) := row in
  f a ||| f b ||| f c ||| f d ||| f e ||| f g ||| f h ||| f i.

Definition is_king (x : content) : bool := match x with Piece _ King => true | _ => false end.
Definition is_king_of (c : colour) (x : content) : bool :=
  match x with Piece d King => colour_beq c d | _ => false end.
Definition has_king (c : colour) (b : board) : bool :=
  any_of_eight (any_of_eight (is_king_of c)) b.

Definition enemy (c : colour) := match c with White => Black | Black => White end.
Definition first_rank (c : colour) := match c with White => I1 | Black => I8 end.
Definition second_rank (c : colour) := match c with White => I2 | Black => I7 end.
Definition last_rank (c : colour) := first_rank (enemy c).

(** A castling right belongs to one side, for one king and one rook (PAC-15, part 1). *)
Record right := Right { holder : colour; king_at : square; rook_at : square }.

(** The clock and the move number are left out: no rule below looks at them. What makes a position
    valid (BEN-7) is, too: the turns from a valid one lead to valid ones. *)
Record position := Position { placed : board; mover : colour; rights : list right }.

(** * What a piece attacks *)

Inductive sign := Minus | Same | Plus.
Definition direction : Type := sign * sign.

Definition along (d : sign) (i : coordinate) : option coordinate :=
  match d, i with
  | Same, _ => Some i
  | Plus, I1 => Some I2 | Plus, I2 => Some I3 | Plus, I3 => Some I4 | Plus, I4 => Some I5
  | Plus, I5 => Some I6 | Plus, I6 => Some I7 | Plus, I7 => Some I8 | Plus, I8 => None
  | Minus, I8 => Some I7 | Minus, I7 => Some I6 | Minus, I6 => Some I5 | Minus, I5 => Some I4
  | Minus, I4 => Some I3 | Minus, I3 => Some I2 | Minus, I2 => Some I1 | Minus, I1 => None
  end.

Definition next (d : direction) (s : square) : option square :=
  match along (fst d) (file s), along (snd d) (rank s) with
  | Some f, Some r => Some (Square f r)
  | _, _ => None
  end.

Definition straight : list direction :=
  [(Same, Plus); (Plus, Same); (Same, Minus); (Minus, Same)].
Definition diagonal : list direction :=
  [(Plus, Plus); (Plus, Minus); (Minus, Minus); (Minus, Plus)].
Definition ahead (c : colour) : sign := match c with White => Plus | Black => Minus end.

(** The squares from [s] in a direction, as far as the first piece, with it; at most [n]. *)
Fixpoint line (b : board) (n : nat) (s : square) (d : direction) : list square :=
  match n, next d s with
  | S n, Some t => t :: if is_empty b t then line b n t d else []
  | _, _ => []
  end.

(** A knight goes one step straight, over whatever is there, and one diagonally, further away. *)
Definition leap (s : square) (steps : direction * direction) : list square :=
  match next (fst steps) s with
  | Some t => match next (snd steps) t with Some u => [u] | None => [] end
  | None => []
  end.
Definition leaps : list (direction * direction) :=
  [((Same, Plus), (Plus, Plus)); ((Same, Plus), (Minus, Plus));
   ((Plus, Same), (Plus, Plus)); ((Plus, Same), (Plus, Minus));
   ((Same, Minus), (Plus, Minus)); ((Same, Minus), (Minus, Minus));
   ((Minus, Same), (Minus, Plus)); ((Minus, Same), (Minus, Minus))].

(** BEN-2: a piece attacks as in orthodox chess. *)
Definition attacks (b : board) (s : square) : list square :=
  match on b s with
  | Empty => []
  | Piece c Pawn => flat_map (line b 1 s) [(Minus, ahead c); (Plus, ahead c)]
  | Piece _ Knight => flat_map (leap s) leaps
  | Piece _ Bishop => flat_map (line b 7 s) diagonal
  | Piece _ Rook => flat_map (line b 7 s) straight
  | Piece _ Queen => flat_map (line b 7 s) (straight ++ diagonal)
  | Piece _ King => flat_map (line b 1 s) (straight ++ diagonal)
  end.

(** * Moves *)

(** Castling names the squares where king and rook stand. *)
Inductive move :=
  | Walk (start goal : square)
  | Promote (start goal : square) (k : kind)
  | Castle (king rook : square).

(** BEN-1: pawns move straight ahead, from the second rank of the colour that they have now also two
    squares; on the last rank they promote. There are no captures, so there is no en passant. *)
Definition pawn_moves (b : board) (c : colour) (s : square) : list move :=
  match filter (is_empty b) (line b 2 s (Same, ahead c)) with
  | [] => []
  | t :: beyond =>
      if coordinate_beq (rank t) (last_rank c) then map (Promote s t) [Queen; Rook; Bishop; Knight]
      else Walk s t :: if coordinate_beq (rank s) (second_rank c) then map (Walk s) beyond else []
  end.

(** BEN-1: any other piece moves to the empty ones of the squares that it attacks, the king, too:
    no square is forbidden to it (BEN-4). *)
Definition moves_from (b : board) (c : colour) (s : square) : list move :=
  match on b s with
  | Empty => []
  | Piece d k =>
      if colour_beq c d then
        match k with
        | Pawn => pawn_moves b c s
        | _ => map (Walk s) (filter (is_empty b) (attacks b s))
        end
      else []
  end.

(** PAC-13: king and rook end on the g- and f-file, or on the c- and d-file. *)
Definition castling_ends (king rook : square) : square * square :=
  if number (file king) <? number (file rook)
  then (Square I7 (rank king), Square I6 (rank king))
  else (Square I3 (rank king), Square I4 (rank king)).

(** PAC-13: every square between king and rook, on their ways and where they end must be empty,
    king and rook themselves apart. These are the squares of their rank from the leftmost to the
    rightmost of the four. BEN-5: nothing else hinders castling, but king and rook must have the
    colour of the side. *)
Definition castlings (b : board) (c : colour) (r : right) : list move :=
  let '(Right d king rook) := r in
  let '(king_end, rook_end) := castling_ends king rook in
  let files := map file [king; rook; king_end; rook_end] in
  let concerned f := any (fun g => number g <=? number f) files
                     &&& any (fun g => number f <=? number g) files in
  let free f := let s := Square f (rank king) in is_empty b s ||| (s =s king) ||| (s =s rook) in
  if colour_beq c d &&& is_king_of c (on b king) &&& (on b rook =c Piece c Rook)
     &&& all free (filter concerned all_eight)
  then [Castle king rook] else [].

(** BEN-4: a side without a king has no turn. *)
Definition moves (p : position) : list move :=
  let '(Position b c held) := p in
  if has_king c b then flat_map (moves_from b c) all_squares ++ flat_map (castlings b c) held
  else [].

(** * Turns *)

(** The board after the pieces have moved, and the squares from which they convert. BEN-3: castling
    converts by king and rook, or by the king alone; one that castling leaves on its square has not
    moved and converts nothing. *)
Definition carry_out (r : rules) (b : board) (c : colour) (m : move) : board * list square :=
  match m with
  | Walk s t => (put t (on b s) (put s Empty b), [t])
  | Promote s t k => (put t (Piece c k) (put s Empty b), [t])
  | Castle king rook =>
      let '(king_end, rook_end) := castling_ends king rook in
      let moved s t := if s =s t then [] else [t] in
      let cleared := put king Empty (put rook Empty b) in
      (put king_end (Piece c King) (put rook_end (Piece c Rook) cleared),
       moved king king_end ++ match r with Benedict => moved rook rook_end | BenedictKing => [] end)
  end.

(** BEN-2: every enemy piece on an attacked square changes colour, all at once, and no other. *)
Definition convert (c : colour) (b : board) (attacked : list square) : board :=
  let turn b s :=
    match on b s with
    | Empty => b
    | Piece d k => if colour_beq c d then b else put s (Piece c k) b
    end in
  fold_left turn attacked b.

(** PAC-15, part 4: of two kings on the first rank a FEN gives to a rook the one with the lesser of
    these lists: the one of the right's colour, on the e-file, nearer to the rook, nearer to the
    a-file. *)
Definition distance (i j : coordinate) := number i - number j + (number j - number i).
Definition order (b : board) (r : right) (king : square) : list nat :=
  [if is_king_of (holder r) (on b king) then 0 else 1;
   if coordinate_beq (file king) I5 then 0 else 1;
   distance (file king) (file (rook_at r));
   number (file king)].
Fixpoint less (k l : list nat) : bool :=
  match k, l with
  | x :: k, y :: l => (x <? y) ||| (x =? y) &&& less k l
  | _, _ => false
  end.

(** BEN-5 and PAC-15: whether a right outlives a move, given the boards before it and after the
    turn. It ends when its king or its rook leaves its square (part 2), when its side moves a king
    (part 2), and when a FEN would give another king to its rook (part 4). Conversion in place does
    not end it. *)
Definition outlives (before after : board) (c : colour) (m : move) (r : right) : bool :=
  let left_squares := match m with Walk s _ | Promote s _ _ => [s] | Castle s t => [s; t] end in
  let moves_king := any (fun s => is_king_of c (on before s)) left_squares in
  let names s := (s =s king_at r) ||| (s =s rook_at r) in
  let row := get after (rank (king_at r)) in
  let preferred f := is_king (get row f) &&& negb (coordinate_beq f (file (king_at r))) &&&
    less (order after r (Square f (rank (king_at r)))) (order after r (king_at r)) in
  negb (any names left_squares) &&& negb (moves_king &&& colour_beq c (holder r))
  &&& negb (any preferred all_eight).

Definition play (r : rules) (p : position) (m : move) : position :=
  let '(Position before c held) := p in
  let '(b, acting) := carry_out r before c m in
  let after := convert c b (flat_map (attacks b) acting) in
  Position after (enemy c) (filter (outlives before after c m) held).

Definition turns (r : rules) (p : position) : list (move * position) :=
  map (fun m => (m, play r p m)) (moves p).

(** * Winning *)

(** BEN-4: the side to move has lost if its king was converted. *)
Definition lost (p : position) : bool := negb (has_king (mover p) (placed p)).

(** [wins_by r n m p]: the side to move wins in at most [n] of its turns, the first with the move
    [m], whatever the enemy plays. [wins r n p]: it does so by some move. [loses r n p]: the side to
    move has lost, or, whatever it plays, the enemy then wins in at most [n] turns. A side that has
    its king and no turn does not lose: the game is drawn (BEN-6).

    Draws by fifty moves and by repetition have to be claimed (PAC-16), and are left out here. They
    could not save the loser: in at most 49 turns of the winner there are no fifty moves of both
    sides, and who can win in fewer turns after every turn need not come back to a position. *)
Inductive wins_by (r : rules) : nat -> move -> position -> Prop :=
  | turn : forall n m p q, In (m, q) (turns r p) -> loses r n q -> wins_by r (S n) m p
with wins (r : rules) : nat -> position -> Prop :=
  | some_move : forall n m p, wins_by r n m p -> wins r n p
with loses (r : rules) : nat -> position -> Prop :=
  | king_lost : forall n p, lost p = true -> loses r n p
  | no_defence : forall n p, turns r p <> [] ->
      (forall m q, In (m, q) (turns r p) -> wins r n q) -> loses r n p.
