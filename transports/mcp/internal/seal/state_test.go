package seal

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"github.com/benzene-go/framework/benzene"
)

var noon = time.Date(2026, 8, 1, 12, 0, 0, 0, time.UTC)

// booking is the request that the tests ask about.
func booking() About {
	return About{Method: "tools/call", Target: "book", Arguments: jsontext.Value(`{"from":"BER","to":{"code":"ZRH","day":1}}`), Principal: ada}
}

func asked() State {
	return State{
		Round:   2,
		Answers: map[string]jsontext.Value{"seat": jsontext.Value(`{"action":"accept","content":{"row":7}}`), "class": jsontext.Value(`{"action":"decline"}`)},
		Own:     jsontext.Value(`"held until noon"`),
		Issued:  noon,
	}
}

func stateSealOf(t testing.TB, secrets ...[]byte) *States {
	t.Helper()
	s, err := NewStates(secrets...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *States) sealed(t testing.TB, of About, content State) string {
	t.Helper()
	text, err := s.Seal(of, content)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// refuses fails unless text opens nothing, and its sender learns nothing.
func (s *States) refuses(t *testing.T, text string, of About, now time.Time, reason badState) {
	t.Helper()
	got, err := s.Open(text, of, now)
	var why badState
	if !errors.As(err, &why) || reason != "" && why != reason || got.Answers != nil || got.Round != 0 {
		t.Errorf("%.80q: got %+v, %q, want %q", text, got, string(why), string(reason))
		return
	}
	if err.Error() != "requestState is not one that this server gave out for this request, or it is too old" {
		t.Errorf("the caller reads %q", err)
	}
}

func compareStates(t *testing.T, want, got State) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(State{})); diff != "" {
		t.Error(diff)
	}
}

func TestAStateComesBackAsItWasOnAnyReplica(t *testing.T) {
	here, there := stateSealOf(t, secretOf('a')), stateSealOf(t, secretOf('a'))
	for _, want := range []State{
		asked(),
		{Round: 1, Issued: noon},
		{Issued: noon, Own: jsontext.Value(`null`)},
		{Round: 10, Issued: noon, Answers: map[string]jsontext.Value{"": jsontext.Value(`[1.50,"é"]`)}},
	} {
		got, err := there.Open(here.sealed(t, booking(), want), booking(), noon.Add(time.Minute))
		if err != nil {
			t.Fatal(err)
		}
		got.Issued = got.Issued.UTC()
		compareStates(t, want, got)
	}
}

func TestAStateCanBeSentAndNotBeRead(t *testing.T) {
	s := stateSealOf(t)
	text := s.sealed(t, booking(), asked())
	if strings.ContainsFunc(text, func(r rune) bool {
		return !strings.ContainsRune("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", r)
	}) {
		t.Errorf("%q is not base64url", text)
	}
	sealed := make([]byte, plainText.DecodedLen(len(text)))
	if !readText(sealed, text) {
		t.Fatal("it cannot be decoded")
	}
	for _, secret := range []string{"seat", "accept", "row", "held", "round", "issued", "ada", "book", "BER"} {
		if bytes.Contains(sealed, []byte(secret)) {
			t.Errorf("%q can be read in it", secret)
		}
	}
}

func TestNoTwoTextsOfOneStateAreAlike(t *testing.T) {
	s := stateSealOf(t)
	texts, nonces := map[string]bool{}, map[string]bool{}
	for range 200 {
		text := s.sealed(t, booking(), asked())
		sealed := make([]byte, plainText.DecodedLen(len(text)))
		if !readText(sealed, text) {
			t.Fatal("it cannot be decoded")
		}
		texts[string(sealed[stateHead+12:])], nonces[string(sealed[stateHead:][:12])] = true, true
	}
	if len(texts) != 200 || len(nonces) != 200 {
		t.Errorf("200 times sealed: %d texts by %d nonces", len(texts), len(nonces))
	}
}

func TestAStateIsWrittenInOneWay(t *testing.T) {
	first, err := asked().plain()
	if err != nil {
		t.Fatal(err)
	}
	for range 50 {
		if again, _ := asked().plain(); !bytes.Equal(first, again) {
			t.Fatalf("%s\n%s", first, again)
		}
	}
	want := `{"issued":1785585600000,"round":2,"answers":{"class":{"action":"decline"},"seat":{"action":"accept","content":{"row":7}}},"own":"held until noon"}`
	if string(first) != want {
		t.Errorf("got  %s\nwant %s", first, want)
	}
}

