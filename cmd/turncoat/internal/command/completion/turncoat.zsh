#compdef turncoat
# Completion of turncoat for zsh.
_turncoat() {
	local cur=${words[CURRENT]} last=
	[[ $cur == -* ]] && last=$cur
	local -a next
	next=("${(@f)$("${(@Q)words[1,CURRENT-1]}" "$last" --generate-bash-completion 2>/dev/null)}")
	if [[ -n $next[1] ]]; then
		compadd -a next
	else
		_files
	fi
}
compdef _turncoat turncoat
