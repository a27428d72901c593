package startup

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"go.uber.org/dig"
	"go.uber.org/fx"
	"go.uber.org/fx/fxevent"
)

// An unbuilt is a source that dig could not construct, for want of something.
type unbuilt struct {
	name  string // of its *built in the container
	what  string
	needs []string
}

// Error is for services that are started without Start or Run, where the
// container can be asked no more.
func (u *unbuilt) Error() string {
	return fmt.Sprintf("startup: %s needs %s; nobody provides one of them, or something that its constructor needs",
		u.what, strings.Join(u.needs, ", "))
}

// explain makes lines of what fx says about a service that could not be built.
// invoked is the invocation that failed, or "".
func explain(err error, invoked string, options []fx.Option) []error {
	var lines []error
	for _, leaf := range leaves(err) {
		var missing *unbuilt
		switch {
		case errors.As(leaf, &missing):
			lines = append(lines, missing.explain(options)...)
		case errors.As(leaf, new(*line)):
			lines = append(lines, leaf)
		case errors.As(leaf, new(dig.Error)):
			lines = append(lines, unwound(leaf, "")...)
		case invoked != "":
			lines = append(lines, failed(invoked, leaf)...)
		default:
			lines = append(lines, because("startup: ", leaf)...)
		}
	}
	return lines
}

// explain asks a dry copy of the container, in which no constructor is called,
// what is missing.
func (u *unbuilt) explain(options []fx.Option) []error {
	ask := fx.Annotate(func(*built) {}, fx.ParamTags(fmt.Sprintf(`name:%q`, u.name)))
	first := fx.Module("startup", fx.Invoke(ask)) // a module's invocations precede all others
	err := fx.ValidateApp(slices.Concat([]fx.Option{first}, options, []fx.Option{silent(fxevent.NopLogger)})...)
	if err == nil {
		return []error{u}
	}
	return unwound(err, u.what)
}

// What dig says has no types to ask for, so its words are read. A test holds
// them to the version in use; words that read otherwise are passed on.
var (
	missingText = regexp.MustCompile(`missing dependencies for function "(.+?)"\.(\S+) \((.*?)\): missing types?: (.*)`)
	failedText  = regexp.MustCompile(`received non-nil error from function "([^"]+)"\.(\S+) \((.*?)\)`)
	twiceText   = regexp.MustCompile(`function "github\.com/benzene-go/framework/startup"\.new\w+ \(.*\): cannot provide (\S+) from \[\d+\]: already provided by "(.+?)"\.(\S+) \((.*?)\)`)
	wrapperText = regexp.MustCompile(`function "reflect"\.makeFuncStub \([^)]*\)`)
	folderText  = regexp.MustCompile(`([\w.~@-]+/|/)+`)
)

// unwound finds the cause beneath what fx and dig have wrapped around it.
// asking names the source that the container was asked for; it may be "".
func unwound(err error, asking string) []error {
	var ofDig dig.Error
	text := flat(err.Error())
	if errors.As(err, &ofDig) {
		text = flat(ofDig.Error()) // without the places that fx has been through
	}
	if m := missingText.FindStringSubmatch(text); m != nil {
		return nobodyProvides(m[4], who(m[1], m[2], m[3], asking))
	}
	if m := twiceText.FindStringSubmatch(text); m != nil {
		return []error{providedTwice(m[1], who(m[2], m[3], m[4], asking))}
	}
	cause := dig.RootCause(err)
	if all := failedText.FindAllStringSubmatch(text, -1); all != nil && !errors.As(cause, new(dig.Error)) {
		last := all[len(all)-1]
		return failed(who(last[1], last[2], last[3], asking), cause)
	}
	text = wrapperText.ReplaceAllString(text, cmp.Or(asking, "the constructor"))
	return []error{&line{"startup: the service cannot be put together: " + short(text), err}}
}

// who names a function as its package does, and one without a name by its place.
// A source's own constructor hides behind a wrapper.
func who(pkg, name, place, asking string) string {
	switch {
	case pkg == "reflect" && name == "makeFuncStub":
		return asking
	case strings.Contains(name, ".func"):
		return "the function at " + path.Base(place)
	default:
		return path.Base(pkg) + "." + name
	}
}

// nobodyProvides makes a line for each type of dig's list, in which what dig
// guesses follows the type in brackets.
func nobodyProvides(list, who string) []error {
	var lines []error
	for item := range strings.SplitSeq(list, "; ") {
		missing, guess, guessed := strings.Cut(item, " (did you mean ")
		switch {
		case missing == "*startup.parts":
			return []error{wrongf("startup: parts were given, but no service to make of them; startup.Service has to stand last")}
		case guessed:
			lines = append(lines, wrongf("startup: nobody provides %s, which %s needs; did you mean %s?",
				short(missing), who, short(strings.TrimSuffix(guess, "?)"))))
		default:
			lines = append(lines, wrongf("startup: nobody provides %s, which %s needs; give a constructor of it to fx.Provide",
				short(missing), who))
		}
	}
	return lines
}

// providedTwice is about what a service itself adds to its container.
func providedTwice(what, who string) error {
	if what == "*startup.parts" {
		return wrongf("startup: there are two services in one fx app; startup.Run adds the startup.Service it needs, so leave the other out")
	}
	return wrongf("startup: %s is provided by %s and by the service itself; give yours to fx.Replace, or change it by fx.Decorate", what, who)
}

// short leaves out the folders in which packages and files lie.
func short(text string) string { return folderText.ReplaceAllString(text, "") }