func TestAStateFitsTheSameRequestHoweverItIsSpelled(t *testing.T) {
	s := stateSealOf(t)
	text := s.sealed(t, booking(), asked())
	same := booking()
	same.Arguments = jsontext.Value("{ \"to\":{\"day\":1, \"\\u0063ode\":\"ZRH\"},\n\"from\":\"\\u0042ER\"}")
	if _, err := s.Open(text, same, noon); err != nil {
		t.Error(err)
	}
	none := About{Method: "resources/read", Target: "file:///a"}
	text = s.sealed(t, none, asked())
	for _, arguments := range []string{``, `null`, ` null `, `{}`, ` { } `} {
		none.Arguments = jsontext.Value(arguments)
		if _, err := s.Open(text, none, noon); err != nil {
			t.Errorf("%q: %v", arguments, err)
		}
	}
}

func TestAStateFitsNoOtherRequest(t *testing.T) {
	s := stateSealOf(t)
	text := s.sealed(t, booking(), asked())
	for name, change := range map[string]func(*About){
		"another method":        func(a *About) { a.Method = "prompts/get" },
		"no method":             func(a *About) { a.Method = "" },
		"another tool":          func(a *About) { a.Target = "cancel" },
		"a shifted border":      func(a *About) { a.Method, a.Target = "tools/callb", "ook" },
		"another value":         func(a *About) { a.Arguments = jsontext.Value(`{"from":"BER","to":{"code":"ZRH","day":2}}`) },
		"another spelling of 1": func(a *About) { a.Arguments = jsontext.Value(`{"from":"BER","to":{"code":"ZRH","day":1.0}}`) },
		"one more argument":     func(a *About) { a.Arguments = jsontext.Value(`{"from":"BER","to":{"code":"ZRH","day":1},"x":null}`) },
		"no arguments":          func(a *About) { a.Arguments = nil },
		"another principal":     func(a *About) { a.Principal = bob },
		"another issuer":        func(a *About) { a.Principal.issuer = "" },
		"a shifted principal":   func(a *About) { a.Principal.subject, a.Principal.issuer = "adah", "ttps://id.example.org" },
		"nobody":                func(a *About) { a.Principal = Principal{} },
	} {
		t.Run(name, func(t *testing.T) {
			other := booking()
			change(&other)
			s.refuses(t, text, other, noon, "it was changed, or belongs to another request or principal")
		})
	}
	nobody := booking()
	nobody.Principal = Principal{}
	s.refuses(t, s.sealed(t, nobody, asked()), booking(), noon, "it was changed, or belongs to another request or principal")
	twice := booking()
	twice.Arguments = jsontext.Value(`{"from":"BER","from":"BER"}`)
	s.refuses(t, text, twice, noon, "the request's arguments are not JSON")
}

func TestAnAlteredStateIsRefused(t *testing.T) {
	s := stateSealOf(t, secretOf('a'))
	text := s.sealed(t, booking(), asked())
	sealed := make([]byte, plainText.DecodedLen(len(text)))
	if !readText(sealed, text) {
		t.Fatal("it cannot be decoded")
	}
	for i := range sealed {
		for bit := range 8 {
			altered := bytes.Clone(sealed)
			altered[i] ^= 1 << bit
			s.refuses(t, plainText.EncodeToString(altered), booking(), noon, "")
		}
		s.refuses(t, plainText.EncodeToString(sealed[:i]), booking(), noon, "")
		s.refuses(t, plainText.EncodeToString(sealed[i+1:]), booking(), noon, "")
	}
	for i := range text {
		s.refuses(t, text[:i], booking(), noon, "")
		s.refuses(t, text[:i]+"\n"+text[i:], booking(), noon, "it has not the form of one")
		s.refuses(t, text[:i]+"="+text[i+1:], booking(), noon, "it has not the form of one")
	}
	s.refuses(t, text+"A", booking(), noon, "")
	s.refuses(t, plainText.EncodeToString(append(sealed, 0)), booking(), noon, "")
	twin := s.sealed(t, booking(), asked())
	half := len(text) / 2
	s.refuses(t, text[:half]+twin[half:], booking(), noon, "")
}

