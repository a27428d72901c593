package mcp

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/benzene-go/framework/benzene"
	"github.com/benzene-go/framework/transports/mcp/internal/wire"
)

// A Level says how much a log message matters.
type Level string

// The levels, from the least to the most.
const (
	LevelDebug     Level = "debug"
	LevelInfo      Level = "info"
	LevelNotice    Level = "notice"
	LevelWarning   Level = "warning"
	LevelError     Level = "error"
	LevelCritical  Level = "critical"
	LevelAlert     Level = "alert"
	LevelEmergency Level = "emergency"
)

var levels = []Level{LevelDebug, LevelInfo, LevelNotice, LevelWarning, LevelError, LevelCritical, LevelAlert, LevelEmergency}

const levelList = "debug, info, notice, warning, error, critical, alert or emergency"

// Logging says that handlers send log messages to clients, by Log. Without it
// none are sent.
func Logging() Part {
	return func(d *declaration) { d.logging = true }
}

// Log sends a log message to the client whose call ctx belongs to, before its
// answer and beside it. logger names what speaks, and may be ""; data is encoded
// as JSON and must hold nothing secret. It does nothing for a message that came
// in another way, for a client that wants none of this level, and where the
// endpoint was not declared with Logging.
//
// A client of the 2026-07-28 era says with each request from which level on it
// wants to hear. What an earlier one says cannot be remembered over HTTP: within
// a session it gets info and above, and outside of one nothing. A call may say a
// hundred things at once and twenty a second, progress included; more is
// dropped.
func Log(ctx context.Context, level Level, logger string, data any) {
	call, ok := CallFrom(ctx)
	if !ok || !call.call.catalog.logging || !call.call.hears(level) {
		return
	}
	value, err := benzene.JSON.Encode(data)
	if err != nil {
		slog.WarnContext(ctx, "mcp: a log message for a client could not be written", "logger", logger, "reason", err)
		return
	}
	b := wire.AppendText([]byte(`{"level":`), level)
	b = appendOptional(b, "logger", logger)
	call.call.tell("notifications/message", append(append(append(b, `,"data":`...), value...), '}'))
}

func (c *call) hears(level Level) bool {
	at := slices.Index(levels, level)
	return c.level != "" && at >= 0 && at >= slices.Index(levels, c.level)
}

// levelOf reads a level that a client sent.
func levelOf(v jsontext.Value) (Level, bool) {
	level := Level(wire.Unquoted(v))
	return level, slices.Contains(levels, level)
}

// setLevel takes note of a level where the caller can: over HTTP nobody
// remembers it.
func (c *catalog) setLevel(request *call) answer {
	level, ok := levelOf(request.params.level)
	if !ok {
		return invalid(`"level" must be one of ` + levelList)
	}
	if caller, ok := request.caller.(interface{ remember(Level) }); ok {
		caller.remember(level)
	}
	return answer{whole: empty}
}

// tell sends a notification that belongs to the call, unless there were very
// many.
func (c *call) tell(method string, params []byte) {
	if c.pace.allows() {
		c.caller.notify(method, params)
	}
}

// A pace lets a call say a hundred things at once, and then twenty a second;
// who was silent for a while may say a hundred at once again.
type pace struct {
	mu    sync.Mutex
	spent float64 // of the hundred
	last  time.Time
}

const (
	atOnce    = 100
	perSecond = 20
)

func (p *pace) allows() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	p.spent = max(p.spent-now.Sub(p.last).Seconds()*perSecond, 0)
	p.last = now
	if p.spent > atOnce-1 {
		return false
	}
	p.spent++
	return true
}
