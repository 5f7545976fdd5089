(* Asks the extracted rules and checker, for the tests. Each line of standard input is a question,
   with "|" between its fields:

     turns|RULES|POSITION
     check|RULES|POSITION|BOUND|MOVE|POSITION|BOUND|MOVE...

   The first is answered by every turn, MOVE|POSITION|STATE|MOVE|POSITION|STATE..., where a state
   says whether the side to move then has "lost", has no turn ("drawn"), or neither ("open"). The
   second is answered by true or false: its first step is the claim, the others are the certificate.
   Positions are written as proofs write them, moves as terms of Coq. *)

open Extracted

let coordinates = [| I1; I2; I3; I4; I5; I6; I7; I8 |]

let index x array =
  let rec from i = if array.(i) = x then i else from (i + 1) in
  from 0

let read_square text =
  Square (coordinates.(Char.code text.[0] - Char.code 'a'),
          coordinates.(Char.code text.[1] - Char.code '1'))

let write_square (Square (file, rank)) =
  Printf.sprintf "%c%d" "abcdefgh".[index file coordinates] (index rank coordinates + 1)

let kinds = [| Pawn; Knight; Bishop; Rook; Queen; King |]
let letters = "PNBRQK"
let kind_names = [| "Pawn"; "Knight"; "Bishop"; "Rook"; "Queen"; "King" |]

(* Boards, from the eighth rank to the first *)

let read_content letter =
  let upper = Char.uppercase_ascii letter in
  Piece ((if upper = letter then White else Black), kinds.(String.index letters upper))

let read_rank text =
  let squares letter =
    match letter with
    | '1' .. '8' -> List.init (Char.code letter - Char.code '0') (fun _ -> Empty)
    | _ -> [ read_content letter ]
  in
  match List.concat_map squares (List.of_seq (String.to_seq text)) with
  | [ a; b; c; d; e; f; g; h ] -> Eight (a, b, c, d, e, f, g, h)
  | _ -> failwith ("no rank: " ^ text)

let write_rank (Eight (a, b, c, d, e, f, g, h)) =
  let digit empty = if empty = 0 then "" else string_of_int empty in
  let rec write empty squares =
    match squares with
    | [] -> digit empty
    | Empty :: rest -> write (empty + 1) rest
    | Piece (c, k) :: rest ->
        let letter = letters.[index k kinds] in
        let letter = if c = White then letter else Char.lowercase_ascii letter in
        digit empty ^ String.make 1 letter ^ write 0 rest
  in
  write 0 [ a; b; c; d; e; f; g; h ]

let read_board text =
  match List.map read_rank (String.split_on_char '/' text) with
  | [ h; g; f; e; d; c; b; a ] -> Eight (a, b, c, d, e, f, g, h)
  | _ -> failwith ("no board: " ^ text)

let write_board (Eight (a, b, c, d, e, f, g, h)) =
  String.concat "/" (List.map write_rank [ h; g; f; e; d; c; b; a ])

(* Positions *)

let rec read_rights text =
  if text = "-" || text = "" then []
  else
    let holder = if text.[1] = '1' then White else Black in
    let right =
      { holder; king_at = read_square (String.sub text 0 2);
        rook_at = read_square (String.sub text 2 2) }
    in
    right :: read_rights (String.sub text 4 (String.length text - 4))

let write_rights rights =
  if rights = [] then "-"
  else
    String.concat ""
      (List.map (fun r -> write_square r.king_at ^ write_square r.rook_at) rights)

let read_position text =
  match String.split_on_char ' ' text with
  | [ board; side; rights; "-" ] ->
      { placed = read_board board; mover = (if side = "w" then White else Black);
        rights = read_rights rights }
  | _ -> failwith ("no position: " ^ text)

let write_position p =
  Printf.sprintf "%s %s %s -" (write_board p.placed)
    (if p.mover = White then "w" else "b")
    (write_rights p.rights)

(* Moves *)

let read_move text =
  match String.split_on_char ' ' text with
  | [ "Walk"; s; t ] -> Walk (read_square s, read_square t)
  | [ "Promote"; s; t; k ] -> Promote (read_square s, read_square t, kinds.(index k kind_names))
  | [ "Castle"; k; r ] -> Castle (read_square k, read_square r)
  | _ -> failwith ("no move: " ^ text)

let write_move move =
  match move with
  | Walk (s, t) -> Printf.sprintf "Walk %s %s" (write_square s) (write_square t)
  | Promote (s, t, k) ->
      Printf.sprintf "Promote %s %s %s" (write_square s) (write_square t)
        kind_names.(index k kinds)
  | Castle (k, r) -> Printf.sprintf "Castle %s %s" (write_square k) (write_square r)

(* Questions *)

let rec nat n = if n = 0 then O else S (nat (n - 1))

let read_rules name = if name = "benedict" then Benedict else BenedictKing

let rec read_steps fields =
  match fields with
  | [] -> []
  | at :: bound :: move :: rest ->
      { at_position = read_position at; bound = nat (int_of_string bound);
        by_move = read_move move }
      :: read_steps rest
  | _ -> failwith "no step"

let answer line =
  match String.split_on_char '|' line with
  | [ "turns"; rules; at ] ->
      let rules = read_rules rules in
      let state after =
        if lost after then "lost" else if turns rules after = [] then "drawn" else "open"
      in
      let write (move, after) =
        String.concat "|" [ write_move move; write_position after; state after ]
      in
      String.concat "|" (List.map write (turns rules (read_position at)))
  | "check" :: rules :: fields -> (
      match read_steps fields with
      | claim :: steps -> string_of_bool (check (read_rules rules) steps claim)
      | [] -> failwith "no claim")
  | _ -> failwith ("no question: " ^ line)

let () =
  try
    while true do
      print_endline (answer (read_line ()))
    done
  with End_of_file -> ()