func TestATextHasOneSpelling(t *testing.T) {
	s := stateSealOf(t)
	content := asked()
	for n := range 3 { // so that each remainder of three occurs
		content.Own = jsontext.Value(fmt.Sprintf("%q", strings.Repeat("x", n)))
		text := s.sealed(t, booking(), content)
		opened := 0
		for _, last := range []byte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_") {
			if _, err := s.Open(text[:len(text)-1]+string(last), booking(), noon); err == nil {
				opened++
			}
		}
		if opened != 1 {
			t.Errorf("%d spellings of %q", opened, text)
		}
	}
}

func TestAStateLastsTenMinutes(t *testing.T) {
	s := stateSealOf(t)
	text := s.sealed(t, booking(), asked())
	for _, late := range []time.Duration{0, time.Second, 10 * time.Minute, -time.Minute} {
		if _, err := s.Open(text, booking(), noon.Add(late)); err != nil {
			t.Errorf("after %v: %v", late, err)
		}
	}
	s.refuses(t, text, booking(), noon.Add(10*time.Minute+time.Millisecond), "it is too old")
	s.refuses(t, text, booking(), noon.AddDate(1000, 0, 0), "it is too old")
	s.refuses(t, text, booking(), noon.Add(-time.Minute-time.Millisecond), "it was issued in the future")
	s.lifetime = time.Second
	s.refuses(t, text, booking(), noon.Add(2*time.Second), "it is too old")
}

func TestAStateWithoutATimeIsIssuedNow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := stateSealOf(t)
		got, err := s.Open(s.sealed(t, booking(), State{Round: 1}), booking(), time.Now())
		if err != nil || !got.Issued.Equal(time.Now()) {
			t.Errorf("got %v, %v", got.Issued, err)
		}
	})
}

