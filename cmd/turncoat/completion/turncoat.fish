# Completion of turncoat for fish.
function __turncoat_next
	set -l words (commandline -opc)
	set -l last (commandline -ct)
	string match -q -- '-*' $last; or set last ''
	$words "$last" --generate-bash-completion 2>/dev/null
end
complete -c turncoat -a '(__turncoat_next)'
