package phrase

import (
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// longestPath is how many bytes of a path are told, and the name after them.
const longestPath = 160

// Join is the path to a member of what is at path; a name that is too long is cut,
// and so is a path.
func Join(path, name string) string {
	switch {
	case len(path) > longestPath:
		return path
	case path == "":
		return bounded(name)
	}
	return path + "." + bounded(name)
}

// Path writes a JSON Pointer as a path: lines[0].qty. A member whose name is a
// number looks like an element.
func Path(p jsontext.Pointer) string {
	path := ""
	for token := range p.Tokens() {
		if _, err := strconv.ParseUint(token, 10, 31); err == nil && path != "" {
			path += "[" + token + "]"
			continue
		}
		path = Join(path, token)
		if len(path) > longestPath {
			break
		}
	}
	return path
}