// A text does not know whether it was used; its round says how far it had got.
func TestAStateOfAnEarlierRoundSaysSo(t *testing.T) {
	s := stateSealOf(t)
	first := s.sealed(t, booking(), State{Round: 1, Issued: noon})
	_ = s.sealed(t, booking(), asked())
	got, err := s.Open(first, booking(), noon)
	if err != nil || got.Round != 1 || got.Answers != nil {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestAStateOutlivesTheKeyThatSealedIt(t *testing.T) {
	first, second := secretOf('1'), secretOf('2')
	text := stateSealOf(t, first).sealed(t, booking(), asked())
	for _, s := range []*States{stateSealOf(t, first), stateSealOf(t, second, first), stateSealOf(t, first, first)} {
		if _, err := s.Open(text, booking(), noon); err != nil {
			t.Error(err)
		}
	}
	stateSealOf(t, second).refuses(t, text, booking(), noon, "no key of ours sealed it")
	stateSealOf(t, first).refuses(t, stateSealOf(t, second, first).sealed(t, booking(), asked()), booking(), noon, "no key of ours sealed it")
}

func TestWithoutASecretAStateIsThisProcesssOwn(t *testing.T) {
	one, other := stateSealOf(t), stateSealOf(t)
	text := one.sealed(t, booking(), asked())
	if _, err := one.Open(text, booking(), noon); err != nil {
		t.Error(err)
	}
	other.refuses(t, text, booking(), noon, "no key of ours sealed it")
}

// That two keys have one id is a matter of chance, and no obstacle.
func TestKeysOfOneIDAreTriedInTurn(t *testing.T) {
	a, b := stateSealOf(t, secretOf('a')), stateSealOf(t, secretOf('b'))
	a.keys[0].id = b.keys[0].id
	text := b.sealed(t, booking(), asked())
	a.refuses(t, text, booking(), noon, "it was changed, or belongs to another request or principal")
	both := &States{keys: []stateKey{a.keys[0], b.keys[0]}, lifetime: a.lifetime}
	if _, err := both.Open(text, booking(), noon); err != nil {
		t.Error(err)
	}
}

func TestAStateIsOfBoundedSize(t *testing.T) {
	s := stateSealOf(t)
	content := func(n int) State {
		return State{Round: 1, Issued: noon, Own: jsontext.Value(`"` + strings.Repeat("x", n) + `"`)}
	}
	small := s.sealed(t, booking(), content(0))
	most := plainText.DecodedLen(longestState) - plainText.DecodedLen(len(small))
	text := s.sealed(t, booking(), content(most))
	if _, err := s.Open(text, booking(), noon); err != nil || len(text) != longestState {
		t.Errorf("%d characters: %v", len(text), err)
	}
	text, err := s.Seal(booking(), content(most+1))
	if want := "mcp: a requestState would have 65538 characters, and may have 65536; keep less in it"; text != "" || err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
	s.refuses(t, strings.Repeat("A", longestState+1), booking(), noon, "it is longer than any")
}

func TestWhatIsNotJSONIsNotSealed(t *testing.T) {
	s := stateSealOf(t)
	bad := booking()
	bad.Arguments = jsontext.Value(`{"a":1,"a":2}`)
	for _, c := range []struct {
		of      About
		content State
	}{
		{bad, asked()},
		{booking(), State{Own: jsontext.Value(`{`)}},
		{booking(), State{Own: jsontext.Value{}}},
		{booking(), State{Answers: map[string]jsontext.Value{"a": jsontext.Value(`1 2`)}}},
	} {
		if text, err := s.Seal(c.of, c.content); err == nil || text != "" {
			t.Errorf("%+v was sealed", c.content)
		}
	}
}

func TestWhatAnotherVersionSealedIsRefused(t *testing.T) {
	s := stateSealOf(t)
	head := append([]byte{stateVersion}, s.keys[0].id[:]...)
	bound, err := booking().bound(head)
	if err != nil {
		t.Fatal(err)
	}
	for _, plain := range []string{``, `[]`, `{"issued":"now"}`, `{"round":1.5}`} {
		text := plainText.EncodeToString(s.keys[0].aead.Seal(head[:stateHead:stateHead], nil, []byte(plain), bound))
		s.refuses(t, text, booking(), noon, "it is sealed, but not a state")
	}
}

func TestAShortSecretOfAStateIsAFinding(t *testing.T) {
	_, err := NewStates(secretOf('a'), nil)
	var finding benzene.Finding
	want := benzene.Finding{Check: "mcp-seal-keys", Message: "mcp: key 2 that seals requestState has 0 bytes; give it 32 or more, all of them random"}
	if !errors.As(err, &finding) || finding != want {
		t.Errorf("got %v", err)
	}
}

func BenchmarkState(b *testing.B) {
	s := stateSealOf(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.Open(s.sealed(b, booking(), asked()), booking(), noon); err != nil {
			b.Fatal(err)
		}
	}
}

// Only what was sealed opens, and only for what it was sealed for.
func FuzzARequestState(f *testing.F) {
	s := stateSealOf(f, secretOf('a'))
	sealed := s.sealed(f, booking(), asked())
	f.Add(sealed, "tools/call", "book", string(booking().Arguments))
	f.Add(sealed, "tools/call", "book", `{"from":"BER"}`)
	f.Add(sealed, "prompts/get", "book", `{`)
	f.Add(sealed[:len(sealed)-1], "tools/call", "book", `{}`)
	f.Add(plainText.EncodeToString(append([]byte{stateVersion}, s.keys[0].id[:]...)), "", "", "")
	f.Add("", "", "", "null")
	f.Add("AQ", "", "", "")
	f.Fuzz(func(t *testing.T, text, method, target, arguments string) {
		of := About{Method: method, Target: target, Arguments: jsontext.Value(arguments), Principal: ada}
		_, err := s.Open(text, of, noon)
		var why badState
		switch {
		case err != nil && !errors.As(err, &why):
			t.Errorf("an error of another kind: %v", err)
		case err == nil && (method != "tools/call" || target != "book"):
			t.Errorf("%q opened for %s %s", text, method, target)
		}
		mine, err := s.Seal(of, State{Round: 1, Issued: noon})
		if err != nil {
			return // such arguments have no digest
		}
		if got, err := s.Open(mine, of, noon); err != nil || got.Round != 1 {
			t.Errorf("what was sealed does not open: %v", err)
		}
		if _, err := s.Open(mine+text, of, noon); err == nil && text != "" {
			t.Errorf("%q opened with %q behind it", mine, text)
		}
	})
}
