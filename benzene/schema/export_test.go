package schema

import (
	"maps"
	"slices"
)

// OwnRules lists what is known of the validator's rules.
func OwnRules() []string {
	return slices.Concat(slices.Collect(maps.Keys(neverEmpty)), slices.Collect(maps.Keys(maybeEmpty)), slices.Collect(maps.Keys(conditional)))
}
