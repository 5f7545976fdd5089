# Completion of turncoat for fish.
function __turncoat_next
	set -l words (commandline -opc)
	string match -q -- '-*' (commandline -ct); and set -a words (commandline -ct)
	set -l next ($words --generate-bash-completion 2>/dev/null)
	if set -q next[1]
		printf '%s\n' $next
	else
		__fish_complete_path (commandline -ct)
	end
end
complete -c turncoat -f -a '(__turncoat_next)'
