package mcp

import "github.com/benzene-go/framework/benzene"

// An offering is something that a client may ask for by name: a tool, a
// resource or a prompt, or the completion of one's argument.
type offering interface {
	base() *offer
	// answer turns what Dispatch returned into what the caller gets.
	answer(*call, benzene.Reply, error) answer
	// facts tells telemetry what was asked for.
	facts(*call, func(key string, value any))
}

// An offer is what all offerings have in common. Its sender is nil until it is
// bound.
type offer struct {
	kind               string // "tool", "resource", "prompt" or "completion", for people
	name               string // of a resource its URI or template
	title, description string
	icons              []Icon
	topic              benzene.Topic
	own                *custom // the application's function; nil when a topic answers
	hollow             bool    // an option of it is nil
	asks               bool    // it may ask the client for input
	want               benzene.Want
	codec              benzene.Codec // nil for JSON as it is

	sender        benzene.Sender
	versionHeader string // names the topic's version
}

func (o *offer) base() *offer { return o }

// An Option adds to what a tool, a resource or a prompt says of itself.
type Option func(*offer)

// Title is a name for people, where the name itself is for programs.
func Title(text string) Option { return func(o *offer) { o.title = text } }

// Description says what a resource or a completion is about; tools and prompts
// have theirs already.
func Description(text string) Option { return func(o *offer) { o.description = text } }

// Icons are pictures to show beside the title.
func Icons(icons ...Icon) Option { return func(o *offer) { o.icons = append(o.icons, icons...) } }

// TopicVersion makes an offer call one version of its topic.
func TopicVersion(version string) Option { return func(o *offer) { o.topic.Version = version } }

// Asks lets a handler ask the client for input by a *NeedInput. Without it none
// is asked, and the service need have no key that its replicas share.
func Asks() Option { return func(o *offer) { o.asks = true } }

func (o Option) tool(t *tool)         { o(&t.offer) }
func (o Option) resource(r *resource) { o(&r.offer) }
func (o Option) prompt(p *prompt)     { o(&p.offer) }

// An Icon is a picture that a client may show.
type Icon struct {
	Src      string   // an https: or data: URI
	MIMEType string   // may be ""
	Sizes    []string // such as "48x48" or "any"; may be nil
	Theme    string   // "light", "dark" or "" for both
}

// bind fits o to what d serves. It is false when nobody answers it.
func (o *offer) bind(d *benzene.Dispatcher) (benzene.Contract, error) {
	o.versionHeader = d.Names().Version[0]
	if o.own != nil {
		sender, err := o.own.attach(d)
		if err != nil {
			err = naming("two functions are %ss named %q, on two endpoints of one service; rename one, or make the part once and give that value to both endpoints", o.kind, o.name)
		}
		o.sender = sender
		return o.own.endpoint.Contract(), err
	}
	o.sender = d
	contract, ok := d.Resolve(o.topic)
	if !ok {
		return contract, o.unserved()
	}
	return contract, nil
}
