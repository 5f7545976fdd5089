# Completion of turncoat for bash.
_turncoat() {
	local cur=${COMP_WORDS[COMP_CWORD]} words=("${COMP_WORDS[@]:0:COMP_CWORD}")
	[[ $cur == -* ]] && words+=("$cur")
	COMPREPLY=($(compgen -W "$("${words[@]}" --generate-bash-completion 2>/dev/null)" -- "$cur"))
}
complete -o bashdefault -o default -F _turncoat turncoat
