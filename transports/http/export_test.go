package http

import "time"

// SetDrain shortens how long messages in hand have to finish.
func (s *Server) SetDrain(limit time.Duration) { s.drain = limit }

// SetLimits shortens what a server of Listen's waits for; before Bind.
func (s *Server) SetLimits(header, body, write time.Duration) {
	s.http.ReadHeaderTimeout, s.body, s.write = header, body, write
}
