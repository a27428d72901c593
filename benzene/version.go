package benzene

import "slices"

// A VersionSelector chooses which version of a topic handles a message. served
// lists the versions there are, sorted, with "" for the unversioned endpoint;
// topic.Version is what the message asks for, or "". The default takes that
// version exactly, else the unversioned endpoint, else none.
type VersionSelector func(topic Topic, served []string) (version string, ok bool)

func exactVersion(topic Topic, served []string) (string, bool) {
	for _, version := range []string{topic.Version, ""} {
		if slices.Contains(served, version) {
			return version, true
		}
	}
	return "", false
}

// A line is everything served under one topic id.
type line struct {
	plain    *way            // the unversioned endpoint; may be nil
	versions map[string]*way // nil when the topic has none
	served   []string        // the versions, sorted; "" first when plain is set
}

func (d *Dispatcher) pick(l *line, topic Topic) *way {
	choose := d.choose
	if choose == nil {
		choose = exactVersion
	}
	version, ok := choose(topic, l.served)
	switch {
	case !ok:
		return nil
	case version == "":
		return l.plain
	default:
		return l.versions[version]
	}
}
