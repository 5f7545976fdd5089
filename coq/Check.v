(** A checker of proofs, and that it is right: what it accepts is won by Rules.v.

    A certificate is a list of steps. Nothing in it is believed. The checker plays the move of each
    step and every answer of the enemy, and looks for a step with fewer turns for the position that
    is reached, or for a turn that wins there at once. *)

From Coq Require Import List Arith PArith FMapPositive Lia.
From Turncoat Require Import Rules.
Import ListNotations.

(** The side to move wins in at most [bound] turns, beginning with [by_move]. *)
Record step := Step { at_position : position; bound : nat; by_move : move }.

Definition eight_eq_dec {A} (same : forall x y : A, {x = y} + {x <> y}) (v w : eight A) :
  {v = w} + {v <> w}.
Proof. decide equality. Defined.
Definition right_eq_dec (x y : right) : {x = y} + {x <> y}.
Proof. decide equality; auto using colour_eq_dec, square_eq_dec. Defined.
Definition position_eq_dec (p q : position) : {p = q} + {p <> q}.
Proof.
  decide equality;
    auto using colour_eq_dec, (list_eq_dec right_eq_dec),
               (eight_eq_dec (eight_eq_dec content_eq_dec)).
Defined.
Definition move_eq_dec (m n : move) : {m = n} + {m <> n}.
Proof. decide equality; auto using square_eq_dec, kind_eq_dec. Defined.

(** * Steps by position *)

(** The steps are kept by a number that is made from the board. Two positions may have the same:
    each step that is found is compared with the position looked for. *)
Definition key (p : position) : positive :=
  let square_key k x :=
    match x with
    | Empty => xO k
    | Piece White _ => xI (xO k)
    | Piece Black _ => xI (xI k)
    end in
  let row_key {A} (f : positive -> A -> positive) k row :=
    let '(Eight a b c d e g h i) := row in f (f (f (f (f (f (f (f k a) b) c) d) e) g) h) i in
  row_key (row_key square_key) xH (placed p).

Definition table := PositiveMap.t (list step).
Definition steps_with (t : table) (k : positive) : list step :=
  match PositiveMap.find k t with Some steps => steps | None => [] end.
Definition add (t : table) (s : step) : table :=
  let k := key (at_position s) in PositiveMap.add k (s :: steps_with t k) t.
Fixpoint table_of (steps : list step) : table :=
  match steps with
  | [] => PositiveMap.empty (list step)
  | s :: others => add (table_of others) s
  end.

(** * The checker *)

(** Some turn wins at once. *)
Definition wins_at_once (r : rules) (p : position) : bool :=
  any (fun m => lost (play r p m)) (moves p).

(** A step of the table has the position, with at most [n] turns. *)
Definition listed (t : table) (n : nat) (p : position) : bool :=
  any (fun s => if position_eq_dec p (at_position s) then bound s <=? n else false)
      (steps_with t (key p)).

Definition answered (r : rules) (t : table) (n : nat) (p : position) : bool :=
  listed t n p ||| (0 <? n) &&& wins_at_once r p.

(** What [loses] says, as far as the table shows it. *)
Definition refuted (r : rules) (t : table) (n : nat) (p : position) : bool :=
  lost p |||
  match moves p with
  | [] => false
  | replies => all (fun m => answered r t n (play r p m)) replies
  end.

Definition check_step (r : rules) (t : table) (s : step) : bool :=
  match bound s with
  | 0 => false
  | S n => any (fun m => if move_eq_dec m (by_move s) then true else false) (moves (at_position s))
           &&& refuted r t n (play r (at_position s) (by_move s))
  end.

(** Whether a certificate shows the claim [claim]. *)
Definition check (r : rules) (steps : list step) (claim : step) : bool :=
  let t := table_of steps in
  all (check_step r t) steps &&& check_step r t claim.

(** * It is right *)

Lemma any_true : forall A (f : A -> bool) l, any f l = true -> exists x, In x l /\ f x = true.
Proof.
  intros A f l. induction l as [ | x l IH]; simpl; [discriminate | ].
  destruct (f x) eqn:true_of_x; [eauto | ]. intro later. destruct (IH later) as [y [? ?]]. eauto.
Qed.

Lemma all_true : forall A (f : A -> bool) l, all f l = true -> forall x, In x l -> f x = true.
Proof.
  intros A f l. induction l as [ | y l IH]; simpl; [tauto | ].
  destruct (f y) eqn:true_of_y; [ | discriminate]. intros others x [<- | ?]; auto.
Qed.

Lemma and_true : forall a b : bool, a &&& b = true -> a = true /\ b = true.
Proof. intros [ | ] b; [tauto | discriminate]. Qed.

Lemma or_true : forall a b : bool, a ||| b = true -> a = true \/ b = true.
Proof. intros [ | ] b; tauto. Qed.

(** No proof below depends on how keys are made. *)
Opaque key.

Definition holds (r : rules) (s : step) := wins_by r (bound s) (by_move s) (at_position s).

