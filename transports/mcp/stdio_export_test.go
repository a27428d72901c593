package mcp

import (
	"time"

	"github.com/benzene-go/framework/benzene"
)

// DrainWithin shortens the time that calls in hand are given.
func DrainWithin(t benzene.Transport, limit time.Duration) { t.(*stdio).limit = limit }
