# Completion of turncoat for bash.
_turncoat() {
	local cur=${COMP_WORDS[COMP_CWORD]} last=
	[[ $cur == -* ]] && last=$cur
	local next
	next=$("${COMP_WORDS[@]:0:COMP_CWORD}" "$last" --generate-bash-completion 2>/dev/null)
	COMPREPLY=($(compgen -W "$next" -- "${cur#=}"))
}
complete -o bashdefault -o default -F _turncoat turncoat
