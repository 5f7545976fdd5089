// Read test vectors in Rust, without a crate: turncoat corpus export --to epd -o vectors.epd
fn main() {
    for line in std::fs::read_to_string(std::env::args().nth(1).unwrap()).unwrap().lines() {
        let field = |name: &str| line.split_once(name).unwrap().1.split('"').nth(1).unwrap();
        let turns: Vec<&str> = field(" turns ").split(", ").filter(|turn| !turn.is_empty()).collect();
        check(line.split(" hmvc").next().unwrap(), &turns, field(" outcome "), field(" c0 "));
    }
}

// In place of this: hold your own implementation to the turns and the outcome.
fn check(fen: &str, turns: &[&str], outcome: &str, _why: &str) {
    println!("{fen}|{}|{outcome}", turns.join(","));
}
