# Completion of turncoat for fish.
function __turncoat_next
	set -l words (commandline -opc)
	set -l last (commandline -ct)
	string match -q -- '-*' $last; or set last ''
	set -l next ($words "$last" --generate-bash-completion 2>/dev/null)
	if set -q next[1]
		printf '%s\n' $next
	else
		__fish_complete_path (commandline -ct)
	end
end
complete -c turncoat -f -a '(__turncoat_next)'
