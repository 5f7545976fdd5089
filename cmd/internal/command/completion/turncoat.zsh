#compdef turncoat
# Completion of turncoat for zsh.
_turncoat() {
	local -a call next
	call=("${(@Q)words[1,CURRENT-1]}")
	[[ $words[CURRENT] == -* ]] && call+=($words[CURRENT])
	next=("${(@f)$($call --generate-bash-completion 2>/dev/null)}")
	if [[ -n $next[1] ]]; then
		compadd -a next
	else
		_files
	fi
}
compdef _turncoat turncoat