Lemma steps_after_add : forall t s s' k,
  In s (steps_with (add t s') k) -> s' = s \/ In s (steps_with t k).
Proof.
  intros t s s' k. unfold add. generalize (key (at_position s')). intros k'.
  unfold steps_with at 1. rewrite PositiveMapAdditionalFacts.gsspec.
  destruct (PositiveMap.E.eq_dec k k') as [-> | ]; simpl; auto.
Qed.

Lemma table_has_only_its_steps : forall steps s k,
  In s (steps_with (table_of steps) k) -> In s steps.
Proof.
  intros steps s k. induction steps as [ | s' others IH].
  - unfold table_of, steps_with. rewrite PositiveMap.gempty. auto.
  - intro found. destruct (steps_after_add (table_of others) s s' k found) as [same | earlier].
    + left. exact same.
    + right. exact (IH earlier).
Qed.

Lemma move_is_turn : forall r p m, In m (moves p) -> In (m, play r p m) (turns r p).
Proof. intros r p m listed. apply in_map_iff. exists m. tauto. Qed.

Lemma turn_is_played : forall r p m q, In (m, q) (turns r p) -> In m (moves p) /\ q = play r p m.
Proof.
  intros r p m q listed. apply in_map_iff in listed. destruct listed as [m' [same listed]].
  inversion same; subst. auto.
Qed.

(** Who wins in some turns wins in more. *)
Lemma wins_in_more : forall r k n m p, wins_by r k m p -> k <= n -> wins_by r n m p.
Proof.
  intros r k. induction k as [ | k IH]; intros n m p won least; inversion won; subst.
  destruct n as [ | n]; [lia | ].
  eapply turn; [eassumption | ].
  match goal with H : loses _ _ _ |- _ => inversion H; subst end.
  - apply king_lost. assumption.
  - apply no_defence; [assumption | ]. intros m' q' listed.
    match goal with H : forall _ _, _ -> wins _ _ _ |- _ => specialize (H _ _ listed) end.
    match goal with H : wins _ _ _ |- _ => inversion H; subst end.
    eapply some_move. eapply IH; [eassumption | lia].
Qed.

Lemma wins_at_once_sound : forall r n p, 0 < n -> wins_at_once r p = true -> wins r n p.
Proof.
  intros r [ | n] p positive found; [lia | ].
  apply any_true in found. destruct found as [m [listed king]].
  apply some_move with m. apply turn with (play r p m); [apply move_is_turn, listed | ].
  apply king_lost, king.
Qed.

(** If all steps of the table with fewer turns hold, then a step that passes holds. *)
Lemma check_step_sound : forall r steps s,
  (forall s', In s' steps -> bound s' < bound s -> holds r s') ->
  check_step r (table_of steps) s = true -> holds r s.
Proof.
  intros r steps [p [ | n] m] fewer; unfold check_step, holds; simpl in *; [discriminate | ].
  intro passed. apply and_true in passed. destruct passed as [legal refuted_after].
  apply any_true in legal. destruct legal as [m' [legal same]].
  destruct (move_eq_dec m' m) as [-> | ]; [ | discriminate].
  apply turn with (play r p m); [apply move_is_turn, legal | ].
  unfold refuted in refuted_after. apply or_true in refuted_after.
  destruct refuted_after as [king | all_answered]; [apply king_lost, king | ].
  apply no_defence.
  - unfold turns. destruct (moves (play r p m)); [discriminate | simpl; congruence].
  - intros reply q listed_reply. apply turn_is_played in listed_reply.
    destruct listed_reply as [listed_reply ->].
    destruct (moves (play r p m)) as [ | first others] eqn:replies; [discriminate | ].
    rewrite <- replies in listed_reply, all_answered.
    pose proof (all_true _ _ _ all_answered reply listed_reply) as answered_reply.
    unfold answered in answered_reply. apply or_true in answered_reply.
    destruct answered_reply as [by_step | at_once].
    + apply any_true in by_step. destruct by_step as [s' [found fits]].
      destruct (position_eq_dec _ _) as [-> | ]; [ | discriminate].
      apply Nat.leb_le in fits. apply table_has_only_its_steps in found.
      apply some_move with (by_move s').
      apply wins_in_more with (bound s'); [ | exact fits].
      apply (fewer s' found). lia.
    + apply and_true in at_once. destruct at_once as [positive at_once].
      apply wins_at_once_sound; [apply Nat.ltb_lt, positive | exact at_once].
Qed.

(** What the checker accepts is won. *)
Theorem check_sound : forall r steps claim, check r steps claim = true -> holds r claim.
Proof.
  intros r steps claim accepted. unfold check in accepted.
  apply and_true in accepted. destruct accepted as [all_pass claim_passes].
  assert (all_hold : forall n s, In s steps -> bound s < n -> holds r s).
  { induction n as [ | n IH]; intros s listed fewer; [lia | ].
    apply check_step_sound with steps.
    - intros s' listed' fewer'. apply IH; [exact listed' | lia].
    - exact (all_true _ _ _ all_pass s listed). }
  apply check_step_sound with steps; [ | exact claim_passes].
  intros s listed fewer. exact (all_hold _ s listed fewer).
Qed.
