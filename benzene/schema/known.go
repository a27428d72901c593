package schema

import "strings"

// ownWord reports whether the validator brings all rules of a word of a tag, a
// choice. What an application adds to it may be anything.
func ownWord(word string) bool {
	for choice := range strings.SplitSeq(word, "|") {
		if name, _, _ := strings.Cut(choice, "="); !ownRule(name) && !conditional[name] {
			return false
		}
	}
	return true
}

// ownRule reports whether the validator brings the rule, and never asks it of a
// nil pointer, as it does the conditional ones.
func ownRule(name string) bool {
	return neverEmpty[name] || maybeEmpty[name]
}

// neverEmpty are the rules about a text that the empty one breaks.
var neverEmpty = set(`
	alpha alphanum alphanumspace alphanumunicode alphaspace alphaunicode base32 base64 base64rawurl base64url
	bcp47_language_tag bcp47_strict_language_tag bic bic_iso_9362_2014 boolean btc_addr btc_addr_bech32 cidr
	cidrv4 cidrv6 cmyk containsany containsrune country_code credit_card cron cve datauri dir dirpath
	dns_rfc1035_label duration e164 ein email eth_addr eth_addr_checksum eu_country_code file filepath fqdn
	hexadecimal hexcolor hostname hostname_label hostname_port hostname_rfc1123 hsl hsla html html_encoded
	http_url https_url image ip ip4_addr ip6_addr ip_addr ipv4 ipv6 isbn isbn10 isbn13 iscolor
	iso3166_1_alpha2 iso3166_1_alpha2_eu iso3166_1_alpha3 iso3166_1_alpha3_eu iso3166_1_alpha_numeric
	iso3166_1_alpha_numeric_eu iso3166_2 iso4217 issn json jwt latitude longitude lowercase luhn_checksum mac
	md4 md5 mimetype mongodb mongodb_connection_string number numeric origin postcode_iso3166_alpha2 required
	rgb rgba ripemd128 ripemd160 semver sha256 sha384 sha512 spicedb ssn tcp4_addr tcp6_addr tcp_addr tiger128
	tiger160 tiger192 timezone udp4_addr udp6_addr udp_addr uds_exists ulid uppercase uri url urn_rfc2141
	urn_rfc8141 uuid uuid3 uuid3_rfc4122 uuid4 uuid4_rfc4122 uuid5 uuid5_rfc4122 uuid7 uuid_rfc4122`)

// maybeEmpty are all others, with the words that say where rules apply.
var maybeEmpty = set(`
	ascii contains datetime dive endsnotwith endswith eq eq_ignore_case eqcsfield eqfield excludes excludesall
	excludesrune fieldcontains fieldexcludes gt gtcsfield gte gtecsfield gtefield gtfield isdefault
	iso4217_numeric len lt ltcsfield lte ltecsfield ltefield ltfield max min multibyte ne ne_ignore_case
	necsfield nefield noneof noneofci nostructlevel omitempty omitnil omitzero oneof oneofci port
	postcode_iso3166_alpha2_field printascii startsnotwith startswith structonly unique unix_addr url_encoded
	validateFn`)

// conditional are the rules that look at other fields, and at nil too.
var conditional = set(`
	excluded_if excluded_unless excluded_with excluded_with_all excluded_without excluded_without_all
	required_if required_unless required_with required_with_all required_without required_without_all
	skip_unless`)

func set(names string) map[string]bool {
	s := map[string]bool{}
	for name := range strings.FieldsSeq(names) {
		s[name] = true
	}
	return s
}
