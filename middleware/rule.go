package middleware

// A rule is one rule of a validate tag.
type rule struct{ name, param string }

// ruleText is a rule as a tag spells it.
func ruleText(name, param string) string {
	if param == "" {
		return name
	}
	return name + "=" + param
}

// otherFields lists the fields that a rule is about besides its own, by their Go
// paths.
func otherFields(r rule) []string {
	if _, ok := fieldDemands[r.name]; ok && r.name != "unique" {
		return []string{r.param}
	}
	words := paramWords(r.param)
	c, ok := conditionals[r.name]
	switch {
	case r.name == "postcode_iso3166_alpha2_field":
		return words
	case !ok:
		return nil
	case !c.values:
		return words
	}
	var fields []string
	for i := 0; i < len(words); i += 2 {
		fields = append(fields, words[i])
	}
	return fields
}
